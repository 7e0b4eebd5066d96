"""One hash over an order, from which single positions can be shown later.

A tree with eight branches at each node. The hash is BLAKE2s (RFC 7693, 32 bytes). A leaf hashes a zero
byte, the position's salt, and the position and the piece, both from 0 in four big-endian bytes; a node
hashes a one byte and its up to eight branches. The 256-bit salt keeps everybody from trying out pieces.

BLAKE2s and eight branches because a deal consists of such hashes: through hashlib, BLAKE2s takes two
thirds of the time of SHA-256 for a text as short as a leaf's, and eight branches need 17 nodes over 106
leaves where two need 105.
"""

from collections.abc import Sequence
from hashlib import blake2s
from struct import Struct
from typing import Final

HASH_BYTES: Final = 32
BRANCHES: Final = 8

_leaf_text = Struct(">x32sII").pack


def leaf(salt: bytes, position: int, piece: int) -> bytes:
    """Returns the commitment to the piece at a position. The salt has 32 bytes."""
    return blake2s(_leaf_text(salt, position, piece)).digest()


def node(branches: Sequence[bytes]) -> bytes:
    """Returns the hash over up to eight hashes."""
    return blake2s(b"\1" + b"".join(branches)).digest()


def grow(salts: Sequence[bytes], order: Sequence[int]) -> list[list[bytes]]:
    """Returns the levels of the tree over an order, from the leaves to the root alone."""
    texts = map(_leaf_text, salts, range(len(order)), order)
    level = [hashed.digest() for hashed in map(blake2s, texts)]
    levels = [level]
    while len(level) > 1:
        level = [node(level[at : at + BRANCHES]) for at in range(0, len(level), BRANCHES)]
        levels.append(level)
    return levels


def root(levels: Sequence[list[bytes]]) -> bytes:
    """Returns the hash over the whole order."""
    return levels[-1][0]


def path(levels: Sequence[list[bytes]], position: int) -> list[bytes]:
    """Returns the hashes beside the way from a position's leaf to the root, leaf side first."""
    beside: list[bytes] = []
    for level in levels[:-1]:
        first = position - position % BRANCHES
        beside += level[first:position] + level[position + 1 : first + BRANCHES]
        position //= BRANCHES
    return beside


def climb(start: bytes, position: int, size: int, beside: Sequence[bytes]) -> bytes | None:
    """Returns the root that a leaf and its path lead to.

    ``None`` when the position is not in ``[0, size)`` or the path has not the length that it needs.
    """
    if not 0 <= position < size:
        return None
    used = 0
    while size > 1:
        place = position % BRANCHES
        others = min(BRANCHES, size - position + place) - 1
        group = list(beside[used : used + others])
        if len(group) < others:
            return None
        start = node([*group[:place], start, *group[place:]])
        used += others
        position, size = position // BRANCHES, -(-size // BRANCHES)
    return start if used == len(beside) else None
