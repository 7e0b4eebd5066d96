"""Whatever arrives at a port, the process behind it goes on answering, and every refusal is typed."""

import asyncio
import random
import struct
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import cycle, islice, repeat
from typing import Any

import grpc
import psutil
import pytest
from game101.v1 import table_service_pb2 as pb
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub
from game101.v1.table_service_pb2_grpc import TableServiceStub
from google.protobuf.message import Message

from services.runtime import clients
from tests.faults import people
from tests.faults.people import CARD
from tests.faults.replicas import new_id
from tests.faults.whole import Served, Whole, methods
from tests.scale import scaled
from tests.services.fuzzing import bad_text, damaged, mutated, nested, probe, random_bytes
from tests.services.good_requests import dealer_requests, goods, table_requests

SEED = 101
METHODS = list(methods())
REQUESTS = scaled(500_000, few=20_000)
EXAMPLES = 25
"""Good requests of a method; each is damaged again and again."""
CALLERS = 8
"""Calls in flight to each service."""
GROWTH_BYTES = 16 << 20
"""What a process may grow by while it answers what nobody means: caches fill, arenas settle."""

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

Damage = Callable[[Message, random.Random], bytes]
DAMAGES: tuple[Damage, ...] = (
    lambda _good, chance: random_bytes(chance),
    lambda good, chance: damaged(good.SerializeToString(), chance),
    mutated,
    mutated,
    bad_text,
    lambda _good, chance: nested(chance),
)


@pytest.fixture(scope="module")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Whole]:
    def settings(part: str) -> dict[str, object]:
        return {"log_level": "error"} | (
            {"heartbeat_ms": 100, "cached_tables": 100} if part == "table" else {}
        )

    async with Whole(tmp_path_factory.mktemp("malformed"), settings=settings) as started:
        yield started


@pytest.fixture(scope="module")
async def channels(cluster: Whole) -> AsyncIterator[dict[str, clients.Channel]]:
    one_try = (("grpc.service_config", clients.INNER_SERVICE_CONFIG),)
    made = {
        name: clients.channel(cluster.address(name), key=cluster.run.tenant_key, options=one_try)
        for name in cluster.children
    }
    yield made
    for channel in made.values():
        await channel.close()


def processes(cluster: Whole) -> dict[str, psutil.Process]:
    return {name: psutil.Process(each[0].process.pid) for name, each in cluster.children.items()}


async def examples(channels: dict[str, Any], chance: random.Random) -> dict[str, Iterator[Message]]:
    """Returns good requests by the path of their methods, over and over."""
    table = TableServiceStub(channels["table"])
    created = await people.create(table, rules=CARD, seats=3)
    table_id = created.table.table_id
    taken = await table.TakeSeat(pb.TakeSeatRequest(request_id=new_id(), table_id=table_id))
    named: dict[str, Message] = table_requests(table_id, created.owner_token, taken.seat_token, new_id())
    del named["CloseTable"]
    named |= await dealer_requests(DealerServiceStub(channels["dealer"]))
    return {
        each.path: repeat(named[each.path.rpartition("/")[2]])
        if each.part in {"dealer", "table"} and each.path.rpartition("/")[2] in named
        else cycle(list(islice(goods(each.request, chance), EXAMPLES)))
        for each in METHODS
    }


@pytest.mark.timeout(60 + REQUESTS // 100)
async def test_every_method_answers_whatever_arrives(cluster, channels):
    chance = random.Random(SEED)
    good = await examples(channels, chance)
    before = {name: process.pid for name, process in processes(cluster).items()}
    await fuzz(channels, good, chance, REQUESTS // 2)
    sizes = {name: process.memory_info().rss for name, process in processes(cluster).items()}
    await fuzz(channels, good, chance, REQUESTS // 2)
    growth = {name: process.memory_info().rss - sizes[name] for name, process in processes(cluster).items()}

    assert before == {name: process.pid for name, process in processes(cluster).items()}
    assert {} == {name: grown for name, grown in growth.items() if grown > GROWTH_BYTES}
    await all_serve(channels)


async def fuzz(
    channels: dict[str, Any], good: dict[str, Iterator[Message]], chance: random.Random, requests: int
) -> None:
    """Sends so many requests, as many to each method, a few to each service at a time."""
    turns: dict[str, Iterator[tuple[Served, bytes]]] = {
        part: iter(list(_turns(part, good, chance, requests))) for part in channels
    }

    async def one_after_another(part: str) -> None:
        for method, data in turns[part]:
            await probe(channels[part], method.path, data, streams=method.streams)

    async with asyncio.TaskGroup() as group:
        for part in channels:
            for _ in range(CALLERS):
                group.create_task(one_after_another(part))


def _turns(
    part: str, good: dict[str, Iterator[Message]], chance: random.Random, requests: int
) -> Iterator[tuple[Served, bytes]]:
    mine = [method for method in METHODS if method.part == part]
    for _ in range(requests // len(METHODS) + 1):
        for method in mine:
            yield method, chance.choice(DAMAGES)(next(good[method.path]), chance)


async def all_serve(channels: dict[str, Any]) -> None:
    for channel in channels.values():
        assert b"\x08\x01" == await channel.unary_unary("/grpc.health.v1.Health/Check")(b"", timeout=10)


async def test_a_message_that_is_too_large_is_refused_by_every_method(channels):
    for method in METHODS:
        code = await probe(channels[method.part], method.path, bytes((1 << 20) + 1), streams=method.streams)

        assert grpc.StatusCode.INVALID_ARGUMENT == code, method


async def test_a_message_that_is_far_too_large_is_not_even_read(channels):
    for name, channel in channels.items():
        path = next(method.path for method in METHODS if method.part == name)
        code = await channel.unary_unary(path)(bytes(5 << 20), timeout=20).code()

        assert grpc.StatusCode.RESOURCE_EXHAUSTED == code, path


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + payload


def garbage(chance: random.Random) -> bytes:
    """Returns what may come over a connection that is no gRPC."""
    settings = frame(4, 0, 0, b"")
    match chance.randrange(6):
        case 0:
            return chance.randbytes(chance.randrange(1, 2000))
        case 1:
            return b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * chance.randint(1, 20)
        case 2:
            return PREFACE[: chance.randrange(len(PREFACE))]
        case 3:
            return PREFACE + settings + chance.randbytes(chance.randrange(1, 500))
        case 4:
            return PREFACE + settings + frame(1, 4, 1, chance.randbytes(chance.randrange(1, 300)))
        case _:
            return PREFACE + settings + b"".join(_any_frame(chance) for _ in range(chance.randint(1, 30)))


def _any_frame(chance: random.Random) -> bytes:
    payload = chance.randbytes(chance.choice((0, 4, 8, 100)))
    return frame(chance.randrange(12), chance.randrange(256), chance.choice((0, 1, 2, 3, 1 << 31)), payload)


@pytest.mark.timeout(900)
async def test_garbage_on_a_connection_ends_that_connection_alone(cluster, channels):
    chance = random.Random(SEED)
    for _ in range(scaled(5_000, few=100)):
        addresses = [each[0].address for each in cluster.children.values()]
        await asyncio.gather(*(_send(address, garbage(chance)) for address in addresses))

    await all_serve(channels)


async def _send(address: str, data: bytes) -> None:
    """Sends bytes and closes, whatever comes back."""
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(data)
        await writer.drain()
        writer.write_eof()
        async with asyncio.timeout(0.05):
            await reader.read()
    except (TimeoutError, ConnectionError, OSError):
        # The other end may hang up at any moment; that is what it is for.
        return
    finally:
        writer.close()
