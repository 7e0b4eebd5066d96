"""The table actions that leave the least in the hand, for a seat that has opened.

What counts is what the seat would score if the hand ended with its discard: the tiles left (rule A12.3,
an OKEY as 101), and the penalty of the discard (rule A11.1). Finishing leaves nothing, and finishing with
an OKEY is better still, for it doubles (rule A10.2). Of plans that come to the same the first found is
taken; the order of search is fixed.

Claims come first, then lay-offs, then pairs; for what is left the kernel knows the best runs and groups, a
lower bound that ignores only where OKEYs can go and which discards are fined. Where that bound is not
reached, the remaining actions are tried one by one. So the answer is exact.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from engine.okey.aims import ABOVE, LEFT, total_of
from engine.okey.legal import fined_tiles, why_not
from engine.okey.moves import Discard, LaySeries, Move, PutBack
from engine.okey.play import PENALTY
from engine.okey.score import HELD_OKEY
from engine.okey.series import KERNEL, one_of_each_print
from engine.okey.state import SEATS, Phase, State
from engine.okey.steps import (
    Line,
    claims,
    extended,
    key_of,
    layoffs,
    lays,
    okey_layoffs,
    pairs,
    reached,
    series,
)
from engine.okey.tiles import (
    EMPTY,
    Face,
    Hand,
    Tile,
    holds,
    is_okey,
    okeys,
    only,
    remove,
    size,
    sum_of_numbers,
    tiles_of,
)
from engine.okey.view import View

_CODE: Final[Any] = KERNEL.code
Cost = tuple[int, bool]
"""The score, and whether the hand ends with a tile that does not double. Less is better."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The rest of a turn."""

    moves: tuple[Move, ...]
    """Each legal after those before it. The last is the discard; or the only one puts back a tile taken
    from the left, where that cannot be used (rule A4.4)."""
    left: int
    """What the tiles left score if the hand ends now; 0 when it is finished. Rule A12.3."""
    fine: int
    """What the discard costs, 0 or 101. Rule A11.1."""


def least_left(view: View, expired: Callable[[], bool] = lambda: False) -> Plan:
    """Returns the table actions and the discard that leave the least score.

    Args:
        view: What the seat to move may know. It has opened and drawn.
        expired: Is asked again and again. From when it says so, the best plan found so far is the answer.

    Raises:
        ValueError: The viewer is not to move, has not drawn, or has not opened.
    """
    state = _position(view)
    search = _Search(state, expired)
    for line in search.lines(Line((), state)):
        if search.best is not None and expired():
            break
        search.complete(line)
    if search.best is None:
        tile = state.taken
        assert tile is not None, "without a duty any tile may be discarded"  # noqa: S101
        return Plan((PutBack(),), search.weight(remove(view.hand, only(tile))), 0)
    return search.best


def _position(view: View) -> State:
    """Returns a position that is as the viewer sees it; hidden tiles are nowhere."""
    seat = view.viewer
    if seat is None or seat != view.seat or view.phase is not Phase.PLAY:
        raise ValueError("the viewer is not to play")
    if view.openings[seat] is None:
        raise ValueError("the viewer has not opened")
    return State(
        rules=view.rules,
        order=bytes((view.indicator,)),
        starter=view.starter,
        hands=tuple(view.hand if each == seat else EMPTY for each in range(SEATS)),
        stock=view.stock,
        discards=view.discards,
        melds=view.melds,
        owners=view.owners,
        openings=view.openings,
        penalties=view.penalties,
        seat=seat,
        phase=view.phase,
        turn=view.turn,
        taken=view.taken,
        layoffs=view.layoffs,
        ply=view.ply,
        known=view.known,
    )


