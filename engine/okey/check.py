"""Whether play can reach a position, as far as its parts must agree. RULES.md A14.

Positions come from callers, so every one that arrives is checked: nothing may enter the engine that
its rules could not have made.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.okey import ruleset
from engine.okey.melds import LARGEST_GROUP, SHORTEST_SERIES, Meld, Placed, Shape, pair, series
from engine.okey.play import OTHER_TILES, PENALTY, STARTER_TILES, STOCK_TILES
from engine.okey.ruleset import RuleSet
from engine.okey.state import SEATS, Phase, State
from engine.okey.tiles import (
    BOX,
    COLOURS,
    KINDS,
    NUMBERED,
    NUMBERS,
    TILES,
    Face,
    Hand,
    Tile,
    face,
    hand_of,
    holds,
    holds_all,
    is_okey,
    own_face,
    size,
)
from engine.refusal import BadPosition, BadRules

_MOST_LAYOFFS: Final = STARTER_TILES - 1
_MOST_PAIRS: Final = OTHER_TILES // 2
_MOST_POINTS: Final = OTHER_TILES * NUMBERS
_WILD: Final = 255
_IN_TURN: Final = (Phase.PLAY, Phase.VOID)
_BEFORE_DRAW: Final = (Phase.DRAW, Phase.DRAW_STOCK)
_RUNS: Final = (
    tuple(face(colour, number) for number in range(low, high + 1))
    for colour in range(COLOURS)
    for low in range(1, NUMBERS + 1)
    for high in range(low + SHORTEST_SERIES - 1, NUMBERS + 1)
)
_GROUPS: Final = (
    tuple(face(colour, number) for colour in colours)
    for number in range(1, NUMBERS + 1)
    for count in (SHORTEST_SERIES, LARGEST_GROUP)
    for colours in combinations(range(COLOURS), count)
)
_PAIRS: Final = ((Face(kind), Face(kind)) for kind in range(KINDS))
NATURAL: Final[Mapping[tuple[Face, ...], Shape]] = {
    **dict.fromkeys(_RUNS, Shape.RUN),
    **dict.fromkeys(_GROUPS, Shape.GROUP),
    **dict.fromkeys(_PAIRS, Shape.PAIR),
}
"""The faces of every meld without OKEYs: 264 runs, 65 groups and 52 pairs. Rules A5.1 to A5.3."""
MOST_PLIES: Final = 1_000_000
"""Far above what the rules allow: each turn has at most one draw, one put-back and 22 tiles."""


def check(state: State) -> None:
    """Checks that the parts of a position agree.

    Raises:
        BadPosition: They do not; its ``field`` names the first part that is wrong.
    """
    _check_rules(state.rules)
    _check_course(state)
    _check_tiles(state)
    _check_hands(state)
    _check_table(state)
    _check_openings(state)
    _check_turn(state)
    _check_end(state)


@lru_cache(maxsize=256)
def _check_rules(rules: RuleSet) -> None:
    try:
        ruleset.check(rules)
    except BadRules as error:
        raise BadPosition(f"rules.{error.field}", error.problem) from None


def _check_course(state: State) -> None:
    """Checks the counters, and the seat whose turn it is. Rules A2.2 and A11.1."""
    for field in ("hands", "discards", "openings", "penalties", "known"):
        if len(getattr(state, field)) != SEATS:
            raise BadPosition(field, "not one for each of the 4 seats")
    if not 0 <= state.starter < SEATS:
        raise BadPosition("starter", "not in [0, 3]")
    if not 0 <= state.turn <= state.ply <= MOST_PLIES:
        raise BadPosition("turn", f"not in [0, ply], or the ply is above {MOST_PLIES}")
    if state.seat != (state.starter + state.turn) % SEATS:
        raise BadPosition("seat", "another seat has this turn")
    if not 0 <= state.stock <= STOCK_TILES:
        raise BadPosition("stock", f"not in [0, {STOCK_TILES}]")
    for seat, penalty in enumerate(state.penalties):
        if penalty < 0 or penalty % PENALTY or (penalty and not state.rules.penalties):
            raise BadPosition(f"penalties[{seat}]", f"not a multiple of {PENALTY}, or penalties are off")


def _check_tiles(state: State) -> None:
    """Checks that the order is the box, and that every tile of it lies in one place. Rule A1.2."""
    order = state.order
    if len(order) != TILES or len(set(order)) != TILES or max(order) >= TILES or order[0] >= NUMBERED:
        raise BadPosition("order", f"not all {TILES} tiles with a numbered one first")
    tiles = [order[0], *order[TILES - state.stock :]]
    for pile in state.discards:
        tiles += pile
    for meld in state.melds:
        tiles += meld.tiles
    if min(tiles) < 0 or max(tiles) >= TILES:
        raise BadPosition("tiles", f"one is not in [0, {TILES - 1}]")
    count, box = len(tiles), hand_of(map(Tile, tiles))
    for hand in state.hands:
        box = Hand(box | hand)
        count += size(hand)
    if box != BOX or count != TILES:
        raise BadPosition("tiles", f"{count} tiles, {size(box)} of them different, where the box has {TILES}")


def _check_hands(state: State) -> None:
    """Checks the sizes of the hands. Rule A14."""
    for seat, hand in enumerate(state.hands):
        in_turn = seat == state.seat and state.phase in _IN_TURN
        most = STARTER_TILES if in_turn else OTHER_TILES
        least = most if state.openings[seat] is None else 1
        finished = seat == state.seat and state.phase is Phase.ENDED and state.openings[seat] is not None
        if not (0 if finished else least) <= size(hand) <= most:
            raise BadPosition(f"hands[{seat}]", f"{size(hand)} tiles, not in [{least}, {most}]")
        if not holds_all(hand, state.known[seat]):
            raise BadPosition(f"known[{seat}]", "not all in the hand")


def _check_table(state: State) -> None:
    """Checks that each tile of a meld means what it can, and that they make that meld. Rule A5."""
    if len(state.owners) != len(state.melds):
        raise BadPosition("owners", "not one for each meld")
    own_faces = _own_faces(state.okey)
    for at, (meld, owner) in enumerate(zip(state.melds, state.owners, strict=True)):
        if not 0 <= owner < SEATS:
            raise BadPosition(f"owners[{at}]", "not in [0, 3]")
        own = bytes(meld.tiles).translate(own_faces)
        if not (_is_as_laid(state, meld) if _WILD in own else _is_natural(meld, tuple(own))):
            raise BadPosition(f"melds[{at}]", "no legal meld in its order")


@lru_cache(maxsize=KINDS)
def _own_faces(okey: Face) -> bytes:
    """Returns by tile the face that it counts as, and ``_WILD`` for an OKEY."""
    tiles = map(Tile, range(TILES))
    faces = (_WILD if is_okey(tile, okey) else own_face(tile, okey) for tile in tiles)
    return bytes(faces).ljust(256, bytes([_WILD]))


def _is_natural(meld: Meld, own: tuple[int, ...]) -> bool:
    """Tells whether a meld without OKEYs is legal, given the faces of its tiles."""
    if own != meld.faces or NATURAL.get(meld.faces) is not meld.shape:
        return False
    return len(own) > 2 or meld.tiles[0] < meld.tiles[1]


def _is_as_laid(state: State, meld: Meld) -> bool:
    """Tells whether a meld is what its tiles make when they are laid with its meanings."""
    if len(meld.tiles) != len(meld.faces):
        return False
    layout = [Placed(tile, meant) for tile, meant in zip(meld.tiles, meld.faces, strict=True)]
    if meld.shape is Shape.PAIR:
        return meld == pair(layout, state.okey)
    return meld == series(layout, state.okey, state.rules.group_okey_binding)


def _check_openings(state: State) -> None:
    """Checks that exactly the seats that have melds have opened, and with their kind. Rules A6.4, A8.4."""
    owned = set(zip(state.owners, (meld.shape is Shape.PAIR for meld in state.melds), strict=True))
    for seat, opening in enumerate(state.openings):
        if opening is None:
            if (seat, True) in owned or (seat, False) in owned:
                raise BadPosition(f"openings[{seat}]", "missing, though the seat has melds on the table")
            continue
        if (seat, opening.pairs) not in owned or (opening.pairs and (seat, False) in owned):
            raise BadPosition(f"openings[{seat}]", "not the kind of the seat's melds on the table")
        if not 0 < opening.count <= (_MOST_PAIRS if opening.pairs else _MOST_POINTS):
            raise BadPosition(f"openings[{seat}]", "more or less than an opening can lay")
        if not 0 <= opening.turn <= state.turn or (state.starter + opening.turn) % SEATS != seat:
            raise BadPosition(f"openings[{seat}]", "not in a turn of this seat")


def _check_turn(state: State) -> None:
    """Checks the draw and what hangs on it. Rules A3.2, A4, A8.6, A13.1."""
    if state.phase in _BEFORE_DRAW and not (state.turn and state.stock):
        raise BadPosition("phase", "no draw in the first turn or from an empty stock")
    if not 0 <= state.layoffs <= (0 if state.phase is Phase.DRAW else _MOST_LAYOFFS):
        raise BadPosition("layoffs", "more than this turn can have had")
    if state.taken is None:
        return
    hand = state.hands[state.seat]
    if state.phase is not Phase.PLAY or not state.turn:
        raise BadPosition("taken", "no tile was taken in this turn, or its duty is done")
    if state.taken < 0 or not holds(state.known[state.seat], state.taken) or size(hand) < 2:
        raise BadPosition("taken", "not among the seat's known tiles, or nothing beside it")


def _check_end(state: State) -> None:
    """Checks how the hand ended, if it did. Rules A10, A13.1, A13.3."""
    hand, pile = state.hands[state.seat], state.discards[state.seat]
    finished = state.phase is Phase.ENDED and not hand
    if state.finish != (pile[-1] if finished and pile else None) or (finished and not pile):
        raise BadPosition("finish", "not the last discard of a seat without tiles")
    if state.phase is Phase.ENDED and not finished and state.stock:
        raise BadPosition("stock", "the hand has ended with neither a finish nor the stock")
    all_pairs = all(opening is not None and opening.pairs for opening in state.openings)
    if (state.rules.all_pairs_void and all_pairs) is not (state.phase is Phase.VOID):
        raise BadPosition("phase", "a hand is void when all four have opened with pairs, where that counts")
    if finished and _is_elden_of_pairs(state):
        raise BadPosition("finish", "no pairs opener finishes in the turn of the first opening")


def _is_elden_of_pairs(state: State) -> bool:
    """Tells what parity rules out. Rule A10.3."""
    opening = state.openings[state.seat]
    alone = sum(each is not None for each in state.openings) == 1
    return alone and opening is not None and opening.pairs and opening.turn == state.turn
