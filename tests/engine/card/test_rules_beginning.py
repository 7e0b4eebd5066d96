"""RULES.md C1, C2, C2a: the deal, the first move, the direction."""

import pytest

from engine.card import PRESETS, configure, deck, header, seats, start
from engine.card.notation import write_cards
from engine.header import Deck, HandState, Header
from engine.refusal import BadPosition
from tests.engine.card.board import after, hand, held, listed, mover, position, verdict

ORDER = tuple(range(36))
CHANCE = bytes(32)


def deal(preset="base", players=3, starter=0, **switches):
    """Returns the first position of an unshuffled deck."""
    return start(configure(preset, switches), players, starter, ORDER, CHANCE)


def led(preset, hands):
    """Returns the position in which seat A leads from a hand of its own."""
    return position(hands, rules=preset)


def test_rule_c1_four_cards_each_and_nothing_turned_up():
    state = deal()

    assert [4, 4, 4] == [held(state, seat) for seat in "ABC"]
    assert 24 == len(state.stock)
    assert () == state.pile


def test_rule_c1_cards_are_dealt_one_at_a_time_from_the_starter_on():
    state = deal(starter=1)

    assert "6S 9S QS 6H" == hand(state, "B")
    assert "7S 10S KS 7H" == hand(state, "C")
    assert "8S JS AS 8H" == hand(state, "A")
    assert "9H 10H JH" == write_cards(state.stock[:3])


def test_rule_c1_the_starter_may_lead_any_card():
    state = led("base", "9H KS 6D QC / 7S 7H 7D 7C")

    assert ["KS", "9H", "6D", "QC=S", "QC=H", "QC=D", "QC=C"] == listed(state)


def test_rule_c1_the_starter_may_not_draw():
    assert "CARD_FITS (rule C1): card KS" == verdict(led("base", "9H KS 6D QC / 7S 7H 7D 7C"), "draw")


@pytest.mark.parametrize(
    ("card", "next_mover"),
    [("9H", "B TURN"), ("KS", "B HIT"), ("6D", "A COVER"), ("QC=H", "B TURN"), ("10D", "C TURN")],
)
def test_rule_c1_the_card_that_is_led_has_its_effect(card, next_mover):
    hands = {"10D": "9H KS 10D QC"}.get(card, "9H KS 6D QC")

    assert next_mover == mover(after(led("base", f"{hands} / 7S 7H 7D 7C / 8S 8H 8D 8C"), card))


def test_rule_c1_two_to_six_play_with_four_cards():
    assert [2, 3, 4, 5, 6] == list(seats(PRESETS["base"]))
    assert [2, 3, 4, 5, 6] == list(seats(PRESETS["popular"]))


def test_rule_c2_five_cards_each_and_the_dealer_leads_one_of_them():
    before = deal("five")
    state = after(before, "9S")

    assert 21 == len(before.stock)
    assert [4, 5, 5] == [held(state, seat) for seat in "ABC"]
    assert "9S" == write_cards(state.pile)
    assert 21 == len(state.stock)


def test_rule_c2_the_dealer_may_choose_but_not_draw():
    state = led("five", "9H KS 6D QC 7C / 7S 7H 7D 8C 8D")

    assert {"KS", "9H", "6D", "7C", "QC=S"} <= set(listed(state))
    assert "CARD_FITS (rule C2): card KS" == verdict(state, "draw")


def test_rule_c2_a_seven_that_is_led_hits_the_next_seat():
    state = after(led("five", "9H KS 6D QC 7D / 7S 7H 10H 8C 8D / JS JH JD JC 10S"), "7D")

    assert "B HIT" == mover(state)
    assert 2 == state.pending
    assert "C TURN" == mover(after(state, "draw"))
    assert 4 == after(state, "7H").pending


def test_rule_c2_a_queen_that_is_led_names_a_suit():
    state = led("five", "9H KS 6D QD 7D / 7S 7H 10H 8C 8D")

    assert "SUIT_MISSING (rule C9): card QD" == verdict(state, "QD")
    assert "legal" == verdict(state, "QD=C")


def test_rule_c2_a_ten_that_is_led_reverses():
    state = led("five", "9H KS 6D QD 10D / 7S 7H 10H 8C 8D / JS JH JD JC 10S")

    assert "C TURN" == mover(after(state, "10D"))


def test_rule_c2_two_to_five_play_with_five_cards():
    assert [2, 3, 4, 5] == list(seats(PRESETS["five"]))


def test_rule_c2a_every_round_starts_in_the_agreed_direction():
    clockwise = deal(direction="clockwise")
    counter = deal(direction="counter-clockwise")

    assert "B TURN" == mover(after(clockwise, "9S"))
    assert "C TURN" == mover(after(counter, "9S"))


def test_rule_c2a_the_deal_goes_round_in_the_agreed_direction():
    state = deal(direction="counter-clockwise")

    assert "7S 10S KS 7H" == hand(state, "C")


def test_the_deck_is_36_cards_any_of_which_may_come_first(preset):
    assert Deck(size=36, first_below=36) == deck(PRESETS[preset])


def test_a_first_position_has_a_header():
    assert Header(0, 0, 2, HandState.PLAYING, 3) == header(deal(starter=2))


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("seats", (1, 0, ORDER, CHANCE)),
        ("seats", (7, 0, ORDER, CHANCE)),
        ("starter", (3, 3, ORDER, CHANCE)),
        ("starter", (3, -1, ORDER, CHANCE)),
        ("order", (3, 0, ORDER[:-1], CHANCE)),
        ("order", (3, 0, (*ORDER[:-1], 0), CHANCE)),
        ("order", (3, 0, (*ORDER[:-1], 36), CHANCE)),
        ("chance", (3, 0, ORDER, CHANCE[:-1])),
    ],
)
def test_a_deal_out_of_range_is_refused(field, arguments):
    with pytest.raises(BadPosition) as caught:
        start(PRESETS["base"], *arguments)

    assert field == caught.value.field


def test_six_players_cannot_have_five_cards_each():
    with pytest.raises(BadPosition, match="seats"):
        start(PRESETS["five"], 6, 0, ORDER, CHANCE)
