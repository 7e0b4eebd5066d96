"""Every refusal: one move a reason, and the order in which a move that breaks several rules is judged."""

import re
from pathlib import Path

import pytest

import engine.okey
from engine.okey import apply, read_move, why_not
from engine.okey.reasons import OkeyReason
from engine.refusal import IllegalMove
from tests.engine.okey.board import after, position

RULEBOOK = (Path(engine.okey.__file__).parent / "RULES.md").read_text()
RUN = "table: A: K7 K8 K9 / B: R5 R6 R7"
PAIRS = "table: A: K7 K7 / B: R5 R6 R7"
UNOPENED = "A: R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10 ..."
OPEN_102 = "open R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10"
TAKING = "turn A draw | discards D: R8"

REFUSED = {
    "HAND_ENDED (rule A10.1)": ("turn A ended | A: - | table: A: K7 K8 K9 | discards: A: B2", "draw"),
    "NOT_YOUR_TURN (rule A3.1): turn B": ("turn B draw", "draw"),
    "ALREADY_DRAWN (rule A3.4)": ("turn A play", "draw"),
    "STOCK_ONLY (rule A4.4)": ("turn A draw-stock | discards D: R8", "take"),
    "NOTHING_TO_TAKE (rule A3.3)": ("turn A draw", "take"),
    "NOTHING_TO_PUT_BACK (rule A4.4)": ("turn A play", "put-back"),
    "DRAW_FIRST (rule A3.4)": ("turn A draw | A: R8 ...", "discard R8"),
    "ALREADY_OPENED (rule A6.4)": (f"{UNOPENED[:-4]} | table: A: K7 K8 K9", OPEN_102),
    "NOT_OPENED (rule A8.1)": ("A: R8 ... | table: B: R5 R6 R7", "lay-off R8 on 1"),
    "PAIRS_OPENER_LAYS_NO_SERIES (rule A8.4)": (f"A: B1 B2 B3 B4 | {PAIRS}", "lay B1 B2 B3"),
    "SERIES_OPENER_LAYS_NO_PAIR (rule A8.5)": (f"A: B1 B1 B4 | {RUN}", "pair B1 B1'"),
    "LAYOFF_IN_OPENING_TURN (rule A8.1)": (
        f"A: R8 B4 | {RUN} | open A: series 101 now",
        "lay-off R8 on 2",
    ),
    "LAYOFF_CAP_REACHED (rule A8.6): cap 2": (f"A: R8 B4 | {PAIRS} | layoffs 2", "lay-off R8 on 2"),
    "TILE_NOT_HELD (rule A5.5): tile R8": (f"A: B4 B5 | {RUN}", "lay-off R8 on 2"),
    "NO_SUCH_MELD (rule A8.1): meld 3": (f"A: R8 B4 | {RUN}", "lay-off R8 on 3"),
    "NOTHING_LAID (rule A8.3)": (f"A: R8 B4 | {RUN}", "lay -"),
    "TILE_NAMED_TWICE (rule A5.5)": (f"A: B1 B2 B3 B4 | {RUN}", "lay B1 B2 B3 B1"),
    "SERIES_AND_PAIRS_MIXED (rule A6.4)": ("A: R1 R2 R3 Y1 Y1 ...", "open R1 R2 R3 / Y1 Y1'"),
    "MELD_TOO_SHORT (rule A5.1): tiles 2": (f"A: B1 B2 B3 | {RUN}", "lay B1 B2"),
    "PAIR_IS_FULL (rule A8.2)": (f"A: R8 B2 | {RUN} / C: R8 Y4(R8)", "lay-off R8 on 3"),
    "OKEY_MEANING_MISSING (rule A5.6)": (f"A: B1 B2 Y4 B9 | {RUN}", "lay B1 B2 Y4"),
    "NOT_A_RUN (rule A5.1)": (f"A: B1 B2 B4 B9 | {RUN}", "lay B1 B2 B4"),
    "NOT_A_GROUP (rule A5.2)": (f"A: B1 B1 R1 B9 | {RUN}", "lay B1 B1' R1"),
    "NOT_A_PAIR (rule A5.3)": (f"A: B1 R1 B9 | {PAIRS}", "pair B1 R1"),
    "TILE_DOES_NOT_FIT (rule A8.2)": (f"A: R9 B4 | {RUN}", "lay-off R9 on 2"),
    "OKEY_CANNOT_CLAIM (rule A9.1)": (f"A: Y4 B4 | {RUN} / C: B5 Y4(B6) B7", "claim Y4 on 3"),
    "NOTHING_TO_CLAIM (rule A9.5)": (f"A: R6 B4 | {RUN}", "claim R6 on 2"),
    "OPENING_TOO_LOW (rule A6.1): total 36, floor 101": (UNOPENED, "open R11 R12 R13"),
    "TOO_FEW_PAIRS (rule A6.3): pairs 1, floor 5": ("A: R3 R3 ...", "open-pairs R3 R3'"),
    "TAKEN_TILE_NOT_IN_OPENING (rule A4.1)": (f"{TAKING} | {UNOPENED}", "take", OPEN_102),
    "TAKEN_TILE_UNUSED (rule A4.3)": (f"{TAKING} | A: B4 | {RUN}", "take", "discard B4"),
    "NO_TILE_TO_DISCARD (rule A3.5)": (f"A: R8 | {RUN}", "lay-off R8 on 2"),
    "NOT_THE_LAST_TILE (rule A10.1)": (f"A: R8 B4 | {RUN}", "discard R8 onto indicator"),
}
"""One move a reason, by the refusal as people read it."""


