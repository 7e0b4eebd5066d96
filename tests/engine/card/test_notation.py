"""Text of moves and positions: what is written, what reads, and where a complaint points."""

import pytest

from engine.card import read_move, read_position, start, write_move, write_position
from engine.card.cards import SPADES
from engine.card.moves import DRAW, Play
from engine.card.ruleset import configure
from engine.card.words import CARD_NAMED
from engine.refusal import BadPosition, BadText
from tests.engine.card.board import hand, held, mover

PLAIN = "card | hands: 9H KS 8C 7D / 8D 7S 7H 7C | pile: 10S"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("10S", Play(CARD_NAMED["10S"])),
        ("QH=S", Play(CARD_NAMED["QH"], SPADES)),
        ("draw", DRAW),
    ],
)
def test_a_move_is_written_as_it_is_read(text, move):
    assert move == read_move(text)
    assert text == write_move(move)


@pytest.mark.parametrize(
    ("text", "at"),
    [("", 0), ("10", 0), ("11S", 0), ("10s", 0), ("Draw", 0), ("QH=", 3), ("QH=X", 3), ("10S ", 0)],
)
def test_a_text_that_is_no_move_is_pointed_at(text, at):
    with pytest.raises(BadText) as caught:
        read_move(text)

    assert (text, at) == (caught.value.text, caught.value.at)


def test_what_is_left_out_of_a_position_is_filled_in():
    state = read_position("card | hands: 9H KS 8C 7D / 8D 7S 7H 7C")

    assert "A LEAD" == mover(state)
    assert 28 == len(state.stock)
    assert (0, 0, 1, None) == (state.ply, state.pending, state.step, state.suit)


def test_the_stock_takes_every_card_that_is_named_nowhere_else():
    state = read_position("card | hands: 9H KS 8C 7D / 8D 7S 7H 7C | stock: JC ...")

    assert CARD_NAMED["JC"] == state.stock[0]
    assert 28 == len(state.stock)


def test_colons_may_be_left_out_and_lines_broken_and_sections_come_in_any_order():
    text = "card |\n stock ... | rules popular\n nine_value=9\n | hands: 9H KS 8C 7D / 8D 7S 7H 7C"
    state = read_position(text)

    assert configure("popular", {"nine_value": 9}) == state.rules
    assert "7D 8C 9H KS" == " ".join(sorted(hand(state, "A").split()))


def test_an_empty_hand_is_a_dash():
    state = read_position("card | hands: - / 8D | pile: 10S | phase: over | renewals: 1")

    assert 0 == held(state, "A")


def test_a_position_names_its_game_first():
    state = start(configure("five", {}), 2, 1, range(36), bytes(range(32)))
    text = write_position(state)

    assert text.startswith("card | rules: five | starter: B | hands: ")
    assert text.endswith(f"chance: {bytes(range(32)).hex()}")
    assert "\n" not in text


