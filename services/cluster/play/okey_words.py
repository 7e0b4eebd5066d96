"""101 Okey in words, in the player's language: what happened, and what may be done."""

from collections.abc import Callable
from typing import Any, Final

from game101.v1.game_pb2 import GameEvent, GameMove, GameView
from rich.text import Text

from services.cluster import okey_screen as screen
from services.cluster.play import okey_tiles as tiles
from services.cluster.play.words import tell
from services.cluster.screen import joined

_EVENTS: Final = {
    "drew": "{name} draws",
    "took": "{name} takes {tile}",
    "returned": "{name} puts {tile} back",
    "laid": "{name} lays {melds}",
    "laid_off": "{name} lays {tile} off: {meld}",
    "claimed": "{name} takes the OKEY for {tile}",
    "discarded": "{name} discards {tile}",
}
_MOVES: Final = {
    "draw_from_stock": "draw from the stock",
    "take_discard": "take the left discard",
    "put_back": "put it back",
    "open_series": "open: {melds}",
    "open_pairs": "open: {melds}",
    "lay_series": "lay {melds}",
    "lay_pair": "lay {melds}",
    "lay_off": "lay {tile} off on {meld}",
    "claim_okey": "claim the OKEY of {meld} with {tile}",
    "discard": "discard {tile}",
}


def event(view: GameView, event: GameEvent, name: Callable[[int], str]) -> Text:
    """Returns a move, or the deal, in words."""
    board, kind = board_of(view), event.okey.WhichOneof("kind") or ""
    here: Any = getattr(event.okey, kind)
    if kind == "dealt":
        return tell("{name} starts", name=name(here.starter))
    facts: dict[str, Any] = {"name": name(here.seat)}
    if kind == "laid":
        facts["melds"] = joined([screen.meld(board, each) for each in here.melds], " / ")
    elif here.tile:
        facts["tile"] = screen.tile(board, here.tile)
    if kind == "laid_off":
        facts["meld"] = screen.meld(board, here.after)
    return tell(_particular(kind, here) or _EVENTS[kind], **facts)


def move(view: GameView, move: GameMove) -> Text:
    """Returns a move that may be made, in words."""
    board, kind = board_of(view), move.okey.WhichOneof("kind") or ""
    here: Any = getattr(move.okey, kind)
    facts: dict[str, Any] = {}
    if layouts := _layouts(kind, here):
        facts["melds"] = joined([tiles.layout(board, each) for each in layouts], " / ")
    if kind == "lay_off":
        facts["tile"] = tiles.standing(board, here.tile, here.face)
    elif kind in {"claim_okey", "discard"}:
        facts["tile"] = screen.tile(board, here.tile)
    if kind in {"lay_off", "claim_okey"}:
        facts["meld"] = str(here.meld)
    return tell(_MOVES[kind], **facts)


def board_of(view: GameView) -> screen.Board:
    """Returns what the drawing functions need to know of a hand."""
    here = view.okey
    return screen.Board(here.indicator, here.okey_face, here.starter)


def _layouts(kind: str, here: Any) -> list[Any]:
    """Returns what a move lays; nothing for a move that lays no meld."""
    match kind:
        case "open_series":
            return list(here.melds)
        case "open_pairs":
            return list(here.pairs)
        case "lay_series":
            return [here.meld]
        case "lay_pair":
            return [here.pair]
    return []


def _particular(kind: str, here: Any) -> str:
    """Returns the text of an event that is more than its kind says; empty for any other."""
    if kind == "drew" and here.tile:
        return "{name} draws {tile}"
    if kind == "laid" and here.opening:
        return "{name} opens: {melds}"
    if kind == "discarded" and here.finished:
        return "{name} finishes with {tile}"
    if kind == "discarded" and here.penalty:
        return "{name} is fined 101 for {tile}"
    return ""
