"""Tables for tests of pure functions; nothing here runs."""

from typing import Any

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import game_pb2
from game101.v1 import rules_service_pb2 as rules_pb
from game101.v1 import scoring_service_pb2 as scoring_pb
from game101.v1 import table_service_pb2 as pb

from services.table import agreement, handover, lobby, play, tokens
from services.table.change import Change

NOW = 1_800_000_000_000
"""A time of the store's clock, in ms."""
ANSWERS_KEPT_MS = 5_000_000
"""How long the tests' stores keep answers to requests."""

DESCRIBED = rules_pb.DescribeRulesResponse(min_seats=4, max_seats=4, deck_size=106, first_below=104)
PLAYING, OVER, VOID = (
    game_pb2.HAND_STATE_PLAYING,
    game_pb2.HAND_STATE_OVER,
    game_pb2.HAND_STATE_VOID,
)


def founded(**config: Any) -> Change:
    """Returns a new table of four seats."""
    agreed = agreement.agreed(pb.TableConfig(**config), DESCRIBED)
    foundation = lobby.Foundation("t" * 24, agreed, 106, 104, tokens.hashed("owner"), 7)
    return lobby.created(foundation, NOW)


def committed(table: store_pb.StoredTable, now_ms: int = NOW) -> Change:
    return handover.committed(
        table, now_ms, dealer_pb.CommitResponse(commitment=b"c" * 32, token=b"token", algorithm=1)
    )


def update(ply: int, turn: int, seat: int, state: "game_pb2.HandState" = PLAYING) -> rules_pb.PositionUpdate:
    return rules_pb.PositionUpdate(
        position=game_pb2.GamePosition(format=1, notation=f"position {ply}"),
        header=game_pb2.PositionHeader(ply=ply, turn=turn, seat=seat, state=state),
        notation=f"move {ply}",
        seen=[rules_pb.SeenPositions(positions=[seat]) for seat in range(1, 5)],
    )


def in_lobby(people: int = 4, **config: Any) -> store_pb.StoredTable:
    """Returns a committed table with people on its first seats; the token of seat n is ``seat n``."""
    table = committed(founded(**config).table).table
    for seat in range(1, people + 1):
        table = lobby.seat_taken(table, NOW, seat, f"player {seat}", f"seat {seat}").table
    return table


def gathering(people: int = 4, **config: Any) -> store_pb.StoredTable:
    """Returns a table on which everybody has pressed start."""
    table = in_lobby(people, **config)
    if people < 4:
        table = lobby.bots_added(table, NOW, (), bot_pb.BOT_LEVEL_LOW).table
    for seat in range(1, people + 1):
        table = lobby.start_pressed(table, NOW, seat, b"").table
    return table


def playing(people: int = 4, starter: int = 1, **config: Any) -> store_pb.StoredTable:
    """Returns a table whose first hand has just begun, at ``NOW``."""
    table = gathering(people, **config)
    deal = dealer_pb.DealResponse(first_starter=starter, root=b"r" * 32, token=b"dealt")
    return handover.dealt(table, NOW, deal, update(0, 0, starter)).table


def ended(table: store_pb.StoredTable, state: "game_pb2.HandState" = OVER) -> store_pb.StoredTable:
    """Returns the table after a move that ends its hand."""
    header = table.hand.header
    after = update(header.ply + 1, header.turn, header.seat, state)
    return play.moved(table, NOW, header.seat, after, pb.MOVE_SOURCE_PLAYER).table


def score(*points: int) -> game_pb2.HandScore:
    seats = [game_pb2.SeatScore(seat=seat, points=each) for seat, each in enumerate(points, start=1)]
    return game_pb2.HandScore(seats=seats, winner=1, multiplier=1)


def books(over: bool = False, starter: int = 2) -> scoring_pb.SettleHandResponse:
    match = game_pb2.MatchState(totals=[0, 1, 2, 3], hands_played=1, starter=starter, over=over)
    return scoring_pb.SettleHandResponse(match=match)


def kinds(change: Change) -> list[str]:
    return [told.event.WhichOneof("kind") for told in change.events]
