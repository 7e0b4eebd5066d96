"""Following events over broken streams."""

import asyncio

import grpc
import pytest
from game101.v1.table_service_pb2 import Heartbeat, TableEvent, WatchEventsResponse

from services.cluster import watching


class Stream:
    """A table of five events whose streams break after some of them, with given codes."""

    def __init__(self, *breaks: tuple[int, grpc.StatusCode]) -> None:
        self.breaks = list(breaks)

    async def WatchEvents(self, request):
        for sequence in range(request.from_sequence, 6):
            if self.breaks and self.breaks[0][0] < sequence:
                _, code = self.breaks.pop(0)
                raise grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata())
            yield WatchEventsResponse(event=TableEvent(sequence=sequence))
            yield WatchEventsResponse(heartbeat=Heartbeat(last_sequence=5))


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(watching, "_PAUSE_SECONDS", 0)


async def test_events_come_once_each_and_in_order_over_restarts_and_slow_reading():
    stream = Stream((2, grpc.StatusCode.UNAVAILABLE), (2, grpc.StatusCode.RESOURCE_EXHAUSTED))

    assert [1, 2, 3, 4, 5] == [event.sequence async for event in watching.events(stream, "t")]


async def test_a_table_that_may_not_be_watched_is_an_error():
    stream = Stream((0, grpc.StatusCode.PERMISSION_DENIED))

    with pytest.raises(grpc.aio.AioRpcError):
        [event async for event in watching.events(stream, "t")]


async def test_patience_has_an_end(monkeypatch):
    monkeypatch.setattr(watching, "_PATIENCE", 2)
    stream = Stream(*[(0, grpc.StatusCode.UNAVAILABLE)] * 3)

    with pytest.raises(grpc.aio.AioRpcError):
        [event async for event in watching.events(stream, "t")]


async def test_a_slow_viewer_does_not_slow_the_reading():
    read: list[int] = []

    async def source():
        async for event in watching.events(Stream(), "t"):
            read.append(event.sequence)
            yield event

    seen = []
    async for event in watching.ahead(source()):
        seen.append(event.sequence)
        await asyncio.sleep(0.01)
        assert [1, 2, 3, 4, 5] == read

    assert [1, 2, 3, 4, 5] == seen


async def test_an_error_of_the_source_reaches_the_viewer():
    source = watching.events(Stream((2, grpc.StatusCode.PERMISSION_DENIED)), "t")

    with pytest.raises(grpc.aio.AioRpcError):
        [event async for event in watching.ahead(source)]
