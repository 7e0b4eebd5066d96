"""Rule sets of 101 Okey on the wire."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from game101.v1 import okey_pb2 as pb

from engine.okey.melds import Binding
from engine.okey.ruleset import RuleSet, check, configure
from engine.refusal import BadRules
from services.wire.status import Malformed

LONGEST: Final = 256
"""Bytes of a spelled-out rule set; every field at its largest needs fewer."""
_CHOICES: Final[Mapping[str, Mapping[int, Any]]] = {
    "katlamali_scope": {pb.KATLAMALI_SCOPE_ALL: "all", pb.KATLAMALI_SCOPE_OPPONENTS: "opponents"},
    "series_opener_pairs": {
        pb.SERIES_OPENER_PAIRS_IF_PAIRS_OPENER: "if_pairs_opener",
        pb.SERIES_OPENER_PAIRS_NEVER: "never",
    },
    "group_okey_binding": {
        pb.GROUP_OKEY_BINDING_DECLARED: Binding.DECLARED,
        pb.GROUP_OKEY_BINDING_LAZY: Binding.LAZY,
    },
    "held_okey_mode": {pb.HELD_OKEY_MODE_IN_SUM: "in_sum", pb.HELD_OKEY_MODE_FLAT: "flat"},
    "stock_out_none_opened": {
        pb.STOCK_OUT_NONE_OPENED_NORMAL: "normal",
        pb.STOCK_OUT_NONE_OPENED_PENALTIES_ONLY: "penalties_only",
    },
}
_NUMBERS: Final[Mapping[str, Mapping[Any, int]]] = {
    name: {value: number for number, value in values.items()} for name, values in _CHOICES.items()
}
_CAP: Final = "layoff_cap_pairs"
_SWITCHES: Final = tuple(field.name for field in pb.OkeyRuleSet.DESCRIPTOR.fields)


def rules_from_pb(message: pb.OkeyRules, field: str) -> RuleSet:
    """Returns the rule set of a preset and its overrides.

    Raises:
        Malformed: A switch is unknown, out of range, or contradicts another.
    """
    given = message.overrides
    path = f"{field}.overrides."
    overrides = {name: _switch(given, name, path) for name in _SWITCHES if given.HasField(name)}
    try:
        return configure(message.preset, overrides)
    except BadRules as error:
        part = error.field if error.field == "preset" else f"overrides.{error.field}"
        raise Malformed(f"{field}.{part}", error.problem) from None


def ruleset_from_pb(message: pb.OkeyRuleSet, field: str) -> RuleSet:
    """Returns a rule set that is spelled out.

    Raises:
        Malformed: A switch is unset, out of range, or contradicts another.
    """
    if message.ByteSize() > LONGEST:
        raise Malformed(field, f"is longer than {LONGEST} bytes")
    try:
        return _decoded(message.SerializeToString())
    except Malformed as error:
        raise Malformed(f"{field}.{error.field}", error.problem) from None


@lru_cache(maxsize=256)
def _decoded(message: bytes) -> RuleSet:
    """Returns the rule set of a message's bytes: few different ones arrive, each with many positions."""
    parsed = pb.OkeyRuleSet.FromString(message)
    rules = RuleSet(**{name: _switch(parsed, name, "") for name in _SWITCHES})
    try:
        check(rules)
    except BadRules as error:
        raise Malformed(error.field, error.problem) from None
    return rules


def _switch(message: Any, name: str, path: str) -> Any:
    """Returns the value of a switch; the path ends with its dot."""
    value = getattr(message, name)
    if name == _CAP:
        return _cap(value, path + name)
    if name not in _CHOICES:
        return value
    if value not in _CHOICES[name]:
        raise Malformed(path + name, "is unspecified or unknown")
    return _CHOICES[name][value]


def _cap(message: pb.LayoffCap, field: str) -> int | None:
    match message.WhichOneof("kind"):
        case "tiles":
            return message.tiles
        case "none" if message.none:
            return None
        case _:
            raise Malformed(field, "needs tiles, or none as true")


@lru_cache(maxsize=256)
def ruleset_to_pb(rules: RuleSet) -> pb.OkeyRuleSet:
    """Returns every switch of a rule set; to be copied, not changed."""
    values = {name: getattr(rules, name) for name in _SWITCHES if name != _CAP}
    for name, numbers in _NUMBERS.items():
        values[name] = numbers[values[name]]
    cap = (
        pb.LayoffCap(none=True)
        if rules.layoff_cap_pairs is None
        else pb.LayoffCap(tiles=rules.layoff_cap_pairs)
    )
    return pb.OkeyRuleSet(**values, layoff_cap_pairs=cap)
