"""The table actions of a turn after opening, in short steps that a plan is put together from.

A step is one action, or a few that make sense only together. What a step leaves out changes nothing that
could matter: of two tiles of one print the lower moves, and an OKEY that was laid in this turn is not
claimed again, for the claiming tile could have been laid in its place.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from engine.okey.legal import layoff_barred, may_lay_pairs
from engine.okey.melds import LARGEST_GROUP, SHORTEST_SERIES, Placed, Shape, claimable
from engine.okey.moves import ClaimOkey, LayOff, LayPair, LaySeries, Move
from engine.okey.play import apply
from engine.okey.state import State
from engine.okey.tiles import (
    COLOURS,
    NUMBERS,
    Face,
    Hand,
    Tile,
    face,
    is_okey,
    is_open,
    own_face,
    tiles_of,
    twin_of,
)
from engine.refusal import IllegalMove

Step = tuple[Move, ...]
Steps = Callable[[State], Iterable[Step]]


class Line(NamedTuple):
    """Some table actions, and the position after them."""

    moves: Step
    state: State

    @property
    def hand(self) -> Hand:
        """Returns what the seat to move still holds."""
        return self.state.hands[self.state.seat]


def extended(line: Line, step: Step) -> Line | None:
    """Returns a line with one more step, or ``None`` where the rules refuse it."""
    state = line.state
    try:
        for move in step:
            state = apply(state, state.seat, move)
    except IllegalMove:
        return None
    return Line(line.moves + step, state)


def reached(start: Line, steps: Steps) -> Iterator[Line]:
    """Yields the line itself and all that further steps lead to, one for each hand and table."""
    known = set()
    waiting = [start]
    while waiting:
        line = waiting.pop()
        if (key := key_of(line)) not in known:
            known.add(key)
            yield line
            after = (extended(line, step) for step in steps(line.state))
            waiting.extend(each for each in after if each is not None)


def key_of(line: Line) -> tuple[Hand, frozenset[object]]:
    """Returns what two lines that come to the same have in common."""
    return line.hand, frozenset(line.state.melds)


class Rack(NamedTuple):
    """The tiles of the seat to move by the face that they count as, lowest first, and its OKEYs."""

    natural: dict[Face, list[Tile]]
    okeys: list[Tile]


def rack(state: State) -> Rack:
    """Returns the rack of the seat to move."""
    natural: dict[Face, list[Tile]] = {}
    okeys = []
    for tile in tiles_of(state.hands[state.seat]):
        if is_okey(tile, state.okey):
            okeys.append(tile)
        else:
            natural.setdefault(own_face(tile, state.okey), []).append(tile)
    return Rack(natural, okeys)


def claims(state: State) -> Iterator[Step]:
    """Yields the claims of OKEYs, and the lay-offs that a lazy OKEY needs before it can be claimed."""
    natural = rack(state).natural
    for at, meld in enumerate(state.melds):
        yield from (
            (ClaimOkey(at, natural[each][0]),) for each, _ in claimable(meld, state.okey) if each in natural
        )
        if any(is_open(each) for each in meld.faces):
            for each in meld.missing:
                if each in natural:
                    yield (LayOff(at, Placed(natural[each][0])),)


def layoffs(state: State) -> Iterator[Step]:
    """Yields the lay-offs of a tile, together with OKEYs that close the gap between it and a run."""
    if layoff_barred(state) is not None:
        return
    held = rack(state)
    for at, meld in enumerate(state.melds):
        if meld.shape is Shape.GROUP:
            for each in meld.missing:
                if each in held.natural:
                    yield (LayOff(at, Placed(held.natural[each][0])),)
        elif meld.shape is Shape.RUN:
            yield from _extensions(at, range(meld.faces[-1] + 1, _end(meld.faces[0])), held)
            yield from _extensions(at, range(meld.faces[0] - 1, _end(meld.faces[0]) - NUMBERS - 1, -1), held)


def _end(each: Face) -> int:
    """Returns the face after the 13 of a colour."""
    return each // NUMBERS * NUMBERS + NUMBERS


def _extensions(at: int, faces: Iterable[int], held: Rack) -> Iterator[Step]:
    gap: Step = ()
    for each in map(Face, faces):
        if each in held.natural:
            yield (*gap, LayOff(at, Placed(held.natural[each][0])))
        if len(gap) == len(held.okeys):
            return
        gap = (*gap, LayOff(at, Placed(held.okeys[len(gap)], each)))


def lays(step: Step, tile: Tile) -> bool:
    """Tells whether a step lays a run, a group or one tile with a tile or its twin in it. Rule A4.3."""
    move = step[0]
    placed = move.meld if isinstance(move, LaySeries) else (move.placed,) if isinstance(move, LayOff) else ()
    return any(each.tile in {tile, twin_of(tile)} for each in placed)


def okey_layoffs(state: State) -> Iterator[Step]:
    """Yields the lay-offs of an OKEY."""
    if layoff_barred(state) is None:
        for tile in rack(state).okeys[:1]:
            for at, meld in enumerate(state.melds):
                yield from ((LayOff(at, Placed(tile, each)),) for each in meld.missing)


def pairs(state: State) -> Iterator[Step]:
    """Yields the pairs that may be laid."""
    if not may_lay_pairs(state):
        return
    held = rack(state)
    for each, tiles in held.natural.items():
        if len(tiles) > 1:
            yield (LayPair((Placed(tiles[0]), Placed(tiles[1]))),)
        for okey in held.okeys[:1]:
            yield (LayPair((Placed(tiles[0]), Placed(okey, each))),)
    if len(held.okeys) > 1:
        yield (LayPair((Placed(held.okeys[0]), Placed(held.okeys[1]))),)


def series(state: State) -> Iterator[Step]:
    """Yields the runs and groups that may be laid, with every choice of the faces that OKEYs fill."""
    opening = state.openings[state.seat]
    if opening is None or opening.pairs:
        return
    held = rack(state)
    for faces in _melds(held):
        for wild in _fillings(faces, held):
            okeys = iter(held.okeys)
            tiles = [
                Placed(next(okeys), each) if each in wild else Placed(held.natural[each][0]) for each in faces
            ]
            yield (LaySeries(tuple(tiles)),)


def _fillings(faces: tuple[Face, ...], held: Rack) -> Iterator[tuple[Face, ...]]:
    """Yields each choice of the faces that OKEYs fill: those that are missing, and perhaps more."""
    missing = tuple(each for each in faces if each not in held.natural)
    own = [each for each in faces if each in held.natural]
    for more in range(len(held.okeys) - len(missing) + 1):
        yield from (missing + chosen for chosen in combinations(own, more))


def _melds(held: Rack) -> Iterator[tuple[Face, ...]]:
    """Yields the faces of every run and group for which there are tiles and OKEYs enough."""
    for number in range(1, NUMBERS + 1):
        colours = [face(colour, number) for colour in range(COLOURS)]
        for count in (SHORTEST_SERIES, LARGEST_GROUP):
            yield from (
                group for group in combinations(colours, count) if _gaps(group, held) <= len(held.okeys)
            )
    for low in range(COLOURS * NUMBERS):
        for high in range(low + SHORTEST_SERIES, low // NUMBERS * NUMBERS + NUMBERS + 1):
            run = tuple(map(Face, range(low, high)))
            if _gaps(run, held) > len(held.okeys):
                break
            yield run


def _gaps(faces: tuple[Face, ...], held: Rack) -> int:
    return sum(each not in held.natural for each in faces)
