"""What the proofs of some positions tell about the others: nothing. A tree without salts tells all."""

import os
from itertools import product

import pytest

from engine.shuffle import Terms
from services.dealer import merkle, records
from services.dealer.secret import HandSecret

OKEY = Terms("table-1", "hand-1", b"", 106, 104, 4)


def deal_of():
    deal = HandSecret(OKEY, os.urandom(80), {}).deal()
    return deal, merkle.grow(deal.salts, deal.order)


def neighbours_of(position):
    """Returns the positions whose leaves a proof shows, in the order of its path."""
    first = position - position % merkle.BRANCHES
    return [other for other in range(first, min(first + merkle.BRANCHES, 106)) if other != position]


def guessed(proof, salts_to_try):
    """Guesses the pieces beside a proof's leaf, by trying all of them under every salt at hand."""
    found = {}
    for beside, shown in zip(neighbours_of(proof.position - 1), proof.path, strict=False):
        for salt, piece in product(salts_to_try, range(106)):
            if merkle.leaf(salt, beside, piece) == shown:
                found[beside] = piece
    return found


def test_every_single_proof_holds_its_own_piece_and_salt_and_hashes_of_others():
    deal, levels = deal_of()
    nodes = {one for level in levels for one in level}
    for position in range(106):
        proof = records.proof_to_pb(deal, levels, position)
        rest = proof.SerializeToString().replace(proof.salt, b"", 1)
        for one in proof.path:
            rest = rest.replace(one, b"", 1)

        assert set(proof.path) <= nodes - {levels[0][position], levels[-1][0]}
        assert all(salt not in rest for salt in deal.salts)
        # Two numbers of one byte and their tags, and the tag and length of each hash: nothing else is said.
        assert 2 * (2 + 1 + len(proof.path)) == len(rest)


def test_nobody_who_holds_all_other_proofs_can_confirm_the_last_piece():
    """The strongest holder of all knows the piece and every other salt, and still finds no leaf that fits."""
    deal, levels = deal_of()
    for hidden in range(106):
        known = (salt for position, salt in enumerate(deal.salts) if position != hidden)
        tried = {merkle.leaf(salt, hidden, deal.order[hidden]) for salt in (*known, bytes(32))}

        assert levels[0][hidden] not in tried
        assert levels[0][hidden] == merkle.leaf(deal.salts[hidden], hidden, deal.order[hidden])


def test_nobody_finds_a_neighbour_by_trying_every_piece():
    deal, levels = deal_of()
    for position in range(106):
        proof = records.proof_to_pb(deal, levels, position)

        assert {} == guessed(proof, [proof.salt, bytes(32)])


def test_a_tree_without_salts_is_an_open_book():
    deal, _ = deal_of()
    salts = [bytes(32)] * 106
    levels = merkle.grow(salts, deal.order)
    unsalted = type(deal)(deal.order, deal.first_starter, deal.chance, tuple(salts))
    for position in range(106):
        found = guessed(records.proof_to_pb(unsalted, levels, position), [bytes(32)])

        assert {other: deal.order[other] for other in neighbours_of(position)} == found


def test_the_salts_of_a_hand_are_not_those_of_another_and_none_repeats():
    salts = [salt for _ in range(50) for salt in deal_of()[0].salts]

    assert 50 * 106 == len(set(salts))
    assert {32} == set(map(len, salts))


@pytest.mark.parametrize("position", [0, 21, 63, 105])
def test_the_same_piece_in_the_same_place_looks_different_in_every_hand(position):
    """Equal hands must not show: a leaf seen once would tell the piece in the next hand."""
    seen = set()
    for _ in range(300):
        deal, levels = deal_of()
        seen.add((deal.order[position], levels[0][position]))

    assert 300 == len({leaf for _, leaf in seen})


def test_a_piece_leaves_no_trace_in_the_bits_of_its_leaf():
    """Over many salts every bit of a leaf is as good as a coin, whichever piece lies there."""
    hands = 400
    counts = [[0] * 256 for _ in range(4)]
    for piece in range(4):
        for _ in range(hands):
            number = int.from_bytes(merkle.leaf(os.urandom(32), 5, piece))
            counts[piece] = [count + (number >> bit & 1) for bit, count in enumerate(counts[piece])]
    furthest = max(abs(count - hands / 2) for row in counts for count in row)

    # One of 1,024 counts strays by 80 (8 standard deviations) with a probability below 1e-11.
    assert furthest < 80
