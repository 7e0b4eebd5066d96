"""No hidden tile, seed, token or key in logs, metrics, errors and traces, whatever is asked on the way."""

import asyncio
import contextlib
import random
from dataclasses import dataclass, field

import grpc
import pytest
import redis
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import game_pb2
from game101.v1.bot_service_pb2_grpc import BotServiceStub
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub
from game101.v1.rules_service_pb2 import TranslatePositionRequest
from game101.v1.rules_service_pb2_grpc import RulesServiceStub
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.cluster import runs
from services.runtime import clients
from services.table.store import keys as store_keys
from tests.faults import people
from tests.faults.canaries import Canaries
from tests.faults.people import CARD, OKEY
from tests.faults.replicas import new_id
from tests.faults.whole import Whole, page_of
from tests.services.collector import collecting
from tests.services.fuzzing import bad_text, damaged, mutated
from tests.services.good_requests import table_requests

SEED = 9
STEPS = 25
"""Moves of a hand that are made by people, each among bad requests."""
DAMAGES = (mutated, bad_text, lambda good, chance: damaged(good.SerializeToString(), chance))
ONE_TRY = (("grpc.service_config", clients.INNER_SERVICE_CONFIG),)


@dataclass
class Spy:
    """Plays, asks what must not be asked, and keeps all that was told in errors."""

    cluster: Whole
    chance: random.Random
    canaries: Canaries
    errors: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        make = {"options": ONE_TRY}
        self.table = self.cluster.stub(TableServiceStub, "table", **make)
        self.rules = self.cluster.stub(RulesServiceStub, "rules", **make)
        self.dealer = self.cluster.stub(DealerServiceStub, "dealer", **make)
        self.bot = self.cluster.stub(BotServiceStub, "bot", **make)
        key = self.cluster.run.tenant_key
        self.channels = {
            part: clients.channel(self.cluster.address(part), key=key, **make) for part in ("dealer", "table")
        }

    async def close(self) -> None:
        await clients.close(self.table, self.rules, self.dealer, self.bot)
        for channel in self.channels.values():
            await channel.close()

    async def ask(self, part: str, path: str, data: bytes) -> None:
        call = self.channels[part].unary_unary(path)(data, timeout=20)
        if await call.code() is not grpc.StatusCode.OK:
            trailers = await call.trailing_metadata() or ()
            told = [str(await call.details()).encode(), *(_bytes(value) for _, value in trailers)]
            self.errors.append(b"\n".join(told))

    async def play(self, rules: game_pb2.GameRules, seats: int) -> None:
        """Plays a hand with two people, and asks amiss at every step."""
        party = await people.gather(self.table, self, 2, rules=rules, seats=seats, hands=1)  # type: ignore[arg-type]
        self.canaries.add_text("an owner's token", party.owner_token)
        for person in party.people.values():
            self.canaries.add_text("a seat's token", person.token)
        for step in range(STEPS):
            try:
                seen = await people.to_move(self.table, party)
            except AssertionError:
                break
            if not step:
                await self._learn(party.table_id)
            person = party.people[seen.table.header.seat]
            await self._ask_amiss(party, person)
            with contextlib.suppress(grpc.aio.AioRpcError):
                # What was asked amiss may have been a move after all.
                await self.table.SubmitMove(await person.move_for(seen))

    async def _ask_amiss(self, party: people.Party, person: people.Seated) -> None:
        named = table_requests(party.table_id, party.owner_token, person.token, new_id())
        for name in ("WatchEvents", "CloseTable", "LeaveSeat", "SetAutopilot"):
            del named[name]
        for name, good in named.items():
            data = self.chance.choice(DAMAGES)(good, self.chance)
            await self.ask("table", f"/game101.v1.TableService/{name}", data)

    async def _learn(self, table_id: str) -> None:
        """Looks into the store, where everything hidden is, and takes note of it."""
        with redis.Redis.from_url(self.cluster.store.url) as store:
            state = store.hget(store_keys.table(table_id), "state")
        table = store_pb.StoredTable.FromString(state)
        position = game_pb2.GamePosition.FromString(table.hand.position)
        own = getattr(position, position.WhichOneof("form"))
        told = await self.rules.TranslatePosition(TranslatePositionRequest(position=position))
        self.canaries.add_bytes("a dealer's token", table.hand.token)
        self.canaries.add_notation("a position", told.notation)
        self.canaries.add_text("the seed of bots", str(table.bot_seed))
        for name in ("order", "stock", "pile"):
            if isinstance(getattr(own, name, None), bytes):
                self.canaries.add_pieces("an order", getattr(own, name))

    async def deal(self) -> None:
        """Has the dealer deal, and takes note of what it hides."""
        names = {"table_id": "t", "hand_id": "1"}
        commit = dealer_pb.CommitRequest(**names, size=106, first_below=104, seats=4)
        committed = await self.dealer.Commit(commit)
        dealt = await self.dealer.Deal(dealer_pb.DealRequest(token=committed.token, **names))
        revealed = await self.dealer.Reveal(dealer_pb.RevealRequest(token=dealt.token, **names))
        for token in (committed.token, dealt.token):
            self.canaries.add_bytes("a dealer's token", token)
            for request in (dealer_pb.DealRequest, dealer_pb.OpenPositionsRequest, dealer_pb.RevealRequest):
                path = f"/game101.v1.DealerService/{request.DESCRIPTOR.name.removesuffix('Request')}"
                await self.ask("dealer", path, mutated(request(token=token, **names), self.chance))
        self.canaries.add_pieces("an order", dealt.order)
        self.canaries.add_bytes("a chance", dealt.chance)
        self.canaries.add_bytes("a seed", revealed.record.seed)


