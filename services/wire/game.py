"""Messages of any game to engine values and back: the kind of the message names the game.

Together with ``engine/game.py`` this is the only place of the wire that knows which games exist.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol

from game101.v1 import game_pb2 as pb

from engine.game import GAMES, Game
from engine.header import HandState, Header
from engine.refusal import BadText
from engine.score import HandScore, Line, Match, Side, Standing
from services.wire import card, okey, status
from services.wire.numbers import seat_to_pb
from services.wire.status import Malformed

FORMAT: Final = 1
"""The format in which positions are written. Every format up to this one can be read."""

LONGEST_MOVE: Final = 4096
LONGEST_POSITION: Final = 16384
MOST_TOTAL: Final = 1_000_000_000
MOST_HANDS_PLAYED: Final = 1_000_000
"""Far above any match: what is added to a total or a count still fits in its field."""
_MOST_REMEMBERED: Final = 512
"""Bytes of a rule set that is worth remembering; a longer one has been padded."""


class Codec(Protocol):
    """What the wire must know of one game. Each ``field`` is the path of the message, for errors."""

    def rules_from_pb(self, message: Any, field: str) -> Any:
        """Returns the rule set of a preset and its overrides; raises ``BadRules``."""

    def ruleset_to_pb(self, rules: Any) -> Any:
        """Returns every switch of a rule set."""

    def move_from_pb(self, message: Any, field: str) -> Any:
        """Returns a move; raises ``Malformed``."""

    def move_to_pb(self, move: Any) -> Any:
        """Returns a move's message."""

    def position_from_pb(self, message: Any, field: str) -> Any:
        """Returns a position; raises ``Malformed`` or ``BadPosition``."""

    def position_to_pb(self, state: Any) -> Any:
        """Returns a position's message."""

    def view_from_pb(self, message: Any, field: str) -> Any:
        """Returns a view; raises ``Malformed`` or ``BadPosition``."""

    def unchecked_view_from_pb(self, message: Any, field: str) -> Any:
        """Returns a view of which nobody asks whether play can reach it; raises ``Malformed``."""

    def view_to_pb(self, view: Any) -> Any:
        """Returns a view's message."""

    def event_to_pb(self, event: Any) -> Any:
        """Returns an event's message."""

    def edit_draft(self, view: Any, draft: Any, step: Any | None, field: str) -> tuple[Any, Any]:
        """Returns a draft after one step, or none, and its check; refuses where the game has no drafts."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game with its codec."""

    name: str
    """The game's name, which is the name of its field in every ``oneof``."""
    game: Game[Any, Any, Any, Any]
    codec: Codec


_CODECS: Final[Mapping[str, Codec]] = {"okey": okey, "card": card}
RULEBOOKS: Final[Mapping[str, Rulebook]] = {
    name: Rulebook(name, game, _CODECS[name]) for name, game in GAMES.items()
}

_STATES: Final = {
    HandState.PLAYING: pb.HAND_STATE_PLAYING,
    HandState.OVER: pb.HAND_STATE_OVER,
    HandState.VOID: pb.HAND_STATE_VOID,
}


def _chosen(message: Any, oneof: str, field: str) -> str:
    """Returns the name of the field that is set in a ``oneof``."""
    name: str | None = message.WhichOneof(oneof)
    if name is None:
        raise Malformed(field, "is required")
    return name


def rules_from_pb(message: pb.GameRules, field: str) -> tuple[Rulebook, Any]:
    """Returns the game and the rule set that a caller asks for."""
    raw = message.SerializeToString(deterministic=True)
    return _rules(message, field) if len(raw) > _MOST_REMEMBERED else _remembered_rules(raw, field)


@lru_cache(maxsize=1024)
def _remembered_rules(raw: bytes, field: str) -> tuple[Rulebook, Any]:
    # The same few rule sets come with every call, and they are frozen.
    return _rules(pb.GameRules.FromString(raw), field)


def _rules(message: pb.GameRules, field: str) -> tuple[Rulebook, Any]:
    name = _chosen(message, "game", field)
    book = RULEBOOKS[name]
    return book, book.codec.rules_from_pb(getattr(message, name), f"{field}.{name}")


def ruleset_to_pb(book: Rulebook, rules: Any) -> pb.GameRuleSet:
    """Returns every switch of a rule set."""
    return pb.GameRuleSet(**{book.name: book.codec.ruleset_to_pb(rules)})


def position_from_pb(message: pb.GamePosition, field: str) -> tuple[Rulebook, Any]:
    """Returns the game and the position of a message, or of its notation.

    Raises:
        CallError: UNAVAILABLE with reason POSITION_TOO_NEW: a later release wrote it.
        Malformed: A field is missing or out of range.
        BadText: The notation is none.
        BadPosition: No play can reach the position.
    """
    if message.format > FORMAT:
        raise status.unavailable(
            "POSITION_TOO_NEW",
            "a later release wrote the position; another replica may read it",
            format=message.format,
            newest=FORMAT,
        )
    form = _chosen(message, "form", field)
    if form != "notation":
        book = RULEBOOKS[form]
        return book, book.codec.position_from_pb(getattr(message, form), f"{field}.{form}")
    text = _short_text(message.notation, LONGEST_POSITION, f"{field}.notation")
    words = text.split(maxsplit=1)
    if not words or words[0] not in RULEBOOKS:
        raise BadText(text, 0, f"a position begins with its game: {' or '.join(RULEBOOKS)}")
    book = RULEBOOKS[words[0]]
    return book, book.game.read_position(text)


