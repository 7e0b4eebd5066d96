"""Spans as OTLP, by the OpenTelemetry SDK: queued, and sent in batches by a thread of its own.

The SDK's own variables (``OTEL_BSP_...``, ``OTEL_EXPORTER_OTLP_...``) tune queue, batches, headers and
certificates; what does not fit into the queue is dropped.
"""

import time
from typing import Final

from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode, TraceFlags

from services.runtime import build
from services.runtime.metrics import GO_NAMES
from services.runtime.spans import Span

_KINDS: Final = {"server": SpanKind.SERVER, "client": SpanKind.CLIENT}
_NUMBERS: Final = {name: code.value[0] for code, name in GO_NAMES.items()}
_SERVER_FAULTS: Final = frozenset(
    {"Unknown", "DeadlineExceeded", "Unimplemented", "Internal", "Unavailable", "DataLoss"}
)
"""The codes that make a server's span an error; a client's is one unless the code is OK."""
_SECONDS: Final = 2.0
"""What one batch may take, and so about as long as a stop waits for a collector that is not there."""
_UNSET: Final = Status(StatusCode.UNSET)


class OtlpExporter:
    """Sends the spans of one process."""

    def __init__(self, endpoint: str, service: str) -> None:
        """See ``spans.start``."""
        self._resource = Resource(
            {
                "service.namespace": "game101",
                "service.name": service,
                "service.version": build.installed_version(),
            }
        )
        self._processor = BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint, timeout=_SECONDS))

    def take(self, span: Span) -> None:
        """Queues a span; one of a trace that is not sampled is left out."""
        end = time.time_ns()
        self._processor.on_end(
            ReadableSpan(
                name=span.path.lstrip("/"),
                context=_context(span, span.trace.span_id),
                parent=_context(span, span.trace.parent_id) if span.trace.parent_id else None,
                resource=self._resource,
                attributes=_attributes(span),
                kind=_KINDS[span.kind],
                status=_status(span),
                start_time=end - round(span.seconds * 1e9),
                end_time=end,
            )
        )

    def close(self) -> None:
        """Sends what is queued, and ends the thread."""
        self._processor.shutdown()  # type: ignore[no-untyped-call]


def _context(span: Span, span_id: str) -> SpanContext:
    flags = TraceFlags(int(span.trace.flags, 16))
    return SpanContext(int(span.trace.trace_id, 16), int(span_id, 16), is_remote=False, trace_flags=flags)


def _attributes(span: Span) -> dict[str, str | int]:
    service, _, method = span.path.lstrip("/").rpartition("/")
    attributes: dict[str, str | int] = {
        "rpc.system": "grpc",
        "rpc.service": service,
        "rpc.method": method,
        "rpc.grpc.status_code": _NUMBERS[span.code],
    }
    return attributes | ({"game101.request_id": span.request_id} if span.request_id else {})


def _status(span: Span) -> Status:
    is_error = span.code in _SERVER_FAULTS if span.kind == "server" else span.code != "OK"
    return Status(StatusCode.ERROR, span.code) if is_error else _UNSET
