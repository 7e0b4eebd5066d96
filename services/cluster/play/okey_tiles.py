"""Tiles as they are typed, and tiles in lines."""

from collections.abc import Sequence
from typing import Final

from game101.v1 import okey_pb2 as pb
from game101.v1.okey_draft_pb2 import OkeyDraft
from rich.text import Text

from services.cluster import okey_screen as screen
from services.cluster.play.hand import Unclear
from services.cluster.screen import joined

PAIR: Final = 2
_COLOURS: Final = "RYBK"
_NUMBERS: Final = 13
_FALSE: Final = 53
"""What stands on the two tiles after the numbered ones."""


def named(words: Sequence[str], hand: list[int], okey_face: int) -> list[tuple[int, int]]:
    """Returns the tiles that words name, each with the face that an OKEY stands for, or 0.

    ``R5`` is a tile of that print, ``f`` a FALSE, ``o`` an OKEY and ``o=R6`` an OKEY that stands for red 6.
    A tile is read as it is shown, too: ``FALSE(R7)``, ``OKEY``, ``OKEY(R6)``.

    Raises:
        Unclear: A word names no tile, or one that is not in the hand (as often).
    """
    left, found = list(hand), []
    for word in words:
        name, _, meaning = word.removesuffix(")").replace("(", "=").partition("=")
        kind = {"o": okey_face, "okey": okey_face, "f": _FALSE, "false": _FALSE}.get(name) or _kind(name)
        held = next((tile for tile in left if (tile + 1) // 2 == kind), None)
        if held is None:
            raise Unclear("there is no {word} on the rack", word=name.upper())
        left.remove(held)
        found.append((held, 0 if kind == _FALSE else _meaning(meaning)))
    return found


def unplaced(hand: Sequence[int], draft: OkeyDraft) -> list[int]:
    """Returns the tiles of a hand that a draft has not placed: of two alike, one may still be free."""
    placed = {each.tile for each in draft.placements}
    return [tile for tile in hand if tile not in placed]


def all_held(hand: Sequence[int], draft: OkeyDraft) -> bool:
    """Tells whether every tile that a draft has placed is still in the hand."""
    return {each.tile for each in draft.placements}.issubset(hand)


def layout(board: screen.Board, layout: pb.OkeyLayout) -> Text:
    """Returns the tiles of a meld that is not on the table yet."""
    faces = {each.tile: each.face for each in layout.okeys}
    return joined([standing(board, tile, faces.get(tile, 0)) for tile in layout.tiles])


def standing(board: screen.Board, tile: int, face: int) -> Text:
    """Returns a tile with the face that it is to stand for, where it is an OKEY that has been given one."""
    shown = screen.tile(board, tile)
    return shown + Text(f"({screen.face(face).plain})", shown.style) if face else shown


def placed(board: screen.Board, draft: OkeyDraft, meld: int) -> Text:
    """Returns the tiles that a draft has in one of its melds, as they were placed."""
    there = [each for each in draft.placements if each.meld == meld]
    okeys = [pb.OkeyMeaning(tile=each.tile, face=each.face) for each in there if each.face]
    return layout(board, pb.OkeyLayout(tiles=[each.tile for each in there], okeys=okeys))


def flowing(parts: Sequence[Text], gap: str, width: int) -> list[Text]:
    """Returns parts in as few lines of at most a width as they need; no part is broken."""
    lines: list[Text] = []
    for part in parts:
        if lines and len(lines[-1]) + len(gap) + len(part) <= width:
            lines[-1] = joined([lines[-1], part], gap)
        else:
            lines.append(part)
    return lines


def _meaning(word: str) -> int:
    """Returns the face that an OKEY is given, or 0 where it is left open, as by ``OKEY(13)`` in a group."""
    return 0 if not word or word.isdecimal() else _kind(word)


def _kind(word: str) -> int:
    colour, number = word[:1].upper(), word[1:]
    if not colour or colour not in _COLOURS or not number.isdecimal() or not 1 <= int(number) <= _NUMBERS:
        raise Unclear("{word} is no tile; write R5, f or o", word=word)
    return _COLOURS.index(colour) * _NUMBERS + int(number)
