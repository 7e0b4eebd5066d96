"""The options that a table of 101 Okey agrees on before the first deal. RULES.md A15."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from engine.okey.melds import Binding
from engine.refusal import BadRules


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every switch of A15. The defaults are the preset ``table``."""

    open_min_series: int = 101
    """Points that a series opening must reach, inclusive, in ``[1, 300]``. Rule A6.1."""
    open_min_pairs: int = 5
    """Pairs that a pairs opening must reach, inclusive, in ``[1, 10]``. Rule A6.3."""
    katlamali: bool = False
    """Whether each opening must exceed those before it. Rule A7.1."""
    katlamali_scope: str = "all"
    """Whose openings raise the floor: ``all`` or ``opponents``. Rule A7.3."""
    layoff_same_turn: bool = True
    """Whether a seat may lay off in the turn of its opening. Rule A8.1."""
    layoff_cap_pairs: int | None = 2
    """Tiles that a pairs opener may lay off in a turn, in ``[0, 20]``; ``None``: any. Rule A8.6."""
    series_opener_pairs: str = "if_pairs_opener"
    """When a series opener may lay pairs: ``if_pairs_opener`` or ``never``. Rule A8.5."""
    group_okey_binding: Binding = Binding.DECLARED
    """What an OKEY in a group stands for. Rule A9.4."""
    penalties: bool = True
    """Whether discards of OKEYs and playable tiles are fined. Rule A11.1."""
    islek_includes_swap: bool = True
    """Whether a tile that could claim an OKEY counts as playable. Rule A11.2."""
    finisher_score: int = -101
    """What finishing scores, 0 or -101. Rule A12.1."""
    unopened_score: int = 202
    """What a seat that never opened scores, 202 or 404. Rule A12.2."""
    pairs_hand_factor: int = 2
    """The factor on a pairs opener's remaining tiles, 1 or 2. Rule A12.3."""
    held_okey_mode: str = "in_sum"
    """Whether a held OKEY's 101 is multiplied: ``in_sum``, or ``flat`` for not. Rule A12.3."""
    mult_unopened: bool = False
    """Whether the finisher's multiplier applies to seats that never opened. Rule A12.2."""
    all_pairs_void: bool = True
    """Whether the hand is void when all four have opened with pairs. Rule A13.3."""
    stock_out_none_opened: str = "penalties_only"
    """What is scored when the stock ends and nobody has opened: ``normal`` or ``penalties_only``."""
    teams: bool = False
    """Whether opposite seats are partners. Rule A13.4."""


TABLE: Final = RuleSet()
CLASSIC: Final = RuleSet(
    layoff_cap_pairs=None,
    penalties=False,
    finisher_score=0,
    pairs_hand_factor=1,
    mult_unopened=True,
    all_pairs_void=False,
    stock_out_none_opened="normal",
)
PRESETS: Final[Mapping[str, RuleSet]] = {"table": TABLE, "classic": CLASSIC}
"""The default first."""

_RANGES: Final[Mapping[str, range]] = {
    "open_min_series": range(1, 301),
    "open_min_pairs": range(1, 11),
    "layoff_cap_pairs": range(21),
}
_CHOICES: Final[Mapping[str, tuple[Any, ...]]] = {
    "katlamali_scope": ("all", "opponents"),
    "series_opener_pairs": ("if_pairs_opener", "never"),
    "group_okey_binding": tuple(Binding),
    "finisher_score": (0, -101),
    "unopened_score": (202, 404),
    "pairs_hand_factor": (1, 2),
    "held_okey_mode": ("in_sum", "flat"),
    "stock_out_none_opened": ("normal", "penalties_only"),
}
_SWITCHES: Final = frozenset(each.name for each in fields(RuleSet))


def configure(preset: str, overrides: Mapping[str, Any]) -> RuleSet:
    """Returns a preset with some switches set otherwise; an empty preset is ``table``.

    Raises:
        BadRules: A name is unknown, a value is out of range, or two switches contradict each other.
    """
    base = PRESETS.get(preset or next(iter(PRESETS)))
    if base is None:
        raise BadRules("preset", f"not one of {', '.join(PRESETS)}")
    for name in overrides:
        if name not in _SWITCHES:
            raise BadRules(name, "no switch of this game")
    if isinstance(binding := overrides.get("group_okey_binding"), str) and binding in tuple(Binding):
        overrides = {**overrides, "group_okey_binding": Binding(binding)}
    rules = replace(base, **overrides)
    check(rules)
    return rules


def check(rules: RuleSet) -> None:
    """Raises ``BadRules`` for the first switch that is out of range or contradicts another."""
    for each in fields(RuleSet):
        value = getattr(rules, each.name)
        if each.name in _CHOICES:
            if not any(value == choice and type(value) is type(choice) for choice in _CHOICES[each.name]):
                raise BadRules(each.name, f"not one of {', '.join(map(str, _CHOICES[each.name]))}")
        elif each.name in _RANGES:
            _check_range(each.name, value)
        elif not isinstance(value, bool):
            raise BadRules(each.name, "not true or false")
    _check_contradictions(rules)


def _check_range(name: str, value: object) -> None:
    if value is None and name == "layoff_cap_pairs":
        return
    span = _RANGES[name]
    if not isinstance(value, int) or isinstance(value, bool) or value not in span:
        raise BadRules(name, f"not in [{span.start}, {span.stop - 1}]")


def _check_contradictions(rules: RuleSet) -> None:
    if rules.katlamali_scope == "opponents" and not rules.katlamali:
        raise BadRules("katlamali_scope", "opponents has a meaning only with katlamali on")
    if rules.katlamali_scope == "opponents" and not rules.teams:
        raise BadRules("katlamali_scope", "opponents has a meaning only with teams on")
