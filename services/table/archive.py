"""The archive: ended matches in a relational database, found by table, player and time.

One row a match, with the table's last state; one a hand, with its record; one a player. Writing a match again
replaces it, so a replica that died on the way leaves nothing half.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sql
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from services.table import stored

_METADATA: Final = sql.MetaData()

_MATCHES: Final = sql.Table(
    "matches",
    _METADATA,
    sql.Column("table_id", sql.String(24), primary_key=True),
    sql.Column("tenant", sql.String(128), nullable=False),
    sql.Column("end_ms", sql.BigInteger, nullable=False),
    sql.Column("state", sql.LargeBinary, nullable=False),
    sql.Index("matches_by_time", "tenant", "end_ms", "table_id"),
)
_PLAYERS: Final = sql.Table(
    "match_players",
    _METADATA,
    sql.Column("table_id", sql.String(24), primary_key=True),
    sql.Column("player", sql.String(64), primary_key=True),
    sql.Index("match_players_by_player", "player"),
)
_HANDS: Final = sql.Table(
    "hand_records",
    _METADATA,
    sql.Column("table_id", sql.String(24), primary_key=True),
    sql.Column("hand", sql.Integer, primary_key=True),
    sql.Column("record", sql.Text, nullable=False),
)

_THREADS: Final = 4
_OPENINGS: Final = 5
_BUSY_SECONDS: Final = 5

Result = TypeVar("Result")


class ArchiveAway(Exception):
    """The archive does not answer, or cannot be used."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches are looked for. Unset fields take any."""

    tenant: str
    table_id: str = ""
    player: str = ""
    from_ms: int | None = None
    before_ms: int | None = None
    after: tuple[int, str] | None = None
    """The end and the table of the match before the page."""


class Archive:
    """An archive behind a URL. Every method may raise ``ArchiveAway``."""

    def __init__(self, url: str) -> None:
        """Takes a URL of SQLAlchemy's, such as ``sqlite:///archive.db`` or ``postgresql+psycopg://...``.

        Raises:
            ArchiveAway: The URL is none.
        """
        self._threads = ThreadPoolExecutor(_THREADS, "archive")
        try:
            address = sql.make_url(url)
            is_file = address.get_backend_name() == "sqlite"
            if is_file and address.database:
                Path(address.database).parent.mkdir(parents=True, exist_ok=True)
            options = {"timeout": _BUSY_SECONDS} if is_file else {}
            self._engine = sql.create_engine(address, pool_pre_ping=True, connect_args=options)
        except (ArgumentError, ImportError, OSError, SQLAlchemyError):
            raise ArchiveAway("the archive's URL names no database that is known here") from None

    async def open(self) -> None:
        """Makes what is missing of the tables.

        Replicas that start together see the same tables missing. One makes a table, the others fail at it and
        look again: no database makes a table "if it is missing" in one step for all.
        """
        for opening in range(_OPENINGS, 0, -1):
            try:
                await self._run(_METADATA.create_all)
                break
            except ArchiveAway:
                if opening == 1:
                    raise

    async def close(self) -> None:
        """Ends all connections."""
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    async def keep(self, table: store_pb.StoredTable, records: Mapping[int, str]) -> None:
        """Writes an ended match with the records of its hands, in place of what was written of it before."""
        of_it = {"table_id": table.table_id}
        players = sorted({seat.open.player for seat in table.seats if seat.open.player})
        match = of_it | {
            "tenant": table.tenant,
            "end_ms": table.phase_ms,
            "state": table.SerializeToString(),
        }

        def write(connection: sql.Connection) -> None:
            for each in (_HANDS, _PLAYERS, _MATCHES):
                connection.execute(sql.delete(each).where(each.c.table_id == table.table_id))
            connection.execute(sql.insert(_MATCHES), match)
            if players:
                connection.execute(sql.insert(_PLAYERS), [of_it | {"player": name} for name in players])
            if records:
                rows = [of_it | {"hand": hand, "record": text} for hand, text in records.items()]
                connection.execute(sql.insert(_HANDS), rows)

        await self._run(write)

    async def match(self, table_id: str) -> store_pb.StoredTable | None:
        """Returns the last state of an archived table; ``None`` when it is not here."""
        query = sql.select(_MATCHES.c.state).where(_MATCHES.c.table_id == table_id)
        state = await self._run(lambda connection: connection.execute(query).scalar())
        return None if state is None else stored.table_from(state)

    async def record(self, table_id: str, hand: int) -> str | None:
        """Returns the record of a hand; ``None`` when it is not here."""
        query = sql.select(_HANDS.c.record).where(_HANDS.c.table_id == table_id, _HANDS.c.hand == hand)
        return await self._run(lambda connection: connection.execute(query).scalar())

    async def matches(self, wanted: Wanted, count: int) -> list[store_pb.StoredTable]:
        """Returns up to ``count`` matches, the latest first."""
        query = _query(wanted).limit(count)
        states: Sequence[bytes] = await self._run(
            lambda connection: connection.execute(query).scalars().all()
        )
        return [stored.table_from(state) for state in states]

    async def _run(self, work: Callable[[sql.Connection], Result]) -> Result:
        def begun() -> Result:
            with self._engine.begin() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, begun)
        except SQLAlchemyError as error:
            raise ArchiveAway("the archive does not answer") from error


def shown(table: store_pb.StoredTable) -> pb.Match:
    """Returns an archived match as the contract has it."""
    answer = pb.Match(
        table_id=table.table_id,
        config=table.config,
        seats=[seat.open for seat in table.seats],
        match=table.match,
        standing=table.standing if table.HasField("standing") else None,
        hands=stored.begun_hand(table),
    )
    answer.end_time.FromMilliseconds(table.phase_ms)
    return answer


def _query(wanted: Wanted) -> "sql.Select[Any]":
    query = sql.select(_MATCHES.c.state).where(_MATCHES.c.tenant == wanted.tenant)
    if wanted.table_id:
        query = query.where(_MATCHES.c.table_id == wanted.table_id)
    if wanted.player:
        of_player = sql.select(_PLAYERS.c.table_id).where(_PLAYERS.c.player == wanted.player)
        query = query.where(_MATCHES.c.table_id.in_(of_player))
    if wanted.from_ms is not None:
        query = query.where(_MATCHES.c.end_ms >= wanted.from_ms)
    if wanted.before_ms is not None:
        query = query.where(_MATCHES.c.end_ms < wanted.before_ms)
    if wanted.after is not None:
        place = sql.tuple_(_MATCHES.c.end_ms, _MATCHES.c.table_id)
        query = query.where(place < sql.tuple_(*(sql.literal(each) for each in wanted.after)))
    return query.order_by(_MATCHES.c.end_ms.desc(), _MATCHES.c.table_id.desc())
