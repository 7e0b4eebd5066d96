"""Checks the record of a deal with nothing but Python's standard library.

    python verify.py record.json

The file holds a record, or a document with a record under "deal". The algorithm stands in VERIFY.md.
Compare the commitment and the root that are printed with those that were published before the hand.
Exit code: 0 when the whole deal is proven, 1 when a claim is wrong, 2 when nothing is wrong but something
is left out (such as the seed, before the reveal), 3 when it is no record of this algorithm.
"""
# mypy: ignore-errors

import json
import re
import sys
from base64 import b64decode
from hashlib import blake2s, shake_256


def word(number):
    return number.to_bytes(4, "big")


def output(purpose, fields, size):
    parts = [b"game101.deal.v1", purpose, *fields]
    return shake_256(b"".join(word(len(part)) + part for part in parts)).digest(size)


def drawing(purpose, fields):
    """Returns the function that draws a number below n from the bytes of a purpose."""
    used = 0

    def draw(below):
        nonlocal used
        width = max(1, ((below - 1).bit_length() + 7) // 8)
        while True:
            used += width
            number = int.from_bytes(output(purpose, fields, used)[-width:], "big")
            if number < 256**width // below * below:
                return number % below

    return draw


def shuffle(pieces, first_below, draw):
    pieces = list(pieces)
    for at in range(max(1, len(pieces) - 1)):
        other = at + draw(len(pieces) - at if at else first_below)
        pieces[at], pieces[other] = pieces[other], pieces[at]
    return pieces


def leaf(salt, position, piece):
    return blake2s(b"\0" + salt + word(position) + word(piece)).digest()


def node(branches):
    return blake2s(b"\1" + b"".join(branches)).digest()


def tree_root(level):
    while len(level) > 1:
        level = [node(level[at : at + 8]) for at in range(0, len(level), 8)]
    return level[0]


def proof_holds(record, proof):
    salt, *path = map(b64decode, (proof["salt"], *proof.get("path", ())))
    at, size, piece = proof["position"] - 1, record["size"], proof["piece"] - 1
    if not (0 <= at < size and 0 <= piece < size) or {len(part) for part in (salt, *path)} != {32}:
        return False
    here = leaf(salt, at, piece)
    while size > 1:
        others = min(8, size - at + at % 8) - 1
        if len(path) < others:
            return False
        here = node([*path[: at % 8], here, *path[at % 8 : others]])
        path, at, size = path[others:], at // 8, (size + 7) // 8
    return not path and here == b64decode(record["root"])


def recompute(record):
    """Returns what the algorithm makes of a revealed record."""
    size, first_below, seats = record["size"], record["first_below"], record["seats"]
    given = {one["seat"]: b64decode(one["value"]) for one in record.get("contributions", ())}
    names = [record["table_id"].encode(), record["hand_id"].encode(), b64decode(record.get("ruleset", ""))]
    bound = [*names, word(size), word(first_below), word(seats), b64decode(record["seed"])]
    fields = bound + [given.get(seat, b"") for seat in range(1, seats + 1)]
    draw = drawing(b"order", fields)
    order = shuffle(range(size), first_below, draw)
    salts = output(b"salts", fields, 32 * size)
    leaves = [leaf(salts[32 * at :][:32], at, piece) for at, piece in enumerate(order)]
    return {
        "commitment": output(b"commitment", bound, 32),
        "order": [piece + 1 for piece in order],
        "first_starter": draw(seats) + 1,
        "chance": output(b"chance", fields, 32),
        "root": tree_root(leaves),
    }


def renewal_holds(record, number, renewal):
    pile, fields = renewal.get("pile", []), [b64decode(record["chance"]), word(number)]
    if len({*pile} & {*range(1, record["size"] + 1)}) != len(pile):
        return False
    stock = shuffle(pile, len(pile), drawing(b"renewal", fields)) if pile else []
    return renewal["number"] == number and renewal.get("stock", []) == stock


def in_range(record):
    contributions = record.get("contributions", [])
    seats = {one["seat"] for one in contributions}
    return (
        record["algorithm"] == 1
        and 1 <= record["first_below"] <= record["size"] <= 1024
        and 1 <= record["seats"] <= 64
        and len(seats) == len(contributions)
        and seats <= {*range(1, record["seats"] + 1)}
        and all(1 <= len(b64decode(one["value"])) <= 64 for one in contributions)
        and len(b64decode(record.get("seed", ""))) in (0, 80)
        and len(record.get("renewals", [])) <= 1000
    )


def verdicts(record):
    """Yields each check's name, and True, False, or None where the record leaves something out."""
    if not in_range(record):
        raise ValueError("a field is out of range")
    computed = recompute(record) if record.get("seed") else {}
    for name in ("commitment", "order", "first_starter", "chance", "root"):
        claim = record.get(name)
        plain = b64decode(claim) if isinstance(claim, str) else claim
        yield name, plain == computed[name] if claim and computed else None
    proofs, renewals = record.get("proofs", []), record.get("renewals", [])
    yield "proofs", all(proof_holds(record, one) for one in proofs) if proofs and "root" in record else None
    held = [renewal_holds(record, *one) for one in enumerate(renewals, 1)] if "chance" in record else []
    yield "renewals", all(held) if held else None


def main(path):
    def snake(pairs):
        return {re.sub("[A-Z]", lambda found: "_" + found[0].lower(), name): value for name, value in pairs}

    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file, object_pairs_hook=snake)
        record = document.get("deal", document)
        found = dict(verdicts(record))
    except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
        print("This is no record of a deal:", repr(error))
        return 3
    for name, verdict in found.items():
        print(f"{name:14}", {True: "proven", False: "WRONG", None: "not in the record"}[verdict])
    for name in ("commitment", "root"):
        print(f"{name} published before the hand:", b64decode(record.get(name, "")).hex() or "none")
    essential = list(found.values())[:5]
    return 1 if False in found.values() else 0 if all(essential) else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else print(__doc__) or 3)
