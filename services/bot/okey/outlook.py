"""What a view says about the rest of the hand: turns to come, who may end it, what an ending costs."""

import random
from dataclasses import dataclass
from typing import Final

from engine.okey.legal import fined_tiles
from engine.okey.melds import claimable
from engine.okey.score import HELD_OKEY
from engine.okey.state import SEATS, State, partner_of
from engine.okey.tiles import (
    Face,
    Hand,
    Tile,
    counting_as,
    okeys,
    remove,
    size,
    sum_of_numbers,
    tiles_of,
)
from engine.okey.view import View
from services.bot.okey.sight import unseen

MOST_TURNS: Final = 5
"""Own turns that are looked ahead at most; a stock of 20 holds no more draws for one seat."""
FINISHES_WITH: Final = (0.0, 0.35, 0.25, 0.16, 0.1, 0.06, 0.03)
"""By the tiles that a seat holds after its opening: how often it finishes in its next turn."""
RARELY: Final = 0.02
FIRST_OPENING: Final = 0.003
"""How often a seat that has not opened finishes in its next turn."""
GROWTH: Final = 1.35
"""How much likelier an ending becomes from one turn to the next."""
MOST_HAZARD: Final = 0.7
ENDING_EARLY: Final = 20.0
"""What a finish is worth beside its score: nobody else lowers his any more."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What judging a hand of the viewer needs."""

    okey: Face
    wild: Hand
    """The two OKEYs."""
    hidden: tuple[Tile, ...]
    """The tiles that may be drawn, lowest first."""
    turns: int
    """Own draws to come, after this turn."""
    hazard: float
    """How likely another seat ends the hand before the viewer's next turn."""
    layable: Hand
    """The tiles that can go onto the table as it is."""
    factor: int
    """What the tiles left are multiplied with. Rule A12.3."""
    series: bool
    """Whether runs and groups may be laid; else pairs."""
    finish: float
    """What finishing is worth, without a doubling."""

    def points(self, hand: Hand) -> float:
        """Returns what some tiles cost if the hand ends now. Rule A12.3."""
        wild = Hand(hand & self.wild)
        natural = sum_of_numbers(remove(hand, wild), self.okey)
        return float(self.factor * (natural + HELD_OKEY * size(wild)))

    def draws(self, chance: random.Random, count: int) -> list[Tile]:
        """Returns tiles that may be drawn one after the other."""
        return chance.sample(self.hidden, min(count, len(self.hidden)))


def outlook_of(view: View, state: State) -> Outlook:
    """Returns the outlook of the seat to move, whose view it is."""
    opening = view.openings[view.seat]
    pairs = opening is not None and opening.pairs
    return Outlook(
        okey=view.okey,
        wild=okeys(view.okey),
        hidden=tuple(tiles_of(unseen(view))),
        turns=min(MOST_TURNS, view.stock // SEATS),
        hazard=_hazard(view),
        layable=layable(state),
        factor=view.rules.pairs_hand_factor if pairs else 1,
        series=not pairs,
        finish=float(view.rules.finisher_score) - ENDING_EARLY,
    )


def layable(state: State) -> Hand:
    """Returns the natural tiles that the table would take, as a lay-off or for an OKEY."""
    tiles = fined_tiles(state)
    if not state.rules.islek_includes_swap:
        for meld in state.melds:
            for meant, _ in claimable(meld, state.okey):
                tiles = Hand(tiles | counting_as(meant, state.okey))
    return remove(tiles, okeys(state.okey))


def _hazard(view: View) -> float:
    """Returns how likely another seat finishes before the viewer moves again."""
    lasts = 1.0
    for seat in range(SEATS):
        if seat != view.seat and not (view.rules.teams and seat == partner_of(view.seat)):
            lasts *= 1 - _finishes(view, seat)
    return 1 - lasts


def _finishes(view: View, seat: int) -> float:
    if view.openings[seat] is None:
        return FIRST_OPENING
    tiles = view.hand_sizes[seat]
    return FINISHES_WITH[tiles] if tiles < len(FINISHES_WITH) else RARELY
