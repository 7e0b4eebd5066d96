"""A hand of each game typed move by move, as a person would who takes the advice that is shown."""

import asyncio
import json
import re

import pytest

from tests.clients.terminal import Screen, environ_of, fits
from tests.faults.gate import Gate

HINT = re.compile(r"^1\. (.*?)(?:  .*)?$", re.MULTILINE)
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def okey_lines(hint):
    """Returns what is typed for a move of 101 Okey that is described."""
    match hint.split(" ", 1):
        case ["draw", _]:
            return ["s"]
        case ["take", _]:
            return ["t"]
        case ["put", _]:
            return ["b"]
        case ["discard", tile]:
            return [f"d {tile}"]
        case ["claim", rest]:
            meld, tile = re.fullmatch(r"the OKEY of (\d+) with (.*)", rest).groups()
            return [f"k {meld} {tile}"]
        case ["open:", melds]:
            return [*(f"p {meld}" for meld in melds.split(" / ")), "o"]
        case ["lay", rest]:
            off = re.fullmatch(r"(.*) off on (\d+)", rest)
            return [f"a {off[2]} {off[1]}"] if off else [f"l {rest}"]


def card_lines(hint):
    """Returns what is typed for a move of the card game that is described."""
    if hint.startswith("draw"):
        return ["d"]
    played, _, suit = hint.removeprefix("play ").partition(" and names ")
    return [f"{played[:-1]}{SUITS[played[-1]]} {SUITS.get(suit, '')}".strip()]


def play(screen, lines_of, until):
    """Takes the first advice at each turn, by typing it, until a text is shown; returns what was typed."""
    typed, seen, fruitless = [], [], 0
    while until not in "\n".join(shown := screen.wait_for("your turn", until)):
        screen.type("h")
        # What was typed last may not have been done when its frame was drawn: then there is no advice yet.
        screen.shows("\n1. ", until, within=2.0)
        shown = screen.lines
        if (hint := HINT.search("\n".join(shown))) is None:
            fruitless += 1
            assert fruitless < 20, shown
            continue
        fruitless = 0
        seen.append(shown)
        # An opening that is too long for its line is taken as it is.
        for line in ["x"] if hint[1].endswith("…") else lines_of(hint[1]):
            assert len(line) == 1 or typed.count(line) < 4, (typed, shown)
            typed.append(line)
            screen.type(line)
            seen.append(screen.wait_for("─", until))
    return typed, seen


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("game", "lines_of"), [("okey", okey_lines), ("card", card_lines)])
def test_a_hand_is_played_by_typing_every_move(cluster, tmp_path, game, lines_of):
    screen = Screen(environ_of(cluster), tmp_path, "--game", game, "--language", "en", "--level", "low")
    try:
        typed, seen = play(screen, lines_of, "Enter goes on")
        if "The deal is proven." not in "\n".join(screen.lines):
            screen.type("")
        seen.append(screen.wait_for("The deal is proven."))
    finally:
        screen.close()
    record = json.loads(next((tmp_path / "build/play").iterdir()).read_text("utf-8"))
    own = [move for move in record["moves"] if move["seat"] == 1]

    assert [] == [lines for lines in seen if not fits(lines)]
    assert {"PLAYER"} == {move["source"] for move in own}
    assert len(own) <= len(typed)


def draft_in(lines):
    """Returns the lines of a frame that show the draft and what it comes to."""
    first = next(at for at, line in enumerate(lines) if line.startswith("draft"))
    return lines[first : first + 2]


