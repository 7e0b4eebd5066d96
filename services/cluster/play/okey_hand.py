"""101 Okey for a person: the rack, the draft of an opening, what can be typed."""

from collections.abc import Sequence
from typing import Final

from game101.v1 import okey_pb2 as pb
from game101.v1.game_pb2 import GameDraftStep, GameMove, GameView
from game101.v1.okey_draft_pb2 import DraftPlacement, OkeyDraftStep
from game101.v1.okey_rules_service_pb2 import ArrangeHandRequest, ArrangeHandResponse
from rich.text import Text

from services.cluster import okey_screen as screen
from services.cluster.play import okey_tiles as tiles
from services.cluster.play.hand import Unclear
from services.cluster.play.okey_words import board_of, event, move
from services.cluster.play.seat import Seat
from services.cluster.play.words import say, tell
from services.cluster.screen import joined, name_of

__all__ = ["arranged", "commands", "draft", "event", "holds", "move", "obey", "status", "table"]

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
    board = board_of(view)
    return tell(
        "stock {stock}, indicator {indicator}, okey {okey}",
        stock=str(here.stock),
        indicator=screen.tile(board, here.indicator),
        okey=screen.face(here.okey_face),
    )


def table(view: GameView, width: int) -> Sequence[Text]:
    """Returns a line for each seat, then the melds with their numbers."""
    here, board = view.okey, board_of(view)
    lines = []
    for number, seat in enumerate(here.seats, 1):
        mark = "▶ " if number == here.seat else "  "
        opened = _opening(seat) if seat.HasField("opening") else say("not open")
        fined = f" +{seat.penalties}" if seat.penalties else ""
        head = f"{mark}{name_of(number):<8}{seat.hand_size:>2}  {opened}{fined}".ljust(_HEAD)
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
    board = board_of(view)
    if aside is None:
        parts, gap = [screen.tile(board, each) for each in view.okey.hand], " "
    else:
        parts = [screen.meld(board, meld) for meld in aside.melds]
        parts += [screen.tile(board, each) for each in aside.left]
        gap = "  "
    return tiles.flowing([Text("▣"), *parts], gap, width)


def draft(seat: Seat, width: int) -> Sequence[Text]:
    """Returns the melds of the draft, the running total and what is missing."""
    check, board = seat.check.okey, board_of(seat.view)
    if not check.melds or not tiles.all_held(seat.view.okey.hand, seat.draft.okey):
        # An opening that has been made is on the table; its draft ends with the turn.
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
    reason = f"· {say(check.reason)}" if check.reason else f"· {say('o opens')}"
    head = Text(say("draft"), "bold")
    sums = [Text(total + counted, "yellow"), Text(reason, "yellow")]
    return [*tiles.flowing([head, *parts], "  ", width), *tiles.flowing(sums, " ", width)]


async def obey(seat: Seat, words: Sequence[str]) -> bool:
    """Does what was typed."""
    verb, *given = words
    if verb in {"u", "c"}:
        step = OkeyDraftStep(take_back=True) if verb == "u" else OkeyDraftStep(collect=True)
        await seat.edit(GameDraftStep(okey=step))
    elif verb == "p":
        await _place(seat, _need(given))
    elif (chosen := _chosen(seat, verb, given)) is not None:
        await seat.submit(GameMove(okey=chosen))
    else:
        return False
    return True


def _chosen(seat: Seat, verb: str, given: Sequence[str]) -> pb.OkeyMove | None:
    """Returns the move that was typed; ``None`` when it was none."""
    match verb:
        case "s":
            return pb.OkeyMove(draw_from_stock=pb.DrawFromStock())
        case "t":
            return pb.OkeyMove(take_discard=pb.TakeDiscard())
        case "b":
            return pb.OkeyMove(put_back=pb.PutBack())
        case "d":
            [(tile, _)] = _named(seat, _need(given)[:1])
            return pb.OkeyMove(discard=pb.Discard(tile=tile, on_indicator=given[1:] == ["i"]))
        case "a" | "k":
            return _on_meld(seat, verb, given)
        case "l":
            return _laying(seat, _need(given))
        case "o":
            if not seat.check.okey.HasField("move"):
                raise Unclear("the draft is no opening yet")
            return seat.check.okey.move
    return None


async def _place(seat: Seat, given: Sequence[str]) -> None:
    melds = len(seat.check.okey.melds)
    number = int(given[0]) if given[0].isdecimal() else melds + 1
    words = given[1:] if given[0].isdecimal() else given
    here = seat.view.okey
    free = tiles.unplaced(here.hand, seat.draft.okey)
    for tile, face in tiles.named(words, free, here.okey_face):
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
