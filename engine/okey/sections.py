"""A position's text as sections of words, and the physical tile behind each word.

A tile lies in one place only. So where a position names one print twice without a mark, it means both
copies, in the order of the text; marked words come first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.okey.moves import Layout
from engine.okey.tiles import Tile, twin_of
from engine.okey.words import (
    NOTHING,
    SEAT_LETTERS,
    Cursor,
    Word,
    is_marked,
    read_bare,
    read_placed,
    read_seat,
)

GAME: Final = "okey"
"""The first word of every position."""
SEATED: Final = ("table", "discards", "open", "penalties", "known")
"""The sections that have an entry a seat, or several."""
PLACES: Final = ("ind", *SEAT_LETTERS, "table", "discards", "stock")
"""The sections in which tiles lie; each tile is in one of them."""
KEYS: Final = ("rules", "turn", "taken", "layoffs", "ply", "dealt", *PLACES, *SEATED)
_REST: Final = re.compile(r"\.\.\.([0-9]{0,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Heap:
    """Tiles of a hand or of the stock, of which a text may name only the first."""

    tiles: tuple[Tile, ...] = ()
    more: int | None = None
    """How many unnamed tiles follow; ``None``: as many as usual."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The words between two marks."""

    start: Word
    """Where it begins, be it empty."""
    seat: int
    """The seat that it speaks of, in a section that has entries by seat; else 0."""
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Sections:
    """What a text says, by section."""

    end: Word
    """The end of the text, for what is missing."""
    entries: Mapping[str, tuple[Entry, ...]]
    copies: Mapping[int, Tile]
    """The physical tile that the word at a place of the text names."""

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def words(self, key: str) -> tuple[Word, ...]:
        """Returns the words of a section that has no entries by seat; none where it is left out."""
        return self.entries[key][0].words if key in self.entries else ()

    def word(self, key: str) -> Word | None:
        """Returns the only word of a section, or ``None`` where it is left out.

        Raises:
            BadText: It has another number of words.
        """
        if key not in self.entries:
            return None
        entry = self.entries[key][0]
        if len(entry.words) != 1:
            raise (entry.words[1] if entry.words else entry.start).bad(f"{key} has one word")
        return entry.words[0]

    def by_seat(self, key: str) -> dict[int, Entry]:
        """Returns the entries of a section in which each seat has at most one.

        Raises:
            BadText: A seat has two.
        """
        found: dict[int, Entry] = {}
        for entry in self.entries.get(key, ()):
            if entry.seat in found:
                raise entry.start.bad("this seat has an entry already")
            found[entry.seat] = entry
        return found

    def heap(self, key: str) -> Heap:
        """Returns the tiles of a hand or of the stock; a section left out is all unnamed."""
        if key not in self.entries:
            return Heap()
        words = self.words(key)
        rest = _REST.fullmatch(words[-1].text) if words else None
        if rest is None:
            return Heap(self.tiles(words), 0)
        return Heap(self.tiles(words[:-1]), int(rest[1]) if rest[1] else None)

    def tiles(self, words: Sequence[Word]) -> tuple[Tile, ...]:
        """Returns the tiles that lie where some words name them.

        Raises:
            BadText: A word says what its tile stands for, which only a tile of a meld does.
        """
        return tuple(map(self.tile, _tile_words(words)))

    def tile(self, word: Word) -> Tile:
        """Returns the tile that lies where a word names it; raises as ``tiles`` does."""
        read_bare(word)
        return self.copies[word.at]

    def layout(self, words: Sequence[Word]) -> Layout:
        """Returns the tiles of a meld, with what they stand for."""
        placed = [read_placed(word)._replace(tile=self.copies[word.at]) for word in _tile_words(words)]
        return tuple(placed)


def split(text: str) -> Sections:
    """Returns the sections of a text.

    Raises:
        BadText: It does not begin with the game's name, a section is unknown or stands twice, a word
            that should name a tile does not, or one tile is named in two places.
    """
    cursor = Cursor(text)
    cursor.expect(GAME)
    entries: dict[str, tuple[Entry, ...]] = {}
    while cursor.accept("|"):
        key = cursor.take()
        if key.text not in KEYS:
            raise key.bad(f"no section: {', '.join(dict.fromkeys(KEYS))}")
        if key.text in entries:
            raise key.bad("this section stands twice")
        cursor.accept(":")
        entries[key.text] = tuple(_entries(cursor, seated=key.text in SEATED))
    cursor.expect_end()
    return Sections(cursor.peek(), entries, _copies(_lying(entries)))


def _entries(cursor: Cursor, seated: bool) -> Iterator[Entry]:
    while True:
        start = cursor.peek()
        seat = 0
        if seated:
            seat = read_seat(cursor.take())
            cursor.accept(":")
        yield Entry(start, seat, tuple(cursor.plain_words()))
        if not seated or not cursor.accept("/"):
            return


def _tile_words(words: Sequence[Word]) -> Sequence[Word]:
    """Returns the words without the one that says that there is nothing."""
    return () if len(words) == 1 and words[0].text == NOTHING else words


def _lying(entries: Mapping[str, tuple[Entry, ...]]) -> list[Word]:
    """Returns the words that name where a tile lies, in the order of the text."""
    found: list[Word] = []
    for key in PLACES:
        for entry in entries.get(key, ()):
            words = _tile_words(entry.words)
            may_end = key in SEAT_LETTERS or key == "stock"
            if may_end and words and _REST.fullmatch(words[-1].text):
                words = words[:-1]
            found.extend(words)
    return sorted(found, key=lambda word: word.at)


def _copies(words: Iterable[Word]) -> dict[int, Tile]:
    words = list(words)
    copies: dict[int, Tile] = {}
    used: set[Tile] = set()
    for word in (*filter(is_marked, words), *(each for each in words if not is_marked(each))):
        tile = read_placed(word).tile
        if tile in used and not is_marked(word):
            tile = twin_of(tile)
        if tile in used:
            raise word.bad("this tile lies elsewhere already")
        used.add(tile)
        copies[word.at] = tile
    return copies