def _short_text(text: str, longest: int, field: str) -> str:
    if len(text) > longest:
        raise Malformed(field, f"is longer than {longest} characters")
    return text


def position_to_pb(book: Rulebook, state: Any) -> pb.GamePosition:
    """Returns a position's message."""
    message = pb.GamePosition()
    put_position(message, book, state)
    return message


def put_position(place: pb.GamePosition, book: Rulebook, state: Any) -> None:
    """Writes a position where its message belongs. A message that is built first is copied at each level."""
    place.format = FORMAT
    getattr(place, book.name).CopyFrom(book.codec.position_to_pb(state))


def move_from_pb(book: Rulebook, message: pb.GameMove, field: str) -> Any:
    """Returns a move of a game, from its message or its notation."""
    form = _chosen(message, "form", field)
    if form == "notation":
        return book.game.read_move(_short_text(message.notation, LONGEST_MOVE, f"{field}.notation"))
    if form != book.name:
        raise Malformed(field, "is a move of another game than the position")
    return book.codec.move_from_pb(getattr(message, form), f"{field}.{form}")


def move_to_pb(book: Rulebook, move: Any) -> pb.GameMove:
    """Returns a move's message."""
    return pb.GameMove(**{book.name: book.codec.move_to_pb(move)})


def view_from_pb(message: pb.GameView, field: str) -> tuple[Rulebook, Any]:
    """Returns the game and the view of a message."""
    name = _chosen(message, "game", field)
    book = RULEBOOKS[name]
    return book, book.codec.view_from_pb(getattr(message, name), f"{field}.{name}")


def known_view(raw: bytes) -> tuple[Rulebook, Any]:
    """Returns the game and the view of a serialized message that ``view_from_pb`` has taken before."""
    message = pb.GameView.FromString(raw)
    name = _chosen(message, "game", "view")
    book = RULEBOOKS[name]
    return book, book.codec.unchecked_view_from_pb(getattr(message, name), f"view.{name}")


def view_to_pb(book: Rulebook, view: Any) -> pb.GameView:
    """Returns a view's message."""
    message = pb.GameView()
    put_view(message, book, view)
    return message


def put_view(place: pb.GameView, book: Rulebook, view: Any) -> None:
    """Writes a view where its message belongs."""
    getattr(place, book.name).CopyFrom(book.codec.view_to_pb(view))


def edit_draft(
    book: Rulebook, view: Any, draft: pb.GameDraft, step: pb.GameDraftStep | None
) -> tuple[pb.GameDraft, pb.GameDraftCheck]:
    """Returns a draft after one step, or after none, and what it comes to."""
    given = getattr(draft, book.name, None)
    asked = None if step is None else getattr(step, book.name, None)
    after, check = book.codec.edit_draft(view, given, asked, f"step.{book.name}")
    return pb.GameDraft(**{book.name: after}), pb.GameDraftCheck(**{book.name: check})


def put_event(place: pb.GameEvent, book: Rulebook, event: Any) -> None:
    """Writes an event where its message belongs."""
    getattr(place, book.name).CopyFrom(book.codec.event_to_pb(event))


def header_to_pb(header: Header) -> pb.PositionHeader:
    """Returns a header's message."""
    return pb.PositionHeader(
        ply=header.ply, turn=header.turn, seat=seat_to_pb(header.seat), state=_STATES[header.state]
    )


def score_to_pb(score: HandScore) -> pb.HandScore:
    """Returns the message of a hand's result."""
    return pb.HandScore(
        seats=[
            pb.SeatScore(
                seat=seat_to_pb(seat),
                points=each.points,
                lines=map(_line_to_pb, each.lines),
            )
            for seat, each in enumerate(score.seats)
        ],
        winner=0 if score.winner is None else seat_to_pb(score.winner),
        flags=score.flags,
        multiplier=score.multiplier,
        void=score.void,
    )


def _line_to_pb(line: Line) -> pb.ScoreLine:
    return pb.ScoreLine(code=line.code, text=line.text, points=line.points)


def match_to_pb(match: Match) -> pb.MatchState:
    """Returns a match's message."""
    return pb.MatchState(
        totals=match.totals,
        hands_played=match.hands_played,
        starter=seat_to_pb(match.starter),
        over=match.over,
    )


def match_from_pb(message: pb.MatchState, seats: range, field: str) -> Match:
    """Returns a match of a game that allows so many seats."""
    if len(message.totals) not in seats:
        raise Malformed(f"{field}.totals", f"must be from {seats.start} to {seats.stop - 1}, one a seat")
    if not 1 <= message.starter <= len(message.totals):
        raise Malformed(f"{field}.starter", f"not in [1, {len(message.totals)}]")
    if any(abs(total) > MOST_TOTAL for total in message.totals):
        raise Malformed(f"{field}.totals", f"must each be in [-{MOST_TOTAL}, {MOST_TOTAL}]")
    if message.hands_played > MOST_HANDS_PLAYED:
        raise Malformed(f"{field}.hands_played", f"not in [0, {MOST_HANDS_PLAYED}]")
    return Match(tuple(message.totals), message.hands_played, message.starter - 1, message.over)


def standing_to_pb(standing: Standing) -> pb.Standing:
    """Returns a standing's message."""
    return pb.Standing(
        sides=map(_side_to_pb, standing.sides),
        losers=[seat_to_pb(seat) for seat in standing.losers],
    )


def _side_to_pb(side: Side) -> pb.StandingSide:
    seats = [seat_to_pb(seat) for seat in side.seats]
    return pb.StandingSide(seats=seats, total=side.total, place=side.place)