def _bytes(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode()


def learn_keys(canaries: Canaries, cluster: Whole) -> None:
    """Takes note of every key of the run; of a key that is kept as a hash, the key and not the hash."""
    canaries.add_text("a tenant's key", cluster.run.tenant_key)
    canaries.add_text("a service's key", runs.own_key_file(cluster.run.private, "table").read_text("ascii"))
    for line in (cluster.run.private / runs.DEALER_KEYS).read_text("ascii").splitlines():
        canaries.add_text("a key of the dealer", line.split()[1])


async def metrics_of(cluster: Whole) -> dict[str, bytes]:
    """Returns the pages of metrics."""
    return {
        f"metrics of {name}": (await asyncio.to_thread(page_of, children[0].metrics_url)).encode()
        for name, children in cluster.children.items()
    }


def logs_of(cluster: Whole) -> dict[str, bytes]:
    """Returns all that the processes have written."""
    return {path.name: path.read_bytes() for path in cluster.run.folder.glob("*.log")}


async def test_nothing_hidden_comes_out_beside_the_answers(tmp_path):
    canaries = Canaries()
    async with collecting() as collector:
        settings = {"otlp_endpoint": collector.endpoint, "log_format": "json"}
        async with Whole(tmp_path, settings=lambda _part: settings, log_level="debug") as cluster:
            spy = Spy(cluster, random.Random(SEED), canaries)
            learn_keys(canaries, cluster)
            await spy.deal()
            for rules, seats in ((OKEY, 4), (CARD, 3)):
                await spy.play(rules, seats)
            await spy.close()
            pages = await metrics_of(cluster)
    found = pages | logs_of(cluster) | {"errors": b"\n".join(spy.errors), "traces": collector.raw}

    assert [] == canaries.found_in(found)
    assert len(spy.errors) > 100
    assert {"bot", "dealer", "rules", "table"} <= {name for name, _ in collector.spans}
    assert all(found.values())


@pytest.mark.parametrize(
    "seen",
    [
        b"key: game101_0123456789",
        b'{"order":[4,7,9,100,21,5]}',
        b"order 3 6 8 99 20 4 and so on",
        b"hands: R5 R6 K7 B1",
        repr(bytes([4, 7, 9, 100, 21, 5, 6, 1])).encode(),
        b"c2VjcmV0c2VjcmV0",
        b"7365637265747365",
    ],
)
def test_the_search_finds_what_is_there(seen):
    canaries = Canaries()
    canaries.add_text("a key", "game101_0123456789")
    canaries.add_pieces("an order", [4, 7, 9, 100, 21, 5])
    canaries.add_notation("a position", "okey | hands: R5 R6 K7 B1 / B2")
    canaries.add_bytes("a secret", b"secretsecret")
    canaries.add_bytes("half a secret", b"secretse")

    assert [] == canaries.found_in({"elsewhere": b"nothing of it"})
    assert [] != canaries.found_in({"here": b"something " + seen + b" more"})
