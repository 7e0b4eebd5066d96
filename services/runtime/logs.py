"""Logs: one JSON object a line, or coloured text on a terminal.

Events are called ``noun.verb``; everything else is a field. Lines written while a call is answered carry its
request id and trace id.
"""

import asyncio
import logging
import sys
import traceback
from collections import deque
from collections.abc import Callable, MutableMapping
from time import monotonic
from typing import Any, Final, TextIO

import structlog

from services.runtime.calls import CURRENT, encode, timestamp, write_lines_to

Event = MutableMapping[str, Any]

FLUSH_SECONDS: Final = 0.05
"""How long a line may wait for others before they are written in one go."""


class Output:
    """A text stream to which lines go in batches: at most 50 ms late, at once when something is wrong.

    Under load this makes one system call of many lines. Outside of an event loop nothing waits.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream: TextIO | None = stream
        self._lines: deque[str] = deque()
        self._due = 0.0

    def info(self, line: str) -> None:
        """Writes one line, without its line break, soon."""
        self._lines.append(line)
        if self._due > (now := monotonic()):
            return
        try:
            asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)
        except RuntimeError:
            self.flush()
        else:
            self._due = now + 2 * FLUSH_SECONDS

    def error(self, line: str) -> None:
        """Writes one line, without its line break, and all that wait, now."""
        self._lines.append(line)
        self.flush()

    debug = info
    warning = critical = error

    def flush(self) -> None:
        """Hands on every line so far."""
        self._due = 0.0
        lines = [self._lines.popleft() for _ in range(len(self._lines))]
        if self._stream is None or not lines:
            return
        try:
            self._stream.write("\n".join(lines) + "\n")
            self._stream.flush()
        except (BrokenPipeError, ValueError):
            # Whoever read our lines is gone; there is nobody left to tell.
            self._stream = None


def configure(log_format: str, log_level: str, exception_text: bool, stream: TextIO | None = None) -> Output:
    """Sets up structlog and the standard library's logging, and returns where their lines go.

    Args:
        log_format: ``json``, ``console``, or ``auto``: ``console`` when the stream is a terminal.
        log_level: The least level that is written: ``debug``, ``info``, ``warning`` or ``error``.
        exception_text: Whether the text of exceptions is written beside their type and place.
        stream: Where to write; standard output unless given.
    """
    stream = stream or sys.stdout
    on_terminal = log_format == "console" or (log_format == "auto" and stream.isatty())
    output = Output(stream)
    before: list[Any] = [
        _add_call,
        structlog.processors.add_log_level,
        _add_timestamp,
        _exceptions(exception_text),
    ]
    render = structlog.dev.ConsoleRenderer() if on_terminal else _render
    structlog.configure(
        processors=[*before, render],
        wrapper_class=structlog.make_filtering_bound_logger(log_level),
        logger_factory=lambda *_: output,
        cache_logger_on_first_use=False,
    )
    direct = not on_terminal and log_level in {"debug", "info"}
    write_lines_to(output.info if direct else None)
    _configure_standard(output, log_level, [structlog.stdlib.add_logger_name, *before], render)
    return output


def announce(event: str, **fields: object) -> None:
    """Writes a line whatever the level is; for the few that a supervisor waits for."""
    structlog.wrap_logger(None, wrapper_class=structlog.BoundLogger).info(event, **fields)


def _configure_standard(output: Output, level: str, before: list[Any], render: Any) -> None:
    handler = _Handler(output)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    # Libraries are heard from when something is wrong; their `info` is about themselves.
    root.setLevel(max(logging.WARNING, getattr(logging, level.upper())))


class _Handler(logging.Handler):
    def __init__(self, output: Output) -> None:
        super().__init__()
        self._output = output

    def emit(self, record: logging.LogRecord) -> None:
        self._output.error(self.format(record))


def _add_call(_logger: Any, _name: str, event: Event) -> Event:
    if (call := CURRENT.get()) is not None:
        event.setdefault("request_id", call.request_id)
        event["trace_id"] = call.trace.trace_id
        event["span_id"] = call.trace.span_id
    return event


def _add_timestamp(_logger: Any, _name: str, event: Event) -> Event:
    event["timestamp"] = timestamp()
    return event


def _render(_logger: Any, _name: str, event: Event) -> str:
    return encode(event)


def _exceptions(with_text: bool) -> Callable[[Any, str, Event], Event]:
    def describe(_logger: Any, _name: str, event: Event) -> Event:
        if found := event.pop("exc_info", None):
            error = sys.exc_info()[1] if found is True else found[1] if isinstance(found, tuple) else found
            if error is not None:
                event["exception"] = described(error, with_text)
        return event

    return describe


def described(error: BaseException, with_text: bool) -> str:
    """Returns where an exception came from, the innermost cause first.

    Its text is left out unless asked for: an ``IndexError`` may quote the tile that nobody may see.
    """
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        frames = traceback.extract_tb(current.__traceback__)
        title = f"{type(current).__module__}.{type(current).__qualname__}"
        lines = [f"{title}: {current}" if with_text else title]
        lines += [f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
        parts.append("\n".join(lines))
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return "\n".join(reversed(parts))
