"""Following a table's events to the end, whatever happens to the stream on the way."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import grpc
from game101.v1.table_service_pb2 import TableEvent, WatchEventsRequest

from .failures import Failure, failure_of

PAUSE_SECONDS: Final = 0.2
"""The pause before a broken stream is opened again, unless the service asks for a longer one."""


async def events(
    table: Any,
    table_id: str,
    seat: int = 0,
    seat_token: str = "",
    from_sequence: int = 1,
    patience: float = 60.0,
    on_failure: Callable[[Failure], object] | None = None,
) -> AsyncIterator[TableEvent]:
    """Yields every event once and in order, as a seat or a spectator may see it; ends after the last.

    Args:
        table: A stub of ``TableService``.
        table_id: The table.
        seat: The seat that watches, from 1; 0 is a spectator.
        seat_token: The right to the seat.
        from_sequence: The first event wanted, from 1.
        patience: Seconds without any answer, while one is waited for, after which the last failure is raised.
        on_failure: Is told of each failure after which the stream is opened again.

    Raises:
        grpc.aio.AioRpcError: The table cannot be watched, or has not been reachable for ``patience``.
    """
    following, heard = from_sequence, time.monotonic()
    while True:
        request = WatchEventsRequest(
            table_id=table_id, seat=seat, seat_token=seat_token, from_sequence=following
        )
        try:
            async for response in table.WatchEvents(request):
                heard = time.monotonic()
                if response.HasField("event"):
                    following = response.event.sequence + 1
                    yield response.event
                    heard = time.monotonic()
        except grpc.aio.AioRpcError as error:
            failure = failure_of(error)
            if not failure.may_repeat or time.monotonic() - heard > patience:
                raise
            if on_failure is not None:
                on_failure(failure)
            await asyncio.sleep(max(failure.retry_after or 0.0, PAUSE_SECONDS))
        else:
            return
