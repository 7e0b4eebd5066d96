"""What may be done: the one truth about legality that judging, listing and applying share.

A judgement is either the refusal, or the melds that the move would put on the table. Checks run in the
order a person expects: turn, phase, standing of the seat, possession, shape, floor, duty of the taken
tile, a tile left to discard. RULES.md says so, and ``OkeyReason`` lists the reasons in this order.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

from engine.okey.floors import pairs_floor, series_floor
from engine.okey.melds import Meld, claim, claimable, lay_off, pair, series
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
from engine.okey.reasons import OkeyReason
from engine.okey.state import Phase, State
from engine.okey.tiles import (
    EMPTY,
    FALSES,
    Hand,
    Tile,
    hand_of,
    holds,
    okey_tiles,
    okeys,
    only,
    printed,
    remove,
    size,
    twin_of,
)
from engine.okey.words import SEAT_LETTERS, write_tile
from engine.refusal import Refusal

_Play = Discard | OpenSeries | OpenPairs | LaySeries | LayPair | LayOff | ClaimOkey
"""What may follow the draw."""
Judgement = Refusal | tuple[Meld, ...]
"""Why a move is refused, or the melds that it makes; none for a move that makes none."""


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    """Returns the rule that a move breaks, or ``None`` when it is legal."""
    judgement = judge(state, seat, move)
    return judgement if isinstance(judgement, Refusal) else None


def judge(state: State, seat: int, move: Move) -> Judgement:
    """Returns the rule that a move breaks, or the melds that it makes."""
    if state.phase is Phase.ENDED or state.phase is Phase.VOID:
        return Refusal(OkeyReason.HAND_ENDED, _ending_rule(state))
    if seat != state.seat:
        return Refusal(OkeyReason.NOT_YOUR_TURN, "A3.1", {"turn": SEAT_LETTERS[state.seat]})
    match move:
        case DrawFromStock() | TakeDiscard():
            return _judge_draw(state, take=isinstance(move, TakeDiscard))
        case PutBack():
            return Refusal(OkeyReason.NOTHING_TO_PUT_BACK, "A4.4") if state.taken is None else ()
    if state.phase is not Phase.PLAY:
        return Refusal(OkeyReason.DRAW_FIRST, "A3.4")
    return _judge_play(state, move)


def _judge_play(state: State, move: _Play) -> Judgement:
    match move:
        case Discard():
            return _judge_discard(state, move)
        case OpenSeries():
            return _judge_opening(state, move.melds, pairs=False)
        case OpenPairs():
            return _judge_opening(state, move.pairs, pairs=True)
        case LaySeries():
            return _not_opened(state, "A8.3") or _judge_series(state, move.meld)
        case LayPair():
            return _not_opened(state, "A8.4") or _judge_pair(state, move.pair)
        case LayOff():
            return layoff_barred(state) or _judge_layoff(state, move)
        case ClaimOkey():
            return _not_opened(state, "A9.1") or _judge_claim(state, move)
        case _:
            assert_never(move)


def _ending_rule(state: State) -> str:
    if state.phase is Phase.VOID:
        return "A13.3"
    return "A13.1" if state.finish is None else "A10.1"


def _judge_draw(state: State, take: bool) -> Judgement:
    if state.phase is Phase.PLAY:
        first = state.turn == 0
        return Refusal(OkeyReason.ALREADY_DRAWN, "A3.2" if first else "A3.4")
    if not take:
        return ()
    if state.phase is Phase.DRAW_STOCK:
        return Refusal(OkeyReason.STOCK_ONLY, "A4.4")
    if not state.discards[state.left]:
        return Refusal(OkeyReason.NOTHING_TO_TAKE, "A3.3")
    return ()


def _not_opened(state: State, rule: str) -> Refusal | None:
    return Refusal(OkeyReason.NOT_OPENED, rule) if state.openings[state.seat] is None else None


def _not_held(state: State, tiles: Iterable[Tile]) -> Refusal | None:
    hand = state.hands[state.seat]
    for tile in tiles:
        if not holds(hand, tile):
            return Refusal(OkeyReason.TILE_NOT_HELD, "A5.5", {"tile": write_tile(tile)})
    return None


def _judge_discard(state: State, move: Discard) -> Judgement:
    if refusal := _not_held(state, (move.tile,)):
        return refusal
    if state.taken is not None:
        return Refusal(OkeyReason.TAKEN_TILE_UNUSED, _duty_rule(state))
    last = state.hands[state.seat] == only(move.tile)
    if last and (refusal := _not_opened(state, "A10.1")):
        return refusal
    if move.on_indicator and not last:
        return Refusal(OkeyReason.NOT_THE_LAST_TILE, "A10.1")
    return ()


def _duty_rule(state: State) -> str:
    return "A4.1" if state.openings[state.seat] is None else "A4.3"


def _judge_opening(state: State, layouts: Sequence[Layout], pairs: bool) -> Judgement:
    if state.openings[state.seat] is not None:
        return Refusal(OkeyReason.ALREADY_OPENED, "A6.4")
    tiles = [placed.tile for layout in layouts for placed in layout]
    if refusal := _not_held(state, tiles):
        return refusal
    if not tiles or not all(layouts):
        return Refusal(OkeyReason.NOTHING_LAID, "A6.1")
    if len(set(tiles)) != len(tiles):
        return Refusal(OkeyReason.TILE_NAMED_TWICE, "A5.5")
    formed = _form_opening(state, layouts, pairs)
    if isinstance(formed, Refusal):
        return formed
    left = remove(state.hands[state.seat], hand_of(tiles))
    if size(left) != 1 and (refusal := _below_floor(state, formed, pairs)):
        return refusal
    if state.taken is not None and not _uses(tiles, state.taken):
        return Refusal(OkeyReason.TAKEN_TILE_NOT_IN_OPENING, "A4.1")
    return formed if left else Refusal(OkeyReason.NO_TILE_TO_DISCARD, "A3.5")


def _form_opening(state: State, layouts: Sequence[Layout], pairs: bool) -> Judgement:
    formed = []
    for layout in layouts:
        meld = _form(state, layout, pairs)
        if isinstance(meld, Refusal):
            return Refusal(OkeyReason.SERIES_AND_PAIRS_MIXED, "A6.4") if _mixed(state, layouts) else meld
        formed.append(meld)
    return tuple(formed)


def _mixed(state: State, layouts: Sequence[Layout]) -> bool:
    """Tells whether some of the layouts are series melds and some are pairs. Rule A6.4."""
    return all(
        any(isinstance(_form(state, layout, pairs), Meld) for layout in layouts) for pairs in (False, True)
    )


def _form(state: State, layout: Layout, pairs: bool) -> Meld | Refusal:
    if pairs:
        return pair(layout, state.okey)
    return series(layout, state.okey, state.rules.group_okey_binding)


def _below_floor(state: State, formed: tuple[Meld, ...], pairs: bool) -> Refusal | None:
    """Returns the refusal of a short opening; the caller has ruled out A6.6."""
    if pairs:
        floor = pairs_floor(state.rules, state.openings, state.seat)
        if len(formed) >= floor:
            return None
        facts = {"pairs": str(len(formed)), "floor": str(floor)}
        rule = "A6.3" if floor == state.rules.open_min_pairs else "A7.1"
        return Refusal(OkeyReason.TOO_FEW_PAIRS, rule, facts)
    floor = series_floor(state.rules, state.openings, state.seat)
    total = sum(meld.value for meld in formed)
    if total >= floor:
        return None
    rule = "A6.1" if floor == state.rules.open_min_series else "A7.1"
    return Refusal(OkeyReason.OPENING_TOO_LOW, rule, {"total": str(total), "floor": str(floor)})


def _uses(tiles: Iterable[Tile], taken: Tile) -> bool:
    """Tells whether the taken tile or its twin is among some tiles. Rule A4.1."""
    return any(tile == taken or tile == twin_of(taken) for tile in tiles)


def _judge_series(state: State, layout: Layout) -> Judgement:
    opening = state.openings[state.seat]
    if opening is not None and opening.pairs:
        return Refusal(OkeyReason.PAIRS_OPENER_LAYS_NO_SERIES, "A8.4")
    return _judge_meld(state, layout, pairs=False)


def _judge_pair(state: State, layout: Layout) -> Judgement:
    if not may_lay_pairs(state):
        return Refusal(OkeyReason.SERIES_OPENER_LAYS_NO_PAIR, "A8.5")
    return _judge_meld(state, layout, pairs=True)


def may_lay_pairs(state: State) -> bool:
    """Tells whether the seat to move, which has opened, may lay pairs. Rules A8.4 and A8.5."""
    opening = state.openings[state.seat]
    if opening is None or opening.pairs:
        return opening is not None
    beside = any(other is not None and other.pairs for other in state.openings)
    return beside and state.rules.series_opener_pairs == "if_pairs_opener"


def _judge_meld(state: State, layout: Layout, pairs: bool) -> Judgement:
    tiles = [placed.tile for placed in layout]
    if refusal := _not_held(state, tiles):
        return refusal
    if not tiles:
        return Refusal(OkeyReason.NOTHING_LAID, "A8.4" if pairs else "A8.3")
    meld = _form(state, layout, pairs)
    if isinstance(meld, Refusal):
        return meld
    return _nothing_to_discard(state, tiles) or (meld,)


def _nothing_to_discard(state: State, laid: Sequence[Tile]) -> Refusal | None:
    """Returns the refusal of an action after which no legal discard could remain. Rules A3.5, A4.4."""
    left = remove(state.hands[state.seat], hand_of(laid))
    unused = state.taken is not None and not _uses(laid, state.taken)
    if unused and state.taken is not None:
        left = remove(left, only(state.taken))
    if left:
        return None
    return Refusal(OkeyReason.NO_TILE_TO_DISCARD, "A4.4" if unused else "A3.5")


def _judge_layoff(state: State, move: LayOff) -> Judgement:
    if refusal := _not_held(state, (move.placed.tile,)) or _no_such_meld(state, move.meld):
        return refusal
    grown = lay_off(state.melds[move.meld], move.placed, state.okey, state.rules.group_okey_binding)
    if isinstance(grown, Refusal):
        return grown
    return _nothing_to_discard(state, (move.placed.tile,)) or (grown,)


def layoff_barred(state: State) -> Refusal | None:
    """Returns why the seat to move, which has opened, may lay nothing off now. Rules A8.1 and A8.6."""
    opening = state.openings[state.seat]
    if opening is None:
        return Refusal(OkeyReason.NOT_OPENED, "A8.1")
    if opening.turn == state.turn and not state.rules.layoff_same_turn:
        return Refusal(OkeyReason.LAYOFF_IN_OPENING_TURN, "A8.1")
    cap = state.rules.layoff_cap_pairs
    if opening.pairs and cap is not None and state.layoffs >= cap:
        return Refusal(OkeyReason.LAYOFF_CAP_REACHED, "A8.6", {"cap": str(cap)})
    return None


def _no_such_meld(state: State, meld: int) -> Refusal | None:
    if 0 <= meld < len(state.melds):
        return None
    return Refusal(OkeyReason.NO_SUCH_MELD, "A8.1", {"meld": str(meld + 1)})


def _judge_claim(state: State, move: ClaimOkey) -> Judgement:
    if refusal := _not_held(state, (move.tile,)) or _no_such_meld(state, move.meld):
        return refusal
    changed = claim(state.melds[move.meld], move.tile, state.okey, state.rules.group_okey_binding)
    return changed if isinstance(changed, Refusal) else (changed,)


def fined_tiles(state: State) -> Hand:
    """Returns the tiles whose discard costs a penalty where it does not finish. Rules A11.1 and A11.2."""
    okey, swap = state.okey, state.rules.islek_includes_swap
    wild = okeys(okey)
    first, second = okey_tiles(okey)
    playable = int(EMPTY)
    for meld in state.melds:
        playable |= meld.fitting
        if swap and (first in meld.tiles or second in meld.tiles):
            playable |= printed(tuple(face for face, _ in claimable(meld, okey)))
    return Hand(playable | wild | (FALSES if playable & wild else EMPTY))
