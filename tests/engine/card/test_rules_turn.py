"""RULES.md C3, C4: what fits, who is to move, and what a draw brings."""

import pytest

from engine.card import header, why_not
from engine.card.moves import DRAW, Play
from engine.card.notation import write_cards
from engine.card.words import CARD_NAMED
from engine.header import HandState
from tests.engine.card.board import after, hand, held, listed, mover, position, verdict


@pytest.mark.parametrize("card", ["10H", "9S"])
def test_rule_c3_a_card_that_matches_in_suit_or_rank_fits(preset, card):
    state = position("10H 9S 9H / 8D / 8C", "10S", rules=preset)

    assert "legal" == verdict(state, card)


def test_rule_c3_a_card_that_matches_in_neither_does_not_fit(preset):
    state = position("10H 9H / 8D / 8C", "10S", rules=preset)

    assert "NO_MATCH (rule C3): card 9H, top 10S" == verdict(state, "9H")


def test_rule_c3_nobody_draws_while_a_card_fits(preset):
    state = position("8H KC / 8D", "9H", rules=preset)

    assert "CARD_FITS (rule C3): card 8H" == verdict(state, "draw")


def test_rule_c3_a_queen_counts_as_a_card_that_fits(preset):
    state = position("QS KC / 8D", "9H", rules=preset)

    assert "CARD_FITS (rule C3): card QS" == verdict(state, "draw")


def test_rule_c3_without_a_fitting_card_drawing_is_the_only_move(preset):
    assert ["draw"] == listed(position("8C KC / 8D", "9H", rules=preset))


def test_rule_c3_one_card_a_move(preset):
    state = after(position("9C 9D 8S / 9S 8C / 8D", "9H", rules=preset), "9C")

    assert "B TURN" == mover(state)
    assert "NOT_YOUR_TURN (rule C3): turn 2" == str(why_not(state, 0, Play(CARD_NAMED["9D"])))


def test_rule_c3_a_card_must_be_held(preset):
    state = position("8H / 8D", "9H", rules=preset)

    assert "CARD_NOT_HELD (rule C3): card 8D" == verdict(state, "8D")


def test_rule_c3_a_number_that_is_no_card_is_not_held(preset):
    state = position("8H / 8D", "9H", rules=preset)

    assert "CARD_NOT_HELD (rule C3): card -1" == str(why_not(state, 0, Play(-1)))
    assert "CARD_NOT_HELD (rule C3): card 36" == str(why_not(state, 0, Play(36)))


@pytest.mark.parametrize("seat", [1, 2, -1])
def test_rule_c3_only_the_seat_to_move_moves(preset, seat):
    state = position("8C / 8D", "9H", rules=preset)

    assert "NOT_YOUR_TURN (rule C3): turn 1" == str(why_not(state, seat, DRAW))


def test_rule_c3_a_drawn_card_that_fits_must_be_played_in_the_same_turn(preset):
    state = after(position("8C / 8D", "9H", rules=preset, stock="JH KD ..."), "draw")

    assert "A TURN" == mover(state)
    assert ["JH"] == listed(state)
    assert (header(state).ply, header(state).turn) == (state.ply, 0)


def test_rule_c3_each_move_is_a_ply_and_a_draw_with_its_card_is_one_turn(preset):
    before = position("8C / 8D", "9H", rules=preset, stock="JH KD ...")
    state = after(before, "draw", "JH")

    assert before.ply + 2 == header(state).ply
    assert before.turn + 1 == header(state).turn
    assert HandState.PLAYING == header(state).state


def test_rule_c4_until_draws_up_to_the_first_card_that_fits():
    state = after(position("8C / 8D", "9H", stock="7S KD JH ..."), "draw")

    assert "A TURN" == mover(state)
    assert "7S JH KD 8C" == hand(state, "A")
    assert "7S KD 8C" == hand(after(state, "JH"), "A")


def test_rule_c4_until_renews_a_stock_that_ends_without_a_fit_and_the_turn_passes():
    pile = "8S 9S JS JC JD 10C 10D AC AD KC 9H"
    before = position("8C / -", pile, stock="7S", rest="B")
    state = after(before, "draw")

    assert "B TURN" == mover(state)
    assert "7S 8C" == hand(state, "A")
    assert "9H" == write_cards(state.pile)
    assert sorted(pile.split()[:-1]) == sorted(write_cards(state.stock).split())
    assert before.places.renewals + 1 == state.places.renewals


def test_rule_c4_until_does_so_with_a_stock_that_was_empty_before():
    state = after(position("8C / -", "8S 9S JS 9H", rest="B"), "draw")

    assert "B TURN" == mover(state)
    assert "8C" == hand(state, "A")
    assert 3 == len(state.stock)


def test_rule_c4_until_the_last_card_of_the_stock_may_fit_and_renews_nothing():
    state = after(position("8C / -", "8S 9S JS 9H", stock="7S JH", rest="B"), "draw")

    assert "A TURN" == mover(state)
    assert ["JH"] == listed(state)
    assert 4 == len(state.pile)


def test_rule_c4_with_nothing_under_the_top_card_the_stock_stays_empty(preset):
    before = position("7S 8S 7D 8D 8C / -", "9H", rules=preset, rest="B")
    state = after(before, "draw")

    assert "B TURN" == mover(state)
    assert () == state.stock
    assert before.places == state.places


def test_rule_c4_one_draws_a_single_card_and_passes_if_it_does_not_fit():
    state = after(position("8C / 8D", "9H", rules="popular", stock="7S JH ..."), "draw")

    assert "B TURN" == mover(state)
    assert "7S 8C" == hand(state, "A")


def test_rule_c4_one_renews_an_empty_stock_before_the_draw():
    state = after(position("8C / -", "8S 9S JS 9H", rules="popular", rest="B"), "draw")

    assert 2 == held(state, "A")
    assert 2 == len(state.stock)
    assert "9H" == write_cards(state.pile)


def test_rule_c4_one_taking_the_last_card_renews_nothing():
    state = after(position("8C / -", "8S 9S JS 9H", rules="popular", stock="7S", rest="B"), "draw")

    assert () == state.stock
    assert 4 == len(state.pile)


def test_rule_c4_a_renewal_depends_on_chance_and_its_number():
    said = {"rest": "B", "pile": "8S 9S JS JC JD 10C 10D AC AD KC 9H"}
    stocks = {
        after(position("8C / -", chance=chance * 32, renewals=number, **said), "draw").stock
        for chance in ("00", "01")
        for number in (1, 2)
    }

    assert 4 == len(stocks)
