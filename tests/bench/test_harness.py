"""Pairs, ratios and targets."""

import itertools

import pytest

from tests.bench.__main__ import table
from tests.bench.harness import Absent, Benchmark, per_cpu_second, result_of, run


def benchmark(**changes: object) -> Benchmark:
    fields = {
        "name": "call rules",
        "unit": "calls per CPU second",
        "ours": lambda: 6.0,
        "baseline": lambda: 10.0,
        "baseline_name": "empty call",
        "target": 0.6,
    }
    return Benchmark(**fields | changes)


def test_the_ratio_is_the_median_of_the_rounds():
    result = result_of(benchmark(), [(1.0, 1.0), (6.0, 10.0), (2.0, 10.0)])

    assert (2.0, 10.0, 0.6) == (result.ours, result.baseline, result.ratio)
    assert pytest.approx(0.8 / 0.6) == result.spread


@pytest.mark.parametrize(
    ("bound", "target", "reached"),
    [("at least", 0.6, True), ("at least", 0.61, False), ("at most", 0.6, True), ("at most", 0.5, False)],
)
def test_a_target_is_reached_from_above_or_from_below(bound, target, reached):
    result = result_of(benchmark(bound=bound, target=target), [(6.0, 10.0)])

    assert reached is result.reached


def test_what_has_no_target_is_not_judged():
    assert result_of(benchmark(target=None), [(6.0, 10.0)]).reached is None


def test_a_baseline_that_is_not_installed_leaves_our_figure():
    def absent() -> float:
        raise Absent("no such library")

    [result] = run([benchmark(baseline=absent)], rounds=2, tell=str)

    assert (6.0, None, None, None) == (result.ours, result.baseline, result.ratio, result.reached)


def test_both_sides_take_turns_in_going_first():
    order: list[str] = []

    def side(name: str):
        return lambda: order.append(name) or 1.0

    run([benchmark(ours=side("ours"), baseline=side("baseline"))], rounds=3, tell=str)

    assert ["ours", "baseline", "baseline", "ours", "ours", "baseline"] == order


def test_operations_are_counted_by_cpu_time():
    calls = itertools.count()

    assert per_cpu_second(lambda: (next(calls) and 0) or 10, seconds=0.01) > 0
    assert next(calls) > 0


def test_the_report_has_what_a_reader_needs():
    record = result_of(benchmark(), [(6.0, 10.0)]).record()

    wanted = {"name", "unit", "ours", "baseline", "baseline_name", "ratio", "target", "reached"}
    assert wanted <= record.keys()


def test_a_short_run_judges_nothing():
    results = [result_of(benchmark(), [(1.0, 10.0)])]

    assert "NO" in table(results, judged=True).columns[7]._cells
    assert "not judged" in table(results, judged=False).columns[7]._cells
