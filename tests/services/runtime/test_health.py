import asyncio

import grpc
import pytest
from grpc_health.v1 import health_pb2 as pb
from grpc_health.v1 import health_pb2_grpc as pb_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from services.runtime.health import NOT_SERVING, SERVICE_UNKNOWN, SERVING, Health
from services.runtime.server import Server
from services.wire.status import error_info
from tests.services.runtime.echo import NAME, Echo, service
from tests.services.runtime.quick import QUICK


@pytest.mark.parametrize("name", ["", "readiness", "liveness", NAME])
async def test_a_server_that_runs_says_so_under_all_its_names(raw, name):
    answer = await pb_grpc.HealthStub(raw).Check(pb.HealthCheckRequest(service=name), timeout=5)

    assert SERVING == answer.status


async def test_the_health_of_an_unknown_name_is_not_found(raw):
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await pb_grpc.HealthStub(raw).Check(pb.HealthCheckRequest(service="nobody"), timeout=5)

    assert grpc.StatusCode.NOT_FOUND == caught.value.code()
    assert "SERVICE_UNKNOWN" == error_info(caught.value).reason


async def test_the_list_has_every_name(raw):
    answer = await pb_grpc.HealthStub(raw).List(pb.HealthListRequest(), timeout=5)

    assert {"", "readiness", "liveness", NAME} == set(answer.statuses)


async def told(health: Health, name: str, changes) -> list[int]:
    seen = []

    async def watch() -> None:
        async for answer in health.Watch(pb.HealthCheckRequest(service=name), None):
            seen.append(answer.status)

    task = asyncio.create_task(watch())
    for change in (lambda: None, *changes):
        change()
        await asyncio.sleep(0.01)
    task.cancel()
    return seen


async def test_a_watcher_hears_every_change_once():
    health = Health(["a.B"])
    changes = (
        lambda: health.set_ready(True),
        lambda: health.set_ready(True),
        health.drain,
        lambda: health.set_ready(False),
        lambda: health.set_ready(True),
    )

    assert [NOT_SERVING, SERVING, NOT_SERVING] == await told(health, "a.B", changes)


async def test_liveness_depends_on_nothing():
    health = Health([])

    assert [SERVING] == await told(health, "liveness", (lambda: health.set_ready(False), health.drain))


async def test_a_watcher_of_an_unknown_name_is_told_so_and_kept():
    assert [SERVICE_UNKNOWN] == await told(Health([]), "nobody", ())


@pytest.mark.parametrize("failure", [None, RuntimeError("the store is gone")])
async def test_a_server_that_lacks_what_it_needs_is_alive_but_not_ready(failure):
    async def ready() -> bool:
        if failure:
            raise failure
        return False

    async with (
        Server(service(Echo(), ready=ready), QUICK) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        answers = await pb_grpc.HealthStub(channel).List(pb.HealthListRequest(), timeout=5)
    found = {name: answer.status for name, answer in answers.statuses.items()}

    assert {"": NOT_SERVING, "readiness": NOT_SERVING, NAME: NOT_SERVING, "liveness": SERVING} == found


@pytest.mark.parametrize("allowed", [True, False])
async def test_methods_are_described_only_where_reflection_is_switched_on(allowed):
    settings = QUICK.model_copy(update={"reflection": allowed})
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    async with (
        Server(service(Echo()), settings) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        try:
            answers = [answer async for answer in stub.ServerReflectionInfo(iter([request]), timeout=5)]
            names = {found.name for found in answers[0].list_services_response.service}
        except grpc.aio.AioRpcError as error:
            names = error.code()

    everything = {NAME, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}
    assert (everything if allowed else grpc.StatusCode.UNIMPLEMENTED) == names
