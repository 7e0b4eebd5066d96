"""How bots play the card game 101, from a seat's view alone."""

from services.bot.card.policy import rank, to_move

__all__ = ["rank", "to_move"]
