"""101 Okey to look at: tiles, melds with what each OKEY stands for, moves in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from game101.v1 import okey_pb2 as pb
from game101.v1.game_pb2 import GameEvent, GameRules
from rich.text import Text

from services.cluster.screen import NAMES, Row, Told, joined, name_of

TITLE: Final = "101 Okey"
HAND: Final = "Hand"
SEATS: Final = 4
PAUSE_SECONDS: Final = 0.15

_HEAD: Final = 19
_COLOURS: Final = "RYBK"
_NUMBERS: Final = 13
_NUMBERED_FACES: Final = 52
_TILE: Final = "on #f3ead7"
_STYLES: Final = {
    "R": f"bold #c1121f {_TILE}",
    "Y": f"bold #a66a00 {_TILE}",
    "B": f"bold #1d4ed8 {_TILE}",
    "K": f"bold #1b1b1b {_TILE}",
}
_OKEY_STYLE: Final = "bold #ffffff on #7b2cbf"
_FALSE_STYLE: Final = f"bold #7b2cbf {_TILE}"

_ENDINGS: Final = {
    "OKEY": "with an OKEY",
    "PAIRS": "with pairs",
    "ELDEN": "elden, before anybody had opened",
    "STOCK_OUT": "the stock has run out",
    "VOID": "void: all four opened with pairs",
}


@dataclass(frozen=True, slots=True)
class Board:
    """What lies open in a hand."""

    indicator: int
    okey_face: int
    starter: int
    stock: int = 20
    melds: tuple[pb.OkeyMeld, ...] = ()
    """In the order laid."""
    openings: tuple[str, ...] = ("",) * SEATS
    """How each seat opened, in words; empty before."""
    penalties: tuple[int, ...] = (0,) * SEATS


def rules(preset: str) -> GameRules:
    """Returns the rules of a preset; an empty name is ``table``."""
    return GameRules(okey=pb.OkeyRules(preset=preset))


def preset(rules: GameRules) -> str:
    """Returns the name of the preset."""
    return rules.okey.preset or "table"


def board(dealt: GameEvent) -> Board:
    """Returns the board of a hand that has just been dealt."""
    event = dealt.okey.dealt
    return Board(event.indicator, event.okey_face, event.starter)


def follow(board: Board, event: GameEvent) -> Board:
    """Returns the board after a move."""
    moved = event.okey
    match moved.WhichOneof("kind"):
        case "drew":
            return replace(board, stock=moved.drew.stock)
        case "laid":
            return _laid(board, moved.laid)
        case "laid_off":
            return _changed(board, moved.laid_off.meld, moved.laid_off.after)
        case "claimed":
            return _changed(board, moved.claimed.meld, moved.claimed.after)
        case "discarded":
            fined = _at(board.penalties, moved.discarded.seat, moved.discarded.penalty)
            return replace(board, penalties=fined)
    return board


def deal_line(board: Board) -> Text:
    """Returns the indicator, the okey face, and who starts."""
    indicator, okey = tile(board, board.indicator), face(board.okey_face)
    starts = f"  {name_of(board.starter)} starts with 22 tiles"
    return joined(["indicator", indicator, "  okey", okey, starts])


def told(board: Board, event: GameEvent) -> Told:
    """Returns a move in words; ``board`` is the one after it."""
    moved = event.okey
    match moved.WhichOneof("kind"):
        case "drew":
            return Told(Text("draws", "dim"))
        case "took":
            return Told(joined(["takes", tile(board, moved.took.tile)]))
        case "returned":
            return Told(joined(["puts", tile(board, moved.returned.tile), "back"]))
        case "laid":
            return _told_laid(board, moved.laid)
        case "laid_off":
            added, grown = tile(board, moved.laid_off.tile), meld(board, moved.laid_off.after)
            return Told(joined(["lays off", added, "on", grown]))
        case "claimed":
            given, changed = tile(board, moved.claimed.tile), meld(board, moved.claimed.after)
            return Told(joined([Text("takes the OKEY", "bold"), "for", given, "in", changed]))
        case "discarded":
            return Told(_told_discard(board, moved.discarded))
    return Told(Text(str(moved.WhichOneof("kind"))))


def table(board: Board) -> list[Row]:
    """Returns the stock, and each seat with its opening, its penalties and the melds that it laid."""
    rows = [Row(Text("stock".ljust(_HEAD)), Text(str(board.stock)))]
    for seat, name in enumerate(NAMES[:SEATS], 1):
        fined = board.penalties[seat - 1]
        head = Text(f"{name:<6} {board.openings[seat - 1] or 'not open'}".ljust(_HEAD))
        laid = [meld(board, each) for each in board.melds if each.owner == seat]
        parts = [Text(f"+{fined} ", "bold red")] if fined else []
        rows.append(Row(head, joined([*parts, *laid], "  ")))
    return rows


def ending(flags: Sequence[str]) -> str:
    """Returns how a hand ended, in words."""
    return ", ".join(_ENDINGS.get(flag, flag) for flag in flags)


def tile(board: Board, number: int) -> Text:
    """Returns a tile: its print, or that it is an OKEY or a FALSE."""
    kind = (number - 1) // 2 + 1
    if kind > _NUMBERED_FACES:
        return Text("FALSE", _FALSE_STYLE)
    return Text("OKEY", _OKEY_STYLE) if kind == board.okey_face else face(kind)


def face(number: int) -> Text:
    """Returns a face: ``R7``, or ``7`` where the colour is left open."""
    printed = str((number - 1) % _NUMBERS + 1)
    if number > _NUMBERED_FACES:
        return Text(printed)
    colour = _COLOURS[(number - 1) // _NUMBERS]
    return Text(colour + printed, _STYLES[colour])


def meld(board: Board, meld: pb.OkeyMeld) -> Text:
    """Returns the tiles of a meld; an OKEY and a FALSE with what they stand for, such as ``OKEY(R7)``."""
    return joined([_placed(board, *placed) for placed in zip(meld.tiles, meld.faces, strict=True)])


def value(meld: pb.OkeyMeld) -> int:
    """Returns the sum of the numbers that a meld represents. Rule A6.2."""
    return sum((each - 1) % _NUMBERS + 1 for each in meld.faces)


def _placed(board: Board, number: int, meaning: int) -> Text:
    shown = tile(board, number)
    if shown.plain in {"OKEY", "FALSE"}:
        return shown + Text(f"({face(meaning).plain})", shown.style)
    return shown


def _told_laid(board: Board, laid: pb.OkeyLaid) -> Told:
    melds = tuple(joined([meld(board, each), Text(str(value(each)), "dim")]) for each in laid.melds)
    if not laid.opening:
        return Told(joined(["lays", joined(melds, ", ")]))
    return Told(Text(f"opens with {_opening(laid)}", "bold green"), melds)


def _told_discard(board: Board, discarded: pb.OkeyDiscarded) -> Text:
    verb = Text("finishes with", "bold green") if discarded.finished else Text("discards")
    parts = [verb, tile(board, discarded.tile)]
    if discarded.on_indicator:
        parts.append(Text("on the indicator"))
    if discarded.penalty:
        parts.append(Text(f"+{discarded.penalty}", "bold red"))
    return joined(parts)


def _opening(laid: pb.OkeyLaid) -> str:
    if laid.melds[0].shape == pb.MELD_SHAPE_PAIR:
        return f"{len(laid.melds)} pairs"
    return f"{sum(map(value, laid.melds))} points"


def _laid(board: Board, laid: pb.OkeyLaid) -> Board:
    melds = (*board.melds, *laid.melds)
    if not laid.opening:
        return replace(board, melds=melds)
    openings = list(board.openings)
    openings[laid.seat - 1] = _opening(laid)
    return replace(board, melds=melds, openings=tuple(openings))


def _changed(board: Board, number: int, after: pb.OkeyMeld) -> Board:
    melds = list(board.melds)
    owner = melds[number - 1].owner
    melds[number - 1] = pb.OkeyMeld(shape=after.shape, tiles=after.tiles, faces=after.faces, owner=owner)
    return replace(board, melds=tuple(melds))


def _at(values: tuple[int, ...], seat: int, added: int) -> tuple[int, ...]:
    return tuple(each + (added if index == seat else 0) for index, each in enumerate(values, 1))
