"""One shared connection on a real server: order, cancelled callers, broken and silent connections."""

import asyncio
from pathlib import Path

import pytest

from services.cluster.embedded_store import EmbeddedStore
from services.table.store import pipe
from services.table.store.address import Address, parse
from services.table.store.pipe import Lost, NotSent, Pipe, Refused


async def open_pipe(store: EmbeddedStore) -> Pipe:
    return await pipe.connect(parse(store.url), lambda _item: None)


async def test_answers_come_in_the_order_of_the_questions(store: EmbeddedStore) -> None:
    line = await open_pipe(store)
    answers = await asyncio.gather(*(line.ask("ECHO", number) for number in range(500)))
    line.close()

    assert [str(number).encode() for number in range(500)] == answers


async def test_a_cancelled_caller_leaves_no_answer_to_the_next_one(store: EmbeddedStore) -> None:
    line = await open_pipe(store)

    async def ask(word: str) -> bytes:
        return await line.ask("ECHO", word)

    for number in range(100):
        cancelled = asyncio.create_task(ask("mine"))
        await asyncio.sleep(0)
        cancelled.cancel()

        assert str(number).encode() == await ask(str(number))
    line.close()


async def test_an_error_is_for_the_one_who_asked(store: EmbeddedStore) -> None:
    line = await open_pipe(store)
    wrong, right = line.ask("NONSENSE"), line.ask("ECHO", "right")
    with pytest.raises(Refused) as caught:
        await wrong

    assert "ERR" == caught.value.code
    assert b"right" == await right
    line.close()


async def test_what_is_unanswered_when_the_connection_breaks_is_lost(store: EmbeddedStore) -> None:
    line = await open_pipe(store)
    answer = line.ask("BLPOP", "nothing", 0)
    await asyncio.sleep(0)
    line.close()
    with pytest.raises(Lost):
        await answer
    await line.closed
    with pytest.raises(NotSent):
        line.ask("PING")


async def test_a_server_that_falls_silent_is_given_up(
    store: EmbeddedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe, "_PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(pipe, "_CHECK_SECONDS", 0.05)
    line = await open_pipe(store)
    with pytest.raises(Lost):
        await line.ask("BLPOP", "nothing", 0)


async def test_nobody_there_is_told_as_not_sent(tmp_path: Path) -> None:
    with pytest.raises(NotSent):
        await pipe.connect(Address(path=str(tmp_path / "nobody")), lambda _item: None)


async def test_a_wrong_password_does_not_let_in(tmp_path: Path) -> None:
    with EmbeddedStore(options={"requirepass": "right"}) as locked:
        path = str(locked.directory / "valkey.sock")
        with pytest.raises(NotSent):
            await pipe.connect(Address(path=path, password="wrong"), lambda _item: None)  # noqa: S106
        line = await pipe.connect(Address(path=path, password="right"), lambda _item: None)  # noqa: S106

        assert b"PONG" == await line.ask("PING")
        line.close()
