"""The card game 101: 36 cards, two to six seats. Its rules stand in RULES.md beside this file."""

from engine.card.deal import deck, start
from engine.card.events import dealt, events
from engine.card.legal import legal_moves, why_not
from engine.card.notation import NAME, read_move, read_position, write_move, write_position
from engine.card.play import apply
from engine.card.ruleset import PRESETS, configure, seats
from engine.card.score import score, settle, standing
from engine.card.seen import seen
from engine.card.state import header
from engine.card.view import view

__all__ = [
    "NAME",
    "PRESETS",
    "apply",
    "configure",
    "dealt",
    "deck",
    "events",
    "header",
    "legal_moves",
    "read_move",
    "read_position",
    "score",
    "seats",
    "seen",
    "settle",
    "standing",
    "start",
    "view",
    "why_not",
    "write_move",
    "write_position",
]
