"""RULES.md A8: what a player who has opened may do on the table."""

import pytest

from tests.engine.okey.board import after, position, table, verdict

RUN_OF_B = "table: B: R5 R6 R7"
HUNDRED_AND_TWO = "open R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10"
HOLDS_102 = "R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10"
OPEN_FIVE_PAIRS = "open-pairs R3 R3' / Y8 Y8' / B11 B11' / K13 K13' / K1 K1'"
FIVE_PAIRS = "R3 R3 Y8 Y8 B11 B11 K13 K13 K1 K1"
SERIES_OPENER = "table: A: K7 K8 K9"
PAIRS_OPENER = "table: A: K7 K7"


def test_rule_a8_1_before_opening_nothing_is_laid_off(preset):
    state = position(f"A: R8 ... | {RUN_OF_B}", preset)

    assert "NOT_OPENED (rule A8.1)" == verdict(state, "lay-off R8 on 1")


@pytest.mark.parametrize("owner", "ABCD")
def test_rule_a8_1_after_opening_tiles_go_on_anybodys_melds(preset, owner):
    state = position(f"A: R8 K2 | table: A: K7 K8 K9 / {owner}: R5 R6 R7", preset)

    assert "legal" == verdict(state, "lay-off R8 on 2")


@pytest.mark.parametrize(
    ("same_turn", "expected"), [("on", "legal"), ("off", "LAYOFF_IN_OPENING_TURN (rule A8.1)")]
)
def test_rule_a8_1_layoff_same_turn_says_whether_the_turn_of_the_opening_counts(preset, same_turn, expected):
    rules = f"{preset} layoff_same_turn={same_turn}"
    state = position(f"A: {HOLDS_102} K10 K1 ... | table: B: K7 K8 K9", rules)

    assert expected == verdict(state, HUNDRED_AND_TWO, "lay-off K10 on 1")
    later = position("A: K10 K2 | table: A: R1 R2 R3 / B: K7 K8 K9", rules)
    assert "legal" == verdict(later, "lay-off K10 on 2")


def test_rule_a8_1_without_it_new_melds_and_exchanges_stay_legal(preset):
    text = f"A: {HOLDS_102} B1 B2 B3 K9 ... | table: B: K7 K8 Y4(K9)"
    state = position(text, f"{preset} layoff_same_turn=off")

    assert "legal" == verdict(state, HUNDRED_AND_TWO, "lay B1 B2 B3", "claim K9 on 1")


@pytest.mark.parametrize("move", ["lay B1 B2 B3", "pair R8 R8'"])
def test_rule_a8_3_before_opening_nothing_is_laid_one_by_one(preset, move):
    state = position("A: B1 B2 B3 R8 R8 ... | table: B: K7 K7", preset)

    assert verdict(state, move).startswith("NOT_OPENED (rule A8.")


@pytest.mark.parametrize(
    ("tile", "meld", "grown"),
    [
        ("R8", "R5 R6 R7", "R5 R6 R7 R8"),
        ("R4", "R5 R6 R7", "R4 R5 R6 R7"),
        ("R1", "R2 R3 R4", "R1 R2 R3 R4"),
        ("B13", "B10 B11 B12", "B10 B11 B12 B13"),
        ("K9", "R9 Y9 B9", "R9 Y9 B9 K9"),
        ("Y4(R8)", "R5 R6 R7", "R5 R6 R7 Y4(R8)"),
        ("Y4(K9)", "R9 Y9 B9", "R9 Y9 B9 Y4(K9)"),
        ("F", "Y5 Y6 Y7", "F Y5 Y6 Y7"),
        ("F", "R4 B4 K4", "R4 F B4 K4"),
    ],
)
def test_rule_a8_2_a_run_grows_at_its_ends_and_a_group_by_a_missing_colour(preset, tile, meld, grown):
    state = position(f"A: {tile.partition('(')[0]} K2 | table: A: K11 K12 K13 / B: {meld}", preset)

    assert ["K11 K12 K13", grown] == table(after(state, f"lay-off {tile} on 2"))


