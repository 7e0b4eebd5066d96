"""The checks of a deal's record: everything that it claims is computed anew."""

from collections.abc import Iterator, Sequence

from game101.v1 import dealer_service_pb2 as pb

from engine import shuffle
from engine.shuffle import Deal
from services.dealer import merkle, records
from services.wire.status import Malformed

_ESSENTIAL = (
    pb.CHECK_KIND_COMMITMENT,
    pb.CHECK_KIND_ORDER,
    pb.CHECK_KIND_FIRST_STARTER,
    pb.CHECK_KIND_CHANCE,
    pb.CHECK_KIND_ROOT,
)
"""What a record must prove before it as a whole has passed."""

MOST_RENEWALS = 1_000
"""A hand has fewer moves than that which could renew a stock."""


def check_record(record: pb.DealRecord) -> list[pb.Check]:
    """Returns the checks of a record, one of each kind in the order of the enum.

    Raises:
        Malformed: The record does not state a deal of a known algorithm.
    """
    if record.algorithm != shuffle.ALGORITHM:
        raise Malformed("record.algorithm", f"must be {shuffle.ALGORITHM}")
    if len(record.seed) not in (0, shuffle.SEED_BYTES):
        raise Malformed("record.seed", f"must have {shuffle.SEED_BYTES} bytes, or none")
    if len(record.renewals) > MOST_RENEWALS:
        raise Malformed("record.renewals", f"are more than {MOST_RENEWALS}")
    return [*_seed_checks(record), _proofs_check(record), _renewals_check(record)]


def overall(checks: Sequence[pb.Check]) -> pb.CheckResult:
    """Returns the result of a record as a whole."""
    if any(check.result == pb.CHECK_RESULT_FAILED for check in checks):
        return pb.CHECK_RESULT_FAILED
    passed = {check.kind for check in checks if check.result == pb.CHECK_RESULT_PASSED}
    return pb.CHECK_RESULT_PASSED if passed.issuperset(_ESSENTIAL) else pb.CHECK_RESULT_ABSENT


def _seed_checks(record: pb.DealRecord) -> Iterator[pb.Check]:
    """Yields the checks that need the seed."""
    terms = records.terms_from_pb(record, "record.")
    contributions = records.contributions_from_pb(record.contributions, terms.seats, "record.")
    if not record.seed:
        yield from (_absent(kind, "the seed is not revealed") for kind in _ESSENTIAL)
        return
    deal = shuffle.deal(terms, record.seed, contributions)
    yield _compare(pb.CHECK_KIND_COMMITMENT, record.commitment, shuffle.commitment(terms, record.seed))
    yield _compare(pb.CHECK_KIND_ORDER, list(record.order), records.numbers_to_pb(deal.order))
    yield _compare(pb.CHECK_KIND_FIRST_STARTER, record.first_starter, deal.first_starter + 1)
    yield _compare(pb.CHECK_KIND_CHANCE, record.chance, deal.chance)
    yield _compare(pb.CHECK_KIND_ROOT, record.root, _root(deal))


def _proofs_check(record: pb.DealRecord) -> pb.Check:
    kind = pb.CHECK_KIND_PROOFS
    if not record.proofs or not record.root:
        return _absent(kind, "there is no proof, or no root")
    for number, proof in enumerate(record.proofs):
        if not holds(proof, record.root, record.size):
            return _failed(kind, f"proof {number + 1} does not lead to the root")
    return _passed(kind)


def holds(proof: pb.PositionProof, root: bytes, size: int) -> bool:
    """Tells whether a proof shows its piece at its position under a root."""
    sizes = {len(part) for part in (proof.salt, root, *proof.path)}
    if sizes != {merkle.HASH_BYTES} or not 1 <= proof.piece <= size:
        return False
    start = merkle.leaf(proof.salt, proof.position - 1, proof.piece - 1) if proof.position else b""
    return root == merkle.climb(start, proof.position - 1, size, proof.path)


def _renewals_check(record: pb.DealRecord) -> pb.Check:
    kind = pb.CHECK_KIND_RENEWALS
    if not record.renewals or len(record.chance) != shuffle.CHANCE_BYTES:
        return _absent(kind, "there is no renewal, or no chance")
    for number, renewal in enumerate(record.renewals, start=1):
        if renewal.number != number:
            return _failed(kind, f"renewal {number} is missing")
        if not _is_pile(renewal.pile, record.size):
            return _failed(kind, f"the pile of renewal {number} is none of these pieces")
        if tuple(renewal.stock) != shuffle.renewed(record.chance, number, renewal.pile):
            return _failed(kind, f"the stock of renewal {number} does not follow from its pile")
    return _passed(kind)


def _is_pile(pieces: Sequence[int], size: int) -> bool:
    """Tells whether each piece is one of the deal's, and none is there twice."""
    return len({*pieces}.intersection(range(1, size + 1))) == len(pieces)


def _root(deal: Deal) -> bytes:
    return merkle.root(merkle.grow(deal.salts, deal.order))


def _compare(kind: pb.CheckKind, claimed: object, computed: object) -> pb.Check:
    if not claimed:
        return _absent(kind, "the record does not claim it")
    return _passed(kind) if claimed == computed else _failed(kind, "the algorithm gives another value")


def _passed(kind: pb.CheckKind) -> pb.Check:
    return pb.Check(kind=kind, result=pb.CHECK_RESULT_PASSED)


def _failed(kind: pb.CheckKind, problem: str) -> pb.Check:
    return pb.Check(kind=kind, result=pb.CHECK_RESULT_FAILED, problem=problem)


def _absent(kind: pb.CheckKind, problem: str) -> pb.Check:
    return pb.Check(kind=kind, result=pb.CHECK_RESULT_ABSENT, problem=problem)
