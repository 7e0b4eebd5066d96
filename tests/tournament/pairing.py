"""Two players at one table, deal by deal: each deal with the seats rotated, so that luck cancels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from tests.tournament.playing import Played, Table, play, play_match

HANDS = 5
"""Hands of a match, where the game counts them. Rule A13.5."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One player against another, who has all other seats; with teams each has one team."""

    table: Table
    one: str
    other: str
    bound: float = 0.0
    """By how much the one is surely to be better; the pairing stops when its interval excludes it."""
    least: float | None = None
    """What the mean is to reach, beside."""
    matches: bool = False
    """Whether matches are played, of which the share that the one wins is counted."""

    @property
    def title(self) -> str:
        """Returns what people call it."""
        switches = "".join(f" {name}" for name, value in self.table.switches if value)
        what = "matches" if self.matches else "hands"
        return f"{self.table.game} {self.table.preset}{switches}: {self.one} against {self.other}, {what}"

    @property
    def teams(self) -> bool:
        """Tells whether opposite seats play together."""
        return ("teams", True) in self.table.switches

    def seatings(self) -> Iterator[tuple[int, ...]]:
        """Yields the seats of the one, for each rotation of the seats."""
        if self.teams:
            yield from ((0, 2), (1, 3))
        else:
            yield from ((seat,) for seat in range(self.table.seats))

    def names(self, seats: tuple[int, ...]) -> list[str]:
        """Returns who sits where."""
        return [self.one if seat in seats else self.other for seat in range(self.table.seats)]


@dataclass(frozen=True, slots=True)
class Averages:
    """What the seats of one player came to in a deal, by seat and hand."""

    points: float
    finishes: float
    openings: float
    fines: float
    total: float
    """Points in the whole match; in a single hand the same as its points."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What a deal came to under all rotations of the seats."""

    better: float
    """By how many points a hand the one was better than the other; in matches, the share won."""
    one: Averages
    other: Averages


def play_deal(pairing: Pairing, number: int) -> Deal | None:
    """Returns what a deal came to; ``None`` when each of its hands was void, which says nothing of either."""
    if pairing.matches:
        return _match(pairing, number)
    played = [
        (play(pairing.table, pairing.names(seats), number, number % pairing.table.seats), seats)
        for seats in pairing.seatings()
    ]
    counted = [(hand, seats) for hand, seats in played if hand.points]
    if not counted:
        return None
    one, other = _sides(pairing, counted)
    return Deal(fmean(_lead(hand, seats) for hand, seats in counted), one, other)


def play_deals(pairing: Pairing, numbers: range) -> list[Deal]:
    """Plays some deals, in a process of its own."""
    return [deal for number in numbers if (deal := play_deal(pairing, number)) is not None]


def _match(pairing: Pairing, number: int) -> Deal:
    """Plays one match; the seat of the one changes from match to match. A shared win counts in part."""
    seatings = list(pairing.seatings())
    seats = seatings[number // pairing.table.seats % len(seatings)]
    match, hands = play_match(pairing.table, pairing.names(seats), number, HANDS)
    least = min(match.totals)
    winners = [seat for seat, total in enumerate(match.totals) if total == least]
    one, other = _sides(pairing, [(hand, seats) for hand in hands if hand.points], match.totals)
    return Deal(sum(seat in seats for seat in winners) / len(winners), one, other)


def _lead(hand: Played, seats: tuple[int, ...]) -> float:
    mine = [points for seat, points in enumerate(hand.points) if seat in seats]
    theirs = [points for seat, points in enumerate(hand.points) if seat not in seats]
    return fmean(theirs) - fmean(mine)


def _sides(
    pairing: Pairing, hands: Sequence[tuple[Played, tuple[int, ...]]], totals: Sequence[int] = ()
) -> tuple[Averages, Averages]:
    """Returns what the one came to and what the other did; without totals, each hand stands alone."""
    every = [(hand, seat, seat in seats) for hand, seats in hands for seat in range(pairing.table.seats)]
    own = {seat for _, seat, is_one in every if is_one}
    return tuple(  # type: ignore[return-value]
        _averages(
            [(hand, seat) for hand, seat, is_one in every if is_one == wanted],
            [total for seat, total in enumerate(totals) if (seat in own) == wanted],
        )
        for wanted in (True, False)
    )


def _averages(hands: Sequence[tuple[Played, int]], totals: Sequence[int]) -> Averages:
    points = fmean(hand.points[seat] for hand, seat in hands)
    return Averages(
        points=points,
        finishes=fmean(hand.winner == seat for hand, seat in hands),
        openings=fmean(bool(hand.opened) and hand.opened[seat] for hand, seat in hands),
        fines=fmean(hand.fines[seat] if hand.fines else 0 for hand, seat in hands),
        total=fmean(totals) if totals else points,
    )