@pytest.mark.parametrize(
    ("tile", "meld"),
    [
        ("R9", "R5 R6 R7"),
        ("R3", "R5 R6 R7"),
        ("R6", "R5 R6' R7"),
        ("B8", "R5 R6 R7"),
        ("B1", "B11 B12 B13"),
        ("B13", "B1 B2 B3"),
        ("Y1", "R11 R12 R13"),
        ("R13", "Y1 Y2 Y3'"),
        ("R9", "R9' Y9 B9"),
        ("K8", "R9 Y9 B9"),
        ("R9", "R9' Y9 B9 K9"),
        ("Y4(R9)", "R5 R6 R7"),
        ("Y4(R9)", "R9 Y9 B9"),
        ("Y4(K9)", "R9 Y9 B9 K9"),
        ("F", "R5 R6 R7"),
    ],
)
def test_rule_a8_2_no_other_tile_fits(preset, tile, meld):
    state = position(f"A: {tile.partition('(')[0]} K2 | table: A: K11 K12 K13 / B: {meld}", preset)

    assert "TILE_DOES_NOT_FIT (rule A8.2)" == verdict(state, f"lay-off {tile} on 2")


@pytest.mark.parametrize(("tile", "indicator"), [("Y4(R5)", "Y3"), ("R5", "Y3"), ("F", "Y3"), ("F", "R4")])
def test_rule_a8_2_a_pair_never_takes_a_third_tile(preset, tile, indicator):
    pair = "R6 R6" if indicator == "R4" else "R5 Y4(R5)"
    state = position(
        f"ind {indicator} | A: {tile.partition('(')[0]} B1 | table: A: K7 K8 K9 / C: {pair}", preset
    )

    assert "PAIR_IS_FULL (rule A8.2)" == verdict(state, f"lay-off {tile} on 2")


@pytest.mark.parametrize("tile", ["Y4", "Y4(8)"])
def test_rule_a5_6_an_okey_laid_off_on_a_run_needs_its_face(preset, tile):
    state = position("A: Y4 K2 | table: A: R5 R6 R7", f"{preset} group_okey_binding=lazy")

    assert "OKEY_MEANING_MISSING (rule A5.6)" == verdict(state, f"lay-off {tile} on 1")


def test_rule_a8_1_the_table_has_the_melds_that_it_has(preset):
    state = position("A: R8 K2 | table: A: R5 R6 R7", preset)

    assert "NO_SUCH_MELD (rule A8.1): meld 2" == verdict(state, "lay-off R8 on 2")
    assert "NO_SUCH_MELD (rule A8.1): meld 2" == verdict(state, "claim R8 on 2")


@pytest.mark.parametrize("meld", ["R1 R2 R3", "R1 Y1 B1", "R1 Y4(R2) R3"])
def test_rule_a8_3_a_series_opener_lays_series_of_any_value(preset, meld):
    hand = meld.replace("(R2)", "")
    state = position(f"A: {hand} B9 | {SERIES_OPENER} | open A: series 101", f"{preset} katlamali=on")

    assert "legal" == verdict(state, f"lay {meld}")


@pytest.mark.parametrize("meld", ["R5 R6 R7", "R5 Y5 B5"])
def test_rule_a8_4_a_pairs_opener_never_lays_a_series(preset, meld):
    state = position(f"A: {meld} R1 | {PAIRS_OPENER}", preset)

    assert "PAIRS_OPENER_LAYS_NO_SERIES (rule A8.4)" == verdict(state, f"lay {meld}")


def test_rule_a8_4_a_pairs_opener_lays_any_number_of_pairs(preset):
    state = position(f"A: {FIVE_PAIRS} R1 | {PAIRS_OPENER}", preset)

    laid = after(state, "pair R3 R3'", "pair Y8 Y8'", "pair B11 B11'", "pair K13 K13'", "pair K1 K1'")
    assert 6 == len(laid.melds)
    assert "legal" == verdict(laid, "discard R1")


@pytest.mark.parametrize(
    ("melds", "switch", "expected"),
    [
        ("B: R1 R2 R3", "if_pairs_opener", "SERIES_OPENER_LAYS_NO_PAIR (rule A8.5)"),
        ("D: R1 R1", "if_pairs_opener", "legal"),
        ("C: R1 R1", "if_pairs_opener", "legal"),
        ("D: R1 R1", "never", "SERIES_OPENER_LAYS_NO_PAIR (rule A8.5)"),
        ("A: R1 R1 / B: R2 R2 / B: K1 K2 K3", "if_pairs_opener", "SERIES_OPENER_LAYS_NO_PAIR (rule A8.5)"),
    ],
    ids=["nobody", "a pairs opener", "the seat opposite", "forbidden", "pairs laid by series openers"],
)
def test_rule_a8_5_a_series_opener_lays_pairs_only_beside_a_pairs_opener(preset, melds, switch, expected):
    text = f"A: R5 R5 B1 | {SERIES_OPENER} / {melds}"
    state = position(text, f"{preset} series_opener_pairs={switch}")

    assert expected == verdict(state, "pair R5 R5'")


