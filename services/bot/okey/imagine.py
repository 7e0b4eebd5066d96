"""Positions that a seat's view allows: what is hidden is dealt out anew."""

import random

from engine.okey.state import SEATS, State
from engine.okey.tiles import TILES, Hand, Tile, hand_of, size, tiles_of
from engine.okey.view import View


def imagine(view: View, chance: random.Random) -> State:
    """Returns a position that looks to the viewer like the view; its hidden tiles are dealt by chance.

    What is legal for the viewer depends on no hidden tile, so it is the same in every such position.
    """
    hidden = list(tiles_of(unseen(view)))
    chance.shuffle(hidden)
    hands = []
    for seat in range(SEATS):
        hand = view.hand if seat == view.viewer else view.known[seat]
        missing = view.hand_sizes[seat] - size(hand)
        hands.append(Hand(hand | hand_of(hidden[:missing])))
        del hidden[:missing]
    return State(
        rules=view.rules,
        order=_order(view, hidden),
        starter=view.starter,
        hands=tuple(hands),
        stock=view.stock,
        discards=view.discards,
        melds=view.melds,
        owners=view.owners,
        openings=view.openings,
        penalties=view.penalties,
        seat=view.seat,
        phase=view.phase,
        turn=view.turn,
        taken=view.taken,
        layoffs=view.layoffs,
        ply=view.ply,
        known=view.known,
        finish=view.finish,
    )


def unseen(view: View) -> Hand:
    """Returns the tiles of which the viewer does not know where they are."""
    seen = view.hand | 1 << view.indicator
    for pile in view.discards:
        seen |= hand_of(pile)
    for meld in view.melds:
        seen |= hand_of(meld.tiles)
    for known in view.known:
        seen |= known
    return Hand((1 << TILES) - 1 & ~seen)


def _order(view: View, stock: list[Tile]) -> bytes:
    """Returns an order with the indicator first and the imagined stock last."""
    rest = [tile for tile in range(TILES) if tile != view.indicator and tile not in stock]
    return bytes([view.indicator, *rest, *stock])
