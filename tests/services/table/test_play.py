import pytest
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import game_pb2
from game101.v1 import table_service_pb2 as pb

from services.table import play, show, waiting
from services.wire import status
from services.wire.status import CallError
from tests.services.table import samples
from tests.services.table.samples import NOW, kinds, update

PLAYER = pb.MOVE_SOURCE_PLAYER


def reason(call) -> str:
    with pytest.raises(CallError) as caught:
        call()
    info = status.error_info(caught.value)
    assert info is not None
    return info.reason


def test_a_move_keeps_the_clock_of_its_turn():
    table = samples.playing()
    change = play.moved(table, NOW + 1_000, 1, update(1, 0, 1), PLAYER)

    assert table.hand.turn == change.table.hand.turn
    assert set() == change.dropped_drafts


def test_a_move_that_ends_a_turn_starts_the_clock_anew_and_drops_the_draft():
    change = play.moved(samples.playing(), NOW + 1_000, 1, update(1, 1, 2), PLAYER)

    assert NOW + 31_000 == change.table.hand.turn.deadline_ms
    assert {1} == change.dropped_drafts


def test_a_move_that_ends_the_hand_stops_the_clock_and_drops_all_drafts():
    change = play.moved(samples.playing(), NOW, 1, update(1, 0, 1, samples.OVER), PLAYER)

    assert 0 == change.table.hand.turn.deadline_ms
    assert store_pb.PHASE_SCORING == change.table.phase
    assert {1, 2, 3, 4} == change.dropped_drafts
    assert ["move_made"] == kinds(change)


def test_each_viewer_gets_the_event_that_is_its_own():
    private = game_pb2.SeatEvent(seat=1, event=game_pb2.GameEvent())
    private.event.okey.SetInParent()
    after = update(1, 0, 1)
    after.private_events.append(private)
    told = play.moved(samples.playing(), NOW, 1, after, PLAYER).events[-1]

    assert show.event_for(told, 1).move_made.event.HasField("okey")
    assert not show.event_for(told, 2).move_made.event.HasField("okey")
    assert not show.event_for(told, 0).move_made.event.HasField("okey")
    assert show.event_for(told, 1).move_made.header == show.event_for(told, 0).move_made.header


def test_the_notation_of_a_move_is_in_no_public_event():
    told = play.moved(samples.playing(), NOW, 1, update(1, 0, 1), PLAYER).events[-1]

    assert "move 1" == told.notation
    assert b"move 1" not in told.event.SerializeToString()


def test_an_old_ply_or_hand_is_stale():
    table = samples.playing()

    assert "STALE_PLY" == reason(lambda: play.require_turn(table, 0, 1, 1))
    assert "STALE_PLY" == reason(lambda: play.require_turn(table, 2, 0, 1))
    play.require_turn(table, 1, 0, 1)


def test_no_move_is_made_before_the_first_hand_or_after_one():
    assert "HAND_NOT_PLAYED" == reason(lambda: play.require_turn(samples.in_lobby(), 0, 0, 1))
    assert "HAND_NOT_PLAYED" == reason(lambda: play.require_turn(samples.ended(samples.playing()), 1, 1, 1))


def test_a_player_whose_time_is_up_leaves_the_turn_to_the_bot():
    table = play.timed_out(samples.playing(), NOW + 30_000).table

    assert "TURN_TIMED_OUT" == reason(lambda: play.require_turn(table, 1, 0, 1))


def test_a_seat_on_autopilot_has_to_be_taken_back_first():
    table = play.autopilot_set(samples.playing(), NOW, 1, autopilot=True).table

    assert "AUTOPILOT_ON" == reason(lambda: play.require_turn(table, 1, 0, 1))
    play.require_turn(play.autopilot_set(table, NOW, 1, autopilot=False).table, 1, 0, 1)


def test_after_so_many_time_outs_in_a_row_a_bot_plays_the_seat():
    table = samples.playing(timeouts_to_autopilot=2)
    once = play.timed_out(table, NOW).table
    back = play.moved(once, NOW, 1, update(1, 4, 1), pb.MOVE_SOURCE_TIMEOUT).table
    twice = play.timed_out(back, NOW)

    assert not once.seats[0].open.autopilot
    assert twice.table.seats[0].open.autopilot
    assert ["turn_timed_out", "seat_changed"] == kinds(twice)


def test_a_move_of_the_player_ends_the_row_of_time_outs():
    once = play.timed_out(samples.playing(), NOW).table
    moved = play.moved(once, NOW, 1, update(1, 4, 1), PLAYER).table

    assert 0 == moved.seats[0].timeouts


def test_a_wait_pauses_the_clock_and_its_end_lets_it_go_on():
    table = samples.playing()
    waits = waiting.waits(table, NOW + 10_000, "RULES_UNAVAILABLE")
    goes_on = waiting.went_on(waits.table, NOW + 60_000)

    assert 0 == waits.table.hand.turn.deadline_ms
    assert "RULES_UNAVAILABLE" == show.shown(waits.table).waiting_for
    assert NOW + 80_000 == goes_on.table.hand.turn.deadline_ms
    assert ["wait_changed"] == kinds(waits) == kinds(goes_on)
    assert "" == show.shown(goes_on.table).waiting_for


def test_a_clock_that_goes_on_leaves_at_least_three_seconds():
    waits = waiting.waits(samples.playing(), NOW + 29_999, "RULES_UNAVAILABLE")

    assert NOW + 43_000 == waiting.went_on(waits.table, NOW + 40_000).table.hand.turn.deadline_ms


def test_a_table_without_a_clock_has_none_after_a_wait_either():
    waits = waiting.waits(samples.playing(no_clock=True), NOW, "RULES_UNAVAILABLE")

    assert 0 == waiting.went_on(waits.table, NOW).table.hand.turn.deadline_ms


def test_the_events_of_a_table_are_chained():
    change = play.timed_out(samples.playing(timeouts_to_autopilot=1), NOW)
    first, second = change.events

    assert change.table.chain == second.chain != first.chain
