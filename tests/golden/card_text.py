"""A round of the card game 101 as short text: a title, a first position, a line a move, the score.

On the left of a line stands the move, on the right what came of it; an illegal move shows its refusal.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.card import (
    apply,
    events,
    read_move,
    read_position,
    score,
    why_not,
    write_move,
    write_position,
)
from engine.card.cards import (
    cards_of,
)
from engine.card.events import Drawn, Played
from engine.card.moves import Move
from engine.card.notation import write_cards
from engine.card.state import State, has_ended
from engine.card.words import SEAT_WORDS, phase_word


class Step(NamedTuple):
    """One accepted move, with the event as the seats that drew see it."""

    before: State
    move: Move
    after: State
    event: Played | Drawn


def replay(text: str) -> str:
    """Returns the text of a recorded round as the engine plays its moves now."""
    title, first, *lines = text.splitlines()
    words = [line.split()[1] for line in lines if not line.startswith("=")]
    return written(title, read_position(first), map(read_move, words))


def steps(text: str) -> list[Step]:
    """Returns the accepted moves of a recorded round."""
    _, first, *lines = text.splitlines()
    state, done = read_position(first), []
    for line in lines:
        if not line.startswith("=") and "refused" not in line:
            done.append(step(state, read_move(line.split()[1])))
            state = done[-1].after
    return done


def step(state: State, move: Move) -> Step:
    """Returns an accepted move with what came of it."""
    after = apply(state, state.seat, move)
    told = events(state, state.seat, move, after)
    return Step(state, move, after, next(iter(told.private.values()), told.public))


def written(title: str, state: State, moves: Iterable[Move]) -> str:
    """Returns the text of a round from its first position and all moves tried."""
    lines = [title, write_position(state)]
    for move in moves:
        mover = SEAT_WORDS[state.seat]
        if refusal := why_not(state, state.seat, move):
            outcome = f"refused {refusal}"
        else:
            done = step(state, move)
            outcome, state = _outcome(done), done.after
        lines.append(f"{mover} {write_move(move):<5} -> {outcome}")
    result = score(state)
    lines.append(" ".join(["=", *map(str, result.points), *result.flags]))
    return "\n".join([*lines, ""])


def _outcome(done: Step) -> str:
    """Returns what came of a move, and who is to move next with what in hand."""
    after, event = done.after, done.event
    told = _drawn(event) if isinstance(event, Drawn) else _played(event)
    hand = after.hands[done.before.seat]
    told.append(f"left {write_cards(cards_of(hand))}")
    told.append("ended" if has_ended(after.phase) else f"{SEAT_WORDS[after.seat]} {phase_word(after.phase)}")
    return ", ".join(told)


def _drawn(event: Drawn) -> list[str]:
    told = [f"drew {write_cards(event.cards)}"]
    if event.renewal:
        told.append(f"renewed {event.renewed}")
    return [*told, "passed"] if event.passed else told


def _played(event: Played) -> list[str]:
    told = []
    if event.pending:
        told.append(f"pending {event.pending}")
    if event.reversed:
        told.append("reversed")
    if event.skipped is not None:
        told.append(f"skipped {SEAT_WORDS[event.skipped]}")
    if event.penalty is not None:
        told += [SEAT_WORDS[event.penalty.seat], *_drawn(event.penalty)]
    return [*told, "passed"] if event.passed else told
