"""The best runs and groups of a hand, exactly: the hot part of ``arrange``, small, typed, compilable.

This is ordinary Python. ``kernel.pxd`` beside it gives Cython the C types, and setup.py builds both into
``engine.okey._kernel`` where a C compiler is at hand; ``kernels`` picks the one that runs. On 22-tile
hands Cython is about 40 times faster than the interpreter and mypyc about 5 times: the work is shifts and
table look-ups, which mypyc does on boxed integers and Cython on machine words.

*Counts.* A *row* holds the tiles of one colour, two bits a number, the 1 lowest: 00 none, 01 one, 11 two.
A FALSE counts as the okey face (rule A1.6); OKEYs are a bare number, ``wild``. When a set of melds needs
a face more often than the hand has it, OKEYs fill in, so only the number of such gaps matters, never
which meld they fall into.

*Search.* Groups of one number are an entry of a small table of options, a few for each of the 81
possible counts. A depth-first search chooses options from 13 down to 1; what they leave of each row goes
to runs. The best runs of a row are a recursion over its lowest tile (unused, or in a run that starts at
or just below it) whose results are remembered in a table of fixed size. A branch ends when all groups
below it and all runs together could not beat the best so far: the answer is exact.

*Score.* One integer orders arrangements by total, then fewest OKEYs, then fewest melds. Equal scores are
ordered as arrangements are written: groups before runs; groups from 13 down, of one number by colour
(red, yellow, blue, black); then OKEYs in the run of the first colour that can use them; runs by colour,
in a colour from 13 down, longer before shorter. ``best_melds`` returns the first in that order.
"""

from array import array
from itertools import product

SERIES = 0
"""The aim of an opening: the highest sum of the numbers represented. Rule A6.2."""
TILES = 1
"""The aim of laying out a whole hand: the most tiles. Rule A6.6."""
LEFT = 2
"""The aim after opening: the least score left, where an OKEY left counts 101. Rule A12.3."""

HELD_OKEY = 101
TOTAL = 64
OKEY = 16
ROW_BITS = 26
ROW = (1 << ROW_BITS) - 1
ANY = 0x1555555
"""The bits of a row that say: at least one."""
STARTS = 0x155555
"""Those from 1 to 11, where a run may start."""
SLOTS = 1 << 16
MOST_WILD = 2
MOST_GROUPS = 3

# One word an entry, the key above and the score below, so that a reader never meets half an entry.
REMEMBERED = array("q", bytes(8 * SLOTS))


def best_score(hand: int, okey: int, aim: int) -> int:
    """Returns the score of the best melds of a hand; ``total_of`` reads the total off it.

    Args:
        hand: Any set of tiles, as a mask.
        okey: The face that is wild, in ``[0, 51]``.
        aim: ``SERIES``, ``TILES`` or ``LEFT``.
    """
    rows = [0] * 4
    reach = [0] * 39
    wild = _count(hand, okey, rows)
    _fill_reach(reach, rows, aim)
    return _best(12, rows[0], rows[1], rows[2], rows[3], wild, aim, reach, 0)


def total_of(score: int) -> int:
    """Returns the total in a score: points, tiles, or points not left, by aim."""
    return (score + TOTAL - 1) // TOTAL


def best_melds(hand: int, okey: int, aim: int) -> list[tuple[int, ...]]:
    """Returns the best melds of a hand as tuples of faces, in the order they are written.

    Args are those of ``best_score``.
    """
    rows = [0] * 4
    reach = [0] * 39
    wild = _count(hand, okey, rows)
    _fill_reach(reach, rows, aim)
    score = _best(12, rows[0], rows[1], rows[2], rows[3], wild, aim, reach, 0)
    melds: list[tuple[int, ...]] = []
    if score > 0:
        wild, score = _take_groups(melds, rows, wild, aim, reach, score)
        _take_runs(melds, rows, wild, aim, score)
    return melds


def _count(hand: int, okey: int, rows: list[int]) -> int:
    """Fills the rows of a hand and returns its number of OKEYs."""
    wild = hand >> 2 * okey & 3
    hand = hand & ~(3 << 2 * okey) | (hand >> 104) << 2 * okey
    for colour in range(4):
        tiles = hand >> ROW_BITS * colour & ROW
        rows[colour] = (tiles | tiles >> 1) & ANY | (tiles & tiles >> 1 & ANY) << 1
    return (wild & 1) + (wild >> 1)


def _gain(number: int, tiles: int, wild: int, melds: int, aim: int) -> int:
    """Returns the score of groups of one number, or of a part of a run at one number."""
    if aim == SERIES:
        return TOTAL * number * tiles - OKEY * wild - melds
    if aim == TILES:
        return TOTAL * tiles - OKEY * wild - melds
    return TOTAL * (number * (tiles - wild) + HELD_OKEY * wild) - OKEY * wild - melds


# Runs.


