"""Drafts of an opening of 101 Okey on the wire."""

from typing import Any

from game101.v1 import okey_draft_pb2 as pb

from engine.okey import draft as drafts
from engine.okey.draft import Draft, MeldCheck, OpeningCheck, Placement
from engine.okey.melds import Placed
from engine.okey.tiles import TILES
from engine.okey.view import View
from services.wire.numbers import one_based
from services.wire.okey_moves import move_to_pb
from services.wire.okey_tiles import face_from_pb, meld_to_pb, optional_to_pb, tile_from_pb
from services.wire.status import Malformed


def edit_draft(view: View, draft: Any, step: Any | None, field: str) -> tuple[pb.OkeyDraft, pb.OpeningCheck]:
    """Returns a draft after one step, or after none, and what it comes to.

    Raises:
        Malformed: A field is unset or out of range.
        IllegalMove: The tile is placed already, or there is no such meld.
    """
    before = draft_from_pb(draft, "draft")
    after = before if step is None else _stepped(before, step, field)
    return draft_to_pb(after), check_to_pb(drafts.check(view, after))


def _stepped(draft: Draft, step: pb.OkeyDraftStep, field: str) -> Draft:
    match step.WhichOneof("step"):
        case "place":
            placement = _placement_from_pb(step.place, f"{field}.place")
            placed = placement.placed
            return drafts.place(draft, placed.tile, placement.meld, placed.stands_for)
        case "take_back" if step.take_back:
            return drafts.take_back(draft)
        case "collect" if step.collect:
            return Draft()
        case None:
            raise Malformed(field, "is required")
        case name:
            raise Malformed(f"{field}.{name}", "only true is accepted")


def draft_from_pb(message: pb.OkeyDraft, field: str) -> Draft:
    """Returns a draft.

    Raises:
        Malformed: A field is unset or out of range.
        IllegalMove: A tile is placed twice, or a meld is skipped.
    """
    if len(message.placements) > TILES:
        raise Malformed(f"{field}.placements", f"are more than {TILES}")
    draft = Draft()
    for at, each in enumerate(message.placements):
        placement = _placement_from_pb(each, f"{field}.placements[{at}]")
        draft = drafts.place(draft, placement.placed.tile, placement.meld, placement.placed.stands_for)
    return draft


def _placement_from_pb(message: pb.DraftPlacement, field: str) -> Placement:
    face = face_from_pb(message.face, f"{field}.face") if message.face else None
    tile = tile_from_pb(message.tile, f"{field}.tile")
    return Placement(Placed(tile, face), one_based(message.meld, TILES, f"{field}.meld"))


def draft_to_pb(draft: Draft) -> pb.OkeyDraft:
    """Returns a draft's message."""
    return pb.OkeyDraft(
        placements=[
            pb.DraftPlacement(
                tile=each.placed.tile + 1, meld=each.meld + 1, face=optional_to_pb(each.placed.stands_for)
            )
            for each in draft.placements
        ]
    )


def check_to_pb(check: OpeningCheck) -> pb.OpeningCheck:
    """Returns the message of what a draft comes to."""
    return pb.OpeningCheck(
        melds=[_meld_check_to_pb(each) for each in check.melds],
        total=check.total,
        floor=check.floor,
        missing=check.missing,
        counted="" if check.counted is None else str(check.counted),
        reason="" if check.refusal is None else check.refusal.reason,
        rule="" if check.refusal is None else check.refusal.rule,
        move=None if check.move is None else move_to_pb(check.move),
    )


def _meld_check_to_pb(check: MeldCheck) -> pb.MeldCheck:
    return pb.MeldCheck(
        meld=None if check.meld is None else meld_to_pb(check.meld),
        value=0 if check.meld is None else check.meld.value,
        reason="" if check.refusal is None else check.refusal.reason,
    )
