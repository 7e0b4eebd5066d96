"""Makes services/dealer/vectors.json: `python -m tests.services.dealer.vectors`, then read the diff."""

import json
from hashlib import shake_256
from pathlib import Path
from typing import Any

from game101.v1 import dealer_service_pb2 as pb
from google.protobuf.json_format import MessageToDict

from engine import shuffle
from engine.shuffle import Terms
from services.dealer import merkle, records
from services.dealer.secret import HandSecret

PATH = Path(__file__).parents[3] / "services" / "dealer" / "vectors.json"
OKEY = Terms("table-1", "hand-1", b"", 106, 104, 4)
FIRST_SEED = bytes(range(80))


def seed(number: int) -> bytes:
    return shake_256(b"vector %d" % number).digest(80)


def dealt(terms: Terms, number: int, contributions: dict[int, bytes], *opened: int) -> pb.DealRecord:
    """Returns a whole record, with proofs of some positions from 0."""
    hand = HandSecret(terms, FIRST_SEED if number == 0 else seed(number), contributions)
    deal = hand.deal()
    levels = merkle.grow(deal.salts, deal.order)
    record = records.record_to_pb(hand)
    record.proofs.extend(records.proof_to_pb(deal, levels, position) for position in opened)
    return record


def renew(record: pb.DealRecord, *sizes: int) -> pb.DealRecord:
    """Adds renewals of piles of the first pieces of the order."""
    for number, size in enumerate(sizes, start=1):
        pile = list(record.order)[:size]
        stock = shuffle.renewed(record.chance, number, pile)
        record.renewals.add(number=number, pile=pile, stock=stock)
    return record


def unrevealed(record: pb.DealRecord) -> pb.DealRecord:
    """Returns what a seat holds before the reveal."""
    kept = pb.DealRecord()
    kept.CopyFrom(record)
    for field in ("seed", "order", "first_starter", "chance", "renewals"):
        kept.ClearField(field)
    return kept


def all_records() -> dict[str, pb.DealRecord]:
    card = Terms("Tisch 7 \u2663", "r\u00f6und-2", b'{"preset":"popular"}', 36, 36, 3)
    long_names = Terms("t" * 128, "h" * 128, bytes(range(256)), 300, 299, 64)
    everybody = {seat: bytes([seat]) * 64 for seat in range(64)}
    wide = dealt(long_names, 5, everybody, 0, 256, 299)
    two_seats = {1: b"\x00", 3: b"from seat four"}
    with_proofs = dealt(OKEY, 2, two_seats, 0, 1, 21, 22, 63, 64, 104, 105)
    return {
        "101 Okey, nobody contributes": dealt(OKEY, 0, {}),
        "101 Okey, seats 2 and 4 contribute": with_proofs,
        "101 Okey, held by a seat before the reveal": unrevealed(with_proofs),
        "the card game, two renewals": renew(dealt(card, 3, {0: b"\xff" * 32}, 0, 35), 30, 7),
        "given up before the deal": records.record_to_pb(HandSecret(OKEY, seed(4))),
        "draws of two bytes, 64 contributions": renew(wide, 300, 0, 1),
        "one piece, one seat": dealt(Terms("a", "b", b"c", 1, 1, 1), 6, {}, 0),
        "a power of two": dealt(Terms("a", "b", b"c", 256, 256, 2), 7, {1: b"x"}, 0, 255),
    }


def stream(purpose: str, *fields: bytes) -> dict[str, str]:
    """Returns the input of SHAKE256 for a purpose, and the first bytes of its output."""
    text = shuffle.encode([b"game101.deal.v1", purpose.encode(), *fields])
    return {"purpose": purpose, "input": text.hex(), "output": shake_256(text).hexdigest(64)}


def streams() -> list[dict[str, str]]:
    words = [number.to_bytes(4, "big") for number in (106, 104, 4)]
    bound = [b"table-1", b"hand-1", b"", *words, FIRST_SEED]
    whole = [*bound, b"", b"", b"", b""]
    chance = shuffle.deal(OKEY, FIRST_SEED, {}).chance
    derived = [stream(purpose, *whole) for purpose in ("order", "salts", "chance")]
    return [stream("commitment", *bound), *derived, stream("renewal", chance, (1).to_bytes(4, "big"))]


def draws() -> list[dict[str, Any]]:
    cases = [("00", 1), ("00", 2), ("ff", 2), ("c7", 100), ("c8ff63", 100), ("ff9f", 104), ("ff", 256)]
    cases += [("0100", 257), ("ffff00ff", 257), ("ffff", 65536), ("00010000", 65537), ("000100", 65537)]
    return [
        {"bytes": text, "below": below, "number": shuffle.draw(iter(bytes.fromhex(text)), below)}
        for text, below in cases
    ]


def document() -> dict[str, Any]:
    named = all_records().items()
    return {
        "streams": streams(),
        "draws": draws(),
        "records": [{"name": name, "deal": MessageToDict(record)} for name, record in named],
    }


def text() -> str:
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
