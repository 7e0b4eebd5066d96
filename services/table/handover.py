"""From one hand to the next: commit, deal, score, settle, reveal; and the end of a table.

Each function is one step that the table owes; together with ``owed`` they make the hand-over.
"""

from collections.abc import Sequence
from typing import Any

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import game_pb2, rules_service_pb2
from game101.v1 import scoring_service_pb2 as scoring_pb
from game101.v1 import table_service_pb2 as pb

from services.table import clocks, stored, waiting
from services.table.change import Change
from services.table.lobby import require_open
from services.wire import status


def committed(table: store_pb.StoredTable, now_ms: int, answer: dealer_pb.CommitResponse) -> Change:
    """Returns the change with which the dealer's commitment is published."""
    change = _stepped(table, now_ms)
    hand = change.table.hand
    hand.token = answer.token
    hand.commitment = answer.commitment
    hand.algorithm = answer.algorithm
    told = change.tell(
        deal_committed=pb.DealCommitted(
            commitment=answer.commitment, hand_id=hand.hand_id, algorithm=answer.algorithm
        )
    )
    hand.first_sequence = told.event.sequence
    if table.phase == store_pb.PHASE_COMMITTING:
        change.enter(store_pb.PHASE_GATHERING)
    return change


def dealt(
    table: store_pb.StoredTable,
    now_ms: int,
    deal: dealer_pb.DealResponse,
    update: rules_service_pb2.PositionUpdate,
) -> Change:
    """Returns the change with which a hand begins."""
    change = _stepped(table, now_ms)
    hand = change.table.hand
    if not change.table.match.starter:
        change.table.match.starter = deal.first_starter
    hand.match_before.CopyFrom(change.table.match)
    hand.token = deal.token
    hand.root = deal.root
    change.take_position(update)
    change.enter(store_pb.PHASE_PLAYING)
    clocks.begin_turn(change.table, now_ms)
    begun = pb.HandStarted(
        header=hand.header,
        event=update.event,
        root=deal.root,
        contributions=hand.contributions,
        deadline=clocks.deadline_of(change.table),
    )
    change.tell(hand_started=begun, private_events=update.private_events)
    return change


def dealt_anew(table: store_pb.StoredTable, now_ms: int) -> Change:
    """Returns the change with which a deal that the dealer cannot make is begun again, under a new id."""
    change = Change(table, now_ms)
    number, attempt = table.hand.number, table.hand.attempt + 1
    hand = _to_come(table.hand, number=number, hand_id=f"{number}.{attempt}", attempt=attempt)
    change.table.hand.CopyFrom(hand)
    return change.enter(store_pb.PHASE_COMMITTING)


def scores_awaited(table: store_pb.StoredTable, now_ms: int, computed: game_pb2.HandScore) -> Change:
    """Returns the change with which the owner is asked for the scores."""
    change = _stepped(table, now_ms)
    change.table.pending.computed.CopyFrom(computed)
    change.enter(store_pb.PHASE_CONFIRMING)
    change.tell(scores_awaited=pb.ScoresAwaited(computed=computed))
    return change


def scores_entered(table: store_pb.StoredTable, now_ms: int, points: Sequence[int]) -> Change:
    """Returns the change with which the owner enters, or corrects, the scores.

    Raises:
        CallError: SCORES_NOT_AWAITED.
    """
    _require_confirming(table)
    change = Change(table, now_ms)
    del change.table.pending.entered[:]
    change.table.pending.entered.extend(points)
    return change


def scores_confirmed(table: store_pb.StoredTable, now_ms: int, hand: int) -> Change:
    """Returns the change with which the owner confirms the scores.

    Raises:
        CallError: SCORES_NOT_AWAITED, WRONG_HAND or SCORES_NOT_ENTERED.
    """
    _require_confirming(table)
    if hand != table.hand.number:
        message = f"the scores of hand {table.hand.number} wait"
        raise status.failed_precondition("WRONG_HAND", message, hand=table.hand.number)
    if not table.pending.entered:
        raise status.failed_precondition("SCORES_NOT_ENTERED", "enter the scores first")
    return Change(table, now_ms).enter(store_pb.PHASE_SETTLING)


