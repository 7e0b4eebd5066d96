"""The whole cluster as processes, any number of each service, with whatever settings a test wants."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from game101.v1 import (
    bot_service_pb2,
    dealer_service_pb2,
    okey_rules_service_pb2,
    rules_service_pb2,
    scoring_service_pb2,
    table_service_pb2,
)
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from prometheus_client.parser import text_string_to_metric_families

from services.cluster import runs
from services.cluster.embedded_store import EmbeddedStore
from services.cluster.topology import WAVES, Shared
from services.runtime import clients
from tests.faults.replicas import Child
from tests.faults.started import Started

CONTRACT = {
    "bot": (bot_service_pb2.DESCRIPTOR,),
    "dealer": (dealer_service_pb2.DESCRIPTOR,),
    "rules": (rules_service_pb2.DESCRIPTOR, okey_rules_service_pb2.DESCRIPTOR),
    "scoring": (scoring_service_pb2.DESCRIPTOR,),
    "table": (table_service_pb2.DESCRIPTOR,),
}
"""By process: the files of the contract whose services it serves."""


@dataclass(frozen=True)
class Served:
    """A method, and which process answers it."""

    part: str
    path: str
    request: type[Message]
    streams: bool

    def __str__(self) -> str:
        return self.path


def methods() -> Iterator[Served]:
    """Yields every method of the contract."""
    for part, files in CONTRACT.items():
        for service in (each for file in files for each in file.services_by_name.values()):
            for method in service.methods:
                path = f"/{service.full_name}/{method.name}"
                yield Served(part, path, GetMessageClass(method.input_type), method.server_streaming)


class Whole(Started):
    """A store and every service; started on entering, stopped on leaving."""

    def __init__(
        self,
        folder: Path,
        copies: int = 1,
        settings: Callable[[str], Mapping[str, object]] = lambda _part: {},
        log_level: str = "warning",
    ) -> None:
        """``settings`` returns those of a service by its name."""
        self.run = runs.begin(folder)
        self.store = EmbeddedStore(options={"appendfsync": "no"})
        self.children: dict[str, list[Child]] = {
            part.name: [Child(part, f"{part.name}-{number}", self.run) for number in range(copies)]
            for wave in WAVES
            for part in wave
        }
        self._settings = settings
        self._log_level = log_level

    def address(self, name: str) -> str:
        """Returns where calls to a service go: all its processes."""
        return f"ipv4:{','.join(child.address for child in self.children[name])}"

    def stub(self, make: Callable[[Any], Any], name: str, **options: Any) -> Any:
        """Returns a stub with the shipped client configuration that shows the run's key."""
        return clients.stub(make, self.address(name), **({"key": self.run.tenant_key} | options))

    async def start(self) -> None:
        await asyncio.to_thread(self.store.start)
        shared = Shared(self.store.url, runs.archive_in(self.run.folder), self.run.private, self._log_level)
        for wave in WAVES:
            async with asyncio.TaskGroup() as starting:
                for part in wave:
                    addresses = {name: self.address(name) for name in part.calls}
                    told = {name: str(value) for name, value in self._settings(part.name).items()}
                    for child in self.children[part.name]:
                        starting.create_task(child.start(shared, addresses, **told))

    async def stop(self) -> None:
        for wave in reversed(WAVES):
            ending = [child.process for part in wave for child in self.children[part.name]]
            await asyncio.gather(*(process.stop() for process in ending))
        await asyncio.to_thread(self.store.stop)
        self.run.forget()

    async def restart(self, number: int) -> None:
        """Restarts one process of every service, as a rollout of all of them at once would."""

        async def one(child: Child) -> None:
            await child.process.stop()
            await child.again()

        await asyncio.gather(*(one(children[number]) for children in self.children.values()))

    async def samples(self, name: str, part: str = "") -> list[Any]:
        """Returns the samples of a metric in all processes, or in those of one service."""
        children = [child for key, each in self.children.items() for child in each if part in {"", key}]
        pages = await asyncio.gather(*(asyncio.to_thread(page_of, child.metrics_url) for child in children))
        lines = "\n".join(line for page in pages for line in page.splitlines() if line.startswith(name))
        found = (each for family in text_string_to_metric_families(lines) for each in family.samples)
        return [sample for sample in found if sample.name == name]


def page_of(url: str) -> str:
    """Returns a page of metrics."""
    with urlopen(url, timeout=10) as response:  # noqa: S310 - our own http address
        return response.read().decode("utf-8")
