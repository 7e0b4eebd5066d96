"""Every change of a record is noticed, by the service's checks and by the verifier for outsiders."""

import os

import pytest
from game101.v1 import dealer_service_pb2 as pb
from google.protobuf.json_format import MessageToDict

from engine.shuffle import Terms, _steps, renewed
from services.dealer import checks, merkle, records, verify
from services.dealer.secret import HandSecret
from services.wire.status import Malformed
from tests.services.dealer import vectors

OKEY = Terms("table-1", "hand-1", b"table", 106, 104, 4)
CARD = Terms("table-1", "hand-2", b"popular", 36, 36, 3)
PASSED, FAILED, ABSENT = pb.CHECK_RESULT_PASSED, pb.CHECK_RESULT_FAILED, pb.CHECK_RESULT_ABSENT


def record_of(terms, contributions, opened):
    hand = HandSecret(terms, os.urandom(80), contributions)
    deal = hand.deal()
    levels = merkle.grow(deal.salts, deal.order)
    record = records.record_to_pb(hand)
    record.proofs.extend(records.proof_to_pb(deal, levels, position) for position in opened)
    return vectors.renew(record, 20, 5)


@pytest.fixture(scope="module")
def record():
    return record_of(CARD, {0: b"first", 2: b"\x00\xff"}, [0, 3, 35])


def result_of(record):
    """Returns the result of a record; one that states no deal has failed too."""
    try:
        return checks.overall(checks.check_record(record))
    except Malformed:
        return FAILED


def exit_of(record):
    """Returns what the verifier for outsiders would exit with."""
    document = MessageToDict(record, preserving_proto_field_name=True)
    try:
        found = dict(verify.verdicts(document))
    except (KeyError, TypeError, ValueError, AttributeError):
        return 3
    return 1 if False in found.values() else 0 if all(list(found.values())[:5]) else 2


def altered(record, change):
    copy = pb.DealRecord()
    copy.CopyFrom(record)
    change(copy)
    return copy


def flipped(data, bit):
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def noticed(record, change):
    """Whether both verifiers notice a change."""
    changed = altered(record, change)
    return result_of(changed) == FAILED and exit_of(changed) in (1, 3)


def test_a_thousand_records_verify():
    for number in range(1000):
        terms = OKEY if number % 2 else CARD
        given = {seat: os.urandom(1 + number % 64) for seat in range(terms.seats) if number >> seat & 2}
        made = record_of(terms, given, [number % terms.size])

        assert PASSED == result_of(made)
        assert 0 == exit_of(made)


@pytest.mark.parametrize("field", ["seed", "commitment", "root", "chance", "ruleset"])
def test_every_changed_bit_of_a_field_is_noticed(record, field):
    data = getattr(record, field)
    for bit in range(8 * len(data)):
        assert noticed(record, lambda copy, bit=bit: setattr(copy, field, flipped(data, bit)))


@pytest.mark.parametrize("field", ["algorithm", "size", "first_below", "seats", "first_starter"])
def test_every_changed_bit_of_a_number_is_noticed(record, field):
    number = getattr(record, field)
    for bit in range(32):
        changed = altered(record, lambda copy, bit=bit: setattr(copy, field, number ^ 1 << bit))

        # A number that becomes 0 is no longer claimed: the record is then not wrong, but proves less.
        assert result_of(changed) in ((ABSENT, FAILED) if number == 1 << bit else (FAILED,))
        assert exit_of(changed) in ((1, 2, 3) if number == 1 << bit else (1, 3))


@pytest.mark.parametrize("field", ["table_id", "hand_id"])
def test_every_changed_bit_of_a_name_is_noticed(record, field):
    name = getattr(record, field).encode()
    for bit in range(8 * len(name)):
        changed = flipped(name, bit)
        if max(changed) < 128:
            assert noticed(record, lambda copy, changed=changed: setattr(copy, field, changed.decode()))


def test_every_changed_bit_of_the_order_is_noticed(record):
    for at, piece in enumerate(record.order):
        for bit in range(7):
            assert noticed(record, lambda copy, at=at, to=piece ^ 1 << bit: copy.order.__setitem__(at, to))


def test_two_exchanged_pieces_are_noticed(record):
    def exchange(copy):
        copy.order[3], copy.order[7] = copy.order[7], copy.order[3]

    assert noticed(record, exchange)


def test_every_changed_bit_of_a_contribution_is_noticed(record):
    for at, given in enumerate(record.contributions):
        for bit in range(8 * len(given.value)):
            value = flipped(given.value, bit)
            assert noticed(record, lambda copy, at=at, v=value: setattr(copy.contributions[at], "value", v))
        for bit in range(7):
            seat = given.seat ^ 1 << bit
            assert noticed(record, lambda copy, at=at, s=seat: setattr(copy.contributions[at], "seat", s))


