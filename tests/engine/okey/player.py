"""A random player who knows the rules and nothing else, and whole hands between four of them."""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from engine.okey import Move, RuleSet, State, apply, legal_moves, start
from engine.okey.moves import OpenPairs, OpenSeries
from engine.okey.state import Phase
from engine.okey.tiles import NUMBERED, TILES
from engine.shuffle import shuffled

ENDED: Final = (Phase.ENDED, Phase.VOID)
OPENING: Final = (OpenSeries, OpenPairs)


class Step(NamedTuple):
    """One move of a hand."""

    before: State
    move: Move
    after: State


def deal(rules: RuleSet, seed: int) -> State:
    """Returns the first position of the hand that a seed deals."""
    return start(rules, 4, seed % 4, shuffled(seed, TILES, NUMBERED), b"")


def choose(state: State, chance: Random) -> Move:
    """Returns a listed move: an opening, where there is one, half of the time; else any other."""
    moves = legal_moves(state)
    if not isinstance(moves[-1], OPENING):  # They come last.
        return chance.choice(moves)
    openings = [move for move in moves if isinstance(move, OPENING)]
    if chance.random() < 0.5:
        return chance.choice(openings)
    return chance.choice(moves[: len(moves) - len(openings)])


def steps(state: State, chance: Random) -> Iterator[Step]:
    """Yields the moves of a hand up to its end."""
    while state.phase not in ENDED:
        move = choose(state, chance)
        after = apply(state, state.seat, move)
        yield Step(state, move, after)
        state = after
