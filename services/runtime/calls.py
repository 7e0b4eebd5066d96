"""One call: who asked, in which trace, until when; and the one line that the log gets of it."""

import asyncio
import contextvars
import time
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from json import JSONEncoder
from json.encoder import encode_basestring as quoted
from time import perf_counter
from typing import Any, Final, TypeVar

import structlog

from services.runtime import spans, trace
from services.runtime.callers import ANYONE, Caller
from services.runtime.metrics import MethodMetrics
from services.runtime.spans import Span
from services.runtime.trace import Trace

REQUEST_ID_HEADER: Final = "x-request-id"

KEY_HEADER: Final = "authorization"
"""The metadata that carries a key."""

LONGEST_REQUEST_ID: Final = 64
_LONGEST_NOTE: Final = 64
"""Characters of a request id in logs and on the way out; a longer one is cut."""

QUIET_SERVICES: Final = frozenset(
    {
        "grpc.health.v1.Health",
        "grpc.reflection.v1alpha.ServerReflection",
        "grpc.channelz.v1.Channelz",
    }
)
"""Services that ask after us rather than for something: no limit, no gate, and lines at ``debug``."""

_LEVELS: Final = {"Internal": "error", "Unknown": "error", "DataLoss": "error"}

EVENT: Final = "call.finished"

_FIELDS: Final = frozenset(
    {
        *("event", "level", "timestamp", "method", "code", "seconds", "request_id", "trace_id", "span_id"),
        *("tenant", "caller"),
    }
)

T = TypeVar("T")

encode: Final = JSONEncoder(separators=(",", ":"), ensure_ascii=False, default=str).encode
"""Writes a value as JSON in one line; what JSON does not know, as its text."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Method:
    """A method of the contract, such as ``/game101.v1.RulesService/ApplyMove``."""

    path: str
    service: str
    name: str
    kind: str
    metrics: MethodMetrics

    @property
    def quiet(self) -> bool:
        """Tells whether this is health, reflection or channelz."""
        return self.service in QUIET_SERVICES


@dataclass(slots=True)
class Call:
    """A call while it is being answered."""

    method: Method
    path: str
    """What the caller asked for; differs from the method's where nothing of that name is served."""
    trace: Trace
    request_id: str
    shown: str = ""
    """What the caller shows as its key, still to be looked at."""
    started: float = field(default_factory=perf_counter)
    deadline: float | None = None
    """When the caller stops waiting, on the clock of ``perf_counter``."""
    caller: Caller = ANYONE
    """Who calls, once the door has found out."""
    notes: dict[str, object] = field(default_factory=dict)
    """What the service adds to the line: ids and counts, never anything hidden."""

    @property
    def tenant(self) -> str:
        """Returns the tenant that calls; empty where nobody is asked."""
        return self.caller.tenant

    def remaining(self) -> float | None:
        """Returns the seconds until the deadline, at least 0, or ``None`` before it is known."""
        return None if self.deadline is None else max(0.0, self.deadline - perf_counter())

    def name_request(self, named: str) -> None:
        """Takes the request's own ``request_id``, where it is set."""
        if named:
            self.request_id = named[:LONGEST_REQUEST_ID]

    def finish(self, code: str) -> None:
        """Counts the call and writes its line. ``code`` is spelled as in Go."""
        seconds = perf_counter() - self.started
        self.method.metrics.finished(code, seconds)
        if (take := spans.SINK.take) is not None and not self.method.quiet:
            take(Span("server", self.trace, self.method.path, code, seconds, self.request_id))
        level = "debug" if self.method.quiet else _LEVELS.get(code, "info")
        if level == "info" and _lines.write is not None:
            _lines.write(self._line(code, seconds))
        else:
            write = getattr(log, level)
            notes = {**self._named(), **self.notes}
            write(EVENT, method=self.path, code=code, seconds=round(seconds, 6), **notes)

    def _named(self) -> dict[str, str]:
        named = {"tenant": self.caller.tenant, "caller": self.caller.service}
        return {name: value for name, value in named.items() if value}

    def _line(self, code: str, seconds: float) -> str:
        # What cannot hold a quotation mark goes in as it is.
        return (
            f'{{"event":"{EVENT}","level":"info","timestamp":"{timestamp()}","code":"{code}",'
            f'"seconds":{seconds:.6f},"method":{quoted(self.path)},"request_id":{quoted(self.request_id)},'
            f'"trace_id":"{self.trace.trace_id}","span_id":"{self.trace.span_id}"{self.caller.fields}'
            f"{',' + encode(self.notes)[1:-1] if self.notes else ''}}}"
        )


class _Lines:
    """Where lines of calls go without passing through structlog; ``None``: they do pass.

    Its processors cost several times what all else that is noted of a call does.
    """

    write: Callable[[str], None] | None = None


_lines: Final = _Lines()


def write_lines_to(write: Callable[[str], None] | None) -> None:
    """Makes the lines of calls go straight to an output, as JSON; ``None`` undoes it."""
    _lines.write = write


def timestamp() -> str:
    """Returns the present time in UTC, as ISO 8601 with microseconds."""
    now = time.time()
    return f"{_second(int(now))}.{int(now % 1 * 1e6):06d}Z"


@lru_cache(maxsize=1)
def _second(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))


CURRENT: Final[ContextVar[Call | None]] = ContextVar("call", default=None)
"""The call that the running task answers."""


def current() -> Call:
    """Returns the call that the running task answers.

    Raises:
        LookupError: The task answers none.
    """
    if (call := CURRENT.get()) is None:
        raise LookupError("no call is being answered here")
    return call


def opened(method: Method, path: str, metadata: tuple[tuple[str, str | bytes], ...]) -> Call:
    """Returns a call that has just come in, counts it, and makes it the current one of this task."""
    # A name may come twice; the first counts. Values of these names are text, never bytes.
    given: dict[str, Any] = dict(reversed(metadata))
    request_id = given.get(REQUEST_ID_HEADER, "")[:LONGEST_REQUEST_ID]
    call = Call(method, path, trace.joined(given.get(trace.HEADER)), request_id, given.get(KEY_HEADER, ""))
    method.metrics.started += 1
    CURRENT.set(call)
    return call


def note(**fields: object) -> None:
    """Adds fields to the line of the current call, such as ``table_id``; without a call it does nothing.

    Of a text the first 64 characters are kept, since callers may have sent it.

    Raises:
        ValueError: A field has the name of one that every line has.
    """
    if taken := _FIELDS & fields.keys():
        raise ValueError(f"every line has a {min(taken)} already")
    if (call := CURRENT.get()) is not None:
        for name, value in fields.items():
            call.notes[name] = value[:_LONGEST_NOTE] if isinstance(value, str) else value


def detached(work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
    """Starts work that outlives the call which asked for it, and so does not share its deadline."""
    context = contextvars.copy_context()
    context.run(CURRENT.set, None)
    return asyncio.create_task(work, name=name, context=context)
