import base64
from pathlib import Path

import pytest
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import game_pb2

from services.table import owed, stored
from services.wire import game as wire
from services.wire import status
from services.wire.status import CallError
from tests.services.table import samples

KEPT = sorted((Path(__file__).parents[2] / "golden" / "table").glob("format_*.txt"))
"""A state of every format that was ever stored, in base64."""


def reason(error: CallError) -> str:
    info = status.error_info(error)
    assert info is not None
    return info.reason


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_state_of_every_format_is_read_and_played_on(path: Path):
    table = stored.table_from(base64.b64decode(path.read_text("ascii")))
    position = game_pb2.GamePosition.FromString(table.hand.position)
    _, state = wire.position_from_pb(position, "position")

    assert int(path.stem.split("_")[1]) == table.format
    assert store_pb.PHASE_PLAYING == table.phase
    assert owed.owed(table) is not None
    assert state is not None


def test_every_format_is_kept():
    assert set(range(1, stored.FORMAT + 1)) == {int(path.stem.split("_")[1]) for path in KEPT}


def test_a_state_of_a_later_release_is_for_another_replica():
    table = samples.playing()
    table.format = stored.FORMAT + 1
    with pytest.raises(CallError) as caught:
        stored.table_from(table.SerializeToString())

    assert "POSITION_TOO_NEW" == reason(caught.value)


def test_the_hand_that_is_shown_is_the_one_that_was_dealt_last():
    assert 0 == stored.begun_hand(samples.gathering())
    assert 1 == stored.begun_hand(samples.playing())


def test_a_change_of_any_byte_of_an_event_changes_the_chain():
    told = samples.committed(samples.founded().table).events[0]
    told.ClearField("chain")
    before = stored.chained(b"head", told)
    told.event.hand += 1

    assert before != stored.chained(b"head", told)
    assert before != stored.chained(b"other", told)
