"""Tokens of seats and tables: the store has their hashes alone, and a repeated request gets them again."""

from collections.abc import Iterator
from typing import Any

import grpc
import redis
from game101.v1 import table_service_pb2 as pb

from services.cluster.embedded_store import EmbeddedStore
from services.table import tokens
from tests.faults import people
from tests.faults.people import refused
from tests.faults.replicas import Replicas, new_id


def kept_in(store: EmbeddedStore) -> bytes:
    """Returns all that a store keeps: keys and values as they are, and its files on the disk."""
    with redis.Redis.from_url(store.url) as client:
        names = list(client.scan_iter())
        read = b"\n".join(part for name in names for part in (name, *_value(client, name)))
    files = (path.read_bytes() for path in store.directory.rglob("*") if path.is_file())
    return b"\n".join([read, *files])


def _value(client: Any, name: bytes) -> Iterator[bytes]:
    match client.type(name):
        case b"string":
            yield client.get(name)
        case b"hash":
            for field, value in client.hgetall(name).items():
                yield from (field, value)
        case b"list":
            yield from client.lrange(name, 0, -1)
        case b"zset":
            yield from client.zrange(name, 0, -1)
        case other:
            raise AssertionError(f"the store has a {other!r}")


async def test_no_token_is_kept_in_clear_and_a_repeated_request_gets_the_same(replicas: Replicas) -> None:
    one, two = replicas.stubs
    creating = pb.CreateTableRequest(request_id=new_id(), config=pb.TableConfig(rules=people.OKEY))
    created = await one.CreateTable(creating)
    table_id = created.table.table_id
    taking = [pb.TakeSeatRequest(request_id=new_id(), table_id=table_id) for _ in range(4)]
    taken = [await one.TakeSeat(request) for request in taking]
    kept = kept_in(replicas.store)

    handed_out = [created.owner_token, *(answer.seat_token for answer in taken)]
    assert 5 == len(set(handed_out))
    for token in handed_out:
        assert tokens.hashed(token) in kept
        assert token.encode() not in kept
    for request in (creating, *taking):
        assert request.request_id.encode() not in kept
    again = [await two.CreateTable(creating), *[await two.TakeSeat(request) for request in taking]]
    assert [created, *taken] == again


async def test_whoever_takes_a_seat_that_was_left_watches_all_of_it_and_those_before_nothing(
    replicas: Replicas,
) -> None:
    one, two = replicas.stubs
    created = await people.create(one)
    place = {"table_id": created.table.table_id, "seat": 2}
    before: list[str] = []
    for holder in ("first", "second", "third"):
        taking = pb.TakeSeatRequest(request_id=new_id(), player=holder, **place)
        token = (await one.TakeSeat(taking)).seat_token
        for gone in before:
            assert (grpc.StatusCode.PERMISSION_DENIED, "TABLE_DENIED") == await refused(
                people.events(two, **place, seat_token=gone)
            )
        last = (await two.GetTable(pb.GetTableRequest(table_id=place["table_id"]))).table.last_sequence
        for first in range(1, last + 1):
            request = pb.WatchEventsRequest(**place, seat_token=token, from_sequence=first)
            watching = two.WatchEvents(request)
            assert [*range(first, last + 1)] == await _up_to(last, watching)
        await one.LeaveSeat(pb.LeaveSeatRequest(request_id=new_id(), token=token, **place))

        assert (grpc.StatusCode.PERMISSION_DENIED, "TABLE_DENIED") == await refused(_to_the_end(watching))
        before.append(token)


async def _up_to(last: int, watching: Any) -> list[int]:
    """Returns the sequence numbers that a stream gives, up to one of them."""
    seen: list[int] = []
    async for answer in watching:
        if answer.HasField("event"):
            seen.append(answer.event.sequence)
        if seen and seen[-1] == last:
            break
    return seen


async def _to_the_end(watching: Any) -> None:
    async for _ in watching:
        continue