SWITCHES = {"LAYOFF_IN_OPENING_TURN": "layoff_same_turn=off", "LAYOFF_CAP_REACHED": "layoff_cap_pairs=2"}
"""Switches without which a reason does not exist under every preset."""


def code_of(expected):
    """Returns the code of a refusal as people read it."""
    return expected.partition(" ")[0]


def tried(preset, expected):
    """Returns the position and the last move that are to be refused so."""
    text, *moves = REFUSED[expected]
    state = position(text, f"{preset} {SWITCHES.get(code_of(expected), '')}")
    return after(state, *moves[:-1]), read_move(moves[-1])


@pytest.mark.parametrize("expected", REFUSED, ids=code_of)
def test_a_move_is_refused_with_the_code_the_rule_and_the_facts(preset, expected):
    state, move = tried(preset, expected)

    assert expected == str(why_not(state, 0, move))


@pytest.mark.parametrize("expected", REFUSED, ids=code_of)
def test_a_refused_move_raises_and_changes_nothing(expected):
    state, move = tried("table", expected)
    before = tuple(state)

    with pytest.raises(IllegalMove) as raised:
        apply(state, 0, move)
    assert expected == str(raised.value)
    assert before == tuple(state)


def test_every_reason_is_produced_by_some_move():
    assert list(OkeyReason) == [OkeyReason(code_of(expected)) for expected in REFUSED]


def test_the_rulebook_lists_every_reason_in_order():
    assert [reason.value for reason in OkeyReason] == re.findall(
        r"^\| `([A-Z_]+)` \|", RULEBOOK, re.MULTILINE
    )


@pytest.mark.parametrize("expected", REFUSED, ids=code_of)
def test_the_rulebook_names_the_rule_and_the_facts_of_every_refusal(expected):
    state, move = tried("table", expected)
    refused = why_not(state, 0, move)
    row = re.search(rf"^\| `{refused.reason}` \| .* \| ([^|]*) \| ([^|]*) \|$", RULEBOOK, re.MULTILINE)

    assert refused.rule in row[1].split(", ")
    assert set(refused.facts) == set(re.findall(r"`(\w+)`", row[2]))
    assert f"**{refused.rule}**" in RULEBOOK


