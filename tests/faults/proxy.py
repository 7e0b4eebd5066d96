"""A store's door with a trap: it lets everything through until a commit comes, and then acts at one point."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

from services.table.store.link import Script

COMMIT = Script("commit").digest.encode()

BEFORE, AFTER, ANSWERED = "before the write", "after the write", "after the answer"


class Trap:
    """A proxy for one replica's connection to a store on a Unix socket."""

    def __init__(self, path: Path, store: Path) -> None:
        self.path = path
        self._store = store
        self._point = ""
        self._skip = 0
        self._act: Callable[[], Awaitable[None]] | None = None
        self._holding = False
        self.sprung = asyncio.Event()
        """Set once it has acted."""

    async def __aenter__(self) -> "Trap":
        self._server = await asyncio.start_unix_server(self._serve, self.path)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    def arm(self, point: str, act: Callable[[], Awaitable[None]], skip: int = 0) -> None:
        """Acts once, at a point of the commit that comes after ``skip`` others."""
        self._point, self._act, self._skip = point, act, skip
        self.sprung.clear()

    def disarm(self) -> None:
        """Lets everything through again."""
        self._act = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_unix_connection(self._store)
        ways = [
            asyncio.create_task(self._pump(reader, up_writer, to_store=True)),
            asyncio.create_task(self._pump(up_reader, writer, to_store=False)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for end in (writer, up_writer):
            end.close()
            with contextlib.suppress(OSError):
                await end.wait_closed()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, to_store: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                if not (to_store and COMMIT in data and self._is_next()):
                    if self._holding and not to_store:
                        await self._spring(writer, data)
                        return
                    writer.write(data)
                elif self._point == BEFORE:
                    await self._spring(writer, b"")
                    return
                else:
                    self._holding = True
                    writer.write(data)

    def _is_next(self) -> bool:
        if self._act is None:
            return False
        self._skip -= 1
        return self._skip < 0

    async def _spring(self, writer: asyncio.StreamWriter, answer: bytes) -> None:
        act, self._act, self._holding = self._act, None, False
        if self._point == ANSWERED:
            writer.write(answer)
            # The answer is on its way to whoever asked.
            await asyncio.sleep(0.02)
        try:
            if act is not None:
                await act()
        finally:
            # What was killed closes its end, and with that this task is over.
            self.sprung.set()
