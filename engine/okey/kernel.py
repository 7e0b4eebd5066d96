"""The best runs and groups of a hand, exactly: the hot part of ``arrange``, small, typed, compilable.

This is ordinary Python. ``kernel.pxd`` gives Cython the C types, setup.py builds ``engine.okey._kernel`` of
both where there is a C compiler, and ``kernels`` chooses which runs. Measured on 22-tile hands, Cython makes
it 50 times faster, mypyc 6 times: it keeps shifts and table look-ups on Python's own integers.

*Counts.* A *row* holds the tiles of one colour, two bits a number, the 1 lowest: 00 none, 01 one, 11 two.
A FALSE counts as the okey face (rule A1.6); OKEYs are a bare number, ``wild``. Where melds need a face more
often than the hand has it, OKEYs fill in: how many such gaps there are matters, never whose they are.

*Search.* The groups of one number are an option of ``meld_tables``. A depth-first search chooses options
from 13 down to 1; what they leave of each row goes to runs. The best runs of a row come from its lowest
tile, which is unused or in a run that starts there or just below; results are remembered in a table of fixed
size. A branch ends when all groups below it and all runs together could not beat the best so far: exact.

*Score.* One integer ranks arrangements under one of the ``aims``. Among equals ``best_melds`` returns what
is written first (see ``arrangement``); an OKEY as good in runs of two colours goes to the first.
"""

from array import array

from engine.okey.aims import ABOVE, LEFT, OKEY, SERIES_FREELY, TILES, TOTAL
from engine.okey.meld_tables import FIRST, GROUP_FACES, LARGEST, MOST_OKEYS, OPTIONS, RUN_FACES
from engine.okey.melds import Placed
from engine.okey.moves import Layout
from engine.okey.tiles import FALSE, Face, Tile

Melds = list[tuple[int, ...]]
BIT = 1
ROW = (BIT << 26) - 1
HALF = (BIT << 52) - 1
ANY = 0x1555555  # The bits of a row that say: at least one.
STARTS = 0x155555  # Those from 1 to 11, where a run may start.
SLOTS = 1 << 16
SPREAD = 0x9E3779B1  # A multiplier that scatters keys over the slots.

# One word an entry, the key above and the score below, so that a reader never meets half an entry.
REMEMBERED = array("q", bytes(8 * SLOTS))
NATURAL = [Placed(Tile(tile)) for tile in range(106)]


def best_score(hand: int, okey: int, aim: int, floor: int = 0) -> int:
    """Returns the score of the best melds of a hand under an aim; ``floor`` if it is not above that."""
    rows = [0] * 4
    reach = [0] * 39
    wild = _count(hand, okey, rows)
    _fill_reach(reach, rows, wild, aim)
    return _best(12, rows, wild, aim, reach, floor)


def best_melds(hand: int, okey: int, aim: int) -> Melds:
    """Returns the best melds of a hand as tuples of faces, in the order they are written."""
    rows = [0] * 4
    reach = [0] * 39
    wild = _count(hand, okey, rows)
    _fill_reach(reach, rows, wild, aim)
    score = _best(12, rows, wild, aim, reach, 0)
    melds: Melds = []
    wild = _take_groups(melds, rows, wild, aim, reach, score)
    _take_runs(melds, rows, wild, aim)
    return melds


def lay(hand: int, okey: int, melds: Melds, first: int) -> tuple[tuple[Layout, ...], int, int]:
    """Returns melds as laid out of a hand that has the tiles for them, the tiles left, and the total.

    Natural tiles go before OKEYs, and of two of one print ``first`` or else the lower.
    """
    halves = [hand & HALF, hand >> 52]
    layouts = []
    total = 0
    for faces in melds:
        layout = []
        for face in faces:
            total += face % 13 + 1
            tile = _take_tile(FALSE if face == okey else face, halves, first)
            if tile >= 0:
                layout.append(NATURAL[tile])
            else:
                layout.append(Placed(Tile(_take_tile(okey, halves, first)), Face(face)))
        layouts.append(tuple(layout))
    left = halves[1]
    return tuple(layouts), left << 52 | halves[0], total


def _take_tile(kind: int, halves: list[int], first: int) -> int:
    """Takes a tile of a print out of a hand and returns it; -1 if there is none."""
    half = 1 if kind >= 26 else 0
    held = halves[half] >> 2 * kind - 52 * half & 3
    if held == 0:
        return -1
    tile = first if held == 3 and first >> 1 == kind else 2 * kind + (held == 2)
    halves[half] -= BIT << tile - 52 * half
    return tile


