"""Hands to arrange and turns to plan, as they travel."""

from collections.abc import Callable, Mapping
from typing import Final

from game101.v1 import okey_pb2
from game101.v1 import okey_rules_service_pb2 as pb

from engine.okey.arrange import Arrangement, best_pairs, best_series, least_left, whole_hand
from engine.okey.melds import Binding, Meld, pair, series
from engine.okey.moves import Layout
from engine.okey.tiles import NUMBERED, Face, Hand, Tile, holds, okey_face, size
from engine.okey.view import View
from services.wire.numbers import one_based
from services.wire.okey_moves import move_to_pb
from services.wire.okey_tiles import hand_from_pb, hand_to_pb, meld_to_pb, optional_tile_from_pb
from services.wire.status import Malformed

MOST_TILES: Final = 22
"""A hand in its turn. Rule A14."""
MOST_HANDS: Final = 1000
Arrange = Callable[[Hand, Face, Tile | None, int], Arrangement | None]


def _whole_hand(hand: Hand, okey: Face, must_use: Tile | None, _keep: int) -> Arrangement | None:
    return whole_hand(hand, okey, must_use)


_AIMS: Final[Mapping[int, Arrange]] = {
    pb.ARRANGEMENT_AIM_SERIES: best_series,
    pb.ARRANGEMENT_AIM_PAIRS: best_pairs,
    pb.ARRANGEMENT_AIM_WHOLE_HAND: _whole_hand,
}


def arrange(request: pb.ArrangeHandRequest) -> pb.ArrangeHandResponse:
    """Returns the best arrangement of a hand.

    Raises:
        Malformed: A tile is out of range, named twice, or the indicator; there are too many; the aim is
            unknown; ``must_use`` is not in the hand; ``keep`` is out of range.
    """
    if request.aim not in _AIMS:
        raise Malformed("aim", "is unspecified or unknown")
    if len(request.tiles) > MOST_TILES:
        raise Malformed("tiles", f"are more than {MOST_TILES}")
    indicator = Tile(one_based(request.indicator, NUMBERED, "indicator"))
    hand = hand_from_pb(request.tiles, "tiles")
    if holds(hand, indicator):
        raise Malformed("tiles", "has the indicator, which is in no hand")
    must_use = optional_tile_from_pb(request.must_use, "must_use")
    if must_use is not None and not holds(hand, must_use):
        raise Malformed("must_use", "is no tile of the hand")
    keep = request.keep if request.HasField("keep") else 1
    if keep not in {0, 1} or (keep == 0 and request.aim == pb.ARRANGEMENT_AIM_WHOLE_HAND):
        raise Malformed("keep", "not in [0, 1], or 0 for a whole hand")
    okey = okey_face(indicator)
    found = _AIMS[request.aim](hand, okey, must_use, keep)
    return _arranged(found, hand, okey, needed=must_use is not None)


def _arranged(found: Arrangement | None, hand: Hand, okey: Face, needed: bool) -> pb.ArrangeHandResponse:
    if found is None:
        return pb.ArrangeHandResponse(left=hand_to_pb(hand))
    return pb.ArrangeHandResponse(
        melds=[_meld(layout, okey) for layout in found.melds],
        left=hand_to_pb(found.left),
        total=found.total,
        reached=size(found.left) < size(hand) or not needed,
    )


def _meld(layout: Layout, okey: Face) -> okey_pb2.OkeyMeld:
    meld = pair(layout, okey) if len(layout) == 2 else series(layout, okey, Binding.DECLARED)
    assert isinstance(meld, Meld), "an arrangement has legal melds"  # noqa: S101
    return meld_to_pb(meld)


def check_batch(request: pb.BatchArrangeHandsRequest) -> None:
    """Raises ``Malformed`` when a batch is empty or too large."""
    if not 1 <= len(request.requests) <= MOST_HANDS:
        raise Malformed("requests", f"must be 1 to {MOST_HANDS}")


def arrange_one(requests: pb.BatchArrangeHandsRequest, at: int) -> pb.ArrangeHandResponse:
    """Returns the answer to one request of a batch.

    Raises:
        Malformed: As ``arrange``, the field named with its place in the batch.
    """
    try:
        return arrange(requests.requests[at])
    except Malformed as error:
        raise Malformed(f"requests[{at}].{error.field}", error.problem) from None


def plan(view: View) -> pb.PlanTurnResponse:
    """Returns the plan that leaves the least.

    Raises:
        Malformed: The viewer is not to play, or has not opened.
    """
    try:
        found = least_left(view)
    except ValueError as error:
        raise Malformed("view", str(error)) from None
    return pb.PlanTurnResponse(
        moves=[move_to_pb(move) for move in found.moves], score_left=found.left, fine=found.fine
    )
