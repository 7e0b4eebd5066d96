"""The moves that a seat may choose from.

Complete for draws, putting back, discards, lay-offs, claims, and laying one run, group or pair; of the
openings only the proposals of the best arrangement. Where two tiles of one print would make the same
meld, the lower one stands for both, and a lazy OKEY in a group is listed with its number alone.

The first move listed is the plainest: played again and again, it ends the turn, and it is fined only
when no move of its kind escapes the fine.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engine.okey import arrange
from engine.okey.floors import pairs_floor, series_floor
from engine.okey.legal import fined_tiles, layoff_barred, may_lay_pairs, why_not
from engine.okey.melds import (
    LARGEST_GROUP,
    SHORTEST_SERIES,
    Binding,
    Placed,
    Shape,
    claimable,
)
from engine.okey.moves import (
    ClaimOkey,
    Discard,
    DrawFromStock,
    LayOff,
    Layout,
    LayPair,
    LaySeries,
    Move,
    OpenPairs,
    OpenSeries,
    PutBack,
    TakeDiscard,
)
from engine.okey.state import Phase, State
from engine.okey.tiles import (
    COLOURS,
    NUMBERS,
    TILES,
    Face,
    Hand,
    Tile,
    face,
    most_pairs,
    number_of,
    numbers,
    okeys,
    open_face,
    own_face,
    remove,
    size,
    tiles_of,
)

_DISCARDS: Final = tuple(Discard(Tile(tile)) for tile in range(TILES))
_COLOURS_OF: Final = {
    number: tuple(face(colour, number) for colour in range(COLOURS)) for number in range(1, NUMBERS + 1)
}
"""The faces of each number."""
_RUN_STARTS: Final = tuple(
    (face(colour, number), face(colour, NUMBERS) + 1)
    for colour in range(COLOURS)
    for number in range(1, NUMBERS - SHORTEST_SERIES + 2)
)
"""The lowest face of a run, and the end of the faces of its colour."""


def legal_moves(state: State) -> tuple[Move, ...]:
    """Returns the moves of the seat to move; none when the hand has ended."""
    match state.phase:
        case Phase.DRAW:
            take = (TakeDiscard(),) if state.discards[state.left] else ()
            return (DrawFromStock(), *take)
        case Phase.DRAW_STOCK:
            return (DrawFromStock(),)
        case Phase.PLAY:
            actions = _openings(state) if state.openings[state.seat] is None else _table_actions(state)
            legal = (move for move in actions if why_not(state, state.seat, move) is None)
            return (*_turn_enders(state), *legal)
        case _:
            return ()


def _turn_enders(state: State) -> list[Move]:
    """Returns the moves that end the turn or the duty, the plainest first."""
    if state.taken is not None:
        return [PutBack()]
    hand, by_number = state.hands[state.seat], numbers(state.okey).__getitem__
    plain = remove(hand, fined_tiles(state))
    moves: list[Move] = [_DISCARDS[tile] for tile in sorted(tiles_of(plain), key=by_number, reverse=True)]
    if costly := remove(hand, plain):
        moves += [_DISCARDS[tile] for tile in sorted(tiles_of(costly), key=by_number, reverse=True)]
    if size(hand) == 1:
        moves += [Discard(tile, on_indicator=True) for tile in tiles_of(hand)]
    return moves


def _openings(state: State) -> Iterator[Move]:
    """Yields the proposals of the best arrangement. Rule A5.6.

    Most hands open with neither kind, and a bound says so before anything is arranged.
    """
    hand, okey, taken = state.hands[state.seat], state.okey, state.taken
    series: tuple[Layout, ...] = ()
    if arrange.series_total(hand, okey, keep=0) >= series_floor(state.rules, state.openings, state.seat):
        series = arrange.best_series(hand, okey, taken).melds
        yield OpenSeries(series)
    if most_pairs(hand, okey) >= pairs_floor(state.rules, state.openings, state.seat):
        yield OpenPairs(arrange.best_pairs(hand, okey, taken).melds)
    whole = arrange.whole_hand(hand, okey, taken)
    if whole is not None and whole.melds != series:
        yield OpenSeries(whole.melds)


def _table_actions(state: State) -> Iterator[Move]:
    """Yields what a seat that has opened might do on the table, with tiles that it holds."""
    rack = _Rack(state.hands[state.seat], state.okey)
    lazy = state.rules.group_okey_binding is Binding.LAZY
    opening = state.openings[state.seat]
    yield from _claims(state, rack)
    if layoff_barred(state) is None:
        yield from _layoffs(state, rack, lazy)
    if opening is not None and not opening.pairs:
        yield from _runs(rack)
        yield from _lazy_groups(rack) if lazy else _groups(rack)
    if may_lay_pairs(state):
        yield from _pairs(rack)


class _Rack:
    """The mover's tiles by the face that they count as, and its OKEYs."""

    def __init__(self, hand: Hand, okey: Face) -> None:
        natural = remove(hand, okeys(okey))
        self.okeys = tuple(tiles_of(remove(hand, natural)))
        self.by_face: dict[Face, list[Tile]] = {}
        for tile in tiles_of(natural):
            self.by_face.setdefault(own_face(tile, okey), []).append(tile)
        self.by_number: dict[int, list[Face]] = {}
        for meant in self.by_face:
            self.by_number.setdefault(number_of(meant), []).append(meant)

    def layouts(self, faces: tuple[Face, ...]) -> Iterator[Layout]:
        """Yields the ways to lay some faces: OKEYs fill those that are missing, and may fill others."""
        must = tuple(each for each in faces if each not in self.by_face)
        may = [each for each in faces if each in self.by_face]
        for extra in range(min(len(self.okeys) - len(must), len(may)) + 1):
            for chosen in combinations(may, extra):
                wild = must + chosen
                natural = (Placed(self.by_face[each][0]) for each in may if each not in chosen)
                yield (*natural, *map(Placed, self.okeys, wild))