def booked_score(table: store_pb.StoredTable) -> game_pb2.HandScore:
    """Returns the score that the owner has confirmed: the entered points with what was computed beside."""
    score = game_pb2.HandScore()
    score.CopyFrom(table.pending.computed)
    del score.seats[:]
    for seat, points in enumerate(table.pending.entered, start=1):
        score.seats.add(seat=seat, points=points)
    return score


def settled(
    table: store_pb.StoredTable,
    now_ms: int,
    score: game_pb2.HandScore,
    books: scoring_pb.SettleHandResponse,
) -> Change:
    """Returns the change with which a hand is booked."""
    change = _stepped(table, now_ms)
    manual = table.phase == store_pb.PHASE_SETTLING
    change.table.hand.score.CopyFrom(score)
    change.table.match.CopyFrom(books.match)
    change.table.standing.CopyFrom(books.standing)
    change.table.ClearField("pending")
    change.enter(store_pb.PHASE_REVEALING)
    change.tell(
        hand_ended=pb.HandEnded(score=score, match=books.match, standing=books.standing, manual=manual)
    )
    return change


def revealed(table: store_pb.StoredTable, now_ms: int, record: dealer_pb.DealRecord | None) -> Change:
    """Returns the change with which a seed is revealed, and the next hand or the end begins.

    ``record`` is ``None`` when there is nothing that could be revealed.
    """
    change = _stepped(table, now_ms)
    closing = table.phase == store_pb.PHASE_CLOSING
    if record is not None:
        change.tell(deal_revealed=pb.DealRevealed(record=record), last=closing)
    if table.hand.root:
        change.table.hand.last_sequence = change.table.last_sequence
        change.kept_hand = store_pb.StoredHand()
        change.kept_hand.CopyFrom(change.table.hand)
    if closing:
        return change.enter(store_pb.PHASE_CLOSED)
    if change.table.match.over:
        change.enter(store_pb.PHASE_FINISHED)
        change.tell(match_ended=pb.MatchEnded(standing=table.standing, match=table.match), last=True)
        return change
    number = table.hand.number + 1
    change.table.hand.CopyFrom(_to_come(table.hand, number=number, hand_id=str(number)))
    return change.enter(store_pb.PHASE_COMMITTING)


def _to_come(before: store_pb.StoredHand, **named: Any) -> store_pb.StoredHand:
    """Returns the hand to be dealt next. The last position stays to be looked at until then."""
    header = before.header if before.HasField("header") else None
    return store_pb.StoredHand(position=before.position, header=header, **named)


def closed(table: store_pb.StoredTable, now_ms: int, reason: str) -> Change:
    """Returns the change with which a table is closed before its match has ended."""
    require_open(table)
    change = Change(table, now_ms)
    change.table.ClearField("wait")
    clocks.stop(change.table)
    owes_reveal = bool(table.hand.token)
    change.tell(table_closed=pb.TableClosed(reason=reason), last=not owes_reveal)
    change.dropped_drafts.update(range(1, len(table.seats) + 1))
    return change.enter(store_pb.PHASE_CLOSING if owes_reveal else store_pb.PHASE_CLOSED)


def archived(table: store_pb.StoredTable, now_ms: int) -> Change:
    """Returns the change after which an ended table is only kept for its retention time."""
    change = _stepped(table, now_ms)
    change.table.archived = True
    change.forget_after_ms = stored.milliseconds(table.config.retention)
    return change


def _stepped(table: store_pb.StoredTable, now_ms: int) -> Change:
    """Begins the change of a step that had to be waited for, perhaps."""
    change = Change(table, now_ms)
    waiting.go_on(change)
    return change


def _require_confirming(table: store_pb.StoredTable) -> None:
    if table.phase != store_pb.PHASE_CONFIRMING:
        raise status.failed_precondition("SCORES_NOT_AWAITED", "no scores wait for the owner")
