"""Messages of the card game 101 to engine values and back. The numbering of cards stands in card.proto."""

from typing import Any, NoReturn

from game101.v1 import card_pb2 as pb

from engine.card.moves import Draw, Move, Play
from services.wire.card_cards import card_from_pb, suit_from_pb, suit_to_pb
from services.wire.card_positions import position_from_pb, position_to_pb
from services.wire.card_rules import rules_from_pb, ruleset_to_pb
from services.wire.card_views import event_to_pb, unchecked_view_from_pb, view_from_pb, view_to_pb
from services.wire.status import Malformed, failed_precondition

__all__ = [
    "edit_draft",
    "event_to_pb",
    "move_from_pb",
    "move_to_pb",
    "position_from_pb",
    "position_to_pb",
    "rules_from_pb",
    "ruleset_to_pb",
    "unchecked_view_from_pb",
    "view_from_pb",
    "view_to_pb",
]


def move_from_pb(message: pb.CardMove, field: str) -> Move:
    """Returns a move.

    Raises:
        Malformed: A field is unset or out of range. Whether the move is legal is for the rules.
    """
    match message.WhichOneof("kind"):
        case "play":
            card = card_from_pb(message.play.card, f"{field}.play.card")
            return Play(card, suit_from_pb(message.play.suit, f"{field}.play.suit"))
        case "draw":
            return Draw()
        case _:
            raise Malformed(f"{field}.kind", "is required")


def move_to_pb(move: Move) -> pb.CardMove:
    """Returns a move's message."""
    if isinstance(move, Draw):
        return pb.CardMove(draw=pb.CardDraw())
    return pb.CardMove(play=pb.CardPlay(card=move.card + 1, suit=suit_to_pb(move.suit)))


def edit_draft(view: Any, draft: Any, step: Any, field: str) -> NoReturn:  # noqa: ARG001
    """Refuses: a move of this game is one card, and nothing is composed.

    Raises:
        CallError: FAILED_PRECONDITION with reason NO_DRAFTS, always.
    """
    raise failed_precondition("NO_DRAFTS", "no move of this game is composed step by step")
