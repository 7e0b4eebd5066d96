"""Tables on a store of two servers in cluster mode."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import redis
from game101.v1 import table_service_pb2 as pb

from services.cluster.embedded_store import EmbeddedStore
from services.table.store import keys
from services.table.store.servers import SLOTS, slot_of
from tests.faults import people
from tests.faults.replicas import Helpers, Replicas
from tests.services.table.store.conftest import free_ports

BOTS = pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=people.LEVEL)


@asynccontextmanager
async def store_cluster() -> AsyncIterator[list[int]]:
    """Runs two servers that share the slots; gives their ports."""
    ports = free_ports(2)
    async with AsyncExitStack() as after:
        for port in ports:
            options = {"cluster-enabled": "yes", "appendfsync": "no"}
            after.enter_context(EmbeddedStore(port=port, options=options))
        nodes = [after.enter_context(redis.Redis(port=port)) for port in ports]
        half = SLOTS // 2
        nodes[0].execute_command("CLUSTER", "ADDSLOTSRANGE", 0, half - 1)
        nodes[1].execute_command("CLUSTER", "ADDSLOTSRANGE", half, SLOTS - 1)
        nodes[0].execute_command("CLUSTER", "MEET", "127.0.0.1", ports[1])
        for node in nodes:
            while b"cluster_state:ok" not in node.execute_command("CLUSTER", "INFO"):
                await asyncio.sleep(0.05)
        yield ports


def servers_of(tables: list[str]) -> set[int]:
    """Returns which of the two servers have tables of these."""
    return {slot_of(keys.table(table_id)) // (SLOTS // 2) for table_id in tables}


async def test_matches_are_played_and_watched_on_all_servers_of_a_cluster(helpers: Helpers) -> None:
    async with store_cluster() as ports:
        url = f"redis://127.0.0.1:{ports[0]}"
        async with Replicas(helpers, 2, store_url=url) as replicas:
            one, two = replicas.stubs
            tables: list[str] = []
            while len(servers_of(tables)) < 2 or len(tables) < 4:
                tables.append((await people.create(one, bots=BOTS)).table.table_id)
            told = await asyncio.gather(*(people.events(two, table_id) for table_id in tables))
            listed = (await two.ListTables(pb.ListTablesRequest())).tables

    assert {"match_ended"} == {people.kinds(events)[-1] for events in told}
    for events in told:
        assert list(range(1, len(events) + 1)) == [event.sequence for event in events]
    assert set(tables) == {table.table_id for table in listed}
