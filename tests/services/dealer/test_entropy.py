import hashlib
import os
from itertools import count

import pytest

from services.dealer import selftest
from services.dealer.entropy import Entropy, EntropyFailed


def drawn(entropy, times):
    return [entropy.seed() for _ in range(times)]


def refuse(_size):
    raise OSError("no source")


def test_the_operating_system_gives_seeds_of_640_bits_that_differ():
    seeds = drawn(Entropy(), 3000)

    assert {80} == set(map(len, seeds))
    assert 3000 == len(set(seeds))


@pytest.mark.parametrize(
    "source",
    [
        bytes,
        lambda size: b"\xff" * size,
        lambda size: (b"abcdefgh" * size)[:size],
        lambda size: os.urandom(size - 1),
        lambda size: os.urandom(size + 1),
        lambda _size: b"",
        refuse,
    ],
    ids=["zeros", "ones", "a pattern", "too short", "too long", "nothing", "an error"],
)
def test_a_source_that_is_stuck_or_short_is_refused_at_once(source):
    entropy = Entropy(source)

    with pytest.raises(EntropyFailed):
        entropy.seed()
    assert entropy.failed


def test_a_source_that_starts_again_is_refused():
    blocks = [os.urandom(80) for _ in range(1000)]
    source = (blocks[number % 1000] for number in count())
    entropy = Entropy(lambda _size: next(source))

    assert blocks == drawn(entropy, 1000)
    with pytest.raises(EntropyFailed):
        entropy.seed()


def test_a_block_that_comes_again_in_another_place_is_refused():
    first, second = os.urandom(80), os.urandom(64)
    source = iter([first, second + first[16:32]])
    entropy = Entropy(lambda _size: next(source))
    entropy.seed()

    with pytest.raises(EntropyFailed):
        entropy.seed()


def test_a_source_that_has_failed_stays_refused():
    source = iter([bytes(80), os.urandom(80), os.urandom(80)])
    entropy = Entropy(lambda _size: next(source))
    for _ in range(3):
        with pytest.raises(EntropyFailed):
            entropy.seed()


def test_what_is_remembered_is_bounded_and_is_no_seed():
    entropy = Entropy()
    seeds = drawn(entropy, 2000)

    assert 5 * 1024 == len(entropy._recent) == len(entropy._known)
    assert not any(seed[at : at + 16] in entropy._known for seed in seeds for at in range(0, 80, 16))


def test_the_self_test_passes_on_this_machine():
    assert [] == selftest.problems(Entropy())


def test_the_self_test_names_a_stuck_source():
    assert ["the source of randomness is stuck or repeats itself"] == selftest.problems(Entropy(bytes))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("shake_256", "SHAKE256 does not give the known answers"),
        ("blake2s", "BLAKE2s does not give the known answer"),
    ],
)
def test_the_self_test_names_a_wrong_hash(monkeypatch, name, problem):
    monkeypatch.setattr(selftest, name, lambda data: getattr(hashlib, name)(data + b"!"))

    assert [problem] == selftest.problems(Entropy())


def test_the_self_test_names_a_cipher_that_does_not_give_back(monkeypatch):
    monkeypatch.setattr(selftest.sealing.KeyRing, "unseal", lambda _ring, _token: b"abd")

    assert ["sealing does not give back what was sealed"] == selftest.problems(Entropy())
