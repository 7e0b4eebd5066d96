"""The ranking of the moves of 101 Okey: open when it can, lay what it can, discard what helps least."""

import random

from engine.okey import arrange
from engine.okey.floors import pairs_floor, series_floor
from engine.okey.legal import fined_tiles
from engine.okey.listing import legal_moves
from engine.okey.moves import (
    ClaimOkey,
    Discard,
    LayOff,
    LayPair,
    LaySeries,
    Move,
    OpenPairs,
    OpenSeries,
    PutBack,
    TakeDiscard,
)
from engine.okey.play import PENALTY, apply
from engine.okey.score import HELD_OKEY
from engine.okey.state import Phase, State
from engine.okey.tiles import Hand, Tile, add, holds, is_okey, number_of, own_face, size, tiles_of
from engine.okey.view import View
from services.bot.decision import Estimate, Expired, Ranking
from services.bot.okey.imagine import imagine, unseen
from services.bot.okey.worth import worths


def to_move(view: View) -> bool:
    """Tells whether the viewer is to move."""
    return view.viewer == view.seat and view.phase not in {Phase.ENDED, Phase.VOID}


def rank(view: View, chance: random.Random, budget: int, expired: Expired) -> Ranking:  # noqa: ARG001
    """Returns the moves of the seat whose view it is, best first."""
    state = imagine(view, chance)
    moves = legal_moves(state)
    if view.phase in {Phase.DRAW, Phase.DRAW_STOCK}:
        estimates = _rank_draws(state, moves)
    else:
        estimates = [_estimate(state, move) for move in moves if not isinstance(move, Discard)]
        estimates += _rank_discards(view, state, [move for move in moves if isinstance(move, Discard)])
    estimates.sort(key=lambda each: each.expected_points)
    return Ranking(tuple(estimates), evaluations=len(moves))


def _rank_draws(state: State, moves: tuple[Move, ...]) -> list[Estimate]:
    left = points_left(state, state.hands[state.seat])
    found = []
    for move in moves:
        if not isinstance(move, TakeDiscard):
            found.append(Estimate(move, left, ("DRAWS",)))
        elif _take_helps(state):
            found.append(Estimate(move, left - 10, ("TAKES_USEFUL_TILE",)))
        else:
            found.append(Estimate(move, left + 10, ("TAKES_USELESS_TILE",), admissible=False))
    return found


def _take_helps(state: State) -> bool:
    """Tells whether the tile on the left can be used in this turn."""
    tile = state.discards[state.left][-1]
    if state.openings[state.seat] is not None:
        after = apply(state, state.seat, TakeDiscard())
        return any(_uses(move, tile) for move in legal_moves(after))
    hand = add(state.hands[state.seat], tile)
    series = arrange.best_series(hand, state.okey, tile)
    if series.total >= series_floor(state.rules, state.openings, state.seat):
        return True
    pairs = arrange.best_pairs(hand, state.okey, tile)
    if pairs.total >= pairs_floor(state.rules, state.openings, state.seat):
        return True
    return arrange.whole_hand(hand, state.okey, tile) is not None


def _uses(move: Move, tile: Tile) -> bool:
    match move:
        case LaySeries():
            return any(placed.tile == tile for placed in move.meld)
        case LayPair():
            return any(placed.tile == tile for placed in move.pair)
        case LayOff():
            return move.placed.tile == tile
        case ClaimOkey():
            return move.tile == tile
        case _:
            return False


def points_left(state: State, hand: Hand) -> float:
    """Returns what a hand would cost its seat if another finished now. Rule A12."""
    opening = state.openings[state.seat]
    if opening is None:
        return float(state.rules.unopened_score)
    points = sum(
        HELD_OKEY if is_okey(tile, state.okey) else number_of(own_face(tile, state.okey))
        for tile in tiles_of(hand)
    )
    return float(points * (state.rules.pairs_hand_factor if opening.pairs else 1))


def _estimate(state: State, move: Move) -> Estimate:
    """Returns what a table action leaves; acting goes before discarding."""
    if isinstance(move, PutBack):
        return Estimate(
            move, points_left(state, state.hands[state.seat]) + 5, ("PUTS_BACK",), admissible=False
        )
    after = apply(state, state.seat, move)
    points = points_left(after, after.hands[state.seat])
    reason = {OpenSeries: "OPENS", OpenPairs: "OPENS", ClaimOkey: "CLAIMS_OKEY"}.get(type(move), "LAYS")
    if isinstance(move, ClaimOkey):
        points -= HELD_OKEY
    spent = any(
        is_okey(tile, state.okey) for tile in tiles_of(state.hands[state.seat] & ~after.hands[state.seat])
    )
    return Estimate(move, points - 0.5 + (20 if spent and reason == "LAYS" else 0), (reason,))


def _rank_discards(view: View, state: State, moves: list[Discard]) -> list[Estimate]:
    """Returns the discards: what they leave, how useful the tile was, what they cost."""
    hand = view.hand
    if size(hand) == 1:
        return [Estimate(move, float(state.rules.finisher_score), ("FINISHES",)) for move in moves]
    worth = worths(hand, unseen(view), view.okey)
    opened = view.openings[view.seat] is not None
    fines = view.rules.penalties
    fined = fined_tiles(state)
    found = []
    for move in moves:
        tile = move.tile
        wild = is_okey(tile, view.okey)
        playable = holds(fined, tile)
        points = points_left(state, Hand(hand & ~(1 << tile))) + worth[tile]
        points += 4 if playable and not wild and not fines else 0
        points += PENALTY if fines and playable else 0
        reasons = ("SHEDS_POINTS",) if opened else ("LEAST_USEFUL",)
        found.append(Estimate(move, points, reasons, admissible=not wild and not (fines and playable)))
    return found
