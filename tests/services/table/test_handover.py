import pytest
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import table_service_pb2 as pb

from services.table import handover, show, stored
from services.wire import status
from services.wire.status import CallError
from tests.services.table import samples
from tests.services.table.samples import NOW, kinds

MANUAL = {"scoring_mode": pb.SCORING_MODE_MANUAL}
SCORE = samples.score(5, 6, 7, 8)


def reason(call) -> str:
    with pytest.raises(CallError) as caught:
        call()
    info = status.error_info(caught.value)
    assert info is not None
    return info.reason


def settled(table: store_pb.StoredTable, over: bool = False) -> store_pb.StoredTable:
    return handover.settled(table, NOW, SCORE, samples.books(over)).table


def confirming() -> store_pb.StoredTable:
    return handover.scores_awaited(samples.ended(samples.playing(**MANUAL)), NOW, SCORE).table


def test_a_commitment_is_public_and_its_token_is_not():
    change = samples.committed(samples.founded().table)

    assert ["deal_committed"] == kinds(change)
    assert b"token" not in change.events[0].SerializeToString()
    assert b"token" == change.table.hand.token


def test_the_lot_decides_who_starts_the_first_hand_and_the_books_who_starts_the_next():
    table = settled(samples.ended(samples.playing(starter=3)))
    table = handover.revealed(table, NOW, dealer_pb.DealRecord()).table
    deal = dealer_pb.DealResponse(first_starter=4, root=b"r", token=b"t")
    second = handover.dealt(samples.committed(table).table, NOW, deal, samples.update(0, 0, 2)).table

    assert 3 == samples.playing(starter=3).match.starter
    assert 2 == second.match.starter


def test_a_hand_is_kept_with_its_token_and_what_was_seen_when_it_is_revealed():
    change = handover.revealed(settled(samples.ended(samples.playing())), NOW, dealer_pb.DealRecord())

    assert change.kept_hand is not None
    assert (1, b"dealt", 4) == (
        change.kept_hand.number,
        change.kept_hand.token,
        len(change.kept_hand.seen),
    )


def test_the_next_hand_has_a_new_id_and_the_last_position_stays_to_be_looked_at():
    before = settled(samples.ended(samples.playing()))
    table = handover.revealed(before, NOW, dealer_pb.DealRecord()).table

    assert ("2", 2, b"") == (table.hand.hand_id, table.hand.number, table.hand.token)
    assert before.hand.position == table.hand.position
    assert 1 == stored.begun_hand(table) == show.shown(table).hand
    assert before.hand.header == show.shown(table).header


def test_a_closed_table_counts_the_hands_that_have_begun():
    playing = samples.playing()
    booked = settled(samples.ended(playing))
    between = handover.revealed(booked, NOW, dealer_pb.DealRecord()).table
    gathering = samples.committed(between).table
    phases = {
        0: [samples.founded().table, samples.in_lobby(), samples.gathering()],
        1: [playing, samples.ended(playing), booked, between, gathering],
    }
    for hands, tables in phases.items():
        for table in tables:
            shut = handover.closed(table, NOW, "late").table
            if shut.phase == store_pb.PHASE_CLOSING:
                shut = handover.revealed(shut, NOW, None).table

            assert (store_pb.PHASE_CLOSED, hands) == (shut.phase, show.shown(shut).hand), table.phase


def test_a_match_that_is_over_ends_with_its_standing_as_the_last_event():
    table = settled(samples.ended(samples.playing()), over=True)
    change = handover.revealed(table, NOW, dealer_pb.DealRecord())

    assert ["deal_revealed", "match_ended"] == kinds(change)
    assert [False, True] == [told.last for told in change.events]
    assert store_pb.PHASE_FINISHED == change.table.phase


def test_the_owner_sees_the_computed_scores_enters_and_confirms():
    waits = confirming()
    entered = handover.scores_entered(waits, NOW, [1, 2, 3, 4]).table
    corrected = handover.scores_entered(entered, NOW, [1, 2, 3, 5]).table
    confirmed = handover.scores_confirmed(corrected, NOW, 1).table
    booked = handover.booked_score(confirmed)
    change = handover.settled(confirmed, NOW, booked, samples.books())

    assert SCORE == show.shown(corrected).pending_scores.computed
    assert [1, 2, 3, 5] == [seat.points for seat in booked.seats]
    assert change.events[0].event.hand_ended.manual
    assert not change.table.HasField("pending")


def test_scores_are_entered_and_confirmed_only_when_they_are_awaited():
    playing = samples.playing(**MANUAL)
    waits = confirming()
    entered = handover.scores_entered(waits, NOW, [1, 2, 3, 4]).table

    assert "SCORES_NOT_AWAITED" == reason(lambda: handover.scores_entered(playing, NOW, [1, 2, 3, 4]))
    assert "SCORES_NOT_AWAITED" == reason(lambda: handover.scores_confirmed(playing, NOW, 1))
    assert "SCORES_NOT_ENTERED" == reason(lambda: handover.scores_confirmed(waits, NOW, 1))
    assert "WRONG_HAND" == reason(lambda: handover.scores_confirmed(entered, NOW, 2))


def test_a_deal_that_cannot_be_made_is_begun_again_under_a_new_id():
    table = handover.dealt_anew(samples.gathering(), NOW).table

    assert ("1.1", b"", store_pb.PHASE_COMMITTING) == (
        table.hand.hand_id,
        table.hand.commitment,
        table.phase,
    )
    assert not show.shown(table).HasField("header")


def test_a_later_deal_that_is_begun_again_leaves_the_last_position_to_be_looked_at():
    before = settled(samples.ended(samples.playing()))
    waiting = samples.committed(handover.revealed(before, NOW, dealer_pb.DealRecord()).table).table
    table = handover.dealt_anew(waiting, NOW).table

    assert ("2.1", 1) == (table.hand.hand_id, show.shown(table).hand)
    assert before.hand.position == table.hand.position
    assert before.hand.header == show.shown(table).header


def test_a_closed_hand_is_revealed_and_that_is_the_last_event():
    closed = handover.closed(samples.playing(), NOW, "enough")
    revealed = handover.revealed(closed.table, NOW, dealer_pb.DealRecord())

    assert [("table_closed", False)] == [(told.event.WhichOneof("kind"), told.last) for told in closed.events]
    assert [("deal_revealed", True)] == [
        (told.event.WhichOneof("kind"), told.last) for told in revealed.events
    ]
    assert pb.TABLE_STATE_CLOSED == show.shown(closed.table).state == show.shown(revealed.table).state


def test_a_table_is_closed_once():
    table = handover.closed(samples.founded().table, NOW, "").table

    assert "TABLE_ENDED" == reason(lambda: handover.closed(table, NOW, ""))


def test_an_ended_table_is_kept_for_its_retention_time():
    table = handover.closed(samples.founded().table, NOW, "").table

    assert 3_600_000 == handover.archived(table, NOW).forget_after_ms
