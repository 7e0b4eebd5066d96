"""A dealer to ask: a real server on a loopback port, and the calls that make one hand."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc
from game101.v1 import dealer_service_pb2 as pb
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub

from services.dealer.entropy import Entropy
from services.dealer.service import Dealer
from services.dealer.settings import DealerSettings
from services.runtime.server import Server

NAMES = {"table_id": "table-1", "hand_id": "hand-1"}
OKEY = {**NAMES, "ruleset": b"table", "size": 106, "first_below": 104, "seats": 4}


@dataclass
class Desk:
    """A running dealer."""

    stub: Any
    channel: grpc.aio.Channel
    server: Server

    async def commit(self, **changes: Any) -> pb.CommitResponse:
        return await self.stub.Commit(pb.CommitRequest(**{**OKEY, **changes}))

    async def deal(self, token: bytes, contributions: dict[int, bytes] | None = None) -> pb.DealResponse:
        given = [pb.Contribution(seat=seat, value=value) for seat, value in (contributions or {}).items()]
        return await self.stub.Deal(pb.DealRequest(token=token, contributions=given, **NAMES))

    async def open(self, token: bytes, positions: list[int]) -> list[pb.PositionProof]:
        request = pb.OpenPositionsRequest(token=token, positions=positions, **NAMES)
        return list((await self.stub.OpenPositions(request)).proofs)

    async def reveal(self, token: bytes) -> pb.DealRecord:
        return (await self.stub.Reveal(pb.RevealRequest(token=token, **NAMES))).record

    async def verify(self, record: pb.DealRecord) -> pb.VerifyResponse:
        return await self.stub.Verify(pb.VerifyRequest(record=record))


@asynccontextmanager
async def running(entropy: Entropy | None = None, **settings: Any) -> AsyncIterator[Desk]:
    """Runs a dealer; it has an ephemeral key unless the settings name a key file."""
    if "token_key_file" not in settings:
        settings["ephemeral_token_key"] = True
    chosen = DealerSettings(auth="off", lame_duck_seconds=0, grace_seconds=0, **settings)
    dealer = Dealer(entropy or Entropy())
    async with (
        Server(dealer.service(), chosen) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        yield Desk(DealerServiceStub(channel), channel, server)
