import asyncio
import time

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue, UInt32Value
from google.rpc.error_details_pb2 import RetryInfo
from prometheus_client import REGISTRY

from services.runtime.dispatch import Dispatcher
from services.runtime.server import Server
from services.wire import status
from tests.services.runtime.echo import (
    ABSENT,
    CHAT,
    COUNT,
    ERRORS,
    HIDDEN,
    JOIN,
    NAME,
    SAY,
    WRONG,
    Echo,
    service,
)
from tests.services.runtime.quick import QUICK


def said(text: str) -> bytes:
    return StringValue(value=text).SerializeToString()


async def failure(call) -> grpc.aio.AioRpcError:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value


async def streamed_failure(stream) -> grpc.aio.AioRpcError:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        async for _ in stream:
            pass
    return caught.value


def summary(error: grpc.aio.AioRpcError) -> tuple[str, str]:
    info = status.error_info(error)
    return error.code().name, info.reason if info else "NO ERROR INFO"


EXPECTED = {
    "stale": ("ABORTED", "STALE_PLY"),
    "crash": ("INTERNAL", "INTERNAL_ERROR"),
    "illegal": ("FAILED_PRECONDITION", "NOT_YOUR_TURN"),
    "malformed": ("INVALID_ARGUMENT", "INVALID_FIELD"),
    "rules": ("INVALID_ARGUMENT", "INVALID_FIELD"),
    "text": ("INVALID_ARGUMENT", "INVALID_TEXT"),
    "position": ("INVALID_ARGUMENT", "INVALID_POSITION"),
    "upstream-whole": ("ABORTED", "STALE_PLY"),
    "upstream-gone": ("UNAVAILABLE", "UPSTREAM_UNAVAILABLE"),
    "upstream-slow": ("UNAVAILABLE", "UPSTREAM_UNAVAILABLE"),
    "upstream-full": ("RESOURCE_EXHAUSTED", "UPSTREAM_EXHAUSTED"),
    "upstream-broken": ("INTERNAL", "INTERNAL_ERROR"),
    "upstream-lies": ("INTERNAL", "INTERNAL_ERROR"),
    "timeout": ("UNAVAILABLE", "TIMED_OUT"),
    "cancelled": ("UNAVAILABLE", "WORK_CANCELLED"),
}


def test_every_error_of_the_test_service_is_expected_below():
    assert EXPECTED.keys() - ERRORS.keys() == {"cancelled"}


@pytest.mark.parametrize("word", EXPECTED)
async def test_what_a_handler_raises_becomes_a_status_that_says_no_more_than_it_should(raw, word):
    error = await failure(raw.unary_unary(SAY)(said(word), timeout=5))
    everything = f"{error.details()} {error.trailing_metadata()}"

    assert EXPECTED[word] == summary(error)
    assert HIDDEN not in everything
    assert not any(leak in everything for leak in ("Error'", ".py", "class", "Traceback"))


async def test_an_answer_that_cannot_be_encoded_is_an_internal_error(raw):
    error = await failure(raw.unary_unary(WRONG)(said("x"), timeout=5))

    assert ("INTERNAL", "INTERNAL_ERROR") == summary(error)
    assert HIDDEN not in str(error)


@pytest.mark.parametrize("junk", [b"\xff", b"\x0a\xff", b"\x0a\x02\xc3\x28", b"\x0b" * 2000])
async def test_undecodable_bytes_are_an_invalid_argument_and_no_handler_is_entered(raw, echo, junk):
    error = await failure(raw.unary_unary(SAY)(junk, timeout=5))

    assert ("INVALID_ARGUMENT", "UNDECODABLE_MESSAGE") == summary(error)
    assert 0 == echo.entered


async def test_undecodable_bytes_of_a_stream_are_an_invalid_argument(raw):
    assert ("INVALID_ARGUMENT", "UNDECODABLE_MESSAGE") == summary(
        await streamed_failure(raw.unary_stream(COUNT)(b"\xff", timeout=5))
    )
    assert ("INVALID_ARGUMENT", "UNDECODABLE_MESSAGE") == summary(
        await streamed_failure(raw.stream_stream(CHAT)(iter([said("good"), b"\xff"]), timeout=5))
    )


@pytest.mark.parametrize("size", [4097, 10_000])
async def test_a_message_that_is_too_large_is_an_invalid_argument(raw, echo, size):
    error = await failure(raw.unary_unary(SAY)(b"x" * size, timeout=5))

    assert ("INVALID_ARGUMENT", "MESSAGE_TOO_LARGE") == summary(error)
    assert {"size": str(size), "limit": "4096"} == dict(status.error_info(error).metadata)
    assert 0 == echo.entered


async def test_a_call_without_its_message_does_not_hang(raw):
    error = await failure(raw.stream_unary(SAY)(iter([]), timeout=5))

    assert ("INVALID_ARGUMENT", "MISSING_MESSAGE") == summary(error)


