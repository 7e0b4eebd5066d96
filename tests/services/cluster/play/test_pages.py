"""Frames of a crowded table."""

from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from services.cluster.play.pages import frame

WIDTH, HEIGHT = 80, 23


def lines(name, most):
    return st.integers(0, most).map(lambda count: [Text(f"{name} {number}") for number in range(count)])


@given(lines("table", 30), lines("log", 40), lines("below", 12))
def test_what_is_needed_to_move_has_room_before_the_log_and_the_table(table, log, below):
    drawn = [line.plain for line in frame(Text("head"), table, log, below, WIDTH, HEIGHT)]
    told = [line for line in drawn if line.startswith("log")]
    laid = [line for line in drawn if line.startswith("table")]

    assert len(drawn) <= HEIGHT
    assert "head" == drawn[0]
    assert [line.plain for line in below] == drawn[len(drawn) - len(below) :]
    assert [line.plain for line in log[len(log) - len(told) :]] == told
    assert [line.plain for line in table[: len(laid)]] == laid
    # Nothing is left out while there is room for it.
    assert len(drawn) == HEIGHT or (len(log), len(table)) == (len(told), len(laid))
    assert ("…" in drawn) == (len(laid) < len(table))
