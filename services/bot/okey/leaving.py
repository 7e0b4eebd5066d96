"""What a hand that has opened will cost: turns played out with unseen tiles, for this seat alone.

A turn of a playout draws a tile, lays what the table takes, lays new runs and groups, and discards the
highest tile left. OKEYs wait: they go onto the table in the last turn, or to finish.
"""

import random
from typing import Final

from engine.okey.tiles import Hand, Tile, add, hand_of, highest, holds, only, remove, size, twin_of
from services.bot.effort import Effort
from services.bot.okey.outlook import GROWTH, MOST_HAZARD, Outlook
from services.bot.okey.sorting import for_least, most_laid

DOUBLED: Final = 2
_SAMPLES: Final = 24


class Playouts:
    """Judges hands after a discard, all of them with the same draws."""

    def __init__(self, outlook: Outlook, chance: random.Random, samples: int = _SAMPLES) -> None:
        self._outlook = outlook
        self._chance = chance
        self._samples = samples

    def values(self, hands: list[Hand], effort: Effort) -> list[float]:
        """Returns what each hand is expected to score; without the effort for it, what it holds.

        With little effort left a playout looks fewer turns ahead.
        """
        turns = min(self._outlook.turns, effort.left // max(1, len(hands)))
        each_sample = len(hands) * max(1, turns)
        totals = [0.0] * len(hands)
        samples = 0
        while samples < self._samples and effort.affords(each_sample):
            draws = self._outlook.draws(self._chance, turns)
            effort.spend(each_sample)
            for at, hand in enumerate(hands):
                totals[at] += self._played(hand, draws)
            samples += 1
        if not samples:
            return [self._outlook.points(hand) for hand in hands]
        return [each / samples for each in totals]

    def _played(self, hand: Hand, draws: list[Tile]) -> float:
        outlook = self._outlook
        cost, lasts, hazard = 0.0, 1.0, outlook.hazard
        for turn, tile in enumerate(draws, 1):
            cost += lasts * hazard * outlook.points(hand)
            lasts *= 1 - hazard
            hazard = min(MOST_HAZARD, hazard * GROWTH + 0.01)
            hand = self._laid(add(hand, tile), tile)
            natural = remove(hand, outlook.wild)
            if size(natural) <= 1 and (natural or hand):
                doubled = not natural
                return cost + lasts * outlook.finish * (DOUBLED if doubled else 1)
            if not hand:
                return cost + lasts * outlook.finish
            hand = remove(hand, only(highest(natural, outlook.okey)))
            if turn == len(draws):
                hand = remove(hand, outlook.wild)
        return cost + lasts * outlook.points(hand)

    def _laid(self, hand: Hand, tile: Tile) -> Hand:
        """Returns what stays of a hand after a tile was drawn."""
        outlook = self._outlook
        if holds(outlook.layable, tile):
            return remove(hand, only(tile))
        if not outlook.series:
            pair = hand_of((tile, twin_of(tile)))
            return remove(hand, pair) if holds(hand, twin_of(tile)) else hand
        if size(hand) > 2 and most_laid(hand, outlook.okey):
            return for_least(hand, outlook.okey)[1]
        return hand
