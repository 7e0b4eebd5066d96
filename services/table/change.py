"""One change of a table while it is thought out: the next state, and what there is to tell of it.

Functions take a table that stays as it is and return a ``Change``; nothing here reads a clock or a network.
"""

from typing import Any, Self

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import game_pb2, rules_service_pb2
from game101.v1 import table_service_pb2 as pb

from services.table import stored


class Change:
    """The next state of a table, and its new events in order."""

    def __init__(self, before: store_pb.StoredTable, now_ms: int) -> None:
        """Begins with a copy of the table as it is at ``now_ms`` of the store's clock."""
        self.now_ms = now_ms
        self.table = store_pb.StoredTable()
        self.table.CopyFrom(before)
        self.table.version += 1
        self.events: list[store_pb.StoredEvent] = []
        self.dropped_drafts: set[int] = set()
        """Seats whose drafts end with this change."""
        self.kept_hand: store_pb.StoredHand | None = None
        """A hand that has ended, to be kept under its number."""
        self.forget_after_ms: int | None = None
        """After this time the table is gone."""
        self.view: game_pb2.GameView | None = None
        """What the seat to move may know, if it came along; it is not stored."""

    def tell(
        self,
        *,
        private_events: Any = (),
        notation: str = "",
        last: bool = False,
        **kind: Any,
    ) -> store_pb.StoredEvent:
        """Adds an event; ``kind`` is one field of ``TableEvent.kind`` by name."""
        table = self.table
        table.last_sequence += 1
        event = pb.TableEvent(sequence=table.last_sequence, hand=self._hand_told(set(kind)), **kind)
        event.time.FromMilliseconds(self.now_ms)
        told = store_pb.StoredEvent(event=event, private_events=private_events, notation=notation, last=last)
        table.chain = told.chain = stored.chained(table.chain, told)
        self.events.append(told)
        return told

    def tell_seat(self, seat: int) -> None:
        """Adds the event that a seat has changed."""
        self.tell(seat_changed=pb.SeatChanged(seat=self.table.seats[seat - 1].open))

    def enter(self, phase: "stored.Phase") -> Self:
        """Enters a phase, which begins now."""
        self.table.phase = phase
        self.table.phase_ms = self.now_ms
        return self

    def take_position(self, update: rules_service_pb2.PositionUpdate) -> None:
        """Takes a position that has come about."""
        hand = self.table.hand
        hand.position = update.position.SerializeToString()
        hand.header.CopyFrom(update.header)
        del hand.seen[:]
        hand.seen.extend(update.seen)
        self.view = update.view

    def _hand_told(self, kind: set[str]) -> int:
        in_lobby = self.table.phase == store_pb.PHASE_LOBBY
        return 0 if in_lobby and kind != {"deal_committed"} else self.table.hand.number
