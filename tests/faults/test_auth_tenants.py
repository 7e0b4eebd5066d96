"""Tenants beside one another: what one has does not exist for another, and its haste does not hurt."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import grpc
import pytest
import redis
from game101.v1 import table_service_pb2 as pb
from game101.v1.rules_service_pb2 import DescribeRulesRequest
from game101.v1.rules_service_pb2_grpc import RulesServiceStub
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.cluster import runs
from services.runtime import clients, keys
from services.wire import status
from tests.faults import people
from tests.faults.people import CARD
from tests.faults.replicas import new_id
from tests.faults.whole import Whole
from tests.services.good_requests import table_requests

ONE_TRY = (("grpc.service_config", clients.INNER_SERVICE_CONFIG),)
ABSENT = "0" * 24


class Tenants:
    """A cluster with three tenants: ``acme`` and ``other`` may do as they like, ``hasty`` has quotas."""

    def __init__(self, cluster: Whole) -> None:
        self.cluster = cluster
        self.keys = {name: keys.new()[0] for name in ("acme", "other", "hasty")}
        limits = {"hasty": {"calls": 20, "watchers": 1, "tables": 2}}
        path = cluster.run.private / runs.API_KEYS
        lines = [keys.line_of(key, name, **limits.get(name, {})) for name, key in self.keys.items()]
        path.write_text(path.read_text("ascii") + "\n".join(lines), encoding="ascii")

    def stub(self, make: Any, name: str, tenant: str) -> Any:
        return self.cluster.stub(make, name, key=self.keys[tenant], options=ONE_TRY)


@pytest.fixture(scope="module")
async def tenants(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Tenants]:
    cluster = Whole(tmp_path_factory.mktemp("tenants"))
    made = Tenants(cluster)
    async with cluster:
        yield made


@pytest.fixture
async def tables(tenants: Tenants) -> AsyncIterator[dict[str, Any]]:
    stubs = {name: tenants.stub(TableServiceStub, "table", name) for name in tenants.keys}
    yield stubs
    await clients.close(*stubs.values())


async def error_of(call: Awaitable[object]) -> tuple[str, str, bytes]:
    """Returns everything that a failed call tells."""
    told = await everything(call)
    assert "OK" != told[0], told
    return told


async def everything(call: Awaitable[Any]) -> tuple[str, str, bytes]:
    """Returns everything that a call tells, good or bad."""
    try:
        answer = await call
    except grpc.aio.AioRpcError as error:
        return error.code().name, error.details(), status.details_of(error).SerializeToString()
    return "OK", "", answer.SerializeToString()


def requests(table_id: str, owner_token: str, seat_token: str) -> dict[str, Any]:
    return table_requests(table_id, owner_token, seat_token, new_id())


async def told_by(stub: Any, method: str, request: Any) -> tuple[str, str, bytes]:
    call = getattr(stub, method)(request)
    return await everything(call.read() if method == "WatchEvents" else call)


async def test_another_tenants_table_is_like_one_that_is_not_there(tables):
    created = await people.create(tables["acme"], rules=CARD, seats=3)
    taken = await tables["acme"].TakeSeat(
        pb.TakeSeatRequest(request_id=new_id(), table_id=created.table.table_id)
    )
    foreign = requests(created.table.table_id, created.owner_token, taken.seat_token)
    absent = requests(ABSENT, created.owner_token, taken.seat_token)
    for method, request in foreign.items():
        told = await told_by(tables["other"], method, request)

        assert told == await told_by(tables["other"], method, absent[method]), method
        assert told[0] == "PERMISSION_DENIED" or method in {"GetHandRecord", "ListMatches"}, method
    unchanged = await tables["acme"].GetTable(foreign["GetTable"])
    assert taken.table.seats == unchanged.table.seats
    assert taken.table.state == unchanged.table.state


async def test_every_method_that_names_a_table_is_tried_above():
    service = pb.DESCRIPTOR.services_by_name["TableService"]
    naming = {each.name for each in service.methods if "table_id" in each.input_type.fields_by_name}

    assert naming == set(requests("", "", ""))


async def test_a_refused_request_asks_the_store_as_often_as_one_for_a_table_that_is_not_there(
    tenants, tables
):
    created = await people.create(tables["acme"], rules=CARD, seats=3)
    counts = []
    for table_id in (created.table.table_id, ABSENT):
        before = scripts(tenants.cluster)
        for _ in range(100):
            await error_of(
                tables["other"].TakeSeat(pb.TakeSeatRequest(request_id=new_id(), table_id=table_id))
            )
        counts.append(scripts(tenants.cluster) - before)

    # Replicas sweep and look after the store meanwhile, a few times a second.
    assert all(100 <= count < 150 for count in counts), counts


def scripts(cluster: Whole) -> int:
    """Returns how many scripts the store has run."""
    with redis.Redis.from_url(cluster.store.url) as client:
        return client.info("commandstats")["cmdstat_evalsha"]["calls"]


async def test_a_tenant_lists_its_own_tables_alone(tables):
    config = pb.TableConfig(rules=CARD, seats=3, visibility=pb.VISIBILITY_PUBLIC)
    request = pb.CreateTableRequest(request_id=new_id(), config=config)
    made = {name: await tables[name].CreateTable(request) for name in ("acme", "other")}
    repeated = await tables["acme"].CreateTable(request)
    ids = {name: each.table.table_id for name, each in made.items()}
    listed: dict[str, set[str]] = {}
    for name, table_id in ids.items():
        while table_id not in listed.get(name, ()):
            page = await tables[name].ListTables(pb.ListTablesRequest())
            listed[name] = {table.table_id for table in page.tables}
            await asyncio.sleep(0.02)

    assert ids["acme"] != ids["other"]
    assert made["acme"] == repeated
    assert made["acme"].owner_token != made["other"].owner_token
    assert set() == listed["acme"] & listed["other"]


async def test_a_tenant_has_no_more_tables_than_its_quota_until_one_ends(tables):
    hasty = tables["hasty"]
    config = pb.TableConfig(rules=CARD, seats=3, visibility=pb.VISIBILITY_PUBLIC)
    wanted = [pb.CreateTableRequest(request_id=new_id(), config=config) for _ in range(3)]
    made = [await hasty.CreateTable(each) for each in wanted[:2]]
    refused = await error_of(hasty.CreateTable(wanted[2]))
    repeated = await hasty.CreateTable(wanted[0])
    first = made[0].table.table_id
    closing = pb.CloseTableRequest(request_id=new_id(), table_id=first, owner_token=made[0].owner_token)
    await hasty.CloseTable(closing)
    afterwards = None
    while afterwards is None:
        try:
            afterwards = await hasty.CreateTable(wanted[2])
        except grpc.aio.AioRpcError:
            await asyncio.sleep(0.2)

    assert "RESOURCE_EXHAUSTED" == refused[0]
    assert b"TABLES_QUOTA" in refused[2]
    assert made[0] == repeated
    assert first != afterwards.table.table_id


async def test_a_tenant_watches_no_more_than_its_quota(tables):
    await asyncio.sleep(1)
    hasty = tables["hasty"]
    page = await hasty.ListTables(pb.ListTablesRequest())
    table_id = page.tables[0].table_id
    watching = hasty.WatchEvents(pb.WatchEventsRequest(table_id=table_id))
    first = await watching.read()
    second = await told_by(hasty, "WatchEvents", pb.WatchEventsRequest(table_id=table_id))
    watching.cancel()

    assert 1 == first.event.sequence
    assert "RESOURCE_EXHAUSTED" == second[0]
    assert b"WATCHERS_QUOTA" in second[2]


async def test_a_tenant_at_ten_times_its_quota_does_not_hurt_another(tenants):
    hasty = tenants.stub(RulesServiceStub, "rules", "hasty")
    acme = tenants.stub(RulesServiceStub, "rules", "acme")
    request = DescribeRulesRequest(rules=CARD)
    codes: list[str] = []
    stopped = asyncio.Event()

    async def hurry() -> None:
        while not stopped.is_set():
            try:
                await hasty.DescribeRules(request)
                codes.append("OK")
            except grpc.aio.AioRpcError as error:
                codes.append(f"{error.code().name} {status.error_info(error).reason}")
            await asyncio.sleep(0.02)

    hurrying = [asyncio.create_task(hurry()) for _ in range(4)]
    for _ in range(150):
        await acme.DescribeRules(request)
        await asyncio.sleep(0.01)
    stopped.set()
    await asyncio.gather(*hurrying)
    await clients.close(hasty, acme)

    assert {"OK", "RESOURCE_EXHAUSTED CALLS_QUOTA"} == set(codes)
    assert codes.count("OK") < len(codes) / 2
