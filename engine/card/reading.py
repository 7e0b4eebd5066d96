"""A position read from the sections of its text; what is left out is filled in."""

import re
from dataclasses import replace
from typing import Final

from engine.card import ruleset
from engine.card.cards import ALL, EMPTY, ONLY, Card, Hand, Suit, cards_of, hand_of, holds, size
from engine.card.places import Places
from engine.card.ruleset import Direction, RuleSet
from engine.card.sections import NOTHING, Section, Sections
from engine.card.state import LEAD, TURN, Deal, Phase, State, step_of
from engine.card.words import CARD_NAMED, SEAT_WORDS, SUIT_WORDS
from engine.refusal import BadRules, BadText
from engine.shuffle import CHANCE_BYTES

KEYS: Final = (
    "rules", "starter", "hands", "pile", "stock", "shown", "renewals", "phase", "seat", "direction",
    "suit", "pending", "drew", "ply", "turn", "order", "chance",
)  # fmt: skip
REST: Final = "..."
"""At the end of the stock: every card that is named nowhere else, lowest first."""

_SEATS: Final = {word: seat for seat, word in enumerate(SEAT_WORDS)}
_PHASES: Final = {phase.value.lower(): phase for phase in Phase}
_DIRECTIONS: Final = {each.value: each for each in Direction}
_SUITS: Final[dict[str, Suit | None]] = {
    NOTHING: None,
    **{word: Suit(suit) for suit, word in enumerate(SUIT_WORDS)},
}
_YES: Final = {"no": False, "yes": True}


def position(said: Sections) -> State:
    """Returns the position that the sections describe, plausible or not.

    Raises:
        BadText: A word does not read, or the hands are missing.
    """
    rules = _rules(said.get("rules"))
    starter = said.choice("starter", _SEATS, 0)
    places = _places(said)
    deal = Deal(
        rules=rules,
        seats=len(places.hands),
        starter=starter,
        order=_cards(said.get("order")) or _some_order(rules, starter, places),
        chance=_chance(said.get("chance")),
    )
    return State(
        deal=deal,
        places=places,
        phase=said.choice("phase", _PHASES, TURN if places.pile else LEAD),
        seat=said.choice("seat", _SEATS, starter),
        step=step_of(said.choice("direction", _DIRECTIONS, rules.direction)),
        suit=said.choice("suit", _SUITS, None),
        pending=said.number("pending", 0),
        drew=said.choice("drew", _YES, default=False),
        ply=said.number("ply", max(size(places.shown), places.renewals)),
        turn=said.number("turn", 0),
    )


def _places(said: Sections) -> Places:
    in_hands = said.get("hands")
    if in_hands is None:
        raise BadText(said.whole, len(said.whole), "the hands are missing")
    hands = tuple(_hand(entry) for entry in in_hands.entries())
    pile = _cards(said.get("pile"))
    stock = _stock(said.get("stock"), hands, pile)
    renewals = said.number("renewals", 0)
    in_shown = said.get("shown")
    shown = hand_of([*pile, *stock] if renewals else pile) if in_shown is None else _hand(in_shown)
    return Places(hands, stock, pile, shown, renewals)


def _stock(section: Section | None, hands: tuple[Hand, ...], pile: tuple[Card, ...]) -> tuple[Card, ...]:
    """Returns the stock; where it is left out or ends in dots, with every card that is nowhere else."""
    if section is None:
        named: tuple[Card, ...] = ()
    elif section.words and section.words[-1].text == REST:
        named = _cards(replace(section, words=section.words[:-1]))
    else:
        return _cards(section)
    rest = ALL & ~hand_of([*pile, *named])
    for hand in hands:
        rest &= ~hand
    return (*named, *cards_of(rest))


def _some_order(rules: RuleSet, starter: int, places: Places) -> tuple[Card, ...]:
    """Returns an order from which the places can have come, if there is one.

    Each seat was dealt cards that it still holds, as far as they reach, and else played ones.
    """
    seats, step = len(places.hands), step_of(rules.direction)
    held = [cards_of(places.hands[(starter + turn * step) % seats]) for turn in range(seats)]
    dealt = [hand[: rules.hand_size] for hand in held]
    spare = places.shown & ~hand_of(card for hand in dealt for card in hand)
    in_stock = [card for card in places.stock if holds(spare, card)]
    unused = [*cards_of(spare & ~hand_of(in_stock)), *in_stock]
    for hand in dealt:
        while len(hand) < rules.hand_size and unused:
            hand.append(unused.pop(0))
    order = [card for row in zip(*dealt, strict=False) for card in row]
    rest = ALL & ~hand_of([*order, *places.stock])
    return (*order, *cards_of(rest), *(card for card in places.stock if card not in order))


def _rules(section: Section | None) -> RuleSet:
    if section is None:
        return ruleset.BASE
    if not section.words:
        section.fail("the preset is missing")
    preset, *switches = section.words
    overrides: dict[str, str] = {}
    for word in switches:
        name, equals, value = word.text.partition("=")
        if not equals or name in overrides:
            section.fail("not switch=value, or the second for its switch", word)
        overrides[name] = value
    try:
        return ruleset.configure(preset.text, overrides)
    except BadRules as error:
        blamed = [word for word in switches if word.text.startswith(f"{error.field}=")]
        section.fail(str(error), blamed[0] if blamed else preset)


def _cards(section: Section | None) -> tuple[Card, ...]:
    if section is None or [word.text for word in section.words] in ([], [NOTHING]):
        return ()
    for word in section.words:
        if word.text not in CARD_NAMED:
            section.fail(f"{word.text} is no card", word)
    return tuple(CARD_NAMED[word.text] for word in section.words)


def _hand(section: Section) -> Hand:
    hand = EMPTY
    for card, word in zip(_cards(section), section.words, strict=False):
        if holds(hand, card):
            section.fail(f"{word.text} stands twice", word)
        hand |= ONLY[card]
    return hand


def _chance(section: Section | None) -> bytes:
    if section is None:
        return bytes(CHANCE_BYTES)
    word = section.only()
    if not re.fullmatch(r"([0-9a-f]{2})*", word.text):
        section.fail("not pairs of the digits 0-9 and a-f", word)
    return bytes.fromhex(word.text)
