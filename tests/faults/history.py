"""A recorded history of play, and the checker that finds lost, doubled or forked moves in it."""

import asyncio
import time
from dataclasses import dataclass, field

import grpc
from game101.v1 import game_pb2
from game101.v1 import table_service_pb2 as pb

from tests.faults import people
from tests.faults.people import Party, reason_of
from tests.faults.replicas import Replicas

PASSING = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
}

OVERTAKEN = {"STALE_PLY", "TURN_TIMED_OUT", "HAND_NOT_PLAYED"}
"""Reasons with which a move is refused that came too late."""


@dataclass
class Acknowledged:
    """A move that was answered with success."""

    hand: int
    ply: int
    seat: int
    sequence: int
    answered_ms: int = 0
    """When the answer came; the store runs on the same machine."""


@dataclass
class History:
    """What was seen and heard of one table."""

    told: list[pb.TableEvent] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    broken: int = 0
    """How often something failed on the way."""

    def problems(self) -> list[str]:
        """Returns what is wrong with the history; nothing when no move was lost, doubled or forked."""
        found = [
            f"event {event.sequence} came at place {place}"
            for place, event in enumerate(self.told, start=1)
            if event.sequence != place
        ]
        moves = {event.sequence: event for event in self.told if event.HasField("move_made")}
        for answer in self.acknowledged:
            event = moves.get(answer.sequence)
            made = (event.hand, event.move_made.header.ply, event.move_made.seat) if event else None
            is_later = event and answer.answered_ms and event.time.ToMilliseconds() > answer.answered_ms
            if made != (answer.hand, answer.ply, answer.seat) or is_later:
                found.append(f"{answer} was acknowledged, but the table tells of {made}")
        return found + self._forks()

    def _forks(self) -> list[str]:
        """Returns the moves that do not follow the one before."""
        found, ply, hand = [], 0, 0
        for event in self.told:
            if event.HasField("hand_started"):
                if event.hand <= hand:
                    found.append(f"hand {event.hand} began after hand {hand}")
                hand, ply = event.hand, 0
            if event.HasField("move_made"):
                ply += 1
                if (event.hand, event.move_made.header.ply) != (hand, ply):
                    found.append(f"event {event.sequence} is not move {ply} of hand {hand}")
        return found


class Recorder:
    """Plays a party's seats and watches its table, over whatever replica answers."""

    def __init__(self, replicas: Replicas, party: Party) -> None:
        self._replicas = replicas
        self._party = party
        self._turn = 0
        self.history = History()

    async def play(self) -> History:
        """Plays to the table's last event, whatever happens on the way."""
        while not self._ended():
            try:
                await self._watch()
            except grpc.aio.AioRpcError as error:
                if error.code() not in PASSING:
                    raise
                self.history.broken += 1
                await asyncio.sleep(0.1)
        self.history.told = await self._told_in_the_end()
        return self.history

    async def _told_in_the_end(self) -> list[pb.TableEvent]:
        """Returns what counts: all that the table tells when everything is over."""
        while True:
            try:
                return await people.events(self._stub(), self._party.table_id)
            except grpc.aio.AioRpcError as error:
                if error.code() not in PASSING:
                    raise
                await asyncio.sleep(0.1)

    def _stub(self):
        self._turn += 1
        return self._replicas.stubs[self._turn % len(self._replicas.stubs)]

    def _ended(self) -> bool:
        return bool(self.history.told) and self.history.told[-1].HasField("match_ended")

    async def _watch(self) -> None:
        request = pb.WatchEventsRequest(
            table_id=self._party.table_id, from_sequence=len(self.history.told) + 1
        )
        call = self._stub().WatchEvents(request)
        async for answer in call:
            if answer.HasField("event"):
                self.history.told.append(answer.event)
                await self._answer_to(answer.event)
            elif answer.heartbeat.last_sequence < len(self.history.told):
                # The table has gone back; it goes on from there.
                del self.history.told[answer.heartbeat.last_sequence - 1 :]
                return
        assert self._ended(), "the stream ended before the match"

    async def _answer_to(self, event: pb.TableEvent) -> None:
        kind = event.WhichOneof("kind")
        if kind not in {"hand_started", "move_made"}:
            return
        header = getattr(event, kind).header
        if header.seat in self._party.people and header.state == game_pb2.HAND_STATE_PLAYING:
            await self._move(header)

    async def _move(self, header: game_pb2.PositionHeader) -> None:
        """Makes one move, repeated with the same id until it is known what came of it."""
        person = self._party.people[header.seat]
        request = None
        while True:
            try:
                if request is None:
                    seen = await person.view(self._stub())
                    if seen.table.header != header:
                        return
                    request = await person.move_for(seen)
                answer = await self._stub().SubmitMove(request)
            except grpc.aio.AioRpcError as error:
                if error.code() in PASSING:
                    self.history.broken += 1
                    await asyncio.sleep(0.05)
                    continue
                if reason_of(error) not in OVERTAKEN:
                    raise
                return
            now_ms = round(time.time() * 1000) + 1
            made = Acknowledged(answer.hand, answer.header.ply, person.seat, answer.sequence, now_ms)
            self.history.acknowledged.append(made)
            return
