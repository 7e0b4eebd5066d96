"""The options that a table of the card game 101 agrees on before the first deal."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

from engine.refusal import BadRules


class Direction(StrEnum):
    """Which way play goes round; seats are numbered clockwise. Rule C2a."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


class DrawMode(StrEnum):
    """How many cards a seat draws when none fits. Rule C4."""

    UNTIL = "until"
    ONE = "one"


class StackCards(StrEnum):
    """Which cards may be put on a pending draw. Rule C11."""

    SIXES_AND_SEVENS = "sixes_and_sevens"
    SEVENS_ONLY = "sevens_only"
    NONE = "none"


class StackAmount(StrEnum):
    """How a pending draw grows. Rule C11."""

    DOUBLE = "double"
    ADD = "add"


class TenTwoPlayers(StrEnum):
    """What a ten does between two players. Rule C7."""

    NO_EFFECT = "no_effect"
    SKIP = "skip"


_TRUTH: Final = {"true": True, "false": False}
CHOICES: Final[Mapping[str, Mapping[str, Any]]] = {
    "hand_size": {"4": 4, "5": 5},
    "direction": {each.value: each for each in Direction},
    "draw_mode": {each.value: each for each in DrawMode},
    "stack_cards": {each.value: each for each in StackCards},
    "stack_amount": {each.value: each for each in StackAmount},
    "stack_on_king_spades": _TRUTH,
    "ten_two_players": {each.value: each for each in TenTwoPlayers},
    "queen_on_ace": _TRUTH,
    "last_card_penalty": _TRUTH,
    "nine_value": {"9": 9, "0": 0},
    "queen_finish_bonus": {"off": False, "20/40": True},
    "reset_at_101": {"on": True, "off": False},
    "lose_above": {str(limit): limit for limit in range(1, 1001)},
}
"""By switch: its values, each with the word by which people set it."""


def _is_value(switch: str, given: object) -> bool:
    return any(type(given) is type(value) and given == value for value in CHOICES[switch].values())


def _allowed(switch: str) -> str:
    words = tuple(CHOICES[switch])
    return f"not in [{words[0]}, {words[-1]}]" if len(words) > 4 else f"not one of {', '.join(words)}"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every switch. The defaults are the preset ``base``.

    Raises:
        BadRules: A value is out of range, or not of its switch's type.
    """

    hand_size: int = 4
    """Cards dealt to each seat, 4 or 5. Rules C1, C2."""
    direction: Direction = Direction.CLOCKWISE
    """The direction in which every round starts. Rule C2a."""
    draw_mode: DrawMode = DrawMode.UNTIL
    """How a seat without a fitting card draws. Rule C4."""
    stack_cards: StackCards = StackCards.SIXES_AND_SEVENS
    """Which cards answer a pending draw. Rule C11."""
    stack_amount: StackAmount = StackAmount.DOUBLE
    """How an answer changes the pending draw. Rule C11."""
    stack_on_king_spades: bool = True
    """Whether the king of spades' draw can be answered too. Rule C11."""
    ten_two_players: TenTwoPlayers = TenTwoPlayers.NO_EFFECT
    """What a ten does between two players. Rule C7."""
    queen_on_ace: bool = False
    """Whether a queen answers an ace. Rule C8."""
    last_card_penalty: bool = False
    """Whether a pending draw still hits the next seat when the round ends. Rule C13."""
    nine_value: int = 9
    """What a nine counts at the end, 9 or 0. Rule C13."""
    queen_finish_bonus: bool = False
    """Whether going out with a queen takes 20 off, with the queen of spades 40. Rule C15."""
    reset_at_101: bool = False
    """Whether a total of exactly 101 becomes 0. Rule C14."""
    lose_above: int = 101
    """A total above this loses, in ``[1, 1000]``. Rule C14."""

    def __post_init__(self) -> None:
        for each in fields(self):
            if not _is_value(each.name, getattr(self, each.name)):
                raise BadRules(each.name, _allowed(each.name))


BASE: Final = RuleSet()
FIVE: Final = RuleSet(hand_size=5)
POPULAR: Final = RuleSet(
    draw_mode=DrawMode.ONE,
    stack_cards=StackCards.SEVENS_ONLY,
    stack_amount=StackAmount.ADD,
    stack_on_king_spades=False,
    ten_two_players=TenTwoPlayers.SKIP,
    last_card_penalty=True,
    nine_value=0,
    queen_finish_bonus=True,
    reset_at_101=True,
)
PRESETS: Final[Mapping[str, RuleSet]] = {"base": BASE, "five": FIVE, "popular": POPULAR}
"""The default first."""


def configure(preset: str, overrides: Mapping[str, Any]) -> RuleSet:
    """Returns a preset with some switches set otherwise; an empty preset is ``base``.

    A value is given as itself or by its word in the table of switches.

    Raises:
        BadRules: The preset or a switch is unknown, or a value is out of range.
    """
    base = PRESETS.get(preset or next(iter(PRESETS)))
    if base is None:
        raise BadRules("preset", f"not one of {', '.join(PRESETS)}")
    for switch in overrides:
        if switch not in CHOICES:
            raise BadRules(switch, "no switch of this game")
    values: dict[str, Any] = {switch: _value(switch, given) for switch, given in overrides.items()}
    return replace(base, **values)


def word_for(rules: RuleSet, switch: str) -> str:
    """Returns the word by which people set a switch to the value it has."""
    value = getattr(rules, switch)
    return next(word for word, choice in CHOICES[switch].items() if choice == value)


def seats(rules: RuleSet) -> range:
    """Returns the numbers of seats that the rules allow. Rules C1, C2."""
    return range(2, 7) if rules.hand_size == 4 else range(2, 6)


def _value(switch: str, given: object) -> object:
    """Returns the value that a word stands for; anything else is left to the rule set's own check."""
    return CHOICES[switch].get(given, given) if type(given) is str else given
