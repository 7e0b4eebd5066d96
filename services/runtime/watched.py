"""Values that are made of files, and made anew when the files change, as a mounted Secret does."""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Final, Generic, TypeVar

import structlog

LOOK_SECONDS: Final = 1.0
"""How often files are looked at; a change is noticed at the first use after that."""

log = structlog.get_logger()

T = TypeVar("T")

_Mark = tuple[tuple[int, int, int], ...]


class Unreadable(Exception):
    """Files cannot be used. The message names what is wrong with them and nothing that they hold."""


class Watched(Generic[T]):
    """A value made of files. Files that go bad later on leave the last good value in force, and a line."""

    def __init__(self, paths: Sequence[Path], make: Callable[[], T], name: str) -> None:
        """Makes the first value.

        Raises:
            Unreadable: The files cannot be used.
        """
        self._paths = tuple(paths)
        self._make = make
        self._name = name
        self._mark = self._marked()
        self._value = make()
        self._look_at = monotonic() + LOOK_SECONDS

    def current(self) -> T:
        """Returns the value of the files as they are now, or were up to ``LOOK_SECONDS`` ago."""
        if (now := monotonic()) >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            self._look()
        return self._value

    def _look(self) -> None:
        try:
            mark = self._marked()
            if mark == self._mark:
                return
            value = self._make()
        except Unreadable as error:
            # Half of a change may be there; the next look may find the rest.
            log.error("secret.unreadable", files=self._name, problem=str(error))
            return
        self._mark, self._value = mark, value
        log.info("secret.changed", files=self._name)

    def _marked(self) -> _Mark:
        return tuple(_mark_of(path) for path in self._paths)


def read(path: Path) -> bytes:
    """Returns what a file holds.

    Raises:
        Unreadable: It is not there, or not for us.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise Unreadable(f"cannot read {path}: {error.strerror}") from None


def _mark_of(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise Unreadable(f"cannot read {path}: {error.strerror}") from None
    return found.st_mtime_ns, found.st_ino, found.st_size
