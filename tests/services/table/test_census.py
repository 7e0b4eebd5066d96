from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import game_pb2
from game101.v1.okey_pb2 import OkeyRules

from services.table import census, handover, metrics
from services.wire.game import RULEBOOKS
from tests.services.table.samples import NOW, founded

RULES = game_pb2.GameRules(okey=OkeyRules())


def test_a_table_is_counted_by_its_state_and_game_until_it_has_ended() -> None:
    table = founded(rules=RULES).table

    assert "" == census.place(None)
    assert "waiting:okey" == census.place(table)
    table.phase = store_pb.PHASE_PLAYING

    assert "playing:okey" == census.place(table)
    assert "" == census.place(handover.closed(table, NOW, "ENOUGH").table)


def test_every_phase_has_a_place_or_has_ended() -> None:
    table = founded(rules=RULES).table
    places = set()
    for phase in store_pb.Phase.values()[1:]:
        table.phase = phase
        places.add(census.place(table))

    assert {f"{state}:okey" for state in census.STATES.values()} | {""} == places


def test_the_games_of_the_metrics_are_those_that_are_served() -> None:
    assert set(RULEBOOKS) == set(metrics.GAMES)
