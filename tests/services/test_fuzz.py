"""The stateless services answer whatever bytes arrive, and every failure is typed."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from game101.v1 import (
    bot_service_pb2,
    game_pb2,
    okey_rules_service_pb2,
    rules_service_pb2,
    scoring_service_pb2,
)
from google.protobuf.message import Message

from engine.game import GAMES
from services.bot.service import SERVICE as BOT
from services.rules.service import SERVICE as RULES
from services.scoring.service import SERVICE as SCORING
from services.wire import game as wire
from tests.scale import scaled
from tests.services.fuzzing import damaged, methods, mutated, probe, random_bytes
from tests.services.hands import finished, played
from tests.services.serving import serving

DESCRIPTORS = [
    (RULES, rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"]),
    (RULES, okey_rules_service_pb2.DESCRIPTOR.services_by_name["OkeyRulesService"]),
    (SCORING, scoring_service_pb2.DESCRIPTOR.services_by_name["ScoringService"]),
    (BOT, bot_service_pb2.DESCRIPTOR.services_by_name["BotService"]),
]


def goods(request: type[Message], chance: random.Random) -> Iterator[Message]:
    """Yields good requests of a class: its fields filled from a random position of a random game."""
    while True:
        name = chance.choice(sorted(GAMES))
        yield _filled(request(), name, chance)


def _filled(message: Message, name: str, chance: random.Random) -> Message:
    book, game = wire.RULEBOOKS[name], GAMES[name]
    ending = chance.random() < 0.3
    state = finished(name, chance.randrange(50)) if ending else played(name, chance.randrange(50), 9)
    seat = game.header(state).seat
    rules = game_pb2.GameRules()
    getattr(rules, name).SetInParent()
    moves = game.legal_moves(state)
    parts: dict[str, Any] = {
        "position": wire.position_to_pb(book, state),
        "view": wire.view_to_pb(book, game.view(state, seat)),
        "rules": rules,
        "move": wire.move_to_pb(book, chance.choice(moves)) if moves else None,
        "match": game_pb2.MatchState(totals=[0] * game.header(state).seats, starter=1),
        "seat": seat + 1,
        "level": 1,
    }
    for field in message.DESCRIPTOR.fields:
        part = parts.get(field.name)
        if field.message_type is not None and isinstance(part, Message):
            wanted = getattr(message, field.name)
            source = part if wanted.DESCRIPTOR == part.DESCRIPTOR else getattr(part, name)
            if wanted.DESCRIPTOR == source.DESCRIPTOR:
                wanted.CopyFrom(source)
        elif isinstance(part, int):
            setattr(message, field.name, part)
    return message


@pytest.mark.parametrize(("service", "descriptor"), DESCRIPTORS, ids=lambda each: each.name)
async def test_every_method_answers_whatever_arrives(service, descriptor):
    chance = random.Random(101)
    async with serving(service) as channel:
        for path, request in methods(descriptor):
            good = goods(request, chance)
            for _ in range(scaled(2000) // 3):
                await probe(channel, path, random_bytes(chance))
                await probe(channel, path, damaged(next(good).SerializeToString(), chance))
                await probe(channel, path, mutated(next(good), chance))
