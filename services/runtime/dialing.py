"""The gRPC channel under a client, made anew when its certificates change."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol

import grpc

DRAIN_SECONDS: Final = 60.0
"""How long calls may go on over a channel whose certificates have been replaced."""


class Line(Protocol):
    """What calls go over."""

    def current(self) -> grpc.aio.Channel:
        """Returns the channel for a call that begins now."""

    async def close(self, grace: float | None) -> None:
        """Closes it, after at most ``grace`` seconds for the calls on it."""


class Plain:
    """One channel for ever."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel

    def current(self) -> grpc.aio.Channel:
        """Returns the channel."""
        return self._channel

    async def close(self, grace: float | None) -> None:
        """Closes the channel."""
        await self._channel.close(grace)


class Secured:
    """A channel with TLS; after a change of the credentials a new one, while the old one is drained."""

    def __init__(
        self,
        dial: Callable[[grpc.ChannelCredentials], grpc.aio.Channel],
        credentials: Callable[[], grpc.ChannelCredentials],
    ) -> None:
        """``credentials`` returns the same object until there are others."""
        self._dial = dial
        self._credentials = credentials
        self._used = credentials()
        self._channel = dial(self._used)
        self._draining: set[asyncio.Task[None]] = set()

    def current(self) -> grpc.aio.Channel:
        """Returns the channel with the present credentials."""
        if (credentials := self._credentials()) is not self._used:
            task = asyncio.create_task(_drained(self._channel), name="drain of a channel")
            self._draining.add(task)
            task.add_done_callback(self._draining.discard)
            self._used, self._channel = credentials, self._dial(credentials)
        return self._channel

    async def close(self, grace: float | None) -> None:
        """Closes the channel, and at once those that are drained."""
        for task in self._draining:
            task.cancel()
        if self._draining:
            await asyncio.wait(self._draining)
        await self._channel.close(grace)


class Method:
    """A method, called over whatever channel its line has."""

    def __init__(self, line: Line, shape: str, *arguments: Any) -> None:
        """``shape`` is a channel's method, such as ``unary_unary``, and ``arguments`` are for it."""
        self._line = line
        self._shape = shape
        self._arguments = arguments
        self._bind(line.current())

    def __call__(self, request: Any, **options: Any) -> Any:
        """Begins a call and returns it."""
        if (channel := self._line.current()) is not self._channel:
            self._bind(channel)
        return self._inner(request, **options)

    def _bind(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel
        self._inner = getattr(channel, self._shape)(*self._arguments)


async def _drained(channel: grpc.aio.Channel) -> None:
    try:
        await asyncio.sleep(DRAIN_SECONDS)
    finally:
        await channel.close()
