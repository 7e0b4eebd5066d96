"""What the tests of the card game 101 share."""

import pytest

from tests.engine.card.board import ALL_PRESETS


@pytest.fixture(params=ALL_PRESETS)
def preset(request: pytest.FixtureRequest) -> str:
    """Every preset in turn, for rules that hold under all."""
    return str(request.param)
