"""Secret seeds from the operating system, watched for a source that is stuck or repeats itself."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from hashlib import blake2s

from engine.shuffle import SEED_BYTES

_BLOCK_BYTES = 16
_REMEMBERED_BLOCKS = 5 * 1024


class EntropyFailed(Exception):
    """The source of randomness has failed its test; nothing it gave may be used."""


class Entropy:
    """Draws seeds, and refuses for good once the source has shown a block twice.

    The test: all 16-byte blocks among the last 1,024 seeds differ. It catches a source that gives one
    byte or one pattern for ever, and one that starts again. A sound source fails it with a
    probability below 2^-113 a seed. Of a block only a hash is remembered.
    """

    def __init__(self, source: Callable[[int], bytes] = os.urandom) -> None:
        self._source = source
        self._recent: deque[bytes] = deque()
        self._known: set[bytes] = set()
        self._failed = False

    @property
    def failed(self) -> bool:
        """Whether the source has failed; it stays failed until the process ends."""
        return self._failed

    def seed(self) -> bytes:
        """Returns 80 bytes that nobody has seen.

        Raises:
            EntropyFailed: The source has failed, now or before.
        """
        drawn = b"" if self._failed else self._read()
        if len(drawn) != SEED_BYTES or not all(map(self._is_new, _blocks(drawn))):
            self._failed = True
            raise EntropyFailed
        return drawn

    def _read(self) -> bytes:
        try:
            return self._source(SEED_BYTES)
        except OSError:
            return b""

    def _is_new(self, block: bytes) -> bool:
        mark = blake2s(block).digest()
        if mark in self._known:
            return False
        self._known.add(mark)
        self._recent.append(mark)
        if len(self._recent) > _REMEMBERED_BLOCKS:
            self._known.remove(self._recent.popleft())
        return True


def _blocks(drawn: bytes) -> Iterator[bytes]:
    return (drawn[at : at + _BLOCK_BYTES] for at in range(0, len(drawn), _BLOCK_BYTES))
