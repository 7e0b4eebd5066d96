import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.okey import view, why_not
from engine.okey.draft import Counted, Draft, check, place, proposals, take_back, to_move
from engine.okey.melds import Binding, Placed
from engine.okey.moves import OpenPairs, OpenSeries
from engine.okey.notation import read_meld, read_move, read_position, read_tile, write_move
from engine.okey.reasons import OkeyReason
from engine.okey.tiles import Face, size
from engine.okey.words import Word, read_placed
from engine.refusal import IllegalMove
from tests.engine.okey.random_play import play

OPENING = "R11 R12 R13 / R9 Y9 K9 / B8 B9 B10 B11"
PAIRS = "R3 R3' / Y8 Y8' / B11 B11' / K1 K1' / K13 K13'"


def draft_of(text):
    """Returns the draft of melds that are placed one after another."""
    draft = Draft()
    for meld, tiles in enumerate(text.split(" / ")):
        for word in tiles.split():
            placed = read_placed(Word(word, 0, word))
            draft = place(draft, placed.tile, meld, placed.stands_for)
    return draft


def seen(text, seat=0):
    return view(read_position(f"okey | ind: Y3 | {text}"), seat)


def checked(position, draft, seat=0):
    return check(seen(position, seat), draft_of(draft))


def holding(draft, more=""):
    return f"A: {draft.replace('/', ' ')} {more} ..."


def counted(text):
    return str(checked(holding(re.sub(r"\(\w+\)", "", text)), text).counted)


def test_rule_a6_7_tiles_are_placed_one_by_one_and_the_last_is_taken_back():
    draft = draft_of("R11 R12 / Y9")

    assert ((Placed(20), Placed(22)), (Placed(42),)) == draft.layouts
    assert ((Placed(20), Placed(22)),) == take_back(draft).layouts
    assert ((Placed(20),),) == take_back(take_back(draft)).layouts


def test_rule_a6_7_nothing_is_left_to_take_back_from_an_empty_draft():
    assert Draft() == take_back(take_back(draft_of("R11")))


def test_a_tile_is_placed_once():
    with pytest.raises(IllegalMove) as refused:
        place(draft_of("R11 / Y9"), read_tile("R11"), 1)

    assert OkeyReason.TILE_NAMED_TWICE is refused.value.refusal.reason


@pytest.mark.parametrize("meld", [-1, 3])
def test_a_draft_leaves_no_meld_out(meld):
    with pytest.raises(IllegalMove) as refused:
        place(draft_of("R11 / Y9"), read_tile("K9"), meld)

    assert (OkeyReason.NO_SUCH_MELD, {"meld": str(meld + 1)}) == (
        refused.value.refusal.reason,
        refused.value.refusal.facts,
    )


def test_rule_a6_1_a_checked_draft_of_101_becomes_the_move():
    opening = checked(holding(OPENING), OPENING)

    assert (101, 101, 0, None) == (opening.total, opening.floor, opening.missing, opening.refusal)
    assert [36, 27, 38] == [each.meld.value for each in opening.melds]
    assert read_move(f"open {OPENING}") == opening.move
    assert opening.move == to_move(draft_of(OPENING), Face(29))


def test_rule_a6_1_a_draft_of_100_tells_that_1_is_missing():
    short = "R11 R12 R13 / R9 Y9 B9 K9 / R7 Y7 B7 K7"
    opening = checked(holding(short), short)

    assert (100, 101, 1) == (opening.total, opening.floor, opening.missing)
    assert OkeyReason.OPENING_TOO_LOW is opening.refusal.reason
    assert opening.move is not None


@pytest.mark.parametrize(
    ("melds", "text"),
    [
        (OPENING, "30 x 3 + 11"),
        ("R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10", "34 x 3"),
        ("R1 R2 R3 R4 R5", "2 x 3 + 9"),
        ("R9 Y9 B9 K9", "9 x 3 + 9"),
        ("R11 R12 Y4(R13)", "12 x 3"),
        ("F Y5 Y6", "5 x 3"),
        ("R1 R2", "None"),
    ],
)
def test_rule_a6_2_points_are_also_told_as_the_players_count_them(melds, text):
    assert text == counted(melds)


@pytest.mark.parametrize(("middles", "beside"), [(30, 11), (29, 14), (31, 8), (32, 5)])
def test_rule_a6_2_four_ways_to_count_101(middles, beside):
    assert 101 == Counted(middles, beside).total


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000))
def test_rule_a6_2_both_ways_of_counting_agree(seed):
    for state, move in play(seed):
        if isinstance(move, OpenSeries):
            draft = Draft()
            for meld, layout in enumerate(move.melds):
                for placed in layout:
                    draft = place(draft, placed.tile, meld, placed.stands_for)
            opening = check(view(state, state.seat), draft)

            assert (opening.total, None, move) == (opening.counted.total, opening.refusal, opening.move)


def test_rule_a6_3_a_draft_of_pairs_counts_them():
    opening = checked(holding(PAIRS), PAIRS)

    assert (True, 5, 5, None, None) == (
        opening.pairs,
        opening.total,
        opening.floor,
        opening.counted,
        opening.refusal,
    )
    assert read_move(f"open-pairs {PAIRS}") == opening.move


def test_rule_a6_3_four_pairs_lack_one():
    opening = checked(holding(PAIRS), PAIRS.rsplit(" / ", 1)[0])

    assert (4, 1, OkeyReason.TOO_FEW_PAIRS) == (opening.total, opening.missing, opening.refusal.reason)


