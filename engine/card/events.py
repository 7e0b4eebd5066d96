"""What a deal or a move tells, built up from nothing: to everybody, and more to one seat."""

from dataclasses import dataclass, replace

from engine.card.cards import SIX, Card, Suit, cards_of, rank_of, size
from engine.card.moves import Draw, Move, Play
from engine.card.places import renew
from engine.card.play import neighbour, pending_after, skipped_by
from engine.card.state import HIT, OVER, STALEMATE, State, has_ended
from engine.header import Events


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt."""

    starter: int
    hand_sizes: tuple[int, ...]
    """By seat."""
    stock_size: int
    hand: tuple[Card, ...] = ()
    """The cards dealt to the seat that is told; empty for everybody else."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew."""

    seat: int
    amount: int
    """Cards drawn; 0 when there was nothing to draw."""
    owed: int
    """The pending draw that this was for; 0 for a draw by C4 or C5."""
    passed: bool
    """Whether the turn ended with it."""
    renewal: int
    """The number of the renewal of the stock that came with it; 0 when there was none."""
    renewed: int
    """Cards shuffled into the new stock; 0 when there was no renewal."""
    stalemate: bool
    """Whether the round ended with it, and nobody went out. Rule C16."""
    cards: tuple[Card, ...] = ()
    """The cards in the order drawn, for the seat that drew; empty for everybody else."""


@dataclass(frozen=True, slots=True)
class Played:
    """A seat played a card."""

    seat: int
    card: Card
    suit: Suit | None
    """What a queen named. Rule C9."""
    answered: bool
    """Whether the card answered a pending draw. Rule C11."""
    pending: int
    """Cards that the next seat has to draw or to pass on; 0 for none."""
    reversed: bool
    """Whether the direction of play changed. Rule C7."""
    skipped: int | None
    """The seat that loses its turn to an ace. Rule C8."""
    passed: bool
    """Whether the turn ended on a six that was not covered. Rule C5."""
    over: bool
    """Whether the seat went out with it. Rule C13."""
    stalemate: bool
    """Whether the round ended with it, and nobody went out. Rule C16."""
    penalty: Drawn | None = None
    """What the next seat drew when the round ended. Rule C13."""


Event = Dealt | Drawn | Played


def dealt(state: State) -> Events:
    """Returns the events of a first position: each seat is told its own hand."""
    sizes = tuple(size(hand) for hand in state.hands)
    public = Dealt(state.deal.starter, sizes, len(state.stock))
    hands = enumerate(state.hands)
    return Events(public, {seat: replace(public, hand=tuple(cards_of(hand))) for seat, hand in hands})


def events(before: State, seat: int, move: Move, after: State) -> Events:
    """Returns the events of an accepted move; a seat that drew is told its cards."""
    if isinstance(move, Draw):
        drawn = _drawn(before, after, seat, before.pending, before.pile)
        return Events(_closed(drawn), {seat: drawn})
    played = _played(before, move, after)
    owed = pending_after(before, move.card)
    if not (played.over and owed and before.rules.last_card_penalty):
        return Events(played)
    hit = neighbour(before)
    penalty = _drawn(before, after, hit, owed, (*before.pile, move.card))
    return Events(replace(played, penalty=_closed(penalty)), {hit: replace(played, penalty=penalty)})


def _played(before: State, move: Play, after: State) -> Played:
    going_on = not has_ended(after.phase)
    passed = rank_of(move.card) == SIX and before.phase is not HIT and after.turn != before.turn
    return Played(
        seat=before.seat,
        card=move.card,
        suit=move.suit,
        answered=before.phase is HIT,
        pending=after.pending,
        reversed=after.step != before.step,
        skipped=neighbour(before) if going_on and skipped_by(before, move.card) else None,
        passed=passed,
        over=after.phase is OVER,
        stalemate=after.phase is STALEMATE,
    )


def _drawn(before: State, after: State, seat: int, owed: int, pile: tuple[Card, ...]) -> Drawn:
    amount = size(after.hands[seat]) - size(before.hands[seat])
    fresh: tuple[Card, ...] = ()
    if after.places.renewals > before.places.renewals:
        fresh = renew(before.places._replace(pile=pile), before.deal.chance).stock
    return Drawn(
        seat=seat,
        amount=amount,
        owed=owed,
        passed=after.turn != before.turn,
        renewal=after.places.renewals if fresh else 0,
        renewed=len(fresh),
        stalemate=after.phase is STALEMATE,
        cards=(*before.stock, *fresh)[:amount],
    )


def _closed(drawn: Drawn) -> Drawn:
    """Returns a draw as everybody else may see it."""
    return replace(drawn, cards=())
