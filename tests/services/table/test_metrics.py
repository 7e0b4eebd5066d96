import pytest
from game101.v1 import game_pb2
from game101.v1 import table_service_pb2 as pb
from game101.v1.card_pb2 import CardRules
from prometheus_client import REGISTRY

from services.table import handover, metrics
from services.table.change import Change
from tests.services.table.samples import NOW, founded


def value(name: str, **labels: str) -> float:
    found = REGISTRY.get_sample_value(name, labels)

    assert found is not None, f"{name}{labels} does not exist"
    return found


@pytest.mark.parametrize(
    ("score", "manual", "how", "mode"),
    [
        (game_pb2.HandScore(winner=2), False, "won", "auto"),
        (game_pb2.HandScore(winner=2), True, "won", "manual"),
        (game_pb2.HandScore(), False, "drawn", "auto"),
        (game_pb2.HandScore(void=True), False, "void", None),
    ],
)
def test_a_hand_is_counted_by_how_it_ended_and_by_who_confirmed_its_scores(score, manual, how, mode) -> None:
    def counted() -> tuple[float, ...]:
        modes = [value("game101_table_scores_confirmed_total", mode=each) for each in ("auto", "manual")]
        return (value("game101_table_hands_ended_total", game="card", how=how), *modes)

    change = Change(founded(rules=game_pb2.GameRules(card=CardRules())).table, NOW)
    change.tell(hand_ended=pb.HandEnded(score=score, manual=manual))
    before = counted()
    metrics.count_written(change)

    expected = (1, int(mode == "auto"), int(mode == "manual"))
    assert expected == tuple(now - then for now, then in zip(counted(), before, strict=True))


def test_the_way_into_the_archive_is_measured_from_the_end_of_the_table() -> None:
    before = value("game101_table_archive_lag_seconds_sum")
    ended = handover.closed(founded().table, NOW, "ENOUGH").table
    metrics.count_written(handover.archived(ended, NOW + 3_000))

    assert 3.0 == value("game101_table_archive_lag_seconds_sum") - before
