"""Tokens: bytes that a caller keeps for the dealer and can neither read nor change.

A token is one byte of format, one byte with the length of the key id, the key id, a random nonce of 12
bytes, and the sealed bytes. The seal is AES-256-GCM-SIV (RFC 8452), which stays safe even if a nonce ever
came twice; everything before the sealed bytes is authenticated too.
"""

import binascii
import os
import re
from base64 import b64decode
from collections.abc import Mapping

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

FORMAT = 1
"""The format of the tokens that this release makes. It reads all formats up to this."""
KEY_BYTES = 32
_NONCE_BYTES = 12
_TAG_BYTES = 16
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


class KeyRing:
    """The keys that open tokens, and which of them seals new ones."""

    def __init__(self, keys: Mapping[str, bytes], sealing_id: str) -> None:
        """Takes the keys, 32 bytes each, by key id.

        Raises:
            UnsupportedAlgorithm: The OpenSSL that ``cryptography`` was built with is older than 3.2.
        """
        self._ciphers = {key_id: AESGCMSIV(key) for key_id, key in keys.items()}
        self.sealing_id = sealing_id

    @property
    def key_ids(self) -> list[str]:
        """Returns the ids of the keys."""
        return sorted(self._ciphers)

    def seal(self, plain: bytes) -> bytes:
        """Returns a token that holds the bytes; every call gives another one."""
        key_id = self.sealing_id.encode()
        nonce = os.urandom(_NONCE_BYTES)
        header = b"%c%c%b%b" % (FORMAT, len(key_id), key_id, nonce)
        return header + self._ciphers[self.sealing_id].encrypt(nonce, plain, header)

    def unseal(self, token: bytes) -> bytes:
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
        end_of_id = 2 + token[1]
        end = end_of_id + _NONCE_BYTES
        if len(token) < end + _TAG_BYTES:
            raise TokenRefused
        cipher = self._ciphers.get(token[2:end_of_id].decode("ascii", "replace"))
        if cipher is None:
            raise TokenKeyUnknown
        try:
            return cipher.decrypt(token[end_of_id:end], token[end:], token[:end])
        except InvalidTag:
            raise TokenRefused from None


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


def _key(encoded: str, line: int) -> bytes:
    try:
        key = b64decode(encoded, validate=True)
    except binascii.Error:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadKeyFile(f"line {line} has no key of {KEY_BYTES} bytes in base64")
    return key
