"""A client that is to be killed: ``python -m tests.faults.visitor ADDRESS TABLE`` watches until then.

The key is in the environment as ``VISITOR_KEY``. A line on standard output says that every stream has begun.
"""

import asyncio
import os
import sys

from game101.v1 import table_service_pb2 as pb
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.runtime import clients

CHANNELS = 4
STREAMS = 5
"""Of each channel."""


async def visit(address: str, table_id: str, key: str) -> None:
    """Watches a table by many streams, for ever."""
    request = pb.WatchEventsRequest(table_id=table_id)
    # Channels with the same options would share one connection.
    stubs = [
        clients.stub(TableServiceStub, address, key=key, options=(("visitor", number),))
        for number in range(CHANNELS)
    ]
    streams = [stub.WatchEvents(request) for stub in stubs for _ in range(STREAMS)]
    await asyncio.gather(*(stream.read() for stream in streams))
    print("watching", flush=True)  # noqa: T201 - whoever kills it waits for that
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(visit(sys.argv[1], sys.argv[2], os.environ["VISITOR_KEY"]))
