"""The card game 101 for a person: the cards in hand, what can be typed."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from game101.v1 import card_pb2 as pb
from game101.v1.game_pb2 import GameEvent, GameMove, GameView
from rich.text import Text

from services.cluster import card_screen as screen
from services.cluster.play.hand import Unclear
from services.cluster.play.seat import Seat
from services.cluster.play.words import say, tell
from services.cluster.screen import joined, name_of

_RANKS: Final = ("6", "7", "8", "9", "10", "j", "q", "k", "a")
_SUITS: Final = {"s": 1, "h": 2, "d": 3, "c": 4, "♠": 1, "♥": 2, "♦": 3, "♣": 4}
_SHOWN: Final = 8


def commands() -> Sequence[tuple[str, str]]:
    """Returns what can be typed."""
    return (
        ("10S", "play a card: rank, then S ♠, H ♥, D ♦ or C ♣"),
        ("QH D", "play a queen and name a suit"),
        ("d", "draw"),
        ("g", "sort by suit or rank"),
    )


def status(view: GameView) -> Text:
    """Returns the stock, and what is to be drawn or passed on."""
    here = view.card
    told = tell("stock {stock}", stock=str(here.stock))
    if here.pending:
        told.append_text(tell(", to draw or pass on: {count}", count=Text(str(here.pending), "bold yellow")))
    return told


def table(view: GameView, width: int) -> Sequence[Text]:  # noqa: ARG001 - the lines are short
    """Returns a line for each seat, then the pile."""
    here = view.card
    lines = []
    for seat, held in enumerate(here.hand_sizes, 1):
        mark = "▶ " if seat == here.seat else "  "
        lines.append(
            Text(f"{mark}{name_of(seat):<8}{'▮' * held} {held}", "bold" if seat == here.seat else "")
        )
    pile = [screen.card(each) for each in here.pile[-_SHOWN:]]
    shown = joined([Text(say("pile")), *pile]) if pile else Text(say("the pile is empty"))
    if here.suit:
        shown = joined([shown, Text(f" {say('named')}"), screen.suit(here.suit)])
    return [*lines, Text(), shown]


async def arranged(seat: Seat, choice: str) -> list[int]:
    """Returns the cards by suit (``series``) or by rank (``pairs``)."""
    cards = list(seat.view.card.hand)
    return cards if choice == "series" else sorted(cards, key=lambda card: ((card - 1) % len(_RANKS), card))


def holds(view: GameView, aside: list[int] | None, width: int) -> Sequence[Text]:  # noqa: ARG001 - one line
    """Returns the cards in hand."""
    return [joined([Text("▣"), *(screen.card(each) for each in aside or view.card.hand)], "  ")]


def draft(seat: Seat, width: int) -> Sequence[Text]:  # noqa: ARG001 - nothing is composed in this game
    """Returns nothing."""
    return ()


def event(view: GameView, event: GameEvent, name: Callable[[int], str]) -> Text:  # noqa: ARG001
    """Returns a move in words."""
    moved = event.card
    match moved.WhichOneof("kind"):
        case "dealt":
            return tell("{name} starts", name=name(moved.dealt.starter))
        case "drawn":
            return _drawn(moved.drawn, name(moved.drawn.seat))
    played = moved.played
    facts: dict[str, Any] = {"name": name(played.seat), "card": screen.card(played.card)}
    if played.over:
        return tell("{name} goes out with {card}", **facts)
    told = tell("{name} plays {card}", **facts)
    if played.suit:
        told.append_text(tell(" and names {suit}", suit=screen.suit(played.suit)))
    if played.pending:
        told.append(say(" ({count} to draw or pass on)", count=played.pending))
    if played.skipped:
        told.append(say(" ({name} is skipped)", name=name(played.skipped)))
    return told


def move(view: GameView, move: GameMove) -> Text:  # noqa: ARG001 - a card looks alike in any view
    """Returns a move that may be made, in words."""
    if move.card.WhichOneof("kind") == "draw":
        return Text(say("draw"))
    played = move.card.play
    told = tell("play {card}", card=screen.card(played.card))
    return told.append_text(tell(" and names {suit}", suit=screen.suit(played.suit))) if played.suit else told


async def obey(seat: Seat, words: Sequence[str]) -> bool:
    """Does what was typed."""
    verb, *given = words
    if verb == "d":
        await seat.submit(GameMove(card=pb.CardMove(draw=pb.CardDraw())))
        return True
    if verb[:-1] not in _RANKS or verb[-1] not in _SUITS:
        return False
    number = (_SUITS[verb[-1]] - 1) * len(_RANKS) + _RANKS.index(verb[:-1]) + 1
    if number not in seat.view.card.hand:
        raise Unclear("{word} is not in your hand", word=verb.upper())
    if given and given[0] not in _SUITS:
        raise Unclear("name a suit: S, H, D or C")
    suit: Any = _SUITS[given[0]] if given else 0
    await seat.submit(GameMove(card=pb.CardMove(play=pb.CardPlay(card=number, suit=suit))))
    return True


def _drawn(drawn: pb.CardDrawn, name: str) -> Text:
    told = tell("{name} draws {count}", name=name, count=str(drawn.amount))
    if drawn.cards:
        told.append_text(Text(": ")).append_text(joined([screen.card(each) for each in drawn.cards]))
    if drawn.passed:
        told.append(say(" and passes"))
    return told
