"""A match among bots, on a cluster of its own, through the public API alone."""

import time
from dataclasses import dataclass

from game101.v1 import table_service_pb2 as pb
from rich.console import Console
from rich.rule import Rule

from services.client import Client
from services.cluster import supervisor
from services.cluster.ahead import ahead
from services.cluster.screen import Screen
from services.cluster.screens import SCREENS
from services.cluster.show import Show, say
from services.cluster.supervisor import Cluster
from services.cluster.usage import usage, usage_sheet


@dataclass(frozen=True, slots=True)
class Match:
    """What is to be played, and how fast it is shown."""

    game: str = next(iter(SCREENS))
    preset: str = ""
    """Of the game's rules; empty is the game's default."""
    hands: int = 5
    """How many, of a game that counts them."""
    level: str = "medium"
    """Of the bots: low, medium or high."""
    seed: int = 0
    """Of the bots' decisions; 0 draws one."""
    pause_seconds: float | None = None
    """The pause after each move; ``None`` is the game's own."""


async def play(match: Match, options: supervisor.Options, console: Console) -> None:
    """Plays a match from the deal to the standing, and says what it has cost.

    Raises:
        ProcessFailed: The cluster does not come up.
        StoreFailed: The store does not.
        grpc.aio.AioRpcError: The table cannot be made or watched.
    """
    began = time.monotonic()
    say(console, "starting a store and five services")
    async with supervisor.running(options, lambda line: say(console, line)) as cluster:
        ready = time.monotonic()
        say(console, f"up after {ready - began:.1f} s; logs in {cluster.run.folder}")
        show = await _watch(match, cluster, console)
        await _sum_up(SCREENS[match.game], show, cluster, console, time.monotonic() - ready)


async def _watch(match: Match, cluster: Cluster, console: Console) -> Show:
    screen = SCREENS[match.game]
    pause = screen.PAUSE_SECONDS if match.pause_seconds is None else match.pause_seconds
    show = Show(screen, console, pause)
    async with Client(table=cluster.address("table"), key=cluster.run.tenant_key) as client:
        request = pb.CreateTableRequest(config=config_of(match))
        created = await client.repeat(client.table.CreateTable, request)
        await show.run(ahead(client.watch(created.table.table_id)))
    return show


def config_of(match: Match) -> pb.TableConfig:
    """Returns the table that a match needs: public, so that it can be watched, and full of bots."""
    screen = SCREENS[match.game]
    return pb.TableConfig(
        rules=screen.rules(match.preset),
        seats=screen.SEATS,
        hands=match.hands,
        visibility=pb.VISIBILITY_PUBLIC,
        bots=pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=f"BOT_LEVEL_{match.level.upper()}"),
        bot_seed=match.seed,
    )


async def _sum_up(screen: Screen, show: Show, cluster: Cluster, console: Console, seconds: float) -> None:
    used = await usage(cluster.listening)
    calls = sum(each.calls for each in used.values())
    say(console, Rule("What it took", align="left"))
    played = f"{screen.HAND.lower()}s: {show.hands}, moves: {show.moves}, calls: {calls}"
    say(console, f"{played}, seconds of play: {show.play_seconds:.1f}, seconds to watch: {seconds:.1f}")
    say(console, usage_sheet(cluster.listening, used))