def _claims(state: State, rack: _Rack) -> Iterator[Move]:
    okey = state.okey
    for at, meld in enumerate(state.melds):
        for meant, _ in claimable(meld, okey):
            if meant in rack.by_face:
                yield ClaimOkey(at, rack.by_face[meant][0])


def _layoffs(state: State, rack: _Rack, lazy: bool) -> Iterator[Move]:
    wild = rack.okeys[:1]
    for at, meld in enumerate(state.melds):
        missing = meld.missing
        for meant in missing:
            if meant in rack.by_face:
                yield LayOff(at, Placed(rack.by_face[meant][0]))
        if missing and lazy and meld.shape is Shape.GROUP:
            missing = (open_face(number_of(missing[0])),)
        for tile in wild:
            yield from (LayOff(at, Placed(tile, meant)) for meant in missing)


def _runs(rack: _Rack) -> Iterator[Move]:
    """Yields every run for which the rack has enough tiles and OKEYs."""
    for low, end in _RUN_STARTS:
        if low not in rack.by_face and not rack.okeys:
            continue
        missing = 0
        for high in range(low, end):
            missing += high not in rack.by_face
            if missing > len(rack.okeys):
                break
            if high - low >= SHORTEST_SERIES - 1:
                yield from map(LaySeries, rack.layouts(tuple(map(Face, range(low, high + 1)))))


def _groups(rack: _Rack) -> Iterator[Move]:
    """Yields every group for which the rack has enough tiles and OKEYs."""
    for number, held in rack.by_number.items():
        most = min(len(held) + len(rack.okeys), LARGEST_GROUP)
        for count in range(SHORTEST_SERIES, most + 1):
            for faces in combinations(_COLOURS_OF[number], count):
                yield from map(LaySeries, rack.layouts(faces))


def _lazy_groups(rack: _Rack) -> Iterator[Move]:
    """Yields the groups in which OKEYs leave their colour open. Rule A9.4."""
    for number, held in rack.by_number.items():
        meant = open_face(number)
        for spent in range(len(rack.okeys) + 1):
            wild = tuple(Placed(tile, meant) for tile in rack.okeys[:spent])
            for natural in range(SHORTEST_SERIES - spent, min(len(held), LARGEST_GROUP - spent) + 1):
                for faces in combinations(held, natural):
                    yield LaySeries((*(Placed(rack.by_face[each][0]) for each in faces), *wild))


def _pairs(rack: _Rack) -> Iterator[Move]:
    for meant, tiles in rack.by_face.items():
        natural = tuple(map(Placed, tiles))
        if len(natural) > 1:
            yield LayPair(natural)
        yield from (LayPair((natural[0], Placed(wild, meant))) for wild in rack.okeys[:1])
    if len(rack.okeys) > 1:
        yield LayPair(tuple(map(Placed, rack.okeys)))
