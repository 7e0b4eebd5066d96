import asyncio
import json
from contextlib import asynccontextmanager

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue, UInt32Value
from grpc_health.v1 import health_pb2 as pb
from grpc_health.v1 import health_pb2_grpc as pb_grpc
from prometheus_client import REGISTRY

from services.runtime import calls, clients
from services.runtime.metrics import SERVER
from services.runtime.server import Server
from services.runtime.service import Service
from services.runtime.trace import Trace
from tests.services.runtime.echo import COUNT, NAME, SAY, Echo, service
from tests.services.runtime.quick import QUICK

CALL = calls.Method("/a.B/C", "a.B", "C", "unary", SERVER.method("unary", "a.B", "C"))


@asynccontextmanager
async def answering(seconds: float | None, request_id: str = ""):
    """Within the block a call is being answered that has so many seconds left."""
    call = calls.Call(CALL, "/a.B/C", Trace("a" * 32, "b" * 16, "00"), request_id)
    call.deadline = None if seconds is None else call.started + seconds
    token = calls.CURRENT.set(call)
    yield call
    calls.CURRENT.reset(token)


@pytest.fixture
async def channel(server):
    async with clients.channel(f"127.0.0.1:{server.port}") as made:
        yield made


def say(channel):
    return channel.unary_unary(
        SAY,
        request_serializer=StringValue.SerializeToString,
        response_deserializer=StringValue.FromString,
        _registered_method=True,
    )


class Listener:
    """Remembers what came with a call."""

    def register(self, server) -> None:
        async def listen(_request, context) -> bytes:
            self.metadata = dict(context.invocation_metadata())
            self.remaining = context.time_remaining()
            return b""

        server.add_registered_method_handlers("a.L", {"L": grpc.unary_unary_rpc_method_handler(listen)})


@pytest.fixture
async def listener():
    heard = Listener()
    async with (
        Server(Service("listener", (heard.register,)), QUICK) as server,
        clients.channel(f"127.0.0.1:{server.port}", deadline=3.0) as channel,
    ):
        heard.call = channel.unary_unary("/a.L/L")
        yield heard


async def test_a_call_has_a_deadline_though_nobody_names_one(listener):
    await listener.call(b"")

    assert 0 < listener.remaining <= 3


async def test_a_call_ends_before_the_one_it_is_made_for(listener):
    async with answering(2.0) as parent:
        await listener.call(b"", timeout=60)
        remaining = parent.remaining()

    assert 0 < listener.remaining < 2
    assert clients.time_allowed(None, 60) == 60
    async with answering(remaining):
        assert clients.time_allowed(None, 60) < remaining


async def test_a_call_within_one_whose_time_is_up_is_not_made(channel, echo):
    async with answering(0.0):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await say(channel)(StringValue(value="good"))

    assert grpc.StatusCode.DEADLINE_EXCEEDED == caught.value.code()
    assert 0 == echo.entered


@pytest.mark.parametrize(
    ("asked", "left", "allowed"),
    [(None, None, 5), (2, None, 2), (None, 10, 5), (9, 4, 3.95), (9, 0.1, 0.09), (1, 10, 1)],
)
async def test_the_time_allowed_is_the_least_of_asked_default_and_left(monkeypatch, asked, left, allowed):
    monkeypatch.setattr(calls.Call, "remaining", lambda _call: left)
    async with answering(left):
        assert pytest.approx(allowed) == clients.time_allowed(asked, 5)


async def test_trace_and_request_id_are_passed_on(listener):
    async with answering(None, request_id="r1"):
        await listener.call(b"", metadata=(("x-own", "1"),))

    expected = {"traceparent": f"00-{'a' * 32}-{'b' * 16}-00", "x-request-id": "r1", "x-own": "1"}
    assert expected == {key: listener.metadata[key] for key in expected}


async def test_a_call_that_answers_none_starts_a_trace(listener):
    await listener.call(b"")

    assert 55 == len(listener.metadata["traceparent"])
    assert "x-request-id" not in listener.metadata


def sample(name: str, kind: str, method: str, **labels: str) -> float:
    found = {"grpc_type": kind, "grpc_service": NAME, "grpc_method": method, **labels}
    return REGISTRY.get_sample_value(f"grpc_client_{name}", found)


