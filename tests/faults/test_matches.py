"""Whole matches of both games, every switch drawn by lot, people and bots mixed, over two replicas."""

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from game101.v1 import card_pb2, game_pb2, okey_pb2
from game101.v1 import table_service_pb2 as pb
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub
from game101.v1.rules_service_pb2_grpc import RulesServiceStub
from game101.v1.scoring_service_pb2_grpc import ScoringServiceStub
from google.protobuf.descriptor import FieldDescriptor

from services.runtime import clients
from services.table.replay import Replay
from services.wire import game as wire
from services.wire.status import Malformed
from tests.faults import people
from tests.faults.history import Recorder
from tests.faults.replicas import Helpers, Replicas
from tests.scale import scaled

MATCHES = scaled(20)
"""Matches of each game."""
NUMBERS = {
    "open_min_series": (60, 81, 101),
    "open_min_pairs": (3, 4, 5),
    "finisher_score": (0, -101),
    "unopened_score": (202, 404),
    "pairs_hand_factor": (1, 2),
    "hand_size": (4, 5),
    "nine_value": (9, 0),
    "lose_above": (20, 50, 101),
}
STUBS = {"dealer": DealerServiceStub, "rules": RulesServiceStub, "scoring": ScoringServiceStub}


def drawn(chance: random.Random, overrides: Any) -> Any:
    """Returns the overrides with about half of the switches set to some value of theirs."""
    for field in overrides.DESCRIPTOR.fields:
        if chance.random() < 0.5 or field.type == FieldDescriptor.TYPE_MESSAGE:
            continue
        if field.type == FieldDescriptor.TYPE_BOOL:
            setattr(overrides, field.name, chance.random() < 0.5)
        elif field.type == FieldDescriptor.TYPE_ENUM:
            setattr(overrides, field.name, chance.choice(field.enum_type.values[1:]).number)
        else:
            setattr(overrides, field.name, chance.choice(NUMBERS[field.name]))
    return overrides


def agreeing(draw: Callable[[], game_pb2.GameRules]) -> game_pb2.GameRules:
    """Returns the first rules that are drawn without a contradiction among their switches."""
    while True:
        rules = draw()
        try:
            wire.rules_from_pb(rules, "rules")
        except Malformed:
            continue
        return rules


def okey(chance: random.Random) -> dict[str, Any]:
    def rules() -> game_pb2.GameRules:
        overrides = drawn(chance, okey_pb2.OkeyRuleOverrides())
        preset = chance.choice(["table", "classic"])
        return game_pb2.GameRules(okey=okey_pb2.OkeyRules(preset=preset, overrides=overrides))

    return {"rules": agreeing(rules), "seats": 4, "hands": chance.randint(1, 3)}


def card(chance: random.Random) -> dict[str, Any]:
    def rules() -> game_pb2.GameRules:
        overrides = drawn(chance, card_pb2.CardRuleOverrides())
        preset = chance.choice(["base", "five", "popular"])
        return game_pb2.GameRules(card=card_pb2.CardRules(preset=preset, overrides=overrides))

    return {"rules": agreeing(rules), "seats": chance.randint(2, 5)}


@pytest.mark.timeout(60 + 60 * MATCHES)
@pytest.mark.parametrize("game", [okey, card])
async def test_matches_under_any_rules_end_and_are_true_in_the_archive(
    replicas: Replicas, helpers: Helpers, game
) -> None:
    stub = replicas.stubs[0]
    stubs = {
        name: clients.stub(make, helpers.addresses[name], key=helpers.run.tenant_key)
        for name, make in STUBS.items()
    }
    for seed in range(MATCHES):
        chance = random.Random(seed)
        config = game(chance)
        party = await people.gather(stub, helpers, people=chance.randint(0, config["seats"]), **config)
        history = await Recorder(replicas, party).play()
        live = (await stub.GetTable(pb.GetTableRequest(table_id=party.table_id))).table
        records = [
            (await stub.GetHandRecord(pb.GetHandRecordRequest(table_id=party.table_id, hand=hand))).record
            for hand in range(1, live.hand + 1)
        ]
        found = await archived(replicas, party.table_id)
        replicas.forget(party.table_id)
        again = [
            (await stub.GetHandRecord(pb.GetHandRecordRequest(table_id=party.table_id, hand=hand))).record
            for hand in range(1, live.hand + 1)
        ]

        assert [] == history.problems(), config
        assert [[]] * len(records) == [await Replay(text, **stubs).problems() for text in records], config
        assert (live.match, list(live.seats)) == (found.match, list(found.seats))
        assert found.standing == history.told[-1].match_ended.standing
        assert records == again
        assert live.hand == json.loads(records[-1])["hand"]
    await clients.close(*stubs.values())


async def archived(replicas: Replicas, table_id: str) -> pb.Match:
    """Returns a match from the archive, once it is there."""
    while True:
        answer = await replicas.stubs[1].ListMatches(pb.ListMatchesRequest(table_id=table_id))
        if answer.matches:
            return answer.matches[0]
        await asyncio.sleep(0.05)
