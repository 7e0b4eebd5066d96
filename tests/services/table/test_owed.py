from datetime import timedelta

import pytest
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import table_service_pb2 as pb

from services.table import handover, lobby, play, waiting
from services.table.owed import IDLE_MS, Debt, Kind, mover, owed
from tests.services.table import samples
from tests.services.table.samples import NOW


def test_a_new_table_owes_the_commitment_before_anybody_can_contribute():
    assert Debt(Kind.COMMIT) == owed(samples.founded().table)


def test_a_table_that_waits_for_people_is_given_up_after_a_day():
    assert Debt(Kind.ABANDON, NOW + IDLE_MS) == owed(samples.in_lobby())


def test_bots_that_wait_are_owed_on_the_seats_that_are_free():
    filling = pb.BotFilling(fill=pb.BOT_FILL_AFTER_WAIT, wait=timedelta(seconds=20))

    assert Debt(Kind.FILL, NOW + 20_000) == owed(samples.in_lobby(people=2, bots=filling))
    assert Kind.ABANDON == owed(samples.in_lobby(people=4, bots=filling)).kind


def test_the_deal_is_owed_at_once_when_nothing_is_waited_for():
    assert Debt(Kind.DEAL) == owed(samples.gathering())
    assert Debt(Kind.DEAL) == owed(samples.gathering(people=0, contribution_time=timedelta(seconds=9)))


def test_the_deal_waits_for_contributions_of_people_until_their_time_is_over():
    table = samples.gathering(people=2, contribution_time=timedelta(seconds=9))

    assert Debt(Kind.DEAL, NOW + 9_000) == owed(table)

    for seat in (1, 2):
        table = lobby.start_pressed(table, NOW, seat, b"mine").table

    assert Debt(Kind.DEAL) == owed(table)


def test_a_players_turn_owes_a_warning_and_then_its_end():
    table = samples.playing()
    warned = play.warned(table, NOW + 20_000).table

    assert Debt(Kind.WARNING, NOW + 20_000) == owed(table)
    assert Debt(Kind.TIME_OUT, NOW + 30_000) == owed(warned)


def test_a_short_turn_is_warned_of_in_its_last_third():
    assert Debt(Kind.WARNING, NOW + 4_000) == owed(samples.playing(turn_time=timedelta(seconds=6)))


def test_a_turn_without_a_clock_owes_nothing_for_a_day():
    assert Debt(Kind.ABANDON, NOW + IDLE_MS) == owed(samples.playing(no_clock=True))


@pytest.mark.parametrize(
    ("table", "source"),
    [
        (samples.playing(people=0), pb.MOVE_SOURCE_BOT),
        (play.timed_out(samples.playing(), NOW).table, pb.MOVE_SOURCE_TIMEOUT),
        (play.autopilot_set(samples.playing(), NOW, 1, autopilot=True).table, pb.MOVE_SOURCE_AUTOPILOT),
        (lobby.seat_left(samples.playing(), NOW, 1).table, pb.MOVE_SOURCE_BOT),
    ],
)
def test_a_bots_move_is_owed_at_once(table, source):
    assert Debt(Kind.BOT_MOVE) == owed(table)
    assert source == mover(table)


def test_a_player_who_waits_for_the_rules_owes_nothing_but_a_look_at_them():
    table = waiting.waits(samples.playing(), NOW, "RULES_UNAVAILABLE").table

    assert Debt(Kind.PROBE) == owed(table)


def test_the_steps_of_a_hand_over_are_owed_one_after_the_other():
    table = samples.ended(samples.playing(hands=2))
    steps = [owed(table)]
    table = handover.settled(table, NOW, samples.score(0, 1, 2, 3), samples.books()).table
    steps.append(owed(table))
    table = handover.revealed(table, NOW, dealer_pb.DealRecord()).table
    steps.append(owed(table))
    table = samples.committed(table).table
    steps.append(owed(table))

    assert [Debt(Kind.SCORE), Debt(Kind.REVEAL), Debt(Kind.COMMIT), Debt(Kind.DEAL)] == steps


def test_the_pause_between_hands_comes_before_the_next_commitment():
    table = samples.ended(samples.playing(pause_between_hands=timedelta(seconds=5)))
    table = handover.settled(table, NOW, samples.score(0, 1, 2, 3), samples.books()).table
    table = handover.revealed(table, NOW + 1, dealer_pb.DealRecord()).table

    assert Debt(Kind.COMMIT, NOW + 5_001) == owed(table)


def test_the_owner_is_waited_for_and_then_the_books_are_owed():
    table = samples.ended(samples.playing(scoring_mode=pb.SCORING_MODE_MANUAL))
    waits = handover.scores_awaited(table, NOW, samples.score(0, 1, 2, 3)).table
    entered = handover.scores_entered(waits, NOW, [4, 3, 2, 1]).table

    assert Debt(Kind.ABANDON, NOW + IDLE_MS) == owed(waits)
    assert Debt(Kind.SETTLE) == owed(handover.scores_confirmed(entered, NOW, 1).table)


def test_an_ended_table_owes_its_way_into_the_archive_and_then_nothing():
    closed = handover.closed(samples.founded().table, NOW, "").table

    assert store_pb.PHASE_CLOSED == closed.phase
    assert Debt(Kind.ARCHIVE) == owed(closed)
    assert owed(handover.archived(closed, NOW).table) is None


def test_a_table_that_is_closed_in_a_hand_owes_the_reveal_first():
    assert Debt(Kind.REVEAL) == owed(handover.closed(samples.playing(), NOW, "").table)
