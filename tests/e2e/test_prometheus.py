"""The cluster under a real Prometheus: it is scraped, rules load, and a fault is told and taken back."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
import pytest_asyncio
import yaml

from services.cluster import supervisor
from services.cluster.embedded_store import EmbeddedStore
from services.cluster.topology import NAMES
from tests.e2e.prometheus_run import RULES, Watch, require_programs, wait_until, watching

DASHBOARDS = sorted((RULES.parent / "dashboards").glob("*.json"))


@pytest.fixture(scope="module")
def store() -> Iterator[EmbeddedStore]:
    require_programs()
    with EmbeddedStore() as running:
        yield running


@pytest_asyncio.fixture(scope="module")
async def cluster(store, tmp_path_factory) -> AsyncIterator[supervisor.Cluster]:
    options = supervisor.Options(tmp_path_factory.mktemp("runs"), store_url=store.url)
    async with supervisor.running(options, lambda _line: None) as running:
        yield running


@pytest_asyncio.fixture(scope="module")
async def watch(cluster, tmp_path_factory) -> AsyncIterator[Watch]:
    targets = {name: f"127.0.0.1:{each.metrics_port}" for name, each in cluster.listening.items()}
    with watching(tmp_path_factory.mktemp("prometheus"), targets) as running:
        yield running


@contextmanager
def hung(pid: int) -> Iterator[None]:
    """Stops a process in its tracks, as if its machine hung."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def everything_is_up(watch: Watch) -> bool:
    return dict.fromkeys(NAMES, "1") == watch.up()


def queries() -> list[str]:
    found = [
        target["expr"].replace("$__rate_interval", "1m")
        for path in DASHBOARDS
        for panel in json.loads(path.read_text("utf-8"))["panels"]
        for target in panel.get("targets", ())
    ]
    return [*found, "slo:game101_all:rate5m"]


async def test_prometheus_scrapes_the_cluster_and_evaluates_every_rule(watch):
    await asyncio.to_thread(wait_until, lambda: everything_is_up(watch), "all services are scraped")
    groups = yaml.safe_load(RULES.read_text("utf-8"))["groups"]
    written = sorted(rule.get("alert") or rule["record"] for group in groups for rule in group["rules"])

    def evaluated() -> list[str]:
        rules = [rule for group in watch.get("rules")["groups"] for rule in group["rules"]]
        return sorted(rule["name"] for rule in rules if rule["health"] == "ok")

    await asyncio.to_thread(wait_until, lambda: evaluated() == written, "every rule was evaluated")


async def test_prometheus_answers_every_query_of_the_dashboards(watch):
    await asyncio.to_thread(wait_until, lambda: everything_is_up(watch), "all services are scraped")
    answers = {query: watch.get("query", query=query)["result"] for query in queries()}

    assert answers["sum(game101_table_store_up)"][0]["value"][1] == "1"
    assert answers["max by (state, game) (game101_tables)"]


async def test_a_service_that_hangs_is_told_of_and_taken_back_when_it_is_well(cluster, watch):
    await asyncio.to_thread(wait_until, lambda: everything_is_up(watch), "all services are scraped")
    wrong = {("ServiceDown", "rules"), ("ReplicaDown", "rules")}

    assert set() == wrong & watch.told()
    with hung(cluster.processes["rules"].pid):
        await asyncio.to_thread(wait_until, lambda: wrong <= watch.told(), "both alerts are told")
        down = {told for told in watch.told() if told[0] in {"ServiceDown", "ReplicaDown"}}
        [page] = [each for each in watch.webhook.firing if each["labels"]["severity"] == "page"]
    await asyncio.to_thread(wait_until, lambda: not wrong & watch.told(), "both alerts are taken back")

    assert wrong == down
    assert "No replica of rules answers" == page["annotations"]["summary"]
    assert f"## {page['labels']['alertname']}\n" in (RULES.parent / "RUNBOOK.md").read_text("utf-8")
    assert everything_is_up(watch)


async def test_a_store_that_dies_is_told_of_and_taken_back_when_it_is_there_again(store, watch):
    await asyncio.to_thread(wait_until, lambda: everything_is_up(watch), "all services are scraped")
    store.kill()
    try:
        await asyncio.to_thread(wait_until, lambda: ("StoreDown", "") in watch.told(), "the alert is told")
    finally:
        store.start()
    await asyncio.to_thread(wait_until, lambda: ("StoreDown", "") not in watch.told(), "it is taken back")

    assert everything_is_up(watch)
