"""The streams that are open, so that a drain can hand them over.

A stream has no end of its own. When the server stops, each is ended between two messages with UNAVAILABLE and
reason DRAINING, and its caller goes on elsewhere from where it was.
"""

import asyncio
from typing import Any

from services.wire import status
from services.wire.status import CallError


class Stream:
    """One open stream, and the task that answers it."""

    __slots__ = ("ended", "sending", "task")

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.sending = False
        """Whether a message is on its way; a stream is never cut in the middle of one."""
        self.ended = False

    def go_on(self) -> None:
        """Returns when there may be a further message.

        Raises:
            CallError: UNAVAILABLE with reason DRAINING; the stream is to end.
        """
        if self.ended:
            raise _draining()

    def reason_to_end(self, error: BaseException) -> BaseException:
        """Returns why the stream ends: that the server drains, when it was we who cancelled its task."""
        if not (self.ended and isinstance(error, asyncio.CancelledError)):
            return error
        self.task.uncancel()
        return _draining()

    def end(self) -> None:
        """Ends the stream now, or after the message that is on its way."""
        self.ended = True
        if not self.sending:
            self.task.cancel()


class Streams:
    """Every open stream of a server."""

    def __init__(self) -> None:
        self._open: set[Stream] = set()
        self._draining = False

    def open(self) -> Stream:
        """Returns a new stream, answered by the current task; ``close`` gives it back."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a handler always runs in a task
        stream = Stream(task)
        stream.ended = self._draining
        self._open.add(stream)
        return stream

    def close(self, stream: Stream) -> None:
        """Forgets a stream."""
        self._open.discard(stream)

    def end(self) -> None:
        """Ends all streams, also those that come after this."""
        self._draining = True
        for stream in tuple(self._open):
            stream.end()


def _draining() -> CallError:
    message = "the server is being stopped; go on elsewhere after the last message"
    return status.unavailable("DRAINING", message, retry_after=0.0)