BROKEN = [
    ("turn B ended | B: - | table: B: K7 K8 K9 | discards: B: B2", "draw", "HAND_ENDED NOT_YOUR_TURN"),
    ("turn B draw | A: ...", "discard R8", "NOT_YOUR_TURN DRAW_FIRST TILE_NOT_HELD"),
    ("turn A draw", "lay-off F on 9", "DRAW_FIRST NOT_OPENED TILE_NOT_HELD NO_SUCH_MELD"),
    ("turn A draw", "open R1 R2", "DRAW_FIRST TILE_NOT_HELD MELD_TOO_SHORT OPENING_TOO_LOW"),
    (f"A: B4 B5 | {RUN}", "open R1 R2", "ALREADY_OPENED TILE_NOT_HELD MELD_TOO_SHORT"),
    ("A: B4 ... | table: B: R5 R6 R7", "lay-off B4 on 7", "NOT_OPENED NO_SUCH_MELD"),
    (f"A: B4 B5 | {PAIRS}", "lay R1 R2", "PAIRS_OPENER_LAYS_NO_SERIES TILE_NOT_HELD MELD_TOO_SHORT"),
    (f"A: B4 B5 | {RUN}", "pair R1 R2", "SERIES_OPENER_LAYS_NO_PAIR TILE_NOT_HELD NOT_A_PAIR"),
    (
        f"A: B4 B5 | {PAIRS} | layoffs 2",
        "lay-off R9 on 2",
        "LAYOFF_CAP_REACHED TILE_NOT_HELD TILE_DOES_NOT_FIT",
    ),
    (f"A: B4 B5 | {RUN}", "lay-off R9 on 7", "TILE_NOT_HELD NO_SUCH_MELD"),
    (f"A: B4 B5 | {RUN}", "lay R1 R1", "TILE_NOT_HELD TILE_NAMED_TWICE MELD_TOO_SHORT"),
    (f"A: B4 B5 | {RUN}", "lay B4 B4", "TILE_NAMED_TWICE MELD_TOO_SHORT"),
    (f"A: B4 Y4 | {RUN}", "lay B4 Y4", "MELD_TOO_SHORT OKEY_MEANING_MISSING NO_TILE_TO_DISCARD"),
    (f"A: Y4 B4 | {RUN} / C: R8 Y4(R8)", "lay-off Y4 on 3", "PAIR_IS_FULL OKEY_MEANING_MISSING"),
    (f"A: B4 Y4 K1 | {RUN}", "lay B4 Y4 K1", "OKEY_MEANING_MISSING NOT_A_RUN NO_TILE_TO_DISCARD"),
    (f"A: B4 B5 B7 | {RUN}", "lay B4 B5 B7", "NOT_A_RUN NO_TILE_TO_DISCARD"),
    (f"A: R9 | {RUN}", "lay-off R9 on 2", "TILE_DOES_NOT_FIT NO_TILE_TO_DISCARD"),
    (f"{UNOPENED}", "open R11 R12 Y13", "NOT_A_RUN OPENING_TOO_LOW"),
    (f"{TAKING} | {UNOPENED}", "open R11 R12 R13", "OPENING_TOO_LOW TAKEN_TILE_NOT_IN_OPENING"),
    (f"{TAKING} | A: B4 | {RUN}", "discard R9", "TILE_NOT_HELD TAKEN_TILE_UNUSED"),
    (f"{TAKING} | A: B4 | {RUN}", "discard B4 onto indicator", "TAKEN_TILE_UNUSED NOT_THE_LAST_TILE"),
]
"""Moves that break several rules, with the reasons that each deserves."""


@pytest.mark.parametrize(("text", "move", "deserved"), BROKEN, ids=[deserved for *_, deserved in BROKEN])
def test_a_move_that_breaks_several_rules_is_refused_for_the_first_of_the_list(preset, text, move, deserved):
    state = position(text, f"{preset} layoff_cap_pairs=2")
    if text.startswith(TAKING):
        state = after(state, "take")
    reasons = sorted(map(OkeyReason, deserved.split()), key=list(OkeyReason).index)

    assert deserved.split() == [str(reason) for reason in reasons]
    assert reasons[0] is why_not(state, 0, read_move(move)).reason
