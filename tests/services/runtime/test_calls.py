import asyncio
import contextvars
import io

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue, UInt32Value
from prometheus_client import REGISTRY

from services.runtime import calls, logs
from services.runtime.metrics import SERVER
from services.runtime.trace import Trace
from tests.services.runtime.echo import COUNT, HIDDEN, NAME, SAY

TRACE = "0af7651916cd43dd8448eb211c80319c"
HEADERS = (("traceparent", f"00-{TRACE}-b7ad6b7169203331-01"), ("x-request-id", 'one "two"'))


def said(text: str) -> bytes:
    return StringValue(value=text).SerializeToString()


def finished(lines) -> list[dict]:
    return [line for line in lines() if line["event"] == "call.finished"]


async def test_a_good_a_stale_and_a_crashing_call_give_three_lines_with_three_codes(raw, echo, lines):
    for word in ("good", "stale", "crash"):
        await asyncio.wait({asyncio.ensure_future(_asked(raw, word))})

    assert ["OK", "Aborted", "Internal"] == [line["code"] for line in finished(lines)]
    assert ["info", "info", "error"] == [line["level"] for line in finished(lines)]
    assert [SAY] * 3 == [line["method"] for line in finished(lines)]


async def _asked(raw, word: str, **options) -> bytes | None:
    try:
        return await raw.unary_unary(SAY)(said(word), timeout=5, **options)
    except grpc.aio.AioRpcError:
        return None


async def test_a_crash_is_logged_once_with_the_incident_id_that_the_caller_has(raw, echo, lines):
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await raw.unary_unary(SAY)(said("crash"), timeout=5)
    crashes = [line for line in lines() if line["event"] == "call.failed"]

    assert 1 == len(crashes)
    assert crashes[0]["incident"] in caught.value.details()
    assert "echo.py" in crashes[0]["exception"]
    assert "builtins.KeyError" in crashes[0]["exception"]
    assert HIDDEN not in str(lines())


async def test_lines_of_a_call_carry_its_request_id_and_its_trace(raw, echo, lines):
    await _asked(raw, "good", metadata=HEADERS)
    await _asked(raw, "crash", metadata=HEADERS)

    assert {'one "two"'} == {line["request_id"] for line in lines()}
    assert {TRACE} == {line["trace_id"] for line in lines()}
    assert 2 == len({line["span_id"] for line in lines()})
    assert [4, 5] == [line["words"] for line in finished(lines)]


async def test_a_call_outside_of_any_trace_starts_one(raw, echo, lines):
    await _asked(raw, "good")
    await _asked(raw, "good")

    assert 2 == len({line["trace_id"] for line in finished(lines)})
    assert {32} == {len(line["trace_id"]) for line in finished(lines)}


async def test_health_checks_are_logged_at_debug(raw, lines):
    await raw.unary_unary("/grpc.health.v1.Health/Check")(b"", timeout=5)

    assert ["debug"] == [line["level"] for line in finished(lines)]


async def test_the_quick_line_has_the_same_fields_as_the_one_through_structlog(raw, echo, lines):
    await _asked(raw, "good", metadata=HEADERS)
    quick = finished(lines)[0]
    calls.write_lines_to(None)
    await _asked(raw, "good", metadata=HEADERS)
    slow = finished(lines)[1]
    passing = {"seconds", "timestamp", "span_id"}

    assert quick.keys() == slow.keys()
    assert {key: quick[key] for key in quick.keys() - passing} == {
        key: slow[key] for key in slow.keys() - passing
    }


def test_a_request_names_itself_and_a_long_name_is_cut():
    call = _call()
    call.name_request("r" * 100)

    assert "r" * 64 == call.request_id


def test_notes_go_into_the_line_of_the_current_call_and_nowhere_without_one():
    def noted() -> dict:
        call = _call()
        calls.CURRENT.set(call)
        calls.note(table_id="t1")
        return call.notes

    calls.note(table_id="t0")

    assert {"table_id": "t1"} == contextvars.copy_context().run(noted)


