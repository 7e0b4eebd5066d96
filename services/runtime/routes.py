"""One method as it is served: the way in and out of every handler.

gRPC gets raw bytes from here and gives raw bytes, so what cannot be decoded or encoded is our error to name
and a call that is turned away costs no decoding. In order: the call is counted, its deadline looked at, a
slot taken, the gates passed, the message decoded, the handler run, the answer encoded, the line written.
"""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Container
from contextlib import AbstractContextManager, aclosing
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

import grpc

from services.runtime import calls
from services.runtime.calls import Call, Method
from services.runtime.errors import CODES, status_of, trailers_of
from services.runtime.limits import UNLIMITED, Slots
from services.runtime.metrics import GO_NAMES, STREAMS_CUT
from services.runtime.streams import Stream, Streams
from services.wire import status

Context = grpc.aio.ServicerContext[Any, Any]

Gate = Callable[[Call, Context], None]
"""Looks at a call before its handler does, and raises ``CallError`` to keep it out: keys, names, quotas."""

_DEADLINE_PASSED: Final = "the deadline has passed before the call was looked at"


@dataclass(frozen=True, slots=True)
class Desk:
    """What the routes of a server share."""

    calls: Slots
    streams: Slots
    max_message_bytes: int
    default_deadline: float
    slow_reader_seconds: float = 10.0
    """How long a message of a stream may wait for its reader."""
    gates: tuple[Gate, ...] = ()
    stay: Callable[[Call], None] | None = None
    """Looks again at who opened a stream, after each message, and raises ``CallError`` to end it."""
    open_streams: Streams = field(default_factory=Streams)


class Route:
    """A method, its handler, and everything that stands in front of it."""

    def __init__(self, method: Method, handler: Any, desk: Desk) -> None:
        """Wraps what gRPC's generated code registers for a method.

        Raises:
            TypeError: The handler is neither a coroutine function nor, for a stream of answers, an
                asynchronous generator function.
        """
        self.method = method
        self._desk = desk
        self._streams = handler.response_streaming
        self._handle = _handler_of(handler, method.path)
        self._decode = handler.request_deserializer or bytes
        self._encode = handler.response_serializer or bytes
        self._has_id = "request_id" in _fields_of(self._decode)
        self._receive: Callable[[Context, Call], Awaitable[Any]] = (
            self._receive_many if handler.request_streaming else self._receive_one
        )
        self._slots: AbstractContextManager[None] = UNLIMITED
        self._gates: tuple[Gate, ...] = ()
        self._stay: Callable[[Call], None] | None = None
        if not method.quiet:
            self._stay = desk.stay
            self._slots = desk.streams if self._streams else desk.calls
            self._gates = desk.gates

    def handler(self) -> Any:
        """Returns what gRPC calls. Any shape of request can be read from a stream of them."""
        if self._streams:
            return grpc.stream_stream_rpc_method_handler(self._answer_many)
        return grpc.stream_unary_rpc_method_handler(self._answer_one)

    async def _answer_one(self, _requests: object, context: Context) -> bytes:
        call = calls.current()
        try:
            self._look_at_deadline(call, context)
            with self._slots:
                for gate in self._gates:
                    gate(call, context)
                request = await self._receive(context, call)
                answer: bytes = self._encode(await self._handle(request, context))
        except (Exception, asyncio.CancelledError) as error:
            raise await _failed(call, context, error) from None
        self.method.metrics.sent += 1
        call.finish("OK")
        return answer

    async def _answer_many(self, _requests: object, context: Context) -> None:
        call = calls.current()
        stream = self._desk.open_streams.open()
        try:
            stream.go_on()
            self._look_at_deadline(call, context)
            with self._slots:
                for gate in self._gates:
                    gate(call, context)
                with call.caller.usage.watching(call.caller.quota):
                    await self._send_all(await self._receive(context, call), context, stream, call)
        except (Exception, asyncio.CancelledError) as error:
            raise await _failed(call, context, stream.reason_to_end(error)) from None
        finally:
            self._desk.open_streams.close(stream)
        call.finish("OK")

    async def _send_all(self, request: object, context: Context, stream: Stream, call: Call) -> None:
        async with aclosing(self._handle(request, context)) as answers:
            async for answer in answers:
                stream.sending = True
                await self._send(answer, context)
                stream.sending = False
                self.method.metrics.sent += 1
                stream.go_on()
                if self._stay is not None:
                    self._stay(call)

    async def _send(self, answer: Any, context: Context) -> None:
        """Sends one message of a stream.

        Raises:
            CallError: RESOURCE_EXHAUSTED with reason SLOW_READER; it was not taken in time.
        """
        try:
            async with asyncio.timeout(self._desk.slow_reader_seconds):
                await context.write(self._encode(answer))
        except TimeoutError:
            STREAMS_CUT.inc()
            message = "messages were not read in time; go on after the last one received"
            raise status.exhausted("SLOW_READER", message, retry_after=0.0) from None

    def _look_at_deadline(self, call: Call, context: Context) -> None:
        remaining = context.time_remaining()
        if remaining is None and not self._streams:
            remaining = self._desk.default_deadline
        if remaining is not None:
            call.deadline = perf_counter() + remaining
            if remaining <= 0:
                raise status.deadline_exceeded("DEADLINE_PASSED", _DEADLINE_PASSED)

    async def _receive_one(self, context: Context, call: Call) -> Any:
        try:
            # A caller who sends nothing holds a slot, whatever time it names.
            async with asyncio.timeout(self._desk.default_deadline):
                raw = await context.read()
        except TimeoutError:
            raise status.deadline_exceeded("MESSAGE_LATE", "no message came with the call") from None
        if raw is grpc.aio.EOF:
            raise status.invalid("MISSING_MESSAGE", "the call ended before its message came")
        request = self._decoded(raw)
        if self._has_id:
            call.name_request(request.request_id)
        return request

    async def _receive_many(self, context: Context, _call: Call) -> AsyncIterator[object]:
        async def requests() -> AsyncIterator[object]:
            while (raw := await context.read()) is not grpc.aio.EOF:
                yield self._decoded(raw)

        return requests()

    def _decoded(self, raw: bytes) -> Any:
        if len(raw) > self._desk.max_message_bytes:
            size, limit = len(raw), self._desk.max_message_bytes
            message = f"the message has {size} bytes; at most {limit} are read"
            raise status.invalid("MESSAGE_TOO_LARGE", message, size=size, limit=limit)
        try:
            request = self._decode(raw)
        except Exception as error:
            message = "the bytes are no message of the method's request type"
            raise status.invalid("UNDECODABLE_MESSAGE", message) from error
        self.method.metrics.received += 1
        return request