@pytest.mark.parametrize(
    ("text", "spot"),
    [
        ("", ""),
        ("okey | hands: 9H / 8D", "okey"),
        ("card", ""),
        ("card 9H | hands: 9H / 8D", "card 9H"),
        ("card | hands: 9H / 8D | stack: 9S", "stack"),
        ("card | hands: 9H / 8D | | pile: 9S", " | pile"),
        ("card | hands: 9H / 8D | hands: 9S / 7S", "hands: 9S"),
        ("card | hands: 9H / 1D", "1D"),
        ("card | hands: 9H 9H / 8D", "9H /"),
        ("card | hands: 9H / 8D | pile: 9S 9X", "9X"),
        ("card | hands: 9H / 8D | ply: one", "one"),
        ("card | hands: 9H / 8D | ply: -1", "-1"),
        ("card | hands: 9H / 8D | ply: 01", "01"),
        ("card | hands: 9H / 8D | ply: 1 2", "ply"),
        ("card | hands: 9H / 8D | ply:", "ply"),
        ("card | hands: 9H / 8D | seat: G", "G"),
        ("card | hands: 9H / 8D | suit: X", "X"),
        ("card | hands: 9H / 8D | phase: TURN", "TURN"),
        ("card | hands: 9H / 8D | chance: 0g", "0g"),
        ("card | hands: 9H / 8D | rules: classic", "classic"),
        ("card | hands: 9H / 8D | rules: base hand_size", "hand_size"),
        ("card | hands: 9H / 8D | rules: base hand_size=7", "hand_size=7"),
        ("card | hands: 9H / 8D | rules: base hand_size=4 hand_size=5", "hand_size=5"),
        ("card | hands: 9H / 8D | rules:", "rules"),
    ],
)
def test_a_text_that_is_no_position_is_pointed_at(text, spot):
    with pytest.raises(BadText) as caught:
        read_position(text)

    assert text[caught.value.at :].startswith(spot)
    assert caught.value.at == (text.rindex(spot) if spot else len(text))


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ("pile: 9H", "hands"),
        ("rules: five", "stock"),
        ("starter: C", "starter"),
        ("order: 6S", "order"),
        ("chance: 00", "chance"),
        ("stock: -", "hands"),
        ("seat: C", "seat"),
        ("direction: counter-clockwise", "step"),
        ("ply: 1001", "ply"),
        ("ply: 1000", "ply"),
        ("turn: 3", "turn"),
        ("ply: 0", "ply"),
        ("renewals: 41 | ply: 40", "renewals"),
        ("phase: cover", "phase"),
        ("phase: bound", "phase"),
        ("phase: lead", "phase"),
        ("phase: over", "phase"),
        ("phase: stalemate", "phase"),
        ("phase: hit", "pending"),
        ("phase: hit | pending: 2", "pending"),
        ("pending: 2", "pending"),
        ("suit: D", "suit"),
        ("drew: yes", "drew"),
        ("shown: 7C 9S 10S", "shown"),
        ("shown: 7C", "shown"),
    ],
)
def test_a_position_that_no_play_reaches_is_refused(more, field):
    text = "card | hands: 9H KS 8C 7D / 8D 7S 7H | pile: 7C 10S | ply: 2"
    keys = {part.split(":")[0] for part in more.split(" | ")}
    kept = [part for part in text.split(" | ") if part.split(":")[0] not in keys]
    with pytest.raises(BadPosition) as caught:
        read_position(" | ".join([*kept, *more.split(" | ")]))

    assert field == caught.value.field


def test_the_position_beside_them_is_accepted():
    assert "A TURN" == mover(read_position("card | hands: 9H KS 8C 7D / 8D 7S 7H | pile: 7C 10S | ply: 2"))


@pytest.mark.parametrize(
    "more",
    [
        "hands: 9H KS 8C AD / 8D 7S 7H | pile: 7C AS | phase: bound",
        "hands: 9H KS 8C 7D / 8D 7S 7H | pile: JC 6S | phase: cover",
        "hands: 9H KS 8C 7D / 8D 7S 7H | pile: JC 7C | phase: hit | pending: 2",
        "hands: 9H KS 8C 7D / 8D 7S 7H | pile: 7C 6C | phase: hit | pending: 4",
        "rules: base stack_amount=add | hands: 9H KS / 8D 7S 7D | pile: 7C 8C 6C | phase: hit | pending: 2",
        "hands: 9H KS 8C 7D / 8D 7S 7H | pile: 7C QC | suit: D",
        "hands: 9H KS 8C 7D / 8D 7S 7H | pile: JC 6S | phase: cover | drew: yes | rules: popular",
    ],
)
def test_each_phase_has_positions_that_are_accepted(more):
    state = read_position(f"card | {more}")

    assert len(state.pile) == state.ply


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ("hands: 9H KS 8C 7D / 8D 7S 7H | pile: 7C 6C | phase: hit | pending: 2", "pending"),
        ("hands: 9H KS 8C 7D / 8D 7S 7H | pile: JC 7C | phase: hit | pending: 3", "pending"),
        ("hands: 9H KS 8C 7D / 8D 7S 7H | pile: JC 7C | phase: hit | pending: 2048", "pending"),
        ("hands: 9H 8S 8C 7D / 8D 7S 7H | pile: JS KS | phase: hit | pending: 8", "pending"),
        ("hands: 9H 8S 8C 7D / 8D 7S 7H | pile: 7C 6C | phase: hit | pending: 4 | rules: popular", "pending"),
        ("hands: 9H KS 8C 7D / 8D 7S 7H | pile: 7C QC", "suit"),
        ("hands: 9H KD 8C 7D / 8D 7S 7H | pile: JC 6S | phase: cover | drew: yes | rules: popular", "drew"),
        ("hands: 9H KS 8C 7D / 8D 7S 7H | pile: JC 6S | phase: cover | drew: yes", "drew"),
        ("hands: 9H KS 8C 7D / 8D 7S 7H | pile: 7C AS | phase: bound", "phase"),
    ],
)
def test_and_positions_just_beside_that_are_not(more, field):
    with pytest.raises(BadPosition) as caught:
        read_position(f"card | {more}")

    assert field == caught.value.field
