"""A hand of 101 Okey as short text: a title, a first position, a line a move, the score.

On the left of a line stands the move, on the right what came of it; an illegal move shows its refusal.
"""

from collections.abc import Iterable, Iterator

from engine.okey import Event, State, apply, events, read_move, read_position, score, why_not
from engine.okey.events import Claimed, Discarded, Drew, Laid, LaidOff, Took
from engine.okey.melds import Meld
from engine.okey.notation import write_meld, write_tile
from engine.okey.tiles import size
from engine.okey.words import SEAT_LETTERS
from engine.okey.writing import phase_word
from engine.score import HandScore

ARROW = " -> "


def replay(text: str) -> str:
    """Returns the text of a recorded hand as the engine plays its moves now."""
    title, first, *lines = text.splitlines()
    return written(title, first, (line.split(ARROW)[0][2:] for line in lines if ARROW in line))


def written(title: str, first: str, moves: Iterable[str]) -> str:
    """Returns the text of a hand from its first position and all moves tried."""
    return "\n".join([title, first, *_lines(read_position(first), moves), ""])


def _lines(state: State, moves: Iterable[str]) -> Iterator[str]:
    for text in moves:
        seat, move = state.seat, read_move(text)
        if refusal := why_not(state, seat, move):
            outcome = f"refused {refusal}"
        else:
            after = apply(state, seat, move)
            told = events(state, seat, move, after)
            outcome = _outcome(after, seat, told.private.get(seat, told.public))
            state = after
        yield f"{SEAT_LETTERS[seat]} {text}{ARROW}{outcome}"
    yield from _score(score(state))


def _outcome(after: State, seat: int, event: Event) -> str:
    """Returns what came of a move, the tiles left, and who is to do what next."""
    told = list(_told(after, seat, event))
    told.append(f"hand {size(after.hands[seat])}")
    playing = after.phase not in {"ENDED", "VOID"}
    told.append(
        f"{SEAT_LETTERS[after.seat]} {phase_word(after.phase)}" if playing else phase_word(after.phase)
    )
    return ", ".join(told)


def _told(after: State, seat: int, event: Event) -> Iterator[str]:
    match event:
        case Drew(tile=tile, stock=stock) if tile is not None:
            yield f"drew {write_tile(tile)}, stock {stock}"
        case Took():
            yield f"took {write_tile(event.tile)}"
        case Laid():
            yield _laid(after, seat, event)
        case LaidOff():
            yield _meld(after, event.meld, event.after)
        case Claimed():
            yield f"{_meld(after, event.meld, event.after)}, got {write_tile(event.okey)}"
        case Discarded(penalty=penalty, finished=finished):
            yield from [f"fined {penalty}"] * bool(penalty) + ["finished"] * finished


def _laid(after: State, seat: int, event: Laid) -> str:
    opening = after.openings[seat]
    if not event.opening or opening is None:
        return _meld(after, len(after.melds) - 1, event.melds[-1])
    return f"opened with {opening.count}" + (" pairs" if opening.pairs else "")


def _meld(after: State, at: int, meld: Meld) -> str:
    return f"meld {at + 1} is {write_meld(meld, after.okey)}"


def _score(result: HandScore) -> Iterator[str]:
    yield f"= {' '.join(result.flags) or 'PLAIN'} x {result.multiplier}"
    for letter, seat in zip(SEAT_LETTERS, result.seats, strict=False):
        yield f"= {letter} {seat.points}: " + ", ".join(f"{line.code} {line.points}" for line in seat.lines)
