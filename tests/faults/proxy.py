"""A store's door with a trap: it lets all through until a certain commit, and acts at one point of it."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hiredis
from game101.store.v1 import table_pb2 as store_pb

from services.table.store.link import Script

COMMIT = Script("commit").digest.encode()
_STATE, _DRAFTS = 11, 23
"""Where arguments of the script are among the words of its command."""

BEFORE, AFTER, ANSWERED = "before the write", "after the write", "after the answer"


@dataclass(frozen=True, slots=True)
class Committed:
    """A change of a table on its way to the store."""

    table: store_pb.StoredTable
    events: list[store_pb.StoredEvent]


def committed(words: list[Any]) -> Committed | None:
    """Returns the change that a command writes; ``None`` for any other command."""
    if COMMIT not in words[:2]:
        return None
    first = _DRAFTS + 1 + int(words[_DRAFTS])
    return Committed(
        store_pb.StoredTable.FromString(words[_STATE]),
        [store_pb.StoredEvent.FromString(each) for each in words[first:]],
    )


class Trap:
    """A proxy for one replica's connection to a store on a Unix socket."""

    def __init__(self, path: Path, store: Path) -> None:
        self.path = path
        self._store = store
        self._point = ""
        self._picks: Callable[[Committed], bool] = lambda _: True
        self._act: Callable[[], Awaitable[None]] | None = None
        self._holding = False
        self.sprung = asyncio.Event()
        """Set once it has acted."""

    async def __aenter__(self) -> "Trap":
        self._server = await asyncio.start_unix_server(self._serve, self.path)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    def arm(self, point: str, act: Callable[[], Awaitable[None]], picks: Callable[[Committed], bool]) -> None:
        """Acts once, at a point of the first commit that is picked."""
        self._point, self._act, self._picks = point, act, picks
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
        commands = hiredis.Reader()
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                if not (to_store and self._picked(commands, data)):
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

    def _picked(self, commands: hiredis.Reader, data: bytes) -> bool:
        """Tells whether some bytes end a command that the trap waits for."""
        commands.feed(data)
        found = False
        while words := commands.gets():
            change = committed(words)
            found |= self._act is not None and change is not None and self._picks(change)
        return found

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
