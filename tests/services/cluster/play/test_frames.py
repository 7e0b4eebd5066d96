"""Frames of tables of 101 Okey that are as full as can be, in every language."""

import contextlib
import io
import random

import pytest
from game101.v1 import okey_pb2 as pb
from game101.v1.game_pb2 import GameDraft, GameDraftCheck, GameMove, GameView
from game101.v1.okey_draft_pb2 import DraftPlacement, MeldCheck, OkeyDraft, OpeningCheck
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.text import Text

from engine.okey.reasons import OkeyReason
from engine.okey.tiles import TILES
from services.client import Client
from services.cluster.play import okey_hand, pages, words
from services.cluster.play.seat import Seat
from services.cluster.play.terminal import HEIGHT, WIDTH, Terminal

INDICATOR, OKEY_FACE = 23, 13
HAND = 22
LOG = [Text(f"Charlie {number} " + "R13 OKEY(R12) " * 8) for number in range(40)]
HINTS = 3


def in_melds(tiles, size):
    """Returns tiles by the size of a meld; what is left over is in none."""
    return [tiles[at : at + size] for at in range(0, len(tiles) - size + 1, size)]


def meld(tiles):
    faces = [OKEY_FACE if tile > 104 else (tile + 1) // 2 for tile in tiles]
    return pb.OkeyMeld(tiles=tiles, faces=faces)


def table_of(tiles, size):
    """Returns a view with tiles in the hand and all others on the table."""
    opened = pb.OkeySeatView(
        hand_size=HAND, discards=tiles[-8:], opening=pb.OkeyOpening(count=147), penalties=404
    )
    melds = [meld(each) for each in in_melds(tiles[HAND:], size)]
    here = pb.OkeyView(hand=tiles[:HAND], seats=[opened] * 4, melds=melds, seat=1, stock=20)
    here.indicator, here.okey_face = INDICATOR, OKEY_FACE
    return GameView(okey=here)


def seat_of(view, size, reason):
    """Returns a seat whose draft takes its whole hand; every second meld of it is none yet."""
    composed = in_melds(list(view.okey.hand), size)
    melds = [
        MeldCheck(reason="TOO_SHORT") if number % 2 else MeldCheck(meld=meld(each), value=39)
        for number, each in enumerate(composed)
    ]
    placed = [
        DraftPlacement(tile=tile, meld=number) for number, each in enumerate(composed, 1) for tile in each
    ]
    sums = {"total": 101, "floor": 101, "missing": 101, "counted": "30 x 3 + 11"}
    check = GameDraftCheck(okey=OpeningCheck(melds=melds, reason=reason, **sums))
    draft = GameDraft(okey=OkeyDraft(placements=placed))
    return Seat(Client(), "", 1, "", view=view, draft=draft, check=check)


def drawn(frame):
    """Returns what a plain terminal of 80 by 24 shows of a frame, but for the prompt."""
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        Terminal(plain=True).draw(frame)
    return shown.getvalue().splitlines()[:-1]


@pytest.mark.parametrize("language", words.LANGUAGES)
@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5), st.sampled_from(list(OkeyReason)))
def test_a_full_table_leaves_room_for_rack_draft_and_hints(language, seed, size, reason):
    words.use(language)
    tiles = random.Random(seed).sample(range(1, TILES + 1), TILES)
    view = table_of(tiles, size)
    rack = okey_hand.holds(view, None, WIDTH)
    draft = okey_hand.draft(seat_of(view, size, str(reason)), WIDTH)
    discard = GameMove(okey=pb.OkeyMove(discard=pb.Discard(tile=tiles[0])))
    hints = [pages.hint(each, okey_hand.move(view, discard), []) for each in range(1, HINTS + 1)]
    below = [*rack, *draft, *hints]
    frame = pages.frame(okey_hand.status(view), okey_hand.table(view, WIDTH), LOG, below, WIDTH, HEIGHT - 1)
    lines = drawn(frame)
    words.use("en")

    assert len(lines) < HEIGHT
    assert [] == [line for line in lines if len(line) > WIDTH]
    assert [line.plain.rstrip() for line in below] == lines[-len(below) :]
