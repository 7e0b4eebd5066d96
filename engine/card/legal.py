"""Which moves are legal: one truth for listing, refusing and advising.

Legality depends only on what the seat to move may know, so a position and that seat's view of it
are judged by the same functions.
"""

from functools import lru_cache
from typing import Final, Protocol

from engine.card.cards import (
    ACE,
    ALL,
    EMPTY,
    KING_OF_SPADES,
    MATCHING,
    ONLY,
    QUEEN,
    SEVEN,
    SIX,
    SUITED,
    SUITS,
    Card,
    Hand,
    Suit,
    cards_of,
    holds,
    ranked,
)
from engine.card.moves import DRAW, NAMING, PLAIN, Draw, Move, Play
from engine.card.reasons import CardReason
from engine.card.ruleset import RuleSet, StackCards
from engine.card.state import BOUND, COVER, HIT, LEAD, OVER, STALEMATE, TURN, Phase, State, has_ended
from engine.card.words import card_word, suit_word
from engine.refusal import Refusal

_QUEENS: Final = ranked(QUEEN)
_ACES: Final = ranked(ACE)
_ACES_AND_QUEENS: Final = ranked(ACE, QUEEN)
_FITTING_CARD: Final = tuple(matching | _QUEENS for matching in MATCHING)
_FITTING_SUIT: Final = tuple(suited | _QUEENS for suited in SUITED)
_ONLY_DRAW: Final[tuple[Move, ...]] = (DRAW,)
_STACKING: Final = {
    StackCards.SIXES_AND_SEVENS: ranked(SIX, SEVEN),
    StackCards.SEVENS_ONLY: ranked(SEVEN),
    StackCards.NONE: EMPTY,
}


class Situation(Protocol):
    """What legality depends on: a position, or the view of the seat to move."""

    @property
    def rules(self) -> RuleSet:
        """The table's configuration."""

    @property
    def phase(self) -> Phase:
        """What the seat to move is up against."""

    @property
    def pile(self) -> tuple[Card, ...]:
        """The played cards, oldest first."""

    @property
    def suit(self) -> Suit | None:
        """The named suit."""

    @property
    def hand(self) -> Hand:
        """The hand of the seat to move."""


def fitting(now: Situation) -> Hand:
    """Returns the cards of the deck that may be played now, held or not. Rules C3, C5, C8, C9, C11."""
    return _fitting(now.rules, now.phase, now.pile, now.suit)


def _fitting(rules: RuleSet, phase: Phase, pile: tuple[Card, ...], suit: Suit | None) -> Hand:
    if phase is TURN or phase is COVER:
        return _FITTING_CARD[pile[-1]] if suit is None else _FITTING_SUIT[suit]
    if phase is HIT:
        return answering(rules, pile[-1]) & MATCHING[pile[-1]]
    if phase is BOUND:
        return answering_ace(rules)
    return ALL if phase is LEAD else EMPTY


def fitting_on(top: Card) -> Hand:
    """Returns the cards that may be played on a top card that binds nobody. Rules C3, C5, C9."""
    return _FITTING_CARD[top]


def answering(rules: RuleSet, top: Card) -> Hand:
    """Returns the cards that a pending draw with this top card lets pass, match or not. Rule C11."""
    if top == KING_OF_SPADES and not rules.stack_on_king_spades:
        return EMPTY
    return _STACKING[rules.stack_cards]


def answering_ace(rules: RuleSet) -> Hand:
    """Returns the cards that answer an ace. Rule C8."""
    return _ACES_AND_QUEENS if rules.queen_on_ace else _ACES


def legal_moves(state: State) -> tuple[Move, ...]:
    """Returns the moves of the seat to move; none when the round has ended.

    Cards come from low to high, the draw last. Until the end there is always one: where nothing
    fits, drawing is legal.
    """
    deal, places, phase, seat, _, suit, _, _, _, _ = state
    return choices(places.hands[seat], _fitting(deal.rules, phase, places.pile, suit), phase)


