"""Cards, moves and whole positions as text, lossless both ways. The grammar stands in RULES.md.

Reading is strict about everything that is written, and fills in what is left out of a position.
"""

from collections.abc import Iterable
from typing import Final

from engine.card.cards import Card, Hand, Suit, cards_of
from engine.card.check import check
from engine.card.moves import DRAW, Draw, Move, Play
from engine.card.reading import KEYS, position
from engine.card.ruleset import CHOICES, PRESETS, RuleSet, word_for
from engine.card.sections import NOTHING, sections
from engine.card.state import State, direction_of
from engine.card.words import CARD_NAMED, SEAT_WORDS, SUIT_WORDS, card_word, phase_word, suit_word
from engine.refusal import BadText

NAME: Final = "card"
_DRAW_WORD: Final = "draw"


def write_move(move: Move) -> str:
    """Returns a move as short text: ``10S``, ``QH=D`` where a queen names diamonds, or ``draw``."""
    if isinstance(move, Draw):
        return _DRAW_WORD
    return card_word(move.card) + ("" if move.suit is None else f"={suit_word(move.suit)}")


def read_move(text: str) -> Move:
    """Returns the move that a text describes; whether it is legal is not asked.

    Raises:
        BadText: The text is no notation.
    """
    if text == _DRAW_WORD:
        return DRAW
    word, equals, suit = text.partition("=")
    if word not in CARD_NAMED:
        raise BadText(text, 0, "neither draw nor a card")
    if equals and suit not in SUIT_WORDS:
        raise BadText(text, len(word) + 1, f"not one of {', '.join(SUIT_WORDS)}")
    return Play(CARD_NAMED[word], Suit(SUIT_WORDS.index(suit)) if equals else None)


def write_rules(rules: RuleSet) -> str:
    """Returns a rule set as the nearest preset and the switches that differ from it."""
    different = {
        name: [each for each in CHOICES if getattr(rules, each) != getattr(preset, each)]
        for name, preset in PRESETS.items()
    }
    nearest = min(different, key=lambda name: len(different[name]))
    return " ".join([nearest, *(f"{switch}={word_for(rules, switch)}" for switch in different[nearest])])


def write_position(state: State) -> str:
    """Returns a position as one line of text, lossless; it names hidden cards and the chance."""
    deal, places = state.deal, state.places
    fields = {
        "rules": write_rules(deal.rules),
        "starter": SEAT_WORDS[deal.starter],
        "hands": " / ".join(_write_hand(hand) for hand in places.hands),
        "pile": write_cards(places.pile),
        "stock": write_cards(places.stock),
        "shown": _write_hand(places.shown),
        "renewals": str(places.renewals),
        "phase": phase_word(state.phase),
        "seat": SEAT_WORDS[state.seat],
        "direction": direction_of(state.step).value,
        "suit": NOTHING if state.suit is None else suit_word(state.suit),
        "pending": str(state.pending),
        "drew": "yes" if state.drew else "no",
        "ply": str(state.ply),
        "turn": str(state.turn),
        "order": write_cards(deal.order),
        "chance": deal.chance.hex(),
    }
    return " | ".join([NAME, *(f"{key}: {value}" for key, value in fields.items())])


def read_position(text: str) -> State:
    """Returns the position that a text describes.

    Raises:
        BadText: The text is no notation.
        BadPosition: It reads, but no play can reach it.
    """
    state = position(sections(text, NAME, KEYS))
    check(state)
    return state


def write_cards(cards: Iterable[Card]) -> str:
    """Returns cards in their order, a dash for none."""
    return " ".join(map(card_word, cards)) or NOTHING


def _write_hand(hand: Hand) -> str:
    return write_cards(cards_of(hand))
