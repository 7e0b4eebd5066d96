"""The card game 101 to look at: cards, what they do, moves in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from game101.v1 import card_pb2 as pb
from game101.v1.game_pb2 import GameEvent, GameRules
from rich.text import Text

from services.cluster.screen import Row, Told, joined, name_of

TITLE: Final = "The card game 101"
HAND: Final = "Round"
SEATS: Final = 4
PAUSE_SECONDS: Final = 0.12

_RANKS: Final = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SUITS: Final = "♠♥♦♣"
_CARD: Final = "on #f7f7f2"
_STYLES: Final = {
    "♠": f"bold #1b1b1b {_CARD}",
    "♥": f"bold #c1121f {_CARD}",
    "♦": f"bold #c1121f {_CARD}",
    "♣": f"bold #1b1b1b {_CARD}",
}
_ENDINGS: Final = {
    "QUEEN": "with a queen",
    "QUEEN_OF_SPADES": "with the queen of spades",
    "STALEMATE": "nobody can move on",
}


@dataclass(frozen=True, slots=True)
class Board:
    """What lies open in a round."""

    starter: int
    hand_sizes: tuple[int, ...]
    stock: int
    top: int = 0
    """The card on the pile, as on the wire; 0 before the first."""
    suit: int = 0
    """What the queen on top has named; 0 for nothing."""
    pending: int = 0
    """Cards that the next seat has to draw or to pass on."""


def rules(preset: str) -> GameRules:
    """Returns the rules of a preset; an empty name is ``base``."""
    return GameRules(card=pb.CardRules(preset=preset))


def preset(rules: GameRules) -> str:
    """Returns the name of the preset."""
    return rules.card.preset or "base"


def board(dealt: GameEvent) -> Board:
    """Returns the board of a round that has just been dealt."""
    event = dealt.card.dealt
    return Board(event.starter, tuple(event.hand_sizes), event.stock)


def follow(board: Board, event: GameEvent) -> Board:
    """Returns the board after a move."""
    moved = event.card
    if moved.WhichOneof("kind") == "drawn":
        return replace(_drawn(board, moved.drawn), pending=0)
    played = moved.played
    after = replace(board, top=played.card, suit=played.suit, pending=played.pending)
    after = replace(after, hand_sizes=_at(after.hand_sizes, played.seat, -1))
    return _drawn(after, played.penalty) if played.HasField("penalty") else after


def deal_line(board: Board) -> Text:
    """Returns what was dealt, and who starts."""
    sizes = ", ".join(map(str, board.hand_sizes))
    return Text(f"hands of {sizes} cards, {board.stock} in the stock; {name_of(board.starter)} starts")


def told(board: Board, event: GameEvent) -> Told:  # noqa: ARG001 - this game's events tell enough
    """Returns a move in words; ``board`` is the one after it."""
    moved = event.card
    if moved.WhichOneof("kind") == "drawn":
        return Told(_told_draw(moved.drawn))
    return Told(_told_play(moved.played))


def table(board: Board) -> list[Row]:
    """Returns the pile and the stock, and how many cards each seat holds."""
    pile = card(board.top) if board.top else Text("none")
    parts = [pile]
    if board.suit:
        parts += [Text("named"), suit(board.suit)]
    parts.append(Text(f" stock {board.stock}"))
    if board.pending:
        parts.append(Text(f" to draw or pass on: {board.pending}", "yellow"))
    hands = [
        Row(Text(f"{name_of(seat):<9}"), Text(f"{'▮' * held} {held}"))
        for seat, held in enumerate(board.hand_sizes, 1)
    ]
    return [Row(Text("top card "), joined(parts)), *hands]


def ending(flags: Sequence[str]) -> str:
    """Returns how a round ended, in words."""
    return ", ".join(_ENDINGS.get(flag, flag) for flag in flags)


def card(number: int) -> Text:
    """Returns a card, such as ``10♠``."""
    mark = _SUITS[(number - 1) // len(_RANKS)]
    return Text(_RANKS[(number - 1) % len(_RANKS)] + mark, _STYLES[mark])


def suit(number: int) -> Text:
    """Returns the mark of a suit."""
    mark = _SUITS[number - 1]
    return Text(mark, _STYLES[mark])


def _told_draw(drawn: pb.CardDrawn) -> Text:
    words = [f"draws {drawn.amount}" if drawn.amount else "has nothing to draw"]
    if drawn.owed:
        words.append(f"of {drawn.owed} owed")
    if drawn.renewed:
        words.append(f"(the pile becomes a stock of {drawn.renewed})")
    if drawn.passed:
        words.append("and passes")
    return Text(" ".join(words), "dim")


def _told_play(played: pb.CardPlayed) -> Text:
    parts = [Text("goes out with", "bold green") if played.over else Text("plays"), card(played.card)]
    if played.suit:
        parts += [Text("and names"), suit(played.suit)]
    notes = [
        "passes the draw on" if played.answered and played.pending else "",
        "the direction turns" if played.reversed else "",
        f"{name_of(played.skipped)} is skipped" if played.skipped else "",
        f"{played.pending} to draw or to pass on" if played.pending and not played.over else "",
        "cannot cover it" if played.passed else "",
        _told_penalty(played.penalty) if played.HasField("penalty") else "",
    ]
    if said := ", ".join(note for note in notes if note):
        parts.append(Text(f"({said})", "yellow"))
    return joined(parts)


def _told_penalty(drawn: pb.CardDrawn) -> str:
    return f"{name_of(drawn.seat)} {_told_draw(drawn).plain}"


def _drawn(board: Board, drawn: pb.CardDrawn) -> Board:
    stock = board.stock + drawn.renewed - drawn.amount
    return replace(board, stock=stock, hand_sizes=_at(board.hand_sizes, drawn.seat, drawn.amount))


def _at(values: tuple[int, ...], seat: int, added: int) -> tuple[int, ...]:
    return tuple(each + (added if index == seat else 0) for index, each in enumerate(values, 1))
