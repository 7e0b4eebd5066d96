"""A match from the player's seat: events come in, lines are typed, frames are drawn."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from time import time
from typing import Any, Final

import grpc
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import table_service_pb2 as pb
from game101.v1.game_pb2 import GameEvent
from rich.text import Text

from services.client import Failure, failure_of
from services.cluster.play import pages
from services.cluster.play.hand import Hand, Unclear
from services.cluster.play.replay import Replay
from services.cluster.play.seat import Seat
from services.cluster.play.terminal import Terminal
from services.cluster.play.words import say, tell
from services.cluster.screen import name_of

_CONTRIBUTION: Final = 16
_ORDERS: Final = {"series": "pairs", "pairs": "series"}


class Sitting:
    """What the player has before the eyes."""

    def __init__(self, seat: Seat, hand: Hand, title: str, terminal: Terminal, records: Path) -> None:
        self._seat = seat
        self._hand = hand
        self._title = title
        self._terminal = terminal
        self._records = records
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._log: list[Text] = []
        self._pages: list[list[Text]] = []
        self._notice: list[Text] = [Text(say("You are {name}. Type ? for help.", name=name_of(seat.number)))]
        self._order = "series"
        self._aside: Any = None
        self._aside_of: list[int] = []
        self._hints: list[bot_pb.MoveEstimate] = []
        self._published: dict[str, Any] = {}
        self._seen: list[GameEvent] = []
        self._lost = False
        self._over = False

    async def play(self) -> bool:
        """Plays to the end of the match, or until the player leaves; tells whether the match has ended.

        Raises:
            grpc.aio.AioRpcError: The table can no longer be reached.
        """
        try:
            async with asyncio.TaskGroup() as feeding:
                tasks = [feeding.create_task(each) for each in (self._hear(), self._listen(), self._tick())]
                await self._begin()
                while await self._step(await self._inbox.get()):
                    if self._inbox.empty():
                        await self._refresh()
                for task in tasks:
                    task.cancel()
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        return self._over

    async def _begin(self) -> None:
        """Presses start, or takes the seat back that was left."""
        seat = self._seat
        await seat.look()
        if seat.table.state == pb.TABLE_STATE_WAITING:
            await seat.start(os.urandom(_CONTRIBUTION))
        elif seat.table.seats[seat.number - 1].autopilot:
            await seat.autopilot(False)

    async def _hear(self) -> None:
        seat = self._seat
        events: AsyncIterator[pb.TableEvent] = seat.client.watch(
            seat.table_id, seat.number, seat.token, on_failure=self._inbox.put_nowait
        )
        async for event in events:
            self._inbox.put_nowait(event)

    async def _listen(self) -> None:
        while True:
            self._inbox.put_nowait(await self._terminal.lines.get())

    async def _tick(self) -> None:
        while not self._terminal.plain:
            await asyncio.sleep(1)
            self._inbox.put_nowait(None)

    async def _step(self, item: Any) -> bool:
        """Takes one thing that happened; tells whether to go on."""
        if isinstance(item, pb.TableEvent):
            await self._happened(item)
        elif isinstance(item, Failure):
            self._lost = True
        elif isinstance(item, str):
            return await self._typed(item)
        return True

    async def _happened(self, event: pb.TableEvent) -> None:
        kind = event.WhichOneof("kind") or ""
        if (heed := getattr(self, f"_on_{kind}", None)) is not None:
            await heed(event, getattr(event, kind))

    async def _on_deal_committed(self, _event: pb.TableEvent, committed: pb.DealCommitted) -> None:
        self._published = {"commitment": committed.commitment}

    async def _on_hand_started(self, event: pb.TableEvent, started: pb.HandStarted) -> None:
        self._published |= {"root": started.root, "contributions": list(started.contributions)}
        self._seen = [started.event]
        await self._glance()
        self._tell(Text(say("hand {number}", number=event.hand), "bold"))
        self._tell(self._hand.event(self._seat.view, started.event, name_of))

    async def _on_move_made(self, _event: pb.TableEvent, made: pb.MoveMade) -> None:
        self._seen.append(made.event)
        said = self._hand.event(self._seat.view, made.event, name_of)
        if made.source not in (pb.MOVE_SOURCE_PLAYER, pb.MOVE_SOURCE_BOT):
            said.append(f" ({say(pb.MoveSource.Name(made.source))})", "yellow")
        self._tell(said)
        self._hints = []
        if not self._seat.to_move:
            self._notice = []

    async def _on_clock_warning(self, _event: pb.TableEvent, warning: pb.ClockWarning) -> None:
        if warning.seat == self._seat.number:
            self._notice = [Text(say("Your time is running out."), "bold yellow")]

    async def _on_wait_changed(self, _event: pb.TableEvent, changed: pb.WaitChanged) -> None:
        self._tell(Text(say("the match waits" if changed.waiting_for else "the match goes on"), "yellow"))

    async def _on_hand_ended(self, event: pb.TableEvent, ended: pb.HandEnded) -> None:
        title = say("hand {number}", number=event.hand)
        self._pages.append(pages.score_page(title, ended, name_of))

    async def _on_deal_revealed(self, event: pb.TableEvent, revealed: pb.DealRevealed) -> None:
        record, text = revealed.record, await self._record_of(event.hand)
        published = {name: getattr(record, name) for name in ("commitment", "root")} | {
            "contributions": list(record.contributions)
        } == self._published
        own = [
            (published, say("as published before the hand")),
            (await self._leads_to_what_was_seen(record, text), say("as you saw it played")),
        ]
        page = pages.proof_page(record, await self._seat.verified(record), own)
        if text:
            page.append(Text(say("The record: {path}", path=self._keep(event.hand, text)), "dim"))
        self._pages.append(page)

    async def _on_match_ended(self, _event: pb.TableEvent, ended: pb.MatchEnded) -> None:
        self._over = True
        self._pages.append(pages.standing_page(ended, name_of))

    async def _on_table_closed(self, _event: pb.TableEvent, closed: pb.TableClosed) -> None:
        self._over = True
        self._pages.append([Text(say("The table was closed: {reason}", reason=closed.reason))])

    async def _record_of(self, hand: int) -> str:
        """Returns the record of a hand; empty, with a notice, where it cannot be had."""
        seat = self._seat
        asked = pb.GetHandRecordRequest(table_id=seat.table_id, hand=hand, token=seat.token)
        try:
            answer = await seat.client.repeat(seat.client.table.GetHandRecord, asked)
        except grpc.aio.AioRpcError as error:
            self._notice = [self._refusal(error)]
            return ""
        record: str = answer.record
        return record

    async def _leads_to_what_was_seen(self, record: dealer_pb.DealRecord, text: str) -> bool:
        if not text:
            return False
        played = Replay(json.loads(text), self._seat.client, self._hand)
        return await played.leads_to(self._seen, self._seat.number, record.order)

    def _keep(self, hand: int, text: str) -> Path:
        self._records.mkdir(parents=True, exist_ok=True)
        path = self._records / f"{self._seat.table_id}-{hand}.json"
        path.write_text(text, "utf-8")
        return path

    async def _typed(self, line: str) -> bool:
        """Does what was typed; tells whether to go on."""
        if self._pages:
            self._pages.pop(0)
            return line != "q" and not (self._over and not self._pages)
        self._notice = []
        words = line.lower().split()
        try:
            return not words or await self._obey(words)
        except Unclear as unclear:
            self._notice = [Text(say(unclear.key, **unclear.facts), "bold red")]
        except grpc.aio.AioRpcError as error:
            self._notice = [self._refusal(error)]
        return True

    async def _obey(self, words: list[str]) -> bool:
        match words[0]:
            case "q":
                return False
            case "?":
                self._pages.append(pages.help_page(self._hand.commands()))
            case "e":
                self._pages.append(self._log[-(self._terminal.height - 2) :])
            case "g":
                self._order = _ORDERS[self._order]
                self._aside_of = []
            case "h" | "x":
                await self._advise(do=words[0] == "x")
            case "auto":
                seats = self._seat.table.seats
                await self._seat.autopilot(not seats[self._seat.number - 1].autopilot)
            case _ if not await self._hand.obey(self._seat, words):
                raise Unclear("{word} is no command; type ? for help", word=words[0])
        return True

    async def _advise(self, do: bool) -> None:
        if not self._seat.to_move:
            raise Unclear("it is not your turn")
        self._hints = self._hints or await self._seat.hints()
        if do:
            move, self._hints = self._hints[0].move, []
            await self._seat.submit(move)
            return
        view = self._seat.view
        self._notice = [
            pages.hint(number, self._hand.move(view, each.move), each.reasons)
            for number, each in enumerate(self._hints, 1)
        ]

    def _refusal(self, error: grpc.aio.AioRpcError) -> Text:
        failure = failure_of(error)
        return pages.refusal(failure.reason, failure.facts.get("rule", ""), failure.message)

    def _tell(self, said: Text) -> None:
        self._log.append(said)

    async def _refresh(self) -> None:
        if self._pages:
            leave = say("Enter leaves the table" if self._over and len(self._pages) == 1 else "Enter goes on")
            self._terminal.draw([*self._pages[0], Text(), Text(leave, "dim")])
            return
        seat = self._seat
        if not self._terminal.plain or self._terminal.lines.empty():
            await self._glance()
        if seat.view.WhichOneof("game"):
            await self._sort()
            self._terminal.draw(self._frame())

    async def _glance(self) -> None:
        """Looks at the table once; the screen stays alive while it is away, until watching is given up."""
        try:
            await self._seat.look(patience=0.0)
        except grpc.aio.AioRpcError as error:
            if not failure_of(error).may_repeat:
                raise
            self._lost = True
        else:
            self._lost = False

    async def _sort(self) -> None:
        pieces = self._pieces()
        if pieces != self._aside_of and pieces:
            self._aside = await self._hand.arranged(self._seat, self._order)
            self._aside_of = pieces

    def _pieces(self) -> list[int]:
        view = self._seat.view
        return list(getattr(view, view.WhichOneof("game") or "").hand)

    def _frame(self) -> list[Text]:
        seat, width = self._seat, self._terminal.width
        table = self._hand.table(seat.view, width)
        lost = [Text(say("The connection is lost; trying again."), "bold yellow")] if self._lost else []
        below = [
            *self._hand.holds(seat.view, self._aside if self._aside_of else None, width),
            *self._hand.draft(seat, width),
            *(lost or self._notice),
        ]
        return pages.frame(self._head(), table, self._log, below, width, self._terminal.height - 1)

    def _head(self) -> Text:
        seat = self._seat
        told = tell("{title} · hand {hand} · ", title=Text(self._title, "bold"), hand=str(seat.table.hand))
        told.append_text(self._hand.status(seat.view))
        if seat.table.HasField("deadline") and not self._terminal.plain:
            left = max(0, round(seat.table.deadline.ToDatetime().timestamp() - time()))
            told.append(f" · {left} s", "yellow")
        if seat.to_move:
            told.append(f" · {say('your turn')}", "bold green")
        return told
