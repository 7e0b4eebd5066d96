"""A hand in which each kind of move of 101 Okey is typed, at a table whose deal is known."""

import asyncio
import json

import pytest

from tests.clients import rigged
from tests.clients.terminal import Screen, environ_of, fits

ORDER = rigged.stacked(
    indicator="K12",
    hands=[
        "R9 R10 R11 R12 R13 Y10 Y11 Y12 B8 K13 B9 B10 R3 B3 K3 Y1 Y4 B1 K1 K5 K7 K9",
        "",
        "",
        "Y13",
    ],
    stock="Y5 Y6 Y2 Y7",
)
"""Alpha starts, with OKEYs of the face K13, and Delta, on the left, throws Y13 away first."""

TYPED = [
    ("d B1", "Delta discards Y13"),
    ("t", "Alpha takes Y13"),
    ("b", "Alpha puts Y13 back"),
    ("s", "Alpha draws Y7"),
    ("p R10 R11 R12 R13", "total 46, needed 101, missing 55"),
    ("p Y10 Y11", "2: Y10 Y11 (too short)"),
    ("p 2 Y12", "total 79, needed 101, missing 22"),
    ("p B8 o=B9 B10", "total 106, needed 101, missing 0"),
    ("o", "Alpha opens:"),
    ("a 1 R9", "Alpha lays R9 off"),
    ("k 3 B9", "Alpha takes the OKEY for B9"),
    ("l R3 B3 K3", "Alpha lays R3 B3 K3"),
    ("d K1", "Alpha discards K1"),
]
"""What is typed, and what the screen then says."""

MADE = [
    *("discard B1", "take", "put-back", "draw"),
    "open R10 R11 R12 R13 / Y10 Y11 Y12 / B8 K13(B9) B10",
    *("lay-off R9 on 1", "claim B9 on 3", "lay R3 B3 K3", "discard K1"),
]


def play(environ, folder):
    """Types the hand and lets the bots end it; returns the frames and the last page."""
    screen = Screen(environ, folder, "--language", "en")
    try:
        seen = [screen.wait_for("your turn")]
        for line, answer in TYPED:
            screen.type(line)
            seen.append(screen.wait_for(answer))
        screen.type("auto")
        seen.append(screen.wait_for("Enter goes on"))
        screen.type("")
        return seen, "\n".join(screen.wait_for("The deal is"))
    finally:
        screen.close()


@pytest.mark.timeout(120)
async def test_every_kind_of_move_is_typed_and_a_deal_that_was_changed_is_found_out(cluster, tmp_path):
    async with rigged.table(cluster, ORDER) as (address, _):
        seen, proof = await asyncio.to_thread(play, environ_of(cluster) | {"TABLE": address}, tmp_path)
    record = json.loads(next((tmp_path / "build/play").iterdir()).read_text("utf-8"))
    own = [(move["notation"], move["source"]) for move in record["moves"] if move["seat"] == 1]

    assert [(move, "PLAYER") for move in MADE] == own[: len(MADE)]
    assert [] == [lines for lines in seen if not fits(lines)]
    assert "The deal is NOT proven." in proof
