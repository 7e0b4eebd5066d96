"""How much the slow tests do: a tenth by default, everything under `make long`."""

import os


def scaled(full: int, few: int | None = None) -> int:
    """Returns the full count when TEST_LONG=1, else the few that are given, or a tenth, at least 1."""
    if os.environ.get("TEST_LONG") == "1":
        return full
    return max(1, full // 10) if few is None else few
