"""A service to test the harness with. ``python -m tests.services.runtime.echo`` runs it as a process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
from google.protobuf.wrappers_pb2 import StringValue, UInt32Value
from grpc_health.v1 import health_pb2_grpc

from engine.refusal import BadPosition, BadRules, BadText, IllegalMove, Reason, Refusal
from services.runtime.calls import note
from services.runtime.serve import main
from services.runtime.service import Service
from services.wire import status

NAME = "game101.test.Echo"
SAY = f"/{NAME}/Say"
COUNT = f"/{NAME}/Count"
JOIN = f"/{NAME}/Join"
CHAT = f"/{NAME}/Chat"
ABSENT = f"/{NAME}/Absent"
WRONG = f"/{NAME}/Wrong"

HIDDEN = "tile-37-is-hidden"


class TestReason(Reason):
    NOT_YOUR_TURN = "NOT_YOUR_TURN"


async def foreign_cancellation() -> None:
    inner = asyncio.create_task(asyncio.sleep(60))
    inner.cancel()
    await inner


def upstream(code: grpc.StatusCode, *trailers: tuple[str, bytes], text: str = HIDDEN) -> Exception:
    return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata(*trailers), details=text)


WHOLE = status.aborted("STALE_PLY", "the ply is 7", ply=7).status

ERRORS: dict[str, Callable[[], Exception]] = {
    "stale": lambda: status.aborted("STALE_PLY", "the ply is 7", ply=7),
    "crash": lambda: KeyError(HIDDEN),
    "illegal": lambda: IllegalMove(Refusal(TestReason.NOT_YOUR_TURN, "A3.1", {"turn": "2"})),
    "malformed": lambda: status.Malformed("seat", "is 9, not in [1, 4]"),
    "rules": lambda: BadRules("open_min_series", "is negative"),
    "text": lambda: BadText(HIDDEN, 3, "no tile"),
    "position": lambda: BadPosition("stock", HIDDEN),
    "upstream-whole": lambda: upstream(
        grpc.StatusCode.ABORTED, (status.DETAILS_KEY, WHOLE.SerializeToString()), text=WHOLE.message
    ),
    "upstream-gone": lambda: upstream(grpc.StatusCode.UNAVAILABLE),
    "upstream-slow": lambda: upstream(grpc.StatusCode.DEADLINE_EXCEEDED),
    "upstream-full": lambda: upstream(grpc.StatusCode.RESOURCE_EXHAUSTED),
    "upstream-broken": lambda: upstream(grpc.StatusCode.UNKNOWN),
    "upstream-lies": lambda: upstream(grpc.StatusCode.INTERNAL, (status.DETAILS_KEY, b"\xff\xff")),
    "timeout": TimeoutError,
}


class Echo:
    """Says what it is told; some words make it fail, ``wait`` makes it wait for ``released``."""

    def __init__(self) -> None:
        self.entered = 0
        self.released = asyncio.Event()

    async def say(self, request: StringValue, _context: object) -> StringValue:
        self.entered += 1
        note(words=len(request.value))
        if request.value in ERRORS:
            raise ERRORS[request.value]()
        if request.value == "cancelled":
            await foreign_cancellation()
        if request.value == "wait":
            await self.released.wait()
        return StringValue(value=request.value)

    async def count(self, request: UInt32Value, _context: object) -> AsyncIterator[UInt32Value]:
        self.entered += 1
        for number in range(request.value):
            yield UInt32Value(value=number)
        if request.value > 2:
            await asyncio.Event().wait()
        if request.value == 2:
            raise KeyError(HIDDEN)

    async def join(self, requests: AsyncIterator[StringValue], _context: object) -> StringValue:
        return StringValue(value=" ".join([request.value async for request in requests]))

    async def chat(
        self, requests: AsyncIterator[StringValue], _context: object
    ) -> AsyncIterator[StringValue]:
        async for request in requests:
            yield request

    async def wrong(self, _request: StringValue, _context: object) -> Any:
        return HIDDEN

    def register(self, server: Any) -> None:
        text = {"request_deserializer": StringValue.FromString}
        texts = text | {"response_serializer": StringValue.SerializeToString}
        numbers = {
            "request_deserializer": UInt32Value.FromString,
            "response_serializer": UInt32Value.SerializeToString,
        }
        handlers = {
            "Say": grpc.unary_unary_rpc_method_handler(self.say, **texts),
            "Count": grpc.unary_stream_rpc_method_handler(self.count, **numbers),
            "Join": grpc.stream_unary_rpc_method_handler(self.join, **texts),
            "Chat": grpc.stream_stream_rpc_method_handler(self.chat, **texts),
            "Wrong": grpc.unary_unary_rpc_method_handler(self.wrong, **texts),
            "Absent": grpc.unary_unary_rpc_method_handler(health_pb2_grpc.HealthServicer().Check, **texts),
        }
        server.add_registered_method_handlers(NAME, handlers)


def service(echo: Echo, **options: Any) -> Service:
    return Service(name="echo", registrars=(echo.register,), **options)


if __name__ == "__main__":
    main(service(Echo()))
