from base64 import b64encode

import pytest

from services.dealer import sealing, secret
from services.dealer.sealing import BadKeyFile, BadToken, KeyRing, TokenKeyUnknown, TokenRefused, TokenTooNew

OLD, NEW = b"o" * 32, b"n" * 32
RING = KeyRing({"2030": OLD}, "2030")
STORED = {
    1: (
        "0104323033303e5bf6bed546208c44a261fdb6f49a48a6fde4beba1877ce82a7bc31c85220269f3bbb141fbda4"
        "a068cda0a7e682a93c4fe2655bf24d51106f9030cd889b2841ac373b823adddc33a2305e9a60aeda4656db895d"
        "3dddb45f00bdf604caa61cabe40b9e27193ac39bcbe8296ac3b98b02b42213b7fa9f3f8929e5062a9d49c247bd"
        "f0e2bf44fb9682e1f2f84752f5272e0a297526c1087806d6832ab3084e0db115b7f4c176ff37278441ba5e253f"
        "9033761239a6c6a185d68629ba1b0b4a32d012542bc8082e08b9694f9e824e17ee727386b2276c1fc6cb021526"
        "642a50d2"
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
