"""Arranging a hand of 22 tiles: beside an empty call, an integer program, and ``okey-solver-py``.

All look at the same hands, and the figures of a round are those of one run. The integer program's model is
built outside the timer. ``okey-solver-py`` is also asked how often it is right: whether its melds are legal
and no others come to more.
"""

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any

import grpc

from engine.okey import kernel, series
from engine.okey.arrange import KERNEL, best_series
from engine.okey.tiles import FALSE
from services.runtime import loop
from tests.bench.effort import Effort
from tests.bench.harness import Absent, Benchmark, Measure
from tests.bench.load import bare_server, cost, empty_call
from tests.engine.okey import integer_program
from tests.engine.okey.racks import Held, dealt

try:
    import okey_solver
except ImportError:
    okey_solver = None

MEAN_COMPILED = 0.1
MEAN_INTERPRETED = 2.0
TWO_OKEYS = 1.0
"""Empty calls that an arrangement may cost: the mean, compiled and interpreted; p99 with two OKEYs."""
BESIDE_HIGHS = 500.0
"""How many times faster than the integer program."""
UNIT = "microseconds of CPU"
SLOW_HANDS = 100
"""Hands that a slow baseline arranges a round, of a full run."""

Figure = Callable[[Sequence[float]], float]
Prepare = Callable[[Held], Callable[[], object]]
"""Does what the timer is not to see, and returns the work."""


def p99(times: Sequence[float]) -> float:
    """Returns what 99 in 100 do not exceed."""
    return statistics.quantiles(times, n=100, method="inclusive")[98]


FIGURES: dict[str, Figure] = {
    "mean": statistics.fmean,
    "median": statistics.median,
    "p99": p99,
    "maximum": max,
}


class Shared:
    """One run of some work for all the figures of a round."""

    def __init__(self, work: Callable[[], list[float]]) -> None:
        self._work = work
        self._times: list[float] = []
        self._given: set[str] = set()

    def figure(self, name: str, figure: Figure = statistics.fmean) -> Measure:
        """Returns what measures a figure: of the last run, or of a new one where it has had that."""

        def measure() -> float:
            if not self._given or name in self._given:
                self._times = self._work()
                self._given.clear()
            self._given.add(name)
            return figure(self._times)

        return measure


@contextmanager
def benchmarks(effort: Effort) -> Iterator[list[Benchmark]]:
    """Runs a bare server, deals the hands, and gives the benchmarks."""
    random, few = Random(22), max(10, int(SLOW_HANDS * effort.seconds))
    hands = [dealt(random, 22) for _ in range(20 * few)]
    two_okeys = [dealt(random, 22, okeys=2) for _ in range(20 * few)]
    with asyncio.Runner(loop_factory=loop.factory()) as runner, bare_server() as (address, pid):
        channel = runner.run(_channel(address))
        call = empty_call(channel)
        empty = Shared(lambda: [1000 * runner.run(cost(call, [pid], effort.calls)).milliseconds])
        yield [
            *_beside_empty_call(hands, two_okeys, empty),
            *_beside("integer program (HiGHS)", hands[:few], _highs, 1 / BESIDE_HIGHS),
            *_beside("okey-solver-py", hands[:few], _okey_solver, None),
            _right_answers(hands[:few]),
        ]
        runner.run(channel.close())


async def _channel(address: str) -> grpc.aio.Channel:
    return grpc.aio.insecure_channel(address)


