"""How a round goes on: one function for each thing that can happen.

Every accepted move is one ply. Moving on to another seat, or to another turn of the same seat,
begins a turn (Rule C3).
"""

from typing import Final

from engine.card.cards import (
    ACE,
    ALL,
    KING,
    KING_OF_SPADES,
    ONLY,
    SEVEN,
    SEVEN_OF_SPADES,
    SIX,
    TEN,
    Card,
    Suit,
    cards_of,
    rank_of,
    ranked,
)
from engine.card.legal import answering_ace, fitting, fitting_on, why_not
from engine.card.moves import Draw, Move, Play
from engine.card.places import Places, collect, put, renew, take_until
from engine.card.ruleset import DrawMode, StackAmount, TenTwoPlayers
from engine.card.state import BOUND, COVER, HIT, MOST_MOVES, OVER, STALEMATE, TURN, Phase, State, has_ended
from engine.refusal import IllegalMove

_SIXES: Final = ranked(SIX)
_OWED: Final = dict.fromkeys(cards_of(ranked(SEVEN)), 2) | {SEVEN_OF_SPADES: 4, KING_OF_SPADES: 4}


def apply(state: State, seat: int, move: Move) -> State:
    """Returns the position after a move.

    Raises:
        IllegalMove: The rules refuse the move; see its ``refusal``.
    """
    if refusal := why_not(state, seat, move):
        raise IllegalMove(refusal)
    return advance(state, move)


def advance(state: State, move: Move) -> State:
    """Returns the position after a move of the seat to move that is known to be legal.

    For those who take the move from ``legal_moves``: nothing is checked again.
    """
    after = _draw(state) if isinstance(move, Draw) else _play(state, move)
    return after if after.ply < MOST_MOVES or has_ended(after.phase) else _stalemate(state, after)


def neighbour(state: State) -> int:
    """Returns the seat after the seat to move, in the direction of play."""
    return (state.seat + state.step) % state.deal.seats


def owed_by(card: Card) -> int:
    """Returns how many cards the next seat has to draw for a card. Rules C6, C10."""
    return _OWED.get(card, 0)


def pending_after(state: State, card: Card) -> int:
    """Returns what the next seat has to draw after a card. Rules C6, C10, C11."""
    if state.phase is not HIT:
        return owed_by(card)
    if state.rules.stack_amount is StackAmount.DOUBLE:
        return 2 * state.pending
    return state.pending + owed_by(card)


def skipped_by(state: State, card: Card) -> bool:
    """Tells whether the next seat loses its turn to a card that is an ace. Rule C8."""
    answers = answering_ace(state.rules)
    return rank_of(card) == ACE and not state.hands[neighbour(state)] & answers


def _play(state: State, move: Play) -> State:
    deal, places, phase, seat, step, _, _, _, ply, turn = state
    card = ONLY[move.card]
    places = put(places, seat, move.card)
    left = places.hands[seat]
    if card & _PLAIN and left:
        onward = (seat + step) % deal.seats
        return State._make((deal, places, TURN, onward, step, move.suit, 0, False, ply + 1, turn + 1))
    if card & _SIXES and phase is not HIT:
        return _six(state, places)
    return _EFFECTS[rank_of(move.card)](state, places) if left else _went_out(state, places)


def _six(state: State, places: Places) -> State:
    """Lets the seat cover its six, unless it has had its draw and holds no cover. Rule C5."""
    card = places.pile[-1]
    if state.drew and not places.hands[state.seat] & fitting_on(card):
        return _begin_turn(state, places)
    return _go_on(state, places, COVER, drew=state.drew)


def _ten(state: State, places: Places) -> State:
    """Reverses the direction; between two players it does as the switch says. Rule C7."""
    if state.deal.seats == 2:
        again = state.rules.ten_two_players is TenTwoPlayers.SKIP
        return _begin_turn(state, places, distance=0 if again else 1)
    return _begin_turn(state, places, distance=-1, turned=-1)


def _ace(state: State, places: Places) -> State:
    """Binds the next seat to answer, or skips it. Rule C8."""
    if skipped_by(state, places.pile[-1]):
        return _begin_turn(state, places, distance=2)
    return _begin_turn(state, places, phase=BOUND)


def _hit(state: State, places: Places) -> State:
    """Makes the next seat draw. Rules C6, C10, C11."""
    pending = pending_after(state, places.pile[-1])
    return _begin_turn(state, places, phase=HIT, pending=pending)


_EFFECTS: Final = {SIX: _hit, SEVEN: _hit, TEN: _ten, KING: _hit, ACE: _ace}
_PLAIN: Final = ALL & ~(ranked(SIX, SEVEN, TEN, ACE) | ONLY[KING_OF_SPADES])
"""The cards after which the next seat just plays, whether or not they name a suit."""


def _went_out(state: State, places: Places) -> State:
    """Ends the round; where the switch says so, a pending draw still hits. Rule C13."""
    pending = pending_after(state, places.pile[-1])
    if pending and state.rules.last_card_penalty:
        places = collect(places, neighbour(state), pending, state.deal.chance)
    return _end(state, places, OVER)


def _draw(state: State) -> State:
    """Takes a pending draw, or draws for a card that fits. Rules C4, C5, C6, C12."""
    if state.phase is HIT:
        places = collect(state.places, state.seat, state.pending, state.deal.chance)
        return _begin_turn(state, places)
    wanted = fitting(state)
    one = state.deal.rules.draw_mode is DrawMode.ONE
    places = _draw_one(state) if one else take_until(state.places, state.seat, wanted)
    if places.hands[state.seat] & wanted:
        return _go_on(state, places, state.phase, drew=one and state.phase is COVER)
    if not one:
        places = renew(places, state.deal.chance)
    return _begin_turn(state, places, state.suit)


def _draw_one(state: State) -> Places:
    return collect(state.places, state.seat, 1, state.deal.chance)


def _go_on(state: State, places: Places, phase: Phase, *, drew: bool) -> State:
    """Lets the same seat make another move in the same turn."""
    suit = state.suit if phase is TURN else None
    return State(state.deal, places, phase, state.seat, state.step, suit, 0, drew, state.ply + 1, state.turn)


def _begin_turn(
    state: State,
    places: Places,
    suit: Suit | None = None,
    phase: Phase = TURN,
    pending: int = 0,
    distance: int = 1,
    turned: int = 1,
) -> State:
    """Ends a turn; the seat that many places on, which may be the same one, begins another.

    ``turned`` is -1 where the direction turns round.
    """
    deal, _, _, seat, step, _, _, _, ply, turn = state
    onward = (seat + distance * step) % deal.seats
    return State._make((deal, places, phase, onward, step * turned, suit, pending, False, ply + 1, turn + 1))


def _end(state: State, places: Places, phase: Phase) -> State:
    """Ends the round; the seat that moved last stays named."""
    return State(state.deal, places, phase, state.seat, state.step, ply=state.ply + 1, turn=state.turn)


def _stalemate(before: State, after: State) -> State:
    return _end(before, after.places, STALEMATE)
