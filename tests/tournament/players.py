"""The players of the tournament, by name. Each sees its seat's view and its legal moves, nothing else."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from services.bot.decision import BUDGET, Level, decide
from services.bot.okey import policy as okey_policy
from services.bot.policies import POLICIES
from tests.tournament import greedy_card, greedy_okey

Player = Callable[[Any, Sequence[Any], random.Random], Any]
"""Given a view, the legal moves and a source of chance, returns one of the moves."""

YARDSTICKS: Mapping[str, Mapping[str, Player]] = {
    "okey": {"greedy": greedy_okey.greedy, "keen": greedy_okey.keen},
    "card": {"greedy": greedy_card.choose},
}


def player(game: str, name: str) -> Player:
    """Returns a player of a game: ``high``, ``medium``, ``low``, ``random`` or a yardstick.

    ``prompt`` is ``high`` that never waits with an opening.
    """
    if name == "random":
        return _random
    if name in YARDSTICKS[game]:
        return YARDSTICKS[game][name]
    if name == "prompt":
        return _bot(Prompt(), Level.HIGH)
    return _bot(POLICIES[game], Level[name.upper()])


class Prompt:
    """The policy of 101 Okey without waiting."""

    def rank(self, *arguments: Any) -> Any:
        """Returns the moves, best first."""
        return okey_policy.rank(*arguments, waiting=False)


def _random(_view: Any, moves: Sequence[Any], chance: random.Random) -> Any:
    return chance.choice(moves)


def _bot(policy: Any, level: Level) -> Player:
    def choose(view: Any, _moves: Sequence[Any], chance: random.Random) -> Any:
        return decide(policy, view, level, chance.getrandbits(64), BUDGET[level], lambda: False).move

    return choose
