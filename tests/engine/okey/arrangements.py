"""What every arrangement must fulfil, checked without the code that finds one."""

from engine.okey.arrangement import Arrangement
from engine.okey.melds import Binding, Meld, pair, series
from tests.engine.okey.racks import Held


def checked(arrangement: Arrangement, held: Held, pairs: bool = False) -> Arrangement:
    """Returns an arrangement whose melds are legal, disjoint, from the hand, and add up."""
    laid = [placed.tile for layout in arrangement.melds for placed in layout]
    for binding in Binding:
        melds = [
            pair(layout, held.okey) if pairs else series(layout, held.okey, binding)
            for layout in arrangement.melds
        ]
        assert all(isinstance(meld, Meld) for meld in melds), arrangement
        value = len(melds) if pairs else sum(meld.value for meld in melds if isinstance(meld, Meld))
        assert value == arrangement.total
    left = {tile for tile in range(106) if arrangement.left >> tile & 1}
    assert len(laid) == len(set(laid))
    assert set(held.tiles) == left | set(laid)
    assert not left & set(laid)
    for layout in arrangement.melds:
        assert all((placed.stands_for is not None) == (placed.tile // 2 == held.okey) for placed in layout)
    return arrangement
