"""Spans for OpenTelemetry: one a call that is answered, and one a call that is made, sent by OTLP.

Off unless an endpoint is set; the packages come with the extra ``otel``. A span says which method was called,
how it ended and under which request id: nothing of what a message or the metadata held.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal, NamedTuple, Protocol

from services.runtime.trace import Trace


class Span(NamedTuple):
    """A call from its beginning to its end."""

    kind: Literal["server", "client"]
    """Which end of the wire it was seen from."""
    trace: Trace
    path: str
    """The method's path, as served; what nobody serves is not quoted."""
    code: str
    """Spelled as in Go."""
    seconds: float
    request_id: str = ""


class Exporter(Protocol):
    """Sends spans."""

    def take(self, span: Span) -> None:
        """Takes a span that has just ended; never waits."""

    def close(self) -> None:
        """Sends what is left; may take a few seconds."""


class Unavailable(Exception):
    """Spans were asked for and cannot be made. The message is for the operator."""


class _Sink:
    """Where spans go; ``None``: nowhere, and none are made."""

    take: Callable[[Span], None] | None = None


SINK: Final = _Sink()


def start(endpoint: str, service: str) -> Callable[[], Awaitable[None]]:
    """Begins to send spans, and returns what ends it.

    Args:
        endpoint: Where OTLP over gRPC is understood, such as ``http://collector:4317``.
        service: The name of this service.

    Raises:
        Unavailable: The packages are not installed.
    """
    try:
        from services.runtime.otlp import OtlpExporter  # noqa: PLC0415 - optional
    except ImportError:
        raise Unavailable("GAME101_OTLP_ENDPOINT needs the packages of the extra `otel`") from None
    exporter: Exporter = OtlpExporter(endpoint, service)
    SINK.take = exporter.take

    async def stop() -> None:
        SINK.take = None
        await asyncio.to_thread(exporter.close)

    return stop
