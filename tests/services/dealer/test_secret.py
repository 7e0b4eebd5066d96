import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import shuffle
from engine.shuffle import Terms
from services.dealer import secret
from services.dealer.secret import HandSecret, UnknownAlgorithm


@st.composite
def secrets(draw):
    size, seats = draw(st.integers(1, 1024)), draw(st.integers(1, 64))
    names = st.text(min_size=1, max_size=40)
    terms = Terms(
        draw(names), draw(names), draw(st.binary(max_size=100)), size, draw(st.integers(1, size)), seats
    )
    values = st.dictionaries(st.integers(0, seats - 1), st.binary(min_size=1, max_size=64))
    return HandSecret(terms, draw(st.binary(min_size=80, max_size=80)), draw(st.none() | values))


@given(secrets())
def test_a_secret_comes_back_whole(hand):
    assert hand == secret.from_bytes(secret.to_bytes(hand))


@given(secrets(), secrets())
def test_two_secrets_never_share_their_bytes(one, other):
    assert (one == other) == (secret.to_bytes(one) == secret.to_bytes(other))


def test_a_hand_of_a_later_algorithm_is_told_apart(monkeypatch):
    hand = HandSecret(Terms("t", "h", b"", 5, 5, 2), bytes(80))
    monkeypatch.setattr(shuffle, "ALGORITHM", 2)
    later = secret.to_bytes(hand)
    monkeypatch.undo()

    with pytest.raises(UnknownAlgorithm):
        secret.from_bytes(later)


def test_a_secret_does_not_print_its_seed():
    assert "seed" not in repr(HandSecret(Terms("t", "h", b"", 5, 5, 2), b"\x42" * 80))
