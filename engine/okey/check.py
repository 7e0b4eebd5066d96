"""Whether play can reach a position or a view, as far as its parts must agree. RULES.md A14.

Positions come from callers, so every one that arrives is checked: nothing may enter the engine that
its rules could not have made.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.okey import ruleset
from engine.okey.check_melds import first_wrong
from engine.okey.melds import Shape
from engine.okey.play import OTHER_TILES, PENALTY, STARTER_TILES, STOCK_TILES
from engine.okey.ruleset import RuleSet
from engine.okey.state import SEATS, Phase, State
from engine.okey.tiles import (
    BOX,
    EMPTY,
    NUMBERED,
    NUMBERS,
    TILES,
    Hand,
    Tile,
    hand_of,
    holds,
    holds_all,
    size,
)
from engine.okey.view import View
from engine.refusal import BadPosition, BadRules

_MOST_LAYOFFS: Final = STARTER_TILES - 1
_MOST_PAIRS: Final = OTHER_TILES // 2
_MOST_POINTS: Final = OTHER_TILES * NUMBERS
_IN_TURN: Final = (Phase.PLAY, Phase.VOID)
_BEFORE_DRAW: Final = (Phase.DRAW, Phase.DRAW_STOCK)
MOST_PLIES: Final = 1_000_000
"""Far above what the rules allow: each turn has at most one draw, one put-back and 22 tiles."""


def check(state: State) -> None:
    """Checks that the parts of a position agree.

    Raises:
        BadPosition: They do not; its ``field`` names the first part that is wrong.
    """
    sizes = tuple(map(size, state.hands))
    _check_rules(state.rules)
    _check_course(state, sizes)
    _check_box(state)
    for seat, hand in enumerate(state.hands):
        if not holds_all(hand, state.known[seat]):
            raise BadPosition(f"known[{seat}]", "not all in the hand")
    _check_open(state, sizes)


def check_view(view: View) -> None:
    """Checks that the parts of a view agree.

    Raises:
        BadPosition: They do not; its ``field`` names the first part that is wrong.
    """
    _check_rules(view.rules)
    _check_course(view, view.hand_sizes)
    _check_seen(view)
    _check_open(view, view.hand_sizes)


@lru_cache(maxsize=256)
def _check_rules(rules: RuleSet) -> None:
    try:
        ruleset.check(rules)
    except BadRules as error:
        raise BadPosition(f"rules.{error.field}", error.problem) from None


def _check_course(position: State | View, sizes: Sequence[int]) -> None:
    """Checks the counters, and the seat whose turn it is. Rules A2.2 and A11.1."""
    for field in ("discards", "openings", "penalties", "known"):
        if len(getattr(position, field)) != SEATS or len(sizes) != SEATS:
            raise BadPosition(field, "not one for each of the 4 seats")
    if not 0 <= position.starter < SEATS:
        raise BadPosition("starter", "not in [0, 3]")
    if not 0 <= position.turn <= position.ply <= MOST_PLIES:
        raise BadPosition("turn", f"not in [0, ply], or the ply is above {MOST_PLIES}")
    if position.seat != (position.starter + position.turn) % SEATS:
        raise BadPosition("seat", "another seat has this turn")
    if not 0 <= position.stock <= STOCK_TILES:
        raise BadPosition("stock", f"not in [0, {STOCK_TILES}]")
    for seat, penalty in enumerate(position.penalties):
        if penalty < 0 or penalty % PENALTY or (penalty and not position.rules.penalties):
            raise BadPosition(f"penalties[{seat}]", f"not a multiple of {PENALTY}, or penalties are off")


def _check_box(state: State) -> None:
    """Checks that the order is the box, and that every tile of it lies in one place. Rule A1.2."""
    order = state.order
    if len(order) != TILES or len(set(order)) != TILES or max(order) >= TILES or order[0] >= NUMBERED:
        raise BadPosition("order", f"not all {TILES} tiles with a numbered one first")
    tiles = [*order[TILES - state.stock :], *_lying_open(state)]
    count, box = len(tiles), hand_of(map(Tile, tiles))
    for hand in state.hands:
        box = Hand(box | hand)
        count += size(hand)
    if box != BOX or count != TILES:
        raise BadPosition("tiles", f"{count} tiles, {size(box)} of them different, where the box has {TILES}")


def _check_seen(view: View) -> None:
    """Checks that the tiles in sight are different ones, and that with the hidden ones they are the box."""
    if not 0 <= view.indicator < NUMBERED:
        raise BadPosition("indicator", f"not in [0, {NUMBERED - 1}]")
    hands = list(view.known)
    if view.viewer is not None:
        if not 0 <= view.viewer < SEATS or size(view.hand) != view.hand_sizes[view.viewer]:
            raise BadPosition("hand", "not as many tiles as the viewer's hand has")
        if not holds_all(view.hand, view.known[view.viewer]):
            raise BadPosition("known", "not all in the viewer's hand")
        hands[view.viewer] = view.hand
    elif view.hand != EMPTY:
        raise BadPosition("hand", "a spectator has none")
    tiles = _lying_open(view)
    seen, count = hand_of(tiles), len(tiles)
    for seat, hand in enumerate(hands):
        if size(hand) > view.hand_sizes[seat]:
            raise BadPosition(f"known[{seat}]", "more tiles than the hand has")
        seen = Hand(seen | hand)
        count += size(hand)
    if size(seen) != count or not holds_all(BOX, seen):
        raise BadPosition("tiles", "one lies in two places, or is none")
    if len(tiles) + view.stock + sum(view.hand_sizes) != TILES:
        raise BadPosition("tiles", f"not {TILES} with those in the stock and in the hands")


def _lying_open(position: State | View) -> list[Tile]:
    """Returns the indicator and the tiles of the piles and the melds."""
    tiles = [position.indicator]
    for pile in position.discards:
        tiles += pile
    for meld in position.melds:
        tiles += meld.tiles
    if min(tiles) < 0 or max(tiles) >= TILES:
        raise BadPosition("tiles", f"one is not in [0, {TILES - 1}]")
    return tiles


def _check_open(position: State | View, sizes: Sequence[int]) -> None:
    """Checks what everybody can see."""
    _check_hands(position, sizes)
    _check_table(position)
    _check_openings(position)
    _check_turn(position, sizes)
    _check_end(position, sizes)


def _check_hands(position: State | View, sizes: Sequence[int]) -> None:
    """Checks the sizes of the hands. Rule A14."""
    for seat, tiles in enumerate(sizes):
        in_turn = seat == position.seat and position.phase in _IN_TURN
        most = STARTER_TILES if in_turn else OTHER_TILES
        least = most if position.openings[seat] is None else 1
        if seat == position.seat and position.phase is Phase.ENDED and position.openings[seat] is not None:
            least = 0
        if not least <= tiles <= most:
            raise BadPosition(f"hands[{seat}]", f"{tiles} tiles, not in [{least}, {most}]")


def _check_table(position: State | View) -> None:
    """Checks that the melds are melds, and that seats own them. Rule A5."""
    if len(position.owners) != len(position.melds):
        raise BadPosition("owners", "not one for each meld")
    for at, owner in enumerate(position.owners):
        if not 0 <= owner < SEATS:
            raise BadPosition(f"owners[{at}]", "not in [0, 3]")
    wrong = first_wrong(position.melds, position.okey, position.rules.group_okey_binding)
    if wrong is not None:
        raise BadPosition(f"melds[{wrong}]", "no legal meld in its order")


def _check_openings(position: State | View) -> None:
    """Checks that exactly the seats that have melds have opened, and with their kind. Rules A6.4, A8.4."""
    owned = set(zip(position.owners, (meld.shape is Shape.PAIR for meld in position.melds), strict=True))
    for seat, opening in enumerate(position.openings):
        if opening is None:
            if (seat, True) in owned or (seat, False) in owned:
                raise BadPosition(f"openings[{seat}]", "missing, though the seat has melds on the table")
            continue
        if (seat, opening.pairs) not in owned or (opening.pairs and (seat, False) in owned):
            raise BadPosition(f"openings[{seat}]", "not the kind of the seat's melds on the table")
        if not 0 < opening.count <= (_MOST_PAIRS if opening.pairs else _MOST_POINTS):
            raise BadPosition(f"openings[{seat}]", "more or less than an opening can lay")
        if not 0 <= opening.turn <= position.turn or (position.starter + opening.turn) % SEATS != seat:
            raise BadPosition(f"openings[{seat}]", "not in a turn of this seat")


def _check_turn(position: State | View, sizes: Sequence[int]) -> None:
    """Checks the draw and what hangs on it. Rules A3.2, A4, A8.6, A13.1."""
    if position.phase in _BEFORE_DRAW and not (position.turn and position.stock):
        raise BadPosition("phase", "no draw in the first turn or from an empty stock")
    if not 0 <= position.layoffs <= (0 if position.phase is Phase.DRAW else _MOST_LAYOFFS):
        raise BadPosition("layoffs", "more than this turn can have had")
    if position.taken is None:
        return
    if position.phase is not Phase.PLAY or not position.turn:
        raise BadPosition("taken", "no tile was taken in this turn, or its duty is done")
    if (
        position.taken < 0
        or not holds(position.known[position.seat], position.taken)
        or sizes[position.seat] < 2
    ):
        raise BadPosition("taken", "not among the seat's known tiles, or nothing beside it")


def _check_end(position: State | View, sizes: Sequence[int]) -> None:
    """Checks how the hand ended, if it did. Rules A10, A13.1, A13.3."""
    pile = position.discards[position.seat]
    finished = position.phase is Phase.ENDED and not sizes[position.seat]
    if position.finish != (pile[-1] if finished and pile else None) or (finished and not pile):
        raise BadPosition("finish", "not the last discard of a seat without tiles")
    if position.phase is Phase.ENDED and not finished and position.stock:
        raise BadPosition("stock", "the hand has ended with neither a finish nor the stock")
    all_pairs = all(opening is not None and opening.pairs for opening in position.openings)
    if (position.rules.all_pairs_void and all_pairs) is not (position.phase is Phase.VOID):
        raise BadPosition("phase", "a hand is void when all four have opened with pairs, where that counts")
    if finished and _is_elden_of_pairs(position):
        raise BadPosition("finish", "no pairs opener finishes in the turn of the first opening")


def _is_elden_of_pairs(position: State | View) -> bool:
    """Tells what parity rules out. Rule A10.3."""
    opening = position.openings[position.seat]
    alone = sum(each is not None for each in position.openings) == 1
    return alone and opening is not None and opening.pairs and opening.turn == position.turn
