"""The card game 101 in words: every kind of event."""

import pytest
from game101.v1 import card_pb2 as pb
from game101.v1.game_pb2 import GameEvent

from services.cluster import card_screen as screen

SEVEN_OF_SPADES, QUEEN_OF_HEARTS, ACE_OF_CLUBS, TEN_OF_DIAMONDS = 2, 16, 36, 23


def event(**kind: object) -> GameEvent:
    return GameEvent(card=pb.CardEvent(**kind))


@pytest.fixture
def board() -> screen.Board:
    return screen.board(event(dealt=pb.CardDealt(starter=3, hand_sizes=[5, 4, 4, 4], stock=19)))


def told(moved: GameEvent) -> str:
    return screen.told(screen.Board(1, (4, 4, 4, 4), 20), moved).phrase.plain


def test_the_deal_shows_the_hands_the_stock_and_who_starts(board):
    assert "hands of 5, 4, 4, 4 cards, 19 in the stock; Charlie starts" == screen.deal_line(board).plain


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (1, "6♠"),
        (SEVEN_OF_SPADES, "7♠"),
        (QUEEN_OF_HEARTS, "Q♥"),
        (TEN_OF_DIAMONDS, "10♦"),
        (ACE_OF_CLUBS, "A♣"),
    ],
)
def test_a_card_is_rank_and_suit(number, shown):
    assert shown == screen.card(number).plain


@pytest.mark.parametrize(
    ("played", "said"),
    [
        (pb.CardPlayed(seat=1, card=TEN_OF_DIAMONDS, reversed=True), "plays 10♦ (the direction turns)"),
        (pb.CardPlayed(seat=1, card=QUEEN_OF_HEARTS, suit=pb.CARD_SUIT_CLUBS), "plays Q♥ and names ♣"),
        (pb.CardPlayed(seat=1, card=ACE_OF_CLUBS, skipped=2), "plays A♣ (Bravo is skipped)"),
        (pb.CardPlayed(seat=1, card=SEVEN_OF_SPADES, pending=2), "plays 7♠ (2 to draw or to pass on)"),
        (
            pb.CardPlayed(seat=1, card=SEVEN_OF_SPADES, answered=True, pending=4),
            "plays 7♠ (passes the draw on, 4 to draw or to pass on)",
        ),
        (pb.CardPlayed(seat=1, card=1, passed=True), "plays 6♠ (cannot cover it)"),
        (
            pb.CardPlayed(
                seat=1, card=SEVEN_OF_SPADES, over=True, penalty=pb.CardDrawn(seat=2, amount=2, owed=2)
            ),
            "goes out with 7♠ (Bravo draws 2 of 2 owed)",
        ),
    ],
)
def test_a_card_is_told_with_what_it_does(played, said):
    assert said == told(event(played=played))


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        (pb.CardDrawn(seat=1, amount=3), "draws 3"),
        (pb.CardDrawn(seat=1, amount=2, owed=2, passed=True), "draws 2 of 2 owed and passes"),
        (pb.CardDrawn(seat=1, passed=True), "has nothing to draw and passes"),
        (pb.CardDrawn(seat=1, amount=1, renewal=1, renewed=9), "draws 1 (the pile becomes a stock of 9)"),
    ],
)
def test_a_draw_is_told_without_its_cards(drawn, said):
    assert said == told(event(drawn=drawn))


def test_the_table_counts_the_cards_of_everybody(board):
    moves = [
        event(drawn=pb.CardDrawn(seat=1, amount=2)),
        event(played=pb.CardPlayed(seat=1, card=QUEEN_OF_HEARTS, suit=pb.CARD_SUIT_CLUBS)),
    ]
    for move in moves:
        board = screen.follow(board, move)

    lines = [(row.head + row.body).plain for row in screen.table(board)]

    assert "top card Q♥ named ♣  stock 17" == lines[0]
    assert "Alpha    ▮▮▮▮▮▮ 6" == lines[1]


def test_the_penalty_of_the_last_card_goes_to_the_hand_that_it_hits(board):
    penalty = pb.CardDrawn(seat=2, amount=2, owed=2)
    played = pb.CardPlayed(seat=1, card=SEVEN_OF_SPADES, pending=2, over=True, penalty=penalty)

    after = screen.follow(board, event(played=played))

    assert ((4, 6, 4, 4), 17) == (after.hand_sizes, after.stock)


def test_the_ways_to_end_are_words():
    assert "with the queen of spades" == screen.ending(["QUEEN_OF_SPADES"])
    assert "nobody can move on" == screen.ending(["STALEMATE"])
