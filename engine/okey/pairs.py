"""The most pairs of a hand. RULES.md A5.3, A5.4."""

from collections.abc import Iterator

from engine.okey.arrangement import Arrangement, faces_of, rank, written
from engine.okey.melds import Placed
from engine.okey.moves import Layout
from engine.okey.tiles import (
    NUMBERS,
    Face,
    Hand,
    Tile,
    hand_of,
    holds,
    is_okey,
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
    best = _most_pairs(hand, okey, keep)
    if must_use is None or _uses(hand, best, must_use):
        return best
    candidates = []
    for pair in _pairs_with(hand, okey, must_use):
        rest = _most_pairs(remove(hand, hand_of(each.tile for each in pair)), okey, keep)
        candidates.append(_arrangement(hand, okey, [pair, *rest.melds]))
    fitting = (each for each in candidates if size(each.left) >= keep)
    return min(fitting, key=lambda each: rank(each, okey), default=Arrangement((), hand, 0))


def _uses(hand: Hand, arrangement: Arrangement, tile: Tile) -> bool:
    """Tells whether a tile of the hand or its twin has been laid. Rule A4.1."""
    return any(holds(hand, each) and not holds(arrangement.left, each) for each in (tile, twin_of(tile)))


def _most_pairs(hand: Hand, okey: Face, keep: int) -> Arrangement:
    by_face, okeys = _by_face(hand, okey)
    doubles = [_pair(tiles, okey) for tiles in by_face.values() if len(tiles) > 1]
    singles = [tiles[0] for tiles in by_face.values() if len(tiles) == 1]
    helped = [_pair([tile, wild], okey) for tile, wild in zip(singles, okeys, strict=False)]
    wild = [_pair(okeys, okey)] if len(okeys) > 1 and not singles else []
    most = max(size(hand) - keep, 0) // 2
    return _arrangement(hand, okey, (doubles + helped + wild)[:most])


def _by_face(hand: Hand, okey: Face) -> tuple[dict[Face, list[Tile]], list[Tile]]:
    """Returns the natural tiles by face, from 13 down, and the OKEYs."""
    by_face: dict[Face, list[Tile]] = {}
    okeys: list[Tile] = []
    for tile in tiles_of(hand):
        if is_okey(tile, okey):
            okeys.append(tile)
        else:
            by_face.setdefault(own_face(tile, okey), []).append(tile)
    return dict(sorted(by_face.items(), key=lambda item: (-(item[0] % NUMBERS), item[0]))), okeys


def _pair(tiles: list[Tile], okey: Face) -> Layout:
    """Returns a pair of which the first tile gives the face; two OKEYs show the okey face. Rule A5.4."""
    face = own_face(tiles[0], okey)
    return tuple(Placed(tile, face if is_okey(tile, okey) else None) for tile in tiles[:2])


def _pairs_with(hand: Hand, okey: Face, tile: Tile) -> Iterator[Layout]:
    """Yields the pairs that a tile, or its twin where only that is held, can be in."""
    by_face, okeys = _by_face(hand, okey)
    if is_okey(tile, okey):
        yield from (_pair([natural[0], wild], okey) for natural in by_face.values() for wild in okeys[:1])
        if len(okeys) > 1:
            yield _pair(okeys, okey)
        return
    held = by_face.get(own_face(tile, okey), [])
    if len(held) > 1:
        yield _pair(held, okey)
    yield from (_pair([natural, wild], okey) for natural in held[:1] for wild in okeys[:1])


def _arrangement(hand: Hand, okey: Face, pairs: list[Layout]) -> Arrangement:
    pairs = sorted(pairs, key=lambda pair: (written(faces_of(pair, okey)), pair))
    tiles = hand_of(each.tile for pair in pairs for each in pair)
    return Arrangement(tuple(pairs), remove(hand, tiles), len(pairs))
