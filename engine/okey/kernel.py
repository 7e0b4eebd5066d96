"""The best runs and groups of a hand, exactly: the hot part of ``arrange``, small, typed, compilable.

This is ordinary Python. ``kernel.pxd`` gives Cython the C types, setup.py builds ``engine.okey._kernel`` of
both where there is a C compiler, and ``kernels`` chooses which runs. Measured on 22-tile hands, Cython makes
it 50 times faster, mypyc 6 times: it keeps shifts and table look-ups on Python's own integers.

*Counts.* A *row* holds the tiles of one colour, two bits a number, the 1 lowest: 00 none, 01 one, 11 two.
A FALSE counts as the okey face (rule A1.6); OKEYs are a bare number, ``wild``. Where melds need a face
more often than the hand has it, OKEYs fill in. So only how many such gaps there are matters, never which
meld they fall into.

*Search.* The groups of one number are an option of ``group_options``. A depth-first search chooses options
from 13 down to 1; what they leave of each row goes to runs. The best runs of a row come from its lowest
tile, which is unused or in a run that starts there or just below; results are remembered in a table of fixed
size. A branch ends when all groups below it and all runs together could not beat the best so far: exact.

*Score.* One integer ranks arrangements under one of the ``aims``. Among equal scores
``best_melds`` returns what is written first (see ``arrangement``), and where runs of two colours could use
an OKEY equally well, gives it to the first.
"""

from __future__ import annotations

from array import array

from engine.okey.aims import ABOVE, LEFT, OKEY, SERIES_FREELY, TILES, TOTAL
from engine.okey.group_options import FACES, FIRST, LARGEST, MOST_OKEYS, OPTIONS

Melds = list[tuple[int, ...]]
"""The faces of each meld."""

ONE = 1
"""Has no C type: shifted, it has as many bits as a hand, which are more than a word's."""
ROW_BITS = 26
ROW = (1 << ROW_BITS) - 1
ANY = 0x1555555
"""The bits of a row that say: at least one."""
STARTS = 0x155555
"""Those from 1 to 11, where a run may start."""
SLOTS = 1 << 16
SPREAD = 0x9E3779B1
"""A multiplier that scatters keys over the slots."""

# One word an entry, the key above and the score below, so that a reader never meets half an entry.
REMEMBERED = array("q", bytes(8 * SLOTS))


def best_score(hand: int, okey: int, aim: int, floor: int = 0) -> int:
    """Returns the score of the best melds of a hand under an aim; ``floor`` if it is not above that."""
    rows = [0] * 4
    reach = [0] * 39
    wild = _count(hand, okey, rows)
    _fill_reach(reach, rows, aim)
    return _best(12, rows, wild, aim, reach, floor)


def best_melds(hand: int, okey: int, aim: int) -> Melds:
    """Returns the best melds of a hand as tuples of faces, in the order they are written."""
    rows = [0] * 4
    reach = [0] * 39
    wild = _count(hand, okey, rows)
    _fill_reach(reach, rows, aim)
    score = _best(12, rows, wild, aim, reach, 0)
    melds: Melds = []
    wild = _take_groups(melds, rows, wild, aim, reach, score)
    _take_runs(melds, rows, wild, aim)
    return melds


def lay(hand: int, okey: int, melds: Melds, first: int) -> tuple[list[list[tuple[int, int]]], int, int]:
    """Lays melds out of a hand that has the tiles and the OKEYs for them.

    Natural tiles go before OKEYs, and of two of one print ``first`` or else the lower. Returns the tiles
    of each meld, each with the face it stands for, or -1 for itself; the tiles left; the sum of all numbers.
    """
    laid = []
    total = 0
    for faces in melds:
        tiles = []
        for face in faces:
            meant = -1
            at = 104 if face == okey else 2 * face
            held = hand >> at & 3
            if held == 0:
                meant = face
                at = 2 * okey
                held = hand >> at & 3
            tile = first if held == 3 and first >> 1 == at >> 1 else at + (held == 2)
            hand &= ~(ONE << tile)
            total += face % 13 + 1
            tiles.append((tile, meant))
        laid.append(tiles)
    return laid, hand, total


