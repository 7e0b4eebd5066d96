"""RULES.md C13 to C16: the end of a round, what it costs, and who loses the game."""

import pytest

from engine.card import PRESETS, configure, header, score, settle, standing, start
from engine.card.legal import legal_moves
from engine.card.notation import write_cards
from engine.card.play import apply
from engine.header import HandState
from engine.score import Line, Match, Side
from tests.engine.card.board import after, held, mover, position, verdict


def points(state, *moves):
    """Returns the scores by seat of the round that some moves end."""
    return score(after(state, *moves)).points


def test_rule_c13_the_round_ends_when_a_seat_has_no_cards(preset):
    state = after(position("9S / 8D / 8C", "10S", rules=preset), "9S")

    assert "A OVER" == mover(state)
    assert HandState.OVER == header(state).state
    assert 0 == state.winner == score(state).winner
    assert "ROUND_ENDED (rule C13)" == verdict(state, "draw")


def test_rule_c13_the_cover_of_a_six_may_be_the_last_card(preset):
    assert "A OVER" == mover(after(position("6S 9S / 8D / 8C", "10S", rules=preset), "6S", "9S"))


def test_rule_c13_a_seat_that_is_left_without_cards_by_another_way_has_not_won():
    before = position("JS 10H / - / 9S", "9H", seat="A")
    state = after(before, "10H")

    assert "C TURN" == mover(state)
    assert 0 == held(state, "B")


@pytest.mark.parametrize(
    ("cards", "total"), [("AS 10D QH", 24), ("JC KD 9S", 15), ("6H 7H 8H", 21), ("JS QS KS AS", 20)]
)
def test_rule_c13_the_others_count_their_cards(cards, total):
    assert (0, total) == points(position(f"9H / {cards}", "10H"), "9H")


@pytest.mark.parametrize("rules", ["popular", "base nine_value=0"])
def test_rule_c13_a_nine_may_count_nothing(rules):
    assert (0, 6) == points(position("9H / JC KD 9S", "10H", rules=rules), "9H")


@pytest.mark.parametrize("rules", ["base", "five"])
def test_rule_c13_a_seven_as_the_last_card_draws_nothing(rules):
    assert (0, 17) == points(position("7H / 8C 9C", "10H", rules=rules), "7H")


@pytest.mark.parametrize(("card", "drawn"), [("7H", 2), ("7S", 4), ("KS", 4)])
def test_rule_c13_under_last_card_penalty_the_next_seat_draws_it(card, drawn):
    rules = "base last_card_penalty=true"
    top = f"10{card[-1]}"
    state = after(position(f"{card} / 8C 9C 6{card[-1]} / 8D", top, rules=rules), card)

    assert "A OVER" == mover(state)
    assert 3 + drawn == held(state, "B")
    assert 1 == held(state, "C")


def test_rule_c13_an_answering_six_as_the_last_card_passes_the_whole_draw_on():
    rules = "base last_card_penalty=true"
    state = after(position("7H 8C / 6H / 9C", "10H", rules=rules), "7H", "6H")

    assert "B OVER" == mover(state)
    assert 1 + 4 == held(state, "C")


def test_rule_c13_the_last_penalty_renews_a_short_stock():
    state = position(
        "7H / 8C 9C / -", "JS JC JD JH 10H", rules="base last_card_penalty=true", stock="9D", rest="C"
    )

    assert 2 + 2 == held(after(state, "7H"), "B")
    assert "7H" == write_cards(after(state, "7H").pile)


def test_rule_c13_the_breakdown_names_the_cards_and_adds_up():
    result = score(after(position("9H / QH AS 10D", "10H"), "9H"))

    assert (Line("WENT_OUT", "went out", 0),) == result.seats[0].lines
    assert (Line("CARDS_LEFT", "AS 11, QH 3, 10D 10", 24),) == result.seats[1].lines
    assert (1, False, ()) == (result.multiplier, result.void, result.flags)


def test_a_round_that_is_being_played_has_no_score(preset):
    with pytest.raises(ValueError, match="still being played"):
        score(position("9S / 8D", "10S", rules=preset))


@pytest.mark.parametrize(("card", "bonus"), [("QH", -20), ("QS", -40)])
@pytest.mark.parametrize("rules", ["popular", "base queen_finish_bonus=20/40"])
def test_rule_c15_going_out_with_a_queen_takes_points_off(rules, card, bonus):
    result = score(after(position(f"{card} / 8D", "10C", rules=rules), card))

    assert bonus == result.points[0]
    assert [0, bonus] == [line.points for line in result.seats[0].lines]


@pytest.mark.parametrize(("card", "flag"), [("QH", "QUEEN"), ("QS", "QUEEN_OF_SPADES")])
def test_rule_c15_without_the_switch_it_is_only_told(card, flag):
    result = score(after(position(f"{card} / 8D", "10C"), card))

    assert (0, 8) == result.points
    assert (flag,) == result.flags


