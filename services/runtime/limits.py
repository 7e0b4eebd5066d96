"""Load shedding: beyond a number of calls in flight, further ones are turned away at once.

A call that is turned away costs little and may be sent again elsewhere; one that is let in and answered after
its caller has gone helps nobody. Health and reflection are never limited, so an overloaded server is not
taken for a dead one.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import Final

from services.runtime.metrics import CALLS_IN_FLIGHT, TURNED_AWAY
from services.wire import status
from services.wire.status import CallError

RETRY_AFTER_SECONDS: Final = 0.5
"""What a caller that is turned away is told to wait."""

UNLIMITED: Final[AbstractContextManager[None]] = nullcontext()


def turned_away(reason: str, message: str, retry_after: float, **facts: object) -> CallError:
    """Returns RESOURCE_EXHAUSTED with a ``RetryInfo``, and counts it."""
    TURNED_AWAY[reason].inc()
    return status.exhausted(reason, message, retry_after, **facts)


class Slots:
    """At most so many at once; ``with slots:`` holds one."""

    __slots__ = ("limit", "taken")

    def __init__(self, shape: str, limit: int) -> None:
        """Makes ``limit`` free slots and shows those taken as ``game101_calls_in_flight{shape}``."""
        self.limit = limit
        self.taken = 0
        CALLS_IN_FLIGHT.labels(shape).set_function(lambda: self.taken)

    def __enter__(self) -> None:
        """Takes a slot.

        Raises:
            CallError: RESOURCE_EXHAUSTED with a ``RetryInfo``; none is free.
        """
        if self.taken >= self.limit:
            message = f"{self.limit} calls are being answered already; try again"
            raise turned_away("TOO_MANY_CALLS", message, RETRY_AFTER_SECONDS, limit=self.limit)
        self.taken += 1

    def __exit__(self, *_: object) -> None:
        self.taken -= 1
