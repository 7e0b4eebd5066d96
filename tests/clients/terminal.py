"""A person's client in a pseudo-terminal of 80 by 24."""

import codecs
import fcntl
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

ROOT = Path(__file__).parents[2]
STYLE = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?1049[hl]")
HOME, LINE_END = "\x1b[H", "\x1b[K\r\n"
SECONDS = 30.0


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
        self.decode = codecs.getincrementaldecoder(environ.get("PYTHONIOENCODING", "utf-8"))("replace").decode

    def read(self):
        """Takes what the client has written, if anything."""
        if not select.select([self.keys], [], [], 0.2)[0]:
            return
        try:
            self.output += self.decode(os.read(self.keys, 65536))
        except OSError:  # the other side has ended
            self.process.wait(timeout=20)

    @property
    def lines(self):
        """Returns the latest whole frame."""
        frames = self.output.split(HOME)
        whole = [frame for frame in frames[1:] if "\x1b[J" in frame]
        return STYLE.sub("", whole[-1]).split(LINE_END)[:-1] if whole else []

    def wait_for(self, *texts):
        """Reads on until one of some texts is shown; fails when none is within ``SECONDS``."""
        assert self.shows(*texts, within=SECONDS), (texts, self.lines, self.output[-1500:])
        return self.lines

    def wait_for_turn(self, turn):
        """Reads on until it is the person's turn, past hands that end before: a seat may be skipped."""
        give_up = time.monotonic() + SECONDS
        while not self.shows(turn, within=2.0):
            assert time.monotonic() < give_up, (turn, self.lines)
            self.type("")
        return self.lines

    def shows(self, *texts, within):
        """Tells whether one of some texts is shown within so many seconds."""
        give_up = time.monotonic() + within
        while not (shown := any(text in "\n".join(self.lines) for text in texts)):
            if time.monotonic() > give_up:
                break
            self.read()
        return shown

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
