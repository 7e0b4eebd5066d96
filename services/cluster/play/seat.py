"""One seat at a table, as its player's client calls it."""

from dataclasses import dataclass, field
from typing import Any

import grpc
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import table_service_pb2 as pb
from game101.v1.game_pb2 import (
    HAND_STATE_PLAYING,
    GameDraft,
    GameDraftCheck,
    GameDraftStep,
    GameMove,
    GameView,
)

from services.client import Client

HINT_BUDGET = 400
PATIENCE_SECONDS = 30.0


@dataclass(slots=True)
class Seat:
    """A place at a table, and what its player has seen of it last."""

    client: Client
    table_id: str
    number: int
    token: str
    table: pb.Table = field(default_factory=pb.Table)
    view: GameView = field(default_factory=GameView)
    check: GameDraftCheck = field(default_factory=GameDraftCheck)
    """What the draft comes to; empty without one."""
    draft: GameDraft = field(default_factory=GameDraft)
    version: int = 0
    """Of the draft."""

    @property
    def place(self) -> dict[str, Any]:
        """Returns the fields with which a request names the seat."""
        return {"table_id": self.table_id, "seat": self.number, "seat_token": self.token}

    @property
    def to_move(self) -> bool:
        """Tells whether it is this seat's turn."""
        header = self.table.header
        playing = self.table.state == pb.TABLE_STATE_PLAYING and header.state == HAND_STATE_PLAYING
        return playing and header.seat == self.number

    async def start(self, contribution: bytes) -> None:
        """Presses start."""
        await self._send("PressStart", pb.PressStartRequest(**self.place, contribution=contribution))

    async def look(self, patience: float = PATIENCE_SECONDS) -> None:
        """Sees the table as it is now.

        Raises:
            grpc.aio.AioRpcError: It cannot be seen, for ``patience`` seconds if it is merely away.
        """
        asked = pb.TableServiceGetViewRequest(**self.place)
        seen = await self.client.repeat(self.client.table.GetView, asked, patience)
        self.table, self.view = seen.table, seen.view
        self.version, self.draft, self.check = seen.draft_version, seen.draft, seen.check

    async def submit(self, move: GameMove) -> None:
        """Makes a move, and looks again.

        Raises:
            grpc.aio.AioRpcError: The move is refused, or came too late; nothing has changed.
        """
        header = self.table.header
        request = pb.SubmitMoveRequest(
            **self.place, expected_ply=header.ply, expected_hand=self.table.hand, move=move
        )
        try:
            await self._send("SubmitMove", request)
        finally:
            await self.look()

    async def edit(self, step: GameDraftStep) -> None:
        """Changes the draft by a step.

        Raises:
            grpc.aio.AioRpcError: The step is refused.
        """
        request = pb.TableServiceEditDraftRequest(**self.place, expected_version=self.version, step=step)
        try:
            answer = await self._send("EditDraft", request)
        except grpc.aio.AioRpcError:
            await self.look()
            raise
        self.version, self.draft, self.check = answer.version, answer.draft, answer.check

    async def hints(self) -> list[bot_pb.MoveEstimate]:
        """Returns what a good player would do, best first."""
        asked = bot_pb.SuggestMovesRequest(view=self.view, limit=3, budget=HINT_BUDGET)
        return list((await self.client.repeat(self.client.bot.SuggestMoves, asked)).suggestions)

    async def autopilot(self, on: bool) -> None:
        """Lets a bot play the seat, or takes it back."""
        await self._send("SetAutopilot", pb.SetAutopilotRequest(**self.place, autopilot=on))
        await self.look()

    async def verified(self, record: dealer_pb.DealRecord) -> dealer_pb.VerifyResponse:
        """Returns what the record of a deal proves."""
        asked = dealer_pb.VerifyRequest(record=record)
        answer: dealer_pb.VerifyResponse = await self.client.repeat(self.client.dealer.Verify, asked)
        return answer

    async def _send(self, method: str, request: Any) -> Any:
        return await self.client.repeat(getattr(self.client.table, method), request)


async def sit_down(client: Client, config: pb.TableConfig, player: str, level: bot_pb.BotLevel) -> Seat:
    """Makes a table, takes its first seat and puts bots on the others.

    Raises:
        grpc.aio.AioRpcError: The table cannot be had.
    """
    created = await client.repeat(client.table.CreateTable, pb.CreateTableRequest(config=config))
    table_id = created.table.table_id
    taken = await client.repeat(client.table.TakeSeat, pb.TakeSeatRequest(table_id=table_id, player=player))
    bots = pb.AddBotsRequest(table_id=table_id, owner_token=created.owner_token, level=level)
    await client.repeat(client.table.AddBots, bots)
    return Seat(client, table_id, taken.seat, taken.seat_token)
