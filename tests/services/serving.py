"""Real servers on loopback, in the test's own process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc

from services.runtime.server import Server
from services.runtime.service import Service
from services.runtime.settings import Settings

QUICK = Settings(auth="off", lame_duck_seconds=0, grace_seconds=2)


@asynccontextmanager
async def serving(service: Service, settings: Settings = QUICK) -> AsyncIterator[grpc.aio.Channel]:
    """Serves, and yields a channel."""
    async with (
        Server(service, settings) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        yield channel
