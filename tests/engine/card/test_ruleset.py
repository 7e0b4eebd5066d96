"""The presets and their switches, as RULES.md tells them."""

import re
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

import engine.card
from engine.card import PRESETS, configure
from engine.card.ruleset import CHOICES, DrawMode, RuleSet, word_for
from engine.refusal import BadRules

RULEBOOK = (Path(engine.card.__file__).parent / "RULES.md").read_text()
ROWS = {
    found[1]: [cell.strip() for cell in found[2].split("|")]
    for found in re.finditer(r"^\| `(\w+)` \| ([^\n]*) \|$", RULEBOOK, re.M)
    if len(found[2].split("|")) == 5
}


def test_every_switch_stands_in_the_rulebook():
    assert [each.name for each in fields(RuleSet)] == list(ROWS) == list(CHOICES)


@pytest.mark.parametrize("column", [1, 2, 3])
def test_the_presets_are_those_of_the_rulebook(column):
    name = list(PRESETS)[column - 1]

    assert {row: cells[column] for row, cells in ROWS.items()} == {
        switch: word_for(PRESETS[name], switch) for switch in CHOICES
    }


def test_the_first_preset_is_the_default():
    assert PRESETS["base"] == configure("", {}) == RuleSet()


@pytest.mark.parametrize("switch", CHOICES)
def test_every_value_of_a_switch_can_be_set_by_its_word_and_by_itself(switch):
    for word, value in CHOICES[switch].items():
        assert value == getattr(configure("popular", {switch: word}), switch)
        assert value == getattr(configure("popular", {switch: value}), switch)


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("hand_size", 6),
        ("hand_size", "six"),
        ("hand_size", True),
        ("draw_mode", "twice"),
        ("draw_mode", None),
        ("queen_on_ace", 1),
        ("nine_value", False),
        ("nine_value", 9.0),
        ("queen_finish_bonus", "20"),
        ("lose_above", 0),
        ("lose_above", 1001),
        ("lose_above", [101]),
    ],
)
def test_a_value_out_of_range_is_refused(switch, value):
    with pytest.raises(BadRules) as caught:
        configure("base", {switch: value})

    assert switch == caught.value.field


def test_an_unknown_switch_or_preset_is_refused():
    with pytest.raises(BadRules, match="hands: no switch"):
        configure("base", {"hands": 5})
    with pytest.raises(BadRules, match="preset: not one of base, five, popular"):
        configure("classic", {})


def test_no_rule_set_exists_that_is_out_of_range():
    with pytest.raises(BadRules, match="draw_mode"):
        RuleSet(draw_mode="until")
    with pytest.raises(BadRules, match=r"lose_above: not in \[1, 1000\]"):
        RuleSet(lose_above=0)


def test_a_rule_set_never_changes():
    with pytest.raises(FrozenInstanceError):
        PRESETS["base"].draw_mode = DrawMode.ONE
