"""Recorded hands play out as they were recorded: every way in which a hand can end, under both presets."""

import pytest

from engine.okey import read_position
from tests.golden.okey_games import FOLDER, SCENES, games
from tests.golden.okey_text import replay

NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))
ENDINGS = [
    (),
    ("OKEY",),
    ("PAIRS",),
    ("ELDEN",),
    ("OKEY", "ELDEN"),
    ("OKEY", "PAIRS"),
    ("STOCK_OUT",),
    ("VOID",),
]


def recorded(name):
    return (FOLDER / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_hand_plays_out_as_recorded(name):
    assert recorded(name) == replay(recorded(name))


def test_every_hand_is_recorded_and_nothing_else():
    assert games() == {name: recorded(name) for name in NAMES}


@pytest.mark.parametrize("name", SCENES)
def test_a_recorded_hand_ends_as_it_should(name):
    ending = next(line for line in recorded(name).splitlines() if line.startswith("="))

    assert f"= {' '.join(SCENES[name].flags) or 'PLAIN'} x" == ending[:-2]


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: " ".join(ending) or "PLAIN")
def test_every_ending_is_recorded(ending):
    assert ending in {scene.flags for scene in SCENES.values()}


def test_both_presets_are_recorded():
    rules = [read_position(scene.first).rules for scene in SCENES.values()]

    assert {-101, 0} == {each.finisher_score for each in rules}


@pytest.mark.parametrize(
    "told",
    [
        "refused",
        "fined 101",
        "put-back",
        "claim",
        "Y4'(R9)",
        "opened with 84",
        "opened with 5 pairs",
        "onto indicator",
    ],
)
def test_the_records_show_what_happens_at_a_table(told):
    assert any(told in recorded(name) for name in SCENES)
