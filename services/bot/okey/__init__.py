"""How bots play 101 Okey, from a seat's view alone."""

from services.bot.okey.policy import rank, to_move

__all__ = ["rank", "to_move"]
