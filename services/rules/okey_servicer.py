"""The desk for what only 101 Okey asks of its rules."""

import asyncio
from typing import Any, Final

import grpc
from game101.v1 import okey_rules_service_pb2 as pb
from game101.v1.okey_rules_service_pb2_grpc import OkeyRulesServiceServicer

from engine.okey import draft as drafts
from engine.okey.view import View
from services.rules import arranging
from services.wire.okey_drafts import check_to_pb, draft_from_pb
from services.wire.okey_moves import move_to_pb
from services.wire.okey_views import view_from_pb
from services.wire.status import Malformed

Context = grpc.aio.ServicerContext[Any, Any]
HANDS_AT_A_TIME: Final = 20
"""Hands of a batch arranged before other calls have their turn."""


class OkeyRulesServicer(OkeyRulesServiceServicer):
    """Answers the calls of ``OkeyRulesService``."""

    async def ArrangeHand(self, request: pb.ArrangeHandRequest, context: Context) -> pb.ArrangeHandResponse:
        """Returns the best arrangement of a hand."""
        return arranging.arrange(request)

    async def BatchArrangeHands(
        self, request: pb.BatchArrangeHandsRequest, context: Context
    ) -> pb.BatchArrangeHandsResponse:
        """Returns the best arrangement of each hand, and lets other calls through in between."""
        arranging.check_batch(request)
        response = pb.BatchArrangeHandsResponse()
        for at in range(len(request.requests)):
            if at % HANDS_AT_A_TIME == HANDS_AT_A_TIME - 1:
                await asyncio.sleep(0)
            response.responses.append(arranging.arrange_one(request, at))
        return response

    async def PlanTurn(self, request: pb.PlanTurnRequest, context: Context) -> pb.PlanTurnResponse:
        """Returns the plan that leaves the least, worked out beside the loop: crowded turns take long."""
        return await asyncio.to_thread(arranging.plan, view_from_pb(request.view, "view"))

    async def CheckOpening(
        self, request: pb.CheckOpeningRequest, context: Context
    ) -> pb.CheckOpeningResponse:
        """Returns what a draft comes to, and the best openings where they are asked for."""
        view = _seated_view(request.view)
        draft = draft_from_pb(request.draft, "draft")
        proposals = drafts.proposals(view) if request.propose else ()
        return pb.CheckOpeningResponse(
            check=check_to_pb(drafts.check(view, draft)), proposals=[move_to_pb(move) for move in proposals]
        )


def _seated_view(message: Any) -> View:
    view = view_from_pb(message, "view")
    if view.viewer is None:
        raise Malformed("view.viewer", "is required")
    return view
