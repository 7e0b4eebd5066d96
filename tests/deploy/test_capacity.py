import importlib.util

import pytest

from services.table.settings import TableSettings
from tests.bench.areas import AREAS
from tests.deploy.manifests import DEPLOY, Variant, container_of, rendered
from tests.deploy.quantities import amount

SPEC = importlib.util.spec_from_file_location("capacity", DEPLOY / "capacity.py")
capacity = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(capacity)

PAGE = capacity.PAGE.read_text("utf-8")
FIGURES = capacity.figures_of(PAGE)
ROUND = dict.fromkeys(capacity.NAMES, 1.0) | {"table_bytes": 1000.0, "move_bytes": 100.0, "bot_ms": 6.5}
"""Figures that one can reckon with in one's head."""


def test_the_page_has_every_figure():
    assert set(capacity.NAMES) == set(FIGURES)
    assert all(value > 0 for value in FIGURES.values())


def test_the_page_says_what_follows_from_its_figures():
    assert capacity.tables_of(FIGURES) in PAGE
    assert capacity.rules_of_thumb(FIGURES) in PAGE


def test_the_store_is_reckoned_with_what_it_keeps_unless_told_otherwise():
    assert TableSettings.model_fields["answers_kept_ms"].default == 1000 * capacity.HISTORY_SECONDS


def test_other_figures_make_another_page():
    again = capacity.page(PAGE, ROUND, "yesterday, on paper")

    assert ROUND == capacity.figures_of(again)
    assert capacity.tables_of(ROUND) in again
    assert PAGE.partition(capacity.MARKS[0])[0] == again.partition(capacity.MARKS[0])[0]
    assert PAGE.partition(capacity.MARKS[1])[2] == again.partition(capacity.MARKS[1])[2]


def test_a_thousand_tables_need_what_one_reckons_on_paper():
    found = capacity.need(ROUND, 1_000)

    assert 200 == found.moves
    assert pytest.approx(0.2) == found.cores["table"] == found.cores["store"]
    assert pytest.approx(0.65) == found.cores["bot"]
    assert pytest.approx(200 / 55 / 1000) == found.cores["dealer"]
    assert dict.fromkeys(found.replicas, 2) == found.replicas
    assert 1_000 * 1_000 + 200 * 7_200 * 100 == found.store_memory
    assert 1 == found.shards


def test_a_million_tables_are_bound_by_cpu_and_by_memory():
    busy = capacity.need(ROUND, 1_000_000)
    heavy = capacity.need(ROUND | {"store_ms": 0.001, "move_bytes": 1000.0}, 1_000_000)

    assert 200 / 0.5 == busy.shards
    assert 929 == busy.replicas["bot"]
    assert -(-(10**9 + 200_000 * 7_200 * 1_000) // 2**34) == heavy.shards


def test_a_shard_that_is_lost_takes_few_tables_with_it():
    light = ROUND | {"store_ms": 0.001, "move_bytes": 0.001}

    assert [1, 8, 8] == [capacity.need(light, tables).shards for tables in capacity.TABLES]


def test_a_run_that_has_left_something_out_is_noticed():
    results = [{"name": name, "ours": 1.2345} for name in capacity.NAMES.values()]

    assert dict.fromkeys(capacity.NAMES, 1.23) == capacity.figures_in(results)
    with pytest.raises(KeyError, match="capacity table"):
        capacity.figures_in([each for each in results if each["name"] != "capacity table"])


def test_the_figures_are_those_of_areas_that_exist():
    assert {"bot", "capacity"} == {name.split()[0] for name in capacity.NAMES.values()} <= set(AREAS)


@pytest.mark.parametrize("service", ["dealer", "rules", "scoring", "bot", "table"])
def test_a_service_may_hold_what_it_was_seen_to_hold(service):
    resources = container_of(rendered(Variant("production")).services[service])["resources"]
    seen = FIGURES[f"{service}_memory"]

    assert seen <= amount(resources["requests"]["memory"])
    assert 2 * seen <= amount(resources["limits"]["memory"])


@pytest.mark.parametrize("service", ["rules", "table", "bot"])
def test_a_replica_asks_for_the_cpu_that_it_is_to_use(service):
    resources = container_of(rendered(Variant("production")).services[service])["resources"]

    assert capacity.BUSY <= amount(resources["requests"]["cpu"])
