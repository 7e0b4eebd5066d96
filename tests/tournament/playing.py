"""A hand between players: from the deal to the score."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import GAMES
from engine.header import HandState
from engine.score import Match, new_match
from engine.shuffle import shuffled
from tests.tournament.players import player


@dataclass(frozen=True, slots=True)
class Table:
    """What is played."""

    game: str
    preset: str
    seats: int
    switches: tuple[tuple[str, Any], ...] = ()

    @property
    def rules(self) -> Any:
        """Returns the rule set."""
        return GAMES[self.game].configure(self.preset, dict(self.switches))


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that has been played; a void one has no points."""

    points: tuple[int, ...]
    """By seat."""
    winner: int | None
    opened: tuple[bool, ...]
    """By seat; empty in a game without openings."""
    fines: tuple[int, ...]
    """By seat: the points of penalties; empty in a game without."""


def play(table: Table, names: Sequence[str], deal: int, starter: int, number: int = 0) -> Played:
    """Plays one hand of a deal; the same arguments give the same hand."""
    game = GAMES[table.game]
    deck = game.deck(table.rules)
    seed = deal.to_bytes(8, "big") + number.to_bytes(4, "big")
    order = shuffled(seed, deck.size, deck.first_below)
    state = game.start(table.rules, table.seats, starter, order, seed.ljust(32, b"\0"))
    players = [player(table.game, name) for name in names]
    chances = [random.Random(f"{deal} {number} {seat}") for seat in range(table.seats)]
    while (header := game.header(state)).state is HandState.PLAYING:
        seat = header.seat
        move = players[seat](game.view(state, seat), game.legal_moves(state), chances[seat])
        state = game.apply(state, seat, move)
    return _played(game, state)


def _played(game: Any, state: Any) -> Played:
    score = game.score(state)
    opened = tuple(each is not None for each in getattr(state, "openings", ()))
    return Played(score.points, score.winner, opened, getattr(state, "penalties", ()))


def play_match(table: Table, names: Sequence[str], deal: int, hands: int) -> tuple[Match, list[Played]]:
    """Plays a match; ``hands`` counts where the game ends after a number of hands."""
    game = GAMES[table.game]
    match = new_match(table.seats, deal % table.seats)
    played: list[Played] = []
    while not match.over:
        hand = play(table, names, deal, match.starter, len(played) + 1)
        played.append(hand)
        match = game.settle(table.rules, match, hands, hand.points or None, hand.winner)
    return match, played