def choices(hand: Hand, fits: Hand, phase: Phase) -> tuple[Move, ...]:
    """Returns the moves of a seat with a hand, where some cards fit. See ``legal_moves``."""
    plays = _plays(hand & fits, not hand & hand - 1)
    if phase is HIT:
        return (*plays, DRAW)
    return plays or (() if has_ended(phase) else _ONLY_DRAW)


@lru_cache(maxsize=1 << 13)
def _plays(fits: Hand, last: bool) -> tuple[Move, ...]:
    """Returns all ways to play some cards, one of which may be the last of the hand."""
    moves: list[Move] = []
    for card in cards_of(fits):
        moves += NAMING[card] if holds(_QUEENS, card) and not last else (PLAIN[card],)
    return tuple(moves)


def asks_suit(hand: Hand, card: Card) -> bool:
    """Tells whether playing a card from a hand names a suit: a queen, unless it ends the round. Rule C9."""
    return bool(ONLY[card] & _QUEENS) and hand != ONLY[card]


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    """Returns the rule that a move breaks, or ``None`` when it is legal."""
    phase = state.phase
    if seat != state.seat or phase is OVER or phase is STALEMATE:
        return _why_not_now(state)
    return _why_not_draw(state) if isinstance(move, Draw) else _why_not_play(state, move)


def _why_not_now(state: State) -> Refusal:
    if has_ended(state.phase):
        return Refusal(CardReason.ROUND_ENDED, "C13" if state.phase is OVER else "C16")
    return Refusal(CardReason.NOT_YOUR_TURN, "C3", {"turn": str(state.seat + 1)})


def _why_not_draw(state: State) -> Refusal | None:
    if state.phase is HIT:
        return None
    fits = state.hand & fitting(state)
    if not fits:
        return None
    card = card_word(cards_of(fits)[0])
    if state.phase is BOUND:
        return Refusal(CardReason.ACE_BINDS, "C8", {"top": card_word(state.pile[-1]), "answer": card})
    return Refusal(CardReason.CARD_FITS, _rule_of(state), {"card": card})


def _why_not_play(state: State, move: Play) -> Refusal | None:
    card, hand = move.card, state.hand
    if not holds(hand, card):
        return Refusal(CardReason.CARD_NOT_HELD, "C3", {"card": card_word(card)})
    if not ONLY[card] & fitting(state):
        return _misfit(state, card)
    return _why_not_suit(move, hand) if ONLY[card] & _QUEENS or move.suit is not None else None


def _why_not_suit(move: Play, hand: Hand) -> Refusal | None:
    asked = asks_suit(hand, move.card)
    if move.suit in SUITS if asked else move.suit is None:
        return None
    if not asked:
        reason = CardReason.SUIT_NOT_ASKED
    else:
        reason = CardReason.SUIT_MISSING if move.suit is None else CardReason.SUIT_UNKNOWN
    return Refusal(reason, "C9", {"card": card_word(move.card)})


def _misfit(state: State, card: Card) -> Refusal:
    top = card_word(state.pile[-1])
    facts = {"card": card_word(card), "top": top}
    if state.phase is BOUND:
        return Refusal(CardReason.ACE_BINDS, "C8", facts)
    if state.phase is HIT and not holds(answering(state.rules, state.pile[-1]), card):
        return Refusal(CardReason.NO_ANSWER, "C11", {**facts, "pending": str(state.pending)})
    if state.suit is not None:
        return Refusal(CardReason.NAMED_SUIT, "C9", {"card": facts["card"], "suit": suit_word(state.suit)})
    return Refusal(CardReason.NO_MATCH, _rule_of(state), facts)


def _rule_of(state: State) -> str:
    if state.phase is LEAD:
        return "C1" if state.rules.hand_size == 4 else "C2"
    return {COVER: "C5", HIT: "C11"}.get(state.phase, "C3")
