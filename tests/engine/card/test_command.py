"""The command that deals, shows and judges positions: ``python -m engine.card``."""

import subprocess
import sys

import pytest

from engine.card import read_position
from engine.card.__main__ import main
from tests.engine.card.board import mover

POSITION = "card | hands: 9H KS 6S / 8D 7S 7H 7C | pile: 10S | renewals: 1"
OVER = "card | hands: - / 8D QH | pile: 9S QS | renewals: 1 | phase: over"


@pytest.fixture
def run(capsys):
    """Runs the command: status, what it wrote, what it complained about."""

    def answer(*arguments):
        status = main(arguments)
        out, complaint = capsys.readouterr()
        return status, out, complaint

    return answer


def test_deal_writes_a_first_position(run):
    status, out, _ = run(
        "deal", "--preset", "five", "--seats", "4", "--seed", "7", "--switch", "nine_value=0"
    )
    state = read_position(out)

    assert 0 == status
    assert (5, 0) == (state.rules.hand_size, state.rules.nine_value)
    assert "A LEAD" == mover(state)
    assert 4 == len(state.hands)


def test_deal_repeats_itself_and_differs_by_seed(run):
    assert run("deal", "--seed", "3") == run("deal", "--seed", "3")
    assert run("deal", "--seed", "3") != run("deal", "--seed", "4")


def test_moves_lists_the_legal_moves(run):
    assert (0, "6S\nKS\n", "") == run("moves", POSITION)


def test_check_says_legal(run):
    assert (0, "legal\n", "") == run("check", POSITION, "KS")


def test_check_says_why_not(run):
    assert (1, "refused: NO_MATCH (rule C3): card 9H, top 10S\n", "") == run("check", POSITION, "9H")


def test_apply_writes_the_position_after_some_moves(run):
    status, out, _ = run("apply", POSITION, "KS", "7S")

    assert 0 == status
    assert 8 == read_position(out).pending


def test_apply_complains_about_an_illegal_move(run):
    assert (1, "", "refused: NO_MATCH (rule C11): card 7H, top KS\n") == run("apply", POSITION, "KS", "7H")


def test_show_draws_the_table(run):
    _, out, _ = run("show", "card | hands: 9H KS / 8D 7S | pile: 10S QC | renewals: 1 | suit: D")

    assert "named suit diamonds" in out
    assert "A       2  KS 9H\n" in out
    assert "pile    2  10S QC\n" in out


def test_score_writes_the_breakdown(run):
    assert (0, "QUEEN_OF_SPADES\nA +0\n       +0  went out\nB +11\n      +11  QH 3, 8D 8\n", "") == run(
        "score", OVER
    )


def test_score_of_a_round_in_play_is_refused(run):
    assert (1, "no score: the round is still being played\n", "") == run("score", POSITION)


def test_a_fault_in_a_text_is_pointed_at(run):
    status, _, complaint = run("moves", "card | hands: 9H 1X / 8D")

    assert 2 == status
    assert "card | hands: 9H 1X / 8D\n                 ^ 1X is no card\n" == complaint


def test_a_position_that_no_play_reaches_is_refused(run):
    status, _, complaint = run("moves", "card | hands: 9H / 8D | pile: 9H")

    assert 2 == status
    assert complaint.startswith("no such position: hands: ")


@pytest.mark.parametrize("arguments", [("--seats", "7"), ("--switch", "hand_size=9"), ("--switch", "x")])
def test_a_deal_out_of_range_is_refused(run, arguments):
    status, _, complaint = run("deal", *arguments)

    assert 2 == status
    assert complaint.startswith("no such position: ")


def test_a_position_comes_from_standard_input_too():
    done = subprocess.run(
        [sys.executable, "-m", "engine.card", "moves"],
        input=POSITION,
        capture_output=True,
        text=True,
        check=True,
    )

    assert "6S\nKS\n" == done.stdout
