"""The package is a game: it has every verb, with the right types."""

import subprocess
import sys
from pathlib import Path

from engine import card
from engine.game import GAMES

FITS = """
from engine import card
from engine.card.moves import Move
from engine.card.ruleset import RuleSet
from engine.card.state import State
from engine.card.view import View
from engine.game import Game

game: Game[State, Move, View, RuleSet] = card
"""


def test_the_type_checker_accepts_the_package_as_a_game(tmp_path: Path):
    script = tmp_path / "fits.py"
    script.write_text(FITS)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--follow-imports=silent", str(script)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert "" == checked.stdout + checked.stderr


def test_the_package_is_listed_under_its_name():
    assert card is GAMES[card.NAME]
