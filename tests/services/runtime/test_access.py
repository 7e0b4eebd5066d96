import ast
import asyncio
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue, UInt32Value
from prometheus_client import REGISTRY

from services.runtime import calls, clients, graph, keys, watched
from services.runtime.server import Server
from services.runtime.service import StartError
from services.runtime.settings import Settings
from services.wire import status
from tests.faults.whole import methods
from tests.services.certificates import Authority
from tests.services.runtime.echo import CHAT, COUNT, SAY, Echo, service
from tests.services.runtime.quick import QUICK

HELLO = StringValue(value="good").SerializeToString()
TABLE = Path(__file__).parents[3] / "services" / "table"


class Doors:
    """A key file, and keys that fit it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "api.keys"
        self.key, _ = keys.new()
        self.service_key, _ = keys.new()
        self.write(keys.line_of(self.key, "acme"), keys.line_of(self.service_key, "table", is_service=True))

    def write(self, *lines: str) -> None:
        new = self.path.with_suffix(".new")
        new.write_text("\n".join(lines), encoding="ascii")
        new.replace(self.path)

    def settings(self, **more: object) -> Settings:
        return QUICK.model_copy(update={"auth": "keys", "keys_file": self.path, **more})


@pytest.fixture
def doors(tmp_path) -> Doors:
    return Doors(tmp_path)


@asynccontextmanager
async def guarded(doors: Doors, **settings: object):
    """Runs the test service behind its door; yields it and a channel that shows nothing by itself."""
    echo = Echo()
    async with (
        Server(service(echo), doors.settings(**settings)) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        yield echo, channel


def shown(key: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {key}"),)


async def answer(call) -> tuple[str, str]:
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return error.code().name, status.error_info(error).reason
    return "OK", ""


REFUSED = {
    "nothing": (),
    "another scheme": (("authorization", "Basic abc"),),
    "no key": shown(""),
    "a key of nobody": shown(keys.new()[0]),
    "a key in another place": (("x-key", "Bearer x"),),
    "far too long": shown("x" * 5000),
}


@pytest.mark.parametrize("metadata", REFUSED.values(), ids=REFUSED)
async def test_without_a_key_that_is_known_no_handler_is_entered(doors, metadata):
    async with guarded(doors) as (echo, channel):
        unary = await answer(channel.unary_unary(SAY)(b"\xff", metadata=metadata, timeout=5))
        stream = await answer(channel.stream_stream(CHAT)(iter([]), metadata=metadata, timeout=5).read())
        absent = await answer(channel.unary_unary("/no/Method")(b"", metadata=metadata, timeout=5))

    assert {unary, stream, absent} <= {("UNAUTHENTICATED", "KEY_MISSING"), ("UNAUTHENTICATED", "KEY_UNKNOWN")}
    assert 0 == echo.entered


async def test_with_its_key_a_tenant_comes_in_and_is_known(doors, lines):
    async with guarded(doors) as (echo, channel):
        say = channel.unary_unary(SAY)
        assert HELLO == await say(HELLO, metadata=shown(doors.key), timeout=5)
        absent = await answer(channel.unary_unary("/no/Method")(b"", metadata=shown(doors.key), timeout=5))

    assert ("UNIMPLEMENTED", "METHOD_NOT_SERVED") == absent
    assert [("acme", "OK"), ("acme", "Unimplemented")] == [
        (line.get("tenant"), line["code"]) for line in lines() if line["event"] == calls.EVENT
    ]
    assert doors.key not in str(lines())
    assert 1 == echo.entered


async def test_health_is_told_to_whoever_asks(doors):
    async with guarded(doors) as (_, channel):
        assert b"\x08\x01" == await channel.unary_unary("/grpc.health.v1.Health/Check")(b"", timeout=5)


async def test_a_service_may_call_what_the_graph_says_and_nothing_else(doors, monkeypatch):
    monkeypatch.setattr(graph, "MAY_CALL", {"table": frozenset({SAY})})
    async with guarded(doors) as (echo, channel):
        key = shown(doors.service_key)
        allowed = await answer(channel.unary_unary(SAY)(HELLO, metadata=key, timeout=5))
        denied = await answer(channel.stream_stream(CHAT)(iter([]), metadata=key, timeout=5).read())

    assert ("OK", "") == allowed
    assert ("PERMISSION_DENIED", "METHOD_DENIED") == denied
    assert 1 == echo.entered


async def test_a_service_that_the_graph_does_not_name_may_call_nothing(doors):
    key, _ = keys.new()
    doors.write(keys.line_of(key, "stranger", is_service=True))
    async with guarded(doors) as (_, channel):
        assert ("PERMISSION_DENIED", "METHOD_DENIED") == await answer(
            channel.unary_unary(SAY)(HELLO, metadata=shown(key), timeout=5)
        )


async def test_a_new_key_is_let_in_and_a_revoked_one_is_not(doors, monkeypatch):
    monkeypatch.setattr(watched, "LOOK_SECONDS", 0.0)
    new, _ = keys.new()
    async with guarded(doors) as (echo, channel):
        say = channel.unary_unary(SAY)
        outcomes = [await answer(say(HELLO, metadata=shown(key), timeout=5)) for key in (doors.key, new)]
        doors.write(keys.line_of(new, "acme"))
        outcomes += [await answer(say(HELLO, metadata=shown(key), timeout=5)) for key in (doors.key, new)]

    assert ["OK", "UNAUTHENTICATED", "UNAUTHENTICATED", "OK"] == [code for code, _ in outcomes]
    assert 2 == echo.entered


async def after_an_edit(doors, *lines):
    """Returns how a stream of three words goes whose second one comes after an edit of the key file."""
    edited = asyncio.Event()

    async def words():
        yield HELLO
        await edited.wait()
        yield HELLO
        yield HELLO

    async def heard(stream):
        async for _ in stream:
            doors.write(*lines)
            edited.set()

    async with guarded(doors) as (_, channel):
        stream = channel.stream_stream(CHAT)(words(), metadata=shown(doors.key), timeout=10)
        return await answer(heard(stream))


@pytest.mark.parametrize("change", ["gone", "another key", "another owner", "a service's"])
async def test_a_stream_ends_with_its_next_message_when_its_key_is_revoked(doors, monkeypatch, change):
    monkeypatch.setattr(watched, "LOOK_SECONDS", 0.0)
    lines = {
        "gone": [keys.line_of(keys.new()[0], "acme")],
        "another key": [keys.line_of(doors.key[:-4] + "0000", "acme")],
        "another owner": [keys.line_of(doors.key, "other")],
        "a service's": [keys.line_of(doors.key, "acme", is_service=True)],
    }

    assert ("UNAUTHENTICATED", "KEY_UNKNOWN") == await after_an_edit(doors, *lines[change])


@pytest.mark.parametrize("limits", [{}, {"calls": 500}, {"calls": 1, "watchers": 1, "tables": 1}])
async def test_a_stream_goes_on_when_only_the_quota_of_its_key_changes(doors, monkeypatch, limits):
    monkeypatch.setattr(watched, "LOOK_SECONDS", 0.0)
    others = keys.line_of(keys.new()[0], "other")
    line = keys.line_of(doors.key, "acme", **limits)

    assert ("OK", "") == await after_an_edit(doors, "# renewed", others, line)


async def test_quotas_of_a_key_hold(doors):
    line = keys.line_of(doors.key, "acme", calls=3, watchers=1)
    free, _ = keys.new()
    doors.write(line, keys.line_of(free, "other"))
    many = UInt32Value(value=5).SerializeToString()
    async with guarded(doors) as (_, channel):
        stream = channel.unary_stream(COUNT)(many, metadata=shown(doors.key), timeout=10)
        await stream.read()
        second = channel.unary_stream(COUNT)(many, metadata=shown(doors.key), timeout=10)
        watching = await answer(second.read())
        say = channel.unary_unary(SAY)
        saying = [await answer(say(HELLO, metadata=shown(doors.key), timeout=5)) for _ in range(3)]
        others = [await answer(say(HELLO, metadata=shown(free), timeout=5)) for _ in range(20)]
        stream.cancel()

    assert ("RESOURCE_EXHAUSTED", "WATCHERS_QUOTA") == watching
    assert [("OK", "")] + [("RESOURCE_EXHAUSTED", "CALLS_QUOTA")] * 2 == saying
    assert {("OK", "")} == set(others)


async def test_who_is_kept_out_is_counted_by_reason(doors):
    def count() -> float:
        return REGISTRY.get_sample_value("game101_calls_turned_away_total", {"reason": "KEY_MISSING"})

    before = count()
    async with guarded(doors) as (_, channel):
        await answer(channel.unary_unary(SAY)(HELLO, timeout=5))

    assert before + 1 == count()


async def test_under_mutual_tls_a_service_is_known_by_its_certificate_alone(doors, tmp_path, monkeypatch):
    monkeypatch.setattr(graph, "MAY_CALL", {"table": frozenset({SAY})})
    authority = Authority(tmp_path)
    settings = doors.settings(**authority.files("echo.game101").settings())
    own = tmp_path / "table.key"
    own.write_text(doors.service_key, encoding="ascii")
    outcomes = {}
    async with Server(service(Echo()), settings) as server:
        for name in ("table.game101", "table.other", "stranger.game101", "atable.game101"):
            told = QUICK.model_copy(update={**authority.files(name).settings(), "internal_key_file": own})
            stub = clients.inner(Said, "echo", f"127.0.0.1:{server.port}", told)
            outcomes[name] = await answer(stub.say(HELLO))
            outcomes[f"{name} and its key"] = await answer(stub.say(HELLO, metadata=shown(doors.service_key)))
            outcomes[f"{name} and a tenant's key"] = await answer(stub.say(HELLO, metadata=shown(doors.key)))
            await clients.close(stub)

    assert {name for name, (code, _) in outcomes.items() if code == "OK"} == {
        "table.game101",
        "table.game101 and its key",
        *(f"{name} and a tenant's key" for name in ("table.game101", "table.other")),
        *(f"{name} and a tenant's key" for name in ("stranger.game101", "atable.game101")),
    }
    assert {code for code, _ in outcomes.values()} == {"OK", "UNAUTHENTICATED"}


class Said:
    """A stub of one method."""

    def __init__(self, channel) -> None:
        self.say = channel.unary_unary(SAY)


async def test_an_inner_call_shows_the_key_of_its_service(doors, tmp_path, monkeypatch):
    monkeypatch.setattr(graph, "MAY_CALL", {"table": frozenset({SAY})})
    own = tmp_path / "table.key"
    own.write_text(doors.service_key, encoding="ascii")
    async with Server(service(Echo()), doors.settings()) as server:
        told = QUICK.model_copy(update={"internal_key_file": own})
        stub = clients.inner(Said, "echo", f"127.0.0.1:{server.port}", told)
        assert HELLO == await stub.say(HELLO)
        await clients.close(stub)


async def test_a_server_does_not_start_that_would_ask_nobody_by_mistake():
    with pytest.raises(StartError, match="set GAME101_KEYS_FILE"):
        await Server(service(Echo()), QUICK.model_copy(update={"auth": "keys"})).start()


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]", "10.0.0.1", "example.org"])  # noqa: S104
async def test_whoever_asks_nobody_listens_on_the_loopback_alone(host):
    with pytest.raises(StartError, match="loopback"):
        await Server(service(Echo()), QUICK.model_copy(update={"host": host})).start()


async def test_metadata_beyond_the_limit_ends_the_call(doors):
    async with guarded(doors) as (echo, channel):
        call = channel.unary_unary(SAY)(
            HELLO, metadata=(*shown(doors.key), ("x-long", "x" * 20_000)), timeout=5
        )
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call

    assert grpc.StatusCode.RESOURCE_EXHAUSTED == caught.value.code()
    assert 0 == echo.entered


def called_by_the_table() -> Iterator[str]:
    """Yields the paths of the methods of other services that the code of the table calls."""
    served = {method.path for method in methods()}
    for path in TABLE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
                called = f"/game101.v1.{node.value.attr.capitalize()}Service/{node.attr}"
                if called in served:
                    yield called


def test_the_graph_allows_exactly_what_the_table_calls():
    assert {"table"} == graph.MAY_CALL.keys()
    assert set(called_by_the_table()) == graph.MAY_CALL["table"]