def _count(hand: int, okey: int, rows: list[int]) -> int:
    """Fills the rows of a hand and returns its number of OKEYs."""
    low = hand & HALF
    high = hand >> 52
    tiles = [low & ROW, low >> 26, high & ROW, high >> 26 & ROW]
    at = 2 * (okey % 13)
    wild = tiles[okey // 13] >> at & 3
    tiles[okey // 13] += (high >> 52 << at) - (wild << at)
    for colour in range(4):
        rows[colour] = (tiles[colour] | tiles[colour] >> 1) & ANY | (
            tiles[colour] & tiles[colour] >> 1 & ANY
        ) << 1
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


def _runs(row: int, wild: int, aim: int) -> int:
    """Returns the best score of the runs of a row with at most so many OKEYs."""
    if wild < MOST_OKEYS:  # Drop what no run of three with so many OKEYs covers.
        first, second, third = row & STARTS, row >> 2 & STARTS, row >> 4 & STARTS
        starts = first & second & third if wild == 0 else first & second | (first | second) & third
        covered = starts | starts << 2 | starts << 4
        row &= covered | covered << 1
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
    if wild == 0:
        return (
            _runs(rows[0], 0, aim) + _runs(rows[1], 0, aim) + _runs(rows[2], 0, aim) + _runs(rows[3], 0, aim)
        )
    none = 0
    one = 0
    two = 0
    for colour in range(4):
        plain = _runs(rows[colour], 0, aim)
        helped = _runs(rows[colour], 1, aim)
        if wild > 1:
            two = max(two + plain, one + helped, none + _runs(rows[colour], 2, aim))
        one = max(one + plain, none + helped)
        none += plain
    return two if wild > 1 else one


def _take_runs(melds: Melds, rows: list[int], wild: int, aim: int) -> None:
    """Appends the best runs, in the order they are written, and takes all rows."""
    for colour in range(4):
        row = rows[colour]
        if _runs(row, wild, aim) > 0:
            score = _all_runs(rows, wild, aim)
            rows[colour] = 0
            spent = wild
            while spent > 0 and _runs(row, spent, aim) + _all_runs(rows, wild - spent, aim) < score:
                spent -= 1
            _take_row(melds, colour, row, spent, aim)
            wild -= spent


def _take_row(melds: Melds, colour: int, row: int, wild: int, aim: int) -> None:
    high = 12
    score = _runs(row, wild, aim)
    while score > 0 and high > 1:
        low = _low_end(row, high, wild, aim, score)
        if low < 0:
            high -= 1
            continue
        melds.append(RUN_FACES[169 * colour + 13 * low + high])
        for place in range(low, high + 1):
            if row >> 2 * place & 1:
                row = _without(row, place)
            else:
                wild -= 1
        score = _runs(row, wild, aim)


def _low_end(row: int, high: int, wild: int, aim: int, score: int) -> int:
    """Returns where the shortest run starts that ends at a place and is among the best; -1 for none."""
    score += 1
    for place in range(high, -1, -1):
        if row >> 2 * place & 1:
            row = _without(row, place)
            score -= _gain(place + 1, 1, 0, 0, aim)
        elif wild > 0:
            wild -= 1
            score -= _gain(place + 1, 1, 1, 0, aim)
        else:
            return -1
        if place <= high - 2 and _runs(row, wild, aim) == score:
            return place
    return -1


def _count_at(place: int, rows: list[int]) -> int:
    """Returns the count of one number, as ``meld_tables`` has it."""
    bits = 2 * place
    low = (rows[0] >> bits & 3) | (rows[1] >> bits & 3) << 2
    return low | (rows[2] >> bits & 3) << 4 | (rows[3] >> bits & 3) << 6


def _fill_reach(reach: list[int], rows: list[int], most: int, aim: int) -> None:
    """Fills in a bound by place and OKEYs: the best score of groups there and below, were there no runs."""
    for place in range(13):
        count = _count_at(place, rows)
        for wild in range(most + 1):
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
    """Returns the best score that begins with an option of groups at a place; ``floor`` if not above it."""
    cost = option >> 8 & 3
    gain = _gain(place + 1, option >> 10 & 15, cost, option >> 14 & 3, aim)
    if gain + runs + (reach[3 * place - 3 + wild - cost] if place > 0 else 0) <= floor:
        return floor  # Even if all runs stayed as they are.
    left = [0] * 4
    for colour in range(4):
        left[colour] = rows[colour] - ((option >> 2 * colour & 3) << 2 * place)
    return gain + _best(place - 1, left, wild - cost, aim, reach, floor - gain)


def _take_groups(melds: Melds, rows: list[int], wild: int, aim: int, reach: list[int], score: int) -> int:
    """Appends the best groups, in the order they are written, takes their tiles, returns the OKEYs left."""
    runs = _all_runs(rows, wild, aim)
    for place in range(12, -1, -1):
        at = 256 * wild + _count_at(place, rows)
        for index in range(FIRST[at], FIRST[at + 1]):
            option = OPTIONS[index]
            if _best_after(option, place, rows, runs, wild, aim, reach, score - 1) == score:
                for colour in range(4):
                    rows[colour] -= (option >> 2 * colour & 3) << 2 * place
                for group in range(option >> 14 & 3):
                    melds.append(GROUP_FACES[13 * (option >> 16 + 4 * group & 15) + place])
                wild -= option >> 8 & 3
                score -= _gain(place + 1, option >> 10 & 15, option >> 8 & 3, option >> 14 & 3, aim)
                runs = _all_runs(rows, wild, aim)
                break
    return wild