async def test_calls_are_counted_by_code(channel, echo):
    call = say(channel)
    codes = ("OK", "Aborted", "Internal")
    before = [sample("handled_total", "unary", "Say", grpc_code=code) for code in codes]
    for word in ("good", "stale", "crash"):
        await asyncio.wait({asyncio.ensure_future(call(StringValue(value=word)))})
    after = [sample("handled_total", "unary", "Say", grpc_code=code) for code in codes]

    assert [1, 1, 1] == [new - old for new, old in zip(after, before, strict=True)]


async def test_messages_of_a_stream_are_counted(channel, echo):
    count = channel.unary_stream(
        COUNT,
        request_serializer=UInt32Value.SerializeToString,
        response_deserializer=UInt32Value.FromString,
    )
    names = ("started_total", "msg_sent_total", "msg_received_total", "handling_seconds_count")
    before = [sample(name, "server_stream", "Count") for name in names]
    answers = [answer.value async for answer in count(UInt32Value(value=1))]
    after = [sample(name, "server_stream", "Count") for name in names]

    assert [0] == answers
    assert [1, 1, 1, 1] == [new - old for new, old in zip(after, before, strict=True)]


async def test_a_stub_brings_its_own_channel_along(server):
    health = clients.stub(pb_grpc.HealthStub, f"127.0.0.1:{server.port}")
    answer = await health.Check(pb.HealthCheckRequest())
    await clients.close(health)

    assert pb.HealthCheckResponse.SERVING == answer.status
    with pytest.raises(grpc.aio.UsageError):
        await health.Check(pb.HealthCheckRequest())


async def test_a_server_that_says_not_serving_gets_no_calls():
    ready = asyncio.Event()

    async def is_ready() -> bool:
        return ready.is_set()

    echo = Echo()
    async with (
        Server(service(echo, ready=is_ready), QUICK) as server,
        clients.channel(f"127.0.0.1:{server.port}") as channel,
    ):
        call = say(channel)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call(StringValue(value="good"), timeout=0.5, wait_for_ready=True)
        kept_out = echo.entered
        ready.set()
        answer = await call(StringValue(value="good"), timeout=10, wait_for_ready=True)

    assert grpc.StatusCode.DEADLINE_EXCEEDED == caught.value.code()
    assert 0 == kept_out
    assert "good" == answer.value


async def test_calls_go_on_while_one_of_two_servers_is_drained():
    echoes = Echo(), Echo()
    settings = QUICK.model_copy(update={"lame_duck_seconds": 0.5})
    first, second = (Server(service(echo), settings) for echo in echoes)
    async with first:
        await second.start()
        target = f"ipv4:127.0.0.1:{first.port},127.0.0.1:{second.port}"
        async with clients.channel(target) as channel:
            call = say(channel)
            stopping = asyncio.Event()

            async def keep_calling() -> int:
                number = 0
                while not stopping.is_set():
                    await call(StringValue(value="good"), wait_for_ready=True)
                    number += 1
                return number

            caller = asyncio.create_task(keep_calling())
            while not all(echo.entered for echo in echoes):
                await asyncio.sleep(0.01)
            await second.stop()
            entered = echoes[0].entered
            while echoes[0].entered == entered:
                await asyncio.sleep(0.01)
            stopping.set()
            number = await caller

    assert number == sum(echo.entered for echo in echoes)


async def test_only_whoever_stands_at_the_edge_repeats_a_call(server, echo):
    address = f"127.0.0.1:{server.port}"
    entered = []
    async with clients.channel(address) as edge:
        inner = clients.inner(Saying, "echo", address, QUICK)
        for call in (say(edge), inner.say):
            before = echo.entered
            with pytest.raises(grpc.aio.AioRpcError):
                await call(StringValue(value="upstream-gone"), timeout=10)
            entered.append(echo.entered - before)
        await clients.close(inner)

    assert [4, 1] == entered


class Saying:
    """A stub of one method."""

    def __init__(self, channel) -> None:
        self.say = say(channel)


def test_the_service_configuration_is_what_backends_may_use():
    config = json.loads(clients.SERVICE_CONFIG)
    policy = config["methodConfig"][0]["retryPolicy"]

    assert [{"round_robin": {}}] == config["loadBalancingConfig"]
    assert {"serviceName": ""} == config["healthCheckConfig"]
    assert {"UNAVAILABLE", "CANCELLED"} == set(policy["retryableStatusCodes"])
    assert {"maxTokens", "tokenRatio"} == config["retryThrottling"].keys()
