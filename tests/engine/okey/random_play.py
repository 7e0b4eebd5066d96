"""Random hands under rules that let many seats open."""

from collections.abc import Iterator
from random import Random

from engine.okey import PRESETS, Move, State, configure
from tests.engine.okey.player import deal, steps

RULES = (
    *PRESETS.values(),
    configure("table", {"group_okey_binding": "lazy", "katlamali": True, "open_min_series": 30}),
    configure("classic", {"open_min_series": 20, "open_min_pairs": 2, "teams": True}),
)


def play(seed: int) -> Iterator[tuple[State, Move | None]]:
    """Yields the positions of a hand, each with the move made there; ``None`` at the end."""
    state = deal(RULES[seed % len(RULES)], seed)
    for before, move, after in steps(state, Random(seed)):
        yield before, move
        state = after
    yield state, None