def test_a_contribution_that_is_dropped_or_added_is_noticed(record):
    assert noticed(record, lambda copy: copy.contributions.pop())
    assert noticed(record, lambda copy: copy.contributions.add(seat=2, value=b"late"))
    assert noticed(record, lambda copy: copy.contributions.add(seat=1, value=b"first"))


def test_every_changed_bit_of_a_proof_is_noticed(record):
    for at, proof in enumerate(record.proofs):
        for bit in range(256):
            salt = flipped(proof.salt, bit)
            assert noticed(record, lambda copy, at=at, s=salt: setattr(copy.proofs[at], "salt", s))
        for step, beside in enumerate(proof.path):
            for bit in range(0, 256, 7):
                to = flipped(beside, bit)
                assert noticed(record, lambda copy, a=at, s=step, t=to: copy.proofs[a].path.__setitem__(s, t))
        for field in ("position", "piece"):
            for bit in range(32):
                to = getattr(proof, field) ^ 1 << bit
                assert noticed(record, lambda copy, a=at, f=field, t=to: setattr(copy.proofs[a], f, t))


@pytest.mark.parametrize(
    "change",
    [
        lambda proof: proof.path.pop(),
        lambda proof: proof.path.append(bytes(32)),
        lambda proof: proof.path.append(b""),
        lambda proof: proof.path.reverse(),
        lambda proof: setattr(proof, "salt", proof.salt[:-1]),
        lambda proof: setattr(proof, "salt", proof.salt + b"\0"),
        lambda proof: proof.path.__setitem__(0, proof.path[0] + b"\0"),
        lambda proof: proof.Clear(),
    ],
)
def test_a_proof_of_another_shape_is_noticed(record, change):
    assert noticed(record, lambda copy: change(copy.proofs[0]))


def test_a_salt_that_ends_in_zero_cannot_be_shortened():
    salts = [bytes(32)] * 4
    levels = merkle.grow(salts, [0, 1, 2, 3])
    proof = pb.PositionProof(position=1, piece=1, salt=bytes(31), path=merkle.path(levels, 0))

    assert not checks.holds(proof, merkle.root(levels), 4)


@pytest.mark.parametrize(
    "change",
    [
        lambda copy: copy.renewals.pop(0),
        lambda copy: setattr(copy.renewals[1], "number", 3),
        lambda copy: copy.renewals[0].stock.reverse(),
        lambda copy: copy.renewals[0].pile.reverse(),
        lambda copy: copy.renewals[1].stock.pop(),
        lambda copy: copy.renewals[1].pile.append(1),
        lambda copy: copy.renewals.add(number=2),
    ],
)
def test_a_changed_renewal_is_noticed(record, change):
    assert noticed(record, change)


@pytest.mark.parametrize("field", ["seed", "commitment", "order", "first_starter", "chance", "root"])
def test_what_is_left_out_is_not_proven(record, field):
    changed = altered(record, lambda copy: copy.ClearField(field))

    assert ABSENT == result_of(changed)
    assert 2 == exit_of(changed)


def test_before_the_reveal_proofs_are_checked_and_nothing_else(record):
    held = vectors.unrevealed(record)
    found = {check.kind: check.result for check in checks.check_record(held)}

    assert PASSED == found.pop(pb.CHECK_KIND_PROOFS)
    assert {ABSENT} == set(found.values())
    assert noticed(held, lambda copy: setattr(copy, "root", flipped(copy.root, 0)))


def test_a_record_of_another_deal_with_the_same_names_is_noticed(record):
    other = record_of(CARD, {0: b"first", 2: b"\x00\xff"}, [0])

    for field in ("seed", "root", "commitment", "chance"):
        assert noticed(record, lambda copy, field=field: setattr(copy, field, getattr(other, field)))


def test_every_check_says_why_it_did_not_pass(record):
    changed = altered(record, lambda copy: setattr(copy, "root", flipped(copy.root, 0)))
    made = checks.check_record(changed)

    assert all((check.result == PASSED) == (check.problem == "") for check in made)
    assert all(not any(digit in check.problem for digit in "456789") for check in made)


@pytest.mark.parametrize(
    "pile",
    [[1, 1], [0, 1], [37], [*range(1, 37), 1], [*range(1, 100_000)]],
    ids=["twice", "none", "another", "too many", "far too many"],
)
def test_a_pile_that_is_not_of_the_deal_proves_nothing_though_its_stock_follows(record, pile):
    def change(copy):
        copy.renewals[0].pile[:] = pile
        copy.renewals[0].stock[:] = renewed(copy.chance, 1, pile)

    changed = altered(record, change)
    shuffles = _steps.cache_info().misses

    assert (FAILED, 1) == (result_of(changed), exit_of(changed))
    assert shuffles == _steps.cache_info().misses


def test_renewals_beyond_those_of_any_hand_are_no_record(record):
    def change(copy):
        del copy.renewals[:]
        for number in range(1, checks.MOST_RENEWALS + 2):
            copy.renewals.add(number=number)

    assert (FAILED, 3) == (result_of(altered(record, change)), exit_of(altered(record, change)))
