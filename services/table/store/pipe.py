"""One connection to a store server, shared by everybody who asks.

What is asked within one turn of the event loop leaves in one write, and answers come in the order of the
questions. A caller that is cancelled leaves nothing behind: its answer is taken off the line and dropped.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import hiredis

from services.table.store.address import Address

_PATIENCE_SECONDS: Final = 3.0
"""How long the first unanswered question may wait before the connection is given up."""
_CONNECT_SECONDS: Final = 2.0
_CHECK_SECONDS: Final = 0.5

_ANSWERS: Final = frozenset({b"ssubscribe", b"sunsubscribe"})

Word = str | bytes | int

_NOTHING: Final = object()


class NotSent(Exception):
    """The server could not be reached; it has not seen the command."""


class Lost(Exception):
    """The connection broke; the server may have run the command or not."""


class Refused(Exception):
    """The server answered with an error; ``code`` is its first word, such as ``READONLY``."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.code, _, self.rest = text.partition(" ")


class Pipe(asyncio.Protocol):
    """An open connection. ``ask`` may be called by any number of tasks at once."""

    def __init__(self, on_push: Callable[[list[Any]], None]) -> None:
        """``on_push`` is called with whatever the server sends unasked, such as a message of a channel."""
        self._on_push = on_push
        self._reader = hiredis.Reader(notEnoughData=_NOTHING)
        self._waiting: deque[tuple[asyncio.Future[Any], bool]] = deque()
        self._unsent: list[bytes] = []
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._answered = 0
        self._checked = -1
        self._silent = 0.0
        self._check: asyncio.TimerHandle | None = None
        self.closed: asyncio.Future[None] = self._loop.create_future()
        """Done once the connection is gone."""

    def ask(self, *words: Word) -> asyncio.Future[Any]:
        """Sends a command and returns its answer to come.

        The answer may fail with ``Lost`` or ``Refused``. Nobody but the caller hears of it.

        Raises:
            NotSent: The connection is gone.
        """
        return self._ask(words, by_push=False)

    def ask_for_push(self, *words: Word) -> asyncio.Future[Any]:
        """Sends a command that is answered by a push, as subscriptions are; else like ``ask``."""
        return self._ask(words, by_push=True)

    def _ask(self, words: tuple[Word, ...], by_push: bool) -> asyncio.Future[Any]:
        if self._transport is None:
            raise NotSent
        answer = self._loop.create_future()
        self._waiting.append((answer, by_push))
        if not self._unsent:
            self._loop.call_soon(self._send)
        # The stub wants one word; the library takes any number.
        self._unsent.append(hiredis.pack_command(words))  # type: ignore[arg-type]
        return answer

    def close(self) -> None:
        """Ends the connection; what is unanswered is lost."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Is called by the event loop."""
        self._transport = transport  # type: ignore[assignment]
        self._check = self._loop.call_later(_CHECK_SECONDS, self._look)

    def connection_lost(self, _exc: Exception | None) -> None:
        """Is called by the event loop."""
        self._transport = None
        if self._check is not None:
            self._check.cancel()
        while self._waiting:
            _finish(self._waiting.popleft()[0], Lost())
        self._unsent.clear()
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Is called by the event loop."""
        self._reader.feed(data)
        try:
            while (item := self._reader.gets()) is not _NOTHING:
                if isinstance(item, hiredis.PushNotification) and not self._expected(item):
                    self._on_push(item)
                else:
                    self._answered += 1
                    _finish(self._waiting.popleft()[0], item)
        except (hiredis.ProtocolError, IndexError):
            self.close()

    def _expected(self, item: list[Any]) -> bool:
        """Tells whether a push answers the question that is next in line."""
        return item[0] in _ANSWERS and bool(self._waiting) and self._waiting[0][1]

    def _send(self) -> None:
        if self._transport is not None and self._unsent:
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()

    def _look(self) -> None:
        """Gives the connection up when nothing has come for too long, though something is due."""
        if self._waiting and self._answered == self._checked:
            self._silent += _CHECK_SECONDS
        else:
            self._silent = 0.0
        self._checked = self._answered
        if self._silent >= _PATIENCE_SECONDS:
            self.close()
        self._check = self._loop.call_later(_CHECK_SECONDS, self._look)


async def connect(address: Address, on_push: Callable[[list[Any]], None]) -> Pipe:
    """Returns an open connection, greeted.

    Raises:
        NotSent: Nobody listens there, or we are not let in.
    """
    loop = asyncio.get_running_loop()
    pipe = Pipe(on_push)
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            if address.path:
                await loop.create_unix_connection(lambda: pipe, address.path)
            else:
                await loop.create_connection(lambda: pipe, address.host, address.port, ssl=address.tls)
            await pipe.ask(*address.greeting())
    except (OSError, TimeoutError, Lost, Refused) as error:
        pipe.close()
        raise NotSent from error
    return pipe


def _finish(answer: asyncio.Future[Any], item: Any) -> None:
    if answer.done():
        return
    if isinstance(item, hiredis.ReplyError):
        item = Refused(str(item))
    if isinstance(item, Exception):
        answer.set_exception(item)
        # Whoever was cancelled meanwhile does not look at it.
        answer.exception()
    else:
        answer.set_result(item)