def test_a_meld_that_is_none_yet_has_its_own_refusal_and_the_draft_is_no_move():
    opening = checked(holding(OPENING), "R11 R12 R13 / R9 Y9")
    first, second = opening.melds

    assert (36, None) == (first.meld.value, first.refusal)
    assert (None, OkeyReason.MELD_TOO_SHORT) == (second.meld, second.refusal.reason)
    assert (36, None, OkeyReason.MELD_TOO_SHORT) == (opening.total, opening.move, opening.refusal.reason)


def test_rule_a5_6_an_okey_that_stands_for_nothing_yet_is_asked_about():
    opening = checked(holding("R11 R12 Y4"), "R11 R12 Y4")

    assert OkeyReason.OKEY_MEANING_MISSING is opening.melds[0].refusal.reason


def test_rule_a6_4_a_draft_of_series_and_pairs_is_refused_as_mixed():
    mixed = "R11 R12 R13 / R3 R3'"
    opening = checked(holding(mixed), mixed)

    assert OkeyReason.SERIES_AND_PAIRS_MIXED is opening.refusal.reason


def test_rule_a6_6_the_floor_is_waived_for_the_whole_hand():
    whole = "R1 R2 R3 R4 R5 R6 R7 / K1 K2 K3 K4 K5 K6 K7 / B1 B2 B3 B4 B5 B6 B7"
    opening = checked(f"A: {whole.replace('/', ' ')} K13", whole)

    assert (84, 0, 0, None) == (opening.total, opening.floor, opening.missing, opening.refusal)


def test_rule_a6_7_before_the_draw_the_draft_is_judged_as_after_it():
    whole = "R1 R2 R3 R4 R5 R6 R7 / K1 K2 K3 K4 K5 K6 K7 / B1 B2 B3 B4 B5 B6 B7"
    waiting = checked(f"turn: D play | A: {whole.replace('/', ' ')}", whole)
    drawing = checked(f"turn: A draw | A: {whole.replace('/', ' ')}", whole)

    assert (0, None) == (waiting.floor, waiting.refusal)
    assert waiting == drawing


def test_a_draft_of_tiles_that_are_not_held_is_refused():
    assert OkeyReason.TILE_NOT_HELD is checked("B: R11 R12 R13 ...", "R11 R12 R13").refusal.reason


def test_an_empty_draft_lays_nothing():
    opening = check(seen("A: ..."), Draft())

    assert ((), 0, 101, None, OkeyReason.NOTHING_LAID) == (
        opening.melds,
        opening.total,
        opening.missing,
        opening.move,
        opening.refusal.reason,
    )


def test_rule_a6_4_who_has_opened_is_told_so():
    opening = checked("A: R11 R12 R13 ... | table: A: K1 K2 K3", "R11 R12 R13")

    assert OkeyReason.ALREADY_OPENED is opening.refusal.reason


def test_rule_a4_1_the_taken_tile_must_be_in_the_draft_of_its_turn():
    position = f"{holding(OPENING, 'K13')} | taken: K13"

    assert OkeyReason.TAKEN_TILE_NOT_IN_OPENING is checked(position, OPENING).refusal.reason


def test_rule_a7_1_the_floor_rises_with_the_openings_before():
    position = f"rules: katlamali=on | {holding(OPENING)} | table: B: R1 R2 R3 | open: B: series 116"

    assert (117, 16) == (checked(position, OPENING).floor, checked(position, OPENING).missing)


def test_after_the_hand_a_draft_is_no_move_any_more():
    position = "turn: A ended | A: - | table: A: R1 R2 R3 | discards: A: R5 | B: R11 R12 R13 ..."

    assert OkeyReason.HAND_ENDED is checked(position, "R11 R12 R13", seat=1).refusal.reason


def test_a_spectator_has_no_draft():
    with pytest.raises(ValueError, match="spectator"):
        check(seen("A: ...", None), Draft())


def test_rule_a5_6_proposals_are_the_highest_total_and_the_most_pairs():
    tiles = "R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10 R3 R3' B5 B5' K1 K1' K7 K7' R1 R1' R5 R8 B1"
    series, pairs = proposals(seen(f"A: {tiles}"))

    assert "open R10 Y10 B10 / R1 B1 K1 / R11 R12 R13 / Y11 Y12 Y13" == write_move(series)
    assert "open-pairs K7 K7' / B5 B5' / R3 R3' / R1 R1' / K1 K1'" == write_move(pairs)


def test_rule_a5_6_before_the_draw_a_proposal_may_use_all_tiles():
    whole = "R1 R2 R3 R4 R5 R6 R7 K1 K2 K3 K4 K5 K6 K7 B1 B2 B3 B4 B5 B6 B7"
    (series,) = proposals(seen(f"turn: A draw | A: {whole}"))

    assert 21 == sum(map(len, series.melds))


def test_rule_a5_6_there_is_no_proposal_below_the_floor():
    assert () == proposals(seen("A: R1 R2 R3 R9 Y9 K9 ..."))


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000))
def test_rule_a5_6_every_proposal_in_turn_is_legal_and_the_best_listed(seed):
    for state, move in play(seed):
        if isinstance(move, OpenSeries | OpenPairs):
            found = proposals(view(state, state.seat))

            assert all(why_not(state, state.seat, each) is None for each in found)
            assert move in found


def test_a_draft_is_read_from_the_view_alone():
    state = read_position(f"okey | ind: Y3 | {holding(OPENING)}")
    hidden = state._replace(hands=(state.hands[0], state.hands[3], state.hands[1], state.hands[2]))

    assert check(view(state, 0), draft_of(OPENING)) == check(view(hidden, 0), draft_of(OPENING))
    assert 22 == size(state.hands[0])


def test_a_meld_of_a_draft_lies_in_its_order():
    opening = checked(holding("R13 R11 R12"), "R13 R11 R12")

    assert read_meld("R11 R12 R13", Face(29), Binding.DECLARED) == opening.melds[0].meld
