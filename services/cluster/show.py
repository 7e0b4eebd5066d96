"""Shows a match: in colour and with the table below on a terminal, as plain lines elsewhere."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

from game101.v1 import table_service_pb2 as pb
from game101.v1.game_pb2 import HAND_STATE_PLAYING, HandScore
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from services.cluster import turns
from services.cluster.screen import Screen, Told, name_of
from services.cluster.sheets import hand_sheet, standing_sheet
from services.cluster.turns import Turn, hanging

_DIGITS: Final = 16
_FRAME: Final = 4
_REFRESHES: Final = 12
_STOOD_IN: Final = {
    pb.MOVE_SOURCE_AUTOPILOT: "a bot plays for the player who is away",
    pb.MOVE_SOURCE_TIMEOUT: "the time has run out; a bot moves",
    pb.MOVE_SOURCE_FALLBACK: "no bot answered in time; the plainest move",
}


class Show:
    """Turns the events of one match into what people see."""

    def __init__(self, screen: Screen, console: Console, pause_seconds: float) -> None:
        self.hands = 0
        """Hands ended so far, void ones included."""
        self.moves = 0
        """Moves made so far."""
        self.play_seconds = 0.0
        """Time from deals to ends of hands so far, by the store's clock."""
        self._screen = screen
        self._console = console
        self._pause = pause_seconds
        self._live: Live | None = None
        self._board: Any = None
        self._turn: Turn | None = None
        self._began = 0.0
        self._commitment = ""

    async def run(self, events: AsyncIterator[pb.TableEvent]) -> None:
        """Shows events until there are no more."""
        with self._stage():
            async for event in events:
                kind = event.WhichOneof("kind")
                if (show := getattr(self, f"_{kind}", None)) is not None:
                    show(event, getattr(event, kind))
                if kind == "move_made" and self._pause:
                    await asyncio.sleep(self._pause)

    @contextlib.contextmanager
    def _stage(self) -> Iterator[None]:
        if not self._console.is_terminal:
            yield
            return
        with Live(console=self._console, refresh_per_second=_REFRESHES, transient=True) as self._live:
            yield

    def _table_created(self, _event: pb.TableEvent, created: pb.TableCreated) -> None:
        config = created.config
        preset = self._screen.preset(config.rules)
        names = ", ".join(map(name_of, range(1, config.seats + 1)))
        self._say(Text(f"{self._screen.TITLE}, rules `{preset}`: {names}", "bold"))

    def _deal_committed(self, _event: pb.TableEvent, committed: pb.DealCommitted) -> None:
        self._commitment = committed.commitment.hex()

    def _hand_started(self, event: pb.TableEvent, started: pb.HandStarted) -> None:
        self._began = event.time.ToDatetime().timestamp()
        self._board = self._screen.board(started.event)
        self._turn = Turn(started.header.turn, started.header.seat)
        self._say(Text())
        self._say(Rule(f"{self._screen.HAND} {event.hand}", align="left"))
        self._say(self._screen.deal_line(self._board))
        self._say(Text(f"the dealer is bound by {self._commitment[:_DIGITS]}...", "dim"))
        self._refresh()

    def _move_made(self, _event: pb.TableEvent, made: pb.MoveMade) -> None:
        self.moves += 1
        self._board = self._screen.follow(self._board, made.event)
        if self._turn is None:
            self._turn = Turn(made.header.turn, made.seat)
        self._turn.moves.append(self._screen.told(self._board, made.event))
        if note := _STOOD_IN.get(made.source):
            self._turn.moves.append(Told(Text(f"({note})", "yellow")))
        if made.header.turn != self._turn.number or made.header.state != HAND_STATE_PLAYING:
            self._end_turn()
            self._turn = Turn(made.header.turn, made.header.seat)
        self._refresh()

    def _hand_ended(self, event: pb.TableEvent, ended: pb.HandEnded) -> None:
        self.hands += 1
        self._turn = None
        took = event.time.ToDatetime().timestamp() - self._began
        self.play_seconds += took
        label = f"{self._screen.HAND} {event.hand}"
        self._say(Text())
        self._say(*hanging(self._screen.table(self._board), self._console.width))
        self._say(Text())
        self._say(Text(f"{label}: {self._ending(ended.score)}, in {took:.1f} s of play", "bold"))
        if ended.score.seats:
            self._say(hand_sheet(label.lower(), ended.score, ended.match.totals))

    def _deal_revealed(self, _event: pb.TableEvent, revealed: pb.DealRevealed) -> None:
        if seed := revealed.record.seed.hex():
            self._say(Text(f"the dealer reveals the seed {seed[:_DIGITS]}...", "dim"))

    def _wait_changed(self, _event: pb.TableEvent, changed: pb.WaitChanged) -> None:
        waiting = changed.waiting_for
        self._say(Text(f"the match waits: {waiting}" if waiting else "the match goes on", "yellow"))

    def _match_ended(self, _event: pb.TableEvent, ended: pb.MatchEnded) -> None:
        self._say(Text())
        self._say(Rule("Standing", align="left"))
        self._say(standing_sheet(ended.standing))

    def _table_closed(self, _event: pb.TableEvent, closed: pb.TableClosed) -> None:
        self._say(Text(f"the table was closed: {closed.reason}", "yellow"))

    def _ending(self, score: HandScore) -> str:
        how = self._screen.ending(score.flags)
        if score.winner:
            how = f"{name_of(score.winner)} finishes" + (f" {how}" if how else "")
        return how + (f", points x {score.multiplier}" if score.multiplier > 1 else "")

    def _end_turn(self) -> None:
        if self._turn is not None and self._turn.moves:
            self._say(*turns.lines(self._turn, self._console.width))

    def _refresh(self) -> None:
        if self._live is None:
            return
        shown: list[RenderableType] = []
        if self._turn is not None and self._turn.moves:
            shown += turns.lines(self._turn, self._console.width)
        table = Group(*hanging(self._screen.table(self._board), self._console.width - _FRAME))
        self._live.update(Group(*shown, Panel(table, title="the table", title_align="left")))

    def _say(self, *renderables: RenderableType) -> None:
        say(self._console, *renderables)


def say(console: Console, *renderables: RenderableType) -> None:
    """Prints, without blanks at the ends of lines where that is no terminal."""
    if console.is_terminal:
        console.print(*renderables, sep="\n")
        return
    with console.capture() as captured:
        console.print(*renderables, sep="\n")
    for line in captured.get().splitlines():
        console.file.write(line.rstrip() + "\n")
    console.file.flush()
