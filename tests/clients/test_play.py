"""A person's client in a pseudo-terminal of 80 by 24: a match of each game, played to the end."""

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from services.cluster.play import words

ROOT = Path(__file__).parents[2]
STYLE = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?1049[hl]")
HOME, LINE_END = "\x1b[H", "\x1b[K\r\n"
SECONDS = 60.0


class Screen:
    """What a terminal of 80 by 24 would show, and the keys under it."""

    def __init__(self, environ, folder, *options):
        self.keys, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        command = [
            sys.executable,
            "-m",
            "services.cluster.play",
            "--connect",
            "--turn-seconds",
            "0",
            *options,
        ]
        paths = {"PYTHONPATH": f"{ROOT}:{ROOT / 'protos/gen'}", "TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            command, cwd=folder, env=environ | paths, stdin=side, stdout=side, stderr=side, close_fds=True
        )
        os.close(side)
        self.output = ""
        self.give_up = time.monotonic() + SECONDS

    def read(self):
        """Takes what the client has written, if anything."""
        if not select.select([self.keys], [], [], 0.2)[0]:
            return
        try:
            self.output += os.read(self.keys, 65536).decode("utf-8", "replace")
        except OSError:  # the other side has ended
            self.process.wait(timeout=20)

    @property
    def lines(self):
        """Returns the latest whole frame."""
        frames = self.output.split(HOME)
        whole = [frame for frame in frames[1:] if "\x1b[J" in frame]
        return STYLE.sub("", whole[-1]).split(LINE_END)[:-1] if whole else []

    def wait_for(self, text):
        """Reads on until a text is shown."""
        while text not in "\n".join(self.lines):
            self.read()
            assert time.monotonic() < self.give_up, (text, self.lines, self.output[-1500:])
        return self.lines

    def type(self, line):
        os.write(self.keys, f"{line}\n".encode())
        self.output = ""

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.keys)


def environ_of(cluster):
    addresses = {name.upper(): cluster.address(name) for name in cluster.listening}
    return os.environ | addresses | {"KEY": cluster.run.tenant_key}


def fits(lines):
    return len(lines) < 24 and all(len(line) <= 80 for line in lines)


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
        seen = [screen.wait_for(shown["your turn"])]
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
        seen.append(replay.wait_for("Bora ·"))
        replay.type("v")
        replay.wait_for("The deal is proven.")
    finally:
        replay.close()

    assert all(fits(lines) for lines in seen), seen
