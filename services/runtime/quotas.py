"""What a tenant may use: calls a second, open streams, live tables.

Each replica counts for itself, without asking anybody; a quota of calls or watchers is that of one replica.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import monotonic
from typing import Final

from services.runtime.limits import UNLIMITED, turned_away

_BURST_SECONDS: Final = 1.0
"""How far ahead of its rate a tenant may be: a second's calls may come at once."""
_ROUNDING_SECONDS: Final = 1e-6
_WATCHERS_RETRY_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Quota:
    """The most that a key allows; ``None`` is as much as there is."""

    calls: float | None = None
    """Calls a second, streams included; more than 0."""
    watchers: int | None = None
    """Streams that are open at once, at least 1."""
    tables: int | None = None
    """Tables that have not ended, at least 1, over all replicas. The table service sees to it."""


UNBOUNDED: Final = Quota()
"""As much as there is."""


@dataclass(slots=True)
class Usage:
    """What a tenant uses of one replica, whichever of its keys it shows."""

    ahead_until: float = 0.0
    """When the tenant has made up for its calls so far, on the monotonic clock."""
    watchers: int = 0

    def count_call(self, quota: Quota) -> None:
        """Counts a call.

        Raises:
            CallError: RESOURCE_EXHAUSTED with reason CALLS_QUOTA and a ``RetryInfo``.
        """
        if quota.calls is None:
            return
        now = monotonic()
        after = max(now, self.ahead_until) + 1 / quota.calls
        # One call fits in however low the rate is.
        if (wait := after - now - max(_BURST_SECONDS, 1 / quota.calls)) > _ROUNDING_SECONDS:
            message = f"more than {quota.calls:g} calls a second; slow down"
            raise turned_away("CALLS_QUOTA", message, wait, limit=f"{quota.calls:g}")
        self.ahead_until = after

    def watching(self, quota: Quota) -> AbstractContextManager[None]:
        """Returns what holds one open stream while it is entered."""
        return UNLIMITED if quota.watchers is None else _Watching(self, quota.watchers)


@dataclass(slots=True)
class _Watching(AbstractContextManager[None]):
    usage: Usage
    limit: int

    def __enter__(self) -> None:
        if self.usage.watchers >= self.limit:
            message = f"{self.limit} streams are open already; close one"
            raise turned_away("WATCHERS_QUOTA", message, _WATCHERS_RETRY_SECONDS, limit=self.limit)
        self.usage.watchers += 1

    def __exit__(self, *_: object) -> None:
        self.usage.watchers -= 1
