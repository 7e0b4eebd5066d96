"""How much the slow tests do: a tenth by default, everything under `make long`."""

import os


def scaled(full: int) -> int:
    """Returns the full count when TEST_LONG=1, else a tenth of it, at least 1."""
    return full if os.environ.get("TEST_LONG") == "1" else max(1, full // 10)
