"""101 Okey for a person: the rack, the draft of an opening, what can be typed."""

from collections.abc import Callable, Sequence
from typing import Final

from game101.v1 import okey_pb2 as pb
from game101.v1.game_pb2 import GameDraftStep, GameEvent, GameMove, GameView
from game101.v1.okey_draft_pb2 import DraftPlacement, OkeyDraftStep
from game101.v1.okey_rules_service_pb2 import ArrangeHandRequest, ArrangeHandResponse
from rich.text import Text

from services.cluster import okey_screen as screen
from services.cluster.play import okey_tiles as tiles
from services.cluster.play.hand import Unclear
from services.cluster.play.seat import Seat
from services.cluster.play.words import say, tell
from services.cluster.screen import joined, name_of

_AIMS: Final = {"series": "ARRANGEMENT_AIM_SERIES", "pairs": "ARRANGEMENT_AIM_PAIRS"}
_SHOWN_DISCARDS: Final = 5
_HEAD: Final = 34


def commands() -> Sequence[tuple[str, str]]:
    """Returns what can be typed."""
    return (
        ("s", "draw from the stock"),
        ("t", "take the left discard"),
        ("b", "put it back"),
        ("p R3 R4 R5", "begin a meld of the draft; an OKEY is o, as R6 it is o=R6"),
        ("p 2 R6", "put tiles into meld 2 of the draft"),
        ("u / c", "take the last tile back / collect all"),
        ("o", "open with the draft"),
        ("l R3 R4 R5", "lay a further meld or pair"),
        ("a 3 R6", "lay a tile off on meld 3"),
        ("k 3 R6", "claim the OKEY of meld 3"),
        ("d R5", "discard and end the turn; d R5 i puts it on the indicator"),
        ("g", "sort the rack by series or pairs"),
    )


def status(view: GameView) -> Text:
    """Returns the stock, the indicator and the okey face."""
    here = view.okey
    board = _board(view)
    return tell(
        "stock {stock}, indicator {indicator}, okey {okey}",
        stock=str(here.stock),
        indicator=screen.tile(board, here.indicator),
        okey=screen.face(here.okey_face),
    )


def table(view: GameView, width: int) -> Sequence[Text]:
    """Returns a line for each seat, then the melds with their numbers."""
    here, board = view.okey, _board(view)
    lines = []
    for number, seat in enumerate(here.seats, 1):
        mark = "▶ " if number == here.seat else "  "
        opened = _opening(seat) if seat.HasField("opening") else say("not open")
        fined = f" +{seat.penalties}" if seat.penalties else ""
        head = f"{mark}{name_of(number):<7}{seat.hand_size:>2}  {opened}{fined}".ljust(_HEAD)
        thrown = joined([screen.tile(board, each) for each in seat.discards[-_SHOWN_DISCARDS:]])
        lines.append(joined([Text(head, "bold" if number == here.seat else ""), thrown]))
    melds = [
        joined([Text(f"{number}:", "bold"), screen.meld(board, meld)])
        for number, meld in enumerate(here.melds, 1)
    ]
    return [*lines, *tiles.flowing(melds, "  ", width)]


async def arranged(seat: Seat, choice: str) -> ArrangeHandResponse:
    """Returns the rack, arranged by ``series`` or ``pairs``."""
    here = seat.view.okey
    asked = ArrangeHandRequest(tiles=here.hand, indicator=here.indicator, aim=_AIMS[choice], keep=0)
    client = seat.client
    answer: ArrangeHandResponse = await client.repeat(client.okey_rules.ArrangeHand, asked)
    return answer


def holds(view: GameView, aside: ArrangeHandResponse | None, width: int) -> Sequence[Text]:
    """Returns the rack: what makes melds first, the rest by colour."""
    board = _board(view)
    if aside is None:
        parts = [joined([screen.tile(board, each) for each in view.okey.hand])]
    else:
        parts = [screen.meld(board, meld) for meld in aside.melds]
        parts += [screen.tile(board, each) for each in aside.left]
    return tiles.flowing([Text("▣"), *parts], "  ", width)


def draft(seat: Seat, width: int) -> Sequence[Text]:
    """Returns the melds of the draft, the running total and what is missing."""
    check, board = seat.check.okey, _board(seat.view)
    if not check.melds:
        return ()
    parts = []
    for number, meld in enumerate(check.melds, 1):
        if meld.HasField("meld"):
            shown, said = screen.meld(board, meld.meld), f"={meld.value}"
        else:
            shown, said = tiles.placed(board, seat.draft.okey, number), f"({say(meld.reason)})"
        parts.append(joined([Text(f"{number}:"), shown, Text(said, "dim")]))
    total = say("total {total}, needed {floor}, missing {missing}", **_sums(check))
    counted = f" ({check.counted})" if check.counted else ""
    reason = f" · {say(check.reason)}" if check.reason else f" · {say('o opens')}"
    head = Text(say("draft"), "bold")
    return [*tiles.flowing([head, *parts], "  ", width), Text(total + counted + reason, "yellow")]


