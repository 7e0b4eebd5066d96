"""RULES.md C5, C7, C8, C9: sixes, tens, aces and queens."""

import pytest

from engine.card import why_not
from engine.card.cards import DIAMONDS, Suit
from engine.card.moves import Play
from engine.card.words import CARD_NAMED
from tests.engine.card.board import after, hand, held, listed, mover, position, verdict


def test_rule_c5_a_six_is_covered_in_the_same_turn(preset):
    state = after(position("6C 9C KD / 8D 9S / 7D", "8C", rules=preset), "6C")

    assert "A COVER" == mover(state)
    assert ["9C"] == listed(state)
    assert "B TURN" == mover(after(state, "9C"))
    assert state.turn + 1 == after(state, "9C").turn


def test_rule_c5_the_cover_may_be_any_queen_and_names_a_suit(preset):
    state = after(position("6C QD KD / 8D / 7D", "8C", rules=preset), "6C")

    assert ["QD=S", "QD=H", "QD=D", "QD=C"] == listed(state)


def test_rule_c5_a_cover_must_match(preset):
    state = after(position("6C 9C KD / 8D / 7D", "8C", rules=preset), "6C")

    assert "NO_MATCH (rule C5): card KD, top 6C" == verdict(state, "KD")
    assert "CARD_FITS (rule C5): card 9C" == verdict(state, "draw")


def test_rule_c5_the_effect_of_the_cover_counts(preset):
    state = after(position("6C 10C KD / 8D / 7D", "8C", rules=preset), "6C", "10C")

    assert "C TURN" == mover(state)


def test_rule_c5_a_six_that_covers_is_covered_again(preset):
    state = after(position("6C 6D KD / 8D / 7D", "8C", rules=preset), "6C", "6D")

    assert "A COVER" == mover(state)
    assert ["KD"] == listed(state)


def test_rule_c5_without_a_cover_the_seat_draws_as_in_c4():
    state = after(position("6C KD / 8D / 7D", "8C", stock="JH 8H 9C ..."), "6C", "draw", "9C")

    assert "B TURN" == mover(state)
    assert "8H JH KD" == hand(state, "A")


def test_rule_c5_until_draws_for_each_six_again():
    state = after(position("6C KH / 8D / 7D", "8C", stock="JH 6D 8H 9D ..."), "6C", "draw", "6D")

    assert ["draw"] == listed(state)
    assert ["9D"] == listed(after(state, "draw"))


def test_rule_c5_a_six_as_the_last_card_must_still_be_covered():
    state = after(position("6C / 8D / 7D", "8C", stock="JH 9C ..."), "6C")

    assert "A COVER" == mover(state)
    assert "JH" == hand(after(state, "draw", "9C"), "A")
    assert "B TURN" == mover(after(state, "draw", "9C"))


def test_rule_c5_one_draws_once_for_covering_and_then_the_turn_passes():
    state = after(position("6C KD / 8D / 7D", "8C", rules="popular", stock="JH ..."), "6C", "draw")

    assert "B TURN" == mover(state)
    assert "JH KD" == hand(state, "A")


def test_rule_c5_the_next_seat_plays_on_the_uncovered_six():
    state = position("6C KD / 8D 9C / 7D", "8C", rules="popular", stock="JH ...")

    assert "legal" == verdict(state, "6C", "draw", "9C")


def test_rule_c5_one_a_further_six_without_a_cover_ends_the_turn_within_its_move():
    before = position("6C KH / 8D / 7D", "8C", rules="popular", stock="6D 9D ...")
    state = after(before, "6C", "draw", "6D")

    assert "B TURN" == mover(state)
    assert "KH" == hand(state, "A")


def test_rule_c5_one_a_further_six_may_be_covered_from_the_hand():
    before = position("6C KD / 8D / 7D", "8C", rules="popular", stock="6D 9D ...")
    state = after(before, "6C", "draw", "6D")

    assert "A COVER" == mover(state)
    assert ["KD"] == listed(state)


