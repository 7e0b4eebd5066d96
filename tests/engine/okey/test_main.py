import io
import subprocess
import sys

import pytest

from engine.okey.__main__ import main, point
from engine.okey.notation import read_position, write_position
from engine.refusal import BadText

POSITION = "okey | ind: Y3 | A: R8 R4 | table: B: R5 R6 R7 / A: K1 K2 K3"


def answer(capsys, *arguments):
    """Returns the status, what was said, and what was complained about."""
    status = main(arguments)
    said = capsys.readouterr()
    return status, said.out, said.err


def test_show_draws_the_position_for_people(capsys):
    status, said, _ = answer(capsys, "show", POSITION + " | taken: R8 | penalties: C: 101")

    assert 0 == status
    assert said.startswith("rules table\nindicator Y3, wild Y4, stock 20\nturn 8, ply 16: A play\n")
    assert "taken, to be used in this turn: R8\n" in said
    assert "C not opened, 101 penalty points\n" in said
    assert said.endswith("meld 1 of B: R5 R6 R7  (18)\nmeld 2 of A: K1 K2 K3  (6)\n")


def test_moves_lists_the_legal_moves(capsys):
    status, said, _ = answer(capsys, "moves", POSITION)

    assert 0 == status
    assert {"discard R4", "discard R8", "lay-off R4 on 1", "lay-off R8 on 1"} == set(said.splitlines())


def test_check_says_yes(capsys):
    assert (0, "legal\n", "") == answer(capsys, "check", POSITION, "lay-off R8 on 1")


def test_check_says_why_not(capsys):
    assert (1, "refused: NO_SUCH_MELD (rule A8.1): meld 3\n", "") == answer(
        capsys, "check", POSITION, "lay-off R8 on 3"
    )


def test_apply_writes_the_position_after_the_moves(capsys):
    status, said, _ = answer(capsys, "apply", POSITION, "lay-off R8 on 1", "discard R4")
    state = read_position(said)

    assert 0 == status
    assert "ENDED" == state.phase
    assert said == write_position(state) + "\n"


def test_apply_stops_at_the_first_move_that_is_refused(capsys):
    assert (1, "", "refused: NO_TILE_TO_DISCARD (rule A3.5)\n") == answer(
        capsys, "apply", POSITION, "lay-off R8 on 1", "lay-off R4 on 1"
    )


def test_score_adds_up_an_ended_hand(capsys):
    table = "table: A: K1 K2 K3 / B: R1 R2 R3 | discards: A: B8"
    status, said, _ = answer(capsys, "score", f"okey | ind: Y3 | turn: A ended | A: - | B: R5 K9 | {table}")

    assert 0 == status
    assert said.startswith("FINISHED x 1\nA -101\n     -101  finished the hand\nB +14\n")


def test_score_of_a_hand_in_play_is_refused(capsys):
    assert (1, "no score: the hand is still being played\n", "") == answer(capsys, "score", POSITION)


def test_a_position_is_read_from_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(POSITION + "\n"))

    assert 0 == answer(capsys, "moves")[0]


def test_illegal_text_is_pointed_at(capsys):
    assert (2, "", "lay-off R88 on 1\n        ^ no tile\n") == answer(
        capsys, "check", POSITION, "lay-off R88 on 1"
    )


def test_an_impossible_position_is_named(capsys):
    status, _, complaint = answer(capsys, "show", "okey | ind: Y3 | A: R1")

    assert (2, "no play reaches this position: hands[0]: 1 tiles, not in [22, 22]\n") == (status, complaint)


def test_only_the_neighbourhood_of_the_spot_is_shown():
    text = "first line\n" + "x" * 100 + "!" + "y" * 100 + "\nlast line"

    assert f"{'x' * 60}!{'y' * 59}\n{' ' * 60}^ odd" == point(BadText(text, 111, "odd"))


def test_a_spot_at_the_end_of_a_line_is_shown():
    assert "ab\n  ^ missing" == point(BadText("ab\ncd", 2, "missing"))


def test_an_unknown_command_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["win", POSITION])

    assert 2 == ended.value.code


def test_the_command_runs_as_a_module():
    command = [sys.executable, "-m", "engine.okey", "check", POSITION, "discard R4"]

    assert "legal\n" == subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
