"""The recorded rounds of the card game 101: one for each special card and each ending.

``main`` finds them anew: of some rounds drawn by lot that have what a title says, the shortest.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from engine.card import (
    configure,
    legal_moves,
    start,
)
from engine.card.cards import (
    ACE,
    EMPTY,
    KING_OF_SPADES,
    QUEEN,
    QUEEN_OF_SPADES,
    SEVEN,
    SEVEN_OF_SPADES,
    SIX,
    TEN,
    Card,
    Rank,
    holds,
    rank_of,
)
from engine.card.events import Played
from engine.card.moves import DRAW, NAMING, PLAIN, Draw, Move, Play
from engine.card.state import BOUND, COVER, HIT, LEAD, OVER, STALEMATE, TURN, State
from engine.shuffle import shuffled
from tests.golden.card_text import Step, step, written

FOLDER: Final = Path(__file__).parent / "card"
_CANDIDATES: Final = 12
"""Rounds found for a scene, of which the shortest is recorded."""
_EVERY_MOVE: Final[tuple[Move, ...]] = (DRAW, *PLAIN, *(move for moves in NAMING for move in moves))
_ILLEGAL: Final = 0.15
"""How often an illegal move is tried before a legal one."""


class Scene(NamedTuple):
    """What a recorded round must have, and under which rules it is played."""

    title: str
    rules: str
    players: int
    shows: Callable[[Step], bool]
    """Tells whether a step is what the title says."""
    ply: int = 0
    """Moves already made when the record begins."""


def main() -> None:
    """Writes every recorded round anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, scene in SCENES.items():
        first, moves = min(islice(_candidates(scene), _CANDIDATES), key=lambda found: len(found[1]))
        (FOLDER / f"{name}.txt").write_text(written(f"# {scene.title}.", first, moves))


def _candidates(scene: Scene) -> Iterable[tuple[State, list[Move]]]:
    for seed in count():
        first, moves, done = _play(scene, seed)
        if any(scene.shows(each) for each in done):
            yield first, moves


def _play(scene: Scene, seed: int) -> tuple[State, list[Move], list[Step]]:
    """Returns a round drawn by lot: where it begins, all moves tried, and the steps of the legal ones."""
    lots = Random(seed)
    preset, *switches = scene.rules.split()
    rules = configure(preset, dict(switch.split("=") for switch in switches))
    state = start(
        rules, scene.players, lots.randrange(scene.players), shuffled(seed, 36, 36), lots.randbytes(32)
    )
    if scene.ply:
        state = step(state, lots.choice(legal_moves(state))).after._replace(ply=scene.ply)
    first, tried, done = state, list[Move](), list[Step]()
    while moves := legal_moves(state):
        if lots.random() < _ILLEGAL:
            tried.append(lots.choice(_wrong(state, moves)))
        done.append(step(state, lots.choice(moves)))
        tried.append(done[-1].move)
        state = done[-1].after
    return first, tried, done


def _wrong(state: State, moves: Sequence[Move]) -> list[Move]:
    """Returns the illegal moves that people make: with cards that they hold, where there are any."""
    wrong = [move for move in _EVERY_MOVE if move not in moves]
    own = [move for move in wrong if isinstance(move, Draw) or holds(state.hand, move.card)]
    return own or wrong


def _plays(done: Step, rank: Rank) -> bool:
    return isinstance(done.move, Play) and rank_of(done.move.card) == rank


def _plays_card(done: Step, card: Card) -> bool:
    return isinstance(done.move, Play) and done.move.card == card


def _renews(done: Step) -> bool:
    return done.after.renewals > done.before.renewals


def _goes_out(done: Step) -> bool:
    return done.after.phase is OVER


def _fails_to_cover(done: Step) -> bool:
    return done.before.phase is COVER and done.move == DRAW and done.after.phase is TURN


