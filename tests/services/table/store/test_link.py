"""Many questions to a server that cannot be reached: one attempt to connect answers them all."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from services.cluster.embedded_store import EmbeddedStore
from services.table.store import pipe
from services.table.store.address import Address, parse
from services.table.store.link import Link
from services.table.store.pipe import NotSent

QUESTIONS = 20


@asynccontextmanager
async def silent_server() -> AsyncIterator[str]:
    """Runs a server that takes connections and says nothing."""
    ends: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _reader, writer: ends.append(writer), "127.0.0.1", 0)
    yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    for writer in ends:
        writer.close()
    server.close()


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[Address]:
    """The attempts to connect that are made."""
    made, connect = [], pipe.connect

    async def counted(address: Address, heard: Callable[[list[Any]], None]) -> pipe.Pipe:
        made.append(address)
        return await connect(address, heard)

    monkeypatch.setattr(pipe, "connect", counted)
    monkeypatch.setattr(pipe, "_CONNECT_SECONDS", 0.3)
    return made


def link_to(url: str) -> Link:
    return Link(parse(url), lambda _channel, _message: None, lambda _link: None)


async def failures(link: Link) -> set[type]:
    questions = (link.ask("PING") for _ in range(QUESTIONS))
    return {type(each) for each in await asyncio.gather(*questions, return_exceptions=True)}


async def test_all_who_wait_for_a_silent_server_fail_with_one_attempt(attempts: list[Address]) -> None:
    async with silent_server() as url:
        link = link_to(url)

        assert {NotSent} == await failures(link)
        assert 1 == len(attempts)
        assert {NotSent} == await failures(link)
        assert 2 == len(attempts)
        link.close()


async def test_all_who_wait_for_a_server_that_is_not_there_fail_with_one_attempt(
    attempts: list[Address],
) -> None:
    link = link_to("redis://127.0.0.1:1")

    assert {NotSent} == await failures(link)
    assert 1 == len(attempts)


async def test_one_who_waits_no_longer_takes_nothing_from_the_others(
    attempts: list[Address], store: EmbeddedStore
) -> None:
    link = link_to(store.url)
    impatient = asyncio.create_task(link.ask("PING"))
    others = [asyncio.create_task(link.ask("PING")) for _ in range(QUESTIONS)]
    await asyncio.sleep(0)
    impatient.cancel()

    assert {b"PONG"} == set(await asyncio.gather(*others))
    assert 1 == len(attempts)
    link.close()


async def test_an_attempt_ends_with_its_link(attempts: list[Address]) -> None:
    async with silent_server() as url:
        link = link_to(url)
        asked = asyncio.create_task(link.ask("PING"))
        while not attempts:
            await asyncio.sleep(0)
        link.close()

        with pytest.raises(NotSent):
            await asked
