"""A connection to one server that is made anew when it breaks."""

import asyncio
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path
from typing import Any, Final

from services.table.store import pipe
from services.table.store.address import Address
from services.table.store.pipe import Pipe, Refused, Word

_FOLDER: Final = Path(__file__).parent / "scripts"
_ELSEWHERE: Final = frozenset({"READONLY", "LOADING", "MASTERDOWN"})
"""Answers of a server that is not the one to ask, or not yet: another connection may find that one."""
_CONFIRM_MS: Final = 1_000
"""How long replicas may take to say that they have a change."""

Heard = Callable[[str, bytes], None]
"""Is called with a channel and a message of it."""


class Script:
    """A script of this folder; a server runs it by its digest once it has seen it."""

    def __init__(self, name: str) -> None:
        self.text = (_FOLDER / f"{name}.lua").read_text("utf-8")
        self.digest = sha1(self.text.encode(), usedforsecurity=False).hexdigest()


class Link:
    """The way to one server; connects when it is first asked, and again after a failure."""

    def __init__(self, address: Address, heard: Heard, broke: Callable[["Link"], None]) -> None:
        """``broke`` is called when an open connection is gone, and all that was subscribed to with it."""
        self.address = address
        self._heard = heard
        self._broke = broke
        self._pipe: Pipe | None = None
        self._connecting: asyncio.Task[Pipe] | None = None

    async def ask(self, *words: Word) -> Any:
        """Returns the answer to a command.

        Raises:
            NotSent: The server could not be reached, or it is not the one to ask.
            Lost: The connection broke on the way.
            Refused: The answer is an error.
        """
        line = await self._line()
        return await self._answer(line, line.ask(*words))

    async def run(
        self, script: Script, names: list[str], arguments: list[Word], replicas: int
    ) -> tuple[Any, bool]:
        """Runs a script; returns its answer, and whether as many replicas have confirmed what it wrote.

        Raises as ``ask`` does.
        """
        line = await self._line()
        words = (len(names), *names, *arguments)
        answer = line.ask("EVALSHA", script.digest, *words)
        confirmed = line.ask("WAIT", replicas, _CONFIRM_MS) if replicas else None
        try:
            result = await self._answer(line, answer)
        except Refused as error:
            if error.code != "NOSCRIPT":
                raise
            answer = line.ask("EVAL", script.text, *words)
            confirmed = line.ask("WAIT", replicas, _CONFIRM_MS) if replicas else None
            result = await self._answer(line, answer)
        return result, confirmed is None or await confirmed >= replicas

    async def subscribe(self, *channels: str) -> None:
        """Hears the channels from now on; all must be of one slot. Raises as ``ask`` does."""
        line = await self._line()
        await self._answer(line, line.ask_for_push("SSUBSCRIBE", *channels))

    async def unsubscribe(self, *channels: str) -> None:
        """Does not hear the channels any more. Raises as ``ask`` does."""
        line = await self._line()
        await self._answer(line, line.ask_for_push("SUNSUBSCRIBE", *channels))

    def close(self) -> None:
        """Ends the connection, without a call of ``broke``."""
        self._broke = lambda _link: None
        if self._connecting is not None:
            self._connecting.cancel()
        self._drop()

    async def _line(self) -> Pipe:
        line = self._pipe
        if line is not None and not line.closed.done():
            return line
        if self._connecting is None:
            self._connecting = asyncio.create_task(self._connect(), name="connect")
            self._connecting.add_done_callback(_heeded)
        # Whoever asks meanwhile waits for the same attempt, and fails with it.
        attempt = self._connecting
        await asyncio.wait({attempt})
        if attempt.cancelled():
            raise pipe.NotSent
        return attempt.result()

    async def _connect(self) -> Pipe:
        try:
            self._pipe = await pipe.connect(self.address, self._on_push)
        finally:
            self._connecting = None
        self._pipe.closed.add_done_callback(lambda _: self._broke(self))
        return self._pipe

    async def _answer(self, line: Pipe, answer: "asyncio.Future[Any]") -> Any:
        try:
            return await answer
        except Refused as error:
            if error.code not in _ELSEWHERE:
                raise
            if self._pipe is line:
                self._drop()
            raise pipe.NotSent from error

    def _drop(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _on_push(self, item: list[Any]) -> None:
        kind, channel, *rest = item
        if kind == b"smessage":
            self._heard(channel.decode(), rest[0])
        elif kind == b"sunsubscribe":
            # The server has given the slot away.
            self._broke(self)


def _heeded(connecting: "asyncio.Task[Pipe]") -> None:
    """Looks at how an attempt ended of which nobody waits for the end any more."""
    if not connecting.cancelled():
        connecting.exception()
