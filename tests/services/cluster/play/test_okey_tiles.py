"""Tiles as they are typed."""

import pytest
from game101.v1 import okey_pb2 as pb
from game101.v1.okey_draft_pb2 import DraftPlacement, OkeyDraft

from services.cluster.okey_screen import Board
from services.cluster.play import okey_tiles as tiles
from services.cluster.play.hand import Unclear

RED_5, OTHER_RED_5, RED_6, RED_13 = 9, 10, 11, 25
OKEY_FACE = 13


def placing(*placed):
    return OkeyDraft(placements=[DraftPlacement(tile=tile, meld=1) for tile in placed])


def test_a_word_names_the_tile_that_the_draft_has_left():
    free = tiles.unplaced([RED_5, OTHER_RED_5, RED_6], placing(RED_5))

    assert [(OTHER_RED_5, 0), (RED_6, 0)] == tiles.named(["r5", "r6"], free, OKEY_FACE)


def test_a_word_names_no_tile_twice():
    with pytest.raises(Unclear):
        tiles.named(["r5", "r5"], tiles.unplaced([RED_5, OTHER_RED_5], placing(RED_5)), OKEY_FACE)


def test_an_okey_is_named_with_its_meaning():
    assert [(RED_13, 6)] == tiles.named(["o=r6"], [RED_13], OKEY_FACE)


def test_a_draft_whose_tiles_have_been_laid_is_no_longer_held():
    assert tiles.all_held([RED_5, RED_6], placing(RED_5))
    assert not tiles.all_held([RED_6], placing(RED_5))


def test_an_okey_is_shown_with_what_it_is_to_stand_for():
    board = Board(RED_13 - 2, OKEY_FACE, 1)
    layout = pb.OkeyLayout(tiles=[RED_13, RED_5], okeys=[pb.OkeyMeaning(tile=RED_13, face=6)])

    assert "OKEY(R6) R5" == tiles.layout(board, layout).plain
    assert "OKEY" == tiles.standing(board, RED_13, 0).plain


@pytest.mark.parametrize("tile", range(1, 107))
@pytest.mark.parametrize("meaning", [0, 6, OKEY_FACE, 60])
def test_a_tile_is_named_as_it_is_shown(tile, meaning):
    shown = tiles.standing(Board(RED_13 - 2, OKEY_FACE, 1), tile, meaning).plain.lower()
    meant = 0 if tile > 104 or meaning > 52 else meaning

    assert [(tile, meant)] == tiles.named([shown], [tile], OKEY_FACE)
