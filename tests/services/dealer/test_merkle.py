from hashlib import blake2s

import pytest

from services.dealer.merkle import HASH_BYTES, climb, grow, leaf, node, path, root


def tree_of(size):
    salts = [blake2s(b"salt %d" % at).digest() for at in range(size)]
    order = list(range(size))[::-1]
    return salts, order, grow(salts, order)


def test_a_leaf_is_the_hash_of_salt_position_and_piece():
    expected = blake2s(b"\0" + bytes(32) + b"\0\0\0\7" + b"\0\0\1\2").digest()

    assert expected == leaf(bytes(32), 7, 258)


def test_a_tree_of_eleven_is_the_one_that_is_drawn_on_paper():
    salts, order, levels = tree_of(11)
    leaves = [leaf(salts[at], at, order[at]) for at in range(11)]
    left = blake2s(b"\1" + b"".join(leaves[:8])).digest()
    right = blake2s(b"\1" + b"".join(leaves[8:])).digest()

    assert blake2s(b"\1" + left + right).digest() == root(levels)
    assert [*leaves[:2], *leaves[3:8], right] == path(levels, 2)
    assert [leaves[8], leaves[10], left] == path(levels, 9)


def test_the_root_of_one_piece_is_its_leaf():
    salts, _, levels = tree_of(1)

    assert leaf(salts[0], 0, 0) == root(levels)
    assert [] == path(levels, 0)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 10, 16, 36, 63, 64, 65, 72, 73, 106, 300, 513])
def test_every_path_leads_to_the_root_and_to_it_only_from_its_place(size):
    salts, order, levels = tree_of(size)
    for at in range(size):
        start = leaf(salts[at], at, order[at])

        assert root(levels) == climb(start, at, size, path(levels, at))
        assert size == 1 or root(levels) != climb(start, (at + 1) % size, size, path(levels, at))


@pytest.mark.parametrize("position", [3, 105])
def test_a_path_that_is_too_short_or_too_long_leads_nowhere(position):
    salts, order, levels = tree_of(106)
    start, beside = leaf(salts[position], position, order[position]), path(levels, position)

    assert all(climb(start, position, 106, beside[:length]) is None for length in range(len(beside)))
    assert climb(start, position, 106, [*beside, bytes(32)]) is None
    assert climb(start, 106, 106, beside) is None
    assert climb(start, -1, 106, beside) is None


def test_a_node_is_no_leaf_and_a_group_is_no_other_group():
    _, _, levels = tree_of(11)
    first, second = levels[0][0], levels[0][1]

    assert node([first]) != blake2s(b"\0" + first).digest()
    assert node([first, second]) != node([second, first])
    assert HASH_BYTES == len(root(levels))