@pytest.mark.timeout(120)
def test_an_opening_is_composed_and_put_back(cluster, tmp_path):
    screen = Screen(environ_of(cluster), tmp_path, "--language", "en")
    try:
        rack = next(line for line in screen.wait_for("your turn") if line.startswith("▣"))
        first, second = rack.split()[1:3]
        screen.type(f"p {first} {second}")
        seen = [screen.wait_for("draft")]
        screen.type(f"p 1 {first}" if first == second else "u")
        seen.append(screen.wait_for("─"))
        screen.type("o")
        seen.append(screen.wait_for("the draft is no opening yet"))
        screen.type("c")
        while any("draft" in line for line in screen.wait_for("─")):
            screen.read()
    finally:
        screen.close()

    assert all(fits(lines) for lines in seen), seen
    assert any("total" in line and "missing" in line for line in seen[0])


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("encoding", "language", "turn"),
    [
        ("ascii", "en", "your turn"),
        ("ascii", "tr", "sira sende"),
        ("iso8859-9", "tr", "s\u0131ra sende"),
        ("iso8859-9", "ru", "your turn"),
    ],
)
@pytest.mark.parametrize("game", ["okey", "card"])
def test_a_terminal_that_lacks_signs_shows_ones_alike(cluster, tmp_path, encoding, language, turn, game):
    environ = environ_of(cluster) | {"PYTHONIOENCODING": encoding}
    screen = Screen(environ, tmp_path, "--language", language, "--game", game)
    try:
        seen = [screen.wait_for_turn(turn)]
        screen.type("h")
        seen.append(screen.wait_for("\n1. "))
    finally:
        screen.close()

    assert all(fits(lines) for lines in seen)
    assert "�" not in str(seen)


@pytest.mark.timeout(120)
async def test_play_goes_on_after_the_connection_was_lost(cluster, tmp_path):
    async with Gate(int(cluster.address("table").rpartition(":")[2])) as gate:
        environ = environ_of(cluster) | {"TABLE": f"127.0.0.1:{gate.port}"}
        screen = Screen(environ, tmp_path, "--language", "en")
        try:
            await asyncio.to_thread(screen.wait_for, "your turn")
            gate.cut()
            await asyncio.to_thread(screen.type, "auto")
            await asyncio.to_thread(screen.wait_for, "Enter goes on")
            await asyncio.to_thread(screen.type, "")
            await asyncio.to_thread(screen.wait_for, "The deal is proven.")
        finally:
            screen.close()


@pytest.mark.timeout(120)
async def test_a_lost_connection_is_told_while_it_lasts(cluster, tmp_path):
    port = int(cluster.address("table").rpartition(":")[2])
    async with Gate(port) as gate:
        screen = Screen(
            environ_of(cluster) | {"TABLE": f"127.0.0.1:{gate.port}"}, tmp_path, "--language", "en"
        )
        try:
            await asyncio.to_thread(screen.wait_for, "your turn")
            gate.lead_to(1)  # where nobody listens
            lost = await asyncio.to_thread(screen.wait_for, "The connection is lost")
            gate.lead_to(port)
            while any("is lost" in line for line in screen.lines):
                await asyncio.to_thread(screen.read)
            back = screen.lines
        finally:
            screen.close()

    assert [line for line in lost if line.startswith("▣")] == [line for line in back if line.startswith("▣")]


@pytest.mark.timeout(120)
def test_a_player_who_left_comes_back_to_the_seat(cluster, tmp_path):
    left = Screen(environ_of(cluster), tmp_path, "--language", "en")
    try:
        before = next(line for line in left.wait_for("your turn") if line.startswith("▣"))
        left.type(f"p {' '.join(before.split()[1:3])}")
        drafted = draft_in(left.wait_for("draft"))
    finally:
        left.close()
    kept = tmp_path / "build/seat.json"
    back = Screen(environ_of(cluster), tmp_path, "--language", "en")
    try:
        after = next(line for line in back.wait_for("your turn") if line.startswith("▣"))
        drafted_after = draft_in(back.wait_for("draft"))
        back.type("auto")
        back.wait_for("Enter goes on")
        back.type("")
        back.wait_for("The deal is proven.")
    finally:
        back.close()

    assert (before, drafted) == (after, drafted_after)
    assert 0o600 == kept.stat().st_mode & 0o777
