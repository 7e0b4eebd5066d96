"""The cluster until Ctrl-C, with everything one needs to call it."""

import asyncio

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from services.cluster import supervisor
from services.cluster.show import say
from services.cluster.supervisor import Cluster


async def run(options: supervisor.Options, console: Console) -> None:
    """Runs a cluster until it is cancelled.

    Raises:
        ProcessFailed: The cluster does not come up.
        StoreFailed: The store does not.
    """
    async with supervisor.running(options, lambda line: say(console, line)) as cluster:
        say(console, addresses(cluster))
        say(console, f"store    {cluster.shared.store_url}", f"logs     {cluster.run.folder}", "")
        say(console, "A call to paste:", "", f"  {call(cluster)}", "", "Ctrl-C stops everything.")
        await asyncio.Event().wait()


def addresses(cluster: Cluster) -> Table:
    """Returns where each service takes calls, and where its metrics are."""
    sheet = Table(box=SIMPLE, pad_edge=False)
    for heading in ("service", "gRPC", "metrics"):
        sheet.add_column(heading, no_wrap=True)
    for name, each in cluster.listening.items():
        sheet.add_row(name, each.address, each.metrics_url)
    return sheet


def call(cluster: Cluster) -> str:
    """Returns a command that asks the rules service what the default rules are."""
    url = f"http://{cluster.address('table')}/game101.v1.TableService/ListTables"
    return f".venv/bin/buf curl --protocol grpc --http2-prior-knowledge -d '{{}}' {url}"
