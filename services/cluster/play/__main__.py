"""Sits a person down with bots: ``python -m services.cluster.play``."""

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import grpc
from game101.v1 import table_service_pb2 as pb

from services.client import Client, failure_of
from services.cluster import plain, supervisor
from services.cluster.embedded_store import StoreFailed
from services.cluster.play import kept, replay, words
from services.cluster.play.seat import Seat, sit_down
from services.cluster.play.sitting import Sitting
from services.cluster.play.terminal import Terminal
from services.cluster.process import ProcessFailed
from services.cluster.screen import name_of
from services.cluster.screens import HANDS, SCREENS
from services.cluster.topology import NAMES
from services.cluster.up import PLAYING

_RECORDS: Final = Path("build/play")
_KEPT: Final = Path("build/seat.json")
_FAILED: Final = 1
_INTERRUPTED: Final = 130


def main(arguments: list[str]) -> int:
    """Plays, or replays, and returns an exit code: 0, 1 when it failed, 130 after Ctrl-C."""
    given = _parser().parse_args(arguments)
    plain.prepare()
    words.use(given.language or words.of_locale())
    try:
        asyncio.run(_replay(given) if given.replay else _play(given))
    except (ProcessFailed, StoreFailed, ValueError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return _FAILED
    except grpc.aio.AioRpcError as error:
        sys.stderr.write(f"{error.code().name}: {error.details()}\n")
        return _FAILED
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


async def _play(given: argparse.Namespace) -> None:
    async with _connected(given) as client:
        seat = await (_seat_there(given, client) if given.connect else _new_seat(given, client))
        with Terminal(given.plain) as terminal:
            title = SCREENS[given.game].TITLE
            ended = await Sitting(seat, HANDS[given.game], title, terminal, _RECORDS).play()
        if given.connect and ended:
            kept.forget(_KEPT)
        elif given.connect:
            sys.stdout.write(
                words.say("Your seat is kept; {command} takes it again.", command=PLAYING) + "\n"
            )


async def _new_seat(given: argparse.Namespace, client: Client) -> Seat:
    level: Any = f"BOT_LEVEL_{given.level.upper()}"
    return await sit_down(client, _config(given), name_of(1), level)


async def _seat_there(given: argparse.Namespace, client: Client) -> Seat:
    """Returns the seat that was left on a cluster that goes on without its players, or a new one."""
    if (left := await kept.taken_again(_KEPT, client, given.game)) is not None:
        return left
    seat = await _new_seat(given, client)
    kept.keep(_KEPT, seat)
    return seat


async def _replay(given: argparse.Namespace) -> None:
    record = replay.read(given.replay)
    async with _connected(given) as client:
        with Terminal(given.plain) as terminal:
            hand = HANDS[replay.game_of(record)]
            await replay.step_through(replay.Replay(record, client, hand), terminal)


@asynccontextmanager
async def _connected(given: argparse.Namespace) -> AsyncIterator[Client]:
    """Yields a client of the cluster that the environment names, or of one of its own."""
    if given.connect:
        async with Client(**_exported()) as client:
            await _require_answer(client)
            yield client
        return
    sys.stdout.write(words.say("Starting the cluster…") + "\n")
    async with supervisor.running(supervisor.Options(), lambda line: None) as cluster:  # noqa: ARG005
        addresses: dict[str, Any] = {name: cluster.address(name) for name in NAMES}
        async with Client(**addresses, key=cluster.run.tenant_key) as client:
            yield client


async def _require_answer(client: Client) -> None:
    """Asks once, so that nobody waits long for a cluster that has ended.

    Raises:
        ValueError: Nobody answers.
        grpc.aio.AioRpcError: The answer is a refusal, such as of the key.
    """
    try:
        await client.table.ListTables(pb.ListTablesRequest())
    except grpc.aio.AioRpcError as error:
        if not failure_of(error).may_repeat:
            raise
        raise ValueError(
            words.say("No cluster answers. Does `make up` still run as it was exported?")
        ) from None


def _exported(environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Returns what a client needs to know of a running cluster.

    Raises:
        ValueError: The environment does not tell.
    """
    if missing := [name for name in map(str.upper, (*NAMES, "key")) if not environ.get(name)]:
        told = "Not set: {names}. Paste the line that `make up` prints, export ..."
        raise ValueError(words.say(told, names=", ".join(missing)))
    return {name: environ[name.upper()] for name in (*NAMES, "key")}


def _config(given: argparse.Namespace) -> pb.TableConfig:
    screen = SCREENS[given.game]
    config = pb.TableConfig(
        rules=screen.rules(given.preset),
        seats=screen.SEATS,
        hands=given.hands,
        no_clock=not given.turn_seconds,
        bot_seed=given.seed,
    )
    if given.turn_seconds:
        config.turn_time.FromSeconds(given.turn_seconds)
    return config


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m services.cluster.play", description=__doc__)
    parser.add_argument("--game", choices=list(HANDS), default=next(iter(HANDS)))
    parser.add_argument("--preset", default="", help="of the game's rules")
    parser.add_argument("--hands", type=int, default=1, help="of a game that counts them, up to 21")
    parser.add_argument("--level", choices=["low", "medium", "high"], default="medium", help="of the bots")
    parser.add_argument("--seed", type=int, default=0, help="of the bots' decisions; 0 draws one")
    parser.add_argument("--turn-seconds", type=int, default=120, help="of the clock, 5 to 300; 0 for none")
    parser.add_argument("--language", choices=words.LANGUAGES, help="the locale's, unless given")
    parser.add_argument("--plain", action="store_true", help="no colour, line after line")
    parser.add_argument("--replay", type=Path, metavar="RECORD", help="step through the record of a hand")
    parser.add_argument(
        "--connect",
        action="store_true",
        help="use the cluster of `make up`, and the seat left there: TABLE, RULES, ... and KEY",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
