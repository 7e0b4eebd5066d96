"""Hands, rules and moves for laws: drawn from a seed, because a permutation of 106 tiles does not shrink."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st

from engine.okey import configure
from engine.okey.melds import Placed
from engine.okey.moves import (
    ClaimOkey,
    Discard,
    DrawFromStock,
    LayOff,
    LayPair,
    LaySeries,
    OpenPairs,
    OpenSeries,
    PutBack,
    TakeDiscard,
)
from engine.okey.tiles import TILES, Tile
from tests.engine.okey.player import deal, steps
from tests.scale import scaled

SEEDS = st.integers(0, 2**32 - 1)
SWITCHES = {
    "open_min_series": (1, 40, 80, 101),
    "open_min_pairs": (1, 2, 3, 5),
    "layoff_same_turn": (True, False),
    "layoff_cap_pairs": (None, 0, 1, 2, 20),
    "series_opener_pairs": ("if_pairs_opener", "never"),
    "group_okey_binding": ("declared", "lazy"),
    "penalties": (True, False),
    "islek_includes_swap": (True, False),
    "finisher_score": (0, -101),
    "unopened_score": (202, 404),
    "pairs_hand_factor": (1, 2),
    "held_okey_mode": ("in_sum", "flat"),
    "mult_unopened": (True, False),
    "all_pairs_void": (True, False),
    "stock_out_none_opened": ("normal", "penalties_only"),
}
"""Low floors make hands that open, so that there is something on the table."""
FLOORS = (
    {},
    {"teams": True},
    {"katlamali": True},
    {"katlamali": True, "teams": True, "katlamali_scope": "opponents"},
)
RULES = st.builds(
    lambda preset, switches, floors: configure(preset, {**switches, **floors}),
    st.sampled_from(("table", "classic")),
    st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in SWITCHES.items()}),
    st.sampled_from(FLOORS),
)


def examples(full):
    """Tries so many examples under `make long`, else a tenth of them; a seed is not worth shrinking."""
    return settings(
        max_examples=scaled(full),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        database=None,
        phases=[Stage.explicit, Stage.generate],
    )


def law(full):
    """Holds a law against so many hands."""
    return lambda test: examples(full)(given(rules=RULES, seed=SEEDS)(test))


def played(rules, seed):
    """Returns the moves of the hand that a seed deals and plays."""
    return list(steps(deal(rules, seed), Random(seed)))


TILE = st.integers(0, TILES - 1).map(Tile)
PLACED = st.builds(Placed, TILE, st.none() | st.integers(0, 64))
LAYOUTS = st.lists(PLACED, max_size=5).map(tuple)
MELD = st.integers(0, 12)
ANY_MOVE = st.one_of(
    st.builds(DrawFromStock),
    st.builds(TakeDiscard),
    st.builds(PutBack),
    st.builds(Discard, TILE, st.booleans()),
    st.builds(OpenSeries, st.lists(LAYOUTS, max_size=3).map(tuple)),
    st.builds(OpenPairs, st.lists(LAYOUTS, max_size=3).map(tuple)),
    st.builds(LaySeries, LAYOUTS),
    st.builds(LayPair, LAYOUTS),
    st.builds(LayOff, MELD, PLACED),
    st.builds(ClaimOkey, MELD, TILE),
)
