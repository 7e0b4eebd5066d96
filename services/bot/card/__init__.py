"""How bots play the card game 101, from a seat's view alone."""

from services.bot.card.policy import only_move, rank, to_move

__all__ = ["only_move", "rank", "to_move"]
