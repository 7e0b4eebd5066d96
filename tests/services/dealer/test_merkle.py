from hashlib import sha256

import pytest

from services.dealer import merkle
from services.dealer.merkle import climb, grow, leaf, path, root


def tree_of(size):
    salts = [sha256(b"salt %d" % at).digest() for at in range(size)]
    order = list(range(size))[::-1]
    return salts, order, grow(salts, order)


def node(left, right):
    return sha256(b"\1" + left + right).digest()


def test_a_leaf_is_the_hash_of_salt_position_and_piece():
    expected = sha256(b"\0" + bytes(32) + b"\0\0\0\7" + b"\0\0\1\2").digest()

    assert expected == leaf(bytes(32), 7, 258)


def test_a_tree_of_five_is_the_one_that_is_drawn_on_paper():
    salts, order, levels = tree_of(5)
    a, b, c, d, e = (leaf(salts[at], at, order[at]) for at in range(5))

    assert node(node(node(a, b), node(c, d)), e) == root(levels)
    assert [node(c, d), e] == path(levels, 1)[1:]
    assert [node(node(a, b), node(c, d))] == path(levels, 4)


def test_the_root_of_one_piece_is_its_leaf():
    salts, _, levels = tree_of(1)

    assert leaf(salts[0], 0, 0) == root(levels)
    assert path(levels, 0) == []


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 8, 9, 36, 63, 64, 65, 106, 128, 300])
def test_every_path_leads_to_the_root_and_to_it_only_from_its_place(size):
    salts, order, levels = tree_of(size)
    for at in range(size):
        start = leaf(salts[at], at, order[at])

        assert root(levels) == climb(start, at, size, path(levels, at))
        assert size == 1 or root(levels) != climb(start, (at + 1) % size, size, path(levels, at))


def test_a_path_that_is_too_short_or_too_long_leads_nowhere():
    salts, order, levels = tree_of(106)
    start, beside = leaf(salts[3], 3, order[3]), path(levels, 3)

    assert climb(start, 3, 106, beside[:-1]) is None
    assert climb(start, 3, 106, [*beside, bytes(32)]) is None
    assert climb(start, 106, 106, beside) is None
    assert climb(start, -1, 106, beside) is None


def test_a_hash_of_a_pair_is_no_leaf():
    _, _, levels = tree_of(4)
    pair = levels[0][0] + levels[0][1]

    assert levels[1][0] != sha256(b"\0" + pair).digest()
    assert len(root(levels)) == merkle.HASH_BYTES
