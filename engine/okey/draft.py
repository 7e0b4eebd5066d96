"""An opening composed tile by tile, and what it comes to. RULES.md A5.6, A6.2, A6.7.

A draft is no table action: it may be prepared before the draw, it costs nothing, and nobody sees it.
Whether the seat holds its tiles and whether it opens is asked by ``check`` alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.okey.arrange import best_series, whole_hand
from engine.okey.floors import pairs_floor, series_floor
from engine.okey.legal import why_not
from engine.okey.melds import SHORTEST_SERIES, Meld, Placed, pair, series
from engine.okey.moves import Layout, OpenPairs, OpenSeries
from engine.okey.pairs import best_pairs
from engine.okey.reasons import OkeyReason
from engine.okey.state import SEATS, Phase, State
from engine.okey.tiles import EMPTY, TILES, Face, Tile, add, hand_of, number_of, remove, size
from engine.okey.view import View
from engine.refusal import IllegalMove, Refusal

Opener = OpenSeries | OpenPairs
_UNDRAWN: Final = Tile(TILES)
"""Stands for the tile that a seat has yet to draw: no tile of the box, so it is in no meld."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile put into a meld of a draft."""

    placed: Placed
    meld: int
    """The meld, from 0."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The placements, oldest first. ``Draft()`` is what is left when all tiles are collected. Rule A6.7."""

    placements: tuple[Placement, ...] = ()

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """Returns the melds, each in the order of placing."""
        count = max((each.meld + 1 for each in self.placements), default=0)
        melds: list[list[Placed]] = [[] for _ in range(count)]
        for each in self.placements:
            melds[each.meld].append(each.placed)
        return tuple(map(tuple, melds))


@dataclass(frozen=True, slots=True)
class Counted:
    """Points as the players count them: three times the middle numbers, and the rest. Rule A6.2."""

    middles: int
    """The sum of the middle numbers of each meld's three lowest tiles."""
    beside: int
    """The sum of the other tiles' numbers."""

    @property
    def total(self) -> int:
        """Returns the points."""
        return SHORTEST_SERIES * self.middles + self.beside

    def __str__(self) -> str:
        """Returns the sum as people say it: ``34 x 3`` or ``30 x 3 + 11``."""
        return f"{self.middles} x {SHORTEST_SERIES}" + (f" + {self.beside}" if self.beside else "")


@dataclass(frozen=True, slots=True)
class MeldCheck:
    """What one meld of a draft comes to."""

    meld: Meld | None
    """``None`` while it is none."""
    refusal: Refusal | None
    """Why it is none; ``None`` when it is one."""


@dataclass(frozen=True, slots=True)
class OpeningCheck:
    """What a draft comes to."""

    melds: tuple[MeldCheck, ...]
    pairs: bool
    """Whether it is of pairs; else of runs and groups."""
    total: int
    """Points of the runs and groups, or the number of pairs, as far as they are melds already."""
    floor: int
    """What the total must reach, inclusive; 0 for the whole-hand exception. Rules A6.1, A6.3, A6.6, A7.1."""
    counted: Counted | None
    """The points as players count them; ``None`` for pairs, and while there is no meld."""
    move: Opener | None
    """The opening, legal or not; ``None`` while one of its melds is none."""
    refusal: Refusal | None
    """The first rule that it breaks; ``None`` when it is legal in this turn, or will be after the draw."""

    @property
    def missing(self) -> int:
        """Returns how much is missing to the floor, 0 when it is reached."""
        return max(0, self.floor - self.total)


def place(draft: Draft, tile: Tile, meld: int, stands_for: Face | None = None) -> Draft:
    """Returns a draft with one more tile.

    Args:
        draft: What has been placed so far.
        tile: The tile; each may be placed once.
        meld: The meld, from 0; as many as there are begins a new one.
        stands_for: What an OKEY stands for; ``None`` for any other tile, or while it is not decided.

    Raises:
        IllegalMove: The tile is placed already, or there is no such meld.
    """
    if any(each.placed.tile == tile for each in draft.placements):
        raise IllegalMove(Refusal(OkeyReason.TILE_NAMED_TWICE, "A5.5"))
    if not 0 <= meld <= len(draft.layouts):
        raise IllegalMove(Refusal(OkeyReason.NO_SUCH_MELD, "A6.7", {"meld": str(meld + 1)}))
    return Draft((*draft.placements, Placement(Placed(tile, stands_for), meld)))


