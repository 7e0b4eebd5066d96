"""The desk for what only 101 Okey asks of its rules."""

from typing import Any

import grpc
from game101.v1 import okey_rules_service_pb2 as pb
from game101.v1.okey_rules_service_pb2_grpc import OkeyRulesServiceServicer

from engine.okey import draft as drafts
from engine.okey.view import View
from services.wire.okey_drafts import check_to_pb, draft_from_pb
from services.wire.okey_moves import move_to_pb
from services.wire.okey_views import view_from_pb
from services.wire.status import Malformed

Context = grpc.aio.ServicerContext[Any, Any]


class OkeyRulesServicer(OkeyRulesServiceServicer):
    """Answers the calls of ``OkeyRulesService``."""

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
