"""A human move beside an empty call: the CPU of table, rules and store together, on many live tables."""

import asyncio
import uuid
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
import psutil
from game101.v1 import game_pb2, okey_pb2
from game101.v1 import table_service_pb2 as pb
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.cluster.supervisor import Cluster, Options, running
from services.runtime import clients, loop
from tests.bench.effort import FULL, Effort
from tests.bench.harness import Benchmark
from tests.bench.load import Call, bare_server, cost, empty_call

EMPTY_CALLS = 6
"""The empty calls that a human move may cost at most."""
TABLES = 1_000
"""Live tables, in a full run."""
SEATS = 4
DRAW = game_pb2.GameMove(okey=okey_pb2.OkeyMove(draw_from_stock=okey_pb2.DrawFromStock()))


@dataclass
class Table:
    """A table of four people who draw and discard what they have drawn."""

    stub: Any
    table_id: str = ""
    tokens: list[str] = field(default_factory=list)
    header: game_pb2.PositionHeader = field(default_factory=game_pb2.PositionHeader)
    tile: int = 0
    """What is to be discarded next; 0 when a tile is to be drawn."""

    async def begin(self) -> None:
        """Makes the table, seats its people, and waits for the deal."""
        config = pb.TableConfig(rules=game_pb2.GameRules(okey=okey_pb2.OkeyRules()), no_clock=True)
        created = await self.stub.CreateTable(pb.CreateTableRequest(request_id=new_id(), config=config))
        self.table_id = created.table.table_id
        for seat in range(1, SEATS + 1):
            taking = pb.TakeSeatRequest(request_id=new_id(), table_id=self.table_id, seat=seat)
            self.tokens.append((await self.stub.TakeSeat(taking)).seat_token)
        for seat, token in enumerate(self.tokens, start=1):
            pressing = pb.PressStartRequest(
                request_id=new_id(), table_id=self.table_id, seat=seat, seat_token=token
            )
            await self.stub.PressStart(pressing)
        looking = pb.GetTableRequest(table_id=self.table_id)
        while (found := (await self.stub.GetTable(looking)).table).state != pb.TABLE_STATE_PLAYING:
            await asyncio.sleep(0.01)
        self.header = found.header
        seen = await self.stub.GetView(
            pb.TableServiceGetViewRequest(
                table_id=self.table_id, seat=self.header.seat, seat_token=self._token
            )
        )
        self.tile = seen.view.okey.hand[0]

    @property
    def _token(self) -> str:
        return self.tokens[self.header.seat - 1]

    async def move(self) -> None:
        """Makes the next move."""
        discard = okey_pb2.OkeyMove(discard=okey_pb2.Discard(tile=self.tile))
        request = pb.SubmitMoveRequest(
            request_id=new_id(),
            table_id=self.table_id,
            seat=self.header.seat,
            seat_token=self._token,
            expected_ply=self.header.ply,
            move=game_pb2.GameMove(okey=discard) if self.tile else DRAW,
        )
        answer = await self.stub.SubmitMove(request)
        self.header = answer.header
        self.tile = answer.event.okey.drew.tile


def new_id() -> str:
    return str(uuid.uuid4())


@contextmanager
def benchmarks(effort: Effort) -> Iterator[list[Benchmark]]:
    """Runs a cluster with many tables and a bare server."""
    with asyncio.Runner(loop_factory=loop.factory()) as runner, bare_server() as (address, pid):
        stack = AsyncExitStack()
        cluster = runner.run(
            stack.enter_async_context(running(Options(log_level="info"), lambda _line: None))
        )
        try:
            channel = runner.run(_channel(address))
            stub = runner.run(_stub(cluster))
            tables = runner.run(_tables(stub, TABLES if effort is FULL else TABLES // 10))
            pids = [cluster.processes[name].pid for name in ("table", "rules")] + [_store_pid()]
            calls = effort.calls // 2
            yield [
                Benchmark(
                    "move",
                    "CPU ms a move",
                    lambda: runner.run(cost(_turn(tables), pids, calls)).milliseconds,
                    lambda: runner.run(cost(empty_call(channel), [pid], calls)).milliseconds,
                    "empty call",
                    EMPTY_CALLS,
                    "at most",
                )
            ]
            runner.run(channel.close())
            runner.run(clients.close(stub))
        finally:
            runner.run(stack.aclose())


async def _channel(address: str) -> grpc.aio.Channel:
    """Returns a channel that belongs to the running loop."""
    return grpc.aio.insecure_channel(address)


async def _stub(cluster: Cluster) -> Any:
    return clients.stub(TableServiceStub, cluster.address("table"), key=cluster.run.tenant_key)


async def _tables(stub: Any, count: int) -> list[Table]:
    tables = [Table(stub) for _ in range(count)]
    for first in range(0, count, 50):
        await asyncio.gather(*(table.begin() for table in tables[first : first + 50]))
    return tables


def _turn(tables: list[Table]) -> Call:
    """Returns what makes a move at the table that has waited longest."""
    waiting = list(reversed(tables))

    async def move() -> None:
        table = waiting.pop()
        await table.move()
        waiting.insert(0, table)

    return move


def _store_pid() -> int:
    """Returns the process of the store that this process has started."""
    for child in psutil.Process().children(recursive=True):
        if child.name() == "valkey-server":
            return child.pid
    raise AssertionError("the cluster has no store of its own")
