"""What a match has cost: calls and CPU, from the services' own metrics."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families
from rich.box import SIMPLE
from rich.table import Table

from services.cluster.process import Listening

_HANDLED: Final = "grpc_server_handled_total"
_CPU: Final = "process_cpu_seconds_total"
_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Usage:
    """What one service has done since its start."""

    calls: int
    """Calls answered, those of health checks left out."""
    failed: int
    """Those among them that did not end with OK."""
    cpu_seconds: float | None
    """CPU of the process; ``None`` where the system does not tell."""


async def usage(listening: Mapping[str, Listening]) -> dict[str, Usage]:
    """Returns what each service has done, by name.

    Raises:
        OSError: A metrics endpoint does not answer.
    """
    pages = await asyncio.gather(*(asyncio.to_thread(_page, each.metrics_url) for each in listening.values()))
    return {name: read(page) for name, page in zip(listening, pages, strict=True)}


def read(page: str) -> Usage:
    """Returns what a page of metrics tells."""
    calls = failed = 0.0
    cpu = None
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            if sample.name == _CPU:
                cpu = sample.value
            if sample.name == _HANDLED and sample.labels["grpc_service"].startswith("game101."):
                calls += sample.value
                failed += sample.value if sample.labels["grpc_code"] != "OK" else 0
    return Usage(int(calls), int(failed), cpu)


def usage_sheet(listening: Mapping[str, Listening], used: Mapping[str, Usage]) -> Table:
    """Returns calls, CPU and where the metrics are, a row a service."""
    sheet = Table(box=SIMPLE, pad_edge=False)
    sheet.add_column("service")
    for heading in ("calls", "not OK", "CPU"):
        sheet.add_column(heading, justify="right")
    sheet.add_column("metrics", no_wrap=True)
    for name, each in used.items():
        cpu = "" if each.cpu_seconds is None else f"{each.cpu_seconds:.1f} s"
        sheet.add_row(name, str(each.calls), str(each.failed), cpu, listening[name].metrics_url)
    return sheet


def _page(url: str) -> str:
    with urlopen(url, timeout=_SECONDS) as response:  # noqa: S310 - our own http address
        page: str = response.read().decode("utf-8")
        return page
