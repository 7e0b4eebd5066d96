"""The audit as a page of Markdown with plots."""

from collections.abc import Iterable
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from tests.audit.measures import REST, Tally, location_chances, verdict
from tests.audit.shuffles import SEATS, Batch

mpl.use("Agg")

PASSED, FAILED = "passes", "FAILS"


def tallied(batches: Iterable[Batch]) -> Tally:
    """Returns the counts over all batches."""
    tally = Tally()
    for orders, starters in batches:
        tally.add(orders, starters)
    return tally


def write(folder: Path, tallies: dict[str, Tally], false_alarm: float) -> Path:
    """Writes report.md and its plots, and returns the report's path. The first tally is the dealer's."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [*_introduction(tallies, false_alarm), *_table(tallies, false_alarm), ""]
    for name, tally in tallies.items():
        file = f"{name.replace(' ', '-')}.png"
        _plots(name, tally).savefig(folder / file, dpi=100)
        lines += [f"## {name}", "", *_failures(tally, false_alarm), "", f"![{name}]({file})", ""]
    path = folder / "report.md"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _introduction(tallies: dict[str, Tally], false_alarm: float) -> list[str]:
    tests = len(next(iter(tallies.values())).p_values())
    text = (
        f"Each shuffle was put to {tests} tests. A perfect one fails any of them with a probability of at "
        f"most {false_alarm:g} (Bonferroni: a single test fails below {false_alarm / tests:.2g}). The "
        "controls are known to be bad and have to fail."
    )
    return ["# Audit of the dealer's shuffle", "", text, ""]


def _table(tallies: dict[str, Tally], false_alarm: float) -> list[str]:
    rows = ["| shuffle | deals | tests failed | least p | verdict |", "|---|---|---|---|---|"]
    for name, tally in tallies.items():
        p_values = tally.p_values()
        failed = verdict(p_values, false_alarm)
        result = FAILED if failed else PASSED
        rows.append(f"| {name} | {tally.deals} | {len(failed)} | {min(p_values.values()):.3g} | {result} |")
    return rows


def _failures(tally: Tally, false_alarm: float) -> list[str]:
    failed = verdict(tally.p_values(), false_alarm)
    if not failed:
        return ["Passes every test."]
    worst = sorted(failed, key=lambda name: failed[name])[:5]
    return [f"Fails {len(failed)} tests, first of all: {', '.join(worst)}."]


def _plots(name: str, tally: Tally) -> Figure:
    figure = Figure(figsize=(15, 4.5), layout="constrained")
    figure.suptitle(f"{name}, {tally.deals} deals")
    places, p_values, okeys = figure.subplots(1, 3)
    expected = tally.deals / REST
    image = places.imshow((tally.places - expected) / expected**0.5, cmap="coolwarm", vmin=-6, vmax=6)
    places.set(title="place by tile: standard deviations from even", xlabel="tile", ylabel="place")
    figure.colorbar(image, ax=places)
    found = np.sort(list(tally.p_values().values()))
    p_values.plot((np.arange(len(found)) + 0.5) / len(found), found, ".", markersize=4)
    p_values.plot([0, 1], [0, 1], linewidth=0.8)
    p_values.set(title="p-values, sorted: on the line when even", xlabel="share of tests", ylabel="p")
    _okey_bars(okeys, tally)
    return figure


def _okey_bars(axes: "mpl.axes.Axes", tally: Tally) -> None:
    """Draws, by start seat, how often the two OKEYs lay in each pair of hands, over what is due."""
    due = tally.okeys.sum(axis=1, keepdims=True) * location_chances()
    for seat, row in enumerate(tally.okeys / np.maximum(due, 1e-9)):
        axes.plot(row, "o-", markersize=3, linewidth=0.8, label=f"start seat {seat + 1} of {SEATS}")
    axes.axhline(1, color="black", linewidth=0.8)
    axes.set(title="OKEYs by pair of hands, over what is due", xlabel="pair of hands", ylim=(0.5, 1.5))
    axes.legend(fontsize=7)
