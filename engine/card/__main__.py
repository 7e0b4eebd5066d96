"""Deals, shows and judges positions of the card game 101: ``python -m engine.card --help``.

The exit status is 0 when the answer is yes, 1 when the rules refuse, 2 when what was said is at fault.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.card.cards import CARDS, cards_of, size
from engine.card.deal import start
from engine.card.legal import legal_moves, why_not
from engine.card.notation import (
    read_move,
    read_position,
    write_cards,
    write_move,
    write_position,
    write_rules,
)
from engine.card.play import apply
from engine.card.ruleset import configure
from engine.card.score import score
from engine.card.state import State, direction_of
from engine.card.words import SEAT_WORDS, SUIT_NAMES, phase_word
from engine.refusal import BadPosition, BadRules, BadText, IllegalMove
from engine.shuffle import CHANCE_BYTES, shuffled

REFUSED: Final = 1
AT_FAULT: Final = 2

Answer = tuple[list[str], int]


def main(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit status."""
    asked = _parser().parse_args(arguments)
    answer: Callable[[Namespace], Answer] = asked.answer
    try:
        lines, status = answer(asked)
    except BadText as error:
        return _complain(error.pointer(), AT_FAULT)
    except (BadPosition, BadRules) as error:
        return _complain(f"no such position: {error}", AT_FAULT)
    except IllegalMove as error:
        return _complain(f"refused: {error.refusal}", REFUSED)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return status


def _deal(asked: Namespace) -> Answer:
    switches = dict(switch.partition("=")[::2] for switch in asked.switch)
    rules = configure(asked.preset, switches)
    chance = bytes(shuffled(f"chance {asked.seed}".encode(), 256, 256)[:CHANCE_BYTES])
    state = start(rules, asked.seats, 0, shuffled(asked.seed, CARDS, CARDS), chance)
    return [write_position(state)], 0


def _show(asked: Namespace) -> Answer:
    return list(_screen(_position(asked))), 0


def _moves(asked: Namespace) -> Answer:
    return [write_move(move) for move in legal_moves(_position(asked))], 0


def _check(asked: Namespace) -> Answer:
    state = _position(asked)
    refusal = why_not(state, state.seat, read_move(asked.move[0]))
    return ["legal"] if refusal is None else [f"refused: {refusal}"], REFUSED if refusal else 0


def _apply(asked: Namespace) -> Answer:
    state = _position(asked)
    for text in asked.move:
        state = apply(state, state.seat, read_move(text))
    return [write_position(state)], 0


def _score(asked: Namespace) -> Answer:
    try:
        result = score(_position(asked))
    except ValueError as error:
        return [f"no score: {error}"], REFUSED
    lines = [" ".join(result.flags) or "FINISHED"]
    for seat, each in enumerate(result.seats):
        lines.append(f"{SEAT_WORDS[seat]} {each.points:+d}")
        lines += [f"    {line.points:+5d}  {line.text}" for line in each.lines]
    return lines, 0


def _position(asked: Namespace) -> State:
    return read_position(sys.stdin.read() if asked.position == "-" else asked.position)


def _screen(state: State) -> Iterator[str]:
    """Yields a position as people look at it."""
    yield f"rules {write_rules(state.rules)}"
    yield f"turn {state.turn}, ply {state.ply}, {direction_of(state.step).value}"
    yield f"{SEAT_WORDS[state.seat]} {phase_word(state.phase)}"
    if state.pending:
        yield f"pending draw {state.pending}"
    if state.suit is not None:
        yield f"named suit {SUIT_NAMES[state.suit]}"
    for seat, hand in enumerate(state.hands):
        yield f"{SEAT_WORDS[seat]}      {size(hand):2d}  {write_cards(cards_of(hand))}"
    yield f"stock  {len(state.stock):2d}  {write_cards(state.stock)}"
    yield f"pile   {len(state.pile):2d}  {write_cards(state.pile)}"


def _complain(text: str, status: int) -> int:
    sys.stderr.write(f"{text}\n")
    return status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m engine.card",
        description="Deals, shows and judges positions of the card game 101, in the notation of RULES.md.",
    )
    commands = parser.add_subparsers(required=True, metavar="command")
    deal = commands.add_parser("deal", help="deals a round from a bare seed, for studies")
    deal.set_defaults(answer=_deal)
    deal.add_argument("--preset", default="", help="base, five or popular; base unless said")
    deal.add_argument("--switch", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    deal.add_argument("--seats", type=int, default=3, help="2 to 6, with five cards 2 to 5; 3 unless said")
    deal.add_argument("--seed", type=int, default=1, help="a number from 0; 1 unless said")
    for name, (answer, text) in _COMMANDS.items():
        command = commands.add_parser(name, help=text, description=f"{name}: {text}.")
        command.set_defaults(answer=answer)
        position = "a position in notation, or - for standard input"
        if name in _MOVES:
            command.add_argument("position", help=position)
            command.add_argument("move", help="moves in notation, such as QH=D or draw", nargs=_MOVES[name])
        else:
            command.add_argument("position", help=position, nargs="?", default="-")
    return parser


_COMMANDS: Final[Mapping[str, tuple[Callable[[Namespace], Answer], str]]] = {
    "show": (_show, "shows a position"),
    "moves": (_moves, "lists the moves of the seat to move"),
    "check": (_check, "tells whether a move is legal"),
    "apply": (_apply, "makes moves and writes the position after them"),
    "score": (_score, "scores a round that has ended"),
}
_MOVES: Final[Mapping[str, int | str]] = {"check": 1, "apply": "+"}
"""How many moves the commands take that take moves."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
