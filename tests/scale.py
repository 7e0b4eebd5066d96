"""How much the slow tests do: a tenth by default, everything under `make long`."""

import os


def scaled(full: int) -> int:
    """Returns the full count when GAME101_LONG=1, else a tenth of it, at least 1."""
    return full if os.environ.get("GAME101_LONG") == "1" else max(1, full // 10)
