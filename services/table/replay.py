"""Plays a recorded hand again and tells what does not fit: ``python -m services.table.replay FILE``.

The rules, the scoring and the dealer do what they did in the hand; whatever comes out otherwise than recorded
is a problem. Their addresses are read from ``GAME101_RULES_ADDRESS`` and so on.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final

import grpc
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import game_pb2
from game101.v1 import rules_service_pb2 as rules_pb
from game101.v1 import scoring_service_pb2 as scoring_pb
from game101.v1 import table_service_pb2 as pb
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub
from game101.v1.rules_service_pb2_grpc import RulesServiceStub
from game101.v1.scoring_service_pb2_grpc import ScoringServiceStub
from google.protobuf.json_format import ParseDict, ParseError

from services.runtime import clients
from services.table import record, stored
from services.table.parts import is_away

_STUBS: Final = {
    "dealer": DealerServiceStub,
    "rules": RulesServiceStub,
    "scoring": ScoringServiceStub,
}


class Replay:
    """One record, checked against the services that made it."""

    def __init__(self, text: str, dealer: Any, rules: Any, scoring: Any) -> None:
        """Reads a record.

        Raises:
            ValueError: The text is no record.
        """
        try:
            self._document = json.loads(text)
            self._events = record.events_of(self._document)
            self._config = ParseDict(self._document["config"], pb.TableConfig())
            self._match = ParseDict(self._document["match_before"], game_pb2.MatchState())
            self._deal = ParseDict(self._document["deal"], dealer_pb.DealRecord())
        except (ParseError, KeyError, TypeError, AttributeError) as error:
            raise ValueError("the text is no record of a hand") from error
        self._dealer, self._rules, self._scoring = dealer, rules, scoring
        self._problems: list[str] = []
        self._position = game_pb2.GamePosition()

    async def problems(self) -> list[str]:
        """Returns everything that does not fit; nothing for a record that is true."""
        self._check_chain()
        self._check_copies()
        await self._check_deal()
        for told in self._events:
            match told.event.WhichOneof("kind"):
                case "hand_started":
                    await self._check_start(told)
                case "move_made":
                    await self._check_move(told)
                case "hand_ended":
                    await self._check_score(told.event.hand_ended)
        return self._problems

    def _expect(self, fits: bool, problem: str) -> None:
        if not fits:
            self._problems.append(problem)

    def _check_chain(self) -> None:
        head = bytes.fromhex(self._document["chain_before"])
        number = self._events[0].event.sequence if self._events else 0
        for told in self._events:
            bare = store_pb.StoredEvent()
            bare.CopyFrom(told)
            bare.ClearField("chain")
            head = stored.chained(head, bare)
            self._expect(told.event.sequence == number, f"event {number} is not at its place")
            self._expect(told.chain == head, f"event {told.event.sequence} breaks the chain")
            head, number = told.chain, told.event.sequence + 1

    def _check_copies(self) -> None:
        """Compares what the record says twice."""
        moves = [told for told in self._events if told.event.HasField("move_made")]
        told_moves = [(told.event.move_made.seat, told.notation) for told in moves]
        listed = [(move["seat"], move["notation"]) for move in self._document["moves"]]
        self._expect(told_moves == listed, "the moves are not those of the events")
        kinds = [told.event.WhichOneof("kind") for told in self._events]
        for kind in ("deal_committed", "hand_started", "deal_revealed"):
            self._expect(kinds.count(kind) == 1, f"there is not one event {kind}")

    async def _check_deal(self) -> None:
        question = dealer_pb.VerifyRequest(record=self._deal)
        answer = await self._ask(self._dealer.Verify, question, "the dealer cannot read the deal")
        if answer is not None:
            passed = answer.result == dealer_pb.CHECK_RESULT_PASSED
            self._expect(passed, "the deal does not follow from its seed")
        for told in self._events:
            self._check_published(told.event)

    def _check_published(self, event: pb.TableEvent) -> None:
        """Compares what was published during the hand with what was revealed after it."""
        match event.WhichOneof("kind"):
            case "deal_committed":
                published = event.deal_committed.commitment
                self._expect(published == self._deal.commitment, "another commitment was published")
            case "hand_started":
                self._expect(event.hand_started.root == self._deal.root, "another root was published")
                given = sorted(event.hand_started.contributions, key=lambda each: each.seat)
                self._expect(given == list(self._deal.contributions), "other contributions were made")
            case "deal_revealed":
                self._expect(event.deal_revealed.record == self._deal, "another deal was revealed")

    async def _check_start(self, told: store_pb.StoredEvent) -> None:
        question = rules_pb.StartHandRequest(
            rules=self._config.rules,
            seats=self._config.seats,
            starter=self._match.starter,
            order=self._deal.order,
            chance=self._deal.chance,
        )
        answer = await self._ask(self._rules.StartHand, question, "the rules cannot deal this hand")
        if answer is not None:
            self._compare(told, told.event.hand_started, answer.update)

    async def _check_move(self, told: store_pb.StoredEvent) -> None:
        made = told.event.move_made
        move = game_pb2.GameMove(notation=told.notation)
        question = rules_pb.ApplyMoveRequest(position=self._position, seat=made.seat, move=move)
        place = f"event {told.event.sequence}"
        answer = await self._ask(self._rules.ApplyMove, question, f"{place}: the rules refuse the move")
        if answer is not None:
            self._expect(told.notation == answer.update.notation, f"{place}: another notation")
            self._compare(told, made, answer.update)

    def _compare(
        self,
        told: store_pb.StoredEvent,
        seen: pb.HandStarted | pb.MoveMade,
        update: rules_pb.PositionUpdate,
    ) -> None:
        self._position = update.position
        place = f"event {told.event.sequence}"
        self._expect(seen.header == update.header, f"{place}: another header")
        self._expect(seen.event == update.event, f"{place}: another public event")
        private = list(told.private_events) == list(update.private_events)
        self._expect(private, f"{place}: other private events")

    async def _check_score(self, ended: pb.HandEnded) -> None:
        question = scoring_pb.ScoreHandRequest(position=self._position)
        answer = await self._ask(self._scoring.ScoreHand, question, "what was scored cannot be")
        if answer is not None:
            self._expect(ended.manual or answer.score == ended.score, "another score was booked")
        books = await self._ask(self._scoring.SettleHand, self._settling(ended), "the hand cannot be booked")
        if books is not None:
            self._expect(books.match == ended.match, "the match was booked otherwise")
            self._expect(books.standing == ended.standing, "the standing was booked otherwise")

    def _settling(self, ended: pb.HandEnded) -> scoring_pb.SettleHandRequest:
        question = scoring_pb.SettleHandRequest(
            rules=self._config.rules, match=self._match, hands=self._config.hands
        )
        if ended.score.void:
            question.void = True
        else:
            points = [seat.points for seat in ended.score.seats]
            question.points.CopyFrom(scoring_pb.HandPoints(points=points, winner=ended.score.winner))
        return question

    async def _ask(self, call: Callable[[Any], Awaitable[Any]], question: Any, problem: str) -> Any:
        """Returns the answer to a question; notes the problem and returns ``None`` when it is refused."""
        try:
            return await call(question)
        except grpc.aio.AioRpcError as error:
            if is_away(error):
                raise
            self._expect(False, problem)
            return None


async def replayed(text: str, addresses: dict[str, str]) -> list[str]:
    """Returns the problems of a record, asking the services at these addresses."""
    stubs = {name: clients.stub(make, addresses[name]) for name, make in _STUBS.items()}
    try:
        return await Replay(text, **stubs).problems()
    finally:
        await clients.close(*stubs.values())


def main(arguments: Sequence[str]) -> int:
    """Replays the record in a file; returns 0 when it is true, 1 when it is not."""
    parser = argparse.ArgumentParser(prog="python -m services.table.replay", description=__doc__)
    parser.add_argument("file", type=Path, help="a record, as GetHandRecord returns it")
    chosen = parser.parse_args(arguments)
    addresses = {name: os.environ.get(f"GAME101_{name.upper()}_ADDRESS", "") for name in _STUBS}
    if not all(addresses.values()):
        parser.error("set GAME101_DEALER_ADDRESS, GAME101_RULES_ADDRESS and GAME101_SCORING_ADDRESS")
    problems = asyncio.run(replayed(chosen.file.read_text("utf-8"), addresses))
    sys.stdout.write("\n".join(problems or ["the record is true"]) + "\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
