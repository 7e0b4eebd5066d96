"""What a table does while a part of the cluster is away: it waits, says so, and goes on."""

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb

from services.table import clocks
from services.table.change import Change


def waits(table: store_pb.StoredTable, now_ms: int, reason: str) -> Change:
    """Returns the change with which a table begins to wait for what ``reason`` names; the clock pauses."""
    change = Change(table, now_ms)
    change.table.wait.reason = reason
    change.table.wait.since_ms = now_ms
    clocks.pause(change.table, now_ms)
    change.tell(wait_changed=pb.WaitChanged(waiting_for=reason))
    return change


def go_on(change: Change) -> None:
    """Ends a wait, if there is one, with the change that shows that it is over."""
    if not change.table.HasField("wait"):
        return
    change.table.ClearField("wait")
    clocks.go_on(change.table, change.now_ms)
    deadline = clocks.deadline_of(change.table)
    change.tell(wait_changed=pb.WaitChanged(deadline=deadline))


def went_on(table: store_pb.StoredTable, now_ms: int) -> Change:
    """Returns the change with which a table goes on where it was."""
    change = Change(table, now_ms)
    go_on(change)
    return change
