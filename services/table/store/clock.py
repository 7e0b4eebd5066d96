"""The store's clock, as a replica knows it between two answers of the store.

Every script answers with the time on the store. The answer tells the offset to our own steady clock up to
half of its way; the sharpest recent one is kept.
"""

import time
from typing import Final

_FRESH_SECONDS: Final = 2.0
"""After this time a less sharp observation replaces the kept one: clocks drift."""


class StoreClock:
    """Tells the time on the store, in ms since 1970."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()
        self._error = float("inf")
        self._taken = 0.0

    def observe(self, store_ms: int, sent: float, received: float) -> None:
        """Takes what the store said; ``sent`` and ``received`` are readings of ``time.monotonic``."""
        error = (received - sent) / 2
        if error <= self._error or received - self._taken > _FRESH_SECONDS:
            self._offset = store_ms / 1000 - (sent + received) / 2
            self._error = error
            self._taken = received

    def now_ms(self) -> int:
        """Returns the time on the store."""
        return int((time.monotonic() + self._offset) * 1000)
