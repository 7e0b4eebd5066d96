"""What a seat may know of a position, built up from nothing.

A new field of ``State`` stays secret until somebody writes it into ``View``.
"""

from dataclasses import dataclass
from typing import Final

from engine.okey.melds import Meld
from engine.okey.ruleset import RuleSet
from engine.okey.state import Opening, Phase, State
from engine.okey.tiles import EMPTY, TILES, Face, Hand, Tile, okey_face, packed, size

_POSITIONS: Final = bytes(range(TILES))


@dataclass(frozen=True, slots=True)
class View:
    """The open table and, for a player, the own hand. Rule A13.7."""

    viewer: int | None
    """The seat that looks; ``None`` is a spectator."""
    rules: RuleSet
    indicator: Tile
    starter: int
    hand: Hand
    """The viewer's tiles; empty for a spectator."""
    hand_sizes: tuple[int, ...]
    """By seat."""
    known: tuple[Hand, ...]
    """By seat: tiles of its hand that lay open before."""
    stock: int
    """Tiles left in the stock."""
    discards: tuple[tuple[Tile, ...], ...]
    """By the seat that discarded, oldest first."""
    melds: tuple[Meld, ...]
    owners: tuple[int, ...]
    openings: tuple[Opening | None, ...]
    penalties: tuple[int, ...]
    seat: int
    """The seat to move; after the end, the seat that moved last."""
    phase: Phase
    turn: int
    taken: Tile | None
    """The tile taken from the left in this turn, while the duty to use it is open."""
    layoffs: int
    """Tiles laid off in this turn."""
    ply: int
    finish: Tile | None
    """The discard that finished the hand, if one did."""

    @property
    def okey(self) -> Face:
        """Returns the face that is wild. Rule A1.4."""
        return okey_face(self.indicator)


def view(state: State, seat: int | None) -> View:
    """Returns what a seat may know; ``None`` is a spectator."""
    return View(
        viewer=seat,
        rules=state.rules,
        indicator=state.indicator,
        starter=state.starter,
        hand=EMPTY if seat is None else state.hands[seat],
        hand_sizes=tuple(size(hand) for hand in state.hands),
        known=state.known,
        stock=state.stock,
        discards=state.discards,
        melds=state.melds,
        owners=state.owners,
        openings=state.openings,
        penalties=state.penalties,
        seat=state.seat,
        phase=state.phase,
        turn=state.turn,
        taken=state.taken,
        layoffs=state.layoffs,
        ply=state.ply,
        finish=state.finish,
    )


def seen(state: State) -> tuple[tuple[int, ...], ...]:
    """Returns by seat the positions of the order whose tiles it has seen so far, ascending.

    They are the indicator, the own hand, and all that lies or lay open.
    """
    places = bytes.maketrans(state.order, _POSITIONS)
    lying_open = b"".join(
        [
            bytes((state.indicator,)),
            *map(bytes, state.discards),
            *(bytes(meld.tiles) for meld in state.melds),
            *map(packed, state.known),
        ]
    )
    return tuple(tuple(sorted({*(lying_open + packed(hand)).translate(places)})) for hand in state.hands)
