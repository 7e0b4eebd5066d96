"""How bots play 101 Okey, from a seat's view alone."""

from services.bot.okey import kernel  # noqa: F401 - shows its metric
from services.bot.okey.policy import only_move, rank, to_move

__all__ = ["only_move", "rank", "to_move"]
