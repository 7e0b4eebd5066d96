"""Steps through the record of a hand, from any seat's eyes or all, and checks its deal."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import grpc
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import rules_service_pb2 as rules_pb
from game101.v1 import table_service_pb2 as pb
from game101.v1.game_pb2 import GameEvent, GameMove, GamePosition, GameView
from google.protobuf.json_format import ParseDict
from rich.text import Text

from services.client import Client, failure_of
from services.cluster.play import pages
from services.cluster.play.hand import Hand
from services.cluster.play.terminal import Terminal
from services.cluster.play.words import say
from services.cluster.screen import name_of

_LOG: Final = 8
_ALL: Final = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of the hand, and the event that led to it."""

    position: GamePosition
    event: GameEvent
    """As everybody may see it."""
    private: Mapping[int, GameEvent]
    """As a seat alone may see it, by seat."""

    def seen_by(self, seat: int) -> GameEvent:
        """Returns the event as a seat sees it."""
        return self.private.get(seat, self.event)


class Replay:
    """A record, played again by the rules."""

    def __init__(self, record: dict[str, Any], client: Client, hand: Hand) -> None:
        self._record = record
        self._client = client
        self._hand = hand
        self.deal = ParseDict(record["deal"], dealer_pb.DealRecord())
        self.moments: list[Moment] = []

    @property
    def seats(self) -> int:
        """Returns how many play."""
        seats: int = self._record["seats"]
        return seats

    async def unfold(self) -> None:
        """Plays every move again.

        Raises:
            grpc.aio.AioRpcError: The record is none, or a move of it is illegal.
        """
        config = ParseDict(self._record["config"], pb.TableConfig())
        update = (
            await self._client.rules.StartHand(
                rules_pb.StartHandRequest(
                    rules=config.rules,
                    seats=self.seats,
                    starter=self._record["starter"],
                    order=self.deal.order,
                    chance=self.deal.chance,
                )
            )
        ).update
        self.moments = [_moment(update)]
        for made in self._record["moves"]:
            move = GameMove(notation=made["notation"])
            request = rules_pb.ApplyMoveRequest(position=update.position, seat=made["seat"], move=move)
            update = (await self._client.rules.ApplyMove(request)).update
            self.moments.append(_moment(update))

    async def leads_to(self, seen: Sequence[GameEvent], seat: int, order: Sequence[int]) -> bool:
        """Tells whether an order, and the moves of the record, lead to just what a seat has seen.

        Raises:
            grpc.aio.AioRpcError: The rules cannot be asked.
        """
        if list(order) != list(self.deal.order):
            return False
        try:
            await self.unfold()
        except grpc.aio.AioRpcError as error:
            if failure_of(error).may_repeat:
                raise
            return False
        return list(seen) == [moment.seen_by(seat) for moment in self.moments]

    async def view(self, at: int, seat: int) -> GameView:
        """Returns what a seat saw at a moment."""
        request = rules_pb.GetViewRequest(position=self.moments[at].position, seat=seat)
        view: GameView = (await self._client.rules.GetView(request)).view
        return view

    async def frame(self, at: int, eyes: int, width: int) -> list[Text]:
        """Returns a moment: the table, the hands that ``eyes`` see (0 sees all), the latest events."""
        seats: Sequence[int] = range(1, self.seats + 1) if eyes == _ALL else [eyes]
        views = [await self.view(at, seat) for seat in seats]
        whose = say("all hands") if eyes == _ALL else name_of(eyes)
        head = (
            f"{say('hand {number}', number=self._record['hand'])} · {at}/{len(self.moments) - 1} · {whose} · "
        )
        lines = [
            Text(head, "bold").append_text(self._hand.status(views[0])),
            *self._hand.table(views[0], width),
        ]
        rule = Text("─" * width, "dim")
        room = _LOG - 2 * (len(views) - 1)
        log = [
            self._hand.event(views[0], moment.event, name_of)
            for moment in self.moments[max(0, at - max(room, 2) + 1) : at + 1]
        ]
        held = [
            line
            for seat, view in zip(seats, views, strict=True)
            for line in (Text(name_of(seat), "bold"), *self._hand.holds(view, None, width))
        ]
        keys = Text(say("Enter or n next · p back · 1-6 a seat's eyes · 0 all · v proof · q leave"), "dim")
        return [*lines, rule, *log, rule, *held, keys]

    async def proof(self) -> list[Text]:
        """Returns what the deal's record proves."""
        answer = await self._client.dealer.Verify(dealer_pb.VerifyRequest(record=self.deal))
        return pages.proof_page(self.deal, answer, [])


def _moment(update: rules_pb.PositionUpdate) -> Moment:
    private = {each.seat: each.event for each in update.private_events}
    return Moment(update.position, update.event, private)


def game_of(record: dict[str, Any]) -> str:
    """Returns the name of the game of a record."""
    rules = ParseDict(record["config"], pb.TableConfig()).rules
    return rules.WhichOneof("game") or ""


def read(path: Path) -> dict[str, Any]:
    """Returns a record.

    Raises:
        ValueError: The file is no record.
    """
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    if missing := {"config", "deal", "moves", "seats", "starter", "hand"} - set(record):
        raise ValueError(f"{path} is no record of a hand: {', '.join(sorted(missing))} missing")
    return record


async def step_through(replay: Replay, terminal: Terminal) -> None:
    """Shows one moment after the other, as the lines that are typed say."""
    await replay.unfold()
    at, eyes = 0, _ALL
    page: list[Text] | None = None
    while True:
        terminal.draw(page or await replay.frame(at, eyes, terminal.width))
        line = await terminal.lines.get()
        page = None
        match line:
            case "q":
                return
            case "v":
                page = await replay.proof()
            case "p":
                at = max(0, at - 1)
            case "" | "n":
                at = min(len(replay.moments) - 1, at + 1)
            case _ if line.isdecimal() and int(line) <= replay.seats:
                eyes = int(line)