def _count(hand: int, okey: int, rows: list[int]) -> int:
    """Fills the rows of a hand and returns its number of OKEYs."""
    wild = hand >> 2 * okey & 3
    hand = hand & ~(3 << 2 * okey) | (hand >> 104) << 2 * okey
    for colour in range(4):
        tiles = hand >> ROW_BITS * colour & ROW
        rows[colour] = (tiles | tiles >> 1) & ANY | (tiles & tiles >> 1 & ANY) << 1
    return (wild & 1) + (wild >> 1)


def _gain(number: int, tiles: int, wild: int, melds: int, aim: int) -> int:
    """Returns the score of some tiles of one number, OKEYs among them, in so many new melds."""
    worth = 1 if aim == TILES else number
    held = ABOVE if aim == LEFT else worth
    spent = 0 if aim == SERIES_FREELY else OKEY
    return TOTAL * (worth * (tiles - wild) + held * wild) - spent * wild - melds


def _without(row: int, place: int) -> int:
    """Returns a row with one tile less at a place that has one."""
    return row - (1 << 2 * place + (row >> 2 * place + 1 & 1))


def _in_reach(row: int, wild: int) -> int:
    """Returns the part of a row that some run of three with so many OKEYs covers."""
    if wild >= MOST_OKEYS:
        return row
    first, second, third = row & STARTS, row >> 2 & STARTS, row >> 4 & STARTS
    starts = first & second & third if wild == 0 else first & second | (first | second) & third
    covered = starts | starts << 2 | starts << 4
    return row & (covered | covered << 1)


def _runs(row: int, wild: int, aim: int) -> int:
    """Returns the best score of the runs of a row with at most so many OKEYs."""
    row = _in_reach(row, wild)
    if row == 0:
        return 0
    key = row << 4 | wild << 2 | aim
    slot = key * SPREAD >> 20 & SLOTS - 1
    entry = REMEMBERED[slot]
    if entry >> 20 == key:
        return entry & 0xFFFFF
    lowest = 0
    while not row >> 2 * lowest & 1:
        lowest += 1
    best = _runs(row & ~(3 << 2 * lowest), wild, aim)
    for start in range(lowest - wild if lowest > wild else 0, lowest + 1):
        best = max(best, _runs_from(start, row, wild, aim))
    REMEMBERED[slot] = key << 20 | best
    return best


def _runs_from(start: int, row: int, wild: int, aim: int) -> int:
    """Returns the best score of the runs of a row of which one starts at a place."""
    best = 0
    score = -1
    for place in range(start, 13):
        if row >> 2 * place & 1:
            row = _without(row, place)
            score += _gain(place + 1, 1, 0, 0, aim)
        elif wild > 0:
            wild -= 1
            score += _gain(place + 1, 1, 1, 0, aim)
        else:
            break
        if place >= start + 2:
            best = max(best, score + _runs(row, wild, aim))
    return best


def _all_runs(rows: list[int], wild: int, aim: int) -> int:
    """Returns the best score of the runs of four rows that share so many OKEYs."""
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
    return two if wild > 1 else one if wild > 0 else none


def _take_runs(melds: Melds, rows: list[int], wild: int, aim: int) -> None:
    """Appends the best runs, in the order they are written, and takes all rows."""
    for colour in range(4):
        score = _all_runs(rows, wild, aim)
        row = rows[colour]
        rows[colour] = 0
        spent = wild
        while _runs(row, spent, aim) + _all_runs(rows, wild - spent, aim) < score:
            spent -= 1
        _take_row(melds, colour, row, spent, aim)
        wild -= spent


def _take_row(melds: Melds, colour: int, row: int, wild: int, aim: int) -> None:
    for high in range(12, 1, -1):
        low = _low_end(row, high, wild, aim)
        while low >= 0:
            melds.append(tuple(range(13 * colour + low, 13 * colour + high + 1)))
            for place in range(low, high + 1):
                if row >> 2 * place & 1:
                    row = _without(row, place)
                else:
                    wild -= 1
            low = _low_end(row, high, wild, aim)


