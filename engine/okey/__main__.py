"""Shows and judges positions of 101 Okey from their notation: ``python -m engine.okey --help``.

The exit status is 0 when the answer is yes, 1 when the rules refuse, 2 when the text is at fault.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.okey.legal import why_not
from engine.okey.listing import legal_moves
from engine.okey.notation import read_move, read_position, write_meld, write_move, write_position
from engine.okey.play import apply
from engine.okey.score import score
from engine.okey.state import SEATS, State
from engine.okey.tiles import tiles_of
from engine.okey.words import SEAT_LETTERS, write_face, write_tile, write_tiles
from engine.okey.writing import phase_word, write_rules
from engine.refusal import BadPosition, BadText, IllegalMove

REFUSED: Final = 1
AT_FAULT: Final = 2
_WINDOW: Final = 60
"""Characters shown on either side of the spot where a text is at fault."""


def main(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit status."""
    asked = _parser().parse_args(arguments)
    try:
        state = read_position(sys.stdin.read() if asked.position == "-" else asked.position)
        answer: Answer = asked.answer
        lines, status = answer(state, asked)
    except BadText as error:
        return _complain(point(error), AT_FAULT)
    except BadPosition as error:
        return _complain(f"no play reaches this position: {error}", AT_FAULT)
    except IllegalMove as error:
        return _complain(f"refused: {error.refusal}", REFUSED)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return status


def point(error: BadText) -> str:
    """Returns the line of a text around the spot where it is at fault, and a caret under the spot."""
    start = error.text.rfind("\n", 0, error.at) + 1
    first = max(start, error.at - _WINDOW)
    shown = error.text[first : error.at + _WINDOW].split("\n", 1)[0]
    return f"{shown}\n{' ' * (error.at - first)}^ {error.problem}"


def _show(state: State, _: Namespace) -> tuple[list[str], int]:
    return list(_screen(state)), 0


def _moves(state: State, _: Namespace) -> tuple[list[str], int]:
    return [write_move(move) for move in legal_moves(state)], 0


def _check(state: State, asked: Namespace) -> tuple[list[str], int]:
    refusal = why_not(state, state.seat, read_move(asked.move[0]))
    return ["legal"] if refusal is None else [f"refused: {refusal}"], REFUSED if refusal else 0


def _apply(state: State, asked: Namespace) -> tuple[list[str], int]:
    for text in asked.move:
        state = apply(state, state.seat, read_move(text))
    return [write_position(state)], 0


def _score(state: State, _: Namespace) -> tuple[list[str], int]:
    try:
        result = score(state)
    except ValueError as error:
        return [f"no score: {error}"], REFUSED
    lines = [f"{' '.join(result.flags) or 'FINISHED'} x {result.multiplier}"]
    for letter, seat in zip(SEAT_LETTERS, result.seats, strict=False):
        lines.append(f"{letter} {seat.points:+d}")
        lines += [f"    {line.points:+5d}  {line.text}" for line in seat.lines]
    return lines, 0


def _screen(state: State) -> Iterator[str]:
    """Yields a position as people look at it."""
    yield f"rules {write_rules(state.rules)}"
    yield f"indicator {write_tile(state.indicator)}, wild {write_face(state.okey)}, stock {state.stock}"
    yield f"turn {state.turn}, ply {state.ply}: {SEAT_LETTERS[state.seat]} {phase_word(state.phase)}"
    if state.taken is not None:
        yield f"taken, to be used in this turn: {write_tile(state.taken)}"
    for seat in range(SEATS):
        hand = list(tiles_of(state.hands[seat]))
        yield f"{SEAT_LETTERS[seat]} {_standing(state, seat)}"
        yield f"  {len(hand):2d} in hand    {write_tiles(hand)}"
        yield f"  {len(state.discards[seat]):2d} discarded  {write_tiles(state.discards[seat])}"
    for number, (owner, meld) in enumerate(zip(state.owners, state.melds, strict=True), start=1):
        yield f"meld {number} of {SEAT_LETTERS[owner]}: {write_meld(meld, state.okey)}  ({meld.value})"


def _standing(state: State, seat: int) -> str:
    opening = state.openings[seat]
    opened = "not opened"
    if opening is not None:
        opened = f"opened with {opening.count} {'pairs' if opening.pairs else 'points'}"
    return opened + (f", {state.penalties[seat]} penalty points" if state.penalties[seat] else "")


def _complain(text: str, status: int) -> int:
    sys.stderr.write(f"{text}\n")
    return status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m engine.okey", description="Shows and judges positions of 101 Okey."
    )
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, (answer, text) in _COMMANDS.items():
        command = commands.add_parser(name, help=text, description=f"{name}: {text}.")
        command.set_defaults(answer=answer)
        position = "a position in notation, or - for standard input"
        if name in _MOVES:
            command.add_argument("position", help=position)
            command.add_argument("move", help="moves in notation, such as 'discard R5'", nargs=_MOVES[name])
        else:
            command.add_argument("position", help=position, nargs="?", default="-")
    return parser


Answer = Callable[[State, Namespace], tuple[list[str], int]]
_COMMANDS: Final[Mapping[str, tuple[Answer, str]]] = {
    "show": (_show, "shows a position"),
    "moves": (_moves, "lists the moves of the seat to move"),
    "check": (_check, "tells whether a move is legal"),
    "apply": (_apply, "makes moves and writes the position after them"),
    "score": (_score, "scores a hand that has ended"),
}
_MOVES: Final[Mapping[str, int | str]] = {"check": 1, "apply": "+"}
"""How many moves the commands take that take moves."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