SCENES: Final = {
    "lead_five": Scene(
        "The dealer leads a seven", "five", 3, lambda done: done.before.phase is LEAD and _plays(done, SEVEN)
    ),
    "counter_clockwise": Scene(
        "Play goes counter-clockwise", "base direction=counter-clockwise", 4, _goes_out
    ),
    "six_covered": Scene(
        "A six is covered from the hand",
        "base",
        3,
        lambda done: done.before.phase is COVER and done.move != DRAW,
    ),
    "six_last_card": Scene(
        "A six as the last card is covered with a drawn card",
        "base",
        3,
        lambda done: done.before.phase is COVER and done.before.hand == EMPTY and done.after.phase is COVER,
    ),
    "six_uncovered": Scene("The draw for covering brings no cover", "popular", 3, _fails_to_cover),
    "six_further": Scene(
        "A further six finds no cover and ends the turn",
        "popular",
        3,
        lambda done: isinstance(done.event, Played) and done.event.passed,
    ),
    "six_no_cards_left": Scene(
        "A failed cover leaves a seat without cards, and it stays in",
        "popular",
        2,
        lambda done: done.before.phase is TURN and done.before.hand == EMPTY,
    ),
    "seven": Scene("A seven makes the next seat draw two", "base", 3, lambda done: _plays(done, SEVEN)),
    "seven_of_spades": Scene(
        "The seven of spades makes the next seat draw four",
        "base",
        3,
        lambda done: _plays_card(done, SEVEN_OF_SPADES) and done.before.phase is not HIT,
    ),
    "king_of_spades": Scene(
        "The king of spades makes the next seat draw four, which nothing answers",
        "popular",
        4,
        lambda done: _plays_card(done, KING_OF_SPADES),
    ),
    "chain": Scene("A pending draw doubles twice", "base", 3, lambda done: done.after.pending >= 8),
    "chain_added": Scene(
        "A pending draw adds up", "popular", 4, lambda done: done.before.pending == 2 < done.after.pending
    ),
    "ten": Scene("A ten reverses", "base", 3, lambda done: done.after.step != done.before.step),
    "ten_two_players": Scene(
        "A ten gives another turn", "popular", 2, lambda done: _plays(done, TEN) and not _goes_out(done)
    ),
    "ace_answered": Scene("An ace is answered", "base", 3, lambda done: done.before.phase is BOUND),
    "ace_skips": Scene(
        "An ace skips the next seat",
        "base",
        3,
        lambda done: isinstance(done.event, Played) and done.event.skipped is not None,
    ),
    "ace_queen": Scene(
        "A queen answers an ace",
        "base queen_on_ace=true",
        3,
        lambda done: done.before.phase is BOUND and _plays(done, QUEEN),
    ),
    "queen": Scene(
        "A queen names a suit that outlives a pass",
        "popular",
        3,
        lambda done: done.before.suit is not None and done.before.suit == done.after.suit,
    ),
    "renewal_until": Scene(
        "The stock ends without a fitting card and is renewed",
        "base",
        4,
        lambda done: _renews(done) and done.before.phase is TURN,
    ),
    "renewal_one": Scene(
        "An empty stock is renewed before a single draw",
        "popular",
        6,
        lambda done: _renews(done) and done.before.phase is TURN,
    ),
    "renewal_pending": Scene(
        "A pending draw is larger than the stock",
        "five",
        5,
        lambda done: _renews(done) and done.before.phase is HIT,
    ),
    "end_plain": Scene(
        "A plain card ends the round", "base", 3, lambda done: _goes_out(done) and not _plays(done, QUEEN)
    ),
    "end_queen": Scene(
        "A queen ends the round and takes 20 off",
        "popular",
        3,
        lambda done: _goes_out(done) and _plays(done, QUEEN) and not _plays_card(done, QUEEN_OF_SPADES),
    ),
    "end_queen_of_spades": Scene(
        "The queen of spades ends the round and takes 40 off",
        "popular",
        3,
        lambda done: _goes_out(done) and _plays_card(done, QUEEN_OF_SPADES),
    ),
    "end_seven": Scene(
        "A seven ends the round and nobody draws",
        "base",
        3,
        lambda done: _goes_out(done) and _plays(done, SEVEN),
    ),
    "end_penalty": Scene(
        "A last seven still makes the next seat draw",
        "popular",
        3,
        lambda done: isinstance(done.event, Played) and done.event.penalty is not None,
    ),
    "end_answering_six": Scene(
        "An answering six ends the round uncovered",
        "base",
        3,
        lambda done: _goes_out(done) and _plays(done, SIX),
    ),
    "end_ace": Scene("An ace ends the round", "five", 4, lambda done: _goes_out(done) and _plays(done, ACE)),
    "end_stalemate": Scene(
        "The thousandth move is a stalemate",
        "base",
        3,
        lambda done: done.after.phase is STALEMATE,
        ply=990,
    ),
}


if __name__ == "__main__":
    main()
