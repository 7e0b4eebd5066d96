"""One child process: its log file, the line that says where it listens, its end."""

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

STARTED: Final = b'"server.started"'
"""What the line of a service that takes calls contains."""

_START_SECONDS: Final = 60.0
_POLL_SECONDS: Final = 0.02
_STOP_SECONDS: Final = 10.0
_LINES_SHOWN: Final = 15


class ProcessFailed(Exception):
    """A child process has ended before it took calls, or never did. The message quotes its log."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a started service listens, on the loopback interface."""

    port: int
    metrics_port: int

    @property
    def address(self) -> str:
        """Returns where calls go."""
        return f"127.0.0.1:{self.port}"

    @property
    def metrics_url(self) -> str:
        """Returns where Prometheus would scrape."""
        return f"http://127.0.0.1:{self.metrics_port}/metrics"


class Process:
    """A child in a session of its own, so that Ctrl-C reaches only its supervisor."""

    def __init__(self, name: str, command: Sequence[str], log_path: Path) -> None:
        self.name = name
        self._command = command
        self._log_path = log_path
        self._child: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """Returns the id of the child that runs, or ran last; 0 before the first."""
        return self._child.pid if self._child else 0

    async def start(self, environ: Mapping[str, str]) -> Listening:
        """Starts the child and returns where it listens.

        Raises:
            ProcessFailed: It ended instead, or did not say so within a minute.
        """
        with self._log_path.open("ab") as log:
            written_before = log.tell()
            self._child = await asyncio.create_subprocess_exec(
                *self._command,
                env=environ,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            async with asyncio.timeout(_START_SECONDS):
                return await self._announced(self._child, written_before)
        except TimeoutError:
            raise ProcessFailed(f"{self.name} does not start; {self._log_tail()}") from None

    async def wait(self) -> str:
        """Waits until the child has ended, and returns how."""
        if self._child is None:
            return "was never started"
        code = await self._child.wait()
        return f"ended with {signal.Signals(-code).name if code < 0 else f'exit code {code}'}"

    async def stop(self) -> None:
        """Asks the child to end, and kills it when it does not within ten seconds."""
        self._send(signal.SIGTERM)
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                await self.wait()
        except TimeoutError:
            self.kill()
            await self.wait()

    def kill(self) -> None:
        """Ends the child at once."""
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        if self._child is not None and self._child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._child.send_signal(number)

    async def _announced(self, child: asyncio.subprocess.Process, offset: int) -> Listening:
        # No portable way tells that a file has grown, so it is looked at again and again.
        while True:
            ended = child.returncode is not None
            if (found := _started_line(self._log_path, offset)) is not None:
                return Listening(found["port"], found["metrics_port"])
            if ended:
                raise ProcessFailed(f"{self.name} {await self.wait()}; {self._log_tail()}")
            await asyncio.sleep(_POLL_SECONDS)

    def _log_tail(self) -> str:
        lines = self._log_path.read_text("utf-8", "replace").splitlines()[-_LINES_SHOWN:]
        return os.linesep.join([f"the end of {self._log_path}:", *lines])


def _started_line(log_path: Path, offset: int) -> dict[str, Any] | None:
    """Returns the fields of the line that says where a service listens, once it is there."""
    with log_path.open("rb") as log:
        log.seek(offset)
        for line in log:
            if STARTED in line and line.endswith(b"\n"):
                fields: dict[str, Any] = json.loads(line)
                return fields
    return None
