"""Why 101 Okey refuses a move: a closed list of codes.

A move that breaks several rules is refused for the one that comes first in this list: the turn, the
phase, the seat's standing, what is where, the melds, the floor, the duty of a taken tile, the tile left to
discard. Facts are in notation.
"""

from engine.refusal import Reason


class OkeyReason(Reason):
    """A refusal's code. Public: never renamed, never reused."""

    HAND_ENDED = "HAND_ENDED"
    """The hand is over or void. Rules A10.1, A13.1, A13.3."""
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    """Another seat is to move. Rule A3.1. Facts: ``turn``, that seat."""

    ALREADY_DRAWN = "ALREADY_DRAWN"
    """One draw a turn, and none in the starter's first turn. Rules A3.2, A3.4."""
    STOCK_ONLY = "STOCK_ONLY"
    """After putting a tile back only the stock may be drawn from. Rule A4.4."""
    NOTHING_TO_TAKE = "NOTHING_TO_TAKE"
    """The left neighbour's pile is empty. Rule A3.3."""
    NOTHING_TO_PUT_BACK = "NOTHING_TO_PUT_BACK"
    """No tile was taken in this turn, or its duty is done. Rule A4.4."""
    DRAW_FIRST = "DRAW_FIRST"
    """Nothing but a draw is legal yet. Rule A3.4."""

    ALREADY_OPENED = "ALREADY_OPENED"
    """A seat opens once a hand; further melds are laid one by one. Rule A6.4."""
    NOT_OPENED = "NOT_OPENED"
    """Only a seat that has opened may do this. Rules A8.1, A8.3, A8.4, A9.1, A10.1."""
    PAIRS_OPENER_LAYS_NO_SERIES = "PAIRS_OPENER_LAYS_NO_SERIES"
    """A pairs opener never lays a run or a group. Rule A8.4."""
    SERIES_OPENER_LAYS_NO_PAIR = "SERIES_OPENER_LAYS_NO_PAIR"
    """A series opener may lay pairs only beside a pairs opener, if at all. Rule A8.5."""
    LAYOFF_IN_OPENING_TURN = "LAYOFF_IN_OPENING_TURN"
    """Under ``layoff_same_turn=false`` no lay-off in the turn of the opening. Rule A8.1."""
    LAYOFF_CAP_REACHED = "LAYOFF_CAP_REACHED"
    """A pairs opener has laid off all that a turn allows. Rule A8.6. Facts: ``cap``."""

    TILE_NOT_HELD = "TILE_NOT_HELD"
    """A tile named is not in the seat's hand. Rule A5.5. Facts: ``tile``."""
    NO_SUCH_MELD = "NO_SUCH_MELD"
    """The table has no meld of that number. Rule A8.1. Facts: ``meld``, from 1."""

    NOTHING_LAID = "NOTHING_LAID"
    """An opening or a meld without tiles. Rules A6.1, A8.3, A8.4."""
    TILE_NAMED_TWICE = "TILE_NAMED_TWICE"
    """One tile cannot lie in two places. Rule A5.5."""
    SERIES_AND_PAIRS_MIXED = "SERIES_AND_PAIRS_MIXED"
    """An opening is of series or of pairs, never of both. Rule A6.4."""
    MELD_TOO_SHORT = "MELD_TOO_SHORT"
    """A run or a group has at least three tiles. Rule A5.1. Facts: ``tiles``, how many there are."""
    PAIR_IS_FULL = "PAIR_IS_FULL"
    """A pair never takes a third tile. Rule A8.2."""
    OKEY_MEANING_MISSING = "OKEY_MEANING_MISSING"
    """The request must say what each OKEY stands for. Rules A5.6, A9.4."""
    NOT_A_RUN = "NOT_A_RUN"
    """Not one colour, or not consecutive within 1 to 13. Rule A5.1."""
    NOT_A_GROUP = "NOT_A_GROUP"
    """Not three or four tiles of different colours. Rule A5.2."""
    NOT_A_PAIR = "NOT_A_PAIR"
    """Not two tiles of one colour and number. Rule A5.3."""
    TILE_DOES_NOT_FIT = "TILE_DOES_NOT_FIT"
    """The tile extends neither end of the run, or is no missing colour of the group. Rule A8.2."""
    OKEY_CANNOT_CLAIM = "OKEY_CANNOT_CLAIM"
    """An OKEY never claims an OKEY. Rule A9.1."""
    NOTHING_TO_CLAIM = "NOTHING_TO_CLAIM"
    """The meld has no OKEY that stands for this tile. Rules A9.4, A9.5."""

    OPENING_TOO_LOW = "OPENING_TOO_LOW"
    """The series opening is below the floor. Rules A6.1, A7.1. Facts: ``total``, ``floor``."""
    TOO_FEW_PAIRS = "TOO_FEW_PAIRS"
    """The pairs opening is below the floor. Rules A6.3, A7.1. Facts: ``pairs``, ``floor``."""
    TAKEN_TILE_NOT_IN_OPENING = "TAKEN_TILE_NOT_IN_OPENING"
    """The tile taken from the left, or its twin, must be in the opening melds. Rule A4.1."""
    TAKEN_TILE_UNUSED = "TAKEN_TILE_UNUSED"
    """The tile taken from the left must be on the table before the discard. Rules A4.1, A4.3."""
    NO_TILE_TO_DISCARD = "NO_TILE_TO_DISCARD"
    """A tile to discard must remain, and not only the unused one just taken. Rules A3.5, A4.4."""
    NOT_THE_LAST_TILE = "NOT_THE_LAST_TILE"
    """Only the tile that ends the hand may go onto the indicator. Rule A10.1."""
