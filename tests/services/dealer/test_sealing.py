from base64 import b64encode

import pytest

from services.dealer import sealing, secret
from services.dealer.sealing import BadKeyFile, BadToken, KeyRing, TokenKeyUnknown, TokenRefused, TokenTooNew

OLD, NEW = b"o" * 32, b"n" * 32
RING = KeyRing({"2030": OLD}, "2030")
STORED = {
    1: (
        "010432303330cbfc89e0bec45372afbcac579180675f019287640b8e66a30d3412ecf16592c607695315ce34c2"
        "29e0cf57427af0d7e5ceb1e56b00112fd0519f611d259b161d885dc49c3619864f1a9dcf44857db998d81f5348"
        "2d7750125266dc1812f856f3d9345f2721bbd5e011265c098ce6166df32cc9dd79aa4afd22f1fb6ca611885d2f"
        "56e7638ca9e68a56fc4a60d3c440fdc5233bf26c2b3b4163f48357e5f51be1b905d38555fc79734afdcb63be2a"
        "30203220e68cbb3f742479b084700c3532ae488513d2ec1d429bf21f23d52352a56c7cf21379cb43d28735e219"
        "6163dbb7"
    ),
}
"""A token of each format, under the key of `RING`."""


def test_a_token_gives_back_what_was_sealed():
    for plain in (b"", b"a", bytes(5000)):
        assert plain == sealing.unseal(RING, sealing.seal(RING, plain))


def test_the_same_bytes_are_never_sealed_alike():
    tokens = {sealing.seal(RING, b"same") for _ in range(1000)}

    assert len(tokens) == 1000
    assert len({token[-20:] for token in tokens}) == 1000


def test_every_single_bit_of_a_token_counts():
    token = sealing.seal(RING, b"the secret")
    for bit in range(8 * len(token)):
        altered = bytearray(token)
        altered[bit // 8] ^= 1 << bit % 8

        with pytest.raises(BadToken):
            sealing.unseal(RING, bytes(altered))


def test_no_part_of_a_token_is_a_token():
    token = sealing.seal(RING, b"the secret")
    for length in range(len(token)):
        with pytest.raises(TokenRefused):
            sealing.unseal(RING, token[:length])


def test_two_tokens_have_no_parts_to_exchange():
    one, other = sealing.seal(RING, b"one"), sealing.seal(RING, b"two")
    shared = 2 + len("2030")
    for cut in range(shared + 1, len(one)):
        with pytest.raises(BadToken):
            sealing.unseal(RING, one[:cut] + other[cut:])


def test_a_key_is_changed_without_breaking_what_is_open():
    before = sealing.seal(RING, b"open hand")
    known_first = KeyRing({"2030": OLD, "2031": NEW}, "2030")
    turned = KeyRing({"2031": NEW, "2030": OLD}, "2031")
    after = sealing.seal(turned, b"new hand")

    assert sealing.unseal(turned, before) == b"open hand"
    assert sealing.unseal(known_first, after) == b"new hand"
    with pytest.raises(TokenKeyUnknown):
        sealing.unseal(RING, after)


def test_another_key_of_the_same_name_opens_nothing():
    with pytest.raises(TokenRefused):
        sealing.unseal(KeyRing({"2030": NEW}, "2030"), sealing.seal(RING, b"x"))


def test_a_later_format_is_told_apart_from_a_forgery():
    token = sealing.seal(RING, b"x")

    with pytest.raises(TokenTooNew):
        sealing.unseal(RING, bytes([sealing.FORMAT + 1]) + token[1:])


@pytest.mark.parametrize("number", range(1, sealing.FORMAT + 1))
def test_a_stored_token_of_every_format_can_still_be_read(number):
    hand = secret.from_bytes(sealing.unseal(RING, bytes.fromhex(STORED[number])))

    assert ("table-1", "hand-1", bytes(range(80))) == (hand.terms.table_id, hand.terms.hand_id, hand.seed)
    assert hand.contributions == {1: b"from seat two"}


def line(key_id, key):
    return f"{key_id} {b64encode(key).decode()}"


def test_the_first_key_of_a_file_seals_and_all_open():
    ring = sealing.read_keys(f"# the keys\n\n{line('b', NEW)}\n  {line('a', OLD)}  \n")

    assert (ring.sealing_id, dict(ring.keys)) == ("b", {"b": NEW, "a": OLD})


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
    assert repr(RING) == "KeyRing(sealing_id='2030', key_ids=['2030'])"


def test_every_ephemeral_key_is_another():
    with pytest.raises(TokenRefused):
        sealing.unseal(sealing.ephemeral_ring(), sealing.seal(sealing.ephemeral_ring(), b"x"))
