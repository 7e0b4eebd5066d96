"""Rule sets of the card game 101 on the wire."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from game101.v1 import card_pb2 as pb

from engine.card.ruleset import (
    Direction,
    DrawMode,
    RuleSet,
    StackAmount,
    StackCards,
    TenTwoPlayers,
    configure,
)
from engine.refusal import BadRules
from services.wire.status import Malformed

DIRECTION_NUMBERS: Final = {
    Direction.CLOCKWISE: pb.CARD_DIRECTION_CLOCKWISE,
    Direction.COUNTER_CLOCKWISE: pb.CARD_DIRECTION_COUNTER_CLOCKWISE,
}
DIRECTIONS: Final[Mapping[int, Direction]] = {
    number: direction for direction, number in DIRECTION_NUMBERS.items()
}
_CHOICES: Final[Mapping[str, Mapping[int, Any]]] = {
    "direction": DIRECTIONS,
    "draw_mode": {pb.CARD_DRAW_MODE_UNTIL: DrawMode.UNTIL, pb.CARD_DRAW_MODE_ONE: DrawMode.ONE},
    "stack_cards": {
        pb.CARD_STACK_CARDS_SIXES_AND_SEVENS: StackCards.SIXES_AND_SEVENS,
        pb.CARD_STACK_CARDS_SEVENS_ONLY: StackCards.SEVENS_ONLY,
        pb.CARD_STACK_CARDS_NONE: StackCards.NONE,
    },
    "stack_amount": {
        pb.CARD_STACK_AMOUNT_DOUBLE: StackAmount.DOUBLE,
        pb.CARD_STACK_AMOUNT_ADD: StackAmount.ADD,
    },
    "ten_two_players": {
        pb.CARD_TEN_TWO_PLAYERS_NO_EFFECT: TenTwoPlayers.NO_EFFECT,
        pb.CARD_TEN_TWO_PLAYERS_SKIP: TenTwoPlayers.SKIP,
    },
}
_NUMBERS: Final[Mapping[str, Mapping[Any, int]]] = {
    name: {value: number for number, value in values.items()} for name, values in _CHOICES.items()
}
_SWITCHES: Final = tuple(field.name for field in pb.CardRuleSet.DESCRIPTOR.fields)


def rules_from_pb(message: pb.CardRules, field: str) -> RuleSet:
    """Returns the rule set of a preset and its overrides.

    Raises:
        Malformed: The preset or a switch is unknown or out of range.
    """
    given = message.overrides
    path = f"{field}.overrides"
    overrides = {name: _switch(given, name, path) for name in _SWITCHES if given.HasField(name)}
    try:
        return configure(message.preset, overrides)
    except BadRules as error:
        part = error.field if error.field == "preset" else f"overrides.{error.field}"
        raise Malformed(f"{field}.{part}", error.problem) from None


def ruleset_from_pb(message: pb.CardRuleSet, field: str) -> RuleSet:
    """Returns a rule set that is spelled out.

    Raises:
        Malformed: A switch is unset or out of range.
    """
    return _spelled_out(message.SerializeToString(), field)


@lru_cache(maxsize=256)
def _spelled_out(message: bytes, field: str) -> RuleSet:
    """Returns the rule set of a message's bytes: few rule sets arrive, in every position anew."""
    parsed = pb.CardRuleSet.FromString(message)
    try:
        return RuleSet(**{name: _switch(parsed, name, field) for name in _SWITCHES})
    except BadRules as error:
        raise Malformed(f"{field}.{error.field}", error.problem) from None


def _switch(message: Any, name: str, field: str) -> Any:
    value = getattr(message, name)
    if name not in _CHOICES:
        return value
    if value not in _CHOICES[name]:
        raise Malformed(f"{field}.{name}", "is unspecified or unknown")
    return _CHOICES[name][value]


def ruleset_to_pb(rules: RuleSet) -> pb.CardRuleSet:
    """Returns every switch of a rule set."""
    message = pb.CardRuleSet()
    message.CopyFrom(_to_pb(rules))
    return message


@lru_cache(maxsize=256)
def _to_pb(rules: RuleSet) -> pb.CardRuleSet:
    values = {name: getattr(rules, name) for name in _SWITCHES}
    for name, numbers in _NUMBERS.items():
        values[name] = numbers[values[name]]
    return pb.CardRuleSet(**values)
