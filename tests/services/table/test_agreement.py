from datetime import timedelta

import pytest
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import rules_service_pb2 as rules_pb
from game101.v1 import table_service_pb2 as pb

from services.table.agreement import agreed
from services.wire.status import Malformed
from tests.services.table.samples import DESCRIBED

ANY_SEATS = rules_pb.DescribeRulesResponse(min_seats=2, max_seats=6)


def test_every_default_is_filled_in():
    config = agreed(pb.TableConfig(), DESCRIBED)

    assert (4, 5, 2) == (config.seats, config.hands, config.timeouts_to_autopilot)
    assert (30, 3600) == (config.turn_time.seconds, config.retention.seconds)
    assert (0, 0) == (config.contribution_time.seconds, config.pause_between_hands.seconds)
    assert bot_pb.BOT_LEVEL_MEDIUM == config.stand_in_level == config.bots.level
    assert pb.SCORING_MODE_AUTO == config.scoring_mode
    assert pb.VISIBILITY_PRIVATE == config.visibility
    assert pb.BOT_FILL_ON_REQUEST == config.bots.fill


def test_what_was_asked_for_stays_as_it_is():
    asked = pb.TableConfig(
        seats=4,
        hands=21,
        no_clock=True,
        stand_in_level=bot_pb.BOT_LEVEL_HIGH,
        visibility=pb.VISIBILITY_PUBLIC,
    )
    config = agreed(asked, DESCRIBED)

    assert (21, True, False) == (config.hands, config.no_clock, config.HasField("turn_time"))
    assert bot_pb.BOT_LEVEL_HIGH == config.stand_in_level
    assert not asked.HasField("retention")


def test_a_game_of_any_number_has_to_be_told_how_many_play():
    with pytest.raises(Malformed, match="seats"):
        agreed(pb.TableConfig(), ANY_SEATS)

    assert 3 == agreed(pb.TableConfig(seats=3), ANY_SEATS).seats


@pytest.mark.parametrize(
    ("field", "config"),
    [
        ("config.seats", pb.TableConfig(seats=7)),
        ("config.hands", pb.TableConfig(seats=2, hands=22)),
        ("config.timeouts_to_autopilot", pb.TableConfig(seats=2, timeouts_to_autopilot=101)),
        ("config.stand_in_level", pb.TableConfig(seats=2, stand_in_level=9)),
        ("config.scoring_mode", pb.TableConfig(seats=2, scoring_mode=9)),
        ("config.visibility", pb.TableConfig(seats=2, visibility=9)),
        ("config.turn_time", pb.TableConfig(seats=2, turn_time=timedelta(seconds=301))),
        ("config.contribution_time", pb.TableConfig(seats=2, contribution_time=timedelta(seconds=61))),
        ("config.pause_between_hands", pb.TableConfig(seats=2, pause_between_hands=timedelta(seconds=-1))),
        ("config.retention", pb.TableConfig(seats=2, retention=timedelta(days=8))),
        ("config.bots.fill", pb.TableConfig(seats=2, bots=pb.BotFilling(fill=9))),
        (
            "config.bots.wait",
            pb.TableConfig(seats=2, bots=pb.BotFilling(fill=pb.BOT_FILL_AFTER_WAIT, wait=timedelta(hours=2))),
        ),
    ],
)
def test_a_field_out_of_range_is_named(field: str, config: pb.TableConfig):
    with pytest.raises(Malformed) as caught:
        agreed(config, ANY_SEATS)

    assert field == caught.value.field
