"""What the table process serves, and what it needs for that."""

from typing import Any, Final

import structlog
from game101.store.v1 import table_pb2 as store_pb
from game101.v1.table_service_pb2_grpc import add_TableServiceServicer_to_server

from services.runtime.service import Service, StartError
from services.table import metrics
from services.table.archive import Archive, ArchiveAway
from services.table.archivist import Archivist
from services.table.book import Book
from services.table.bots import Bots
from services.table.census import Census
from services.table.desk import Desk
from services.table.drafts import Drafts
from services.table.durability import Unfit, require_durability
from services.table.founding import Founding
from services.table.holdings import Holdings
from services.table.listing import Listing
from services.table.moves import Moves
from services.table.parts import Parts
from services.table.servicer import TableServicer
from services.table.settings import TableSettings
from services.table.steps import Steps
from services.table.store.address import BadUrl, parse
from services.table.store.changes import StoreAway
from services.table.store.pipe import Lost, NotSent, Refused
from services.table.store.servers import Servers
from services.table.store.tables import Tables
from services.table.watch import Hub
from services.table.worker import Worker

log = structlog.get_logger()


class TableProcess:
    """One replica, from its start on."""

    def service(self) -> Service:
        """Returns the replica as a value for the harness."""
        return Service(
            name="table",
            registrars=(self._register,),
            start=self._start,
            stop=self._stop,
            ready=self._ready,
        )

    async def _start(self, settings: TableSettings) -> None:
        await self._connect(settings)
        await self._open_archive(settings)
        self._tables = Tables(self._servers, settings.answers_kept_ms)
        self._hub.attach(self._servers, self._tables)
        self._parts = Parts.at(settings)
        self._book = Book(self._tables, settings.cached_tables, settings.lease_ms, self._written)
        self._listing = Listing(self._servers, self._book)
        self._holdings = Holdings(self._servers, self._book)
        self._archivist = Archivist(self._tables, self._archive)
        bots = Bots(self._parts, self._tables.clock, settings.bot_patience_ms, settings.stand_in_ms)
        steps = Steps(self._parts, bots, self._archivist, self._tables.clock)
        self._worker = Worker(self._book, self._tables, steps.perform, settings.sweep_ms, settings.lease_ms)
        self._desk = self._furnished(settings)
        self._census = Census(self._tables)
        self._worker.start()
        self._census.start()

    async def _connect(self, settings: TableSettings) -> None:
        """Finds the store, and sees to it that it keeps what the settings promise."""
        self._hub = Hub()
        try:
            address = parse(settings.store_url.get_secret_value())
            self._servers = Servers(address, self._hub.heard, self._hub.deaf)
            await self._servers.open()
            await require_durability(self._servers, settings)
        except (BadUrl, Unfit) as error:
            raise StartError(str(error)) from None
        except (NotSent, Lost, Refused):
            raise StartError("the store cannot be reached") from None

    async def _open_archive(self, settings: TableSettings) -> None:
        try:
            self._archive = Archive(settings.archive_url.get_secret_value())
            await self._archive.open()
        except ArchiveAway as error:
            raise StartError(str(error)) from None

    def _furnished(self, settings: TableSettings) -> Desk:
        return Desk(
            parts=self._parts,
            tables=self._tables,
            book=self._book,
            hub=self._hub,
            founding=Founding(self._parts, self._book, self._holdings),
            moves=Moves(self._parts, self._book, self._worker),
            drafts=Drafts(self._parts, self._book, self._tables),
            listing=self._listing,
            archivist=self._archivist,
            heartbeat_seconds=settings.heartbeat_ms / 1000,
        )

    def _written(self, table: store_pb.StoredTable) -> None:
        self._worker.look_after(table)
        self._listing.note(table)
        self._holdings.note(table)

    def _register(self, server: Any) -> None:
        add_TableServiceServicer_to_server(TableServicer(self._desk), server)  # type: ignore[no-untyped-call]

    async def _ready(self) -> bool:
        try:
            await self._tables.load("")
        except StoreAway:
            metrics.STORE_UP.set(0)
            return False
        return True

    async def _stop(self) -> None:
        """Undoes the start, as far as it came."""
        for name in ("_census", "_worker", "_hub"):
            if (part := getattr(self, name, None)) is not None:
                await part.stop()
        if (parts := getattr(self, "_parts", None)) is not None:
            await parts.close()
        if (kept := getattr(self, "_archive", None)) is not None:
            await kept.close()
        if (servers := getattr(self, "_servers", None)) is not None:
            servers.close()


SERVICE: Final = TableProcess().service()
