"""A table before its first hand: created, its seats taken and left, bots added, start pressed."""

from collections.abc import Iterable
from dataclasses import dataclass

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import game_pb2
from game101.v1 import table_service_pb2 as pb

from services.table import clocks, stored, tokens
from services.table.change import Change
from services.wire import status


@dataclass(frozen=True, slots=True)
class Foundation:
    """What a new table begins with."""

    table_id: str
    config: pb.TableConfig
    """With every default filled in."""
    deck_size: int
    first_below: int
    owner_hash: bytes
    bot_seed: int
    tenant: str = ""
    """Whose table it is; nobody's where callers are not asked who they are."""


def created(foundation: Foundation, now_ms: int) -> Change:
    """Returns a new table."""
    config = pb.TableConfig()
    config.CopyFrom(foundation.config)
    config.ClearField("bot_seed")
    table = store_pb.StoredTable(
        format=stored.FORMAT,
        table_id=foundation.table_id,
        config=config,
        deck_size=foundation.deck_size,
        first_below=foundation.first_below,
        owner_hash=foundation.owner_hash,
        bot_seed=foundation.bot_seed,
        hand=store_pb.StoredHand(number=1, hand_id="1"),
        match=game_pb2.MatchState(totals=[0] * config.seats),
        create_ms=now_ms,
        seats=[_free_seat(number) for number in range(1, config.seats + 1)],
        tenant=foundation.tenant,
    )
    change = Change(table, now_ms).enter(store_pb.PHASE_LOBBY)
    change.tell(table_created=pb.TableCreated(config=config))
    if config.bots.fill == pb.BOT_FILL_AT_ONCE:
        _seat_bots(change, range(config.bots.players + 1, config.seats + 1), config.bots.level)
    return change


def seat_taken(table: store_pb.StoredTable, now_ms: int, wanted: int, player: str, token: str) -> Change:
    """Returns the change with which a player sits down, on the first free seat when ``wanted`` is 0.

    Raises:
        CallError: SEAT_TAKEN, NO_FREE_SEAT, TABLE_STARTED or ALREADY_SEATED.
    """
    _require_lobby(table)
    if player and any(seat.open.player == player for seat in table.seats):
        raise status.failed_precondition("ALREADY_SEATED", "this player has a seat at the table")
    seat = wanted or next(iter(_free_seats(table)), 0)
    if not seat:
        raise status.failed_precondition("NO_FREE_SEAT", "no seat is free")
    if table.seats[seat - 1].open.kind != pb.SEAT_KIND_FREE:
        raise status.failed_precondition("SEAT_TAKEN", f"seat {seat} is taken", seat=seat)
    change = Change(table, now_ms)
    taken = pb.Seat(seat=seat, kind=pb.SEAT_KIND_PLAYER, player=player)
    change.table.seats[seat - 1].CopyFrom(store_pb.StoredSeat(open=taken, token_hash=tokens.hashed(token)))
    change.tell_seat(seat)
    return change


def seat_left(table: store_pb.StoredTable, now_ms: int, seat: int) -> Change:
    """Returns the change with which a player gives a seat up; once a hand has begun, a bot plays it on."""
    require_open(table)
    change = Change(table, now_ms)
    if table.phase == store_pb.PHASE_LOBBY:
        change.table.seats[seat - 1].CopyFrom(_free_seat(seat))
        _contribute(change, seat, b"")
    else:
        change.table.seats[seat - 1].CopyFrom(_bot_seat(seat, table.config.stand_in_level))
        change.dropped_drafts.add(seat)
        clocks.hand_to_bot(change.table, seat, now_ms)
    change.tell_seat(seat)
    return change


def bots_added(
    table: store_pb.StoredTable, now_ms: int, seats: Iterable[int], level: "bot_pb.BotLevel"
) -> Change:
    """Returns the change with which bots sit down; no seats named is every free one.

    Raises:
        CallError: TABLE_STARTED or SEAT_TAKEN.
    """
    _require_lobby(table)
    chosen = list(seats) or _free_seats(table)
    for seat in chosen:
        if table.seats[seat - 1].open.kind != pb.SEAT_KIND_FREE:
            raise status.failed_precondition("SEAT_TAKEN", f"seat {seat} is taken", seat=seat)
    change = Change(table, now_ms)
    _seat_bots(change, chosen, level)
    return change


def start_pressed(table: store_pb.StoredTable, now_ms: int, seat: int, contribution: bytes) -> Change:
    """Returns the change with which a seat presses start, or contributes to a later deal.

    Raises:
        CallError: DEAL_NOT_COMMITTED; a contribution counts only after the dealer has bound itself.
            START_NOT_AWAITED; a hand is being played. TABLE_ENDED.
    """
    require_open(table)
    if table.phase not in {store_pb.PHASE_LOBBY, store_pb.PHASE_COMMITTING, store_pb.PHASE_GATHERING}:
        raise status.failed_precondition("START_NOT_AWAITED", "no hand is about to begin")
    if contribution and not table.hand.commitment:
        message = "the dealer has not committed to the deal yet; press again"
        raise status.unavailable("DEAL_NOT_COMMITTED", message, retry_after=0.2)
    change = Change(table, now_ms)
    if contribution:
        _contribute(change, seat, contribution)
    pressed = change.table.seats[seat - 1].open
    if not pressed.started:
        pressed.started = True
        change.tell_seat(seat)
    _begin_if_all_started(change)
    return change


def require_open(table: store_pb.StoredTable) -> None:
    """Raises FAILED_PRECONDITION with reason TABLE_ENDED unless the table goes on."""
    if table.phase in stored.ENDED:
        raise status.failed_precondition("TABLE_ENDED", "the table has ended")


def _require_lobby(table: store_pb.StoredTable) -> None:
    require_open(table)
    if table.phase != store_pb.PHASE_LOBBY:
        raise status.failed_precondition("TABLE_STARTED", "the first hand has begun")


def _free_seats(table: store_pb.StoredTable) -> list[int]:
    return [number for number, seat in stored.seats_of(table) if seat.open.kind == pb.SEAT_KIND_FREE]


def _free_seat(number: int) -> store_pb.StoredSeat:
    return store_pb.StoredSeat(open=pb.Seat(seat=number, kind=pb.SEAT_KIND_FREE))


def _bot_seat(number: int, level: "bot_pb.BotLevel") -> store_pb.StoredSeat:
    seat = pb.Seat(seat=number, kind=pb.SEAT_KIND_BOT, started=True, level=level)
    return store_pb.StoredSeat(open=seat)


def _seat_bots(change: Change, seats: Iterable[int], level: "bot_pb.BotLevel") -> None:
    for seat in seats:
        change.table.seats[seat - 1].CopyFrom(_bot_seat(seat, level))
        change.tell_seat(seat)
    _begin_if_all_started(change)


def _contribute(change: Change, seat: int, value: bytes) -> None:
    hand = change.table.hand
    kept = [given for given in hand.contributions if given.seat != seat]
    del hand.contributions[:]
    hand.contributions.extend(kept)
    if value:
        hand.contributions.append(dealer_pb.Contribution(seat=seat, value=value))


def _begin_if_all_started(change: Change) -> None:
    table = change.table
    if table.phase == store_pb.PHASE_LOBBY and all(seat.open.started for seat in table.seats):
        change.enter(store_pb.PHASE_GATHERING if table.hand.commitment else store_pb.PHASE_COMMITTING)
