"""What the tests of 101 Okey say in notation: a position, the moves played on it, what comes of the next."""

from engine.okey import apply, read_move, read_position, why_not
from engine.okey.notation import write_meld
from engine.okey.state import State

BOTH = ("classic", "table")
"""Every preset."""


def position(text: str, rules: str = "table") -> State:
    """Returns the position of a text that names only what matters; the indicator is Y3 unless it says so."""
    indicator = "" if "ind " in text else "ind Y3 | "
    return read_position(f"okey | rules {rules} | {indicator}{text}")


def after(state: State, *moves: str) -> State:
    """Returns the position after some moves of whoever is to move."""
    for move in moves:
        state = apply(state, state.seat, read_move(move))
    return state


def verdict(state: State, *moves: str) -> str:
    """Returns what the rules say to the last of some moves: ``legal``, or the refusal for people."""
    *earlier, last = moves
    state = after(state, *earlier)
    refusal = why_not(state, state.seat, read_move(last))
    return "legal" if refusal is None else str(refusal)


def penalty(state: State, *moves: str) -> int:
    """Returns what some moves cost the seat to move."""
    return after(state, *moves).penalties[state.seat] - state.penalties[state.seat]


def table(state: State) -> list[str]:
    """Returns the melds on the table."""
    return [write_meld(meld, state.okey) for meld in state.melds]
