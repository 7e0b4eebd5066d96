"""The results of a tournament for people: lines, a table, a plot."""

from pathlib import Path
from typing import Final

from rich.table import Table as Sheet

from tests.tournament.statistics import Interval

COLUMNS: Final = {
    "points a hand": ("points", 1),
    "a match": ("total", 1),
    "finishes %": ("finishes", 100),
    "opens %": ("openings", 100),
    "fines": ("fines", 1),
}


def line(row: dict) -> str:
    """Returns what one pairing came to."""
    return f"{row['pairing']}: {_shown(row)} after {row['deals']} deals, {row['seconds']:.0f} s"


def _shown(row: dict) -> str:
    if row["matches"]:
        return f"wins {100 * row['better']:.1f} % +- {100 * row['margin']:.1f}"
    return str(Interval(row["better"], row["margin"]))


def sheet(rows: list[dict]) -> Sheet:
    """Returns the results for people: under each pairing's one and other, means with intervals at 95 %."""
    shown = Sheet(
        title="points a hand better, or matches won: 95 %, corrected for every look; the rest: 95 %"
    )
    shown.add_column("pairing")
    for heading in ("deals", "better", "bound", "reached", "", *COLUMNS):
        shown.add_column(heading, justify="right")
    for row in rows:
        bound = f"{row['bound']:g}" + (f", mean {row['least']:g}" if row["least"] else "")
        judged = (str(row["deals"]), _shown(row), bound, "yes" if row["reached"] else "NO")
        shown.add_row(row["pairing"], *judged, "one", *_side(row, "one"))
        shown.add_row("", "", "", "", "", "other", *_side(row, "other"), end_section=True)
    return shown


def _side(row: dict, who: str) -> list[str]:
    return [
        f"{factor * row[f'{who}_{what}']['mean']:.1f} +- {factor * row[f'{who}_{what}']['margin']:.1f}"
        for what, factor in COLUMNS.values()
    ]


def plotted(rows: list[dict], path: Path) -> bool:
    """Draws the intervals beside their bounds; tells whether matplotlib is there to do it."""
    try:
        import matplotlib.pyplot as plots  # noqa: PLC0415 - optional
    except ImportError:
        return False
    hands = [row for row in rows if not row["matches"]]
    figure, axes = plots.subplots(figsize=(11, 1 + 0.4 * len(hands)), layout="constrained")
    places = range(len(hands))
    axes.errorbar(
        [row["better"] for row in hands], places, xerr=[row["margin"] for row in hands], fmt="o", capsize=4
    )
    axes.plot([row["bound"] for row in hands], places, "k|", markersize=14, label="to be exceeded")
    axes.set_yticks(places, [row["pairing"] for row in hands])
    axes.invert_yaxis()
    axes.set_xlabel("points a hand better, with intervals at 95 %")
    axes.legend()
    figure.savefig(path)
    plots.close(figure)
    return True
