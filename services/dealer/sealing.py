"""Tokens: bytes that a caller keeps for the dealer and can neither read nor change.

A token is one byte of format, one byte with the length of the key id, the key id, a 256-bit salt, and
the sealed bytes. Each token is sealed with AES-256-GCM under a key of its own: keyed BLAKE2s (RFC 7693) of
everything before the sealed bytes, under the named key. So no nonce can ever repeat, and everything before
the sealed bytes is authenticated too.
"""

import binascii
import os
import re
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2s

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

FORMAT = 1
"""The format of the tokens that this release makes. It reads all formats up to this."""
KEY_BYTES = 32
_SALT_BYTES = 32
_TAG_BYTES = 16
_NONCE = bytes(12)
_KEY_ID = re.compile(r"[A-Za-z0-9._-]{1,32}")


class BadToken(Exception):
    """A token cannot be opened. The message names no byte of it."""


class TokenRefused(BadToken):
    """The token is forged or damaged, or was made for something else."""


class TokenTooNew(BadToken):
    """A later release made the token."""


class TokenKeyUnknown(BadToken):
    """The token's key is not in this dealer's key file."""


class BadKeyFile(ValueError):
    """The key file cannot be used. The message names the line and no key."""


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The keys that open tokens, and which of them seals new ones."""

    keys: Mapping[str, bytes]
    """By key id: 32 bytes each."""
    sealing_id: str

    def __repr__(self) -> str:
        """Returns the key ids alone."""
        return f"KeyRing(sealing_id={self.sealing_id!r}, key_ids={sorted(self.keys)})"


def ephemeral_ring() -> KeyRing:
    """Returns a ring with one new key, which no other process and no later start knows."""
    return KeyRing({"ephemeral": os.urandom(KEY_BYTES)}, "ephemeral")


def read_keys(text: str) -> KeyRing:
    """Returns the keys of a key file.

    Each line is a key id (1 to 32 letters, digits, ``.``, ``_`` or ``-``), a space, and 32 bytes in
    base64. The first key seals, every key opens. Empty lines and lines that begin with ``#`` are
    left out.

    Raises:
        BadKeyFile: A line does not read, a key id comes twice, or there is no key.
    """
    keys: dict[str, bytes] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        key_id, _, encoded = line.strip().partition(" ")
        if not _KEY_ID.fullmatch(key_id) or key_id in keys:
            raise BadKeyFile(f"line {number} has no new key id")
        keys[key_id] = _key(encoded.strip(), number)
    if not keys:
        raise BadKeyFile("there is no key")
    return KeyRing(keys, next(iter(keys)))


def seal(ring: KeyRing, plain: bytes) -> bytes:
    """Returns a token that holds the bytes; every call gives another one."""
    key_id = ring.sealing_id.encode()
    header = bytes((FORMAT, len(key_id))) + key_id + os.urandom(_SALT_BYTES)
    return header + _cipher(ring.keys[ring.sealing_id], header).encrypt(_NONCE, plain, header)


def unseal(ring: KeyRing, token: bytes) -> bytes:
    """Returns the bytes that a token holds.

    Raises:
        TokenRefused: It is forged or damaged.
        TokenTooNew: Its format is later than ``FORMAT``.
        TokenKeyUnknown: Its key is not in the ring.
    """
    if len(token) < 2 or token[0] == 0:
        raise TokenRefused
    if token[0] > FORMAT:
        raise TokenTooNew
    end = 2 + token[1] + _SALT_BYTES
    if len(token) < end + _TAG_BYTES:
        raise TokenRefused
    key = ring.keys.get(token[2 : 2 + token[1]].decode("ascii", "replace"))
    if key is None:
        raise TokenKeyUnknown
    header = token[:end]
    try:
        return _cipher(key, header).decrypt(_NONCE, token[end:], header)
    except InvalidTag:
        raise TokenRefused from None


def _cipher(key: bytes, header: bytes) -> AESGCM:
    return AESGCM(blake2s(header, key=key).digest())


def _key(encoded: str, line: int) -> bytes:
    try:
        key = b64decode(encoded, validate=True)
    except binascii.Error:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadKeyFile(f"line {line} has no key of {KEY_BYTES} bytes in base64")
    return key
