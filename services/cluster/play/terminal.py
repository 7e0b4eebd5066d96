"""The screen and the keys: frames drawn over each other, or plain lines where that is no terminal."""

import asyncio
import codecs
import io
import os
import shutil
import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

if sys.platform != "win32":
    import termios
    import tty

WIDTH: Final = 80
HEIGHT: Final = 24
_WIDEST: Final = 110
_CHUNK: Final = 1024
_BEGIN: Final = "\x1b[?1049h"
_END: Final = "\x1b[?1049l"
_HOME: Final = "\x1b[H"
_REST: Final = "\x1b[J"
_LINE_END: Final = "\x1b[K\n"


class Terminal:
    """Shows frames and hands over the lines that are typed; a ``?`` at the beginning is a line by itself."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain or not (sys.stdin.isatty() and sys.stdout.isatty())
        self.lines: asyncio.Queue[str] = asyncio.Queue()
        size = shutil.get_terminal_size((WIDTH, HEIGHT))
        self.width = min(max(size.columns, WIDTH), _WIDEST) if not self.plain else WIDTH
        self.height = max(size.lines, HEIGHT) if not self.plain else HEIGHT
        self._typed = ""
        self._decode = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace").decode
        self._last: list[str] = []
        self._before: object = None

    def __enter__(self) -> "Terminal":
        if not self.plain:
            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
            self._write(_BEGIN)
        asyncio.get_running_loop().add_reader(sys.stdin, self._read)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.get_running_loop().remove_reader(sys.stdin)
        if not self.plain:
            self._write(_END)
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)  # type: ignore[arg-type]

    def draw(self, frame: Sequence[Text]) -> None:
        """Shows a frame, and below it what is being typed."""
        lines = self._rendered(frame)
        if self.plain:
            if lines != self._last:
                self._write("\n".join(line.rstrip() for line in lines) + "\n> ")
            self._last = lines
            return
        self._last = lines[: self.height - 1]
        self._write(_HOME + "".join(line + _LINE_END for line in self._last) + self._prompt() + _REST)

    def _rendered(self, frame: Sequence[Text]) -> list[str]:
        console = Console(
            file=io.StringIO(),
            width=self.width,
            force_terminal=not self.plain,
            no_color=True if self.plain else None,
            highlight=False,
            legacy_windows=False,
        )
        with console.capture() as captured:
            for line in frame:
                console.print(line, no_wrap=True, overflow="ellipsis", crop=True)
        return captured.get().splitlines()

    def _prompt(self) -> str:
        return f"> {self._typed[-(self.width - 4) :]}"

    def _read(self) -> None:
        data = os.read(sys.stdin.fileno(), _CHUNK)
        if not data:
            asyncio.get_running_loop().remove_reader(sys.stdin)
            self.lines.put_nowait("q")
            return
        typed = self._decode(data)
        for letter in "" if typed.startswith("\x1b") else typed:
            self._take(letter)
        if not self.plain:
            self._write("\r" + self._prompt() + "\x1b[K")

    def _take(self, letter: str) -> None:
        if letter in "\r\n":
            self.lines.put_nowait(self._typed.strip())
            self._typed = ""
        elif letter in "\x7f\b":
            self._typed = self._typed[:-1]
        elif letter == "\x04":
            self.lines.put_nowait("q")
        elif letter == "?" and not self._typed:
            self.lines.put_nowait("?")
        elif letter.isprintable():
            self._typed += letter

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
