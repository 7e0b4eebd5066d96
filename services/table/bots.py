"""Moves that a bot makes, on its own seat or for a player; and the plainest ones where no bot helps."""

import asyncio
from hashlib import blake2b
from typing import Final

import grpc
import structlog
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import game_pb2
from game101.v1 import rules_service_pb2 as rules_pb
from game101.v1 import table_service_pb2 as pb

from services.table import metrics, owed, play, stored
from services.table.book import Entry
from services.table.change import Change
from services.table.parts import Parts, asking, is_away
from services.table.store.clock import StoreClock

_AGAIN_SECONDS: Final = 0.1
"""The pause before a bot that is away is asked again."""

log = structlog.get_logger()


class Bots:
    """Makes moves for seats whose players do not."""

    def __init__(self, parts: Parts, clock: StoreClock, patience_ms: int, stand_in_ms: int) -> None:
        """Takes the services to ask.

        Args:
            parts: The services.
            clock: The store's clock.
            patience_ms: How long a bot may take for a turn on a seat that it plays.
            stand_in_ms: How long it may take for a turn whose time has run out.
        """
        self._parts = parts
        self._clock = clock
        self._patience_ms = patience_ms
        self._stand_in_ms = stand_in_ms

    async def move(self, entry: Entry) -> Change:
        """Returns the change that the next move of a bot's turn makes.

        Raises:
            PartAway: The rules do not answer.
        """
        table = entry.table
        source = owed.mover(table)
        update = await self._chosen(entry, self._until_ms(table, source))
        if update is None:
            source = pb.MOVE_SOURCE_FALLBACK
            update = await self._plainest(table)
        return play.moved(table, self._clock.now_ms(), table.hand.header.seat, update, source)

    def _until_ms(self, table: store_pb.StoredTable, source: "pb.MoveSource") -> int:
        """Returns until when a bot may be asked in this turn: after a wait, anew."""
        turn = table.hand.turn
        waited_until = self._clock.now_ms() if table.HasField("wait") else 0
        if source == pb.MOVE_SOURCE_TIMEOUT:
            return (waited_until or turn.deadline_ms) + self._stand_in_ms
        patient_until = (waited_until or turn.start_ms) + self._patience_ms
        return min(patient_until, turn.deadline_ms) if turn.deadline_ms else patient_until

    async def _chosen(self, entry: Entry, until_ms: int) -> rules_pb.PositionUpdate | None:
        """Returns the position after a bot's move, or ``None`` when no bot helps in time."""
        table = entry.table
        request = None
        while (left_ms := until_ms - self._clock.now_ms()) > 0:
            if request is None:
                request = _question(table, entry.view or await self._view(table))
            try:
                choice = await self._parts.bot.ChooseMove(request, timeout=left_ms / 1000)
            except grpc.aio.AioRpcError as error:
                if not is_away(error):
                    metrics.BOT_FAULTS.labels("failed").inc()
                    log.warning("bot.failed", table_id=table.table_id, code=error.code().name)
                    return None
                metrics.BOT_FAULTS.labels("away").inc()
                await asyncio.sleep(min(_AGAIN_SECONDS, left_ms / 1000))
                continue
            return await self._judged(table, choice.move)
        return None

    async def _judged(
        self, table: store_pb.StoredTable, move: game_pb2.GameMove
    ) -> rules_pb.PositionUpdate | None:
        """Returns the position after a bot's move, or ``None`` when the rules refuse it."""
        async with asking("RULES") as asked:
            answer: rules_pb.ApplyMoveResponse = await self._parts.rules.ApplyMove(_application(table, move))
        if not asked.refused:
            return answer.update
        metrics.BOT_FAULTS.labels("illegal").inc()
        log.warning("bot.illegal", table_id=table.table_id, ply=table.hand.header.ply)
        return None

    async def _plainest(self, table: store_pb.StoredTable) -> rules_pb.PositionUpdate:
        position = game_pb2.GamePosition.FromString(table.hand.position)
        async with asking("RULES", refusable=False):
            listed = await self._parts.rules.ListMoves(rules_pb.ListMovesRequest(position=position, limit=1))
            answer: rules_pb.ApplyMoveResponse = await self._parts.rules.ApplyMove(
                _application(table, listed.moves[0].move)
            )
        return answer.update

    async def _view(self, table: store_pb.StoredTable) -> game_pb2.GameView:
        position = game_pb2.GamePosition.FromString(table.hand.position)
        request = rules_pb.GetViewRequest(position=position, seat=table.hand.header.seat)
        async with asking("RULES", refusable=False):
            answer: rules_pb.GetViewResponse = await self._parts.rules.GetView(request)
        return answer.view


def _question(table: store_pb.StoredTable, view: game_pb2.GameView) -> bot_pb.ChooseMoveRequest:
    seat = table.seats[table.hand.header.seat - 1]
    level = seat.open.level if stored.is_bot(seat) else table.config.stand_in_level
    return bot_pb.ChooseMoveRequest(view=view, level=level, decision_seed=decision_seed(table))


def decision_seed(table: store_pb.StoredTable) -> int:
    """Returns what decides chance in the next decision; it follows from the bots' seed, hand and ply."""
    header = table.hand.header
    words = (table.bot_seed, table.hand.number, header.ply)
    material = b"".join(word.to_bytes(8) for word in words)
    return int.from_bytes(blake2b(material, digest_size=8).digest())


def _application(table: store_pb.StoredTable, move: game_pb2.GameMove) -> rules_pb.ApplyMoveRequest:
    position = game_pb2.GamePosition.FromString(table.hand.position)
    return rules_pb.ApplyMoveRequest(position=position, seat=table.hand.header.seat, move=move)
