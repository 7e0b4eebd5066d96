import asyncio
import re
import urllib.request

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue, UInt32Value
from grpc_health.v1 import health_pb2 as pb
from grpc_health.v1 import health_pb2_grpc as pb_grpc

from services.runtime.server import Server
from services.runtime.service import StartError
from services.wire.status import error_info
from tests.services.runtime.echo import COUNT, SAY, Echo, service
from tests.services.runtime.quick import QUICK


def said(text: str) -> bytes:
    return StringValue(value=text).SerializeToString()


async def test_a_drain_lets_a_running_call_finish_and_says_not_serving_meanwhile():
    echo = Echo()
    server = Server(service(echo), QUICK.model_copy(update={"lame_duck_seconds": 0.3}))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        running = asyncio.ensure_future(channel.unary_unary(SAY)(said("wait"), timeout=20))
        while not echo.entered:
            await asyncio.sleep(0.01)
        stopping = asyncio.create_task(server.stop())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        health = pb_grpc.HealthStub(channel)
        readiness = await health.Check(pb.HealthCheckRequest(), timeout=5)
        liveness = await health.Check(pb.HealthCheckRequest(service="liveness"), timeout=5)
        late = await channel.unary_unary(SAY)(said("late"), timeout=5)
        await asyncio.sleep(0.5)
        still_running = not stopping.done()
        echo.released.set()
        answer = await running
        await stopping

    assert pb.HealthCheckResponse.NOT_SERVING == readiness.status
    assert pb.HealthCheckResponse.SERVING == liveness.status
    assert said("late") == late
    assert still_running
    assert said("wait") == answer


async def test_a_drain_hands_streams_over_without_waiting_for_the_grace_to_end():
    server = Server(service(Echo()), QUICK.model_copy(update={"grace_seconds": 3600}))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        stream = channel.unary_stream(COUNT)(UInt32Value(value=5).SerializeToString(), timeout=60)
        numbers = [await stream.read() for _ in range(5)]
        watch = pb_grpc.HealthStub(channel).Watch(pb.HealthCheckRequest(), timeout=60)
        first = await watch.read()
        await server.stop()
        last = await watch.read()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stream.read()

    assert 5 == len(numbers)
    assert (pb.HealthCheckResponse.SERVING, pb.HealthCheckResponse.NOT_SERVING) == (first.status, last.status)
    assert grpc.StatusCode.UNAVAILABLE == caught.value.code()
    assert "DRAINING" == error_info(caught.value).reason


async def test_a_call_that_outlives_the_grace_is_cancelled():
    echo = Echo()
    server = Server(service(echo), QUICK.model_copy(update={"grace_seconds": 0.05}))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        running = asyncio.ensure_future(channel.unary_unary(SAY)(said("wait"), timeout=20))
        while not echo.entered:
            await asyncio.sleep(0.01)
        await server.stop()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await running

    assert caught.value.code() in {grpc.StatusCode.CANCELLED, grpc.StatusCode.UNAVAILABLE}


async def test_a_service_starts_before_its_first_call_and_stops_after_the_last():
    happened = []

    async def start(settings) -> None:
        happened.append(("start", settings is QUICK))

    async def stop() -> None:
        happened.append(("stop", True))

    async with Server(service(Echo(), start=start, stop=stop), QUICK) as server:
        happened.append(("run", server.port > 0))

    assert [("start", True), ("run", True), ("stop", True)] == happened


async def test_a_start_that_fails_is_undone():
    happened = []

    async def start(_settings) -> None:
        raise StartError("the store is not there")

    async def stop() -> None:
        happened.append("stop")

    with pytest.raises(StartError, match="the store is not there"):
        await Server(service(Echo(), start=start, stop=stop), QUICK).start()

    assert ["stop"] == happened


@pytest.mark.parametrize("name", ["port", "metrics_port"])
async def test_a_port_that_is_taken_is_named(server, name):
    taken = getattr(server, name)

    with pytest.raises(StartError, match=f"127.0.0.1:{taken}"):
        await Server(service(Echo()), QUICK.model_copy(update={name: taken})).start()


async def test_the_metrics_are_served_over_http(server):
    def fetched() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.metrics_port}/metrics", timeout=5) as answer:
            return answer.read().decode()

    text = await asyncio.to_thread(fetched)

    for name in ("grpc_server_handled_total", "game101_event_loop_lag_seconds", "game101_build_info"):
        assert f"\n{name}" in text
    assert re.search(r"^game101_event_loop_tasks [1-9]", text, re.MULTILINE)
    assert not re.search(r"^\w+_created[ {]", text, re.MULTILINE)