def test_rule_c5_one_a_draw_before_the_six_is_no_draw_for_covering():
    before = position("KH / 8D / 7D", "8C", rules="popular", stock="6C 9C ...")

    assert ["9C"] == listed(after(before, "draw", "6C", "draw"))


def test_rule_c5_a_seat_left_without_cards_stays_in_and_draws_in_its_next_turn():
    before = position("6C / 8D 9S / -", "8C", rules="popular", stock="6D 9D 7H ...")
    state = after(before, "6C", "draw", "6D")

    assert "B TURN" == mover(state)
    assert 0 == held(state, "A")


def test_rule_c5_its_next_turn_begins_with_a_draw():
    before = position("6C / 8D JS JH", "8C", rules="popular", stock="6D 9D 7H ...")
    state = after(before, "6C", "draw", "6D", "8D")

    assert "A TURN" == mover(state)
    assert ["draw"] == listed(state)
    assert ["9D"] == listed(after(state, "draw"))


def test_rule_c7_a_ten_reverses_the_direction(preset):
    state = after(position("10H 9H / 8D / 8C", "10S", rules=preset), "10H")

    assert "C TURN" == mover(state)
    assert -1 == state.step


def test_rule_c7_the_next_ten_reverses_back(preset):
    state = after(position("10H 9H / 8D / 10C 9C", "10S", rules=preset), "10H", "10C")

    assert "A TURN" == mover(state)
    assert 1 == state.step


def test_rule_c7_between_two_a_ten_does_nothing():
    state = after(position("10C 9H / 8D", "10S"), "10C")

    assert "B TURN" == mover(state)
    assert 1 == state.step


def test_rule_c7_under_skip_the_same_seat_has_another_turn():
    before = position("10C 9H / 8D", "10S", rules="base ten_two_players=skip")
    state = after(before, "10C")

    assert "A TURN" == mover(state)
    assert before.turn + 1 == state.turn
    assert 1 == state.step


def test_rule_c7_skip_is_for_two_only():
    assert "C TURN" == mover(after(position("10C 9H / 8D / 9S", "10S", rules="popular"), "10C"))


def test_rule_c8_an_ace_is_answered_by_an_ace(preset):
    state = after(position("AH 9H / AC 8D / 8C", "10H", rules=preset), "AH")

    assert "B BOUND" == mover(state)
    assert ["AC"] == listed(state)


def test_rule_c8_the_answer_binds_the_seat_after_it(preset):
    state = position("AH 9H / AC 8D / AD 8C", "10H", rules=preset)

    assert "C BOUND" == mover(after(state, "AH", "AC"))


def test_rule_c8_nothing_else_answers_and_drawing_is_no_way_out(preset):
    state = after(position("AH 9H / AC 8H QH / 8C", "10H", rules=preset), "AH")

    assert "ACE_BINDS (rule C8): card 8H, top AH" == verdict(state, "8H")
    assert "ACE_BINDS (rule C8): card QH, top AH" == verdict(state, "QH=S")
    assert "ACE_BINDS (rule C8): top AH, answer AC" == verdict(state, "draw")


def test_rule_c8_a_seat_without_an_ace_is_skipped_within_the_move(preset):
    before = position("AH 9H / 8H / 8C", "10H", rules=preset)
    state = after(before, "AH")

    assert "C TURN" == mover(state)
    assert held(before, "B") == held(state, "B")
    assert (before.ply + 1, before.turn + 1) == (state.ply, state.turn)
    assert "NOT_YOUR_TURN (rule C3): turn 3" == str(why_not(state, 1, Play(CARD_NAMED["8H"])))


def test_rule_c8_it_binds_only_the_next_seat(preset):
    state = after(position("AH 10C / 8H / 9H QD AS 8C", "10H", rules=preset), "AH")

    assert ["AS", "9H", "QD=S", "QD=H", "QD=D", "QD=C"] == listed(state)
    assert "NO_MATCH (rule C3): card 8C, top AH" == verdict(state, "8C")


