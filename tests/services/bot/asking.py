"""Requests to the bot, made of positions."""

from typing import Any

from game101.v1 import bot_service_pb2 as pb

from engine.game import GAMES
from services.wire import game as wire
from services.wire.game import RULEBOOKS

LOW, MEDIUM, HIGH = pb.BOT_LEVEL_LOW, pb.BOT_LEVEL_MEDIUM, pb.BOT_LEVEL_HIGH


def seen(name: str, state: Any) -> Any:
    """Returns the view of the seat to move, as a message."""
    game = GAMES[name]
    return wire.view_to_pb(RULEBOOKS[name], game.view(state, game.header(state).seat))


def choice(name: str, state: Any, level: int = HIGH, seed: int = 1, budget: int = 0) -> pb.ChooseMoveRequest:
    """Returns the question for a move."""
    return pb.ChooseMoveRequest(view=seen(name, state), level=level, decision_seed=seed, budget=budget)


def advice(name: str, state: Any, limit: int = 0, seed: int = 1) -> pb.SuggestMovesRequest:
    """Returns the question for suggestions."""
    return pb.SuggestMovesRequest(view=seen(name, state), limit=limit, decision_seed=seed)


def move_of(name: str, message: Any) -> Any:
    """Returns the engine's move of a message."""
    return wire.move_from_pb(RULEBOOKS[name], message, "move")
