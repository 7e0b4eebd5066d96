"""What the bot counts beside its calls. Every label has a few values that are known from the start."""

from typing import Final, NamedTuple

from prometheus_client import Counter, Gauge, Histogram

LEVELS: Final = ("low", "medium", "high", "hint")
"""A bot's levels, and advice to players."""

DECISIONS: Final = Counter("game101_bot_decisions", "Decisions made, by level.", ["level"])
DEVIATIONS: Final = Counter(
    "game101_bot_deviations", "Decisions that deviated from the best, as the level makes them.", ["level"]
)
CUT_SHORT: Final = Counter(
    "game101_bot_cut_short", "Decisions that a deadline ended before their budget did.", ["level"]
)
EVALUATIONS: Final = Counter("game101_bot_evaluations", "Evaluations spent on decisions.", ["level"])
CPU_SECONDS: Final = Counter(
    "game101_bot_cpu_seconds", "CPU time that workers spent on decisions.", ["level"]
)
SECONDS: Final = Histogram(
    "game101_bot_decision_seconds",
    "Time from a decision's arrival to its answer, waiting for a worker included.",
    ["level"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0),
)
SHED: Final = Counter("game101_bot_shed", "Decisions turned away because too many were waiting.")
WORKERS_LOST: Final = Counter("game101_bot_workers_lost", "Workers that ended without being told to.")
WORKERS: Final = Gauge("game101_bot_workers", "Workers, by what they do: busy, idle or starting.", ["state"])
WAITING: Final = Gauge("game101_bot_waiting", "Decisions that wait for a worker.")


class Counted(NamedTuple):
    """What is counted of the decisions with one label."""

    decisions: Counter
    deviations: Counter
    cut_short: Counter
    evaluations: Counter
    cpu_seconds: Counter
    seconds: Histogram


BY_LABEL: Final = {
    label: Counted(
        DECISIONS.labels(label),
        DEVIATIONS.labels(label),
        CUT_SHORT.labels(label),
        EVALUATIONS.labels(label),
        CPU_SECONDS.labels(label),
        SECONDS.labels(label),
    )
    for label in LEVELS
}
