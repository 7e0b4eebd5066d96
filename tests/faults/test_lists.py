"""The list of public tables: pages and filters, and how it forgets the tables that are gone."""

import grpc
import pytest
import redis
from game101.v1 import table_service_pb2 as pb

from services.table import pages
from tests.faults import people
from tests.faults.people import refused
from tests.faults.replicas import Helpers, Replicas

BOTS = pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=people.LEVEL)


async def test_the_list_of_public_tables_forgets_those_that_are_gone_though_nobody_asks_for_it(
    helpers: Helpers,
) -> None:
    async with Replicas(helpers, 1) as replicas:
        with redis.Redis.from_url(replicas.store.url, decode_responses=True) as store:
            for _ in range(30):
                replicas.forget((await people.create(replicas.stubs[0])).table.table_id)
            listed = sum(store.zcard(index) for index in store.scan_iter("{public:*"))

    # Each new table looks at two others.
    assert listed < 10


async def test_public_tables_are_listed_by_page_and_filter_the_newest_first(replicas: Replicas) -> None:
    stub = replicas.stubs[0]
    made = [(await people.create(stub)).table.table_id for _ in range(5)]
    hidden = (await people.create(stub, visibility=pb.VISIBILITY_PRIVATE)).table.table_id
    await people.create(stub, bots=BOTS)
    found, token = [], ""
    while True:
        request = pb.ListTablesRequest(
            page_size=2, page_token=token, state=pb.TABLE_STATE_WAITING, with_free_seat=True
        )
        page = await replicas.stubs[1].ListTables(request)
        found += [table.table_id for table in page.tables]
        token = page.next_page_token
        if not token:
            break

    assert made[::-1] == [table_id for table_id in found if table_id in made]
    assert hidden not in found
    for wrong in (
        pb.ListTablesRequest(page_token="nonsense"),  # noqa: S106 - no password
        pb.ListTablesRequest(page_size=-1),
    ):
        assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD") == await refused(stub.ListTables(wrong))


@pytest.mark.parametrize(
    "place",
    [
        "9" * 30 + ":" + "0" * 24,
        "9" * 5000 + ":x",
        "1:x",
        "\u00b2:" + "0" * 24,
        "1:" + "z" * 24,
        "-",
        "\x00",
        "(",
    ],
)
async def test_a_token_that_was_made_up_is_refused_or_names_a_page(replicas: Replicas, place: str) -> None:
    stub = replicas.stubs[0]
    matches, tables = pb.ListMatchesRequest(), pb.ListTablesRequest()
    matches.page_token, tables.page_token = (pages.token(each, place) for each in (matches, tables))

    assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD") == await refused(stub.ListMatches(matches))
    assert (await stub.ListTables(tables)).tables is not None
