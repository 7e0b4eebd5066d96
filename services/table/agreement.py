"""What a table agrees on: the caller's wishes, checked, every default filled in."""

from typing import Any, Final

from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import rules_service_pb2
from game101.v1 import table_service_pb2 as pb
from google.protobuf.duration_pb2 import Duration

from services.table import stored
from services.wire.status import Malformed

_MOST_HANDS: Final = 21
_HANDS: Final = 5
_TURN_MS: Final = 30_000
_TIMEOUTS: Final = 2
_RETENTION_MS: Final = 3_600_000
_DAY_MS: Final = 86_400_000


def agreed(asked: pb.TableConfig, described: rules_service_pb2.DescribeRulesResponse) -> pb.TableConfig:
    """Returns a configuration with every default filled in.

    Args:
        asked: What the caller asks for.
        described: What the rules say of it.

    Raises:
        Malformed: A field is out of its range.
    """
    config = pb.TableConfig()
    config.CopyFrom(asked)
    config.seats = _seats(asked, described)
    config.hands = _count("config.hands", asked.hands, _HANDS, _MOST_HANDS)
    config.timeouts_to_autopilot = _count(
        "config.timeouts_to_autopilot", asked.timeouts_to_autopilot, _TIMEOUTS, 100
    )
    config.stand_in_level = _level("config.stand_in_level", asked.stand_in_level)
    config.scoring_mode = _choice("config.scoring_mode", asked.scoring_mode, pb.ScoringMode)
    config.visibility = _choice("config.visibility", asked.visibility, pb.Visibility)
    _agree_on_times(config, asked)
    _agree_on_bots(config, asked.bots)
    return config


def level_of(field: str, level: "bot_pb.BotLevel") -> "bot_pb.BotLevel":
    """Returns a bot's level, MEDIUM when none was given.

    Raises:
        Malformed: There is no such level.
    """
    return _level(field, level)


def _agree_on_times(config: pb.TableConfig, asked: pb.TableConfig) -> None:
    if asked.no_clock and asked.HasField("turn_time"):
        raise Malformed("config.turn_time", "must be unset when there is no clock")
    if asked.no_clock:
        config.ClearField("turn_time")
    else:
        _time(config, "turn_time", 5_000, 300_000, _TURN_MS)
    _time(config, "contribution_time", 0, 60_000, 0)
    _time(config, "retention", 60_000, 7 * _DAY_MS, _RETENTION_MS)
    _time(config, "pause_between_hands", 0, 120_000, 0)


def _agree_on_bots(config: pb.TableConfig, asked: pb.BotFilling) -> None:
    bots = config.bots
    bots.fill = _choice("config.bots.fill", asked.fill, pb.BotFill)
    bots.level = _level("config.bots.level", asked.level)
    if asked.players > config.seats:
        raise Malformed("config.bots.players", f"must be in [0, {config.seats}], the number of seats")
    if bots.fill == pb.BOT_FILL_AFTER_WAIT:
        if not asked.HasField("wait"):
            raise Malformed("config.bots.wait", "is required with BOT_FILL_AFTER_WAIT")
        _in_range("config.bots.wait", asked.wait, 0, 3_600_000)


def _seats(asked: pb.TableConfig, described: rules_service_pb2.DescribeRulesResponse) -> int:
    least, most = described.min_seats, described.max_seats
    if not asked.seats and least == most:
        return least
    if not least <= asked.seats <= most:
        raise Malformed("config.seats", f"must be in [{least}, {most}], as the rules allow")
    return asked.seats


def _count(field: str, asked: int, default: int, most: int) -> int:
    if asked > most:
        raise Malformed(field, f"must be in [1, {most}], or 0 for {default}")
    return asked or default


def _choice(field: str, asked: int, enum: Any) -> Any:
    """Returns a value of an enum whose unspecified value is read as the one after it."""
    if asked not in enum.values():
        raise Malformed(field, "is no value of the enum")
    return asked or 1


def _level(field: str, asked: "bot_pb.BotLevel") -> "bot_pb.BotLevel":
    if asked not in bot_pb.BotLevel.values():
        raise Malformed(field, "is no value of the enum")
    return asked or bot_pb.BOT_LEVEL_MEDIUM


def _time(config: pb.TableConfig, name: str, least_ms: int, most_ms: int, default_ms: int) -> None:
    duration: Duration = getattr(config, name)
    if not config.HasField(name):
        duration.FromMilliseconds(default_ms)
    _in_range(f"config.{name}", duration, least_ms, most_ms)


def _in_range(field: str, duration: Duration, least_ms: int, most_ms: int) -> None:
    whole = duration.nanos % 1_000_000 == 0
    if not (whole and least_ms <= stored.milliseconds(duration) <= most_ms):
        least, most = least_ms / 1000, most_ms / 1000
        raise Malformed(field, f"must be whole milliseconds in [{least:g} s, {most:g} s]")
