"""How a hand begins and how each move changes it. RULES.md A1-A4, A8-A11."""

from collections.abc import Sequence
from typing import Final, TypeVar, assert_never

from engine.okey.legal import fined_tiles, judge
from engine.okey.melds import Meld, yielded
from engine.okey.moves import (
    ClaimOkey,
    Discard,
    DrawFromStock,
    LayOff,
    LayPair,
    LaySeries,
    Move,
    OpenPairs,
    OpenSeries,
    PutBack,
    TakeDiscard,
)
from engine.okey.ruleset import RuleSet
from engine.okey.state import SEATS, Opening, Phase, State
from engine.okey.tiles import (
    EMPTY,
    NUMBERED,
    TILES,
    Hand,
    Tile,
    add,
    hand_of,
    holds,
    only,
    remove,
    twin_of,
)
from engine.refusal import BadPosition, IllegalMove, Refusal

STARTER_TILES: Final = 22
OTHER_TILES: Final = 21
STOCK_TILES: Final = TILES - 1 - STARTER_TILES - 3 * OTHER_TILES
T = TypeVar("T")
PENALTY: Final = 101
"""What one discard can cost. Rule A11.1."""


def start(rules: RuleSet, seats: int, starter: int, order: Sequence[int], chance: bytes) -> State:  # noqa: ARG001
    """Returns the first position of a hand. Rules A1.3, A2.1 and A3.2.

    Args:
        rules: The table's configuration.
        seats: Always 4. Rule A1.1.
        starter: The seat that starts, in ``[0, 3]``.
        order: The 106 tiles: the indicator, 22 to the starter, 21 each in turn order, the stock.
        chance: Not used: nothing in this game is shuffled during play.

    Raises:
        BadPosition: An argument is out of range, or the order is not the box with a numbered
            tile first.
    """
    if seats != SEATS:
        raise BadPosition("seats", "101 Okey has exactly 4")
    if not 0 <= starter < SEATS:
        raise BadPosition("starter", "not in [0, 3]")
    if sorted(order) != list(range(TILES)) or order[0] >= NUMBERED:
        raise BadPosition("order", "not all 106 tiles with a numbered one first")
    hands = [EMPTY] * SEATS
    at = 1
    for step in range(SEATS):
        count = STARTER_TILES if step == 0 else OTHER_TILES
        hands[(starter + step) % SEATS] = hand_of(Tile(tile) for tile in order[at : at + count])
        at += count
    return State(
        rules=rules,
        order=bytes(order),
        starter=starter,
        hands=tuple(hands),
        stock=STOCK_TILES,
        discards=((),) * SEATS,
        melds=(),
        owners=(),
        openings=(None,) * SEATS,
        penalties=(0,) * SEATS,
        seat=starter,
        phase=Phase.PLAY,
    )


def apply(state: State, seat: int, move: Move) -> State:
    """Returns the position after a move.

    Raises:
        IllegalMove: The rules refuse the move; see its ``refusal``.
    """
    formed = judge(state, seat, move)
    if isinstance(formed, Refusal):
        raise IllegalMove(formed)
    match move:
        case DrawFromStock():
            return _draw(state)
        case TakeDiscard():
            return _take(state)
        case PutBack():
            return _put_back(state)
        case OpenSeries() | OpenPairs():
            return _open(state, formed, pairs=isinstance(move, OpenPairs))
        case LaySeries() | LayPair():
            return _lay(state, formed)
        case LayOff():
            return _lay_off(state, move, formed[0])
        case ClaimOkey():
            return _claim(state, move, formed[0])
        case Discard():
            return _discard(state, move.tile)
        case _:
            assert_never(move)


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _draw(state: State) -> State:
    tile = Tile(state.order[TILES - state.stock])
    return state._replace(
        hands=_with(state.hands, state.seat, add(state.hands[state.seat], tile)),
        stock=state.stock - 1,
        phase=Phase.PLAY,
        ply=state.ply + 1,
    )


def _take(state: State) -> State:
    *rest, tile = state.discards[state.left]
    return state._replace(
        hands=_with(state.hands, state.seat, add(state.hands[state.seat], tile)),
        known=_with(state.known, state.seat, add(state.known[state.seat], tile)),
        discards=_with(state.discards, state.left, tuple(rest)),
        taken=tile,
        phase=Phase.PLAY,
        ply=state.ply + 1,
    )


def _put_back(state: State) -> State:
    tile = state.taken
    assert tile is not None, "judged before"  # noqa: S101
    return _without(state, only(tile))._replace(
        discards=_with(state.discards, state.left, (*state.discards[state.left], tile)),
        phase=Phase.DRAW_STOCK,
    )


def _without(state: State, tiles: Hand) -> State:
    """Returns the position after a move in which tiles have left the mover's hand, and a duty may be done."""
    taken = state.taken
    if taken is not None and tiles & (only(taken) | only(twin_of(taken))):
        taken = None
    return state._replace(
        hands=_with(state.hands, state.seat, remove(state.hands[state.seat], tiles)),
        known=_with(state.known, state.seat, remove(state.known[state.seat], tiles)),
        taken=taken,
        ply=state.ply + 1,
    )


def _lay(state: State, formed: tuple[Meld, ...]) -> State:
    return _without(state, hand_of(tile for meld in formed for tile in meld.tiles))._replace(
        melds=state.melds + formed,
        owners=state.owners + (state.seat,) * len(formed),
    )


def _open(state: State, formed: tuple[Meld, ...], pairs: bool) -> State:
    count = len(formed) if pairs else sum(meld.value for meld in formed)
    openings = _with(state.openings, state.seat, Opening(pairs, count, state.turn))
    void = state.rules.all_pairs_void and all(each is not None and each.pairs for each in openings)
    return _lay(state, formed)._replace(openings=openings, phase=Phase.VOID if void else Phase.PLAY)


def _lay_off(state: State, move: LayOff, grown: Meld) -> State:
    return _without(state, only(move.placed.tile))._replace(
        melds=_with(state.melds, move.meld, grown), layoffs=state.layoffs + 1
    )


def _claim(state: State, move: ClaimOkey, changed: Meld) -> State:
    wild = yielded(state.melds[move.meld], changed)
    after = _without(state, only(move.tile))
    return after._replace(
        hands=_with(after.hands, state.seat, add(after.hands[state.seat], wild)),
        known=_with(after.known, state.seat, add(after.known[state.seat], wild)),
        melds=_with(state.melds, move.meld, changed),
    )


def _discard(state: State, tile: Tile) -> State:
    seat, gone = state.seat, only(tile)
    after = state._replace(
        hands=_with(state.hands, seat, remove(state.hands[seat], gone)),
        known=_with(state.known, seat, remove(state.known[seat], gone)),
        discards=_with(state.discards, seat, (*state.discards[seat], tile)),
        ply=state.ply + 1,
    )
    if not after.hands[seat]:
        return after._replace(phase=Phase.ENDED, finish=tile)
    if fine := _fine(state, tile):
        after = after._replace(penalties=_with(state.penalties, seat, state.penalties[seat] + fine))
    if not state.stock:
        return after._replace(phase=Phase.ENDED)
    return after._replace(seat=(seat + 1) % SEATS, phase=Phase.DRAW, turn=state.turn + 1, layoffs=0)


def _fine(state: State, tile: Tile) -> int:
    """Returns what a discard that does not finish costs. Rules A11.1 and A11.2."""
    if not state.rules.penalties:
        return 0
    return PENALTY if holds(fined_tiles(state), tile) else 0