def take_back(draft: Draft) -> Draft:
    """Returns a draft without the tile placed last; an empty one stays as it is. Rule A6.7."""
    return Draft(draft.placements[:-1])


def to_move(draft: Draft, okey: Face) -> Opener:
    """Returns the opening that a draft stands for, legal or not."""
    return OpenPairs(draft.layouts) if _is_of_pairs(draft, okey) else OpenSeries(draft.layouts)


def check(view: View, draft: Draft) -> OpeningCheck:
    """Returns what a draft comes to for the seat that looks.

    Where the seat has not drawn yet, the draft is judged as after a draw from the stock.

    Raises:
        ValueError: The view is a spectator's.
    """
    state = _in_turn(view)
    move = to_move(draft, state.okey)
    pairs = isinstance(move, OpenPairs)
    melds = tuple(_check_meld(state, layout, pairs) for layout in draft.layouts)
    formed = [each.meld for each in melds if each.meld is not None]
    whole = size(remove(state.hands[state.seat], hand_of(each.placed.tile for each in draft.placements))) == 1
    floor = (pairs_floor if pairs else series_floor)(state.rules, state.openings, state.seat)
    return OpeningCheck(
        melds=melds,
        pairs=pairs,
        total=len(formed) if pairs else sum(meld.value for meld in formed),
        floor=0 if whole else floor,
        counted=count(formed) if formed and not pairs else None,
        move=move if formed and len(formed) == len(melds) else None,
        refusal=why_not(state, state.seat, move),
    )


def proposals(view: View) -> tuple[Opener, ...]:
    """Returns the openings with the highest total and the most pairs that ``check`` finds legal. Rule A5.6.

    Raises:
        ValueError: The view is a spectator's.
    """
    state = _in_turn(view)
    found = dict.fromkeys(_best(view, keep=size(view.hand) + 1 - size(state.hands[state.seat])))
    return tuple(move for move in found if why_not(state, state.seat, move) is None)


def count(melds: list[Meld]) -> Counted:
    """Returns the points of runs and groups as the players count them. Rule A6.2."""
    middles = sum(number_of(meld.faces[1]) for meld in melds)
    return Counted(middles, sum(meld.value for meld in melds) - SHORTEST_SERIES * middles)


def _is_of_pairs(draft: Draft, okey: Face) -> bool:
    """Tells whether a draft is becoming one of pairs: no meld is longer, and one is a pair."""
    layouts = draft.layouts
    short = all(len(layout) <= 2 for layout in layouts)
    return short and any(isinstance(pair(layout, okey), Meld) for layout in layouts)


def _check_meld(state: State, layout: Layout, pairs: bool) -> MeldCheck:
    binding = state.rules.group_okey_binding
    formed = pair(layout, state.okey) if pairs else series(layout, state.okey, binding)
    return MeldCheck(None, formed) if isinstance(formed, Refusal) else MeldCheck(formed, None)


def _best(view: View, keep: int) -> Iterator[Opener]:
    taken = view.taken if view.seat == view.viewer else None
    yield OpenSeries(best_series(view.hand, view.okey, taken, keep).melds)
    yield OpenPairs(best_pairs(view.hand, view.okey, taken, keep).melds)
    whole = whole_hand(view.hand, view.okey, taken) if keep else None
    if whole is not None:
        yield OpenSeries(whole.melds)


def _in_turn(view: View) -> State:
    """Returns a position in which the viewer is to open: it holds what the judgement of an opening asks."""
    if view.viewer is None:
        raise ValueError("a spectator opens nothing")
    in_turn = view.seat == view.viewer and view.phase is Phase.PLAY
    over = view.phase is Phase.ENDED or view.phase is Phase.VOID
    hands = [EMPTY] * SEATS
    hands[view.viewer] = view.hand if in_turn or over else add(view.hand, _UNDRAWN)
    return State(
        rules=view.rules,
        order=bytes([view.indicator]),
        starter=view.starter,
        hands=tuple(hands),
        stock=view.stock,
        discards=view.discards,
        melds=view.melds,
        owners=view.owners,
        openings=view.openings,
        penalties=view.penalties,
        seat=view.viewer,
        phase=view.phase if over else Phase.PLAY,
        turn=view.turn,
        taken=view.taken if in_turn else None,
        ply=view.ply,
        finish=view.finish,
    )
