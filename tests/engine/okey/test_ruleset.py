"""RULES.md A15: the switches, the presets, and what is refused of them."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import engine.okey
from engine.okey import PRESETS, configure
from engine.okey.melds import Binding
from engine.okey.ruleset import RuleSet, check
from engine.refusal import BadRules

RULEBOOK = (Path(engine.okey.__file__).parent / "RULES.md").read_text()
WORDS = {"on": True, "off": False, "none": None}


def documented():
    """Returns the rows of the rulebook's table: the values of classic and table by switch."""
    rows = re.findall(r"^\| `(\w+)` \| .* \| (\S+) \| (\S+) \| A[\d.]+ \|$", RULEBOOK, re.MULTILINE)
    return {name: (classic.strip("`"), table.strip("`")) for name, classic, table in rows}


def written(value):
    """Returns the value of a switch as the rulebook writes it."""
    return next((word for word, meant in WORDS.items() if value is meant), str(value))


def test_rule_a15_the_rulebook_lists_every_switch_with_each_presets_value():
    switches = [each.name for each in fields(RuleSet)]

    actual = {
        name: tuple(written(getattr(PRESETS[each], name)) for each in ("classic", "table"))
        for name in switches
    }
    assert actual == documented()


def test_rule_a15_the_default_preset_is_table():
    assert ["table", "classic"] == list(PRESETS)
    assert PRESETS["table"] == configure("", {}) == RuleSet()


@pytest.mark.parametrize("preset_name", ["table", "classic"])
def test_rule_a15_a_preset_without_overrides_is_itself(preset_name):
    assert PRESETS[preset_name] == configure(preset_name, {})


@pytest.mark.parametrize(
    ("switch", "values"),
    [
        ("open_min_series", (1, 101, 300)),
        ("open_min_pairs", (1, 5, 10)),
        ("katlamali", (True, False)),
        ("layoff_same_turn", (True, False)),
        ("layoff_cap_pairs", (None, 0, 2, 20)),
        ("series_opener_pairs", ("if_pairs_opener", "never")),
        ("group_okey_binding", (Binding.DECLARED, Binding.LAZY)),
        ("penalties", (True, False)),
        ("islek_includes_swap", (True, False)),
        ("finisher_score", (0, -101)),
        ("unopened_score", (202, 404)),
        ("pairs_hand_factor", (1, 2)),
        ("held_okey_mode", ("in_sum", "flat")),
        ("mult_unopened", (True, False)),
        ("all_pairs_void", (True, False)),
        ("stock_out_none_opened", ("normal", "penalties_only")),
        ("teams", (True, False)),
    ],
)
def test_rule_a15_a_switch_takes_its_values_and_changes_nothing_else(preset, switch, values):
    for value in values:
        rules = configure(preset, {switch: value})
        others = {each.name for each in fields(RuleSet)} - {switch}

        assert value == getattr(rules, switch)
        assert all(getattr(PRESETS[preset], name) == getattr(rules, name) for name in others)


def test_rule_a15_the_binding_may_be_named_as_text():
    assert Binding.LAZY is configure("table", {"group_okey_binding": "lazy"}).group_okey_binding


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("open_min_series", 0),
        ("open_min_series", 301),
        ("open_min_series", "101"),
        ("open_min_series", True),
        ("open_min_series", None),
        ("open_min_pairs", 0),
        ("open_min_pairs", 11),
        ("katlamali", "on"),
        ("katlamali", 1),
        ("katlamali_scope", "partner"),
        ("layoff_same_turn", None),
        ("layoff_cap_pairs", -1),
        ("layoff_cap_pairs", 21),
        ("layoff_cap_pairs", "none"),
        ("series_opener_pairs", "always"),
        ("group_okey_binding", "loose"),
        ("group_okey_binding", 1),
        ("finisher_score", 101),
        ("finisher_score", False),
        ("unopened_score", 303),
        ("pairs_hand_factor", 3),
        ("pairs_hand_factor", True),
        ("held_okey_mode", ""),
        ("stock_out_none_opened", "nothing"),
        ("teams", "off"),
    ],
)
def test_rule_a15_a_value_out_of_range_is_refused_by_the_switchs_name(preset, switch, value):
    with pytest.raises(BadRules) as refused:
        configure(preset, {switch: value})

    assert switch == refused.value.field


@pytest.mark.parametrize("name", ["hands", "turn_seconds", "scoring_mode", "direction", ""])
def test_rule_a15_what_is_no_switch_of_the_rules_is_refused(preset, name):
    with pytest.raises(BadRules) as refused:
        configure(preset, {name: 5})

    assert name == refused.value.field


def test_rule_a15_an_unknown_preset_is_refused():
    with pytest.raises(BadRules) as refused:
        configure("popular", {})

    assert "preset" == refused.value.field


@pytest.mark.parametrize("missing", ["katlamali", "teams"])
def test_rule_a15_the_scope_opponents_needs_a_rising_floor_and_teams(preset, missing):
    whole = {"katlamali": True, "teams": True, "katlamali_scope": "opponents"}

    assert "opponents" == configure(preset, whole).katlamali_scope
    with pytest.raises(BadRules) as refused:
        configure(preset, {**whole, missing: False})
    assert "katlamali_scope" == refused.value.field


def test_rule_a15_a_rule_set_made_by_hand_is_checked_the_same_way():
    with pytest.raises(BadRules, match="open_min_pairs"):
        check(RuleSet(open_min_pairs=0))
