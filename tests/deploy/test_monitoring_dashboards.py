"""The dashboards: made of their descriptions, and every query names only what is exported."""

import importlib.util
import json
import re

import pytest

from tests.deploy.monitoring_page import EVERY_SERVICE, MONITORING, listed, series
from tests.deploy.monitoring_queries import problems, selected

FOLDER = MONITORING / "dashboards"
NAMES = ("bots", "cluster", "games", "store")
WINDOW = "5m"
"""What stands for Grafana's own window when a query is parsed."""
COMMON = re.compile(r"(process|python)_.*|grpc_(server|client)_(started|msg_.*)_total")
"""What every process exports and a dashboard may leave out."""


def dashboard(name: str) -> dict:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def panels(name: str) -> list[dict]:
    return [panel for panel in dashboard(name)["panels"] if panel["type"] != "row"]


def queries(name: str) -> list[tuple[str, str]]:
    """Returns the queries of a dashboard with their legends."""
    return [
        (target["expr"].replace("$__rate_interval", WINDOW), target["legendFormat"])
        for panel in panels(name)
        for target in panel["targets"]
    ]


ALL_QUERIES = [query for name in NAMES for query in queries(name)]


def test_the_dashboards_are_those_that_their_descriptions_make():
    place = MONITORING / "dashboards.py"
    spec = importlib.util.spec_from_file_location("dashboards", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = module.made()

    assert {f"{name}.json" for name in NAMES} == {path.name for path in made}
    for path, text in made.items():
        assert text == path.read_text("utf-8"), f"run python {place.relative_to(MONITORING.parents[1])}"


@pytest.mark.parametrize(("query", "legend"), ALL_QUERIES)
def test_a_query_names_only_what_is_exported_or_recorded(query, legend):
    assert [] == problems(query)


@pytest.mark.parametrize(("query", "legend"), ALL_QUERIES)
def test_a_legend_shows_only_labels_that_the_query_keeps(query, legend):
    shown = set(re.findall(r"{{(\w+)}}", legend))
    kept = re.search(r"by \(([^)]*)\)", query)

    assert shown <= (set(kept[1].split(", ")) if kept else selected(query)[1])


@pytest.mark.parametrize("name", NAMES)
def test_panels_do_not_overlap_and_fill_the_width_at_most(name):
    cells = set()
    for panel in dashboard(name)["panels"]:
        place = panel["gridPos"]
        covered = {
            (column, line)
            for column in range(place["x"], place["x"] + place["w"])
            for line in range(place["y"], place["y"] + place["h"])
        }

        assert place["x"] + place["w"] <= 24
        assert not covered & cells, panel["title"]
        cells |= covered


def test_ids_and_titles_are_each_one_panel():
    for name in NAMES:
        ids = [panel["id"] for panel in dashboard(name)["panels"]]

        assert len(set(ids)) == len(ids)
    assert len(NAMES) == len({dashboard(name)["uid"] for name in NAMES})


def test_every_metric_of_our_own_is_on_a_dashboard_or_in_a_rule():
    text = (MONITORING / "rules.yaml").read_text("utf-8")
    used = {series(name) for query, _ in ALL_QUERIES for name in selected(query)[0]}
    used |= {series(name) for name in re.findall(r"\b[a-z]\w+\b", text)}
    ours = {name for section in listed().values() for name in section if not COMMON.fullmatch(name)}

    assert EVERY_SERVICE in listed()
    assert set() == ours - used