def _beside_empty_call(hands: list[Held], two_okeys: list[Held], empty: Shared) -> Iterator[Benchmark]:
    def beside(name: str, ours: Measure, target: float | None) -> Benchmark:
        baseline = empty.figure(name)
        return Benchmark(f"arrange {name}", UNIT, ours, baseline, "empty call", target, "at most")

    how, target = ("compiled", MEAN_COMPILED) if KERNEL.compiled else ("interpreted", MEAN_INTERPRETED)
    ours = Shared(partial(_ours, hands))
    for name, figure in FIGURES.items():
        yield beside(f"{how}, {name}", ours.figure(name, figure), target if name == "mean" else None)
    yield beside("two OKEYs, p99", Shared(partial(_ours, two_okeys)).figure("p99", p99), TWO_OKEYS)
    if KERNEL.compiled:
        slow = Shared(partial(_interpreted, hands[: len(hands) // 4]))
        yield beside("interpreted, mean", slow.figure("mean"), MEAN_INTERPRETED)


def _beside(name: str, hands: list[Held], prepare: Prepare, target: float | None) -> Iterator[Benchmark]:
    ours, theirs = Shared(partial(_ours, hands)), Shared(partial(_theirs, hands, prepare))
    for title, figure in FIGURES.items():
        yield Benchmark(
            f"arrange beside {name}, {title}",
            UNIT,
            ours.figure(title, figure),
            theirs.figure(title, figure),
            name,
            target if title == "mean" else None,
            "at most",
        )


def _right_answers(hands: list[Held]) -> Benchmark:
    best = Shared(lambda: [_best_total(held) for held in hands])

    def share(total: Callable[[Held], int | None]) -> Figure:
        return lambda highest: (
            sum(total(held) == each for held, each in zip(hands, highest, strict=True)) / len(hands)
        )

    ours, theirs = best.figure("ours", share(_own_total)), best.figure("theirs", share(_their_total))
    return Benchmark("arrange right answers", "share", ours, theirs, "okey-solver-py")


def _ours(hands: list[Held]) -> list[float]:
    return _times([partial(best_series, held.hand, held.okey) for held in hands])


def _interpreted(hands: list[Held]) -> list[float]:
    compiled, series._CODE = series._CODE, kernel
    try:
        return _ours(hands)
    finally:
        series._CODE = compiled


def _theirs(hands: list[Held], prepare: Prepare) -> list[float]:
    return _times([prepare(held) for held in hands])


def _times(work: Sequence[Callable[[], object]]) -> list[float]:
    """Returns the CPU microseconds that each piece of work takes."""
    times = []
    for each in work:
        began = time.process_time_ns()
        each()
        times.append((time.process_time_ns() - began) / 1000)
    return times


def _highs(held: Held) -> Callable[[], object]:
    return integer_program.Series(held.counted()).solve


def _okey_solver(held: Held) -> Callable[[], Any]:
    if okey_solver is None:
        raise Absent("okey-solver-py")
    colour = okey_solver.TileColor
    colours = (colour.RED, colour.YELLOW, colour.BLUE, colour.BLACK)
    tiles = [
        okey_solver.Tile(id=str(tile), color=colour.JOKER, value=0)
        if tile // 2 == FALSE
        else okey_solver.Tile(id=str(tile), color=colours[tile // 26], value=tile // 2 % 13 + 1)
        for tile in held.tiles
    ]
    okey = okey_solver.OkeyMeta(color=colours[held.okey // 13], value=held.okey % 13 + 1)
    return partial(okey_solver.create_okey_101_solver().find_best_arrangement, tiles, okey)


def _best_total(held: Held) -> int:
    best = integer_program.Series(held.counted(), keep=0).solve()
    assert best is not None, "no melds at all are a solution"
    return best.total


def _own_total(held: Held) -> int:
    return best_series(held.hand, held.okey, None, 0).total


def _their_total(held: Held) -> int | None:
    """Returns the total of the other solver's melds, or ``None`` where one is no meld."""
    melds = [[int(tile.id) for tile in meld.tiles] for meld in _okey_solver(held)().melds]
    totals = [_highest(meld, held) for meld in melds]
    return None if None in totals else sum(total for total in totals if total is not None)


def _highest(tiles: list[int], held: Held) -> int | None:
    """Returns the most that some tiles can count as one meld, OKEYs standing for whatever fits best."""
    spots = [held.counts_as(tile) for tile in tiles]
    natural = [spot for spot in spots if spot != "wild"]
    fitting = [
        sum(number for _, number in meld)
        for meld in integer_program.MELDS
        if len(meld) == len(tiles) and len(set(natural)) == len(natural) and set(natural) <= set(meld)
    ]
    return max(fitting, default=None)
