"""Tokens of seats and tables: the store has their hashes alone, and a repeated request gets them again."""

from collections.abc import Iterator
from typing import Any

import redis
from game101.v1 import table_service_pb2 as pb

from services.cluster.embedded_store import EmbeddedStore
from services.table import tokens
from tests.faults import people
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
