"""Numbers that a reader can check on paper."""

from engine.card import PRESETS, legal_moves
from engine.card.cards import ALL, CARDS, MATCHING, QUEEN, cards_of, rank_of, size, suit_of
from engine.card.legal import fitting_on
from engine.card.moves import DRAW, NAMING, PLAIN
from engine.card.score import value
from engine.card.words import CARD_NAMED, CARD_WORDS
from tests.engine.card.board import after, position
from tests.engine.card.random_play import deal

DECK = cards_of(ALL)


def test_nine_ranks_in_four_suits_make_36_cards():
    assert 9 * 4 == CARDS == len(DECK) == len({(rank_of(card), suit_of(card)) for card in DECK})


def test_the_numbering_goes_by_suit_then_by_rank():
    assert "6S 7S 8S 9S 10S JS QS KS AS 6H" == " ".join(CARD_WORDS[:10])
    assert [0, 9, 18, 27] == [CARD_NAMED[word] for word in ("6S", "6H", "6D", "6C")]
    assert 35 == CARD_NAMED["AC"]


def test_a_card_matches_nine_of_its_suit_and_three_more_of_its_rank():
    assert [9 + 3] * 36 == [size(matching) for matching in MATCHING]


def test_on_a_card_fit_twelve_and_the_queens_of_other_suits():
    assert 12 + 3 == size(fitting_on(CARD_NAMED["8D"]))
    assert 12 == size(fitting_on(CARD_NAMED["QD"]))


def test_36_plays_16_named_suits_and_a_draw_make_53_moves():
    plays = {PLAIN[card] for card in DECK}
    named = {move for card in DECK if rank_of(card) == QUEEN for move in NAMING[card]}

    assert 36 + 4 * 4 + 1 == 53 == len({*plays, *named, DRAW})


def test_a_hand_of_four_queens_has_sixteen_leads():
    assert 16 == len(legal_moves(position("QS QH QD QC / 7S 7H 7D 7C")))


def test_the_whole_deck_counts_240_and_without_nines_204():
    base, popular = PRESETS["base"], PRESETS["popular"]

    assert 4 * (6 + 7 + 8 + 9 + 10 + 2 + 3 + 4 + 11) == 240 == sum(value(base, card) for card in DECK)
    assert 240 - 4 * 9 == 204 == sum(value(popular, card) for card in DECK)


def test_the_longest_chain_asks_for_four_times_two_to_the_eighth():
    state = position("KS 7H 7D 8S / 6S 6H 7C 8C / 7S 6D 6C 8D", "9S")
    state = after(state, "KS", "6S", "7S", "7H", "6H", "6D", "7D", "7C", "6C")

    assert 4 * 2**8 == 1024 == state.pending


def test_a_deal_leaves_what_it_does_not_give_out():
    base = [len(deal(1, PRESETS["base"], players).stock) for players in range(2, 7)]
    five = [len(deal(1, PRESETS["five"], players).stock) for players in range(2, 6)]

    assert [28, 24, 20, 16, 12] == base
    assert [26, 21, 16, 11] == five
