"""Two players at one table, deal by deal: each deal with the seats rotated, so that luck cancels."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.tournament.playing import Played, Table, play, play_match
from tests.tournament.statistics import Sample

HANDS = 5
"""Hands of a match, where the game counts them. Rule A13.5."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One player against another, who has all other seats; with teams each has one team."""

    table: Table
    one: str
    other: str
    bound: float = 0.0
    """How many points a hand better the one is to be; the pairing stops when its interval excludes it."""
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


@dataclass(slots=True)
class Side:
    """What the seats of one player came to."""

    points: Sample = field(default_factory=Sample)
    finishes: Sample = field(default_factory=Sample)
    openings: Sample = field(default_factory=Sample)
    fines: Sample = field(default_factory=Sample)

    def add(self, hand: Played, seat: int) -> None:
        """Counts a seat's hand."""
        self.points.add(hand.points[seat])
        self.finishes.add(hand.winner == seat)
        if hand.opened:
            self.openings.add(hand.opened[seat])
            self.fines.add(hand.fines[seat])


@dataclass(slots=True)
class Tally:
    """What some deals came to."""

    better: list[float] = field(default_factory=list)
    """By deal: by how many points a hand the one was better than the other; in matches, the share won."""
    one: Side = field(default_factory=Side)
    other: Side = field(default_factory=Side)

    def add(self, pairing: Pairing, hand: Played, seats: tuple[int, ...]) -> float | None:
        """Counts a hand; returns by how much the one was better, ``None`` for a void hand."""
        if not hand.points:
            return None
        for seat in range(pairing.table.seats):
            (self.one if seat in seats else self.other).add(hand, seat)
        mine = [hand.points[seat] for seat in seats]
        theirs = [points for seat, points in enumerate(hand.points) if seat not in seats]
        return sum(theirs) / len(theirs) - sum(mine) / len(mine)


def play_deal(pairing: Pairing, deal: int) -> tuple[list[Played], list[tuple[int, ...]], float]:
    """Returns the hands of a deal under all rotations, who sat where, and what the deal came to."""
    if pairing.matches:
        return _play_match(pairing, deal)
    hands, seatings, better = [], [], []
    tally = Tally()
    for seats in pairing.seatings():
        hand = play(pairing.table, pairing.names(seats), deal, deal % pairing.table.seats)
        hands.append(hand)
        seatings.append(seats)
        difference = tally.add(pairing, hand, seats)
        if difference is not None:
            better.append(difference)
    return hands, seatings, sum(better) / len(better) if better else 0.0


def play_deals(pairing: Pairing, deals: range) -> list[tuple[list[Played], list[tuple[int, ...]], float]]:
    """Plays some deals, in a process of its own."""
    return [play_deal(pairing, deal) for deal in deals]


def _play_match(pairing: Pairing, deal: int) -> tuple[list[Played], list[tuple[int, ...]], float]:
    """Plays one match; the seat of the one changes from match to match. A shared win counts in part."""
    seatings = list(pairing.seatings())
    seats = seatings[deal // pairing.table.seats % len(seatings)]
    match, hands = play_match(pairing.table, pairing.names(seats), deal, HANDS)
    least = min(match.totals)
    winners = [seat for seat, total in enumerate(match.totals) if total == least]
    won = sum(seat in seats for seat in winners) / len(winners)
    return hands, [seats] * len(hands), won
