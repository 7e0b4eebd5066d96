"""No random numbers in the dealer but those of the operating system, through one door."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.require import require

ROOT = Path(__file__).parents[3]
ROOM = ROOT / "services" / "dealer"
SOURCES = sorted([*ROOM.rglob("*.py"), ROOT / "engine" / "shuffle.py"])
BANNED = {"random", "secrets", "uuid", "time", "datetime", "numpy"}
"""Modules that give numbers that are predictable, or that come by another door."""


def imported(source):
    for node in ast.walk(source):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def reads_entropy(source):
    names = {node.attr for node in ast.walk(source) if isinstance(node, ast.Attribute)}
    return bool(names & {"urandom", "getrandom"})


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_module_of_the_dealer_imports_another_source_of_numbers(path):
    assert set() == BANNED & set(imported(ast.parse(path.read_text(encoding="utf-8"))))


def test_the_operating_system_is_asked_for_seeds_in_one_place_and_for_keys_and_salts_in_another():
    asking = {path.name for path in SOURCES if reads_entropy(ast.parse(path.read_text(encoding="utf-8")))}

    assert {"entropy.py", "sealing.py"} == asking


@pytest.mark.parametrize("line", ["import random", "from random import shuffle", "import numpy.random"])
def test_the_linter_refuses_it(tmp_path, line):
    ruff = Path(sys.executable).with_name("ruff")
    require("ruff", ruff.exists(), "the command ruff")
    text = (ROOM / "ruff.toml").read_text(encoding="utf-8")
    (tmp_path / "ruff.toml").write_text(text.replace("../../pyproject.toml", f"{ROOT}/pyproject.toml"))
    (tmp_path / "module.py").write_text(f'"""Shuffles."""\n\n{line}\n', encoding="utf-8")
    command = [ruff, "check", "--no-cache", "--select", "TID251", "module.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert 1 == done.returncode
    assert "TID251" in done.stdout
