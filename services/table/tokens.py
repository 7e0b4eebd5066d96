"""The rights to a seat and to a table: what cannot be guessed is handed out once, its hash is kept."""

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import Final

_TOKEN_BYTES: Final = 24


def new() -> str:
    """Returns a token of 192 random bits, as text."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def hashed(token: str) -> bytes:
    """Returns what is kept of a token, 32 bytes."""
    return sha256(token.encode()).digest()


def fits(token: str, kept: bytes) -> bool:
    """Tells whether a token is the one that was kept; the time taken tells nothing."""
    return compare_digest(hashed(token), kept) and bool(kept)
