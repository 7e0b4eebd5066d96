"""The benchmarks there are, by area."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager

from tests.bench import (
    bench_arrange,
    bench_bot,
    bench_calls,
    bench_capacity,
    bench_card,
    bench_deal,
    bench_move,
    bench_okey,
)
from tests.bench.effort import Effort
from tests.bench.harness import Benchmark

Area = Callable[[Effort], AbstractContextManager[list[Benchmark]]]
"""Sets up what an area's benchmarks need, and takes it down afterwards."""

AREAS: Mapping[str, Area] = {
    "okey": bench_okey.benchmarks,
    "card": bench_card.benchmarks,
    "arrange": bench_arrange.benchmarks,
    "deal": bench_deal.benchmarks,
    "move": bench_move.benchmarks,
    "bot": bench_bot.benchmarks,
    "call": bench_calls.benchmarks,
    "capacity": bench_capacity.benchmarks,
}
"""By the name that the command line may give."""
