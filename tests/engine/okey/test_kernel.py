"""The kernel: compiled and interpreted alike, never stale, in bounded memory."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from shutil import copytree, which
from types import ModuleType

import psutil
import pytest

from engine.okey import kernel, kernels
from engine.okey.aims import LEFT, SERIES, SERIES_FREELY, TOTAL, total_of
from engine.okey.aims import TILES as MOST_TILES
from engine.okey.arrange import best_series
from engine.okey.tiles import KINDS, TILES, hand_of
from tests.engine.okey.racks import MONSTERS, some
from tests.require import require
from tests.scale import scaled

ROOT = Path(kernels.__file__).parents[2]
AIMS = (SERIES, MOST_TILES, LEFT, SERIES_FREELY)


@pytest.fixture
def compiled() -> ModuleType:
    """The compiled kernel, which every machine with a C compiler has."""
    try:
        return import_module("engine.okey._kernel")
    except ImportError:
        require("cc", False, "a compiled kernel (python setup.py build_ext --inplace)")
        raise


def test_the_compiled_kernel_is_not_stale(compiled):
    assert kernels.source_digest() == compiled.SOURCE_SHA256, "python setup.py build_ext --inplace"


def test_the_compiled_kernel_runs_where_there_is_one(compiled):
    loaded = kernels.load()

    assert (True, "", compiled) == (loaded.compiled, loaded.reason, loaded.code)


def test_a_stale_kernel_is_left_aside(compiled, monkeypatch):
    monkeypatch.setattr(compiled, "SOURCE_SHA256", "0" * 64)
    loaded = kernels.load()

    assert (False, "the compiled kernel is stale", kernel) == (loaded.compiled, loaded.reason, loaded.code)


def test_without_a_compiled_kernel_the_same_code_is_interpreted(monkeypatch):
    monkeypatch.setitem(sys.modules, "engine.okey._kernel", None)
    loaded = kernels.load()

    assert (False, "not compiled", kernel) == (loaded.compiled, loaded.reason, loaded.code)


@pytest.mark.timeout(600)
def test_compiled_and_interpreted_agree(compiled):
    for held in (*MONSTERS.values(), *some(Random(11), scaled(2000))):
        for aim in AIMS:
            expected = kernel.best_melds(held.hand, held.okey, aim)

            assert expected == compiled.best_melds(held.hand, held.okey, aim)
            assert kernel.best_score(held.hand, held.okey, aim) == compiled.best_score(
                held.hand, held.okey, aim
            )
            for first in (-1, held.tiles[0]):
                laid = kernel.lay(held.hand, held.okey, expected, first)
                assert laid == compiled.lay(held.hand, held.okey, expected, first)


def test_a_score_is_that_of_the_melds_returned():
    for held in (*MONSTERS.values(), *some(Random(12), 100)):
        melds = kernel.best_melds(held.hand, held.okey, SERIES)
        _, _, total = kernel.lay(held.hand, held.okey, melds, -1)

        assert total_of(kernel.best_score(held.hand, held.okey, SERIES)) == total


def test_a_floor_that_is_not_exceeded_comes_back():
    held = MONSTERS["two numbers in all colours twice"]
    score = kernel.best_score(held.hand, held.okey, SERIES)

    assert score == kernel.best_score(held.hand, held.okey, SERIES, score - 1)
    assert score == kernel.best_score(held.hand, held.okey, SERIES, score)
    assert score + TOTAL == kernel.best_score(held.hand, held.okey, SERIES, score + TOTAL)


@pytest.mark.timeout(600)
def test_memory_does_not_grow_with_the_hands_arranged():
    random = Random(13)
    _arrange(random, 2000)
    before = psutil.Process().memory_info().rss
    _arrange(random, scaled(1_000_000, few=50_000))

    assert psutil.Process().memory_info().rss - before < 4_000_000


def _arrange(random: Random, amount: int) -> None:
    for _ in range(amount):
        best_series(hand_of(random.sample(range(TILES), 22)), random.randrange(KINDS))


def test_the_package_builds_without_a_c_compiler(tmp_path):
    require("cc", which("cc") is not None, "a C compiler to do without")
    for name in ("setup.py", "pyproject.toml", "engine", "protos"):
        source = ROOT / name
        if source.is_dir():
            copytree(
                source,
                tmp_path / name,
                ignore=lambda _, names: [each for each in names if each.endswith(".so")],
            )
        else:
            (tmp_path / name).write_bytes(source.read_bytes())
    done = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=tmp_path,
        env={"CC": "no-such-compiler", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )

    assert 0 == done.returncode, done.stderr
    assert "no-such-compiler" in done.stderr
    assert not list((tmp_path / "engine" / "okey").glob("_kernel*.so"))
