"""Reading on while somebody looks."""

import asyncio
from collections.abc import AsyncIterator
from typing import TypeVar

T = TypeVar("T")


async def ahead(source: AsyncIterator[T]) -> AsyncIterator[T]:
    """Yields what a source yields while reading on, so that a slow viewer is no slow reader."""
    queue: asyncio.Queue[T | None] = asyncio.Queue()

    async def read() -> None:
        try:
            async for each in source:
                queue.put_nowait(each)
        finally:
            queue.put_nowait(None)

    reading = asyncio.create_task(read())
    try:
        while (each := await queue.get()) is not None:
            yield each
        await reading
    finally:
        reading.cancel()
