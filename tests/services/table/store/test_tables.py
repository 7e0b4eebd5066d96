"""Every promise of the store's scripts, on a real server, alone and in cluster mode."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from secrets import token_hex

import pytest

from services.cluster.embedded_store import EmbeddedStore
from services.table.store import keys
from services.table.store.address import parse
from services.table.store.changes import Answer, Answered, Commit, Done, Early, Loaded, Stale
from services.table.store.servers import SLOTS, Servers
from services.table.store.tables import Tables
from tests.services.table.samples import ANSWERS_KEPT_MS

FINGERPRINT = bytes(16)


def new_id() -> str:
    return token_hex(keys.TABLE_ID_LENGTH // 2)


@pytest.fixture(params=["alone", "clustered"], scope="module")
async def tables(request: pytest.FixtureRequest) -> AsyncIterator[Tables]:
    options = {"appendfsync": "no"}
    if request.param == "clustered":
        options["cluster-enabled"] = "yes"
    port = 0 if request.param == "alone" else request.getfixturevalue("free_port")
    with EmbeddedStore(port=port, options=options) as store:
        servers = Servers(parse(store.url), lambda _channel, _message: None, lambda: None)
        if request.param == "clustered":
            await servers.everywhere("CLUSTER", "ADDSLOTSRANGE", 0, SLOTS - 1)
            while b"cluster_state:ok" not in (await servers.everywhere("CLUSTER", "INFO"))[0]:
                await asyncio.sleep(0.02)
        await servers.open()
        yield Tables(servers, ANSWERS_KEPT_MS)
        servers.close()


async def kept_ms(servers: Servers, table_id: str, request_id: str) -> int:
    """Returns how long the answer to a request is still kept."""
    key = keys.answer(table_id, request_id)
    return int(await servers.ask(key, "PTTL", key))


def creation(table_id: str, **changes: object) -> Commit:
    return replace(Commit(table_id, b"", 1, b"state 1", None), **changes)


async def tag_of(tables: Tables, change: Commit) -> bytes:
    outcome = await tables.commit(change)

    assert isinstance(outcome, Done)
    return outcome.tag


async def test_what_is_committed_is_loaded_with_its_tag(tables: Tables) -> None:
    table_id = new_id()
    tag = await tag_of(tables, creation(table_id))

    assert Loaded(tag, b"state 1") == await tables.load(table_id)


async def test_a_table_that_is_not_there_loads_as_nothing(tables: Tables) -> None:
    assert Loaded() == await tables.load(new_id())


async def test_a_change_of_an_old_state_is_refused_with_the_present_one(tables: Tables) -> None:
    table_id = new_id()
    first = await tag_of(tables, creation(table_id))
    second = await tag_of(tables, Commit(table_id, first, 2, b"state 2", None))

    outcome = await tables.commit(Commit(table_id, first, 2, b"another 2", None, events=[b"lost"]))

    assert Stale(Loaded(second, b"state 2")) == outcome
    assert 0 == await tables.last_sequence(table_id)


async def test_of_many_changes_of_one_state_one_is_written(tables: Tables) -> None:
    table_id = new_id()
    tag = await tag_of(tables, creation(table_id))
    changes = [Commit(table_id, tag, 2, b"%d" % number, None, events=[b"e"]) for number in range(20)]

    outcomes = await asyncio.gather(*(tables.commit(change) for change in changes))

    assert 1 == sum(isinstance(outcome, Done) for outcome in outcomes)
    assert 1 == await tables.last_sequence(table_id)


async def test_a_repeated_request_gets_the_first_answer_and_changes_nothing(tables: Tables) -> None:
    table_id = new_id()
    first = creation(table_id, answer=Answer("r", FINGERPRINT, b"first"), events=[b"e"])
    tag = await tag_of(tables, first)

    again = await tables.commit(replace(first, answer=Answer("r", FINGERPRINT, b"second")))

    assert Answered(FINGERPRINT + b"first") == again
    assert Loaded(tag, b"state 1", b"", FINGERPRINT + b"first") == await tables.load(table_id, request_id="r")
    assert 1 == await tables.last_sequence(table_id)


async def test_answers_are_kept_as_long_as_the_store_is_told(
    servers: Servers,
) -> None:
    half_an_hour = 1_800_000
    for given in (ANSWERS_KEPT_MS, 2 * ANSWERS_KEPT_MS):
        tables, table_id = Tables(servers, given), new_id()
        tag = await tag_of(tables, creation(table_id, answer=Answer("r", FINGERPRINT, b"first")))
        await tables.commit_draft(table_id, tag, "draft1", b"", b"one", Answer("d", FINGERPRINT, b""))

        for request_id in ("r", "d"):
            assert given - half_an_hour < await kept_ms(servers, table_id, request_id) <= given


async def test_a_change_before_its_time_is_refused(tables: Tables) -> None:
    table_id = new_id()
    tag = await tag_of(tables, creation(table_id))
    later = tables.clock.now_ms() + 60_000

    assert isinstance(await tables.commit(Commit(table_id, tag, 2, b"2", None, not_before_ms=later)), Early)
    assert Loaded(tag, b"state 1") == await tables.load(table_id)


async def test_events_are_read_from_any_number_on(tables: Tables) -> None:
    table_id = new_id()
    await tag_of(tables, creation(table_id, events=[b"1", b"2", b"3", b"4"]))

    assert [b"2", b"3"] == await tables.events(table_id, 2, 2)
    assert [b"4"] == await tables.events(table_id, 4, 10)
    assert [] == await tables.events(table_id, 5, 10)
    assert 4 == await tables.last_sequence(table_id)


async def test_the_script_that_ends_a_turn_drops_its_draft(tables: Tables) -> None:
    table_id = new_id()
    tag = await tag_of(tables, creation(table_id))
    answer = Answer("d", FINGERPRINT, b"drafted")
    await tables.commit_draft(table_id, tag, "draft1", b"", b"mine", answer)
    drafted = await tables.load(table_id, draft_field="draft1")

    await tables.commit(Commit(table_id, tag, 2, b"2", None, drop_drafts=["draft1", "draft2"]))

    assert b"mine" == drafted.draft
    assert b"" == (await tables.load(table_id, draft_field="draft1")).draft


async def test_a_draft_of_an_old_table_or_draft_is_refused(tables: Tables) -> None:
    table_id = new_id()
    tag = await tag_of(tables, creation(table_id))
    await tables.commit_draft(table_id, tag, "draft1", b"", b"one", Answer("a", FINGERPRINT, b""))

    old_draft = await tables.commit_draft(table_id, tag, "draft1", b"", b"two", Answer("b", FINGERPRINT, b""))
    old_table = await tables.commit_draft(
        table_id, b"?", "draft1", b"one", b"two", Answer("c", FINGERPRINT, b"")
    )

    assert isinstance(old_draft, Stale)
    assert isinstance(old_table, Stale)
    assert b"one" == (await tables.load(table_id, draft_field="draft1")).draft


async def test_what_is_owed_is_found_until_it_is_paid(tables: Tables) -> None:
    table_id = new_id()
    due_ms = tables.clock.now_ms()
    tag = await tag_of(tables, creation(table_id, due_ms=due_ms))

    assert (table_id, due_ms) in await tables.due(0)

    await tables.commit(Commit(table_id, tag, 2, b"2", None))

    assert table_id not in dict(await tables.due(0))


async def test_what_is_owed_later_is_found_when_one_looks_ahead(tables: Tables) -> None:
    table_id = new_id()
    await tables.load(table_id)
    await tag_of(tables, creation(table_id, due_ms=tables.clock.now_ms() + 60_000))

    assert table_id not in dict(await tables.due(0))
    assert table_id in dict(await tables.due(61_000))


async def test_one_of_many_takes_over_what_is_due(tables: Tables) -> None:
    table_id = new_id()
    await tag_of(tables, creation(table_id, due_ms=1))

    taken = await asyncio.gather(*(tables.claim(table_id, 60_000) for _ in range(10)))

    assert 1 == sum(taken)
    assert table_id not in dict(await tables.due(0))


async def test_nobody_takes_over_what_is_held(tables: Tables) -> None:
    table_id = new_id()
    await tag_of(tables, creation(table_id, due_ms=1))

    await tables.hold(table_id, tables.clock.now_ms() + 60_000)

    assert not await tables.claim(table_id, 1)


async def test_an_ended_hand_is_kept_under_its_number(tables: Tables) -> None:
    table_id = new_id()
    await tag_of(tables, creation(table_id, hand=(3, b"third")))

    assert b"third" == await tables.hand(table_id, 3)
    assert b"" == await tables.hand(table_id, 2)


async def test_the_census_follows_a_table_until_it_is_counted_no_more(tables: Tables) -> None:
    table_id, other_id = new_id(), new_id()
    tag = await tag_of(tables, creation(table_id, entered="here"))
    await tag_of(tables, creation(other_id, entered="here"))

    assert Counter(here=2) == await tables.census()
    tag = await tag_of(tables, Commit(table_id, tag, 2, b"2", None, left="here", entered="there"))

    assert Counter(here=1, there=1) == await tables.census()
    tag = await tag_of(tables, Commit(table_id, tag, 3, b"3", None, left="there", entered="there"))
    await tag_of(tables, Commit(table_id, tag, 4, b"4", None, left="there"))
    counts = await tables.census()

    assert ["here"] == list(counts)


async def test_a_change_that_is_refused_moves_nothing_in_the_census(tables: Tables) -> None:
    table_id = new_id()
    first = await tag_of(tables, creation(table_id, entered="one"))
    await tag_of(tables, Commit(table_id, first, 2, b"2", None, left="one", entered="two"))
    before = await tables.census()

    outcome = await tables.commit(Commit(table_id, first, 2, b"2", None, left="one", entered="two"))

    assert isinstance(outcome, Stale)
    assert before == await tables.census()
