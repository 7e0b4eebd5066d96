"""What a table owes, done: each step asks the services it needs and returns the change that follows."""

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import game_pb2
from game101.v1 import rules_service_pb2 as rules_pb
from game101.v1 import scoring_service_pb2 as scoring_pb
from game101.v1 import table_service_pb2 as pb

from services.table import handover, lobby, play, waiting
from services.table.archivist import Archivist
from services.table.book import Entry
from services.table.bots import Bots
from services.table.change import Change
from services.table.owed import Debt, Kind
from services.table.parts import Parts, asking
from services.table.store.clock import StoreClock

ABANDONED = "ABANDONED"
"""Why a table is closed that nobody goes on with."""


class Steps:
    """Performs steps. Every one may raise ``PartAway``, and may be performed again."""

    def __init__(self, parts: Parts, bots: Bots, archivist: Archivist, clock: StoreClock) -> None:
        self._parts = parts
        self._bots = bots
        self._archivist = archivist
        self._clock = clock

    async def perform(self, entry: Entry, debt: Debt) -> Change:
        """Returns the change that pays a debt."""
        table = entry.table
        match debt.kind:
            case Kind.COMMIT:
                return await self._commit(table)
            case Kind.DEAL:
                return await self._deal(table)
            case Kind.BOT_MOVE:
                return await self._bots.move(entry)
            case Kind.SCORE:
                return await self._score(table)
            case Kind.SETTLE:
                return await self._settle(table, handover.booked_score(table))
            case Kind.REVEAL:
                return await self._reveal(table)
            case Kind.PROBE:
                return await self._probe(table)
            case Kind.ARCHIVE:
                await self._archivist.put_away(table)
                return handover.archived(table, self._clock.now_ms())
            case _:
                return self._timed(table, debt.kind)

    def _timed(self, table: store_pb.StoredTable, kind: Kind) -> Change:
        """Returns the change of a step for which nobody has to be asked."""
        now_ms = self._clock.now_ms()
        match kind:
            case Kind.FILL:
                return lobby.bots_added(table, now_ms, (), table.config.bots.level)
            case Kind.WARNING:
                return play.warned(table, now_ms)
            case Kind.TIME_OUT:
                return play.timed_out(table, now_ms)
            case _:
                return handover.closed(table, now_ms, ABANDONED)

    async def _commit(self, table: store_pb.StoredTable) -> Change:
        request = dealer_pb.CommitRequest(
            table_id=table.table_id,
            hand_id=table.hand.hand_id,
            ruleset=table.config.rules.SerializeToString(deterministic=True),
            size=table.deck_size,
            first_below=table.first_below,
            seats=table.config.seats,
        )
        async with asking("DEALER", refusable=False):
            answer = await self._parts.dealer.Commit(request)
        return handover.committed(table, self._clock.now_ms(), answer)

    async def _deal(self, table: store_pb.StoredTable) -> Change:
        hand = table.hand
        request = dealer_pb.DealRequest(
            token=hand.token,
            table_id=table.table_id,
            hand_id=hand.hand_id,
            contributions=hand.contributions,
        )
        async with asking("DEALER") as asked:
            deal = await self._parts.dealer.Deal(request)
        if asked.refused:
            return handover.dealt_anew(table, self._clock.now_ms())
        start = rules_pb.StartHandRequest(
            rules=table.config.rules,
            seats=table.config.seats,
            starter=table.match.starter or deal.first_starter,
            order=deal.order,
            chance=deal.chance,
        )
        async with asking("RULES", refusable=False):
            started = await self._parts.rules.StartHand(start)
        return handover.dealt(table, self._clock.now_ms(), deal, started.update)

    async def _score(self, table: store_pb.StoredTable) -> Change:
        position = game_pb2.GamePosition.FromString(table.hand.position)
        async with asking("SCORING", refusable=False):
            answer = await self._parts.scoring.ScoreHand(scoring_pb.ScoreHandRequest(position=position))
        by_hand = table.config.scoring_mode == pb.SCORING_MODE_MANUAL
        if by_hand and not answer.score.void:
            return handover.scores_awaited(table, self._clock.now_ms(), answer.score)
        return await self._settle(table, answer.score)

    async def _settle(self, table: store_pb.StoredTable, score: game_pb2.HandScore) -> Change:
        request = scoring_pb.SettleHandRequest(
            rules=table.config.rules, match=table.match, hands=table.config.hands
        )
        if score.void:
            request.void = True
        else:
            points = [seat.points for seat in score.seats]
            request.points.CopyFrom(scoring_pb.HandPoints(points=points, winner=score.winner))
        async with asking("SCORING", refusable=False):
            books = await self._parts.scoring.SettleHand(request)
        return handover.settled(table, self._clock.now_ms(), score, books)

    async def _reveal(self, table: store_pb.StoredTable) -> Change:
        hand = table.hand
        request = dealer_pb.RevealRequest(token=hand.token, table_id=table.table_id, hand_id=hand.hand_id)
        async with asking("DEALER") as asked:
            answer = await self._parts.dealer.Reveal(request)
        record = None if asked.refused else answer.record
        return handover.revealed(table, self._clock.now_ms(), record)

    async def _probe(self, table: store_pb.StoredTable) -> Change:
        position = game_pb2.GamePosition.FromString(table.hand.position)
        async with asking("RULES", refusable=False):
            await self._parts.rules.GetView(rules_pb.GetViewRequest(position=position))
        return waiting.went_on(table, self._clock.now_ms())