def event(view: GameView, event: GameEvent, name: Callable[[int], str]) -> Text:
    """Returns a move in words."""
    board, moved = _board(view), event.okey
    kind = moved.WhichOneof("kind") or ""
    here = getattr(moved, kind)
    who = name(here.seat) if kind != "dealt" else ""
    match kind:
        case "drew":
            seen = {"tile": screen.tile(board, here.tile)} if here.tile else {}
            return tell("{name} draws {tile}" if seen else "{name} draws", name=who, **seen)
        case "laid":
            melds = joined([screen.meld(board, each) for each in here.melds], " / ")
            return tell(
                "{name} opens: {melds}" if here.opening else "{name} lays {melds}", name=who, melds=melds
            )
        case "laid_off":
            added, grown = screen.tile(board, here.tile), screen.meld(board, here.after)
            return tell("{name} lays {tile} off: {meld}", name=who, tile=added, meld=grown)
        case "dealt":
            return tell("{name} starts", name=name(here.starter))
    text = {"took": "{name} takes {tile}", "returned": "{name} puts {tile} back"}.get(kind)
    if kind == "claimed":
        text = "{name} takes the OKEY for {tile}"
    if kind == "discarded":
        fined = "{name} is fined 101 for {tile}" if here.penalty else "{name} discards {tile}"
        text = "{name} finishes with {tile}" if here.finished else fined
    return tell(text or kind, name=who, tile=screen.tile(board, here.tile))


def move(view: GameView, move: GameMove) -> Text:
    """Returns a move that may be made, in words."""
    board, chosen = _board(view), move.okey
    kind = chosen.WhichOneof("kind") or ""
    here = getattr(chosen, kind)
    match kind:
        case "open_series" | "open_pairs":
            layouts = here.melds if kind == "open_series" else here.pairs
            return tell("open: {melds}", melds=joined([tiles.layout(board, each) for each in layouts], " / "))
        case "lay_series" | "lay_pair":
            return tell(
                "lay {melds}", melds=tiles.layout(board, here.meld if kind == "lay_series" else here.pair)
            )
        case "lay_off":
            return tell("lay {tile} off on {meld}", tile=screen.tile(board, here.tile), meld=str(here.meld))
        case "claim_okey":
            return tell(
                "claim the OKEY of {meld} with {tile}",
                meld=str(here.meld),
                tile=screen.tile(board, here.tile),
            )
        case "discard":
            return tell("discard {tile}", tile=screen.tile(board, here.tile))
    return Text(
        say(
            {"draw_from_stock": "draw from the stock", "take_discard": "take the left discard"}.get(
                kind, "put it back"
            )
        )
    )


async def obey(seat: Seat, words: Sequence[str]) -> bool:
    """Does what was typed."""
    verb, *given = words
    plain = {"s": "draw_from_stock", "t": "take_discard", "b": "put_back"}
    if verb in plain:
        chosen = pb.OkeyMove()
        getattr(chosen, plain[verb]).SetInParent()
        await _submit(seat, chosen)
    elif verb == "d":
        [tile, *_] = _need(given)
        await _submit(
            seat, pb.OkeyMove(discard={"tile": _tile(seat, tile), "on_indicator": given[-1:] == ["i"]})
        )
    elif verb in {"a", "k"}:
        await _submit(seat, _on_meld(seat, verb, given))
    elif verb == "l":
        await _submit(seat, _laying(seat, _need(given)))
    elif verb == "p":
        await _place(seat, _need(given))
    elif verb in {"u", "c"}:
        step = OkeyDraftStep(take_back=True) if verb == "u" else OkeyDraftStep(collect=True)
        await seat.edit(GameDraftStep(okey=step))
    elif verb == "o":
        if not seat.check.okey.HasField("move"):
            raise Unclear("the draft is no opening yet")
        await _submit(seat, seat.check.okey.move)
    else:
        return False
    return True


async def _submit(seat: Seat, chosen: pb.OkeyMove) -> None:
    await seat.submit(GameMove(okey=chosen))


async def _place(seat: Seat, given: Sequence[str]) -> None:
    melds = len(seat.check.okey.melds)
    number = int(given[0]) if given[0].isdecimal() else melds + 1
    words = given[1:] if given[0].isdecimal() else given
    for tile, face in _named(seat, words):
        placement = DraftPlacement(tile=tile, meld=number, face=face)
        await seat.edit(GameDraftStep(okey=OkeyDraftStep(place=placement)))


def _on_meld(seat: Seat, verb: str, given: Sequence[str]) -> pb.OkeyMove:
    if len(given) != 2 or not given[0].isdecimal():
        raise Unclear("name the meld by its number, then the tile")
    [(tile, face)] = _named(seat, given[1:])
    if verb == "k":
        return pb.OkeyMove(claim_okey=pb.ClaimOkey(meld=int(given[0]), tile=tile))
    return pb.OkeyMove(lay_off=pb.LayOff(meld=int(given[0]), tile=tile, face=face))


def _laying(seat: Seat, given: Sequence[str]) -> pb.OkeyMove:
    named = _named(seat, given)
    okeys = [pb.OkeyMeaning(tile=tile, face=face) for tile, face in named if face]
    layout = pb.OkeyLayout(tiles=[tile for tile, _ in named], okeys=okeys)
    if len(named) == tiles.PAIR:
        return pb.OkeyMove(lay_pair=pb.LayPair(pair=layout))
    return pb.OkeyMove(lay_series=pb.LaySeries(meld=layout))


def _tile(seat: Seat, word: str) -> int:
    return _named(seat, [word])[0][0]


def _named(seat: Seat, words: Sequence[str]) -> list[tuple[int, int]]:
    return tiles.named(words, list(seat.view.okey.hand), seat.view.okey.okey_face)


def _need(given: Sequence[str]) -> Sequence[str]:
    if not given:
        raise Unclear("name the tiles, such as R5")
    return given


def _sums(check: object) -> dict[str, object]:
    return {name: getattr(check, name) for name in ("total", "floor", "missing")}


def _opening(seat: pb.OkeySeatView) -> str:
    return say("{count} pairs" if seat.opening.pairs else "{count} points", count=seat.opening.count)


def _board(view: GameView) -> screen.Board:
    here = view.okey
    return screen.Board(here.indicator, here.okey_face, here.starter)
