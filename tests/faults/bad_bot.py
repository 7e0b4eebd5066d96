"""A bot service that does not do what it should."""

import asyncio
from typing import Any

import grpc
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import game_pb2
from game101.v1.bot_service_pb2_grpc import BotServiceServicer, add_BotServiceServicer_to_server

HUNG, LYING, BROKEN, DEAD = "hung", "lying", "broken", "dead"


class BadBot(BotServiceServicer):
    """Fails in the way that ``fault`` says."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.asked = 0
        self.address = ""

    async def become(self, fault: str) -> None:
        """Fails in another way from now on; once dead it stays so."""
        self.fault = fault
        self.asked = 0
        if fault == DEAD:
            await self._server.stop(None)

    async def __aenter__(self) -> "BadBot":
        self._server = grpc.aio.server()
        add_BotServiceServicer_to_server(self, self._server)
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        await self._server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.fault != DEAD:
            await self._server.stop(None)

    async def ChooseMove(self, _request: bot_pb.ChooseMoveRequest, context: Any) -> bot_pb.ChooseMoveResponse:
        self.asked += 1
        if self.fault == HUNG:
            await asyncio.sleep(3600)
        if self.fault == BROKEN:
            await context.abort(grpc.StatusCode.INTERNAL, "broken")
        return bot_pb.ChooseMoveResponse(move=game_pb2.GameMove(notation="finish"))
