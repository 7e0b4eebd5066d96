"""A table whose deals and bots do as a test wants: the dealer swaps the order, bots only pass turns on."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import grpc
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import game_pb2
from game101.v1 import okey_pb2 as pb
from game101.v1.bot_service_pb2_grpc import BotServiceServicer, add_BotServiceServicer_to_server
from game101.v1.dealer_service_pb2_grpc import (
    DealerServiceServicer,
    DealerServiceStub,
    add_DealerServiceServicer_to_server,
)

from engine.okey.notation import read_tile
from engine.okey.play import OTHER_TILES, STARTER_TILES
from engine.okey.tiles import TILES
from services.cluster import runs
from services.cluster.supervisor import Cluster
from services.runtime import clients
from tests.faults.replicas import Replicas

SIZES = (STARTER_TILES, OTHER_TILES, OTHER_TILES, OTHER_TILES)


def stacked(indicator: str, hands: Sequence[str], stock: str) -> list[int]:
    """Returns an order of 101 Okey, as on the wire, in which seat 1 starts.

    Args:
        indicator: The tile that is turned up.
        hands: Tiles of each seat; the last seat is filled up with the lowest of the others, then the one
            before it, and so on.
        stock: The tiles that are drawn first.
    """
    held = [[read_tile(word) for word in hand.split()] for hand in hands]
    drawn = [read_tile(word) for word in stock.split()]
    named = {read_tile(indicator), *drawn, *chain.from_iterable(held)}
    others = iter([tile for tile in range(TILES) if tile not in named])
    for hand, size in reversed(list(zip(held, SIZES, strict=True))):
        hand.extend(islice(others, size - len(hand)))
    order = [read_tile(indicator), *chain.from_iterable(held), *drawn, *others]
    return [tile + 1 for tile in order]


class RiggedDealer(DealerServiceServicer):
    """Deals an order of its own in the name of an honest dealer."""

    def __init__(self, honest: Any, order: Sequence[int]) -> None:
        self._honest = honest
        self._order = order

    async def Commit(self, request: dealer_pb.CommitRequest, _context: Any) -> dealer_pb.CommitResponse:
        return await self._honest.Commit(request)

    async def Deal(self, request: dealer_pb.DealRequest, _context: Any) -> dealer_pb.DealResponse:
        dealt = await self._honest.Deal(request)
        return dealer_pb.DealResponse(
            order=self._order, first_starter=1, chance=dealt.chance, root=dealt.root, token=dealt.token
        )

    async def Reveal(self, request: dealer_pb.RevealRequest, _context: Any) -> dealer_pb.RevealResponse:
        return await self._honest.Reveal(request)


class TrustedDealer(RiggedDealer):
    """Stands by the order that it has dealt, and is believed: for tests of what comes after the deal."""

    async def Reveal(self, request: dealer_pb.RevealRequest, context: Any) -> dealer_pb.RevealResponse:
        revealed = await super().Reveal(request, context)
        revealed.record.order[:] = self._order
        return revealed

    async def Verify(self, _request: dealer_pb.VerifyRequest, _context: Any) -> dealer_pb.VerifyResponse:
        return dealer_pb.VerifyResponse(result=dealer_pb.CHECK_RESULT_PASSED)


class PassingBot(BotServiceServicer):
    """Draws from the stock and throws its last tile away, in the order of colours and numbers."""

    async def ChooseMove(self, request: bot_pb.ChooseMoveRequest, _context: Any) -> bot_pb.ChooseMoveResponse:
        seen = request.view.okey
        if seen.phase == pb.OKEY_PHASE_DRAW:
            move = pb.OkeyMove(draw_from_stock=pb.DrawFromStock())
        else:
            move = pb.OkeyMove(discard=pb.Discard(tile=max(seen.hand)))
        return bot_pb.ChooseMoveResponse(move=game_pb2.GameMove(okey=move))


@dataclass(frozen=True)
class Borrowed:
    """The services of a running cluster, for a table that is none of its own."""

    run: runs.Run
    shared: Any
    addresses: dict[str, str]


@asynccontextmanager
async def table(
    cluster: Cluster, order: Sequence[int], dealer: type[RiggedDealer] = RiggedDealer
) -> AsyncIterator[tuple[str, str]]:
    """Yields the addresses of a table service whose deals all have an order, and of its dealer."""
    key = runs.own_key_file(cluster.run.private, "table").read_text("ascii")
    honest = clients.stub(DealerServiceStub, cluster.address("dealer"), key=key)
    server = grpc.aio.server()
    add_DealerServiceServicer_to_server(dealer(honest, order), server)
    add_BotServiceServicer_to_server(PassingBot(), server)
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    addresses = {name: cluster.address(name) for name in cluster.listening}
    borrowed: Any = Borrowed(cluster.run, cluster.shared, addresses)
    try:
        async with Replicas(borrowed, 1, dealer_address=address, bot_address=address) as replicas:
            yield replicas.children[0].address, address
    finally:
        await server.stop(None)
        await clients.close(honest)