def test_a_note_is_no_longer_than_a_line_can_bear():
    call = _call()
    token = calls.CURRENT.set(call)
    calls.note(table_id="t" * 900_000, hand=7)
    calls.CURRENT.reset(token)

    assert {"table_id": "t" * 64, "hand": 7} == call.notes


@pytest.mark.parametrize("name", ["event", "method", "trace_id"])
def test_a_note_cannot_take_the_place_of_what_every_line_has(name):
    with pytest.raises(ValueError, match=name):
        calls.note(**{name: "x"})


async def test_work_that_is_detached_does_not_share_the_call():
    async def seen() -> object:
        return calls.CURRENT.get()

    token = calls.CURRENT.set(_call())
    found = await calls.detached(seen(), "seen")
    calls.CURRENT.reset(token)

    assert found is None
    with pytest.raises(LookupError):
        calls.current()


def _call() -> calls.Call:
    method = calls.Method("/a.B/C", "a.B", "C", "unary", SERVER.method("unary", "a.B", "C"))
    return calls.Call(method, "/a.B/C", Trace("a" * 32, "b" * 16), "")


def sample(name: str, kind: str, method: str, **labels: str) -> float | None:
    found = {"grpc_type": kind, "grpc_service": NAME, "grpc_method": method, **labels}
    return REGISTRY.get_sample_value(name, found)


async def test_every_code_of_every_method_is_exported_before_its_first_call(server):
    codes = ["OK", "Canceled", "InvalidArgument", "DeadlineExceeded", "ResourceExhausted", "DataLoss"]

    assert {0} == {sample("grpc_server_handled_total", "unary", "Absent", grpc_code=code) for code in codes}
    assert 0 == sample("grpc_server_started_total", "client_stream", "Join")
    assert 0 == sample("grpc_server_handling_seconds_count", "client_stream", "Join")


async def test_calls_and_messages_are_counted(raw, echo):
    names = ("grpc_server_started_total", "grpc_server_msg_received_total", "grpc_server_msg_sent_total")
    before = [sample(name, "server_stream", "Count") for name in names]
    stream = raw.unary_stream(COUNT)(UInt32Value(value=1).SerializeToString(), timeout=5)

    assert 1 == len([answer async for answer in stream])
    assert [1, 1, 1] == [
        sample(name, "server_stream", "Count") - old for name, old in zip(names, before, strict=True)
    ]


async def test_methods_that_nobody_serves_are_counted_as_other(raw):
    labels = {"grpc_type": "bidi_stream", "grpc_service": "other", "grpc_method": "other"}
    before = REGISTRY.get_sample_value("grpc_server_started_total", labels)
    with pytest.raises(grpc.aio.AioRpcError):
        await raw.unary_unary("/made.Up/Name")(b"", timeout=5)

    assert before + 1 == REGISTRY.get_sample_value("grpc_server_started_total", labels)


async def test_lines_go_out_in_batches_and_at_once_when_something_is_wrong():
    stream = io.StringIO()
    output = logs.Output(stream)
    output.info("a")
    output.info("b")
    early = stream.getvalue()
    output.error("c")

    assert early == ""
    assert "a\nb\nc\n" == stream.getvalue()


def test_outside_of_a_loop_no_line_waits():
    stream = io.StringIO()
    logs.Output(stream).info("a")

    assert "a\n" == stream.getvalue()


def test_a_log_that_nobody_reads_stops_nothing():
    stream = io.StringIO()
    output = logs.Output(stream)
    stream.close()
    output.error("a")
    output.error("b")


@pytest.mark.parametrize("with_text", [False, True])
def test_an_exception_is_described_by_type_and_place_and_its_text_only_on_demand(with_text):
    try:
        try:
            raise KeyError(HIDDEN)
        except KeyError as error:
            raise ValueError(HIDDEN) from error
    except ValueError as error:
        text = logs.described(error, with_text)

    assert text.index("builtins.KeyError") < text.index("builtins.ValueError")
    assert "test_calls.py" in text
    assert with_text == (HIDDEN in text)
