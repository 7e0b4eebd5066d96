"""A primary store that is cut off from its replica and dies: what was answered is kept, or it is not."""

import asyncio
import socket

import redis

from services.cluster.embedded_store import EmbeddedStore
from tests.faults import people
from tests.faults.gate import Gate
from tests.faults.history import History, Recorder
from tests.faults.replicas import Helpers, Replicas

CUT_OFF_SECONDS = 0.5


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def server(port: int) -> EmbeddedStore:
    return EmbeddedStore(port=port, options={"repl-diskless-sync-delay": "0"})


def ask(port: int, *words: str) -> object:
    with redis.Redis(port=port) as store:
        return store.execute_command(*words)


async def following(port: int, primary_port: int) -> None:
    """Returns once a server follows a primary."""
    ask(port, "REPLICAOF", "127.0.0.1", str(primary_port))
    while ask(port, "ROLE")[3] != b"connected":
        await asyncio.sleep(0.02)


async def fail_over(helpers: Helpers, durability: str) -> History:
    """Plays through the loss of a primary whose last seconds did not reach the replica."""
    primary, heir, third = free_port(), free_port(), free_port()
    with server(primary) as first, server(heir), server(third):
        async with Gate(primary) as front, Gate(primary) as link:
            await following(heir, link.port)
            await following(third, heir)
            url = f"redis://127.0.0.1:{front.port}"
            settings = {"store_url": url, "durability": durability, "lease_ms": "300", "heartbeat_ms": "300"}
            async with Replicas(helpers, 1, **settings) as replicas:
                party = await people.gather(replicas.stubs[0], helpers, people=4, hands=2)
                playing = asyncio.create_task(Recorder(replicas, party).play())
                await people.until(replicas.stubs[0], party.table_id, "move_made")
                link.shut()
                await asyncio.sleep(CUT_OFF_SECONDS)
                await asyncio.to_thread(first.kill)
                ask(heir, "REPLICAOF", "NO", "ONE")
                link.cut()
                front.lead_to(heir)
                return await playing


async def test_strict_loses_no_answered_move_when_the_primary_is_cut_off_and_dies(helpers: Helpers) -> None:
    history = await fail_over(helpers, "strict")

    assert [] == history.problems()
    assert len(history.acknowledged) > 10


async def test_the_checker_finds_what_plain_replication_loses(helpers: Helpers) -> None:
    history = await fail_over(helpers, "standard")

    assert any("was acknowledged" in problem for problem in history.problems())
