"""Calling other services: every call has a deadline, a place in the trace, and metrics.

A call made while another is answered gets less time than is left of that one, so the answer to "too late" can
still be given. What is retried, how load is spread and that health is asked for stands in
``services/client/service_config.json``, which backends use as it is.
"""

import json
import weakref
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from time import perf_counter
from typing import Any, Final, TypeVar

import grpc

from services.runtime import keys, spans, tls, trace
from services.runtime.access import SCHEME
from services.runtime.calls import CURRENT, KEY_HEADER, REQUEST_ID_HEADER
from services.runtime.dialing import Line, Method, Plain, Secured
from services.runtime.metrics import CLIENT, GO_NAMES, MethodMetrics, kind_of
from services.runtime.settings import Settings
from services.runtime.spans import Span
from services.runtime.trace import Trace
from services.runtime.watched import Watched
from services.wire import status

SERVICE_CONFIG: Final = files("services").joinpath("client", "service_config.json").read_text("utf-8")
"""The service configuration of every channel, as JSON."""

INNER_SERVICE_CONFIG: Final = json.dumps(
    {name: part for name, part in json.loads(SERVICE_CONFIG).items() if name != "methodConfig"}
)
"""The same without retries, for calls from one service to another: only who stands at the edge repeats a
call, or the attempts of every hop would multiply."""

DEFAULT_DEADLINE_SECONDS: Final = 5.0
STREAM_DEADLINE_SECONDS: Final = 3600.0
"""The time a stream has when the caller names none; it is to be opened anew then."""

_MARGIN_SECONDS: Final = 0.05
_MARGIN_SHARE: Final = 0.1

OPTIONS: Final[tuple[tuple[str, Any], ...]] = (
    ("grpc.service_config", SERVICE_CONFIG),
    ("grpc.enable_retries", 1),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.dns_min_time_between_resolutions_ms", 1_000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2_000),
)
"""Channel options; the keepalive fits what ``serve`` permits."""

Stub = TypeVar("Stub")

_channels: Final[weakref.WeakKeyDictionary[Any, "Channel"]] = weakref.WeakKeyDictionary()


class Channel:
    """A gRPC channel whose calls look after themselves. Stubs take it like any other channel."""

    def __init__(self, line: Line, deadline: float, key: Callable[[], str] | None = None) -> None:
        self._line = line
        self._deadline = deadline
        self._key = key

    async def __aenter__(self) -> "Channel":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self, grace: float | None = None) -> None:
        """Closes the channel, after at most ``grace`` seconds for the calls on it."""
        await self._line.close(grace)

    async def ready(self) -> None:
        """Waits until a server can be reached and says that it serves."""
        await self._line.current().channel_ready()

    def unary_unary(self, method: str, *arguments: Any, **options: Any) -> Callable[..., Any]:
        """Returns what calls a method of one request and one answer."""
        return self._calling("unary_unary", method, self._deadline, *arguments, **options)

    def unary_stream(self, method: str, *arguments: Any, **options: Any) -> Callable[..., Any]:
        """Returns what calls a method of one request and many answers."""
        return self._calling("unary_stream", method, STREAM_DEADLINE_SECONDS, *arguments, **options)

    def stream_unary(self, method: str, *arguments: Any, **options: Any) -> Callable[..., Any]:
        """Returns what calls a method of many requests and one answer."""
        return self._calling("stream_unary", method, STREAM_DEADLINE_SECONDS, *arguments, **options)

    def stream_stream(self, method: str, *arguments: Any, **options: Any) -> Callable[..., Any]:
        """Returns what calls a method of many requests and many answers."""
        return self._calling("stream_stream", method, STREAM_DEADLINE_SECONDS, *arguments, **options)

    def _calling(
        self,
        shape: str,
        method: str,
        deadline: float,
        request_serializer: Callable[[Any], bytes] | None = None,
        response_deserializer: Callable[[bytes], Any] | None = None,
        **_hints: object,
    ) -> Callable[..., Any]:
        asks, _, answers = shape.partition("_")
        service, _, name = method.lstrip("/").partition("/")
        metrics = CLIENT.method(kind_of(asks == "stream", answers == "stream"), service, name)
        encode = partial(_encoded, metrics, request_serializer or bytes)
        decode = partial(_decoded, metrics, response_deserializer or bytes)
        inner = Method(self._line, shape, method, encode, decode)
        return partial(_called, inner, metrics, deadline, self._key)


def channel(
    address: str,
    *,
    deadline: float = DEFAULT_DEADLINE_SECONDS,
    key: str | Callable[[], str] = "",
    credentials: Callable[[], grpc.ChannelCredentials] | None = None,
    options: tuple[tuple[str, Any], ...] = (),
) -> Channel:
    """Returns a channel to whatever listens at an address; it connects by itself and again after failures.

    Args:
        address: An ``Address``, such as ``dns:///host:port``.
        deadline: Seconds a unary call has when its caller names no ``timeout``.
        key: The key to show, or what returns it at each call, where the other side asks for one.
        credentials: Returns what is needed for TLS; another object when that has changed, and calls then go
            over a new connection.
        options: Channel options that go before ``OPTIONS``.
    """
    chosen = tuple({**dict(OPTIONS), **dict(options)}.items())
    shown = (lambda: key) if isinstance(key, str) and key else key or None
    if credentials is None:
        return Channel(Plain(grpc.aio.insecure_channel(address, chosen)), deadline, shown)
    line = Secured(lambda made: grpc.aio.secure_channel(address, made, chosen), credentials)
    return Channel(line, deadline, shown)