def _runs(row: int, wild: int, aim: int) -> int:
    """Returns the best score of the runs of a row with at most so many OKEYs."""
    row &= _in_reach(row, wild)
    if row == 0:
        return 0
    key = row << 4 | wild << 2 | aim
    slot = key * 0x9E3779B1 >> 20 & SLOTS - 1
    entry = REMEMBERED[slot]
    if entry >> 20 == key:
        return entry & 0xFFFFF
    score = _runs_anew(row, wild, aim)
    REMEMBERED[slot] = key << 20 | score
    return score


def _in_reach(row: int, wild: int) -> int:
    """Returns the places of a row that some run of three with so many OKEYs covers."""
    if wild >= MOST_WILD:
        return ROW
    first, second, third = row & STARTS, row >> 2 & STARTS, row >> 4 & STARTS
    starts = first & second & third if wild == 0 else first & second | (first | second) & third
    covered = starts | starts << 2 | starts << 4
    return covered | covered << 1


def _runs_anew(row: int, wild: int, aim: int) -> int:
    lowest = 0
    while not row >> 2 * lowest & 1:
        lowest += 1
    best = _runs(row & ~(3 << 2 * lowest), wild, aim)
    for start in range(lowest - wild if lowest > wild else 0, lowest + 1):
        score = _runs_from(start, row, wild, aim)
        if score > best:
            best = score
    return best


def _runs_from(start: int, row: int, wild: int, aim: int) -> int:
    """Returns the best score of the runs of a row of which one starts at a place."""
    best = 0
    score = -1
    for place in range(start, 13):
        if row >> 2 * place & 1:
            row -= 1 << 2 * place + (row >> 2 * place + 1 & 1)
            score += _gain(place + 1, 1, 0, 0, aim)
        elif wild > 0:
            wild -= 1
            score += _gain(place + 1, 1, 1, 0, aim)
        else:
            break
        if place >= start + 2:
            with_rest = score + _runs(row, wild, aim)
            if with_rest > best:
                best = with_rest
    return best


def _all_runs(red: int, yellow: int, blue: int, black: int, wild: int, aim: int) -> int:
    """Returns the best score of the runs of four rows that share so many OKEYs."""
    rows = [red, yellow, blue, black]
    none = 0
    one = 0
    two = 0
    for colour in range(4):
        plain = _runs(rows[colour], 0, aim)
        if wild > 0:
            helped = _runs(rows[colour], 1, aim)
            if wild > 1:
                two = max(two + plain, one + helped, none + _runs(rows[colour], 2, aim))
            one = max(one + plain, none + helped)
        none += plain
    if wild == 0:
        return none
    return one if wild == 1 else two


def _take_runs(melds: list[tuple[int, ...]], rows: list[int], wild: int, aim: int, score: int) -> None:
    """Appends the runs that make up a score, in the order they are written."""
    for colour in range(4):
        row = rows[colour]
        rows[colour] = 0
        for spent in range(wild, -1, -1):
            others = _all_runs(rows[0], rows[1], rows[2], rows[3], wild - spent, aim)
            if _runs(row, spent, aim) + others == score:
                _take_row(melds, colour, row, spent, aim)
                wild -= spent
                score = others
                break


def _take_row(melds: list[tuple[int, ...]], colour: int, row: int, wild: int, aim: int) -> None:
    target = _runs(row, wild, aim)
    high = 12
    low = 0
    while target > 0:
        gaps = 0
        left = row
        score = -1
        for place in range(low, high + 1):
            if row >> 2 * place & 1:
                left -= 1 << 2 * place + (row >> 2 * place + 1 & 1)
                score += _gain(place + 1, 1, 0, 0, aim)
            else:
                gaps += 1
                score += _gain(place + 1, 1, 1, 0, aim)
        if gaps <= wild and score + _runs(left, wild - gaps, aim) == target:
            melds.append(tuple(range(13 * colour + low, 13 * colour + high + 1)))
            row = left
            wild -= gaps
            target -= score
        elif low < high - 2:
            low += 1
        else:
            low = 0
            high -= 1


# Groups.


def _best(
    place: int,
    red: int,
    yellow: int,
    blue: int,
    black: int,
    wild: int,
    aim: int,
    reach: list[int],
    floor: int,
) -> int:
    """Returns the best score of runs and of groups at this place and below; ``floor`` if not above it."""
    runs = _all_runs(red, yellow, blue, black, wild, aim)
    if runs > floor:
        floor = runs
    while place >= 0 and runs + reach[3 * place + wild] > floor:
        bits = 2 * place
        code = 256 * wild + _code(bits, red, yellow, blue, black)
        below = reach
        for index in range(FIRST[code], FIRST[code + 1]):
            option = OPTIONS[index]
            cost = option >> 8 & 3
            gain = _gain(place + 1, option >> 10 & 15, cost, option >> 14 & 3, aim)
            ahead = below[3 * place - 3 + wild - cost] if place > 0 else 0
            if gain + runs + ahead > floor:
                score = gain + _best(
                    place - 1,
                    red - ((option & 3) << bits),
                    yellow - ((option >> 2 & 3) << bits),
                    blue - ((option >> 4 & 3) << bits),
                    black - ((option >> 6 & 3) << bits),
                    wild - cost,
                    aim,
                    reach,
                    floor - gain,
                )
                if score > floor:
                    floor = score
        place -= 1
    return floor
