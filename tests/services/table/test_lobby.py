import pytest
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import table_service_pb2 as pb

from services.table import lobby, tokens
from services.wire import status
from services.wire.status import CallError
from tests.services.table import samples
from tests.services.table.samples import NOW, kinds

LOW = bot_pb.BOT_LEVEL_LOW


def reason(call) -> str:
    with pytest.raises(CallError) as caught:
        call()
    info = status.error_info(caught.value)
    assert info is not None
    return info.reason


def test_a_new_table_has_free_seats_and_tells_of_itself():
    change = samples.founded()

    assert ["table_created"] == kinds(change)
    assert {pb.SEAT_KIND_FREE} == {seat.open.kind for seat in change.table.seats}
    assert (1, 1) == (change.table.version, change.table.last_sequence)


def test_the_seed_of_the_bots_is_not_in_what_everybody_sees():
    change = samples.founded(bot_seed=99)

    assert 7 == change.table.bot_seed
    assert 0 == change.table.config.bot_seed
    assert 0 == change.events[0].event.table_created.config.bot_seed


def test_bots_at_once_leave_the_first_seats_to_the_players_announced():
    change = samples.founded(bots=pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, players=1, level=LOW))

    assert [pb.SEAT_KIND_FREE] + [pb.SEAT_KIND_BOT] * 3 == [seat.open.kind for seat in change.table.seats]
    assert store_pb.PHASE_LOBBY == change.table.phase


def test_a_table_of_bots_needs_nobody_to_press_start():
    change = samples.founded(bots=pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE))

    assert store_pb.PHASE_COMMITTING == change.table.phase


def test_a_player_gets_the_seat_asked_for_or_the_first_free_one():
    table = samples.founded().table
    third = lobby.seat_taken(table, NOW, 3, "player-1", "x").table
    first = lobby.seat_taken(third, NOW, 0, "player-2", "y").table

    assert ("player-2", "player-1") == (first.seats[0].open.player, first.seats[2].open.player)


def test_only_the_hash_of_a_seat_token_is_kept():
    table = lobby.seat_taken(samples.founded().table, NOW, 1, "player-1", "secret").table

    assert b"secret" not in table.SerializeToString()
    assert tokens.fits("secret", table.seats[0].token_hash)


def test_a_taken_seat_a_full_table_and_a_second_seat_are_refused():
    full = samples.in_lobby()
    one = samples.in_lobby(people=1)

    assert "NO_FREE_SEAT" == reason(lambda: lobby.seat_taken(full, NOW, 0, "eve", "x"))
    assert "SEAT_TAKEN" == reason(lambda: lobby.seat_taken(one, NOW, 1, "eve", "x"))
    assert "ALREADY_SEATED" == reason(lambda: lobby.seat_taken(one, NOW, 2, "player 1", "x"))
    assert "SEAT_TAKEN" == reason(lambda: lobby.bots_added(one, NOW, [1], LOW))


def test_the_hand_begins_when_every_seat_has_pressed_start():
    table = samples.in_lobby()
    for seat in (1, 2, 3):
        table = lobby.start_pressed(table, NOW, seat, b"").table

        assert store_pb.PHASE_LOBBY == table.phase

    assert store_pb.PHASE_GATHERING == lobby.start_pressed(table, NOW, 4, b"").table.phase


def test_a_hand_waits_for_the_commitment_when_all_have_started_before_it():
    table = samples.founded().table
    for seat in range(1, 5):
        table = lobby.seat_taken(table, NOW, seat, "", str(seat)).table
        table = lobby.start_pressed(table, NOW, seat, b"").table

    assert store_pb.PHASE_COMMITTING == table.phase
    assert store_pb.PHASE_GATHERING == samples.committed(table).table.phase


def test_a_contribution_before_the_commitment_is_put_off():
    table = lobby.seat_taken(samples.founded().table, NOW, 1, "", "x").table

    assert "DEAL_NOT_COMMITTED" == reason(lambda: lobby.start_pressed(table, NOW, 1, b"mine"))


def test_the_last_contribution_of_a_seat_counts():
    table = lobby.start_pressed(samples.in_lobby(), NOW, 1, b"one").table
    table = lobby.start_pressed(table, NOW, 1, b"two").table

    assert [(1, b"two")] == [(given.seat, given.value) for given in table.hand.contributions]


def test_a_seat_left_before_the_first_hand_is_free_and_its_contribution_gone():
    table = lobby.start_pressed(samples.in_lobby(), NOW, 2, b"mine").table
    change = lobby.seat_left(table, NOW, 2)

    assert pb.SEAT_KIND_FREE == change.table.seats[1].open.kind
    assert b"" == change.table.seats[1].token_hash
    assert [] == list(change.table.hand.contributions)


def test_a_seat_left_later_is_played_on_by_a_bot_and_its_token_is_void():
    change = lobby.seat_left(samples.playing(), NOW, 2)

    assert pb.SEAT_KIND_BOT == change.table.seats[1].open.kind
    assert b"" == change.table.seats[1].token_hash
    assert {2} == change.dropped_drafts


def test_nobody_sits_down_or_presses_start_once_a_hand_is_played():
    table = samples.playing()

    assert "TABLE_STARTED" == reason(lambda: lobby.seat_taken(table, NOW, 1, "eve", "x"))
    assert "START_NOT_AWAITED" == reason(lambda: lobby.start_pressed(table, NOW, 1, b""))


def test_a_change_leaves_the_table_before_it_as_it_was():
    table = samples.in_lobby()
    before = table.SerializeToString(deterministic=True)
    lobby.seat_left(table, NOW, 1)

    assert before == table.SerializeToString(deterministic=True)
