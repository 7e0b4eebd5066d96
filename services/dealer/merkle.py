"""One hash over an order, from which single positions can be shown later.

The tree has the shape of RFC 6962: SHA-256, leaves hashed after a zero byte, pairs after a one byte,
and the last hash of a level that has no partner goes up as it is. A leaf's text is the position's
salt, the position and the piece, both from 0 in four big-endian bytes; the 256-bit salt keeps
everybody from trying out pieces.
"""

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct

HASH_BYTES = 32

_leaf_text = Struct(">x32sII").pack


def leaf(salt: bytes, position: int, piece: int) -> bytes:
    """Returns the commitment to the piece at a position. The salt has 32 bytes."""
    return sha256(_leaf_text(salt, position, piece)).digest()


def grow(salts: Sequence[bytes], order: Sequence[int]) -> list[list[bytes]]:
    """Returns the levels of the tree over an order, from the leaves to the root alone."""
    texts = map(_leaf_text, salts, range(len(order)), order)
    level = [hashed.digest() for hashed in map(sha256, texts)]
    levels = [level]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        unpaired = level[-1:] if len(level) % 2 else []
        level = [sha256(b"\1" + left + right).digest() for left, right in pairs] + unpaired
        levels.append(level)
    return levels


def root(levels: Sequence[Sequence[bytes]]) -> bytes:
    """Returns the hash over the whole order."""
    return levels[-1][0]


def path(levels: Sequence[Sequence[bytes]], position: int) -> list[bytes]:
    """Returns the hashes beside the way from a position's leaf to the root, leaf side first."""
    beside = []
    for level in levels:
        if (position ^ 1) < len(level):
            beside.append(level[position ^ 1])
        position >>= 1
    return beside


def climb(start: bytes, position: int, size: int, beside: Sequence[bytes]) -> bytes | None:
    """Returns the root that a leaf and its path lead to.

    ``None`` when the position is not in ``[0, size)`` or the path has not the length that it needs.
    """
    if not 0 <= position < size:
        return None
    rest = iter(beside)
    while size > 1:
        if (position ^ 1) < size:
            other = next(rest, None)
            if other is None:
                return None
            left, right = (other, start) if position & 1 else (start, other)
            start = sha256(b"\1" + left + right).digest()
        position, size = position >> 1, (size + 1) >> 1
    return start if next(rest, None) is None else None
