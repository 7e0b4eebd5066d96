"""Following a table's events to the end, whatever happens to the stream on the way."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import grpc
from game101.v1.table_service_pb2 import TableEvent, WatchEventsRequest

RESUMED: Final = frozenset(
    {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.CANCELLED}
)
"""The ends of a stream after which it is opened again: a restart, a slow reader, a drain."""

_PAUSE_SECONDS: Final = 0.2
_PATIENCE: Final = 150


async def events(table_stub: Any, table_id: str) -> AsyncIterator[TableEvent]:
    """Yields every event of a public table once, in order, as a spectator; ends after the last.

    Raises:
        grpc.aio.AioRpcError: The table cannot be watched, or has not been reachable for half a minute.
    """
    following, failures = 1, 0
    while True:
        try:
            request = WatchEventsRequest(table_id=table_id, from_sequence=following)
            async for response in table_stub.WatchEvents(request):
                failures = 0
                if response.HasField("event"):
                    following = response.event.sequence + 1
                    yield response.event
        except grpc.aio.AioRpcError as error:
            failures += 1
            if error.code() not in RESUMED or failures > _PATIENCE:
                raise
            await asyncio.sleep(_PAUSE_SECONDS)
        else:
            return


async def ahead(source: AsyncIterator[TableEvent]) -> AsyncIterator[TableEvent]:
    """Yields what a source yields while reading on, so that a slow viewer is no slow reader."""
    queue: asyncio.Queue[TableEvent | None] = asyncio.Queue()

    async def read() -> None:
        try:
            async for event in source:
                queue.put_nowait(event)
        finally:
            queue.put_nowait(None)

    reading = asyncio.create_task(read())
    try:
        while (event := await queue.get()) is not None:
            yield event
        await reading
    finally:
        reading.cancel()