def test_rule_c15_the_bonus_comes_off_the_total():
    before = Match((10, 50), 1, 0)
    result = score(after(position("QS / 8D", "10C", rules="popular"), "QS"))

    assert (-30, 58) == settle(PRESETS["popular"], before, 0, result.points, 0).totals


def _match(*totals, starter=0, **switches):
    rules = configure("base", switches)
    return rules, Match(tuple(totals), 3, starter)


def test_rule_c14_exactly_the_limit_has_not_lost():
    rules, match = _match(95, 20)
    settled = settle(rules, match, 0, (6, 0), 1)

    assert (101, 20) == settled.totals
    assert not settled.over
    assert () == standing(rules, settled).losers


def test_rule_c14_a_total_above_it_ends_the_game():
    rules, match = _match(95, 20)
    settled = settle(rules, match, 0, (7, 0), 1)

    assert settled.over
    assert (0,) == standing(rules, settled).losers


def test_rule_c14_exactly_101_may_become_0():
    rules, match = _match(95, 20, reset_at_101="on")

    assert (0, 20) == settle(rules, match, 0, (6, 0), 1).totals
    assert (102, 20) == settle(rules, match, 0, (7, 0), 1).totals


def test_rule_c14_the_reset_comes_before_the_test_against_a_lower_limit():
    rules, match = _match(95, 20, reset_at_101="on", lose_above=100)

    assert not settle(rules, match, 0, (6, 0), 1).over


def test_rule_c14_the_highest_total_alone_is_the_loser():
    rules, match = _match(90, 100, 60)
    settled = settle(rules, match, 0, (14, 18, 0), 2)
    result = standing(rules, settled)

    assert (104, 118, 60) == settled.totals
    assert (1,) == result.losers
    assert (Side((2,), 60, 1), Side((0,), 104, 2), Side((1,), 118, 3)) == result.sides


def test_rule_c14_equal_totals_share():
    rules, match = _match(110, 110, 60, 60)
    result = standing(rules, match)

    assert (0, 1) == result.losers
    assert [1, 1, 3, 3] == [side.place for side in result.sides]


def test_rule_c14_another_limit_may_be_agreed():
    rules, match = _match(0, 0, lose_above=10)

    assert not settle(rules, match, 0, (10, 0), 1).over
    assert settle(rules, match, 0, (11, 0), 1).over


def test_rule_c1_the_winner_starts_the_next_round():
    rules, match = _match(0, 0, 0)

    assert 1 == settle(rules, match, 0, (5, 0, 7), 1).starter
    assert 4 == settle(rules, match, 0, (5, 0, 7), 1).hands_played


def test_rule_c9_no_suit_is_carried_into_the_next_round():
    assert None is start(PRESETS["base"], 2, 0, range(36), bytes(32)).suit


def test_a_score_for_each_seat_is_needed():
    rules, match = _match(0, 0, 0)

    with pytest.raises(ValueError, match="2 scores for 3 seats"):
        settle(rules, match, 0, (5, 0), 1)
    with pytest.raises(ValueError, match="seat 3"):
        settle(rules, match, 0, (5, 0, 1), 3)


def test_a_round_without_scores_changes_nothing():
    rules, match = _match(1, 2, starter=1)

    assert match == settle(rules, match, 0, None, None)


@pytest.mark.parametrize("move", ["draw", "9S", "6S"])
def test_rule_c16_the_thousandth_move_without_a_winner_is_a_stalemate(preset, move):
    hands = {"draw": "8C KC", "9S": "9S KC", "6S": "6S 8S KC"}[move]
    before = position(f"{hands} / AD 8D / JD", "10S", rules=preset, ply=999, turn=700, stock="7D ...")
    state = after(before, move)

    assert "A STALEMATE" == mover(state)
    assert (1000, 700, HandState.OVER) == (state.ply, state.turn, header(state).state)
    assert "ROUND_ENDED (rule C16)" == verdict(state, "draw")
    assert () == legal_moves(state)


def test_rule_c16_all_count_and_nobody_has_won():
    result = score(after(position("9S KC / AD 8D / JD", "10S", ply=999), "9S"))

    assert (4, 19, 2) == result.points
    assert None is result.winner
    assert ("STALEMATE",) == result.flags


def test_rule_c16_the_same_seat_starts_the_next_round():
    rules, match = _match(0, 0, 0, starter=2)

    assert 2 == settle(rules, match, 0, (5, 1, 7), None).starter


def test_rule_c16_a_thousandth_move_that_ends_the_round_is_a_win(preset):
    state = after(position("9S / AD 8D / JD", "10S", rules=preset, ply=999), "9S")

    assert "A OVER" == mover(state)


def test_rule_c16_the_move_before_goes_on(preset):
    state = position("9S KC / AD 8D / JD", "10S", rules=preset, ply=998)

    assert "B TURN" == mover(apply(state, 0, legal_moves(state)[0]))
