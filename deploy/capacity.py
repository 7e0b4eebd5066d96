"""Reckons what a number of tables needs, from the figures of ``make bench``.

``python deploy/capacity.py build/bench.json`` writes them, and what follows from them, into CAPACITY.md.
"""

import json
import math
import platform
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from os import cpu_count
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parent / "CAPACITY.md"
MARKS: Final = ("<!-- figures -->", "<!-- end of figures -->")

TABLES: Final = (1_000, 100_000, 1_000_000)
SECONDS_A_MOVE: Final = 5.0
"""The time between two moves at a table."""
BOT_SHARE: Final = 0.5
"""The share of the moves that bots make."""
SEATS: Final = 4
MOVES_A_HAND: Final = 55
BUSY: Final = 0.7
"""How much of a core a replica is to use; the autoscaler's target."""
STORE_BUSY: Final = 0.5
"""The same for a shard of the store, which has one thread for all."""
SHARD_BYTES: Final = 16 * 2**30
HISTORY_SECONDS: Final = 2 * 60 * 60
"""How long the store keeps what a move leaves behind: its event and its answer, as the table is set unless it
is told otherwise (``GAME101_ANSWERS_KEPT_MS``)."""
BLAST_TABLES: Final = 12_500
"""The tables that the loss of one shard may touch, as long as there are no more than eight shards for it."""

NAMES: Final[Mapping[str, str]] = {
    "table_ms": "capacity move, table",
    "rules_ms": "capacity move, rules",
    "store_ms": "capacity move, store",
    "bot_ms": "bot okey medium",
    "dealer_ms": "capacity hand, dealer",
    "scoring_ms": "capacity hand, scoring",
    "table_bytes": "capacity table",
    "move_bytes": "capacity move",
    "dealer_memory": "capacity memory, dealer",
    "rules_memory": "capacity memory, rules",
    "scoring_memory": "capacity memory, scoring",
    "bot_memory": "capacity memory, bot",
    "table_memory": "capacity memory, table",
}
"""By the name used here: the name in ``build/bench.json``."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a number of tables needs."""

    moves: float
    """A second."""
    cores: Mapping[str, float]
    """By service, the store among them."""
    replicas: Mapping[str, int]
    memory: float
    """Bytes of all replicas."""
    store_memory: float
    """Bytes of all shards."""
    shards: int


def need(figures: Mapping[str, float], tables: int) -> Need:
    """Returns what tables need, of which each is in play."""
    moves = tables / SECONDS_A_MOVE
    rates = {"table": moves, "rules": moves, "store": moves, "bot": moves * BOT_SHARE}
    rates |= dict.fromkeys(("dealer", "scoring"), moves / MOVES_A_HAND)
    cores = {name: rate * figures[f"{name}_ms"] / 1000 for name, rate in rates.items()}
    replicas = {name: max(2, math.ceil(cores[name] / BUSY)) for name in cores if name != "store"}
    store_memory = tables * figures["table_bytes"] + moves * HISTORY_SECONDS * figures["move_bytes"]
    return Need(
        moves=moves,
        cores=cores,
        replicas=replicas,
        memory=sum(count * figures[f"{name}_memory"] for name, count in replicas.items()),
        store_memory=store_memory,
        shards=max(
            min(8, math.ceil(tables / BLAST_TABLES)),
            math.ceil(cores["store"] / STORE_BUSY),
            math.ceil(store_memory / SHARD_BYTES),
        ),
    )


def figures_in(results: list[dict[str, float]]) -> dict[str, float]:
    """Returns the figures that `make bench` has measured.

    Raises:
        KeyError: One is missing; the areas `capacity` and `bot` have them.
    """
    found = {each["name"]: each["ours"] for each in results}
    return {name: _rounded(float(found[key])) for name, key in NAMES.items()}


def figures_of(page: str) -> dict[str, float]:
    """Returns the figures that stand in the page."""
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", page, re.MULTILINE)
    return {name: float(value) for name, value in rows}


def tables_of(figures: Mapping[str, float]) -> str:
    """Returns what follows from the figures, as Markdown."""
    needs = [need(figures, tables) for tables in TABLES]
    heading = ["", *(f"{tables:,} tables" for tables in TABLES)]
    rows = [
        ["moves a second", *(f"{each.moves:,.0f}" for each in needs)],
        *(_of_service(name, needs) for name in ("table", "rules", "bot", "dealer", "scoring")),
        ["cores of the services", *(f"{_service_cores(each):,.1f}" for each in needs)],
        ["memory of the services", *(_bytes(each.memory) for each in needs)],
        ["cores of the store", *(f"{each.cores['store']:,.2f}" for each in needs)],
        ["memory of the store", *(_bytes(each.store_memory) for each in needs)],
        ["shards of the store", *(f"{each.shards:,}" for each in needs)],
    ]
    lines = [heading, ["---", *["---:"] * len(TABLES)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def rules_of_thumb(figures: Mapping[str, float]) -> str:
    """Returns what one remembers, as Markdown."""
    moves = {name: 1000 * BUSY / figures[f"{name}_ms"] for name in ("bot", "table", "rules")}
    tables = {name: rate * SECONDS_A_MOVE for name, rate in moves.items()}
    turn = SECONDS_A_MOVE * SEATS
    megabytes = figures["move_bytes"] * HISTORY_SECONDS / 1e6
    return f"""\
- **Bots per core: {moves["bot"] * turn:,.0f}.** A core makes {moves["bot"]:,.0f} decisions a second,
  and a seat is to move every {turn:.0f} s.
- **Tables per replica: {tables["table"]:,.0f}**, at {moves["table"]:,.0f} moves a second.
  A replica of the rules is enough for {tables["rules"]:,.0f}.
- **Store: {megabytes:,.1f} MB for each move a second**,
  since what a move leaves behind stays for up to two hours."""


def page(before: str, figures: Mapping[str, float], measured: str) -> str:
    """Returns the page with other figures, and with what follows from them.

    Args:
        before: The page as it is.
        figures: What was measured.
        measured: When and on what, in a few words.
    """
    head, _, rest = before.partition(MARKS[0])
    _, _, tail = rest.partition(MARKS[1])
    rows = [f"| `{name}` | {figures[name]:.10g} | {NAMES[name]} |" for name in NAMES]
    table = "\n".join(["| name | value | in `build/bench.json` |", "| --- | ---: | --- |", *rows])
    parts = [f"Measured {measured}.", table, tables_of(figures), rules_of_thumb(figures)]
    return head + MARKS[0] + "\n" + "\n\n".join(parts) + "\n" + MARKS[1] + tail


def _of_service(name: str, needs: list[Need]) -> list[str]:
    return [
        f"{name}: replicas (cores)",
        *(f"{each.replicas[name]:,} ({each.cores[name]:,.2f})" for each in needs),
    ]


def _service_cores(found: Need) -> float:
    return sum(cores for name, cores in found.cores.items() if name != "store")


def _bytes(count: float) -> str:
    return f"{count / 1e9:,.1f} GB" if count < 1e12 else f"{count / 1e12:,.1f} TB"


def _rounded(value: float) -> float:
    """Returns three digits of a figure, which is no more exact than that."""
    return float(f"{value:.3g}")


if __name__ == "__main__":
    results = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    machine = f"{cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    measured = f"on {datetime.now(UTC):%Y-%m-%d}, on a machine with {machine}"
    PAGE.write_text(page(PAGE.read_text("utf-8"), figures_in(results), measured), "utf-8")
