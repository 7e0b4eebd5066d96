"""RULES.md C6, C10, C11, C12: who has to draw, who may answer, and what a short stock means."""

import pytest

from engine.card.notation import write_cards
from tests.engine.card.board import after, held, listed, mover, position, verdict


@pytest.mark.parametrize(("card", "top", "amount"), [("7H", "8H", 2), ("7S", "8S", 4), ("KS", "9S", 4)])
def test_rule_c6_the_next_seat_draws_and_loses_the_turn(preset, card, top, amount):
    before = position(f"{card} 10D / JS JH JD / 9C 8C", top, rules=preset)
    hit = after(before, card)
    state = after(hit, "draw")

    assert "B HIT" == mover(hit)
    assert ["draw"] == listed(hit)
    assert 3 + amount == held(state, "B")
    assert "C TURN" == mover(state)
    assert (before.ply + 2, before.turn + 2) == (state.ply, state.turn)


def test_rule_c6_the_seat_after_it_plays_on_the_seven(preset):
    state = position("7H 10D / JS JH JD / 9H 9C", "8H", rules=preset)

    assert "legal" == verdict(state, "7H", "draw", "9H")


def test_rule_c6_a_queen_does_not_answer(preset):
    state = position("7H 10D / QH JH JD / 9H", "8H", rules=preset)

    assert "NO_ANSWER (rule C11): card QH, top 7H, pending 2" == verdict(state, "7H", "QH=S")


def test_rule_c10_other_kings_do_nothing(preset):
    state = after(position("KD 10S / JS JH JD / 9H", "9D", rules=preset), "KD")

    assert "B TURN" == mover(state)
    assert 0 == state.pending


@pytest.mark.parametrize(("rules", "pending"), [("base", 8), ("base stack_amount=add", 6)])
def test_rule_c11_each_answer_doubles_or_adds(rules, pending):
    state = position("7H 10S / 7D JS / 7C JH / 9D", "8H", rules=rules)

    assert pending == after(state, "7H", "7D", "7C").pending


@pytest.mark.parametrize(("rules", "pending"), [("base", 8), ("five stack_amount=add", 6), ("popular", 6)])
def test_rule_c11_an_answer_to_the_seven_of_spades(rules, pending):
    assert pending == after(position("7S 10H / 7C JS / 9D", "8S", rules=rules), "7S", "7C").pending


@pytest.mark.parametrize(("rules", "pending"), [("base", 4), ("popular", 6)])
def test_rule_c11_the_seven_of_spades_as_an_answer(rules, pending):
    assert pending == after(position("7C 10H / 7S JS / 9D", "8C", rules=rules), "7C", "7S").pending


@pytest.mark.parametrize("rules", ["base", "five"])
def test_rule_c11_a_six_of_the_suit_answers_and_is_not_covered(rules):
    state = after(position("7H 10S / 6H 8D / 9D", "8H", rules=rules), "7H", "6H")

    assert "C HIT" == mover(state)
    assert 4 == state.pending


def test_rule_c11_a_six_adds_nothing():
    rules = "base stack_amount=add"

    assert 2 == after(position("7H 10S / 6H 8D / 9D", "8H", rules=rules), "7H", "6H").pending


@pytest.mark.parametrize("rules", ["popular", "base stack_cards=sevens_only"])
def test_rule_c11_under_sevens_only_a_six_does_not_answer(rules):
    state = position("7H 10S / 6H 7D 8D / 9D", "8H", rules=rules)

    assert "NO_ANSWER (rule C11): card 6H, top 7H, pending 2" == verdict(state, "7H", "6H")
    assert "legal" == verdict(state, "7H", "7D")


def test_rule_c11_under_none_nothing_answers():
    state = position("7H 10S / 6H 7D 8D / 9D", "8H", rules="base stack_cards=none")

    assert ["draw"] == listed(after(state, "7H"))
    assert "NO_ANSWER (rule C11): card 7D, top 7H, pending 2" == verdict(state, "7H", "7D")


def test_rule_c11_an_answer_must_match_in_suit_or_rank():
    state = position("7H 10S / 6D 8D / 9D", "8H")

    assert "NO_MATCH (rule C11): card 6D, top 7H" == verdict(state, "7H", "6D")


def test_rule_c11_drawing_is_allowed_with_an_answer_in_hand(preset):
    state = after(position("7H 10S / 7D 8D / 9D", "8H", rules=preset), "7H")

    assert ["7D", "draw"] == listed(state)


def test_rule_c11_the_chain_is_answered_on_a_six_too():
    state = after(position("7H 10S / 6H 8D / 6C 7C 9D", "8H"), "7H", "6H")

    assert ["6C", "draw"] == listed(state)
    assert "NO_MATCH (rule C11): card 7C, top 6H" == verdict(state, "7C")
    assert 8 == after(state, "6C").pending


def test_rule_c11_an_answering_six_as_the_last_card_ends_the_round():
    state = after(position("7H 10S / 6H / 9D", "8H"), "7H", "6H")

    assert "B OVER" == mover(state)


@pytest.mark.parametrize(("card", "pending"), [("7S", 8), ("6S", 8)])
def test_rule_c11_the_king_of_spades_is_answered_in_its_suit(card, pending):
    state = after(position("KS 10H / 6S 7S 7H 8D / 9D", "8S"), "KS")

    assert ["6S", "7S", "draw"] == listed(state)
    assert pending == after(state, card).pending


@pytest.mark.parametrize("rules", ["popular", "base stack_on_king_spades=false"])
def test_rule_c11_unless_the_switch_says_otherwise(rules):
    state = position("KS 10H / 6S 7S 8D / 9D", "8S", rules=rules)

    assert "NO_ANSWER (rule C11): card 7S, top KS, pending 4" == verdict(state, "KS", "7S")
    assert ["draw"] == listed(after(state, "KS"))


def test_rule_c11_a_king_is_no_answer():
    state = position("7S 10H / KS 8D / 9D", "8S")

    assert "NO_ANSWER (rule C11): card KS, top 7S, pending 4" == verdict(state, "7S", "KS")


def _short(stock, pile="8S 9S JS JC JD 10C 10D AC AD KC 7H", pending=8, **said):
    return position("6D 8D 9D / -", pile, stock=stock, rest="B", phase="hit", pending=pending, ply=30, **said)


def test_rule_c12_a_draw_larger_than_the_stock_renews_it_on_the_way():
    before = _short("7S KD JH")
    state = after(before, "draw")

    assert held(before, "A") + 8 == held(state, "A")
    assert 5 == len(state.stock)
    assert "7H" == write_cards(state.pile)
    assert "B TURN" == mover(state)


def test_rule_c12_if_that_is_not_enough_that_was_all():
    before = _short("7S KD JH", "8S 9S 7H")
    state = after(before, "draw")

    assert held(before, "A") + 5 == held(state, "A")
    assert () == state.stock
    assert "B TURN" == mover(state)


def test_rule_c12_with_nothing_at_all_the_turn_is_lost_all_the_same():
    before = _short("-", "7H", shown="8S 9S JS 7H")
    state = after(before, "draw")

    assert before.places == state.places
    assert "B TURN" == mover(state)


def test_rule_c12_a_draw_that_just_empties_the_stock_renews_nothing():
    state = after(_short("7S KD", pending=2), "draw")

    assert () == state.stock
    assert 11 == len(state.pile)
