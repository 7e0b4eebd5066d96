"""What the tests of 101 Okey share."""

import pytest

from tests.engine.okey.board import BOTH


@pytest.fixture(params=BOTH)
def preset(request: pytest.FixtureRequest) -> str:
    """Every preset in turn, for rules that hold under both."""
    return str(request.param)
