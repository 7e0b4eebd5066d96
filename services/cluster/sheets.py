"""Score sheets: how a hand's points come about, and how the match stands."""

from collections.abc import Sequence

from game101.v1.game_pb2 import HandScore, ScoreLine, Standing
from rich.box import SIMPLE
from rich.table import Table

from services.cluster.screen import name_of


def hand_sheet(label: str, score: HandScore, totals: Sequence[int]) -> Table:
    """Returns a hand's points: a column a seat, a row a reason, each column adding up to the hand's points.

    Args:
        label: What the hand is called, such as ``hand 2``.
        score: The points with their breakdown.
        totals: The match after the hand, seat 1 first.
    """
    sheet = Table(box=SIMPLE, pad_edge=False, show_footer=False)
    sheet.add_column("points")
    for seat in score.seats:
        sheet.add_column(name_of(seat.seat), justify="right", min_width=6)
    reasons = merged([seat.lines for seat in score.seats])
    for number, reason in enumerate(reasons, 1):
        cells = [_points(seat.lines, reason) for seat in score.seats]
        sheet.add_row(reason, *cells, style="dim", end_section=number == len(reasons))
    sheet.add_row(label, *(str(seat.points) for seat in score.seats), style="bold")
    sheet.add_row("match", *map(str, totals))
    return sheet


def merged(columns: Sequence[Sequence[ScoreLine]]) -> list[str]:
    """Returns the reasons of all columns once each, those of every column in its own order."""
    rows: list[str] = []
    for lines in columns:
        place = len(rows)
        for line in reversed(lines):
            if line.text in rows:
                place = rows.index(line.text)
            else:
                rows.insert(place, line.text)
    return rows


def standing_sheet(standing: Standing) -> Table:
    """Returns the places, best first."""
    sheet = Table(box=SIMPLE, pad_edge=False)
    sheet.add_column("place", justify="right")
    sheet.add_column("player")
    sheet.add_column("total", justify="right")
    sheet.add_column("")
    for side in standing.sides:
        names = " and ".join(map(name_of, side.seats))
        lost = "loses" if set(side.seats) & set(standing.losers) else ""
        best = "bold green" if side.place == 1 else "bold red" if lost else ""
        sheet.add_row(str(side.place), names, str(side.total), lost, style=best)
    return sheet


def _points(lines: Sequence[ScoreLine], reason: str) -> str:
    found = [line.points for line in lines if line.text == reason]
    return f"{sum(found):+d}" if found else ""
