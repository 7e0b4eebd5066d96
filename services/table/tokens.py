"""The rights to a seat and to a table: what cannot be guessed is handed out once, its hash is kept.

A token follows from two halves. One is random, and is kept with the answer to the request that asked for the
right; the other is the id of the request, of which the store has a hash alone. So a repeated request gets the
same token, and the store holds none.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import compare_digest
from typing import Final

_TOKEN_BYTES: Final = 24


def new_half() -> str:
    """Returns the half of a token that is kept: 192 random bits, as text."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def whole(half: str, request_id: str) -> str:
    """Returns the token that a half and the id of a request make: 192 bits, as text."""
    made = hmac.digest(half.encode(), f"game101 token {request_id}".encode(), "sha256")
    return urlsafe_b64encode(made[:_TOKEN_BYTES]).decode()


def hashed(token: str) -> bytes:
    """Returns what is kept of a token, 32 bytes."""
    return sha256(token.encode()).digest()


def fits(token: str, kept: bytes) -> bool:
    """Tells whether a token is the one that was kept; the time taken tells nothing."""
    return compare_digest(hashed(token), kept) and bool(kept)