@pytest.mark.parametrize("timeout", [None, 60])
async def test_callers_who_send_nothing_keep_nobody_out_for_long(timeout):
    async def nothing():
        await asyncio.Event().wait()
        yield b""

    settings = QUICK.model_copy(update={"default_deadline_seconds": 0.3})
    async with (
        Server(service(Echo()), settings) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        held = [channel.stream_unary(SAY)(nothing(), timeout=timeout) for _ in range(4)]
        endings = {summary(await failure(call)) for call in held}
        answer = await channel.unary_unary(SAY)(said("good"), timeout=5)

    assert {("DEADLINE_EXCEEDED", "MESSAGE_LATE")} == endings
    assert said("good") == answer


@pytest.mark.parametrize("path", [ABSENT, f"/{NAME}/Unknown", "/nobody.Knows/This", "/x", "/"])
async def test_a_method_that_is_not_there_is_unimplemented(raw, path):
    error = await failure(raw.unary_unary(path)(said("x"), timeout=5))

    assert ("UNIMPLEMENTED", "METHOD_NOT_SERVED") == summary(error)
    assert path == status.error_info(error).metadata["method"]


async def test_all_four_shapes_of_methods_work(raw):
    words = [said("a"), said("b")]

    assert said("a") == await raw.unary_unary(SAY)(words[0])
    assert said("a b") == await raw.stream_unary(JOIN)(iter(words))
    assert words == [answer async for answer in raw.stream_stream(CHAT)(iter(words))]
    numbers = [answer async for answer in raw.unary_stream(COUNT)(UInt32Value(value=1).SerializeToString())]
    assert [UInt32Value(value=0).SerializeToString()] == numbers


async def test_a_stream_that_crashes_ends_with_an_internal_error_after_its_messages(raw):
    stream = raw.unary_stream(COUNT)(UInt32Value(value=2).SerializeToString(), timeout=5)

    assert await stream.read() is not grpc.aio.EOF
    assert await stream.read() is not grpc.aio.EOF
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stream.read()
    error = caught.value
    assert ("INTERNAL", "INTERNAL_ERROR") == summary(error)
    assert HIDDEN not in str(error)


async def test_beyond_the_limit_calls_are_turned_away_but_health_is_not():
    echo = Echo()
    async with (
        Server(service(echo), QUICK) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        say = channel.unary_unary(SAY)
        waiting = [asyncio.ensure_future(say(said("wait"), timeout=20)) for _ in range(4)]
        while echo.entered < 4:
            await asyncio.sleep(0.01)
        error = await failure(say(said("good"), timeout=5))
        health = await channel.unary_unary("/grpc.health.v1.Health/Check")(b"", timeout=5)
        in_flight = REGISTRY.get_sample_value("game101_calls_in_flight", {"shape": "unary"})
        echo.released.set()
        answers = await asyncio.gather(*waiting)
        afterwards = await say(said("good"))

    assert ("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS") == summary(error)
    assert any(detail.Is(RetryInfo.DESCRIPTOR) for detail in status.details_of(error).details)
    assert b"\x08\x01" == health
    assert 4 == in_flight
    assert [said("wait")] * 4 == answers
    assert said("good") == afterwards


async def test_a_call_whose_deadline_has_passed_does_not_enter_its_handler(raw, echo):
    before = handled("DeadlineExceeded")
    call = raw.unary_unary(SAY)(said("good"), timeout=0.05)
    await asyncio.sleep(0)
    time.sleep(0.2)  # the loop is kept from answering
    error = await failure(call)
    while handled("DeadlineExceeded") == before:
        await asyncio.sleep(0.01)

    assert "DEADLINE_EXCEEDED" == error.code().name
    assert 0 == echo.entered


async def test_a_call_whose_caller_goes_away_is_cancelled_and_counted_so(raw, echo):
    before = handled("Canceled")
    call = raw.unary_unary(SAY)(said("wait"), timeout=20)
    while not echo.entered:
        await asyncio.sleep(0.01)
    call.cancel()
    while handled("Canceled") == before:
        await asyncio.sleep(0.01)

    assert before + 1 == handled("Canceled")


def handled(code: str) -> float:
    labels = {"grpc_type": "unary", "grpc_service": NAME, "grpc_method": "Say", "grpc_code": code}
    return REGISTRY.get_sample_value("grpc_server_handled_total", labels)


async def test_a_gate_keeps_a_call_out_before_its_message_is_looked_at():
    def nobody(call, _context):
        raise status.unauthenticated("NO_KEY", "there is no key", path=call.path)

    echo = Echo()
    async with (
        Server(service(echo, gates=(nobody,)), QUICK) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        error = await failure(channel.unary_unary(SAY)(b"\xff", timeout=5))
        stream_error = await streamed_failure(channel.unary_stream(COUNT)(b"", timeout=5))
        health = await channel.unary_unary("/grpc.health.v1.Health/Check")(b"", timeout=5)

    assert ("UNAUTHENTICATED", "NO_KEY") == summary(error)
    assert ("UNAUTHENTICATED", "NO_KEY") == summary(stream_error)
    assert b"\x08\x01" == health
    assert 0 == echo.entered


@pytest.mark.parametrize("streaming", [False, True])
def test_a_handler_that_is_not_asynchronous_is_refused_at_the_start(server, streaming):
    make = grpc.unary_stream_rpc_method_handler if streaming else grpc.unary_unary_rpc_method_handler

    with pytest.raises(TypeError, match="async def"):
        Dispatcher({"a.B": {"C": make(lambda request, _context: request)}}, server._desk())
