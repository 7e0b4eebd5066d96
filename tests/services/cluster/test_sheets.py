"""Score sheets: rows in an order that adds up."""

from game101.v1.game_pb2 import HandScore, ScoreLine, SeatScore, Standing, StandingSide
from rich.console import Console

from services.cluster.sheets import hand_sheet, merged, standing_sheet


def lines(*texts: str) -> list[ScoreLine]:
    return [ScoreLine(text=text, points=number) for number, text in enumerate(texts, 1)]


def printed(renderable: object) -> list[list[str]]:
    """Returns the words of each line."""
    console = Console(width=100, no_color=True)
    with console.capture() as captured:
        console.print(renderable)
    return [line.split() for line in captured.get().splitlines() if line.strip()]


def test_reasons_of_all_seats_keep_the_order_that_each_has():
    columns = [lines("never opened", "doubled"), lines("tiles left", "doubled", "penalties")]

    assert ["never opened", "tiles left", "doubled", "penalties"] == merged(columns)


def test_a_reason_that_two_seats_share_is_one_row():
    assert ["tiles left"] == merged([lines("tiles left"), lines("tiles left")])


def test_a_sheet_has_a_column_a_seat_and_the_sums_below():
    score = HandScore(
        seats=[
            SeatScore(seat=1, points=101, lines=[ScoreLine(text="penalties", points=101)]),
            SeatScore(seat=2, points=-101, lines=[ScoreLine(text="finished", points=-101)]),
        ]
    )

    rows = printed(hand_sheet("hand 2", score, [303, -202]))

    assert ["points", "Alpha", "Bravo"] == rows[0]
    assert ["penalties", "+101"] in rows
    assert ["hand", "2", "101", "-101"] in rows
    assert ["match", "303", "-202"] == rows[-1]


def test_a_standing_names_partners_and_losers():
    sides = [StandingSide(seats=[1, 3], total=-5, place=1), StandingSide(seats=[2, 4], total=9, place=2)]

    rows = printed(standing_sheet(Standing(sides=sides, losers=[2, 4])))

    assert ["1", "Alpha", "and", "Charlie", "-5"] in rows
    assert ["2", "Bravo", "and", "Delta", "9", "loses"] in rows
