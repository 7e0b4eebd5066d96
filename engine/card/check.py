"""Whether a position or a view can have come from play: for those that arrive from outside."""

from engine.card.cards import (
    ACE,
    ALL,
    CARDS,
    EMPTY,
    KING_OF_SPADES,
    QUEEN,
    SIX,
    SUITS,
    Card,
    hand_of,
    holds,
    rank_of,
    size,
)
from engine.card.deal import check_deal, dealt_hands
from engine.card.legal import answering, fitting
from engine.card.play import owed_by
from engine.card.ruleset import DrawMode, StackAmount, seats
from engine.card.state import (
    BOUND,
    COVER,
    HIT,
    LEAD,
    MOST_MOVES,
    OVER,
    STALEMATE,
    TURN,
    State,
    has_ended,
    step_of,
)
from engine.card.view import View
from engine.refusal import BadPosition

_MOST_PENDING = 1024
"""The king of spades' four cards, doubled by all eight sixes and sevens. Rule C11."""


def check(state: State) -> None:
    """Makes sure that a position is whole and plausible.

    Raises:
        BadPosition: A card is missing or twice, a number is out of range, or the phase contradicts
            the cards.
    """
    check_deal(state.deal)
    _check_places(state)
    _check_history(state)
    _check_course(state, tuple(map(size, state.hands)))
    _check_lead(state)
    _check_duties(state)
    _check_answer(state)


def check_view(view: View) -> None:
    """Makes sure that a view is one that its seat could be shown.

    Raises:
        BadPosition: Its parts contradict each other.
    """
    allowed = seats(view.rules)
    _demand(len(view.hand_sizes) in allowed, "hand_sizes", f"not {allowed.start} to {allowed.stop - 1} seats")
    total = sum(view.hand_sizes) + view.stock_size + len(view.pile)
    _demand(total == CARDS, "hand_sizes", f"with stock and pile not {CARDS} cards")
    viewer = view.viewer
    _demand(viewer is None or 0 <= viewer < len(view.hand_sizes), "viewer", "no such seat")
    own = 0 if viewer is None else view.hand_sizes[viewer]
    _demand(size(view.hand) == own, "hand", "not as many cards as in hand_sizes")
    piled = hand_of(view.pile)
    _demand(not piled & view.hand, "hand", "has a card that lies on the pile")
    _demand(not piled & ~view.shown and (view.renewals > 0 or view.shown == piled), "shown", "not the pile")
    _check_course(view, view.hand_sizes)
    _check_duties(view)
    if viewer == view.seat:
        _check_answer(view)


def _demand(right: bool, field: str, problem: str) -> None:
    if not right:
        raise BadPosition(field, problem)


def _check_places(state: State) -> None:
    places = state.places
    _demand(len(places.hands) == state.deal.seats, "hands", "not one a seat")
    _demand(all(0 <= hand <= ALL for hand in places.hands), "hands", "no cards of this deck")
    cards = [*places.stock, *places.pile]
    _demand(all(0 <= card < CARDS for card in cards), "stock", "no cards of this deck")
    together = hand_of(cards)
    for hand in places.hands:
        together |= hand
    count = len(cards) + sum(size(hand) for hand in places.hands)
    _demand(together == ALL and count == CARDS, "hands", "not each of the 36 cards in exactly one place")


def _check_history(state: State) -> None:
    """Compares the places with the deal: cards leave a hand or the dealt stock only by the rules."""
    places, order = state.places, state.deal.order
    piled = hand_of(places.pile)
    if places.renewals == 0:
        dealt = state.deal.seats * state.rules.hand_size
        _demand(len(places.stock) <= CARDS - dealt, "stock", "more cards than a deal leaves")
        _demand(places.stock == order[CARDS - len(places.stock) :], "stock", "not the rest of the order")
        _demand(places.shown == piled, "shown", "not the pile, and no renewal")
    recycled = piled | hand_of(places.stock) if places.renewals else piled
    _demand(0 <= places.shown <= ALL, "shown", "no cards of this deck")
    _demand(not recycled & ~places.shown, "shown", "lacks a card that was played")
    for hand, first in zip(places.hands, dealt_hands(state.deal), strict=True):
        _demand(not first & ~(hand | places.shown), "hands", "a dealt card is elsewhere, unplayed")


def _check_course(now: State | View, hand_sizes: tuple[int, ...]) -> None:
    """Checks the numbers, and the phase against the top card."""
    phase, ply = now.phase, now.ply
    _demand(0 <= now.seat < len(hand_sizes), "seat", "no such seat")
    _demand(now.step in (1, -1), "step", "no direction")
    agreed = now.step == step_of(now.rules.direction)
    _demand(agreed or len(hand_sizes) > 2, "step", "nothing reverses between two seats")
    _demand(0 <= ply <= MOST_MOVES, "ply", f"not in [0, {MOST_MOVES}]")
    _demand(size(now.shown) <= ply, "ply", "fewer moves than cards played")
    _demand(0 <= now.renewals <= ply, "renewals", "not in [0, ply]")
    _demand(0 <= now.turn <= ply, "turn", "not in [0, ply]")
    _demand((phase is LEAD) == (not now.pile), "phase", "a lead, and nothing else, has an empty pile")
    _demand(has_ended(phase) or ply < MOST_MOVES, "ply", "the round has ended")
    _demand(phase is not STALEMATE or ply == MOST_MOVES, "phase", "no stalemate before its time")
    _demand(phase is not OVER or hand_sizes[now.seat] == 0, "phase", "the seat that went out holds cards")


def _check_lead(state: State) -> None:
    if state.phase is LEAD:
        fresh = state.ply == 0 and state.seat == state.deal.starter and state.hands == dealt_hands(state.deal)
        _demand(fresh, "phase", "not as dealt")
        _demand(state.step == step_of(state.rules.direction), "step", "not the agreed direction")


def _check_duties(now: State | View) -> None:
    """Checks what the top card asks for: a suit, a cover, a draw, an ace."""
    phase, top = now.phase, now.pile[-1] if now.pile else None
    rank = None if top is None else rank_of(top)
    named = phase is TURN and rank == QUEEN
    _demand(now.suit in SUITS if named else now.suit is None, "suit", "set exactly on a queen in play")
    _demand(phase is not COVER or rank == SIX, "phase", "no six to cover")
    _demand(phase is not BOUND or rank == ACE, "phase", "no ace that binds")
    _demand((now.pending > 0) == (phase is HIT), "pending", "set exactly while it is to be drawn")
    if phase is HIT and top is not None:
        _check_pending(now, top)
    covering = phase is COVER and now.rules.draw_mode is DrawMode.ONE
    _demand(covering or not now.drew, "drew", "nothing to cover with a single draw")


def _check_pending(now: State | View, top: Card) -> None:
    _demand(
        now.pending % 2 == 0 and now.pending <= _MOST_PENDING, "pending", f"odd, or above {_MOST_PENDING}"
    )
    least = 2 if now.rules.stack_amount is StackAmount.ADD else 4
    passed_on = holds(answering(now.rules, top), top) and now.pending >= least
    _demand(owed_by(top) > 0 or passed_on, "pending", "the top card makes nobody draw")
    _demand(top != KING_OF_SPADES or now.pending == 4, "pending", "not 4 on the king of spades")


def _check_answer(now: State | View) -> None:
    """Checks that the seat to move is not in a phase that it would have been spared."""
    answers = now.hand & fitting(now) != EMPTY
    _demand(answers or now.phase is not BOUND, "phase", "the seat cannot answer the ace")
    _demand(answers or not now.drew, "drew", "the turn would have ended")
