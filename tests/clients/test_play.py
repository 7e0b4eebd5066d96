"""A match of each game in a person's client, played to the end; its record stepped through."""

import json
import os

import pytest

from services.cluster.play import words
from tests.clients.terminal import Screen, environ_of, fits


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("game", "language"), [("okey", "tr"), ("card", "ru"), ("okey", "en")])
def test_a_match_is_played_to_the_end_within_the_screen(cluster, tmp_path, game, language):
    words.use(language)
    shown = {
        name: words.say(name)
        for name in ("your turn", "Enter goes on", "The deal is proven.", "it is not your turn")
    }
    whole = words.say("What you can type")
    words.use("en")
    screen = Screen(environ_of(cluster), tmp_path, "--game", game, "--language", language)
    try:
        seen = [screen.wait_for_turn(shown["your turn"])]
        os.write(screen.keys, b"?")
        seen.append(screen.wait_for(whole))
        screen.type("")
        screen.wait_for(shown["your turn"])
        screen.type("h")
        seen.append(screen.wait_for("1. "))
        screen.type("x")
        screen.wait_for("─")
        screen.type("auto")
        seen.append(screen.wait_for(shown["Enter goes on"]))
        screen.type("")
        seen.append(screen.wait_for(shown["The deal is proven."]))
    finally:
        screen.close()
    record = json.loads(next((tmp_path / "build/play").iterdir()).read_text("utf-8"))

    assert all(fits(lines) for lines in seen), seen
    assert record["moves"]


@pytest.mark.timeout(120)
def test_a_record_is_stepped_through_and_its_deal_checked(cluster, tmp_path):
    screen = Screen(environ_of(cluster), tmp_path, "--language", "en")
    try:
        screen.wait_for("your turn")
        screen.type("auto")
        screen.wait_for("Enter goes on")
        screen.type("")
        screen.wait_for("The deal is proven.")
    finally:
        screen.close()
    record = next((tmp_path / "build/play").iterdir())
    moves = len(json.loads(record.read_text("utf-8"))["moves"])
    replay = Screen(environ_of(cluster), tmp_path, "--language", "en", "--replay", str(record))
    try:
        seen = [replay.wait_for(f"0/{moves}")]
        replay.type("n")
        replay.wait_for(f"1/{moves}")
        replay.type("2")
        seen.append(replay.wait_for("Bravo ·"))
        replay.type("v")
        replay.wait_for("The deal is proven.")
    finally:
        replay.close()

    assert all(fits(lines) for lines in seen), seen
