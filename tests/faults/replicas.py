"""Tables on real processes: one store, the four services they need, and any number of table replicas."""

import asyncio
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import redis
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1.bot_service_pb2_grpc import BotServiceStub
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.cluster import runs
from services.cluster.embedded_store import EmbeddedStore
from services.cluster.process import Process
from services.cluster.topology import Part, Shared, command, environ_of
from services.runtime import clients
from services.table.store import keys
from tests.faults.started import Started

HELPERS = (Part("dealer", seals=True), Part("rules"), Part("scoring"), Part("bot"))
TABLE = Part("table", calls=tuple(part.name for part in HELPERS), stores=True)

LEVEL = bot_pb.BOT_LEVEL_LOW


def new_id() -> str:
    return str(uuid.uuid4())


class Child:
    """A process that can be killed and started again where it was."""

    def __init__(self, part: Part, name: str, run: runs.Run) -> None:
        self._part = part
        self.process = Process(name, command(part), run.log_path(name))
        self.environ: dict[str, str] = {}
        self.address = ""
        self.metrics_url = ""

    async def start(self, shared: Shared, addresses: Mapping[str, str], **settings: str) -> None:
        self.environ = environ_of(self._part, shared, 0, addresses)
        self.environ |= {f"GAME101_{name.upper()}": value for name, value in settings.items()}
        await self.again()

    async def again(self) -> None:
        listening = await self.process.start(self.environ)
        self.address = listening.address
        self.metrics_url = listening.metrics_url
        self.environ["GAME101_PORT"] = str(listening.port)

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()

    async def restart(self) -> None:
        await self.kill()
        await self.again()


class Helpers:
    """The services that tables need; they keep nothing, so any number of replicas may share them."""

    def __init__(self, folder: Path) -> None:
        self.run = runs.begin(folder)
        self.shared = Shared("", "", self.run.private, "warning")
        self.children = {part.name: Child(part, part.name, self.run) for part in HELPERS}

    @property
    def addresses(self) -> dict[str, str]:
        return {name: child.address for name, child in self.children.items()}

    async def start(self) -> None:
        await asyncio.gather(*(child.start(self.shared, {}) for child in self.children.values()))
        self.bot: Any = clients.stub(BotServiceStub, self.children["bot"].address, key=self.run.tenant_key)

    async def stop(self) -> None:
        await clients.close(self.bot)
        await asyncio.gather(*(child.process.stop() for child in self.children.values()))
        self.run.forget()


class Replicas(Started):
    """A store and the table replicas on it."""

    def __init__(self, helpers: Helpers, count: int, **settings: str) -> None:
        """``settings`` are those of the table service; an address there replaces a helper's."""
        self.helpers = helpers
        self.store = EmbeddedStore()
        self._archive_url = f"sqlite:///{helpers.run.folder}/{id(self)}.db"
        self._settings = settings
        self.children = [Child(TABLE, f"table-{id(self)}-{number}", helpers.run) for number in range(count)]
        self.stubs: list[Any] = []

    async def start(self) -> None:
        await asyncio.to_thread(self.store.start)
        shared = Shared(self.store.url, self._archive_url, self.helpers.run.private, "warning")
        await asyncio.gather(
            *(child.start(shared, self.helpers.addresses, **self._settings) for child in self.children)
        )
        self.stubs = [self.stub(child.address) for child in self.children]

    def stub(self, address: str) -> Any:
        return clients.stub(TableServiceStub, address, key=self.helpers.run.tenant_key)

    def forget(self, table_id: str) -> None:
        """Removes a table from the store, as the end of its retention time does."""
        with redis.Redis.from_url(self.store.url) as store:
            store.delete(keys.table(table_id), keys.events(table_id), keys.hands(table_id))

    async def stop(self) -> None:
        await clients.close(*self.stubs)
        await asyncio.gather(*(child.process.stop() for child in self.children))
        await asyncio.to_thread(self.store.stop)
