"""Pages of lists: how many entries, and where the next page begins (AIP-158)."""

import base64
import binascii
from hashlib import blake2b
from typing import Final

from google.protobuf.message import Message

from services.wire.status import Malformed

_SIZE: Final = 50
_LARGEST: Final = 100
_FILTER_LENGTH: Final = 8


def size(asked: int) -> int:
    """Returns how many entries a page has.

    Raises:
        Malformed: A negative number was asked for.
    """
    if asked < 0:
        raise Malformed("page_size", "must not be negative")
    return min(asked or _SIZE, _LARGEST)


def token(request: Message, place: str) -> str:
    """Returns the token of the page that begins after a place in the list that a request asks for."""
    return base64.urlsafe_b64encode(_filter(request) + place.encode()).decode()


def place(request: Message, text: str) -> str:
    """Returns the place that a token of the same list names; an empty token is the beginning.

    Raises:
        Malformed: The token is none, or of a list with other filters.
    """
    if not text:
        return ""
    try:
        raw = base64.urlsafe_b64decode(text.encode())
        if raw[:_FILTER_LENGTH] == _filter(request):
            return raw[_FILTER_LENGTH:].decode()
    except (binascii.Error, ValueError):
        pass
    raise Malformed("page_token", "is no token of this list with these filters")


def _filter(request: Message) -> bytes:
    """Returns what tells lists with different filters apart."""
    bare = type(request)()
    bare.CopyFrom(request)
    for name in ("page_size", "page_token"):
        bare.ClearField(name)
    return blake2b(bare.SerializeToString(deterministic=True), digest_size=_FILTER_LENGTH).digest()
