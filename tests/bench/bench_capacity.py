"""What deploy/CAPACITY.md reckons with: CPU and memory by service, and the store's bytes.

One cluster: tables of four people as in ``bench_move``, and hands among bots.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from typing import Any

import grpc
import psutil
import redis
from game101.v1 import bot_service_pb2, game_pb2, okey_pb2
from game101.v1 import table_service_pb2 as pb
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.cluster.supervisor import Cluster, Options, running
from services.cluster.topology import NAMES
from services.runtime import clients, loop
from tests.bench.bench_move import Table, new_id
from tests.bench.effort import FULL, Effort
from tests.bench.harness import Absent, Benchmark
from tests.bench.load import bare_server, cost, cpu_seconds, empty_call

TABLES = 300
"""New tables in a round of a full run."""
TOGETHER = 50
HANDS = 20
"""Hands among bots in a round of a full run."""
BOTS_ALONE = pb.TableConfig(
    rules=game_pb2.GameRules(okey=okey_pb2.OkeyRules()),
    hands=1,
    visibility=pb.VISIBILITY_PUBLIC,
    bots=pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=bot_service_pb2.BOT_LEVEL_LOW),
)

Run = Callable[[Coroutine[Any, Any, float]], float]


class Probe:
    """A cluster, and the tables that have been made in it."""

    def __init__(self, cluster: Cluster, stub: Any, effort: Effort) -> None:
        self._stub = stub
        self._store = cluster.shared.store_url.removeprefix("unix://")
        self._share = 1 if effort is FULL else 3
        self._tables: deque[Table] = deque()
        children = psutil.Process().children(recursive=True)
        store = next(child.pid for child in children if child.name() == "valkey-server")
        self._pids = {name: each.pid for name, each in cluster.processes.items()} | {"store": store}

    async def bytes_a_table(self) -> float:
        """Makes tables and deals at them; returns the bytes that the store needs for each."""
        before, made = self._used(), []
        for _ in range(TABLES // self._share // TOGETHER):
            some = [Table(self._stub) for _ in range(TOGETHER)]
            await asyncio.gather(*(table.begin() for table in some))
            made += some
        self._tables += made
        return (self._used() - before) / len(made)

    async def bytes_a_move(self) -> float:
        """Makes a move at each table; returns the bytes that the store needs for each."""
        before = self._used()
        for _ in range(len(self._tables) // TOGETHER):
            await asyncio.gather(*(self._move() for _ in range(TOGETHER)))
        return (self._used() - before) / len(self._tables)

    async def milliseconds_a_move(self, name: str) -> float:
        """Returns the CPU that a move costs a service or the store."""
        return (await cost(self._move, [self._pids[name]], 2 * TABLES // self._share)).milliseconds

    async def milliseconds_a_hand(self, name: str) -> float:
        """Plays hands among bots; returns the CPU that each costs a service, moves and all."""
        before, hands = cpu_seconds([self._pids[name]]), HANDS // self._share
        await asyncio.gather(*(self._play() for _ in range(hands)))
        return 1000 * (cpu_seconds([self._pids[name]]) - before) / hands

    async def resident_bytes(self, name: str) -> float:
        """Returns the memory that a service holds by now, its workers included."""
        process = psutil.Process(self._pids[name])
        return float(sum(each.memory_info().rss for each in (process, *process.children(recursive=True))))

    def _used(self) -> float:
        with redis.Redis(unix_socket_path=self._store) as store:
            return float(store.info("memory")["used_memory"])

    async def _move(self) -> None:
        table = self._tables.popleft()
        await table.move()
        self._tables.append(table)

    async def _play(self) -> None:
        created = await self._stub.CreateTable(
            pb.CreateTableRequest(request_id=new_id(), config=BOTS_ALONE), timeout=60
        )
        looking = pb.GetTableRequest(table_id=created.table.table_id)
        while (await self._stub.GetTable(looking, timeout=60)).table.state != pb.TABLE_STATE_FINISHED:
            await asyncio.sleep(0.25)


@contextmanager
def benchmarks(effort: Effort) -> Iterator[list[Benchmark]]:
    """Runs a cluster and a bare server."""
    with asyncio.Runner(loop_factory=loop.factory()) as runner, bare_server() as (address, pid):
        stack = AsyncExitStack()
        cluster = runner.run(
            stack.enter_async_context(running(Options(log_level="info"), lambda _line: None))
        )
        try:
            channel, stub = runner.run(_dialled(address, cluster))
            calls = effort.calls // 10

            def empty() -> float:
                return runner.run(cost(empty_call(channel), [pid], calls)).milliseconds

            yield list(_benchmarks(runner.run, Probe(cluster, stub, effort), empty))
            runner.run(channel.close())
            runner.run(clients.close(stub))
        finally:
            runner.run(stack.aclose())


def _benchmarks(run: Run, probe: Probe, empty: Callable[[], float]) -> Iterator[Benchmark]:
    yield Benchmark("capacity table", "bytes", lambda: run(probe.bytes_a_table()), _nothing, "nothing")
    yield Benchmark("capacity move", "bytes", lambda: run(probe.bytes_a_move()), _nothing, "nothing")
    costs = {
        "move": (probe.milliseconds_a_move, ("table", "rules", "store")),
        "hand": (probe.milliseconds_a_hand, ("dealer", "scoring")),
    }
    for what, (measure, names) in costs.items():
        for name in names:
            ours = partial(_run, run, measure, name)
            yield Benchmark(f"capacity {what}, {name}", "ms of CPU", ours, empty, "empty call")
    for name in NAMES:
        ours = partial(_run, run, probe.resident_bytes, name)
        yield Benchmark(f"capacity memory, {name}", "bytes", ours, _nothing, "nothing")


def _run(run: Run, measure: Callable[[str], Coroutine[Any, Any, float]], name: str) -> float:
    return run(measure(name))


def _nothing() -> float:
    raise Absent("bytes have nothing to be compared with")


async def _dialled(address: str, cluster: Cluster) -> tuple[grpc.aio.Channel, Any]:
    stub = clients.stub(TableServiceStub, cluster.address("table"), key=cluster.run.tenant_key)
    return grpc.aio.insecure_channel(address), stub
