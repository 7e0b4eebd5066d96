"""Runs every benchmark: ``python -m tests.bench``, with ``--quick`` for a short run that judges nothing.

Prints a table and writes ``build/bench.json``. Ends with 1 when a target is missed.
"""

import argparse
import json
import sys
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from tests.bench.areas import AREAS, Area
from tests.bench.effort import FULL, QUICK, Effort
from tests.bench.harness import Result, run

REPORT = Path("build/bench.json")
PIPED_WIDTH = 200


def main() -> int:
    options = _options()
    effort = QUICK if options.quick else FULL
    wanted = [area for name, area in AREAS.items() if name in (options.areas or AREAS)]
    results: list[Result] = []
    for area in wanted:
        results += _run(area, effort)
        # What has been measured is kept when a later area fails.
        _write(results)
    console = Console(width=None if sys.stdout.isatty() else PIPED_WIDTH, highlight=False)
    console.print(table(results, judged=not options.quick))
    console.print(f"written to {REPORT}")
    return 1 if not options.quick and any(result.reached is False for result in results) else 0


def _write(results: list[Result]) -> None:
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps([result.record() for result in results], indent=2) + "\n", encoding="utf-8")


def table(results: list[Result], judged: bool) -> Table:
    """Returns the results for people."""
    shown = Table(title="ours beside a baseline, medians of interleaved rounds", box=SIMPLE)
    for heading in ("figure", "unit"):
        shown.add_column(heading)
    for heading in ("ours", "baseline", "ratio", "spread", "target", "reached"):
        shown.add_column(heading, justify="right")
    shown.add_column("baseline is")
    for result in results:
        shown.add_row(*_row(result, judged))
    return shown


def _row(result: Result, judged: bool) -> list[str]:
    benchmark = result.benchmark
    target = "" if benchmark.target is None else f"{benchmark.bound} {benchmark.target:g}"
    reached = {None: "", True: "yes", False: "NO"}[result.reached] if judged else "not judged"
    return [
        benchmark.name,
        benchmark.unit,
        f"{result.ours:,.4g}",
        "not installed" if result.baseline is None else f"{result.baseline:,.4g}",
        "" if result.ratio is None else f"{result.ratio:.3g}",
        "" if result.spread is None else f"{result.spread:.0%}",
        target,
        reached,
        benchmark.baseline_name,
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run that judges nothing")
    parser.add_argument("areas", nargs="*", metavar="area", help=f"only these: {', '.join(AREAS)}")
    options = parser.parse_args()
    if unknown := set(options.areas) - set(AREAS):
        parser.error(f"no such area: {', '.join(sorted(unknown))}")
    return options


def _run(area: Area, effort: Effort) -> list[Result]:
    with area(effort) as benchmarks:
        return run(benchmarks, effort.rounds, lambda line: sys.stderr.write(f"{line}\n"))


if __name__ == "__main__":
    sys.exit(main())
