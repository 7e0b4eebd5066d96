"""Who is kept out, by every method of every service, as real processes answer; no handler is entered."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import grpc
import pytest
from game101.v1 import table_service_pb2 as pb
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.cluster import runs
from services.runtime import clients, graph, keys, tls
from services.runtime.settings import Settings
from services.wire import status
from tests.faults import people
from tests.faults.replicas import LEVEL, new_id
from tests.faults.whole import Whole, methods
from tests.services.certificates import Authority, Files

METHODS = list(methods())


@dataclass
class Guarded:
    """A cluster under mutual TLS, and the authority that its certificates come from."""

    cluster: Whole
    authority: Authority
    stranger: Authority
    """An authority that nobody trusts."""
    revoked: str
    """A tenant's key that was good once."""

    def channel(self, part: str, files: Files | None) -> grpc.aio.Channel:
        roots = self.authority.roots.read_bytes()
        pair = (files.key.read_bytes(), files.cert.read_bytes()) if files else (None, None)
        credentials = grpc.ssl_channel_credentials(roots, *pair)
        name = (("grpc.ssl_target_name_override", f"{part}.game101"),)
        return grpc.aio.secure_channel(self.cluster.address(part), credentials, name)


@pytest.fixture(scope="module")
async def guarded(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Guarded]:
    folder = tmp_path_factory.mktemp("guarded")
    authority, stranger = Authority(folder), Authority(folder, "stranger")

    def settings(part: str) -> dict[str, object]:
        return authority.files(f"{part}.game101").settings()

    async with Whole(folder, settings=settings) as cluster:
        revoked, _ = keys.new()
        yield Guarded(cluster, authority, stranger, revoked)


async def outcome(channel: grpc.aio.Channel, path: str, streams: bool, key: str | None) -> tuple[str, str]:
    """Returns the code and the reason that a call with an empty message ends with."""
    metadata = () if key is None else (("authorization", f"Bearer {key}"),)
    call = (channel.unary_stream if streams else channel.unary_unary)(path)(
        b"", metadata=metadata, timeout=20
    )
    try:
        await (call.read() if streams else call)
    except grpc.aio.AioRpcError as error:
        info = status.error_info(error)
        return error.code().name, info.reason if info else ""
    return "OK", ""


async def outcomes(guarded: Guarded, files: Files | None, key: str | None) -> dict[str, set[str]]:
    """Returns the outcomes of calls to every method, each with the methods that had it."""
    found: dict[str, set[str]] = {}
    for part in guarded.cluster.children:
        async with guarded.channel(part, files) as channel:
            mine = [method for method in METHODS if method.part == part]
            ends = await asyncio.gather(*(outcome(channel, each.path, each.streams, key) for each in mine))
        for method, (code, reason) in zip(mine, ends, strict=True):
            found.setdefault(f"{code} {reason}".strip(), set()).add(method.path)
    return found


async def entered(guarded: Guarded) -> float:
    """Returns how many messages of the contract's methods have been decoded: each handler is given one."""
    services = {method.path.split("/")[1] for method in METHODS}
    samples = await guarded.cluster.samples("grpc_server_msg_received_total")
    return sum(each.value for each in samples if each.labels["grpc_service"] in services)


ALL = {method.path for method in METHODS}


async def test_without_a_certificate_that_is_good_nobody_gets_through(guarded):
    good = guarded.cluster.run.tenant_key
    before = await entered(guarded)
    wrong = guarded.stranger.files("table.game101")
    expired = guarded.authority.files("table.game101", days=-1)
    found = [await outcomes(guarded, files, good) for files in (None, wrong, expired)]

    assert [{"UNAVAILABLE": ALL}] * 3 == found
    assert before == await entered(guarded)


async def test_with_a_certificate_of_another_name_a_key_is_asked_for(guarded):
    before = await entered(guarded)
    files = guarded.authority.files("stranger.game101", "table.elsewhere", "game101")

    assert {"UNAUTHENTICATED KEY_MISSING": ALL} == await outcomes(guarded, files, None)
    assert before == await entered(guarded)


async def test_without_a_key_that_is_known_nobody_gets_through(guarded):
    run = guarded.cluster.run
    path = run.private / runs.API_KEYS
    files = guarded.authority.files("backend.game101")
    kept = path.read_text("ascii")
    path.write_text(f"{kept}{keys.line_of(guarded.revoked, 'former')}\n", encoding="ascii")
    known = METHODS[-1]
    while True:
        async with guarded.channel(known.part, files) as channel:
            code, _ = await outcome(channel, known.path, known.streams, guarded.revoked)
        if code != "UNAUTHENTICATED":
            break
        await asyncio.sleep(0.1)
    path.write_text(kept, encoding="ascii")
    await asyncio.sleep(1.2)
    before = await entered(guarded)
    shown = (keys.new()[0], guarded.revoked, runs.own_key_file(run.private, "table").read_text("ascii"))
    found = [await outcomes(guarded, files, key) for key in shown]

    assert {"UNAUTHENTICATED KEY_MISSING": ALL} == await outcomes(guarded, files, None)
    assert [{"UNAUTHENTICATED KEY_UNKNOWN": ALL}] * 3 == found
    assert before == await entered(guarded)


async def test_a_service_gets_no_further_than_the_graph_says(guarded):
    own = await outcomes(guarded, guarded.authority.files("table.game101"), None)
    others = [
        await outcomes(guarded, guarded.authority.files(f"{part}.game101"), None)
        for part in guarded.cluster.children
        if part != "table"
    ]

    assert ALL - graph.MAY_CALL["table"] == own["PERMISSION_DENIED METHOD_DENIED"]
    assert [{"UNAUTHENTICATED KEY_MISSING": ALL}] * 4 == others


async def test_a_match_is_played_under_mutual_tls(guarded):
    files = guarded.authority.files("backend.game101")
    told = Settings(auth="off", **files.settings())
    name = (("grpc.ssl_target_name_override", "table.game101"),)
    credentials = tls.client_credentials(told)
    stub = guarded.cluster.stub(TableServiceStub, "table", credentials=credentials, options=name)
    created = await people.create(stub, rules=people.CARD, seats=3)
    bots = pb.AddBotsRequest(
        request_id=new_id(), table_id=created.table.table_id, owner_token=created.owner_token, level=LEVEL
    )
    await stub.AddBots(bots)
    told_events = await people.events(stub, created.table.table_id)
    await clients.close(stub)

    assert "match_ended" == people.kinds(told_events)[-1]
