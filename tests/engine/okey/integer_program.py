"""The best arrangement as an integer program, solved by HiGHS: a second opinion that shares no code.

It knows nothing of the engine. A hand is how many tiles it has of each colour (0 to 3) and number (1 to
13), the false okeys counted as the okey's face, and how many wild tiles. Every run and group that can be
is a variable, and so is, for each face, how many natural and how many wild tiles lie there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import highspy

Spot = tuple[int, int]
"""A colour and a number."""

RUNS = [
    tuple((colour, number) for number in range(low, high + 1))
    for colour in range(4)
    for low in range(1, 12)
    for high in range(low + 2, 14)
]
GROUPS = [
    tuple((colour, number) for colour in colours)
    for number in range(1, 14)
    for count in (3, 4)
    for colours in combinations(range(4), count)
]
MELDS = RUNS + GROUPS
SPOTS = [(colour, number) for colour in range(4) for number in range(1, 14)]


@dataclass(frozen=True)
class Hand:
    """What a hand holds."""

    natural: Mapping[Spot, int]
    wild: int

    @property
    def size(self) -> int:
        return sum(self.natural.values()) + self.wild


@dataclass(frozen=True)
class Answer:
    """An optimum."""

    total: int
    """Points, or pairs."""
    wild: int
    """Wild tiles spent."""
    melds: int


class Program:
    """Columns and rows, and the way to solve them."""

    def __init__(self) -> None:
        self.columns: list[tuple[float, float]] = []
        self.rows: list[tuple[dict[int, float], float, float]] = []

    def variable(self, most: float, gain: float) -> int:
        self.columns.append((most, gain))
        return len(self.columns) - 1

    def row(self, terms: dict[int, float], low: float, high: float) -> None:
        self.rows.append((terms, low, high))

    def model(self) -> highspy.Highs:
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(self.columns), len(self.rows)
        lp.sense_ = highspy.ObjSense.kMaximize
        lp.col_cost_ = [gain for _, gain in self.columns]
        lp.col_lower_ = [0.0] * len(self.columns)
        lp.col_upper_ = [most for most, _ in self.columns]
        lp.integrality_ = [highspy.HighsVarType.kInteger] * len(self.columns)
        lp.row_lower_ = [low for _, low, _ in self.rows]
        lp.row_upper_ = [high for _, _, high in self.rows]
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        starts = [0]
        for terms, _, _ in self.rows:
            starts.append(starts[-1] + len(terms))
        lp.a_matrix_.start_ = starts
        lp.a_matrix_.index_ = [column for terms, _, _ in self.rows for column in terms]
        lp.a_matrix_.value_ = [factor for terms, _, _ in self.rows for factor in terms.values()]
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("mip_rel_gap", 0.0)
        highs.setOptionValue("threads", 1)
        highs.passModel(lp)
        return highs


def solved(highs: highspy.Highs) -> list[int] | None:
    """Returns the optimum's columns, or ``None`` when there is no solution."""
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    assert highspy.HighsModelStatus.kOptimal == status
    return [round(value) for value in highs.getSolution().col_value]


class Series:
    """Runs and groups of a hand: the highest total, then fewest wild tiles, then fewest melds."""

    def __init__(
        self, hand: Hand, keep: int = 1, must_use: Spot | str | None = None, whole: bool = False
    ) -> None:
        self.program = Program()
        self.melds = [meld for meld in MELDS if sum(not hand.natural.get(spot) for spot in meld) <= hand.wild]
        gain = 0 if whole else 100
        self.laid = [
            self.program.variable(3, gain * sum(number for _, number in meld) - 1) for meld in self.melds
        ]
        own = {spot: self.program.variable(hand.natural.get(spot, 0), 0) for spot in SPOTS}
        self.wild = {spot: self.program.variable(hand.wild, -10) for spot in SPOTS}
        for spot in SPOTS:
            covers = {column: 1.0 for column, meld in zip(self.laid, self.melds, strict=True) if spot in meld}
            self.program.row(covers | {own[spot]: -1, self.wild[spot]: -1}, 0, 0)
        self.program.row(dict.fromkeys(self.wild.values(), 1.0), 0, hand.wild)
        size = {column: len(meld) for column, meld in zip(self.laid, self.melds, strict=True)}
        if whole:
            self.program.row(size, hand.size - 1, hand.size - 1)
        else:
            self.program.row(size, 0, hand.size - keep)
        if must_use == "wild":
            self.program.row(dict.fromkeys(self.wild.values(), 1.0), 1, 4)
        elif isinstance(must_use, tuple):
            self.program.row({own[must_use]: 1}, 1, 2)
        self.model = self.program.model()

    def solve(self) -> Answer | None:
        columns = solved(self.model)
        if columns is None:
            return None
        chosen = [(columns[column], meld) for column, meld in zip(self.laid, self.melds, strict=True)]
        return Answer(
            total=sum(count * sum(number for _, number in meld) for count, meld in chosen),
            wild=sum(columns[column] for column in self.wild.values()),
            melds=sum(count for count, _ in chosen),
        )


def pairs(hand: Hand, keep: int = 1, must_use: Spot | str | None = None) -> Answer | None:
    """Returns the most pairs, then the fewest wild tiles."""
    program = Program()
    both = {spot: program.variable(1, 100) for spot in SPOTS}
    helped = {spot: program.variable(2, 90) for spot in SPOTS}
    wild = program.variable(1, 80)
    for spot in SPOTS:
        program.row({both[spot]: 2, helped[spot]: 1}, 0, hand.natural.get(spot, 0))
    spent = dict.fromkeys(helped.values(), 1.0) | {wild: 2.0}
    program.row(spent, 1 if must_use == "wild" else 0, hand.wild)
    every = [*both.values(), *helped.values(), wild]
    program.row(dict.fromkeys(every, 2.0), 0, hand.size - keep)
    if isinstance(must_use, tuple):
        program.row({both[must_use]: 1, helped[must_use]: 1}, 1, 2)
    columns = solved(program.model())
    if columns is None:
        return None
    total = sum(columns[column] for column in every)
    return Answer(total, int(sum(columns[column] * count for column, count in spent.items())), total)
