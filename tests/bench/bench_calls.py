"""The simplest call of each service beside an empty call: what the harness and the work of a call cost."""

import asyncio
import uuid
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager

import grpc
from game101.v1.bot_service_pb2 import BOT_LEVEL_LOW, ChooseMoveRequest
from game101.v1.bot_service_pb2_grpc import BotServiceStub
from game101.v1.card_pb2 import CardRules
from game101.v1.dealer_service_pb2 import DealRecord, VerifyRequest
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub
from game101.v1.game_pb2 import GamePosition, GameRules, MatchState
from game101.v1.rules_service_pb2 import DescribeRulesRequest, GetViewRequest
from game101.v1.rules_service_pb2_grpc import RulesServiceStub
from game101.v1.scoring_service_pb2 import GetStandingRequest
from game101.v1.scoring_service_pb2_grpc import ScoringServiceStub
from game101.v1.table_service_pb2 import (
    VISIBILITY_PUBLIC,
    CreateTableRequest,
    GetTableRequest,
    TableConfig,
)
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.cluster.supervisor import Cluster, Options, running
from services.runtime import clients, loop
from tests.bench.effort import Effort
from tests.bench.harness import Benchmark
from tests.bench.load import Call, alternating, bare_server, empty_call

STATELESS = 0.6
"""The share of an empty call's calls per CPU second that a service without memory is to reach."""
TABLE = 0.4
"""The same for the table."""
RULES = GameRules(card=CardRules())
FORCED = "card | hands: 8H JH KH / 8D 7D JD KD | pile: 9S | seat: B"
"""A position in which seat B can only draw."""


@contextmanager
def benchmarks(effort: Effort) -> Iterator[list[Benchmark]]:
    """Runs a cluster and a bare server, and gives one benchmark a service."""
    with asyncio.Runner(loop_factory=loop.factory()) as runner, bare_server() as (address, pid):
        stack = AsyncExitStack()
        cluster = runner.run(
            stack.enter_async_context(running(Options(log_level="info"), lambda _line: None))
        )
        try:
            channel = runner.run(_channel(address))
            yield [_benchmark(runner, cluster, name, (empty_call(channel), [pid]), effort) for name in CALLS]
            runner.run(channel.close())
        finally:
            runner.run(stack.aclose())


async def _channel(address: str) -> grpc.aio.Channel:
    """Returns a channel that belongs to the running loop."""
    return grpc.aio.insecure_channel(address)


async def _verify(cluster: Cluster) -> Call:
    """Calls for a check of a record that claims nothing."""
    stub = clients.stub(DealerServiceStub, cluster.address("dealer"), key=cluster.run.tenant_key)
    record = DealRecord(algorithm=1, table_id="bench", hand_id="bench", size=106, first_below=104, seats=4)
    return lambda: stub.Verify(VerifyRequest(record=record))


async def _describe_rules(cluster: Cluster) -> Call:
    stub = clients.stub(RulesServiceStub, cluster.address("rules"), key=cluster.run.tenant_key)
    return lambda: stub.DescribeRules(DescribeRulesRequest(rules=RULES))


async def _standing(cluster: Cluster) -> Call:
    stub = clients.stub(ScoringServiceStub, cluster.address("scoring"), key=cluster.run.tenant_key)
    request = GetStandingRequest(rules=RULES, match=MatchState(totals=[0] * 4, starter=1))
    return lambda: stub.GetStanding(request)


async def _choose_move(cluster: Cluster) -> Call:
    """Calls for a decision where one move is legal, so that the decision itself costs little."""
    rules = clients.stub(RulesServiceStub, cluster.address("rules"), key=cluster.run.tenant_key)
    seen = await rules.GetView(GetViewRequest(position=GamePosition(notation=FORCED), seat=2))
    await clients.close(rules)
    stub = clients.stub(BotServiceStub, cluster.address("bot"), key=cluster.run.tenant_key)
    request = ChooseMoveRequest(view=seen.view, level=BOT_LEVEL_LOW)
    return lambda: stub.ChooseMove(request)


async def _get_table(cluster: Cluster) -> Call:
    stub = clients.stub(TableServiceStub, cluster.address("table"), key=cluster.run.tenant_key)
    config = TableConfig(rules=RULES, seats=4, visibility=VISIBILITY_PUBLIC)
    created = await stub.CreateTable(CreateTableRequest(request_id=str(uuid.uuid4()), config=config))
    request = GetTableRequest(table_id=created.table.table_id)
    return lambda: stub.GetTable(request)


CALLS = {
    ("dealer", "Verify"): _verify,
    ("rules", "DescribeRules"): _describe_rules,
    ("scoring", "GetStanding"): _standing,
    ("bot", "ChooseMove"): _choose_move,
    ("table", "GetTable"): _get_table,
}
"""By service and method: what makes the call, once its cluster runs."""


def _benchmark(
    runner: asyncio.Runner,
    cluster: Cluster,
    name: tuple[str, str],
    empty: tuple[Call, list[int]],
    effort: Effort,
) -> Benchmark:
    service, method = name
    own = runner.run(CALLS[name](cluster)), [cluster.processes[service].pid]
    ours, baseline = alternating(runner.run, [own, empty], effort.calls)
    target = TABLE if service == "table" else STATELESS
    unit = "calls per CPU second"
    return Benchmark(f"call {service}.{method}", unit, ours, baseline, "empty call", target)
