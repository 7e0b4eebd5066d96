"""The most pairs of a hand. RULES.md A5.3, A5.4."""

from collections.abc import Iterator

from engine.okey.arrangement import Arrangement, meaning, rank, written
from engine.okey.melds import Placed
from engine.okey.moves import Layout
from engine.okey.tiles import (
    Face,
    Hand,
    Tile,
    counting_as,
    doubled,
    hand_of,
    holds,
    is_okey,
    numbers,
    okeys,
    only,
    own_face,
    remove,
    size,
    tiles_of,
    twin_of,
)


def best_pairs(hand: Hand, okey: Face, must_use: Tile | None = None, keep: int = 1) -> Arrangement:
    """Returns the most pairs, then the fewest OKEYs spent.

    Of tiles that could be paired with an OKEY the highest are. Two OKEYs pair with each other only when
    no other tile is single.

    Args:
        hand: The tiles held.
        okey: The face that is wild.
        must_use: A tile that must be in the pairs, it or its twin. Rule A4.1.
        keep: How many tiles must stay at least: 1 for an opening (rule A3.5), 0 to sort a hand.

    Returns:
        No pairs and a total of 0 when nothing can be laid under these conditions.
    """
    best = _arrangement(hand, okey, _most_pairs(hand, okey, keep))
    if must_use is None or _uses(hand, best, must_use):
        return best
    candidates = []
    for pair in _pairs_with(hand, okey, must_use):
        rest = _most_pairs(remove(hand, hand_of(each.tile for each in pair)), okey, keep)
        candidates.append(_arrangement(hand, okey, [pair, *rest]))
    fitting = (each for each in candidates if size(each.left) >= keep)
    return min(fitting, key=lambda each: rank(each, okey), default=Arrangement((), hand, 0))


def _uses(hand: Hand, arrangement: Arrangement, tile: Tile) -> bool:
    """Tells whether a tile of the hand or its twin has been laid. Rule A4.1."""
    return any(holds(hand, each) and not holds(arrangement.left, each) for each in (tile, twin_of(tile)))


def _most_pairs(hand: Hand, okey: Face, keep: int) -> list[Layout]:
    """Returns the pairs, those that spend the fewest OKEYs first, and among them the highest."""
    wild = list(tiles_of(Hand(hand & okeys(okey))))
    natural = remove(hand, okeys(okey))
    both = doubled(natural)
    pairs: list[Layout] = [
        (Placed(tile), Placed(twin_of(tile))) for tile in _written(list(tiles_of(both))[::2], okey)
    ]
    if wild:
        single = _written(list(tiles_of(remove(natural, both))), okey)
        pairs += [_helped(tile, other, okey) for tile, other in zip(single, wild, strict=False)]
        if len(wild) > 1 and not single:
            pairs.append(_helped(wild[0], wild[1], okey))
    return pairs[: max(size(hand) - keep, 0) // 2]


def _written(tiles: list[Tile], okey: Face) -> list[Tile]:
    """Returns tiles from 13 down, of one number by colour."""
    number = numbers(okey)
    return sorted(tiles, key=lambda tile: (-number[tile], own_face(tile, okey)))


def _helped(tile: Tile, wild: Tile, okey: Face) -> Layout:
    """Returns the pair of a tile and an OKEY; two OKEYs show the okey face. Rule A5.4."""
    face = own_face(tile, okey)
    return (Placed(tile, face if is_okey(tile, okey) else None), Placed(wild, face))


def _pairs_with(hand: Hand, okey: Face, tile: Tile) -> Iterator[Layout]:
    """Yields the pairs that a tile, or its twin where only that is held, can be in."""
    if not holds(hand, tile):
        tile = twin_of(tile)
    if not holds(hand, tile):
        return
    others = remove(hand, only(tile))
    if is_okey(tile, okey):
        yield from (_helped(other, tile, okey) for other in tiles_of(others))
        return
    for twin in tiles_of(Hand(others & counting_as(own_face(tile, okey), okey))):
        yield (Placed(tile), Placed(twin))
    yield from (_helped(tile, wild, okey) for wild in tiles_of(Hand(others & okeys(okey))))


def _arrangement(hand: Hand, okey: Face, pairs: list[Layout]) -> Arrangement:
    melds = tuple(sorted(pairs, key=lambda pair: written((meaning(pair[0], okey),) * 2)))
    laid = hand_of(placed.tile for pair in pairs for placed in pair)
    return Arrangement(melds, remove(hand, laid), len(pairs))