def _low_end(row: int, high: int, wild: int, aim: int) -> int:
    """Returns where the shortest run starts that ends at a place and is among the best; -1 for none."""
    if wild == 0 and not row >> 2 * high & 1:
        return -1
    target = _runs(row, wild, aim) + 1
    for place in range(high, -1, -1):
        if row >> 2 * place & 1:
            row = _without(row, place)
            target -= _gain(place + 1, 1, 0, 0, aim)
        elif wild > 0:
            wild -= 1
            target -= _gain(place + 1, 1, 1, 0, aim)
        else:
            return -1
        if place <= high - 2 and _runs(row, wild, aim) == target:
            return place
    return -1


def _count_at(place: int, rows: list[int]) -> int:
    """Returns the count of one number, as ``group_options`` has it."""
    count = 0
    for colour in range(4):
        count |= (rows[colour] >> 2 * place & 3) << 2 * colour
    return count


def _fill_reach(reach: list[int], rows: list[int], aim: int) -> None:
    """Fills in a bound by place and OKEYs: the best score of groups there and below, were there no runs."""
    for place in range(13):
        count = _count_at(place, rows)
        for wild in range(3):
            best = 0
            for cost in range(wild + 1):
                largest = LARGEST[3 * count + cost]
                gain = _gain(place + 1, largest >> 2, cost, largest & 3, aim) if largest > 0 else 0
                best = max(best, gain + (reach[3 * place - 3 + wild - cost] if place > 0 else 0))
            reach[3 * place + wild] = best


def _best(place: int, rows: list[int], wild: int, aim: int, reach: list[int], floor: int) -> int:
    """Returns the best score of groups at this place and below and of runs; ``floor`` if not above it."""
    runs = _all_runs(rows, wild, aim)
    floor = max(floor, runs)
    while place >= 0 and runs + reach[3 * place + wild] > floor:
        at = 256 * wild + _count_at(place, rows)
        for index in range(FIRST[at], FIRST[at + 1]):
            floor = max(floor, _best_after(OPTIONS[index], place, rows, runs, wild, aim, reach, floor))
        place -= 1
    return floor


def _best_after(
    option: int, place: int, rows: list[int], runs: int, wild: int, aim: int, reach: list[int], floor: int
) -> int:
    """Returns the best score that begins with an option of groups at a place; ``floor`` if not above it.

    ``runs`` is what all runs could score if the option took nothing from them.
    """
    bits = 2 * place
    cost = option >> 8 & 3
    gain = _gain(place + 1, option >> 10 & 15, cost, option >> 14 & 3, aim)
    if gain + runs + (reach[3 * place - 3 + wild - cost] if place > 0 else 0) <= floor:
        return floor
    left = [
        rows[0] - ((option & 3) << bits),
        rows[1] - ((option >> 2 & 3) << bits),
        rows[2] - ((option >> 4 & 3) << bits),
        rows[3] - ((option >> 6 & 3) << bits),
    ]
    return gain + _best(place - 1, left, wild - cost, aim, reach, floor - gain)


def _take_groups(melds: Melds, rows: list[int], wild: int, aim: int, reach: list[int], score: int) -> int:
    """Appends the groups of the best melds, in the order they are written, and takes their tiles.

    Returns the OKEYs that remain for runs.
    """
    runs = _all_runs(rows, wild, aim)
    for place in range(12, -1, -1):
        at = 256 * wild + _count_at(place, rows)
        for index in range(FIRST[at], FIRST[at + 1]):
            option = OPTIONS[index]
            if _best_after(option, place, rows, runs, wild, aim, reach, score - 1) == score:
                for colour in range(4):
                    rows[colour] -= (option >> 2 * colour & 3) << 2 * place
                for group in range(option >> 14 & 3):
                    melds.append(FACES[13 * (option >> 16 + 4 * group & 15) + place])
                wild -= option >> 8 & 3
                score -= _gain(place + 1, option >> 10 & 15, option >> 8 & 3, option >> 14 & 3, aim)
                runs = _all_runs(rows, wild, aim)
                break
    return wild
