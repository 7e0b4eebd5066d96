"""Moves of 101 Okey on the wire."""

from collections.abc import Iterable
from typing import Final, assert_never

from game101.v1 import okey_pb2 as pb

from engine.okey.melds import Placed
from engine.okey.moves import (
    ClaimOkey,
    Discard,
    DrawFromStock,
    LayOff,
    Layout,
    LayPair,
    LaySeries,
    Move,
    OpenPairs,
    OpenSeries,
    PutBack,
    TakeDiscard,
)
from engine.okey.tiles import TILES
from services.wire.numbers import one_based
from services.wire.okey_tiles import face_from_pb, optional_to_pb, tile_from_pb, tiles_from_pb
from services.wire.status import Malformed

MOST_MELDS: Final = 35
"""Melds named in one request, and the greatest meld number: 106 tiles make no more of three tiles."""


def move_from_pb(message: pb.OkeyMove, field: str) -> Move:
    """Returns a move.

    Raises:
        Malformed: A field is unset or out of range. Whether the move is legal is for the rules.
    """
    kind = message.WhichOneof("kind")
    path = f"{field}.{kind}"
    match kind:
        case "draw_from_stock":
            return DrawFromStock()
        case "take_discard":
            return TakeDiscard()
        case "put_back":
            return PutBack()
        case "open_series":
            return OpenSeries(_layouts(message.open_series.melds, f"{path}.melds"))
        case "open_pairs":
            return OpenPairs(_layouts(message.open_pairs.pairs, f"{path}.pairs"))
        case "lay_series":
            return LaySeries(_layout(message.lay_series.meld, f"{path}.meld"))
        case "lay_pair":
            return LayPair(_layout(message.lay_pair.pair, f"{path}.pair"))
        case "lay_off":
            return _lay_off(message.lay_off, path)
        case "claim_okey":
            claim = message.claim_okey
            return ClaimOkey(_meld(claim.meld, path), tile_from_pb(claim.tile, f"{path}.tile"))
        case "discard":
            return Discard(tile_from_pb(message.discard.tile, f"{path}.tile"), message.discard.on_indicator)
        case _:
            raise Malformed(f"{field}.kind", "is required")


def _meld(number: int, path: str) -> int:
    return one_based(number, TILES, f"{path}.meld")


def _lay_off(message: pb.LayOff, path: str) -> LayOff:
    face = face_from_pb(message.face, f"{path}.face") if message.face else None
    tile = tile_from_pb(message.tile, f"{path}.tile")
    return LayOff(_meld(message.meld, path), Placed(tile, face))


def _layouts(messages: Iterable[pb.OkeyLayout], field: str) -> tuple[Layout, ...]:
    layouts = tuple(_layout(message, f"{field}[{at}]") for at, message in enumerate(messages))
    if len(layouts) > MOST_MELDS:
        raise Malformed(field, f"are more than {MOST_MELDS}")
    return layouts


def _layout(message: pb.OkeyLayout, field: str) -> Layout:
    tiles = tiles_from_pb(message.tiles, f"{field}.tiles")
    if len(tiles) > TILES:
        raise Malformed(f"{field}.tiles", f"are more than {TILES}")
    meanings = {}
    for at, okey in enumerate(message.okeys):
        path = f"{field}.okeys[{at}]"
        tile = tile_from_pb(okey.tile, f"{path}.tile")
        if tile not in tiles or tile in meanings:
            raise Malformed(f"{path}.tile", "is no tile of the layout, or is named twice")
        meanings[tile] = face_from_pb(okey.face, f"{path}.face")
    return tuple(Placed(tile, meanings.get(tile)) for tile in tiles)


def move_to_pb(move: Move) -> pb.OkeyMove:
    """Returns a move's message."""
    match move:
        case DrawFromStock():
            return pb.OkeyMove(draw_from_stock=pb.DrawFromStock())
        case TakeDiscard():
            return pb.OkeyMove(take_discard=pb.TakeDiscard())
        case PutBack():
            return pb.OkeyMove(put_back=pb.PutBack())
        case OpenSeries():
            return pb.OkeyMove(open_series=pb.OpenSeries(melds=[layout_to_pb(each) for each in move.melds]))
        case OpenPairs():
            return pb.OkeyMove(open_pairs=pb.OpenPairs(pairs=[layout_to_pb(each) for each in move.pairs]))
        case LaySeries():
            return pb.OkeyMove(lay_series=pb.LaySeries(meld=layout_to_pb(move.meld)))
        case LayPair():
            return pb.OkeyMove(lay_pair=pb.LayPair(pair=layout_to_pb(move.pair)))
        case LayOff():
            tile, face = move.placed
            return pb.OkeyMove(
                lay_off=pb.LayOff(meld=move.meld + 1, tile=tile + 1, face=optional_to_pb(face))
            )
        case ClaimOkey():
            return pb.OkeyMove(claim_okey=pb.ClaimOkey(meld=move.meld + 1, tile=move.tile + 1))
        case Discard():
            discard = pb.Discard(tile=move.tile + 1, on_indicator=move.on_indicator)
            return pb.OkeyMove(discard=discard)
        case _:
            assert_never(move)


def layout_to_pb(layout: Layout) -> pb.OkeyLayout:
    """Returns a layout's message."""
    return pb.OkeyLayout(
        tiles=[placed.tile + 1 for placed in layout],
        okeys=[
            pb.OkeyMeaning(tile=placed.tile + 1, face=placed.stands_for + 1)
            for placed in layout
            if placed.stands_for is not None
        ],
    )