class _Search:
    """The best plan so far, and what it takes to beat it."""

    def __init__(self, state: State, expired: Callable[[], bool]) -> None:
        self.expired = expired
        opening = state.openings[state.seat]
        self.series = opening is not None and not opening.pairs
        self.okey = state.okey
        self.penalties = state.rules.penalties
        self.factor = 1 if self.series else state.rules.pairs_hand_factor
        flat = state.rules.held_okey_mode == "flat"
        self.held_okey = HELD_OKEY if flat else HELD_OKEY * self.factor
        self.best: Plan | None = None
        self.cost: Cost = (1 << 30, True)

    def weight(self, hand: Hand) -> int:
        """Returns what some tiles score when they are left. Rule A12.3."""
        wild = size(Hand(hand & okeys(self.okey)))
        return self.factor * _points(hand, self.okey) + self.held_okey * wild

    def lines(self, start: Line) -> list[Line]:
        """Returns the claims, lay-offs and pairs to choose from, the most promising first."""
        lines = [start]
        for steps in (claims, layoffs, pairs):
            further = (after for line in lines for after in reached(line, steps))
            lines = _each_once(takewhile(lambda _: not self.expired(), further)) or lines
        lines = [after for line in lines for after in _duty_done(line)]
        promise = self.weight if self.expired() else self.least
        return sorted(lines, key=lambda line: promise(line.hand))

    def least(self, hand: Hand) -> int:
        """Returns a bound: what runs and groups must leave of a hand at least, if OKEYs find a place."""
        laid = 0
        without = hand
        for wild in (*tiles_of(Hand(hand & okeys(self.okey))), None):
            if self.series:
                laid = max(laid, total_of(_CODE.best_score(without, self.okey, LEFT)) % ABOVE)
            if wild is not None:
                without = remove(without, only(wild))
        return self.factor * (_points(hand, self.okey) - laid)

    def bound(self, hand: Hand, discard: Tile) -> Cost:
        """Returns what no completion that ends with a discard can cost less than."""
        rest = remove(hand, only(discard))
        least = self.least(rest)
        wild = is_okey(discard, self.okey)
        if least == 0:
            return 0, not wild
        return least + (PENALTY if wild and self.penalties else 0), True

    def complete(self, line: Line) -> None:
        """Looks for the best runs and groups, lay-offs of OKEYs, and discard after some actions."""
        missed = False
        least = self.least(line.hand)
        for discard in self.discards(line):
            if least - self.weight(only(discard)) > self.cost[0]:
                break
            bound = self.bound(line.hand, discard)
            if bound < self.cost:
                reached_cost = min(
                    (self.judge(each, discard) for each in self.proposals(line, discard)), default=None
                )
                missed = missed or reached_cost is None or reached_cost > bound
        if missed:
            self.try_all(line)

    def discards(self, line: Line) -> list[Tile]:
        """Returns the tiles to discard, one of each print, those that would score most first."""
        tiles = one_of_each_print(line.hand)
        return sorted(tiles, key=lambda tile: -self.weight(only(tile)))

    def proposals(self, line: Line, discard: Tile) -> Iterator[Line]:
        """Yields lines with the kernel's runs and groups, and OKEYs left over laid off wherever they fit."""
        rest = remove(line.hand, only(discard))
        wild = list(tiles_of(Hand(rest & okeys(self.okey))))
        for spare in range(len(wild) + 1):
            if spare:
                rest = remove(rest, only(wild[spare - 1]))
            after: Line | None = line
            if self.series:
                melds, _, _ = _CODE.lay(rest, self.okey, _CODE.best_melds(rest, self.okey, LEFT), -1)
                after = extended(line, tuple(LaySeries(meld) for meld in melds))
            while after is not None:
                yield after
                after = self.without_okey(after, discard)

    def without_okey(self, line: Line, discard: Tile) -> Line | None:
        """Returns a line with an OKEY laid off, other than the one to discard, where one fits."""
        for step in okey_layoffs(line.state):
            after = extended(line, step)
            if after is not None and holds(after.hand, discard):
                return after
        return None

    def judge(self, line: Line, discard: Tile) -> Cost:
        """Returns what a line costs with a discard, and keeps it where it is the best so far."""
        state = line.state
        if not holds(line.hand, discard) or why_not(state, state.seat, Discard(discard)) is not None:
            return 1 << 30, True
        left = self.weight(remove(line.hand, only(discard)))
        fined = left and self.penalties and holds(fined_tiles(state), discard)
        fine = PENALTY if fined else 0
        cost = left + fine, bool(left) or not is_okey(discard, self.okey)
        if cost < self.cost:
            self.cost = cost
            self.best = Plan((*line.moves, Discard(discard)), left, fine)
        return cost

    def try_all(self, start: Line) -> None:
        """Tries every run, group and lay-off of an OKEY that could still lead to a better plan."""
        known = set()
        waiting = [start]
        while waiting:
            line = waiting.pop()
            discards = [each for each in self.discards(line) if self.bound(line.hand, each) < self.cost]
            if not discards or (key := key_of(line)) in known:
                continue
            known.add(key)
            for discard in discards:
                self.judge(line, discard)
            for steps in (okey_layoffs, series):
                after = (extended(line, step) for step in steps(line.state))
                waiting.extend(each for each in after if each is not None)


def _each_once(lines: Iterable[Line]) -> list[Line]:
    return list({key_of(line): line for line in lines}.values())


def _duty_done(line: Line) -> Iterator[Line]:
    """Yields the line, or what it becomes by using the tile taken from the left. Rule A4.3."""
    taken = line.state.taken
    if taken is None:
        yield line
        return
    for steps in (series, okey_layoffs):
        for step in steps(line.state):
            if lays(step, taken) and (after := extended(line, step)) is not None:
                yield after


def _points(hand: Hand, okey: Face) -> int:
    """Returns the sum of the numbers of some tiles; OKEYs count nothing."""
    return sum_of_numbers(remove(hand, okeys(okey)), okey)
