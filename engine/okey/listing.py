"""The moves that a seat may choose from.

Complete for draws, putting back, discards, lay-offs, claims, and laying one run, group or pair; of the
openings only the proposals of the best arrangement. Where two tiles of one print would make the same
meld, the lower one stands for both.

The first move listed is the plainest: played again and again, it ends the turn, and it is fined only
when no move of its kind escapes the fine.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from engine.okey import arrange
from engine.okey.legal import is_playable, layoff_barred, may_lay_pairs, why_not
from engine.okey.melds import (
    LARGEST_GROUP,
    SHORTEST_SERIES,
    Binding,
    Placed,
    Shape,
    claimable,
    missing_faces,
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
    Face,
    Hand,
    Tile,
    face,
    is_okey,
    number_of,
    open_face,
    own_face,
    tiles_of,
)

MOST_OKEYS: Final = 2


def legal_moves(state: State) -> tuple[Move, ...]:
    """Returns the moves of the seat to move; none when the hand has ended."""
    match state.phase:
        case Phase.DRAW:
            take = (TakeDiscard(),) if state.discards[state.left] else ()
            return (DrawFromStock(), *take)
        case Phase.DRAW_STOCK:
            return (DrawFromStock(),)
        case Phase.PLAY:
            return (*_turn_enders(state), *_table_actions(state))
        case _:
            return ()


def _turn_enders(state: State) -> Iterator[Move]:
    """Yields the moves that end the turn or the duty, the plainest first."""
    if state.taken is not None:
        yield PutBack()
        return
    hand = state.hands[state.seat]
    tiles = sorted(tiles_of(hand), key=lambda tile: _plainness(state, tile))
    for tile in tiles:
        yield Discard(tile)
    if len(tiles) == 1:
        yield Discard(tiles[0], on_indicator=True)


def _plainness(state: State, tile: Tile) -> tuple[bool, int]:
    """Orders discards: those that could be fined last, high numbers first."""
    costly = is_okey(tile, state.okey) or (bool(state.melds) and is_playable(state, tile))
    return costly, -number_of(own_face(tile, state.okey))


def _table_actions(state: State) -> Iterator[Move]:
    if state.openings[state.seat] is None:
        yield from _openings(state)
        return
    opening = state.openings[state.seat]
    candidates: list[Iterable[Move]] = [_claims(state)]
    if layoff_barred(state) is None:
        candidates.append(_layoffs(state))
    if opening is not None and not opening.pairs:
        candidates.append(_series(state))
    if may_lay_pairs(state):
        candidates.append(_pairs(state))
    for moves in candidates:
        yield from (move for move in moves if why_not(state, state.seat, move) is None)


def _openings(state: State) -> Iterator[Move]:
    """Yields the proposals of the best arrangement that are legal now. Rule A5.6."""
    hand, okey, taken = state.hands[state.seat], state.okey, state.taken
    proposals: list[Move] = []
    if best := arrange.best_series(hand, okey, taken).melds:
        proposals.append(OpenSeries(best))
    if best := arrange.best_pairs(hand, okey, taken).melds:
        proposals.append(OpenPairs(best))
    whole = arrange.whole_hand(hand, okey, taken)
    if whole is not None and OpenSeries(whole.melds) not in proposals:
        proposals.append(OpenSeries(whole.melds))
    yield from (move for move in proposals if why_not(state, state.seat, move) is None)


def _claims(state: State) -> Iterator[Move]:
    hand = state.hands[state.seat]
    for at, meld in enumerate(state.melds):
        faces = {each for each, _ in claimable(meld, state.okey)}
        for tile in tiles_of(hand) if faces else ():
            if not is_okey(tile, state.okey) and own_face(tile, state.okey) in faces:
                yield ClaimOkey(at, tile)


def _layoffs(state: State) -> Iterator[Move]:
    hand, okey = state.hands[state.seat], state.okey
    lazy = state.rules.group_okey_binding is Binding.LAZY
    for at, meld in enumerate(state.melds):
        missing = missing_faces(meld)
        if not missing:
            continue
        meanings = missing
        if lazy and meld.shape is Shape.GROUP:
            meanings = (*missing, open_face(number_of(missing[0])))
        for tile in tiles_of(hand):
            if is_okey(tile, okey):
                yield from (LayOff(at, Placed(tile, meant)) for meant in meanings)
            elif own_face(tile, okey) in missing:
                yield LayOff(at, Placed(tile))


class _Rack:
    """The mover's tiles by the face that they count as, one of each print, and its OKEYs."""

    def __init__(self, hand: Hand, okey: Face) -> None:
        self.by_face: dict[Face, list[Tile]] = {}
        self.okeys: list[Tile] = []
        for tile in tiles_of(hand):
            if is_okey(tile, okey):
                self.okeys.append(tile)
            else:
                self.by_face.setdefault(own_face(tile, okey), []).append(tile)

    def layout(self, faces: tuple[Face, ...], wild: tuple[Face, ...]) -> Layout:
        """Returns a meld of some faces, those in ``wild`` filled by OKEYs in order."""
        natural = [Placed(self.by_face[each][0]) for each in faces if each not in wild]
        okeys = [Placed(tile, each) for tile, each in zip(self.okeys, wild, strict=False)]
        return (*natural, *okeys)

    def fillings(self, faces: tuple[Face, ...]) -> Iterator[tuple[Face, ...]]:
        """Yields each choice of the faces that OKEYs fill; the others are in the hand."""
        must = tuple(each for each in faces if each not in self.by_face)
        free = len(self.okeys) - len(must)
        if free < 0:
            return
        may = [each for each in faces if each in self.by_face]
        for extra in range(min(free, len(may)) + 1):
            yield from (must + chosen for chosen in combinations(may, extra))


