"""The cluster on one machine: starts its processes, keeps them running, stops them."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from services.cluster import runs
from services.cluster.embedded_store import EmbeddedStore
from services.cluster.process import Listening, Process, ProcessFailed
from services.cluster.runs import Run
from services.cluster.topology import NAMES, WAVES, Part, Shared, command, environ_of
from services.runtime import clients

_HEALTHY_SECONDS: Final = 30.0
_LONG_LIFE_SECONDS: Final = 10.0
_LONGEST_PAUSE_SECONDS: Final = 8.0

Tell = Callable[[str], None]
"""Is given one line for whoever runs the cluster."""


@dataclass(frozen=True, slots=True)
class Options:
    """What can be asked of a cluster."""

    runs_folder: Path = Path("build/cluster")
    """Where the folder of the run is made."""
    ports: Mapping[str, int] = field(default_factory=dict)
    """Ports for calls, by service; any free one where none is given."""
    store_url: str = ""
    """A Redis-family server to use; empty starts one that lives as long as the cluster."""
    archive_url: str = ""
    """A database to keep ended matches in; empty is a file in the folder of the run."""
    log_level: str = "info"
    """The least level that the services log."""


class Cluster:
    """The services of a cluster, each a process."""

    def __init__(self, run: Run, shared: Shared, ports: Mapping[str, int], tell: Tell) -> None:
        self.run = run
        self.listening: dict[str, Listening] = dict.fromkeys(NAMES, Listening(0, 0))
        """Where each service listens, by name; port 0 before its start."""
        self.processes: dict[str, Process] = {}
        """The process of each service, by name."""
        self.shared = shared
        self._ports = ports
        self._tell = tell

    def address(self, name: str) -> str:
        """Returns where calls to a service go."""
        return self.listening[name].address

    async def start(self) -> None:
        """Starts every service and waits until all take calls.

        Raises:
            ProcessFailed: One of them does not come up.
        """
        for wave in WAVES:
            try:
                async with asyncio.TaskGroup() as starting:
                    for part in wave:
                        starting.create_task(self._start(part, self._ports.get(part.name, 0)))
            except* ProcessFailed as group:
                raise group.exceptions[0] from None

    async def keep(self) -> None:
        """Starts a service again, where it was, whenever its process ends; until it is cancelled."""
        async with asyncio.TaskGroup() as keeping:
            for wave in WAVES:
                for part in wave:
                    keeping.create_task(self._keep(part))

    async def stop(self) -> None:
        """Stops the services, callers before those they call."""
        for wave in reversed(WAVES):
            processes = [self.processes[part.name] for part in wave if part.name in self.processes]
            await asyncio.gather(*(process.stop() for process in processes))

    async def _start(self, part: Part, port: int) -> None:
        log_path = self.run.log_path(part.name)
        process = self.processes.setdefault(part.name, Process(part.name, command(part), log_path))
        addresses = {name: self.address(name) for name in part.calls}
        environ = environ_of(part, self.shared, port, addresses)
        self.listening[part.name] = await process.start(environ)
        await _healthy(part.name, self.address(part.name))

    async def _keep(self, part: Part) -> None:
        pause = 0.0
        while True:
            began = time.monotonic()
            ending = await self.processes[part.name].wait()
            lived_long = time.monotonic() - began > _LONG_LIFE_SECONDS
            pause = 0.0 if lived_long else min(2 * pause or 0.25, _LONGEST_PAUSE_SECONDS)
            self._tell(f"{part.name} {ending}; starting it again")
            await asyncio.sleep(pause)
            try:
                await self._start(part, self.listening[part.name].port)
            except ProcessFailed as error:
                self._tell(str(error))


@asynccontextmanager
async def running(options: Options, tell: Tell) -> AsyncIterator[Cluster]:
    """Runs a cluster: on entering everything takes calls, on leaving everything has ended.

    Raises:
        ProcessFailed: A service does not come up; what has begun is stopped.
        StoreFailed: The store does not.
    """
    async with AsyncExitStack() as after:
        run = runs.begin(options.runs_folder)
        after.callback(run.forget)
        store_url = options.store_url or after.enter_context(EmbeddedStore()).url
        archive_url = options.archive_url or runs.archive_in(run.folder)
        shared = Shared(store_url, archive_url, run.private, options.log_level)
        cluster = Cluster(run, shared, options.ports, tell)
        after.push_async_callback(cluster.stop)
        await cluster.start()
        keeping = asyncio.create_task(cluster.keep())
        after.push_async_callback(_end, keeping)
        yield cluster


async def _healthy(name: str, address: str) -> None:
    channel = clients.channel(address)
    try:
        async with asyncio.timeout(_HEALTHY_SECONDS):
            await channel.ready()
    except TimeoutError:
        raise ProcessFailed(f"{name} listens on {address} but does not say that it serves") from None
    finally:
        await channel.close()


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait({task})
