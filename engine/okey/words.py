"""The words of the notation: tiles, seats, and a cursor that knows where in the text it is.

Every word remembers its place, so that a complaint can point at it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.okey.melds import Placed
from engine.okey.moves import Layout
from engine.okey.tiles import (
    FALSE,
    Face,
    Kind,
    Tile,
    colour_of,
    face,
    is_open,
    kind_of,
    number_of,
    open_face,
    tile_of,
)
from engine.refusal import BadText

SEAT_LETTERS: Final = "ABCD"
COLOUR_LETTERS: Final = "RYBK"
NOTHING: Final = "-"
"""An empty meld, hand or pile, so that no part of a text is silent."""

_NUMBER: Final = r"(?:1[0-3]|[1-9])"
_TILE: Final = re.compile(
    rf"(?:(?P<colour>[RYBK])(?P<number>{_NUMBER})|F)(?P<mark>'?)"
    rf"(?:\((?P<wild_colour>[RYBK]?)(?P<wild_number>{_NUMBER})\))?"
)
_WORDS: Final = re.compile(r"[|/:]|[^\s|/:]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, and where it stands."""

    text: str
    """Empty at the end of the source."""
    at: int
    """Characters before it in the source."""
    source: str

    def bad(self, problem: str) -> BadText:
        """Returns the complaint that points at this word."""
        return BadText(self.source, self.at, problem)

    @property
    def is_mark(self) -> bool:
        """Tells whether this is punctuation, or the end."""
        return self.text in {"", "|", "/", ":"}


class Cursor:
    """The words of a text, read from left to right."""

    def __init__(self, source: str) -> None:
        """Stands before the first word."""
        self._words = [Word(found.group(), found.start(), source) for found in _WORDS.finditer(source)]
        self._words.append(Word("", len(source), source))
        self._at = 0

    def peek(self) -> Word:
        """Returns the next word and stays before it."""
        return self._words[self._at]

    def take(self) -> Word:
        """Returns the next word and steps over it; stays at the end."""
        word = self._words[self._at]
        self._at = min(self._at + 1, len(self._words) - 1)
        return word

    def accept(self, text: str) -> bool:
        """Steps over the next word if it is this one, and tells whether it was."""
        if self.peek().text != text:
            return False
        self.take()
        return True

    def expect(self, text: str) -> None:
        """Steps over the next word, which must be this one.

        Raises:
            BadText: It is another.
        """
        if not self.accept(text):
            raise self.peek().bad(f"not {text!r}")

    def expect_end(self) -> None:
        """Checks that nothing follows.

        Raises:
            BadText: Something does.
        """
        if self.peek().text:
            raise self.peek().bad("nothing may follow here")

    def plain_words(self) -> Iterator[Word]:
        """Yields the words up to the next punctuation or the end."""
        while not self.peek().is_mark:
            yield self.take()


def write_tile(tile: Tile) -> str:
    """Returns a tile as text: ``R5``, ``R5'`` for its second copy, ``F`` and ``F'`` for a FALSE."""
    kind = kind_of(tile)
    print_ = "F" if kind == FALSE else write_face(Face(kind))
    return print_ + ("'" if tile != tile_of(kind, 0) else "")


def write_face(face: Face) -> str:
    """Returns a face as text: ``R5``, or ``5`` where the colour is left open."""
    colour = "" if is_open(face) else COLOUR_LETTERS[colour_of(face)]
    return f"{colour}{number_of(face)}"


def write_placed(placed: Placed) -> str:
    """Returns a tile with what it stands for, where that is said: ``R7(B9)``, ``R7(9)``."""
    meaning = "" if placed.stands_for is None else f"({write_face(placed.stands_for)})"
    return write_tile(placed.tile) + meaning


def write_layout(layout: Layout) -> str:
    """Returns the tiles of a meld, in the order in which they are laid."""
    return " ".join(map(write_placed, layout)) or NOTHING


def write_tiles(tiles: Sequence[Tile]) -> str:
    """Returns tiles in their order."""
    return " ".join(map(write_tile, tiles)) or NOTHING


def read_placed(word: Word) -> Placed:
    """Returns the tile that a word names, and what it stands for where that is said.

    Raises:
        BadText: The word is no tile.
    """
    found = _TILE.fullmatch(word.text)
    if found is None:
        raise word.bad("no tile")
    colour, number, mark, wild_colour, wild_number = found.groups()
    kind = FALSE if number is None else Kind(face(COLOUR_LETTERS.index(colour), int(number)))
    tile = tile_of(kind, len(mark))
    if wild_number is None:
        return Placed(tile)
    if not wild_colour:
        return Placed(tile, open_face(int(wild_number)))
    return Placed(tile, face(COLOUR_LETTERS.index(wild_colour), int(wild_number)))


def read_bare(word: Word) -> Tile:
    """Returns the tile that a word names where no meaning may stand.

    Raises:
        BadText: The word is no tile, or says what the tile stands for.
    """
    placed = read_placed(word)
    if placed.stands_for is not None:
        raise word.bad("only a tile of a meld stands for another")
    return placed.tile


def is_marked(word: Word) -> bool:
    """Tells whether a tile's word names the second copy."""
    return "'" in word.text


def read_layout(cursor: Cursor) -> Layout:
    """Returns the tiles up to the next punctuation or the end.

    Raises:
        BadText: There is no word, or one is no tile.
    """
    if cursor.peek().is_mark:
        raise cursor.peek().bad("a tile is missing")
    if cursor.accept(NOTHING):
        return ()
    return tuple(map(read_placed, cursor.plain_words()))


def read_number(word: Word, least: int = 0) -> int:
    """Returns the whole number that a word names.

    Raises:
        BadText: It is no number of at most six digits, or below ``least``.
    """
    if not re.fullmatch(r"-?[0-9]{1,6}", word.text, re.ASCII):
        raise word.bad("no number")
    if int(word.text) < least:
        raise word.bad(f"below {least}")
    return int(word.text)


def read_seat(word: Word) -> int:
    """Returns the seat, from 0, that a letter names.

    Raises:
        BadText: It is none of A to D.
    """
    if len(word.text) != 1 or word.text not in SEAT_LETTERS:
        raise word.bad("no seat: A, B, C or D")
    return SEAT_LETTERS.index(word.text)
