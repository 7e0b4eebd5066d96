"""Whole positions as text. Every copy mark is written, so nothing is left to the reader's choice."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import TypeVar

from engine.okey.melds import Meld, Placed
from engine.okey.ruleset import PRESETS, RuleSet
from engine.okey.sections import GAME
from engine.okey.state import Opening, State
from engine.okey.tiles import TILES, Face, Hand, Tile, is_okey, tiles_of
from engine.okey.words import SEAT_LETTERS, write_layout, write_tile, write_tiles

T = TypeVar("T")


def write_meld(meld: Meld, okey: Face) -> str:
    """Returns a meld's tiles, each OKEY with what it stands for; OKEY+OKEY is a pair without meaning."""
    wild = [is_okey(tile, okey) for tile in meld.tiles]
    if all(wild):
        return write_tiles(meld.tiles)
    return write_layout(
        tuple(
            Placed(tile, face if each else None)
            for tile, face, each in zip(meld.tiles, meld.faces, wild, strict=True)
        )
    )


def write_rules(rules: RuleSet) -> str:
    """Returns the nearest preset and the switches that differ from it."""
    texts = [" ".join([name, *_overrides(rules, preset)]) for name, preset in PRESETS.items()]
    return min(texts, key=lambda text: text.count("="))


def _overrides(rules: RuleSet, preset: RuleSet) -> list[str]:
    return [
        f"{each.name}={write_value(getattr(rules, each.name))}"
        for each in fields(RuleSet)
        if getattr(rules, each.name) != getattr(preset, each.name)
    ]


def write_value(value: object) -> str:
    """Returns the value of a switch as text."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def write_position(state: State) -> str:
    """Returns a position as one line of text, lossless; it names hidden tiles."""
    table = zip(state.owners, state.melds, strict=True)
    sections: Mapping[str, str] = {
        "rules": write_rules(state.rules),
        "ind": write_tile(state.indicator),
        "turn": f"{SEAT_LETTERS[state.seat]} {phase_word(state.phase)} {state.turn}",
        **{SEAT_LETTERS[seat]: _hand(hand) for seat, hand in enumerate(state.hands)},
        "table": _entries(table, lambda meld: write_meld(meld, state.okey)),
        "discards": _by_seat(state.discards, write_tiles),
        "open": _by_seat(state.openings, _opening),
        "penalties": _by_seat(state.penalties, str),
        "taken": "" if state.taken is None else write_tile(state.taken),
        "layoffs": str(state.layoffs or ""),
        "known": _by_seat(state.known, _hand),
        "ply": str(state.ply),
        "dealt": _tiles(state.order[1 : TILES - state.stock]),
        "stock": _tiles(state.order[TILES - state.stock :]),
    }
    return " | ".join([GAME, *(f"{key}: {text}" for key, text in sections.items() if text)])


def phase_word(phase: str) -> str:
    """Returns a phase as a word: ``draw``, ``draw-stock``, ``play``, ``ended``, ``void``."""
    return phase.lower().replace("_", "-")


def _tiles(tiles: Iterable[int]) -> str:
    return write_tiles([Tile(tile) for tile in tiles])


def _hand(hand: Hand) -> str:
    return write_tiles(list(tiles_of(hand)))


def _opening(opening: Opening | None) -> str:
    if opening is None:
        return ""
    return f"{'pairs' if opening.pairs else 'series'} {opening.count} turn {opening.turn}"


def _by_seat(values: Sequence[T], write: Callable[[T], str]) -> str:
    """Returns an entry for each seat that has something to tell."""
    return _entries(((seat, value) for seat, value in enumerate(values) if value), write)


def _entries(values: Iterable[tuple[int, T]], write: Callable[[T], str]) -> str:
    return " / ".join(f"{SEAT_LETTERS[seat]}: {write(value)}" for seat, value in values)