def test_rule_a8_5_the_pair_may_follow_in_the_turn_of_the_opening(preset):
    state = position(f"A: {HOLDS_102} R5 R5 B1 ... | table: C: R1 R1", preset)

    assert "legal" == verdict(state, HUNDRED_AND_TWO, "pair R5 R5'")


def test_rule_a8_5_a_series_opener_stays_one(preset):
    state = position(f"A: R5 R5 R7 R8 R9 B1 | {SERIES_OPENER} / D: R1 R1", preset)

    laid = after(state, "pair R5 R5'")
    assert not laid.openings[0].pairs
    assert "legal" == verdict(laid, "lay R7 R8 R9")


CAPPED = "LAYOFF_CAP_REACHED (rule A8.6): cap 2"


def test_rule_a8_6_the_cap_counts_layoffs_on_series_and_no_pairs():
    state = position(f"A: R8 R9 B1 B1 R10 K2 | {PAIRS_OPENER} / B: R5 R6 R7")

    state = after(state, "lay-off R8 on 2", "lay-off R9 on 2", "pair B1 B1'")
    assert CAPPED == verdict(state, "lay-off R10 on 2")
    assert "legal" == verdict(state, "discard K2")


def test_rule_a8_6_runs_and_groups_count_together():
    state = position(f"A: K9 R8 R4 K1 | {PAIRS_OPENER} / B: R9 Y9 B9 / B: R5 R6 R7")

    state = after(state, "lay-off K9 on 2", "lay-off R8 on 3")
    assert CAPPED == verdict(state, "lay-off R4 on 3")


def test_rule_a8_6_exchanges_do_not_count():
    state = position(f"A: R6 K5 K6 K12 | {PAIRS_OPENER} / B: R5 Y4(R6) R7 / B: K2 K3 K4")

    assert "legal" == verdict(state, "lay-off K5 on 3", "lay-off K6 on 3", "claim R6 on 2")


@pytest.mark.parametrize(("cap", "allowed"), [("none", 3), ("3", 3), ("2", 2), ("1", 1), ("0", 0)])
def test_rule_a8_6_the_cap_is_a_switch(preset, cap, allowed):
    state = position(f"A: R8 R9 R10 K2 | {PAIRS_OPENER} / B: R5 R6 R7", f"{preset} layoff_cap_pairs={cap}")

    moves = [f"lay-off R{number} on 2" for number in (8, 9, 10)]
    after(state, *moves[:allowed])
    capped = f"LAYOFF_CAP_REACHED (rule A8.6): cap {cap}"
    assert ("legal" if allowed == 3 else capped) == verdict(state, *moves[: allowed + 1])


def test_rule_a8_6_classic_has_no_cap():
    state = position(f"A: R8 R9 R10 K2 | {PAIRS_OPENER} / B: R5 R6 R7", "classic")

    assert "legal" == verdict(state, "lay-off R8 on 2", "lay-off R9 on 2", "lay-off R10 on 2")


def test_rule_a8_6_a_series_opener_has_no_cap(preset):
    state = position(f"A: R8 R9 R10 R11 K2 | {SERIES_OPENER} / B: R5 R6 R7", preset)

    moves = (f"lay-off R{number} on 2" for number in (8, 9, 10, 11))
    assert "legal" == verdict(state, *moves)


def test_rule_a8_6_the_cap_begins_anew_each_turn():
    text = f"A: R8 R9 R10 R11 K2 K3 | {PAIRS_OPENER} / B: R5 R6 R7 | layoffs 2"
    state = position(text)

    assert CAPPED == verdict(state, "lay-off R8 on 2")
    others = ("draw", "discard B1", "draw", "discard B2", "draw", "discard B3", "draw")
    later = after(position(f"{text} | B: B1 ... | C: B2 ... | D: B3 ..."), "discard K2", *others)
    assert "legal" == verdict(later, "lay-off R8 on 2")


def test_rule_a8_6_the_turn_of_a_pairs_opening_has_the_same_cap():
    state = position(f"A: {FIVE_PAIRS} R8 R9 R10 ... | table: B: R5 R6 R7")

    state = after(state, OPEN_FIVE_PAIRS, "lay-off R8 on 1", "lay-off R9 on 1")
    assert CAPPED == verdict(state, "lay-off R10 on 1")
