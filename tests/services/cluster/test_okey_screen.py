"""101 Okey in words: every kind of event."""

import pytest
from game101.v1 import okey_pb2 as pb
from game101.v1.game_pb2 import GameEvent

from services.cluster import okey_screen as screen

R6, R7, R7_TWIN, B5, K5, FALSE = 11, 13, 14, 61, 87, 105
FACE_R7, FACE_Y5, FACE_B5, FACE_K5, OPEN_5 = 7, 18, 31, 44, 57


def event(**kind: object) -> GameEvent:
    return GameEvent(okey=pb.OkeyEvent(**kind))


@pytest.fixture
def board() -> screen.Board:
    """A hand with the indicator R6, so that the R7s are OKEYs."""
    return screen.board(event(dealt=pb.OkeyDealt(starter=2, indicator=R6, okey_face=FACE_R7)))


def group(owner: int = 1) -> pb.OkeyMeld:
    """Three fives, the yellow one an OKEY."""
    faces = [FACE_Y5, FACE_B5, FACE_K5]
    return pb.OkeyMeld(shape=pb.MELD_SHAPE_GROUP, tiles=[R7, B5, K5], faces=faces, owner=owner)


def told(board: screen.Board, moved: GameEvent) -> str:
    return screen.told(screen.follow(board, moved), moved).phrase.plain


def test_the_deal_shows_indicator_and_okey_and_who_starts(board):
    assert "indicator R6   okey R7   Bravo starts with 22 tiles" == screen.deal_line(board).plain


def test_a_drawn_tile_stays_hidden(board):
    assert "draws" == told(board, event(drew=pb.OkeyDrew(seat=1, stock=19)))


@pytest.mark.parametrize(("tile", "shown"), [(B5, "B5"), (R7, "OKEY"), (R7_TWIN, "OKEY"), (FALSE, "FALSE")])
def test_a_taken_tile_is_shown_as_what_it_is(board, tile, shown):
    assert f"takes {shown}" == told(board, event(took=pb.OkeyTook(seat=1, tile=tile)))


def test_a_tile_may_be_put_back(board):
    assert "puts B5 back" == told(board, event(returned=pb.OkeyReturned(seat=1, tile=B5)))


def test_an_opening_tells_its_points_and_what_each_okey_stands_for(board):
    opening = event(laid=pb.OkeyLaid(seat=1, opening=True, melds=[group()]))

    said = screen.told(screen.follow(board, opening), opening)

    assert "opens with 15 points" == said.phrase.plain
    assert ["OKEY(Y5) B5 K5 15"] == [line.plain for line in said.below]


def test_an_opening_with_pairs_tells_how_many(board):
    pair = pb.OkeyMeld(shape=pb.MELD_SHAPE_PAIR, tiles=[FALSE, R7], faces=[FACE_R7, FACE_R7], owner=3)
    opening = event(laid=pb.OkeyLaid(seat=3, opening=True, melds=[pair] * 5))

    said = screen.told(screen.follow(board, opening), opening)

    assert "opens with 5 pairs" == said.phrase.plain
    assert "FALSE(R7) OKEY(R7) 14" == said.below[0].plain


def test_an_okey_whose_colour_is_open_stands_for_a_number(board):
    meld = pb.OkeyMeld(shape=pb.MELD_SHAPE_GROUP, tiles=[R7, B5, K5], faces=[OPEN_5, FACE_B5, FACE_K5])

    assert "OKEY(5) B5 K5" == screen.meld(board, meld).plain
    assert 15 == screen.value(meld)


def test_a_tile_laid_off_is_told_with_the_meld_as_it_is_now(board):
    laid_off = pb.OkeyLaidOff(seat=2, meld=1, tile=B5, after=group())

    assert "lays off B5 on OKEY(Y5) B5 K5" == told(with_group(board), event(laid_off=laid_off))


def test_a_claim_tells_the_tile_that_takes_the_place(board):
    claimed = pb.OkeyClaimed(seat=2, meld=1, tile=B5, okey=R7, after=group())

    assert "takes the OKEY for B5 in OKEY(Y5) B5 K5" == told(with_group(board), event(claimed=claimed))


@pytest.mark.parametrize(
    ("discarded", "said"),
    [
        (pb.OkeyDiscarded(seat=1, tile=B5), "discards B5"),
        (pb.OkeyDiscarded(seat=1, tile=R7, penalty=101), "discards OKEY +101"),
        (pb.OkeyDiscarded(seat=1, tile=B5, ended=True), "discards B5"),
        (
            pb.OkeyDiscarded(seat=1, tile=R7, ended=True, finished=True, on_indicator=True),
            "finishes with OKEY on the indicator",
        ),
    ],
)
def test_a_discard_tells_what_it_costs_and_whether_it_finishes(board, discarded, said):
    assert said == told(board, event(discarded=discarded))


def test_the_table_shows_openings_penalties_melds_and_stock(board):
    moves = [
        event(drew=pb.OkeyDrew(seat=2, stock=19)),
        event(laid=pb.OkeyLaid(seat=2, opening=True, melds=[group(owner=2)])),
        event(discarded=pb.OkeyDiscarded(seat=2, tile=R7_TWIN, penalty=101)),
    ]
    for move in moves:
        board = screen.follow(board, move)

    lines = [(row.head + row.body).plain.split() for row in screen.table(board)]

    assert ["stock", "19"] == lines[0]
    assert ["Alpha", "not", "open"] == lines[1]
    assert ["Bravo", "15", "points", "+101", "OKEY(Y5)", "B5", "K5"] == lines[2]


def test_the_ways_to_end_are_words():
    assert "with an OKEY, with pairs" == screen.ending(["OKEY", "PAIRS"])
    assert "the stock has run out" == screen.ending(["STOCK_OUT"])


def with_group(board: screen.Board) -> screen.Board:
    return screen.follow(board, event(laid=pb.OkeyLaid(seat=1, opening=True, melds=[group()])))
