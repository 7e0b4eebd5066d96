"""Known answers, compared before the dealer serves."""

from collections.abc import Callable
from hashlib import blake2s, shake_256

from cryptography.exceptions import UnsupportedAlgorithm

from services.dealer import sealing
from services.dealer.entropy import Entropy, EntropyFailed

_SHAKE256_EMPTY = "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"
"""FIPS 202's example for the empty message, first 32 bytes."""
_SHAKE256_A3 = "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d"
"""FIPS 202's example for 200 bytes of a3, more than one block; first 32 bytes."""
_BLAKE2S_ABC = "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"
"""RFC 7693's example for the message abc."""


def problems(entropy: Entropy) -> list[str]:
    """Returns what is wrong with hashes, sealing and the source of randomness; nothing when all is well."""
    tests: dict[str, Callable[[], bool]] = {
        "SHAKE256 does not give the known answers": _shake256_is_sound,
        "BLAKE2s does not give the known answer": _blake2s_is_sound,
        "sealing does not give back what was sealed": _sealing_is_sound,
        "the source of randomness is stuck or repeats itself": lambda: _entropy_is_sound(entropy),
    }
    return [problem for problem, is_sound in tests.items() if not is_sound()]


def _shake256_is_sound() -> bool:
    answers = (shake_256(b"").hexdigest(32), shake_256(b"\xa3" * 200).hexdigest(32))
    return answers == (_SHAKE256_EMPTY, _SHAKE256_A3)


def _blake2s_is_sound() -> bool:
    return blake2s(b"abc").hexdigest() == _BLAKE2S_ABC


def _sealing_is_sound() -> bool:
    try:
        ring = sealing.ephemeral_ring()
        return ring.unseal(ring.seal(b"abc")) == b"abc"
    except (sealing.BadToken, UnsupportedAlgorithm):
        return False


def _entropy_is_sound(entropy: Entropy) -> bool:
    try:
        for _ in range(16):
            entropy.seed()
    except EntropyFailed:
        return False
    return True
