"""Plays players against each other: ``python -m tests.tournament``, or ``make tournament``.

Every deal is played once for each rotation of the seats. A pairing stops when its interval excludes its
bound, after 200 deals at least and 2,000 at most. Prints a table, writes ``build/tournament.json`` and, where
matplotlib is installed (the extra ``audit``), ``build/tournament.png``.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, fields
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.tournament.pairing import Averages, Deal, Pairing, play_deals
from tests.tournament.programme import programme
from tests.tournament.report import line, plotted, sheet
from tests.tournament.statistics import LOOKS, sample_of

REPORT = Path("build/tournament.json")
PLOT = Path("build/tournament.png")
CHUNK = 10
"""Deals that a process plays at a time."""
AHEAD = 6
"""Chunks that wait for a process or are being played."""
MATCHES = 550
"""Matches that are played at least."""


def main() -> int:
    options = _options()
    wanted = [each for each in programme() if all(word in each.title for word in options.words)]
    console = Console(width=None if sys.stdout.isatty() else 190)
    rows = []
    for pairing in wanted:
        began = time.monotonic()
        # Deals that were begun ahead are dropped with their processes when a pairing stops.
        workers = ProcessPoolExecutor(options.processes, mp_context=get_context("spawn"))
        deals = _played(pairing, workers, options.deals)
        workers.shutdown(wait=False, cancel_futures=True)
        rows.append(_record(pairing, deals, len(looks(pairing, options.deals)), time.monotonic() - began))
        console.print(line(rows[-1]))
    console.print(sheet(rows))
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    console.print(f"written to {REPORT}{' and ' + str(PLOT) if plotted(rows, PLOT) else ''}")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.tournament", description=__doc__)
    parser.add_argument("--deals", type=int, default=LOOKS[-1], help="the most deals of a pairing")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("words", nargs="*", help="only pairings whose title has all these words")
    return parser.parse_args()


def looks(pairing: Pairing, most: int) -> list[int]:
    """Returns the numbers of deals after which a pairing is looked at."""
    least = MATCHES if pairing.matches else LOOKS[0]
    return [each for each in LOOKS if least <= each < most] + [most]


def _played(pairing: Pairing, workers: ProcessPoolExecutor, most: int) -> list[Deal]:
    """Returns what the deals of a pairing came to, in order: none is picked by its result."""
    deals: list[Deal] = []
    at = iter(looks(pairing, most))
    corrected, next_look = len(looks(pairing, most)), next(at)
    with _progress() as progress:
        task = progress.add_task(pairing.title, total=most)
        for results in _results(pairing, workers, most):
            deals += results
            progress.advance(task, CHUNK)
            if len(deals) < next_look:
                continue
            next_look = next(at, most)
            if sample_of(each.better for each in deals).interval(corrected).excludes(pairing.bound):
                break
    return deals


def _results(pairing: Pairing, workers: ProcessPoolExecutor, most: int) -> Iterator[list]:
    """Yields the results of deals in order, a few chunks ahead of who asks."""
    chunks = (range(at, min(at + CHUNK, most)) for at in range(0, most, CHUNK))
    ahead = [workers.submit(play_deals, pairing, deals) for deals in islice(chunks, AHEAD)]
    while ahead:
        yield ahead.pop(0).result()
        ahead += [workers.submit(play_deals, pairing, deals) for deals in islice(chunks, 1)]


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def _record(pairing: Pairing, deals: list[Deal], times: int, seconds: float) -> dict:
    interval = sample_of(each.better for each in deals).interval(times)
    return {
        "pairing": pairing.title,
        "deals": len(deals),
        "better": interval.mean,
        "margin": interval.margin,
        "bound": pairing.bound,
        "least": pairing.least,
        "reached": interval.low > pairing.bound and interval.mean >= (pairing.least or pairing.bound),
        "matches": pairing.matches,
        "seconds": seconds,
        **{
            f"{who}_{each.name}": asdict(
                sample_of(getattr(getattr(deal, who), each.name) for deal in deals).interval()
            )
            for who in ("one", "other")
            for each in fields(Averages)
        },
    }


if __name__ == "__main__":
    sys.exit(main())
