"""The benchmarks there are, by area."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager

from tests.bench import bench_calls, bench_deal
from tests.bench.effort import Effort
from tests.bench.harness import Benchmark

Area = Callable[[Effort], AbstractContextManager[list[Benchmark]]]
"""Sets up what an area's benchmarks need, and takes it down afterwards."""

AREAS: Mapping[str, Area] = {
    "call": bench_calls.benchmarks,
    "deal": bench_deal.benchmarks,
}
"""By the name that the command line may give."""
