"""The page of metrics as data: what each service exports, and which values its labels may have."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game101.v1 import (
    bot_service_pb2,
    dealer_service_pb2,
    game_pb2,
    okey_rules_service_pb2,
    rules_service_pb2,
    scoring_service_pb2,
    table_service_pb2,
)
from grpc_channelz.v1 import channelz_pb2
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from services.bot.metrics import LEVELS
from services.rules.metrics import reasons
from services.runtime.metrics import GO_NAMES
from services.table.owed import Kind

MONITORING = Path(__file__).parents[2] / "deploy" / "monitoring"
EVERY_SERVICE = "Every service"
OTHER = "other"

_MODULES = (
    bot_service_pb2,
    dealer_service_pb2,
    okey_rules_service_pb2,
    rules_service_pb2,
    scoring_service_pb2,
    table_service_pb2,
    health_pb2,
    reflection_pb2,
    channelz_pb2,
)
_SERVICES = [service for module in _MODULES for service in module.DESCRIPTOR.services_by_name.values()]
_EVENT = table_service_pb2.TableEvent.DESCRIPTOR

SETS: Mapping[str, frozenset[str] | None] = {
    "types": frozenset({"unary", "client_stream", "server_stream", "bidi_stream"}),
    "services": frozenset({OTHER, *(service.full_name for service in _SERVICES)}),
    "methods": frozenset({OTHER, *(method.name for service in _SERVICES for method in service.methods)}),
    "codes": frozenset(GO_NAMES.values()),
    "games": frozenset(field.name for field in game_pb2.GameRules.DESCRIPTOR.oneofs_by_name["game"].fields),
    "levels": frozenset(LEVELS),
    "reasons": reasons(),
    "events": frozenset(field.name for field in _EVENT.oneofs_by_name["kind"].fields),
    "steps": frozenset(kind.value for kind in Kind),
    "build": None,
}
"""The sets that the page names; ``None`` where a value comes with the release."""

EXPORTED_IN_PART = frozenset({"types", "services", "methods", "build"})
"""Sets of which one service has a part only."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A metric as the page lists it."""

    kind: str
    labels: Mapping[str, str]
    """By name: the set's name in asterisks, or the values with commas."""

    def values(self, label: str) -> frozenset[str] | None:
        """Returns the values that a label may have; ``None`` where they come with the release."""
        text = self.labels[label]
        return SETS[text.strip("*")] if text.startswith("*") else frozenset(text.split(", "))

    def is_whole(self, label: str) -> bool:
        """Tells whether a service that has the metric has it with all the values."""
        return self.labels[label].strip("*") not in EXPORTED_IN_PART


@cache
def listed() -> dict[str, dict[str, Listed]]:
    """Returns what the page lists, by section and name."""
    found: dict[str, dict[str, Listed]] = {}
    for line in (MONITORING / "METRICS.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            section = found.setdefault(line.removeprefix("## "), {})
        if row := re.fullmatch(r"\| `(\w+)` \| (\w+) \| ?(.*?) ?\| .+ \|", line):
            name, kind, labels = row.groups()
            assert name not in section, f"{name} is listed twice"
            section[name] = Listed(kind, dict(re.findall(r"`(\w+)`: ([^;]+)", labels)))
    del found["Sets"]
    return found


@cache
def known() -> dict[str, Listed]:
    """Returns all metrics by name."""
    return {name: metric for section in listed().values() for name, metric in section.items()}


def series(name: str) -> str:
    """Returns the metric whose series has this name: a histogram has three."""
    plain = re.sub(r"_(bucket|sum|count)$", "", name)
    return plain if name not in known() and plain in known() else name
