"""The cluster until Ctrl-C, with everything one needs to call it."""

import asyncio
import os
import shlex
import sys
import uuid
from pathlib import Path
from typing import Final

from game101.v1.table_service_pb2 import CreateTableRequest
from google.protobuf.json_format import MessageToJson
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from services.cluster import demo, supervisor
from services.cluster.show import say
from services.cluster.supervisor import Cluster
from services.runtime.access import SCHEME
from services.runtime.calls import KEY_HEADER

PLAYING: Final = "make play CONNECT=1"
"""What sits a person down at a running cluster."""


async def run(options: supervisor.Options, console: Console) -> None:
    """Runs a cluster until it is cancelled.

    Raises:
        ProcessFailed: The cluster does not come up.
        StoreFailed: The store does not.
    """
    say(console, "starting a store and five services")
    async with supervisor.running(options, lambda line: say(console, line)) as cluster:
        say(console, addresses(cluster))
        say(console, f"store    {cluster.shared.store_url}", f"archive  {cluster.shared.archive_url}")
        say(console, f"logs     {cluster.run.folder}")
        say(console, f"key      {cluster.run.tenant_key} (of this run alone)", "")
        say(console, "For the calls of protos/GUIDE.md, in another shell:", "")
        console.print(exports(cluster), "", sep="\n", soft_wrap=True)
        say(console, "To sit down at this cluster, and to return to a seat that was left, in that shell:", "")
        say(console, PLAYING, "")
        say(console, "Two calls to paste: a match among bots, and the tables there are.", "")
        # Lines to be pasted must not be wrapped.
        console.print(create_table(cluster), "", list_tables(cluster), "", sep="\n", soft_wrap=True)
        say(console, "Ctrl-C stops everything.")
        await asyncio.Event().wait()


def addresses(cluster: Cluster) -> Table:
    """Returns where each service takes calls, and where its metrics are."""
    sheet = Table(box=SIMPLE, pad_edge=False)
    for heading in ("service", "gRPC", "metrics"):
        sheet.add_column(heading, no_wrap=True)
    for name, each in cluster.listening.items():
        sheet.add_row(name, each.address, each.metrics_url)
    return sheet


def exports(cluster: Cluster) -> str:
    """Returns a command that tells a shell every address and the key."""
    told = {name.upper(): each.address for name, each in cluster.listening.items()}
    return "export " + shlex.join(
        f"{name}={value}" for name, value in {**told, "KEY": cluster.run.tenant_key}.items()
    )


def create_table(cluster: Cluster) -> str:
    """Returns a command that has bots play a match."""
    request = CreateTableRequest(request_id=str(uuid.uuid4()), config=demo.config_of(demo.Match()))
    return _command(cluster, "CreateTable", MessageToJson(request, indent=None))


def list_tables(cluster: Cluster) -> str:
    """Returns a command that lists the public tables."""
    return _command(cluster, "ListTables", "{}")


def _command(cluster: Cluster, method: str, request: str) -> str:
    url = f"http://{cluster.address('table')}/game101.v1.TableService/{method}"
    program = os.path.relpath(Path(sys.executable).parent / "buf")
    key = f"{KEY_HEADER}: {SCHEME}{cluster.run.tenant_key}"
    options = ["--protocol", "grpc", "--http2-prior-knowledge", "--reflect-header", "*", "-H", key]
    return shlex.join([program, "curl", *options, "-d", request, url])
