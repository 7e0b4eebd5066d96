"""How likely the next seat opens with a discard: its hand is dealt from the unseen tiles, again and again."""

import random
from collections.abc import Sequence
from typing import Final

from engine.okey.floors import pairs_floor, series_floor
from engine.okey.state import SEATS
from engine.okey.tiles import Hand, Tile, add, hand_of, most_pairs, size
from engine.okey.view import View
from services.bot.effort import Effort
from services.bot.okey.outlook import Outlook
from services.bot.okey.sorting import best_total

RIVALS: Final = SEATS - 1
CAUTION: Final = 0.35
"""The part of it that is counted: not every seat looks at what it could take."""
LATER: Final = 0.13
"""How much likelier each further turn makes it that a seat opens anyway."""
OPENED: Final = 45.0
"""What a seat scores on average that has opened."""
MOST_SAMPLES: Final = 40


def dangers(
    view: View, tiles: Sequence[Tile], outlook: Outlook, chance: random.Random, effort: Effort
) -> list[float]:
    """Returns what each discard costs by what it gives to the next seat, in points, shared by the rivals.

    It is nothing where the next seat has opened, or where there is no budget left.
    """
    seat = (view.seat + 1) % SEATS
    if view.openings[seat] is not None:
        return [0.0] * len(tiles)
    helped = [0] * len(tiles)
    samples = 0
    while samples < MOST_SAMPLES and effort.affords(1 + len(tiles)):
        hand = _imagined(view, seat, outlook, chance)
        if not _opens(view, seat, hand):
            samples += 1
            for at, tile in enumerate(tiles):
                helped[at] += _opens(view, seat, add(hand, tile))
        effort.spend(1 + len(tiles))
    stake = CAUTION * (view.rules.unopened_score - OPENED) / RIVALS * (1 - LATER * outlook.turns)
    return [stake * each / max(samples, 1) for each in helped]


def _imagined(view: View, seat: int, outlook: Outlook, chance: random.Random) -> Hand:
    """Returns a hand that a seat may hold."""
    known = view.known[seat]
    missing = view.hand_sizes[seat] - size(known)
    return Hand(known | hand_of(outlook.draws(chance, missing)))


def _opens(view: View, seat: int, hand: Hand) -> bool:
    floors = (view.rules, view.openings, seat)
    return best_total(hand, view.okey) >= series_floor(*floors) or most_pairs(hand, view.okey) >= pairs_floor(
        *floors
    )
