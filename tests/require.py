"""What a test needs from the machine: skipped aloud where it is missing, unless it has been promised."""

import os

import pytest


def require(name: str, present: bool, what: str) -> None:
    """Skips the test when something is missing; fails it when TEST_REQUIRE names it.

    TEST_REQUIRE is a list of names with commas, such as ``node,openssl``.
    """
    if present:
        return
    promised = os.environ.get("TEST_REQUIRE", "").split(",")
    if name in promised:
        pytest.fail(f"TEST_REQUIRE promises {name}, but {what} is missing")
    pytest.skip(f"{name}: {what} is missing")
