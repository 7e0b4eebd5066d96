"""Runs all services on this machine: ``python -m services.cluster up`` or ``demo``."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Final

import grpc
from rich.console import Console

from services.cluster import demo, plain, runs, up
from services.cluster.embedded_store import StoreFailed
from services.cluster.process import ProcessFailed
from services.cluster.screens import SCREENS
from services.cluster.supervisor import Options
from services.cluster.topology import NAMES

_FAILED: Final = 1
_BY_SIGNAL: Final = 128
_PIPED_WIDTH: Final = 110


def main(arguments: list[str]) -> int:
    """Runs a command and returns its exit code: 0, 1 when it failed, 128 + n after signal n."""
    given = _parser().parse_args(arguments)
    plain.prepare()
    console = _console(given.plain)
    options = Options(given.runs, dict(given.port), given.store, _archive(given), given.log_level)
    work = up.run(options, console) if given.command == "up" else demo.play(_match(given), options, console)
    try:
        ended_by = asyncio.run(_until_signal(work))
    except (ProcessFailed, StoreFailed) as error:
        console.print(str(error), style="red", markup=False, highlight=False)
        return _FAILED
    except grpc.aio.AioRpcError as error:
        console.print(f"{error.code().name}: {error.details()}", style="red", markup=False, highlight=False)
        return _FAILED
    if ended_by and given.command == "demo":
        return _BY_SIGNAL + ended_by
    return 0


async def _until_signal(work: Awaitable[None]) -> int:
    """Does some work to its end or to the first signal, which it returns; a second one ends the process."""
    task = asyncio.ensure_future(work)
    caught: list[int] = []

    def on_signal(number: int) -> None:
        if caught:
            # The services and the store follow by themselves.
            os._exit(_BY_SIGNAL + number)
        caught.append(number)
        task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, on_signal, int(number))
    try:
        await task
    except asyncio.CancelledError:
        if not caught:
            raise
    return caught[0] if caught else 0


def _archive(given: argparse.Namespace) -> str:
    """Returns where matches are kept: by ``up`` from one run to the next, by a demo in its own folder."""
    lasting = runs.archive_in(given.runs) if given.command == "up" else ""
    return str(given.archive) or lasting


def _match(given: argparse.Namespace) -> demo.Match:
    return demo.Match(given.game, given.preset, given.hands, given.level, given.seed, given.speed)


def _console(plain: bool) -> Console:
    if plain or not sys.stdout.isatty():
        return Console(force_terminal=False, no_color=True, width=_PIPED_WIDTH, highlight=False)
    return Console(highlight=False)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m services.cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("up", help="run the cluster until Ctrl-C")
    playing = commands.add_parser("demo", help="watch bots play a match on a cluster of its own")
    for each in (running, playing):
        _add_cluster_options(each)
    usual = demo.Match()
    playing.add_argument("--game", choices=list(SCREENS), default=usual.game)
    playing.add_argument("--preset", default=usual.preset, help="of the game's rules")
    playing.add_argument(
        "--hands", type=int, default=usual.hands, help="of a game that counts them, up to 21"
    )
    playing.add_argument(
        "--level", choices=["low", "medium", "high"], default=usual.level, help="of the bots"
    )
    playing.add_argument("--seed", type=int, default=usual.seed, help="of the bots' decisions; 0 draws one")
    playing.add_argument("--speed", type=float, help="seconds of pause after each move; 0 shows all at once")
    return parser


def _add_cluster_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=_port, action="append", default=[], metavar="SERVICE=PORT")
    parser.add_argument("--store", default="", metavar="URL", help="a Redis or Valkey; embedded unless given")
    parser.add_argument(
        "--archive", default="", metavar="URL", help="a database for ended matches; a file unless given"
    )
    parser.add_argument(
        "--runs", type=Path, default=Options().runs_folder, help="where logs and ended matches go"
    )
    parser.add_argument("--log-level", choices=["debug", "info", "warning", "error"], default="info")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing live")


def _port(text: str) -> tuple[str, int]:
    name, _, port = text.partition("=")
    if name not in NAMES or not port.isdecimal() or not 0 <= int(port) < 65536:
        raise argparse.ArgumentTypeError(f"write one of {', '.join(NAMES)}, = and a port")
    return name, int(port)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