def _series(state: State) -> Iterator[Move]:
    rack = _Rack(state.hands[state.seat], state.okey)
    for faces in _runs(rack):
        for wild in rack.fillings(faces):
            yield LaySeries(rack.layout(faces, wild))
    lazy = state.rules.group_okey_binding is Binding.LAZY
    for number in range(1, NUMBERS + 1):
        colours = tuple(face(colour, number) for colour in range(COLOURS))
        if lazy:
            yield from _lazy_groups(rack, colours)
            continue
        for count in (SHORTEST_SERIES, LARGEST_GROUP):
            for faces in combinations(colours, count):
                for wild in rack.fillings(faces):
                    yield LaySeries(rack.layout(faces, wild))


def _runs(rack: _Rack) -> Iterator[tuple[Face, ...]]:
    """Yields the faces of every run for which the rack has enough tiles and OKEYs."""
    for colour in range(COLOURS):
        for low in range(NUMBERS):
            missing, faces = 0, []
            for index in range(low, NUMBERS):
                faces.append(Face(colour * NUMBERS + index))
                missing += faces[-1] not in rack.by_face
                if missing > len(rack.okeys):
                    break
                if len(faces) >= SHORTEST_SERIES:
                    yield tuple(faces)


def _lazy_groups(rack: _Rack, colours: tuple[Face, ...]) -> Iterator[Move]:
    """Yields the groups of a number in which OKEYs leave their colour open. Rule A9.4."""
    held = [each for each in colours if each in rack.by_face]
    for okeys in range(len(rack.okeys) + 1):
        for natural in range(1, len(held) + 1):
            if not SHORTEST_SERIES <= natural + okeys <= LARGEST_GROUP:
                continue
            meant = open_face(number_of(colours[0]))
            wild = tuple(Placed(tile, meant) for tile in rack.okeys[:okeys])
            for faces in combinations(held, natural):
                yield LaySeries((*(Placed(rack.by_face[each][0]) for each in faces), *wild))


def _pairs(state: State) -> Iterator[Move]:
    rack = _Rack(state.hands[state.seat], state.okey)
    for tiles in rack.by_face.values():
        for first, second in combinations(tiles, 2):
            yield LayPair((Placed(first), Placed(second)))
        for wild in rack.okeys[:1]:
            meant = own_face(tiles[0], state.okey)
            yield LayPair((Placed(tiles[0]), Placed(wild, meant)))
    if len(rack.okeys) == MOST_OKEYS:
        yield LayPair((Placed(rack.okeys[0]), Placed(rack.okeys[1])))
