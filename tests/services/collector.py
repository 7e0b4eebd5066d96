"""A collector of spans that speaks OTLP over gRPC, for tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as pb
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import (
    TraceServiceServicer,
    add_TraceServiceServicer_to_server,
)


class Collector(TraceServiceServicer):
    """Keeps every span that arrives, and the bytes it came in."""

    def __init__(self) -> None:
        self.endpoint = ""
        self.raw = b""
        self.spans: list[tuple[str, Any]] = []
        """The name of the service, and the span."""

    async def Export(self, request: pb.ExportTraceServiceRequest, _context: Any) -> Any:
        self.raw += request.SerializeToString()
        for group in request.resource_spans:
            names = {each.key: each.value.string_value for each in group.resource.attributes}
            for scope in group.scope_spans:
                self.spans += [(names["service.name"], span) for span in scope.spans]
        return pb.ExportTraceServiceResponse()


@asynccontextmanager
async def collecting() -> AsyncIterator[Collector]:
    """Runs a collector on the loopback interface."""
    collector, server = Collector(), grpc.aio.server()
    add_TraceServiceServicer_to_server(collector, server)
    collector.endpoint = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    yield collector
    await server.stop(None)
