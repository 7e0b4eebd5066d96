"""RULES.md A7: the rising floor (katlamali)."""

import pytest

from tests.engine.okey.board import after, position, verdict

HUNDRED_AND_TWO = "open R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10"
HOLDS_102 = "R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10"
FIVE_PAIRS = "R3 R3 Y8 Y8 B11 B11 K13 K13 K1 K1"
OPEN_FIVE_PAIRS = "open-pairs R3 R3' / Y8 Y8' / B11 B11' / K13 K13' / K1 K1'"


B_OPENED_116 = "table: B: K7 K8 K9 | open B: series 116"
B_OPENED_FIVE_PAIRS = "table: B: R1 R1 / B: Y1 Y1 / B: B1 B1 / B: Y2 Y2 / B: B2 B2"
HOLDS_116 = "R11 R12 R13 Y11 Y12 Y13 R11 Y11 B11 K11"
HUNDRED_AND_SIXTEEN = "open R11 R12 R13 / Y11 Y12 Y13 / R11' Y11' B11 K11"


@pytest.mark.parametrize(
    ("highest", "expected"),
    [(116, "OPENING_TOO_LOW (rule A7.1): total 116, floor 117"), (115, "legal")],
)
def test_rule_a7_1_a_series_opening_must_exceed_the_highest_before_it(preset, highest, expected):
    text = f"A: {HOLDS_116} ... | table: B: K7 K8 K9 | open B: series {highest}"

    assert expected == verdict(position(text, f"{preset} katlamali=on"), HUNDRED_AND_SIXTEEN)


def test_rule_a7_1_the_highest_counts_not_the_last(preset):
    text = f"A: {HOLDS_116} ... | table: B: K7 K8 K9 / D: B1 B2 B3 | open B: series 120 / D: series 110"
    refused = "OPENING_TOO_LOW (rule A7.1): total 116, floor 121"

    assert refused == verdict(position(text, f"{preset} katlamali=on"), HUNDRED_AND_SIXTEEN)


def test_rule_a7_1_a_pairs_opening_must_have_more_pairs(preset):
    state = position(f"A: {FIVE_PAIRS} K2 K2 ... | {B_OPENED_FIVE_PAIRS}", f"{preset} katlamali=on")

    assert "TOO_FEW_PAIRS (rule A7.1): pairs 5, floor 6" == verdict(state, OPEN_FIVE_PAIRS)
    assert "legal" == verdict(state, f"{OPEN_FIVE_PAIRS} / K2 K2'")


def test_rule_a7_1_the_two_floors_are_independent(preset):
    rules = f"{preset} katlamali=on"
    beside_series = position(f"A: {FIVE_PAIRS} ... | table: B: K7 K8 K9 | open B: series 130", rules)
    beside_pairs = position(f"A: {HOLDS_102} ... | {B_OPENED_FIVE_PAIRS}", rules)

    assert "legal" == verdict(beside_series, OPEN_FIVE_PAIRS)
    assert "legal" == verdict(beside_pairs, HUNDRED_AND_TWO)


def test_rule_a7_1_off_the_floors_stay(preset):
    assert "legal" == verdict(position(f"A: {HOLDS_102} ... | {B_OPENED_116}", preset), HUNDRED_AND_TWO)
    assert "legal" == verdict(
        position(f"A: {FIVE_PAIRS} ... | {B_OPENED_FIVE_PAIRS}", preset), OPEN_FIVE_PAIRS
    )


def test_rule_a7_2_only_what_the_opening_laid_raises_the_floor(preset):
    state = position(f"turn B play | B: {HOLDS_102} K1 K2 K3 K4 ...", f"{preset} katlamali=on")

    opened = after(state, HUNDRED_AND_TWO, "lay K1 K2 K3", "lay-off K4 on 4")
    assert 102 == opened.openings[1].count


def test_rule_a7_2_an_exempt_opening_does_not_lower_the_floor(preset):
    text = f"A: {HOLDS_116} ... | table: B: K7 K8 K9 / D: B1 B2 B3 | open B: series 130 / D: series 84"
    refused = "OPENING_TOO_LOW (rule A7.1): total 116, floor 131"

    assert refused == verdict(position(text, f"{preset} katlamali=on"), HUNDRED_AND_SIXTEEN)


C_OPENED_116 = "table: C: K7 K8 K9 | open C: series 116"
RAISED = "OPENING_TOO_LOW (rule A7.1): total 102, floor 117"


@pytest.mark.parametrize(
    ("table", "scope", "expected"),
    [
        (C_OPENED_116, "all", RAISED),
        (C_OPENED_116, "opponents", "legal"),
        (B_OPENED_116, "all", RAISED),
        (B_OPENED_116, "opponents", RAISED),
    ],
    ids=["partner, all", "partner, opponents", "opponent, all", "opponent, opponents"],
)
def test_rule_a7_3_the_partners_opening_counts_unless_the_scope_leaves_it_out(preset, table, scope, expected):
    rules = f"{preset} teams=on katlamali=on katlamali_scope={scope}"

    assert expected == verdict(position(f"A: {HOLDS_102} ... | {table}", rules), HUNDRED_AND_TWO)
