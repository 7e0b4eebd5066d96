"""The metrics of calls, under the names of go-grpc-middleware, so that public dashboards fit.

Every series of every known method exists from the start: a counter that is born at one hides its first
increase. Methods nobody serves share the name ``other``, so no caller can make new series.

Each call touches five series. They are plain numbers here, which only the event loop's thread changes, and
become Prometheus families when somebody scrapes.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Final

import grpc
from prometheus_client import REGISTRY, Counter, Gauge
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

GO_NAMES: Final[dict[grpc.StatusCode, str]] = {
    code: {"OK": "OK", "CANCELLED": "Canceled"}.get(
        code.name, "".join(word.capitalize() for word in code.name.split("_"))
    )
    for code in grpc.StatusCode
}
"""Codes spelled as in Go: ``InvalidArgument``, not ``INVALID_ARGUMENT``."""

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, float("inf"))
"""Upper bounds of the handling time's buckets, in seconds, inclusive."""

_BOUNDS: Final = (*map(str, BUCKETS[:-1]), "+Inf")
_LABELS: Final = ("grpc_type", "grpc_service", "grpc_method")

CALLS_IN_FLIGHT: Final = Gauge(
    "game101_calls_in_flight", "Calls being answered, by shape: unary or stream.", ["shape"]
)

STREAMS_CUT: Final = Counter(
    "game101_streams_cut", "Streams that were cut off because messages were not read in time."
)

_TURNED_AWAY: Final = Counter(
    "game101_calls_turned_away",
    "Calls that got no further than the door, by the reason that their callers were told.",
    ["reason"],
)
TURNED_AWAY: Final = {
    reason: _TURNED_AWAY.labels(reason)
    for reason in (
        "TOO_MANY_CALLS",
        "CALLS_QUOTA",
        "WATCHERS_QUOTA",
        "TABLES_QUOTA",
        "KEY_MISSING",
        "KEY_UNKNOWN",
        "METHOD_DENIED",
    )
}


class MethodMetrics:
    """The numbers of one method on one side."""

    __slots__ = ("buckets", "handled", "labels", "received", "seconds", "sent", "started")

    def __init__(self, labels: tuple[str, str, str]) -> None:
        self.labels = labels
        self.started = 0
        self.received = 0
        self.sent = 0
        self.handled = dict.fromkeys(GO_NAMES.values(), 0)
        self.buckets = [0] * len(BUCKETS)
        self.seconds = 0.0

    def finished(self, code: str, seconds: float) -> None:
        """Counts the end of a call; ``code`` is spelled as in Go."""
        self.handled[code] += 1
        self.buckets[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds


class Side(Collector):
    """One end of the wire, ``server`` or ``client``: the numbers of all its methods."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._methods: dict[tuple[str, str, str], MethodMetrics] = {}

    def method(self, kind: str, service: str, method: str) -> MethodMetrics:
        """Returns a method's numbers, from zero when it is new. ``kind`` is what ``kind_of`` returns."""
        labels = (kind, service, method)
        return self._methods.setdefault(labels, MethodMetrics(labels))

    def collect(self) -> Iterator[Metric]:
        """Yields the five families of this side."""
        yield self._counter("started", "Calls started on the", lambda method: method.started)
        yield self._counter("msg_received", "Messages received on the", lambda method: method.received)
        yield self._counter("msg_sent", "Messages sent by the", lambda method: method.sent)
        yield self._handled()
        yield self._seconds()

    def _counter(self, name: str, what: str, number: Callable[[MethodMetrics], int]) -> Metric:
        family = CounterMetricFamily(f"grpc_{self._name}_{name}", f"{what} {self._name}.", labels=_LABELS)
        for method in self._methods.values():
            family.add_metric(method.labels, number(method))
        return family

    def _handled(self) -> Metric:
        help_text = f"Calls finished on the {self._name}, by code."
        family = CounterMetricFamily(f"grpc_{self._name}_handled", help_text, labels=(*_LABELS, "grpc_code"))
        for method in self._methods.values():
            for code, number in method.handled.items():
                family.add_metric((*method.labels, code), number)
        return family

    def _seconds(self) -> Metric:
        help_text = f"Time from a call's start to its end on the {self._name}, in seconds."
        family = HistogramMetricFamily(f"grpc_{self._name}_handling_seconds", help_text, labels=_LABELS)
        for method in self._methods.values():
            counts = zip(_BOUNDS, accumulate(method.buckets), strict=True)
            family.add_metric(method.labels, list(counts), method.seconds)
        return family


SERVER: Final = Side("server")
CLIENT: Final = Side("client")

REGISTRY.register(SERVER)
REGISTRY.register(CLIENT)


def kind_of(request_streaming: bool, response_streaming: bool) -> str:
    """Returns the ``grpc_type`` of a method's shape."""
    if request_streaming:
        return "bidi_stream" if response_streaming else "client_stream"
    return "server_stream" if response_streaming else "unary"
