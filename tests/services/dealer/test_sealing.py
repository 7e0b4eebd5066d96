from base64 import b64encode

import pytest

from services.dealer import sealing, secret
from services.dealer.sealing import BadKeyFile, BadToken, KeyRing, TokenKeyUnknown, TokenRefused, TokenTooNew

OLD, NEW = b"o" * 32, b"n" * 32
RING = KeyRing({"2030": OLD}, "2030")
STORED = {
    1: (
        "0104323033302f3797ac09d3c5a8690c87c2d6c0097a0bd956a8cda2825ee592d06e03b2d0c6a94da05e9f8e54"
        "b935ed65a825a3d19eaf95da532363e0f05fcf7dfc60367d3ba368308a2e6f4550b2e54e287ce81081bd0c8625"
        "d234d0f6aec27849f912cf78b52ddbea6e67f81850638ab63409560ef49a5d28325601c1fbd5e16ffd7d9cc3a0"
        "3a6771996e3051c90c21a18439491d653fc6bdcd036f13871fb1"
    ),
}
"""A token of each format, under the key of `RING`."""


def test_a_token_gives_back_what_was_sealed():
    for plain in (b"", b"a", bytes(5000)):
        assert plain == RING.unseal(RING.seal(plain))


def test_the_same_bytes_are_never_sealed_alike():
    tokens = {RING.seal(b"same") for _ in range(1000)}

    assert 1000 == len(tokens)
    assert 1000 == len({token[-20:] for token in tokens})


def test_every_single_bit_of_a_token_counts():
    token = RING.seal(b"the secret")
    for bit in range(8 * len(token)):
        altered = bytearray(token)
        altered[bit // 8] ^= 1 << bit % 8

        with pytest.raises(BadToken):
            RING.unseal(bytes(altered))


def test_no_part_of_a_token_is_a_token():
    token = RING.seal(b"the secret")
    for length in range(len(token)):
        with pytest.raises(TokenRefused):
            RING.unseal(token[:length])


def test_two_tokens_have_no_parts_to_exchange():
    one, other = RING.seal(b"one"), RING.seal(b"two")
    shared = 2 + len("2030")
    for cut in range(shared + 1, len(one)):
        with pytest.raises(BadToken):
            RING.unseal(one[:cut] + other[cut:])


def test_a_key_is_changed_without_breaking_what_is_open():
    before = RING.seal(b"open hand")
    known_first = KeyRing({"2030": OLD, "2031": NEW}, "2030")
    turned = KeyRing({"2031": NEW, "2030": OLD}, "2031")
    after = turned.seal(b"new hand")

    assert b"open hand" == turned.unseal(before)
    assert b"new hand" == known_first.unseal(after)
    with pytest.raises(TokenKeyUnknown):
        RING.unseal(after)


def test_another_key_of_the_same_name_opens_nothing():
    with pytest.raises(TokenRefused):
        KeyRing({"2030": NEW}, "2030").unseal(RING.seal(b"x"))


def test_a_later_format_is_told_apart_from_a_forgery():
    token = RING.seal(b"x")

    with pytest.raises(TokenTooNew):
        RING.unseal(bytes([sealing.FORMAT + 1]) + token[1:])


@pytest.mark.parametrize("number", range(1, sealing.FORMAT + 1))
def test_a_stored_token_of_every_format_can_still_be_read(number):
    hand = secret.from_bytes(RING.unseal(bytes.fromhex(STORED[number])))

    assert ("table-1", "hand-1", bytes(range(80))) == (hand.terms.table_id, hand.terms.hand_id, hand.seed)
    assert {1: b"from seat two"} == hand.contributions


def line(key_id, key):
    return f"{key_id} {b64encode(key).decode()}"


def test_the_first_key_of_a_file_seals_and_all_open():
    ring = sealing.read_keys(f"# the keys\n\n{line('b', NEW)}\n  {line('a', OLD)}  \n")

    assert ("b", ["a", "b"]) == (ring.sealing_id, ring.key_ids)
    assert b"old" == ring.unseal(KeyRing({"a": OLD}, "a").seal(b"old"))
    assert b"new" == KeyRing({"b": NEW}, "b").unseal(ring.seal(b"new"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        line("a b", OLD),
        line("", OLD),
        line("x" * 33, OLD),
        line("a", OLD[:31]),
        line("a", OLD + b"x"),
        "a",
        "a not-base64",
        f"{line('a', OLD)}\n{line('a', NEW)}",
    ],
)
def test_a_key_file_that_does_not_read_is_refused_and_not_quoted(text):
    with pytest.raises(BadKeyFile) as refused:
        sealing.read_keys(text)

    assert b64encode(OLD).decode()[:8] not in str(refused.value)


def test_a_ring_does_not_print_its_keys():
    assert not any(spelled in repr(RING) for spelled in ("ooo", "6f6f", "b29v"))


def test_every_ephemeral_key_is_another():
    with pytest.raises(TokenRefused):
        sealing.ephemeral_ring().unseal(sealing.ephemeral_ring().seal(b"x"))
