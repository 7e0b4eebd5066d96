import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest
import pytest_asyncio
import structlog

from services.runtime import logs
from services.runtime.calls import write_lines_to
from services.runtime.server import Server
from tests.services.runtime.echo import Echo, service
from tests.services.runtime.quick import QUICK


@pytest_asyncio.fixture(scope="session")
async def server():
    echo = Echo()
    async with Server(service(echo), QUICK) as running:
        running.echo = echo
        yield running


@pytest.fixture
def echo(server):
    server.echo.__init__()
    return server.echo


@pytest_asyncio.fixture(scope="session")
async def raw(server):
    """A plain channel: what is sent over it is exactly the bytes given."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        yield channel


@pytest.fixture
def lines() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Returns the JSON lines written so far."""
    stream, before = io.StringIO(), logging.getLogger().handlers[:]
    output = logs.configure("json", "debug", exception_text=False, stream=stream)

    def read() -> list[dict[str, Any]]:
        output.flush()
        return [json.loads(line) for line in stream.getvalue().splitlines()]

    yield read
    structlog.reset_defaults()
    write_lines_to(None)
    logging.getLogger().handlers = before