def test_rule_c8_between_two_the_same_seat_moves_again(preset):
    before = position("AH 9H / 8H", "10H", rules=preset)
    state = after(before, "AH")

    assert "A TURN" == mover(state)
    assert ["9H"] == listed(state)
    assert before.turn + 1 == state.turn


def test_rule_c8_under_queen_on_ace_a_queen_answers_and_must():
    rules = "base queen_on_ace=true"
    state = after(position("AH 9H / QS 8H / 8C", "10H", rules=rules), "AH")

    assert "B BOUND" == mover(state)
    assert ["QS=S", "QS=H", "QS=D", "QS=C"] == listed(state)
    assert "ACE_BINDS (rule C8): top AH, answer QS" == verdict(state, "draw")
    assert "C TURN" == mover(after(state, "QS=D"))


@pytest.mark.parametrize("card", ["8D", "QH=S", "QD=C"])
def test_rule_c9_the_next_seat_plays_the_named_suit_or_a_queen(preset, card):
    state = position("QC 9H / 8D 8C QH QD / 9S", "10C", rules=preset)

    assert "legal" == verdict(state, "QC=D", card)


def test_rule_c9_the_suit_of_the_queen_counts_no_more(preset):
    state = position("QC 9H / 8D 8C QH / 9S", "10C", rules=preset)

    assert "NAMED_SUIT (rule C9): card 8C, suit D" == verdict(state, "QC=D", "8C")


@pytest.mark.parametrize("suit", "SHDC")
def test_rule_c9_any_of_the_four_suits_may_be_named(preset, suit):
    state = position("QC 9H / 8D 8C QH / 9S", "10C", rules=preset)

    assert "legal" == verdict(state, f"QC={suit}")


def test_rule_c9_a_queen_fits_on_any_card(preset):
    assert "legal" == verdict(position("QC 9H / 8D / 9S", "10D", rules=preset), "QC=S")


def test_rule_c9_a_suit_must_be_named_and_be_one(preset):
    state = position("QC 9H / 8D / 9S", "10C", rules=preset)

    assert "SUIT_MISSING (rule C9): card QC" == verdict(state, "QC")
    assert "SUIT_UNKNOWN (rule C9): card QC" == str(why_not(state, 0, Play(CARD_NAMED["QC"], Suit(4))))
    assert "SUIT_UNKNOWN (rule C9): card QC" == str(why_not(state, 0, Play(CARD_NAMED["QC"], Suit(-1))))


def test_rule_c9_nothing_but_a_queen_names_a_suit(preset):
    state = position("9C 9H / 8D / 9S", "10C", rules=preset)

    assert "SUIT_NOT_ASKED (rule C9): card 9C" == verdict(state, "9C=D")


def test_rule_c9_a_queen_that_ends_the_round_names_none(preset):
    state = position("QC / 8D / 9S", "10C", rules=preset)

    assert "SUIT_NOT_ASKED (rule C9): card QC" == verdict(state, "QC=D")
    assert "SUIT_NOT_ASKED (rule C9): card QC" == str(why_not(state, 0, Play(CARD_NAMED["QC"], Suit(7))))
    assert "A OVER" == mover(after(state, "QC"))
    assert None is after(state, "QC").suit


def test_rule_c9_the_suit_outlives_passes_and_renewals():
    before = position("QC 9H / 8C / -", "8S 9S JS JC JH 10C", rules="popular", rest="C")
    state = after(before, "QC=D", "draw")

    assert before.places.renewals + 1 == state.places.renewals
    assert "C TURN" == mover(state)
    assert DIAMONDS == state.suit


def test_rule_c9_the_next_card_ends_the_suit(preset):
    state = after(position("QC 9H / 8D 9D / 9S 8C", "10C", rules=preset), "QC=D", "8D")

    assert None is state.suit
    assert "legal" == verdict(state, "8C")
