"""Following a table's events over streams that break."""

import asyncio

import grpc
import pytest
from game101.v1 import table_service_pb2 as pb

from services.client import watching


class Broken(grpc.aio.AioRpcError):
    """The replica that answers a stream has gone."""

    def __init__(self):
        super().__init__(grpc.StatusCode.UNAVAILABLE, grpc.aio.Metadata(), grpc.aio.Metadata())


class Brittle:
    """Three events, of which each stream gives one before it breaks, the last stream the end as well."""

    def __init__(self, away=False):
        self.away = away

    async def WatchEvents(self, request):
        if self.away and request.from_sequence > 1:
            raise Broken
        yield pb.WatchEventsResponse(event=pb.TableEvent(sequence=request.from_sequence))
        if request.from_sequence < 3:
            raise Broken


@pytest.mark.parametrize("pause", [0.0, 0.4])
async def test_a_slow_reader_loses_no_patience_while_it_thinks(pause):
    seen = []
    async for event in watching.events(Brittle(), "table", patience=0.2):
        seen.append(event.sequence)
        await asyncio.sleep(pause)

    assert [1, 2, 3] == seen


async def test_a_watcher_gives_up_a_table_that_stays_away():
    events = watching.events(Brittle(away=True), "table", patience=0.2)
    first = await anext(events)
    with pytest.raises(Broken):
        await anext(events)

    assert 1 == first.sequence
