"""Where a table lives in the store.

All keys of a table share the hash tag ``{b<n>}``, so one script may touch them, also in a cluster.
"""

from binascii import crc32
from hashlib import sha256
from typing import Final

BUCKETS: Final = 1024
"""How many buckets there are. Fixed for ever: a table's keys follow from it."""

TABLE_ID_LENGTH: Final = 24
"""Characters of a table id, all of them ASCII."""

_REQUEST_NAME_LENGTH: Final = 32


def bucket(table_id: str) -> int:
    """Returns the bucket of a table, in ``[0, BUCKETS)``."""
    return crc32(table_id.encode()) % BUCKETS


def table(table_id: str) -> str:
    """Returns the hash with a table's state, its tag and the drafts of its seats."""
    return f"{{b{bucket(table_id)}}}:table:{table_id}"


def events(table_id: str) -> str:
    """Returns the list of a table's events; number ``n`` is at index ``n - 1``."""
    return f"{{b{bucket(table_id)}}}:events:{table_id}"


def hands(table_id: str) -> str:
    """Returns the hash of a table's ended hands, by number."""
    return f"{{b{bucket(table_id)}}}:hands:{table_id}"


def answer(table_id: str, request_id: str) -> str:
    """Returns the key of the first answer to a request; what it tells of the request's id is a hash."""
    name = sha256(request_id.encode()).hexdigest()[:_REQUEST_NAME_LENGTH]
    return f"{{b{bucket(table_id)}}}:answer:{table_id}:{name}"


def due(number: int) -> str:
    """Returns the sorted set of what the tables of a bucket owe, by time in ms."""
    return f"{{b{number}}}:due"


def census(number: int) -> str:
    """Returns the hash that counts the tables of a bucket that have not ended, by state and game."""
    return f"{{b{number}}}:census"


def fence(number: int) -> str:
    """Returns the key that is written when a reader wants to know whether replicas have what it reads."""
    return f"{{b{number}}}:fence"


def feed(number: int) -> str:
    """Returns the channel on which the events of a bucket are heard."""
    return f"{{b{number}}}:feed"
