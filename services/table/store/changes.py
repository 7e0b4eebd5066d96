"""A change of a table as a value, and what can come of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

FINGERPRINT_LENGTH: Final = 16
"""Bytes in front of a kept answer that tell which request it answers."""


class StoreAway(Exception):
    """The store did not answer a read, or was never reached; nothing has changed."""


class Unconfirmed(Exception):
    """The store may have written the change or not."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What the store has under a table's id."""

    tag: bytes = b""
    """Names the state; empty when there is no such table."""
    state: bytes = b""
    draft: bytes = b""
    """The draft asked for; empty when there is none."""
    record: bytes = b""
    """The first answer to the request, its fingerprint in front; empty when it was not answered."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The first answer to a request, to be kept."""

    request_id: str
    fingerprint: bytes
    """``FINGERPRINT_LENGTH`` bytes that follow from the content of the request."""
    body: bytes


@dataclass(frozen=True, slots=True)
class Commit:
    """One change of one table."""

    table_id: str
    expected: bytes
    """The tag of the state that the change was decided on; empty for a new table."""
    version: int
    """The version of the new state."""
    state: bytes
    due_ms: int | None
    """When somebody has to look after the table again."""
    events: Sequence[bytes] = ()
    answer: Answer | None = None
    not_before_ms: int = 0
    """The change is refused before this time."""
    drop_drafts: Sequence[str] = ()
    """The fields of the drafts that end with it."""
    hand: tuple[int, bytes] | None = None
    """A hand to keep, under its number."""
    forget_after_ms: int | None = None
    """The table is removed after this time."""
    left: str = ""
    """Under which name the table was counted; empty when it was not."""
    entered: str = ""
    """Under which name it is counted from now on; empty when it is not."""


@dataclass(frozen=True, slots=True)
class Done:
    """The change is written; ``tag`` names the new state."""

    tag: bytes


@dataclass(frozen=True, slots=True)
class Answered:
    """The request was answered before; nothing has changed."""

    record: bytes


@dataclass(frozen=True, slots=True)
class Early:
    """It is not yet time; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Stale:
    """The table is in another state, this one; nothing has changed."""

    found: Loaded


Outcome = Done | Answered | Early | Stale
