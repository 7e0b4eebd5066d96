"""The best runs and groups of a hand: exact, and the same one each time among equals.

``arrangement`` says which of two equal ones is better. Where runs of two colours could use an OKEY
equally well, the first colour has it. An OKEY that must be used and helps nowhere takes the place of the
last tile written, which stays in the hand.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, Final

from engine.okey.aims import OKEY, SERIES, SERIES_FREELY, TILES, TOTAL, total_of
from engine.okey.arrangement import Arrangement, Faces, meaning, rank, written
from engine.okey.kernels import Kernel, load
from engine.okey.melds import LARGEST_GROUP, SHORTEST_SERIES, Placed
from engine.okey.tiles import (
    COLOURS,
    NUMBERS,
    Face,
    Hand,
    Tile,
    add,
    colour_of,
    face,
    holds,
    is_okey,
    number_of,
    only,
    own_face,
    remove,
    size,
    tiles_of,
    twin_of,
)

KERNEL: Final[Kernel] = load()
"""The kernel that runs; its ``compiled`` is for a log line and a metric."""
_CODE: Final[Any] = KERNEL.code
_NO_TILE: Final = -1


def series_total(hand: Hand, okey: Face, keep: int = 1) -> int:
    """Returns the total of ``best_series``, without the work of laying its melds."""
    total = total_of(_CODE.best_score(hand, okey, SERIES))
    if keep == 0 or not _covers(hand, okey, size(hand) - keep + 1):
        return total  # No melds use more tiles than they may.
    return best_series(hand, okey, None, keep).total


def best_series(hand: Hand, okey: Face, must_use: Tile | None = None, keep: int = 1) -> Arrangement:
    """Returns the runs and groups with the highest total. Rules A5.1, A5.2 and A6.2.

    Args:
        hand: The tiles held.
        okey: The face that is wild.
        must_use: A tile that must be in the melds, it or its twin. Rule A4.1.
        keep: How many tiles must stay at least: 1 for an opening (rule A3.5), 0 to sort a hand.

    Returns:
        No melds and a total of 0 when nothing can be laid under these conditions.
    """
    if must_use is not None and not holds(hand, must_use):
        must_use = twin_of(must_use)
        if not holds(hand, must_use):
            return Arrangement((), hand, 0)
    best = _laid(hand, okey, _CODE.best_melds(hand, okey, SERIES), must_use)
    if must_use is not None and holds(best.left, must_use):
        best = _with_okey(hand, okey, must_use) if is_okey(must_use, okey) else _with(hand, okey, must_use)
    return best if size(best.left) >= keep else _keeping(hand, okey, must_use, keep)


def _laid(hand: Hand, okey: Face, melds: list[Faces], first: Tile | None = None) -> Arrangement:
    """Returns the arrangement that lays some melds, a tile before its twin."""
    layouts, left, total = _CODE.lay(hand, okey, melds, _NO_TILE if first is None else first)
    return Arrangement(layouts, left, total)


def _with(hand: Hand, okey: Face, tile: Tile) -> Arrangement:
    """Returns the best arrangement that uses a natural tile: some meld of it, and the best of the rest."""
    best = 0
    found: list[list[Faces]] = []
    for meld, gaps in _melds_with(hand, okey, own_face(tile, okey)):
        _, rest, _ = _CODE.lay(hand, okey, [meld], tile)
        score = TOTAL * sum(number_of(each) for each in meld) - OKEY * gaps - 1
        score += _CODE.best_score(rest, okey, SERIES)
        if score >= best:
            melds = sorted([meld, *_CODE.best_melds(rest, okey, SERIES)], key=written)
            found = [*found, melds] if score == best else [melds]
            best = score
    melds = min(found, key=lambda melds: [written(each) for each in melds], default=[])
    return _laid(hand, okey, melds, tile)


def _melds_with(hand: Hand, okey: Face, meant: Face) -> Iterator[tuple[Faces, int]]:
    """Yields each meld with a face that the hand can lay, and how many OKEYs it needs."""
    held = {own_face(tile, okey) for tile in tiles_of(hand) if not is_okey(tile, okey)}
    okeys = sum(is_okey(tile, okey) for tile in tiles_of(hand))
    for meld in (*_groups_with(meant), *_runs_with(meant)):
        gaps = sum(each not in held for each in meld)
        if gaps <= okeys:
            yield meld, gaps


def _groups_with(meant: Face) -> Iterator[Faces]:
    colours = [face(colour, number_of(meant)) for colour in range(COLOURS)]
    for count in (SHORTEST_SERIES, LARGEST_GROUP):
        yield from (group for group in combinations(colours, count) if meant in group)


def _runs_with(meant: Face) -> Iterator[Faces]:
    number, lowest = number_of(meant), face(colour_of(meant), 1)
    for low in range(1, number + 1):
        for high in range(max(number, low + SHORTEST_SERIES - 1), NUMBERS + 1):
            yield tuple(Face(each) for each in range(lowest + low - 1, lowest + high))


def _with_okey(hand: Hand, okey: Face, tile: Tile) -> Arrangement:
    """Returns the best arrangement that uses an OKEY, where the highest total needs none."""
    alone = remove(hand, only(twin_of(tile)))
    best = _laid(alone, okey, _CODE.best_melds(alone, okey, SERIES_FREELY))
    left = Hand(best.left | hand & ~alone)
    if not best.melds or not holds(left, tile):
        return Arrangement(best.melds, left, best.total)
    *others, last = best.melds
    *tiles, replaced = last
    tiles.append(Placed(tile, meaning(replaced, okey)))
    return Arrangement((*others, tuple(tiles)), add(remove(left, only(tile)), replaced.tile), best.total)


def _keeping(hand: Hand, okey: Face, must_use: Tile | None, keep: int) -> Arrangement:
    """Returns the best arrangement when the best of all keeps too few tiles: one stays, the rest is laid."""
    found = []
    for tile in one_of_each_print(hand):
        best = best_series(remove(hand, only(tile)), okey, must_use, keep - 1)
        found.append(Arrangement(best.melds, add(best.left, tile), best.total))
    return min(found, key=lambda each: rank(each, okey), default=Arrangement((), hand, 0))


def one_of_each_print(hand: Hand) -> Iterable[Tile]:
    """Returns the tiles of a hand, of two of one print only the lower."""
    return (tile for tile in tiles_of(hand) if tile < twin_of(tile) or not holds(hand, twin_of(tile)))


def whole_hand(hand: Hand, okey: Face, must_use: Tile | None = None) -> Arrangement | None:
    """Returns runs and groups of all tiles but one, which is left to finish with. Rule A6.6.

    An OKEY is left where that is possible, for it doubles (rule A10.2); else what makes the fewest melds.
    ``must_use`` is as in ``best_series``. Returns ``None`` when no tile can be the last.
    """
    if not _covers(hand, okey, size(hand) - 1):
        return None
    found = []
    for last in one_of_each_print(hand):
        rest = remove(hand, only(last))
        used = must_use is None or holds(rest, must_use) or holds(rest, twin_of(must_use))
        if used and _covers(rest, okey, size(rest)):
            laid = _laid(rest, okey, _CODE.best_melds(rest, okey, TILES))
            found.append(Arrangement(laid.melds, only(last), laid.total))
    return min(found, key=lambda each: rank(each, okey)[1:], default=None)


def _covers(hand: Hand, okey: Face, tiles: int) -> bool:
    """Tells whether runs and groups can use at least so many tiles of a hand, at least one."""
    floor = TOTAL * max(tiles - 1, 0)
    return bool(_CODE.best_score(hand, okey, TILES, floor) > floor)
