"""Running the cluster command as a person does, and finding every process that it has started."""

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

MARK = "CLUSTER_RUN"
"""The variable that every process of a run inherits."""


class ClusterRun:
    """A running command, such as ``demo``."""

    def __init__(self, command: str, runs: Path, *options: str) -> None:
        self.mark = uuid.uuid4().hex
        self.family: set[psutil.Process] = set()
        self.output_path = runs / "output.txt"
        words = [sys.executable, "-m", "services.cluster", command, "--runs", str(runs), *options]
        with self.output_path.open("wb") as output:
            self.process = subprocess.Popen(
                words,
                stdout=output,
                stderr=output,
                env=os.environ | {MARK: self.mark},
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        return self.output_path.read_text("utf-8")

    def remember(self) -> int:
        """Notes the command and everything below it now, and returns how many processes are known."""
        parent = psutil.Process(self.process.pid)
        self.family |= {parent, *parent.children(recursive=True)}
        return len(self.family)

    def alive(self) -> list[str]:
        """Returns the command lines of the processes of this run that have not ended."""
        return [line for process in self.family | with_mark(self.mark) if (line := command_line(process))]

    def wait_for(self, text: str, seconds: float = 60.0) -> None:
        """Waits until the command has written a text."""
        wait_until(lambda: text in self.output or self.process.poll() is not None, seconds)
        assert text in self.output, self.output


@contextmanager
def cluster(command: str, runs: Path, *options: str) -> Iterator[ClusterRun]:
    """Starts a command, and ends whatever is left of it."""
    run = ClusterRun(command, runs, *options)
    try:
        yield run
    finally:
        run.process.kill()
        run.process.wait()
        for process in run.family | with_mark(run.mark):
            with suppress(psutil.NoSuchProcess):
                process.kill()


def with_mark(mark: str) -> set[psutil.Process]:
    """Returns the processes that have inherited a mark."""
    found = set()
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == mark:
                found.add(process)
    return found


def command_line(process: psutil.Process) -> str:
    """Returns the command line of a process; empty when it has ended."""
    try:
        if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return ""
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    """Waits for a condition; fails when it does not come true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)
