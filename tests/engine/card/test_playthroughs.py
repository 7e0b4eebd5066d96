"""Recorded rounds play out as they were recorded: each special card, each ending."""

import pytest

from tests.golden.card_games import FOLDER, SCENES
from tests.golden.card_text import replay, steps

NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def test_every_scene_is_recorded_and_nothing_else():
    assert sorted(SCENES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_round_plays_out_as_recorded(name):
    text = (FOLDER / f"{name}.txt").read_text()

    assert text == replay(text)


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_round_shows_what_its_title_says(name):
    text = (FOLDER / f"{name}.txt").read_text()

    assert f"# {SCENES[name].title}." == text.splitlines()[0]
    assert any(SCENES[name].shows(each) for each in steps(text))


def test_illegal_moves_are_recorded_too():
    assert any("refused" in (FOLDER / f"{name}.txt").read_text() for name in NAMES)
