"""How many tables there are, by state and game: counted by the store with every change, read now and then."""

import asyncio
from collections import Counter
from typing import Final

import structlog
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb

from services.table import metrics, show, stored
from services.table.store.changes import StoreAway
from services.table.store.tables import Tables

STATES: Final = {
    value: name.removeprefix("TABLE_STATE_").lower()
    for name, value in pb.TableState.items()
    if value not in (pb.TABLE_STATE_UNSPECIFIED, pb.TABLE_STATE_FINISHED, pb.TABLE_STATE_CLOSED)
}
"""The states of tables that have not ended, as metrics and the store spell them."""

_PERIOD_SECONDS: Final = 5.0

log = structlog.get_logger()


def place(table: store_pb.StoredTable | None) -> str:
    """Returns under which name the store counts a table; empty for none, and for one that has ended."""
    if table is None or table.phase in stored.ENDED:
        return ""
    return f"{STATES[show.state_of(table)]}:{table.config.rules.WhichOneof('game')}"


class Census:
    """Shows the store's count as ``game101_tables``."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._counting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to read."""
        self._counting = asyncio.create_task(self._count_for_ever(), name="census")

    async def stop(self) -> None:
        """Ends reading."""
        if self._counting is not None:
            self._counting.cancel()
            await asyncio.wait([self._counting])

    async def _count_for_ever(self) -> None:
        while True:
            try:
                _show(await self._tables.census())
            except StoreAway:
                log.debug("census.failed", problem="the store did not answer")
            except Exception as error:
                log.error("census.failed", exc_info=error)
            await asyncio.sleep(_PERIOD_SECONDS)


def _show(counts: Counter[str]) -> None:
    for state in STATES.values():
        for game in metrics.GAMES:
            metrics.TABLES.labels(state, game).set(counts[f"{state}:{game}"])


_show(Counter())
