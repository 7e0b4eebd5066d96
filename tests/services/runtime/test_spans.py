import sys
from typing import Any

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue
from grpc_channelz.v1 import channelz_pb2, channelz_pb2_grpc

from services.runtime import clients, spans
from services.runtime.server import Server
from services.runtime.service import Service, StartError
from tests.services.collector import collecting
from tests.services.runtime.echo import SAY, Echo, service
from tests.services.runtime.quick import QUICK

TRACE = "0af7651916cd43dd8448eb211c80319c"
CALLER = "b7ad6b7169203331"
RELAY = "/a.Relay/Say"


class Relay:
    """A service that asks another one."""

    def __init__(self, address: str) -> None:
        self.channel = clients.channel(address)

    def register(self, server: Any) -> None:
        async def say(request: bytes, _context: object) -> bytes:
            return await self.channel.unary_unary(SAY)(request)

        server.add_registered_method_handlers("a.Relay", {"Say": grpc.unary_unary_rpc_method_handler(say)})


async def relayed(endpoint: str, word: str, flags: str) -> str:
    """Says a word through two services, and returns how that ended once all spans are on their way."""
    settings = QUICK.model_copy(update={"otlp_endpoint": endpoint})
    metadata = (("traceparent", f"00-{TRACE}-{CALLER}-{flags}"), ("x-request-id", "r1"))
    async with Server(service(Echo()), QUICK) as echo:
        relay = Relay(f"127.0.0.1:{echo.port}")
        async with (
            relay.channel,
            Server(Service("relay", (relay.register,)), settings) as server,
            grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
        ):
            request = StringValue(value=word).SerializeToString()
            call = channel.unary_unary(RELAY)(request, metadata=metadata, timeout=10)
            return (await call.code()).name


@pytest.mark.parametrize(("word", "code", "errors"), [("good", 0, 0), ("crash", 13, 3), ("stale", 10, 1)])
async def test_a_call_through_two_services_is_three_spans_one_within_the_other(word, code, errors):
    async with collecting() as collector:
        await relayed(collector.endpoint, word, "01")
    mine = [span for _, span in collector.spans if span.trace_id.hex() == TRACE]
    by_parent = {span.parent_span_id.hex(): span for span in mine}
    outer = by_parent[CALLER]
    made = by_parent[outer.span_id.hex()]
    inner = by_parent[made.span_id.hex()]

    assert ["a.Relay/Say", SAY[1:], SAY[1:]] == [span.name for span in (outer, made, inner)]
    assert [2, 3, 2] == [span.kind for span in (outer, made, inner)]
    assert 3 == len(mine)
    assert errors == sum(span.status.code == 2 for span in mine)
    assert code == attributes(inner)["rpc.grpc.status_code"].int_value
    assert "r1" == attributes(outer)["game101.request_id"].string_value
    assert outer.start_time_unix_nano <= made.start_time_unix_nano <= inner.end_time_unix_nano
    assert spans.SINK.take is None


def attributes(span: Any) -> dict[str, Any]:
    return {each.key: each.value for each in span.attributes}


async def test_a_trace_that_is_not_sampled_is_not_sent():
    async with collecting() as collector:
        assert "OK" == await relayed(collector.endpoint, "good", "00")

    assert [] == [span for _, span in collector.spans if span.trace_id.hex() == TRACE]


async def test_without_the_packages_a_server_that_is_to_send_spans_does_not_start(monkeypatch):
    monkeypatch.setitem(sys.modules, "services.runtime.otlp", None)
    settings = QUICK.model_copy(update={"otlp_endpoint": "http://127.0.0.1:1"})

    with pytest.raises(StartError, match="extra `otel`"):
        await Server(service(Echo()), settings).start()


async def test_a_collector_that_is_not_there_keeps_no_call_waiting():
    assert "OK" == await relayed("http://127.0.0.1:1", "good", "01")


@pytest.mark.parametrize("switched_on", [False, True])
async def test_channelz_and_reflection_are_there_only_when_switched_on(switched_on):
    settings = QUICK.model_copy(update={"channelz": switched_on, "reflection": switched_on})
    async with (
        Server(service(Echo()), settings) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        asked = channelz_pb2_grpc.ChannelzStub(channel).GetServers(channelz_pb2.GetServersRequest())
        reflected = channel.stream_stream("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")
        codes = [(await asked.code()).name, (await reflected(iter([])).code()).name]

    assert (["OK"] if switched_on else ["UNIMPLEMENTED"]) * 2 == codes
