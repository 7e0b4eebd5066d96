"""Whether a whole position can have come from play: for positions that arrive from outside."""

from engine.card.cards import (
    ACE,
    ALL,
    CARDS,
    EMPTY,
    KING_OF_SPADES,
    QUEEN,
    SEVEN,
    SIX,
    SUITS,
    hand_of,
    holds,
    rank_of,
    size,
)
from engine.card.deal import check_deal, dealt_hands
from engine.card.legal import answering, answering_ace, fitting
from engine.card.ruleset import DrawMode
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
    _check_numbers(state)
    _check_phase(state)
    _check_duties(state)


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
    _demand(places.renewals >= 0, "renewals", "below 0")
    if places.renewals == 0:
        _demand(places.stock == order[CARDS - len(places.stock) :], "stock", "not the rest of the order")
        _demand(places.shown == piled, "shown", "not the pile, and no renewal")
    recycled = piled | hand_of(places.stock) if places.renewals else piled
    _demand(0 <= places.shown <= ALL, "shown", "no cards of this deck")
    _demand(not recycled & ~places.shown, "shown", "lacks a card that was played")
    for hand, dealt in zip(places.hands, dealt_hands(state.deal), strict=True):
        _demand(not dealt & ~(hand | places.shown), "hands", "a dealt card is elsewhere, unplayed")


def _check_numbers(state: State) -> None:
    places, ply = state.places, state.ply
    _demand(0 <= state.seat < state.deal.seats, "seat", "no such seat")
    _demand(state.step in (1, -1), "step", "no direction")
    if state.deal.seats == 2:
        _demand(state.step == step_of(state.rules.direction), "step", "nothing reverses between two seats")
    _demand(0 <= ply <= MOST_MOVES, "ply", f"not in [0, {MOST_MOVES}]")
    _demand(size(places.shown) <= ply, "ply", "fewer moves than cards played")
    _demand(places.renewals <= ply, "renewals", "more than moves")
    _demand(0 <= state.turn <= ply, "turn", "not in [0, ply]")
    _demand(state.suit is None or state.suit in SUITS, "suit", "no such suit")
    _demand(0 <= state.pending <= _MOST_PENDING, "pending", f"not in [0, {_MOST_PENDING}]")


def _check_phase(state: State) -> None:
    phase, pile = state.phase, state.pile
    _demand((phase is LEAD) == (not pile), "phase", "a lead, and nothing else, has an empty pile")
    if phase is LEAD:
        fresh = state.ply == 0 and state.seat == state.deal.starter and state.hands == dealt_hands(state.deal)
        _demand(fresh, "phase", "not as dealt")
        _demand(state.step == step_of(state.rules.direction), "step", "not the agreed direction")
        return
    _demand(has_ended(phase) or state.ply < MOST_MOVES, "ply", "the round has ended")
    _demand(phase is not STALEMATE or state.ply == MOST_MOVES, "phase", "no stalemate before its time")
    _demand(phase is not OVER or state.hand == EMPTY, "phase", "the seat that went out holds cards")
    top = rank_of(pile[-1])
    _demand(phase is not COVER or top == SIX, "phase", "no six to cover")
    _demand(phase is not BOUND or top == ACE, "phase", "no ace that binds")


def _check_duties(state: State) -> None:
    """Checks what the top card asks for: a suit, a draw, an answer."""
    named = state.phase is TURN and rank_of(state.pile[-1]) == QUEEN
    _demand((state.suit is not None) == named, "suit", "set exactly while a queen lies on top in play")
    _demand((state.pending > 0) == (state.phase is HIT), "pending", "set exactly while it is to be drawn")
    if state.phase is HIT:
        _check_pending(state)
    if state.phase is BOUND:
        _demand(state.hand & answering_ace(state.rules) != EMPTY, "phase", "the seat cannot answer the ace")
    if state.drew:
        one = state.rules.draw_mode is DrawMode.ONE and state.phase is COVER
        _demand(one and state.hand & fitting(state) != EMPTY, "drew", "the turn would have ended")


def _check_pending(state: State) -> None:
    top, pending = state.pile[-1], state.pending
    _demand(pending % 2 == 0, "pending", "odd")
    _demand(top != KING_OF_SPADES or pending == 4, "pending", "not 4 on the king of spades")
    first = rank_of(top) == SEVEN or top == KING_OF_SPADES
    passed_on = holds(answering(state.rules, top), top) and pending >= 4
    _demand(first or passed_on, "pending", "the top card makes nobody draw")
