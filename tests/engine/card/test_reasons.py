"""Every refusal: one move a reason, and the order in which a move that breaks several rules is judged."""

import re
from pathlib import Path

import pytest

import engine.card
from engine.card import apply, read_move, why_not
from engine.card.cards import Suit
from engine.card.moves import Play
from engine.card.reasons import CardReason
from engine.card.words import CARD_NAMED
from engine.refusal import IllegalMove
from tests.engine.card.board import position

FOLDER = Path(engine.card.__file__).parent
QUEEN = {"hands": "QC 9C / 8D", "pile": "10C"}
HIT = {"hands": "6H 7D QS / 8D", "pile": "7H", "phase": "hit", "pending": 2}
BOUND = {"hands": "AC 9H / 8D", "pile": "AH", "phase": "bound"}

REFUSED = {
    "ROUND_ENDED (rule C13)": ({"hands": "- / 8D", "pile": "10C", "phase": "over"}, "draw"),
    "ROUND_ENDED (rule C16)": (
        {"hands": "9C / 8D", "pile": "10C", "phase": "stalemate", "ply": 1000},
        "draw",
    ),
    "NOT_YOUR_TURN (rule C3): turn 2": ({"hands": "9C / 8D", "pile": "10C", "seat": "B"}, "9C"),
    "CARD_NOT_HELD (rule C3): card 8D": (QUEEN, "8D"),
    "CARD_FITS (rule C3): card 9C": (QUEEN, "draw"),
    "CARD_FITS (rule C5): card 9C": ({"hands": "9C / 8D", "pile": "6C", "phase": "cover"}, "draw"),
    "ACE_BINDS (rule C8): card 9H, top AH": (BOUND, "9H"),
    "ACE_BINDS (rule C8): top AH, answer AC": (BOUND, "draw"),
    "NO_ANSWER (rule C11): card QS, top 7H, pending 2": (HIT, "QS=H"),
    "NAMED_SUIT (rule C9): card 9C, suit D": ({"hands": "9C / 8D", "pile": "QC", "suit": "D"}, "9C"),
    "NO_MATCH (rule C3): card 9H, top 10C": ({"hands": "9H / 8D", "pile": "10C"}, "9H"),
    "NO_MATCH (rule C5): card 9H, top 6C": ({"hands": "9H / 8D", "pile": "6C", "phase": "cover"}, "9H"),
    "NO_MATCH (rule C11): card 6D, top 7H": ({**HIT, "hands": "6D 7D / 8D"}, "6D"),
    "SUIT_MISSING (rule C9): card QC": (QUEEN, "QC"),
    "SUIT_NOT_ASKED (rule C9): card 9C": (QUEEN, "9C=D"),
}


@pytest.mark.parametrize("refusal", REFUSED)
def test_a_refusal_tells_the_rule_and_the_facts(refusal):
    said, move = REFUSED[refusal]

    assert refusal == str(why_not(position(**said), 0, read_move(move)))


def test_a_suit_that_is_none_is_refused():
    refusal = why_not(position(**QUEEN), 0, Play(CARD_NAMED["QC"], Suit(9)))

    assert "SUIT_UNKNOWN (rule C9): card QC" == str(refusal)


def test_every_reason_is_produced():
    produced = {refusal.split()[0] for refusal in REFUSED} | {"SUIT_UNKNOWN"}

    assert {reason.value for reason in CardReason} == produced


def test_a_code_is_upper_snake_and_fits_an_error():
    assert [] == [reason for reason in CardReason if not re.fullmatch(r"[A-Z][A-Z0-9_]{0,62}", reason)]


def test_every_rule_that_a_refusal_cites_stands_in_the_rulebook():
    cited = {re.search(r"rule (C\d+)", refusal)[1] for refusal in REFUSED}
    text = (FOLDER / "RULES.md").read_text()

    assert [] == [rule for rule in sorted(cited) if f"- **{rule}**" not in text]


@pytest.mark.parametrize("seat", [0, 1, 2, -1])
def test_after_the_end_everybody_hears_that_it_is_over(seat):
    over = position("- / 8D", "10C", phase="over")

    assert CardReason.ROUND_ENDED == why_not(over, seat, read_move("8D")).reason


def test_whose_turn_it_is_comes_before_what_is_held():
    state = position(**QUEEN)

    assert CardReason.NOT_YOUR_TURN == why_not(state, 1, read_move("9C")).reason


def test_what_is_held_comes_before_what_fits_and_that_before_the_suit():
    state = position("9H QS / 8D", "AC", phase="turn")
    bound = position("9H QS AD / 8D", "AC", phase="bound")

    assert CardReason.CARD_NOT_HELD == why_not(state, 0, read_move("8D=S")).reason
    assert CardReason.NO_MATCH == why_not(state, 0, read_move("9H=S")).reason
    assert CardReason.ACE_BINDS == why_not(bound, 0, read_move("QS")).reason


def test_apply_raises_the_refusal():
    with pytest.raises(IllegalMove) as caught:
        apply(position(**QUEEN), 0, read_move("QC"))

    assert CardReason.SUIT_MISSING == caught.value.refusal.reason
    assert {"card": "QC"} == caught.value.refusal.facts
