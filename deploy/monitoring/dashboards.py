"""Makes the dashboards for Grafana: ``python deploy/monitoring/dashboards.py`` writes the JSON files anew.

Each is described in ``dashboards/<name>.yaml``: rows of panels, side by side. A panel has

======= ==================================================================================
title   what it shows
unit    as Grafana spells it: ``s``, ``short``, ``reqps``, ``percentunit``, ``bytes``
queries PromQL by legend, in which ``{{label}}`` stands for a label's value
kind    ``timeseries``, or ``stat`` for one number; a time series where nothing is said
about   a sentence for whoever points at the title; may be missing
======= ==================================================================================

Where things stand on the screen follows from that. The data source is chosen in Grafana.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import yaml

FOLDER: Final = Path(__file__).parent / "dashboards"

_WIDTH: Final = 24
"""Grafana's columns."""
_HEIGHT: Final = 8
_SCHEMA: Final = 39
_SOURCE: Final = {"type": "prometheus", "uid": "${source}"}
_CHOICE: Final = {"type": "datasource", "name": "source", "label": "Source", "query": "prometheus"}


def made() -> dict[Path, str]:
    """Returns the JSON files, and what has to be in them."""
    described = sorted(FOLDER.glob("*.yaml"))
    return {path.with_suffix(".json"): _text_of(path.stem, _read(path)) for path in described}


def _read(path: Path) -> dict[str, Any]:
    described: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return described


def _text_of(name: str, described: dict[str, Any]) -> str:
    panels: list[dict[str, Any]] = []
    top = 0
    for row in described["rows"]:
        place = {"h": 1, "w": _WIDTH, "x": 0, "y": top}
        panels.append(
            {"type": "row", "title": row["title"], "collapsed": False, "gridPos": place, "panels": []}
        )
        panels += _side_by_side(row["panels"], top + 1)
        top += 1 + _HEIGHT
    dashboard = {
        "uid": f"game101-{name}",
        "title": described["title"],
        "tags": ["game101"],
        "schemaVersion": _SCHEMA,
        "editable": False,
        "refresh": "30s",
        "time": {"from": "now-3h", "to": "now"},
        "templating": {"list": [_CHOICE]},
        "panels": [{"id": number, **panel} for number, panel in enumerate(panels, start=1)],
    }
    return json.dumps(dashboard, indent=1) + "\n"


def _side_by_side(panels: Sequence[dict[str, Any]], top: int) -> list[dict[str, Any]]:
    width = _WIDTH // len(panels)
    return [
        _panel(panel, {"h": _HEIGHT, "w": width, "x": at * width, "y": top})
        for at, panel in enumerate(panels)
    ]


def _panel(panel: dict[str, Any], place: dict[str, int]) -> dict[str, Any]:
    targets = [
        {"refId": chr(ord("A") + at), "datasource": _SOURCE, "expr": query, "legendFormat": legend}
        for at, (legend, query) in enumerate(panel["queries"].items())
    ]
    return {
        "type": panel.get("kind", "timeseries"),
        "title": panel["title"],
        "description": panel.get("about", ""),
        "datasource": _SOURCE,
        "gridPos": place,
        "fieldConfig": {"defaults": {"unit": panel["unit"], "min": 0}, "overrides": []},
        "targets": targets,
    }


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, "utf-8")
