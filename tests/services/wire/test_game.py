"""Messages that hold either game."""

import pytest

from engine.game import GAMES
from services.wire import game as wire
from tests.services.hands import played


@pytest.mark.parametrize("name", GAMES)
def test_a_view_that_was_taken_before_is_read_alike_again(name):
    game, book = GAMES[name], wire.RULEBOOKS[name]
    for moves in range(12):
        state = played(name, seed=moves, moves=moves)
        for viewer in (0, 1, None):
            message = wire.view_to_pb(book, game.view(state, viewer))

            assert wire.view_from_pb(message, "view") == wire.known_view(message.SerializeToString())
