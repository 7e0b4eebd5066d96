"""The page of metrics against running services: what one has, the other has."""

import asyncio
from collections.abc import AsyncIterator
from urllib.request import urlopen

import pytest
import pytest_asyncio
from game101.v1 import table_service_pb2 as pb
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from engine.okey.arrange import KERNEL
from services.client import Client
from services.cluster import demo, supervisor
from services.cluster.topology import NAMES
from tests.deploy.monitoring_page import EVERY_SERVICE, Listed, listed

Pages = dict[str, dict[str, Metric]]
NAMED_BY_BUCKETS = {"le"}


@pytest_asyncio.fixture(scope="module")
async def cluster(tmp_path_factory) -> AsyncIterator[supervisor.Cluster]:
    options = supervisor.Options(tmp_path_factory.mktemp("runs"))
    async with supervisor.running(options, lambda _line: None) as running:
        yield running


@pytest_asyncio.fixture(scope="module")
async def pages(cluster) -> Pages:
    return await scraped(cluster)


async def scraped(cluster: supervisor.Cluster) -> Pages:
    """Returns the metrics of each service, by the names of their series."""
    texts = await asyncio.gather(*(asyncio.to_thread(read, each) for each in cluster.listening.values()))
    return {
        name: {exported(family): family for family in text_string_to_metric_families(text)}
        for name, text in zip(cluster.listening, texts, strict=True)
    }


def read(each) -> str:
    with urlopen(each.metrics_url, timeout=5) as answer:  # noqa: S310 - our own http address
        return answer.read().decode()


def exported(family: Metric) -> str:
    return family.name + "_total" * (family.type == "counter")


def expected(service: str) -> dict[str, Listed]:
    return listed()[EVERY_SERVICE] | listed()[service]


def labels_of(family: Metric) -> dict[str, set[str]]:
    """Returns the values of each label that a metric has at present."""
    found: dict[str, set[str]] = {}
    for sample in family.samples:
        for label in sample.labels.keys() - NAMED_BY_BUCKETS:
            found.setdefault(label, set()).add(sample.labels[label])
    return found


def all_series(pages: Pages) -> set[tuple[str, str, frozenset[tuple[str, str]]]]:
    return {
        (service, sample.name, frozenset(sample.labels.items()))
        for service, page in pages.items()
        for family in page.values()
        for sample in family.samples
    }


def test_the_page_has_a_section_for_each_service():
    assert {EVERY_SERVICE, *NAMES} == set(listed())


@pytest.mark.parametrize("service", NAMES)
def test_a_service_exports_what_the_page_lists_and_nothing_else(pages, service):
    on_the_page = {name: metric.kind for name, metric in expected(service).items()}

    assert on_the_page == {name: family.type for name, family in pages[service].items()}


@pytest.mark.parametrize("service", NAMES)
def test_labels_and_their_values_are_those_on_the_page(pages, service):
    for name, metric in expected(service).items():
        found = labels_of(pages[service][name])
        if not pages[service][name].samples:
            # A service that calls nobody has the names alone.
            assert name.startswith("grpc_client_")
            continue

        assert metric.labels.keys() == found.keys(), name
        for label, values in found.items():
            may = metric.values(label)

            assert may is None or values <= may, f"{name}: {values - may}"
            assert not metric.is_whole(label) or values == may, f"{name} lacks {label}={may - values}"


@pytest.mark.parametrize("game", ["okey", "card"])
async def test_a_match_makes_no_series_that_was_not_there(cluster, game):
    before = all_series(await scraped(cluster))
    config = demo.config_of(demo.Match(game=game, hands=1, level="low", seed=5))
    async with Client(table=cluster.address("table"), key=cluster.run.tenant_key) as client:
        created = await client.repeat(client.table.CreateTable, pb.CreateTableRequest(config=config))
        kinds = [event.WhichOneof("kind") async for event in client.watch(created.table.table_id)]
    after = await scraped(cluster)

    assert "hand_ended" in kinds
    assert set() == all_series(after) - before
    assert 0 < sum(
        sample.value
        for sample in after["table"]["game101_table_hands_ended_total"].samples
        if sample.labels["game"] == game
    )


def test_the_set_of_reasons_is_as_small_as_the_page_says():
    reasons = listed()["rules"]["game101_rules_refusals_total"].values("reason")

    assert 0 < len(reasons) <= 100


@pytest.mark.parametrize(
    ("service", "name"),
    [("rules", "game101_okey_kernel_compiled"), ("bot", "game101_bot_okey_kernel_compiled")],
)
def test_a_service_tells_which_kernel_it_has(pages, service, name):
    assert [float(KERNEL.compiled)] == [sample.value for sample in pages[service][name].samples]
