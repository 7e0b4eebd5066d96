"""The results of a tournament for people: lines, a table, a plot."""

from pathlib import Path

from rich.table import Table as Sheet

from tests.tournament.statistics import Interval


def line(row: dict) -> str:
    """Returns what one pairing came to."""
    return f"{row['pairing']}: {_shown(row)} after {row['deals']} deals, {row['seconds']:.0f} s"


def _shown(row: dict) -> str:
    if row["matches"]:
        return f"wins {100 * row['better']:.1f} % +- {100 * row['margin']:.1f}"
    return str(Interval(row["better"], row["margin"]))


def sheet(rows: list[dict]) -> Sheet:
    """Returns the results for people: each pair of figures is the one's and the other's."""
    shown = Sheet(title="points a hand better, or matches won; 95 %, corrected for every look")
    shown.add_column("pairing")
    for heading in ("deals", "better", "bound", "above", "points a hand", "finishes", "opens", "fines"):
        shown.add_column(heading, justify="right")
    for row in rows:
        pairs = [
            f"{row['one_points']:.1f} / {row['other_points']:.1f}",
            *(f"{row[f'one_{what}']:.0%} / {row[f'other_{what}']:.0%}" for what in ("finishes", "openings")),
            f"{row['one_fines']:.1f} / {row['other_fines']:.1f}",
        ]
        above = "yes" if row["above"] else "NO"
        shown.add_row(row["pairing"], str(row["deals"]), _shown(row), f"{row['bound']:g}", above, *pairs)
    return shown


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
