"""The bot service: a seat's view in, a move out."""
