"""A long run with churn: when visitors have gone, the cluster holds no more than it held before.

Each round of churn is followed by quiet, in which every process is measured; the figures are written to
standard output. The first round fills caches, so growth is counted from its end on.
"""

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import astuple, dataclass

import psutil
import pytest
import redis
from game101.v1 import table_service_pb2 as pb
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.runtime import clients
from services.table.settings import TableSettings
from tests.faults.churn import RETENTION_SECONDS, Churn
from tests.faults.whole import Whole
from tests.scale import scaled

SEED = 101
ANSWERS_KEPT_MS = TableSettings.model_fields["answers_kept_ms"].default
ROUNDS = scaled(10, few=2)
SECONDS = scaled(1_800, few=5) / ROUNDS
"""How long visitors come in a round."""
FORGOTTEN_SECONDS = scaled(RETENTION_SECONDS + 10, few=0)
EXPIRING = {"answer"} if FORGOTTEN_SECONDS else {"answer", "table", "events", "hands"}
"""What the store may still hold, each for its time: answers to requests stay two hours."""
GROWTH_BYTES = 16 << 20
GROWTH = 4
"""Of descriptors, threads and tasks: what comes and goes by itself, such as a connection to the store."""


@dataclass(frozen=True)
class Held:
    """What a process and its children hold."""

    memory: int
    """In bytes."""
    descriptors: int
    threads: int
    tasks: int

    def __str__(self) -> str:
        megabytes = self.memory / 2**20
        return f"{megabytes:.1f} MiB, {self.descriptors} fd, {self.threads} threads, {self.tasks} tasks"

    def has_grown_since(self, before: "Held") -> bool:
        """Tells whether there is more of anything than chance explains."""
        memory, *counts = (now - then for now, then in zip(astuple(self), astuple(before), strict=True))
        return memory > GROWTH_BYTES or max(counts) > GROWTH


async def measured(cluster: Whole) -> dict[str, Held]:
    """Returns what each process holds, by its name."""
    found = {}
    for name, children in cluster.children.items():
        (tasks,) = await cluster.samples("game101_event_loop_tasks", name)
        own = psutil.Process(children[0].process.pid)
        every = [own, *own.children(recursive=True)]
        found[name] = Held(
            sum(each.memory_info().rss for each in every),
            sum(each.num_fds() for each in every),
            sum(each.num_threads() for each in every),
            int(tasks.value),
        )
    return found


def lives(cluster: Whole) -> dict[str, int]:
    """Returns how long each key of the store stays, in ms; -1 for ever."""
    with redis.Redis.from_url(cluster.store.url, decode_responses=True) as store:
        return {key: store.pttl(key) for key in store.scan_iter(count=1_000)}


def counted(kept: Mapping[str, int]) -> Counter[str]:
    """Returns how many keys there are of each kind."""
    return Counter(key.split(":")[1] for key in kept if not key.startswith("{public:"))


async def quiet(cluster: Whole) -> None:
    """Returns when every match has ended, nothing is owed, and every stream has been given back."""
    while True:
        taken = await cluster.samples("game101_calls_in_flight")
        if not any(each.value for each in taken) and not {"census", "due"} & counted(lives(cluster)).keys():
            return
        await asyncio.sleep(0.2)


async def list_to_the_end(cluster: Whole) -> int:
    """Returns how many public tables there are; to look at one that is gone takes it off the list."""
    stub = cluster.stub(TableServiceStub, "table")
    request, count = pb.ListTablesRequest(), 0
    while True:
        page = await stub.ListTables(request)
        count += len(page.tables)
        if not page.next_page_token:
            await clients.close(stub)
            return count
        request.page_token = page.next_page_token


def tell(number: int, visits: int, held: dict[str, Held]) -> None:
    sys.stdout.write(f"round {number}, {visits} visits so far\n")
    sys.stdout.writelines(f"    {name}: {each}\n" for name, each in held.items())


@pytest.mark.timeout(240 + 2 * ROUNDS * SECONDS)
async def test_nothing_is_left_of_those_who_come_and_go(tmp_path):
    held: list[dict[str, Held]] = []
    async with Whole(
        tmp_path, settings=lambda part: {"cached_tables": 100} if part == "table" else {}
    ) as cluster:
        churn = Churn(cluster, random.Random(SEED))
        for number in range(ROUNDS):
            await churn.go_on(SECONDS)
            await quiet(cluster)
            held.append(await measured(cluster))
            tell(number + 1, churn.done.total(), held[-1])
        await churn.close()
        await asyncio.sleep(FORGOTTEN_SECONDS)
        listed, kept = await list_to_the_end(cluster), lives(cluster)
    sys.stdout.write(f"{dict(churn.done)}, keys left: {dict(counted(kept))}\n")

    assert {} == {name: each for name, each in held[-1].items() if each.has_grown_since(held[0][name])}
    assert set() == counted(kept).keys() - EXPIRING
    assert all(0 < life <= ANSWERS_KEPT_MS for key, life in kept.items() if not key.startswith("{public:"))
    assert (0, False) == (listed, any(key.startswith("{public:") for key in kept)) or not FORGOTTEN_SECONDS
    assert {"play_alone", "play_and_close", "be_killed", "connect_anew"} < churn.done.keys()
