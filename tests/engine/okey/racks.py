"""Hands to arrange: dealt ones of every size and kind, and monsters chosen by hand."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.okey.tiles import FALSE, KINDS, NUMBERED, TILES, Face, Hand, Tile, hand_of, okey_face
from tests.engine.okey import integer_program

Y4 = Face(16)
"""The okey face where a test does not say another."""


class Held(NamedTuple):
    """A hand and the face that is wild."""

    tiles: tuple[Tile, ...]
    okey: Face

    @property
    def hand(self) -> Hand:
        return hand_of(self.tiles)

    def counted(self) -> integer_program.Hand:
        """Returns the hand as the integer program knows it."""
        natural: dict[integer_program.Spot, int] = {}
        for tile in self.tiles:
            kind = tile // 2
            if kind != self.okey:
                spot = spot_of(self.okey if kind == FALSE else kind)
                natural[spot] = natural.get(spot, 0) + 1
        return integer_program.Hand(natural, sum(tile // 2 == self.okey for tile in self.tiles))

    def counts_as(self, tile: Tile) -> integer_program.Spot | str:
        """Returns what the integer program calls a tile."""
        kind = tile // 2
        return "wild" if kind == self.okey else spot_of(self.okey if kind == FALSE else kind)


def spot_of(kind: int) -> integer_program.Spot:
    return kind // 13, kind % 13 + 1


def dealt(random: Random, count: int, okeys: int | None = None) -> Held:
    """Returns a hand of so many tiles out of a shuffled box, with so many OKEYs, or as many as come."""
    indicator = Tile(random.randrange(NUMBERED))
    okey = okey_face(indicator)
    wild = [Tile(okey * 2), Tile(okey * 2 + 1)]
    box = [Tile(tile) for tile in range(TILES) if tile != indicator]
    if okeys is None:
        return Held(tuple(random.sample(box, count)), okey)
    others = [tile for tile in box if tile not in wild]
    return Held((*random.sample(wild, okeys), *random.sample(others, count - okeys)), okey)


def crowded(random: Random, count: int, okeys: int) -> Held:
    """Returns a hand of few numbers or few colours, so that its tiles compete for melds."""
    okey = Face(random.randrange(KINDS))
    numbers = random.sample(range(13), random.randint(3, 5))
    colours = random.sample(range(4), random.randint(1, 2))
    few = random.random() < 0.5
    kinds = [kind for kind in range(KINDS) if (kind % 13 in numbers if few else kind // 13 in colours)]
    fitting = [Tile(tile) for kind in kinds if kind != okey for tile in (kind * 2, kind * 2 + 1)]
    false = [Tile(FALSE * 2), Tile(FALSE * 2 + 1)]
    wild = [Tile(okey * 2), Tile(okey * 2 + 1)]
    tiles = random.sample(fitting + false, min(count - okeys, len(fitting) + 2))
    return Held((*wild[:okeys], *tiles), okey)


def some(random: Random, amount: int) -> Iterator[Held]:
    """Yields hands of 14 to 22 tiles with none, one and two OKEYs in turn, every third one crowded."""
    for at in range(amount):
        count = random.randint(14, 22)
        yield crowded(random, count, at // 3 % 3) if at % 3 == 2 else dealt(random, count, at % 3)


def laid_out(random: Random, okeys: int) -> Held:
    """Returns a hand made of melds, with one tile more or exchanged: often a whole hand."""
    okey = Face(random.randrange(KINDS))
    free = [0 if kind == okey else 2 for kind in range(KINDS)] + [2]
    kinds: list[int] = []
    while len(kinds) < random.randint(10, 21):
        meld = random.choice(integer_program.MELDS)
        faces = [colour * 13 + number - 1 for colour, number in meld]
        needed = [FALSE if face == okey else face for face in faces]
        if len(meld) <= 5 and all(free[kind] for kind in needed):
            kinds += needed
            for kind in needed:
                free[kind] -= 1
    random.shuffle(kinds)
    extra = [kind for kind, count in enumerate(free) if count for _ in range(count)]
    kinds = [okey] * okeys + kinds[okeys:21] + [random.choice(extra)]
    return Held(tuple(Tile(kind * 2 + kinds[:at].count(kind)) for at, kind in enumerate(kinds)), okey)


def held(text: str, okey: Face = Y4) -> Held:
    """Returns the hand of a text such as ``R1 R1 K13 OKEY FALSE``."""
    free = [Tile(tile) for tile in range(TILES)]
    tiles = []
    for word in text.split():
        kind = (
            okey
            if word == "OKEY"
            else FALSE
            if word == "FALSE"
            else "RYBK".index(word[0]) * 13 + int(word[1:]) - 1
        )
        tile = next(each for each in free if each // 2 == kind)
        free.remove(tile)
        tiles.append(tile)
    return Held(tuple(tiles), okey)


def _run(colour: str, low: int, high: int) -> str:
    return " ".join(f"{colour}{number}" for number in range(low, high + 1))


def _number(number: int, colours: str = "RYBK") -> str:
    return " ".join(f"{colour}{number}" for colour in colours)


MONSTERS = {
    "one number twice in all colours": held(f"{_number(7)} {_number(7)} OKEY"),
    "three groups of one number": held(f"{_number(13)} {_number(13)} OKEY OKEY {_number(12)}"),
    "two numbers in all colours twice": held(
        f"{_number(6)} {_number(6)} {_number(8)} {_number(8)} OKEY OKEY"
    ),
    "a run of thirteen and more": held(f"{_run('R', 1, 13)} {_run('R', 3, 9)} OKEY OKEY"),
    "a run of thirteen with OKEYs to spare": held(f"{_run('K', 1, 13)} OKEY OKEY"),
    "two runs of eleven in one colour": held(f"{_run('B', 2, 12)} {_run('B', 2, 12)}"),
    "three parallel runs of a colour": held("R9 R10 R10 R11 R11 R12 R12 R13 R13 OKEY"),
    "four runs across one tile": held("R3 R3 R4 R4 R5 R5 R6 R6 R7 R7 OKEY OKEY"),
    "nothing but gaps": held("R1 R3 R5 R7 R9 R11 R13 B2 B4 B6 B8 B10 B12 OKEY OKEY"),
    "ones and thirteens": held(f"{_number(1)} {_number(13)} R2 R12 K2 K12 R1 R13 K1 K13 OKEY OKEY"),
    "a staircase over the colours": held(
        "R1 R2 R3 Y2 Y3 B3 B5 B6 K6 K7 K8 R8 R9 Y9 Y10 B10 B11 K11 K12 OKEY OKEY"
    ),
    "FALSE closes a run": held("Y3 FALSE Y5 Y6 R4 B4 FALSE OKEY"),
    "FALSE beside OKEY on its own face": held("FALSE FALSE OKEY OKEY R4 B4 K4 Y5 Y6 Y2 Y3"),
    "every tile is used": held("R1 R2 R3 Y1 Y2 B1 B2 B3 K11 K12 K13 R11 R12 R13", Face(40)),
    "whole of runs of three": held(f"{_run('R', 1, 6)} {_run('B', 4, 9)} {_run('K', 8, 13)} R9 B12 OKEY"),
    "nothing fits": held("R1 R4 R7 R10 Y2 Y6 Y9 Y12 B3 B8 B11 K5 K13 K1"),
    "twenty-two of one colour": held(f"{_run('Y', 1, 13)} {_run('Y', 1, 9)}", Face(40)),
}
