"""What the table service shows of its tables. No label has more values than the contract names."""

from typing import Final

from game101.v1 import game_pb2
from game101.v1 import table_service_pb2 as pb
from prometheus_client import Counter, Gauge, Histogram

from services.table.change import Change
from services.table.owed import Kind

_FAST: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_LATE: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

COMMIT_SECONDS: Final = Histogram(
    "game101_table_commit_seconds", "Time that the store took to write a change.", buckets=_FAST
)

_COMMITS: Final = Counter(
    "game101_table_commits",
    "Changes handed to the store, by what came of them: done, answered (the request had its answer), stale "
    "(another change was first), early (not yet time), unconfirmed.",
    ["outcome"],
)
COMMITS: Final = {
    outcome: _COMMITS.labels(outcome) for outcome in ("done", "answered", "stale", "early", "unconfirmed")
}

GAMES: Final = tuple(field.name for field in game_pb2.GameRules.DESCRIPTOR.oneofs_by_name["game"].fields)
"""The games that the contract knows, by the names of their fields."""

TABLES: Final = Gauge(
    "game101_tables",
    "Tables in the whole store that have not ended, by state and game, at the last count.",
    ["state", "game"],
)

_SOURCES: Final = {
    value: name.removeprefix("MOVE_SOURCE_").lower() for name, value in pb.MoveSource.items() if value
}
_MOVES: Final = Counter("game101_table_moves", "Moves made, by who made them.", ["source"])
MOVES: Final = {value: _MOVES.labels(name) for value, name in _SOURCES.items()}

_EVENTS: Final = Counter("game101_table_events", "Events of tables, by kind.", ["kind"])
EVENTS: Final = {
    field.name: _EVENTS.labels(field.name) for field in pb.TableEvent.DESCRIPTOR.oneofs_by_name["kind"].fields
}

HANDS_ENDED: Final = Counter(
    "game101_table_hands_ended",
    "Hands that were booked, by game and how they ended: won (a seat finished), drawn (nobody did) or void.",
    ["game", "how"],
)
SCORES_CONFIRMED: Final = Counter(
    "game101_table_scores_confirmed",
    "Scores that were booked, void hands left out, by who confirmed them: auto (nobody had to) or manual.",
    ["mode"],
)
_REFUSALS: Final = Counter(
    "game101_table_refusals",
    "Moves of players that were refused before the rules were asked, by the reason that they were told.",
    ["reason"],
)
REFUSALS: Final = {
    reason: _REFUSALS.labels(reason)
    for reason in ("STALE_PLY", "HAND_NOT_PLAYED", "TURN_TIMED_OUT", "AUTOPILOT_ON")
}

STEP_SECONDS: Final = Histogram(
    "game101_table_step_seconds", "Time that a step took that a table owed.", ["kind"], buckets=_LATE
)
STEP_LATE_SECONDS: Final = Histogram(
    "game101_table_step_late_seconds",
    "How long after its time a step with a time was begun, such as a time-out.",
    ["kind"],
    buckets=_LATE,
)
STEPS_TAKEN_OVER: Final = Counter(
    "game101_table_steps_taken_over", "Owed steps that another replica had left undone."
)
STEPS_FAILED: Final = Counter(
    "game101_table_steps_failed", "Owed steps that could not be made and are tried again.", ["kind"]
)
DUE: Final = Gauge("game101_table_due", "Owed steps that were overdue in the whole store at the last look.")
DUE_AGE_SECONDS: Final = Gauge(
    "game101_table_due_age_seconds", "How long the oldest of them has been overdue."
)
BOT_FAULTS: Final = Counter(
    "game101_table_bot_faults", "Bots that did not help: away, failed, or illegal (its move was).", ["fault"]
)

ARCHIVE_LAG_SECONDS: Final = Histogram(
    "game101_table_archive_lag_seconds",
    "Time from the end of a table to the note that its match is archived, or needs not be.",
    buckets=_LATE,
)

WATCHERS: Final = Gauge("game101_table_watchers", "Streams of events that are open.")
EVENT_LAG_SECONDS: Final = Histogram(
    "game101_table_event_lag_seconds", "Time from an event to its sending to a watcher.", buckets=_LATE
)
STORE_UP: Final = Gauge("game101_table_store_up", "Whether the store answered the last look: 1 or 0.")

for _kind in Kind:
    STEP_SECONDS.labels(_kind.value)
    STEP_LATE_SECONDS.labels(_kind.value)
    STEPS_FAILED.labels(_kind.value)
for _fault in ("away", "failed", "illegal"):
    BOT_FAULTS.labels(_fault)
for _game in GAMES:
    for _how in ("won", "drawn", "void"):
        HANDS_ENDED.labels(_game, _how)
for _mode in ("auto", "manual"):
    SCORES_CONFIRMED.labels(_mode)


def count_written(change: Change) -> None:
    """Counts the events of a change that was written."""
    table = change.table
    for told in change.events:
        kind = told.event.WhichOneof("kind")
        EVENTS[kind].inc()
        if kind == "move_made":
            MOVES[told.event.move_made.source].inc()
        if kind == "hand_ended":
            _count_hand(table.config.rules.WhichOneof("game"), told.event.hand_ended)
    if table.archived:
        ARCHIVE_LAG_SECONDS.observe(max(0, change.now_ms - table.phase_ms) / 1000)


def _count_hand(game: str, ended: pb.HandEnded) -> None:
    score = ended.score
    if score.void:
        HANDS_ENDED.labels(game, "void").inc()
        return
    HANDS_ENDED.labels(game, "won" if score.winner else "drawn").inc()
    SCORES_CONFIRMED.labels("manual" if ended.manual else "auto").inc()
