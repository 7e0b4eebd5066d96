"""Messages of 101 Okey to engine values and back. The numbering of tiles and faces stands in okey.proto."""

from services.wire.okey_drafts import edit_draft
from services.wire.okey_moves import move_from_pb, move_to_pb
from services.wire.okey_positions import position_from_pb, position_to_pb
from services.wire.okey_rules import rules_from_pb, ruleset_from_pb, ruleset_to_pb
from services.wire.okey_tiles import meld_to_pb
from services.wire.okey_views import event_to_pb, unchecked_view_from_pb, view_from_pb, view_to_pb

__all__ = [
    "edit_draft",
    "event_to_pb",
    "meld_to_pb",
    "move_from_pb",
    "move_to_pb",
    "position_from_pb",
    "position_to_pb",
    "rules_from_pb",
    "ruleset_from_pb",
    "ruleset_to_pb",
    "unchecked_view_from_pb",
    "view_from_pb",
    "view_to_pb",
]
