"""Where to draw from: the stock, or the tile on the left where it can be used in this turn. Rule A4."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.okey.floors import pairs_floor, series_floor
from engine.okey.listing import legal_moves
from engine.okey.moves import DrawFromStock, Move, TakeDiscard
from engine.okey.play import apply
from engine.okey.state import State
from engine.okey.tiles import Tile, add, holds, is_okey, most_pairs, twin_of
from engine.okey.view import View
from engine.okey.view import view as view_of
from services.bot.decision import Estimate
from services.bot.effort import Effort
from services.bot.okey.hopes import OPENED_SERIES
from services.bot.okey.leaving import Playouts
from services.bot.okey.outlook import Outlook
from services.bot.okey.plans import prospect, starts_with_put_back
from services.bot.okey.sorting import best_total, most_laid
from services.bot.okey.table import OPENING

USELESS: Final = 20.0
"""What it is taken to cost to take a tile that cannot be used."""


def rank_draws(
    view: View, state: State, moves: Sequence[Move], outlook: Outlook, chance: random.Random, effort: Effort
) -> list[Estimate]:
    """Returns the draws of a seat."""
    opened = view.openings[view.seat] is not None
    drawn = _drawn(view, outlook, chance, effort) if opened else float(view.rules.unopened_score)
    stock = Estimate(DrawFromStock(), drawn, ("DRAWS",))
    if TakeDiscard() not in moves:
        return [stock]
    taken = _laying(view, state, outlook, chance, effort) if opened else _opening(view, state, effort)
    if taken is None:
        useless = Estimate(TakeDiscard(), drawn + USELESS, ("TAKES_USELESS_TILE",), admissible=False)
        return [stock, useless]
    return [stock, taken]


def _drawn(view: View, outlook: Outlook, chance: random.Random, effort: Effort) -> float:
    return Playouts(replace(outlook, hazard=0.0), chance, 8).values([view.hand], effort)[0]


def _opening(view: View, state: State, effort: Effort) -> Estimate | None:
    """Returns what taking is worth to a seat that opens with the tile, or ``None`` where it does not."""
    tile = state.discards[state.left][-1]
    hand, floors = add(view.hand, tile), (view.rules, view.openings, view.seat)
    effort.spend()
    series = best_total(hand, view.okey) >= series_floor(*floors)
    if not series and most_pairs(hand, view.okey) < pairs_floor(*floors):
        return None
    after = apply(state, state.seat, TakeDiscard())
    legal = list(legal_moves(after))
    if not any(isinstance(move, OPENING) for move in legal):
        return None
    return Estimate(TakeDiscard(), OPENED_SERIES, ("TAKES_TO_OPEN",))


def _laying(
    view: View, state: State, outlook: Outlook, chance: random.Random, effort: Effort
) -> Estimate | None:
    """Returns what taking is worth to a seat that can lay the tile, or ``None`` where it cannot."""
    tile = state.discards[state.left][-1]
    if not _fits(view, outlook, tile, effort):
        return None
    after = apply(state, state.seat, TakeDiscard())
    seen = replace(view_of(after, view.seat), hand_sizes=view.hand_sizes)
    found = prospect(seen, after, legal_moves(after), outlook, chance, effort)
    if starts_with_put_back(found):
        return None
    return Estimate(TakeDiscard(), found.points, ("TAKES_TO_LAY",))


def _fits(view: View, outlook: Outlook, tile: Tile, effort: Effort) -> bool:
    """Tells whether a tile can perhaps be laid: the table takes it, or a new meld might."""
    if holds(outlook.layable, tile) or is_okey(tile, view.okey):
        return True
    if not outlook.series:
        return holds(view.hand, twin_of(tile)) or bool(view.hand & outlook.wild)
    if not effort.affords(2):
        return False
    effort.spend(2)
    return most_laid(add(view.hand, tile), view.okey) > most_laid(view.hand, view.okey)