def _fields_of(decode: Any) -> Container[str]:
    """Returns the names of a message's fields, given the method of its class that decodes it."""
    descriptor = getattr(getattr(decode, "__self__", None), "DESCRIPTOR", None)
    return () if descriptor is None else descriptor.fields_by_name


def _handler_of(handler: Any, path: str) -> Any:
    shape = ("stream" if handler.request_streaming else "unary") + (
        "_stream" if handler.response_streaming else "_unary"
    )
    function = getattr(handler, shape)
    fits = inspect.isasyncgenfunction if handler.response_streaming else inspect.iscoroutinefunction
    if fits(function):
        return function
    if getattr(function, "__module__", "").endswith("_pb2_grpc"):
        # The servicer does not have the method: this is the one of its generated base class.
        return _missing_many(path) if handler.response_streaming else _missing_one(path)
    raise TypeError(f"{path}: write `async def`, with `yield` where the answer is a stream")


def _missing_one(path: str) -> Callable[[object, Context], Awaitable[Any]]:
    async def missing(_request: object, _context: Context) -> Any:
        raise status.unimplemented(path)

    return missing


def _missing_many(path: str) -> Callable[[object, Context], AsyncIterator[Any]]:
    async def missing(_request: object, _context: Context) -> AsyncIterator[Any]:
        raise status.unimplemented(path)
        yield

    return missing


async def _failed(call: Call, context: Context, error: BaseException) -> BaseException:
    """Ends a call with the status of an error, and returns what the handler has to raise then."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        # The caller has gone or its time is up: there is nobody to answer.
        call.finish("DeadlineExceeded" if call.remaining() == 0 else "Canceled")
        return asyncio.CancelledError()
    if isinstance(error, grpc.aio.InternalError):
        # A message could not be sent, since the caller has gone.
        call.finish("Canceled")
        return error
    if isinstance(error, grpc.aio.AbortError):
        call.finish(GO_NAMES[context.code()])
        return error
    answer = status_of(error)
    code = CODES[answer.code]
    call.finish(GO_NAMES[code])
    try:
        await context.abort(code, answer.message, trailers_of(answer))
    except grpc.aio.AbortError as aborted:
        return aborted
