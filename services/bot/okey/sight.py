"""What a seat sees, as a position: its own hand, the table, and nothing where the hidden tiles are."""

from engine.okey.state import SEATS, State
from engine.okey.tiles import BOX, EMPTY, Hand, add, hand_of, remove
from engine.okey.view import View


def position_of(view: View) -> State:
    """Returns a position for the verbs that look at no hidden tile: all but a draw from the stock."""
    return State(
        rules=view.rules,
        order=bytes((view.indicator,)),
        starter=view.starter,
        hands=tuple(view.hand if seat == view.viewer else EMPTY for seat in range(SEATS)),
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
    )


def unseen(view: View) -> Hand:
    """Returns the tiles of which the viewer does not know where they are."""
    seen = add(view.hand, view.indicator)
    for pile in view.discards:
        seen = Hand(seen | hand_of(pile))
    for meld in view.melds:
        seen = Hand(seen | hand_of(meld.tiles))
    for known in view.known:
        seen = Hand(seen | known)
    return remove(BOX, seen)
