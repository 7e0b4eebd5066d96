"""What a seat may know, built up from nothing. Rule C16."""

from dataclasses import dataclass

from engine.card.cards import EMPTY, Card, Hand, Suit, size
from engine.card.legal import choices, fitting
from engine.card.moves import Move
from engine.card.ruleset import RuleSet
from engine.card.state import Phase, State


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat, or a spectator, may see it."""

    rules: RuleSet
    viewer: int | None
    """The seat that looks; ``None`` is a spectator."""
    hand: Hand
    """The viewer's cards; empty for a spectator."""
    hand_sizes: tuple[int, ...]
    """Cards in each hand, by seat."""
    stock_size: int
    pile: tuple[Card, ...]
    """The played cards since the last renewal, oldest first; the last is the top card."""
    shown: Hand
    """Every card that has been on the pile in this round: what a perfect memory keeps."""
    renewals: int
    """How often the stock has been renewed."""
    phase: Phase
    seat: int
    """The seat to move; after the end, the seat that moved last."""
    starter: int
    step: int
    """The direction of play: 1 clockwise, -1 counter-clockwise."""
    suit: Suit | None
    """The suit that the queen on top has named."""
    pending: int
    """Cards that the seat to move has to draw or to pass on."""
    drew: bool
    """Whether the seat to move has drawn its one card for covering in this turn."""
    ply: int
    """Moves accepted so far."""
    turn: int
    """Turns begun before this one."""


def view(state: State, seat: int | None) -> View:
    """Returns what a seat may know; ``None`` is a spectator."""
    places = state.places
    return View(
        rules=state.deal.rules,
        viewer=seat,
        hand=EMPTY if seat is None else places.hands[seat],
        hand_sizes=tuple(size(hand) for hand in places.hands),
        stock_size=len(places.stock),
        pile=places.pile,
        shown=places.shown,
        renewals=places.renewals,
        phase=state.phase,
        seat=state.seat,
        starter=state.deal.starter,
        step=state.step,
        suit=state.suit,
        pending=state.pending,
        drew=state.drew,
        ply=state.ply,
        turn=state.turn,
    )


def moves_in(seen: View) -> tuple[Move, ...]:
    """Returns the viewer's legal moves; none when another seat is to move."""
    return choices(seen.hand, fitting(seen), seen.phase) if seen.viewer == seen.seat else ()
