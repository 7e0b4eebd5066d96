"""The kernel's answers as the bot asks for them: what the best melds of a hand are, total, and leave."""

from typing import Any, Final

from engine.okey.aims import LEFT, SERIES, total_of
from engine.okey.arrange import KERNEL
from engine.okey.moves import Layout
from engine.okey.tiles import Face, Hand

_CODE: Final[Any] = KERNEL.code
_NO_TILE: Final = -1


def best_total(hand: Hand, okey: Face) -> int:
    """Returns the highest total of runs and groups. Rule A6.2."""
    return total_of(_CODE.best_score(hand, okey, SERIES))


def for_total(hand: Hand, okey: Face) -> tuple[int, Hand]:
    """Returns the highest total of runs and groups, and the tiles that they leave."""
    _, left, total = _CODE.lay(hand, okey, _CODE.best_melds(hand, okey, SERIES), _NO_TILE)
    return total, left


def most_laid(hand: Hand, okey: Face) -> int:
    """Returns a number that grows with what runs and groups can lay of a hand; 0 when nothing."""
    return total_of(_CODE.best_score(hand, okey, LEFT))


def for_least(hand: Hand, okey: Face) -> tuple[tuple[Layout, ...], Hand]:
    """Returns the runs and groups that leave the least of a hand, OKEYs before all, and what they leave."""
    layouts, left, _ = _CODE.lay(hand, okey, _CODE.best_melds(hand, okey, LEFT), _NO_TILE)
    return layouts, left
