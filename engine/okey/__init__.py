"""101 Okey: the verbs of ``engine.game.Game``. The rules are in RULES.md beside this file."""

from collections.abc import Mapping
from typing import Final

from engine.header import Deck
from engine.okey.events import Event, dealt, events
from engine.okey.legal import why_not
from engine.okey.listing import legal_moves
from engine.okey.moves import Move
from engine.okey.notation import read_move, read_position, write_move, write_position
from engine.okey.play import apply, start
from engine.okey.reasons import OkeyReason
from engine.okey.ruleset import PRESETS as _PRESETS
from engine.okey.ruleset import RuleSet, configure
from engine.okey.score import score, settle, standing
from engine.okey.state import SEATS, State, header
from engine.okey.tiles import NUMBERED, TILES
from engine.okey.view import View, seen, view

NAME: Final[str] = "okey"
PRESETS: Final[Mapping[str, RuleSet]] = _PRESETS


def deck(rules: RuleSet) -> Deck:  # noqa: ARG001
    """Returns the box: 106 tiles, of which the indicator is a numbered one. Rules A1.2 and A1.3."""
    return Deck(size=TILES, first_below=NUMBERED)


def seats(rules: RuleSet) -> range:  # noqa: ARG001
    """Returns the number of seats, always 4. Rule A1.1."""
    return range(SEATS, SEATS + 1)


__all__ = [
    "NAME",
    "PRESETS",
    "Event",
    "Move",
    "OkeyReason",
    "RuleSet",
    "State",
    "View",
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