def inner(make: Callable[[Any], Stub], service: str, address: str, settings: Settings) -> Stub:
    """Returns a stub for calls from a service to another one, ``service``: these show who calls.

    Raises:
        Unreadable: The key or the certificates in the settings cannot be used.
    """
    path = settings.internal_key_file
    shown = "" if path is None else Watched([path], lambda: keys.read_own(path), "internal key").current
    options = (
        ("grpc.service_config", INNER_SERVICE_CONFIG),
        ("grpc.ssl_target_name_override", f"{service}.{settings.tls_domain}"),
    )
    return stub(
        make,
        address,
        deadline=settings.default_deadline_seconds,
        key="" if settings.tls == "mutual" else shown,
        credentials=tls.client_credentials(settings),
        options=options if settings.tls != "off" else options[:1],
    )


def stub(make: Callable[[Any], Stub], address: str, **options: Any) -> Stub:
    """Returns a stub on a channel of its own. ``close`` closes it; the options are those of ``channel``."""
    its_channel = channel(address, **options)
    made = make(its_channel)
    _channels[made] = its_channel
    return made


async def close(*stubs: object) -> None:
    """Closes the channels of stubs that ``stub`` made."""
    for made in stubs:
        if (its_channel := _channels.pop(made, None)) is not None:
            await its_channel.close()


def time_allowed(asked: float | None, default: float) -> float:
    """Returns the seconds an outgoing call may take: those asked for, within what the present call has left.

    A tenth of that, at most 50 ms, is kept back for the answer.
    """
    wanted = default if asked is None else asked
    call = CURRENT.get()
    remaining = call.remaining() if call is not None else None
    if remaining is None:
        return wanted
    return min(wanted, remaining - min(_MARGIN_SECONDS, remaining * _MARGIN_SHARE))


def _called(
    inner: Callable[..., Any],
    metrics: MethodMetrics,
    default: float,
    key: Callable[[], str] | None,
    request: Any = None,
    *,
    timeout: float | None = None,
    metadata: Any = None,
    **options: Any,
) -> Any:
    started = perf_counter()
    metrics.started += 1
    here = _here()
    allowed = time_allowed(timeout, default)
    if allowed <= 0:
        # gRPC would send the call all the same.
        metrics.finished("DeadlineExceeded", 0.0)
        raise _too_late()
    call = inner(
        request,
        timeout=allowed,
        metadata=(*(metadata or ()), (trace.HEADER, here.header()), *_request_id(), *_shown(key)),
        **options,
    )
    call.add_done_callback(partial(_finished, metrics, started, here))
    return call


def _too_late() -> grpc.aio.AioRpcError:
    error = status.deadline_exceeded("DEADLINE_PASSED", "the deadline has passed before a call could be made")
    trailers = grpc.aio.Metadata((status.DETAILS_KEY, error.status.SerializeToString()))
    return grpc.aio.AioRpcError(
        grpc.StatusCode.DEADLINE_EXCEEDED, grpc.aio.Metadata(), trailers, details=error.status.message
    )


def _shown(key: Callable[[], str] | None) -> tuple[tuple[str, str], ...]:
    return () if key is None else ((KEY_HEADER, SCHEME + key()),)


def _here() -> Trace:
    """Returns where in a trace a call is made; it is a span of its own only if somebody collects them."""
    call = CURRENT.get()
    if call is None:
        return trace.joined(None)
    return call.trace if spans.SINK.take is None else call.trace.child()


def _request_id() -> tuple[tuple[str, str], ...]:
    call = CURRENT.get()
    return () if call is None or not call.request_id else ((REQUEST_ID_HEADER, call.request_id),)


def _finished(metrics: MethodMetrics, started: float, here: Trace, call: Any) -> None:
    # The code of a call that is over is there without waiting, so one step of the coroutine gives it.
    try:
        call.code().send(None)
    except StopIteration as step:
        code, seconds = GO_NAMES[step.value], perf_counter() - started
        metrics.finished(code, seconds)
        if (take := spans.SINK.take) is not None:
            _, service, method = metrics.labels
            take(Span("client", here, f"/{service}/{method}", code, seconds))


def _encoded(metrics: MethodMetrics, encode: Callable[[Any], bytes], message: Any) -> bytes:
    metrics.sent += 1
    return encode(message)


def _decoded(metrics: MethodMetrics, decode: Callable[[bytes], Any], message: bytes) -> Any:
    metrics.received += 1
    return decode(message)
