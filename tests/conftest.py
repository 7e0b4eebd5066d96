"""The order of the suite: what fails fast comes first."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent
ORDER = ("engine", "services", "golden", "audit", "bench", "deploy", "e2e", "faults")
"""The folders below ``tests``, as they run; within one, laws come after the plain tests."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _rank(item.path))


def _rank(path: Path) -> tuple[int, bool]:
    folder = path.relative_to(ROOT).parts[0]
    place = ORDER.index(folder) if folder in ORDER else -1
    return place, path.stem == "test_laws"
