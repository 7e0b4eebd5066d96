"""Whole positions from text, complete or with only what matters written down.

Reading has three steps: the text becomes sections of words (``sections``), the unnamed tiles find
their places (``filling``), and here the words become a position.
"""

from collections.abc import Sequence
from typing import Any, Final

from engine.okey.check import check
from engine.okey.filling import Sketch, fill
from engine.okey.melds import Binding, Meld, pair, series
from engine.okey.moves import Layout
from engine.okey.ruleset import RuleSet, configure
from engine.okey.sections import Entry, Sections, split
from engine.okey.state import SEATS, Opening, Phase, State
from engine.okey.tiles import EMPTY, NUMBERED, TILES, Face, Hand, Tile, add, hand_of, okey_face
from engine.okey.words import (
    NOTHING,
    SEAT_LETTERS,
    Cursor,
    Word,
    read_bare,
    read_layout,
    read_number,
    read_seat,
)
from engine.refusal import BadRules, Refusal

USUAL_TURN: Final = 8
"""The turn of a position whose text does not tell it: every seat has had two."""
_VALUES: Final = {"on": True, "true": True, "off": False, "false": False, "none": None}
_PHASES: Final = {phase.value.lower().replace("_", "-"): phase for phase in Phase}
_KINDS: Final = {"series": False, "pairs": True}


def read_position(text: str) -> State:
    """Returns the position that a text describes.

    Raises:
        BadText: The text is no notation.
        BadPosition: It reads, but no play can reach it.
    """
    said = split(text)
    sketch, rules, turn = _sketch(said)
    places = fill(sketch)
    hands = tuple(map(hand_of, places.hands))
    taken = _taken(said)
    finished = sketch.phase is Phase.ENDED and not hands[sketch.seat] and places.discards[sketch.seat]
    state = State(
        rules=rules,
        order=_order(said, sketch.indicator, places.stock),
        starter=(sketch.seat - turn) % SEATS,
        hands=hands,
        stock=len(places.stock),
        discards=places.discards,
        melds=sketch.melds,
        owners=sketch.owners,
        openings=_openings(said, sketch, turn),
        penalties=_penalties(said),
        seat=sketch.seat,
        phase=sketch.phase,
        turn=turn,
        taken=taken,
        layoffs=_count(said, "layoffs", 0),
        ply=_count(said, "ply", 2 * turn),
        known=_known(said, sketch.seat, taken),
        finish=places.discards[sketch.seat][-1] if finished else None,
    )
    check(state)
    return state


def read_rules(text: str) -> RuleSet:
    """Returns the rule set that a text describes, such as ``table katlamali=on``.

    Raises:
        BadText: A preset or a switch is unknown, out of range, or contradicts another.
    """
    cursor = Cursor(text)
    words = tuple(cursor.plain_words())
    cursor.expect_end()
    return _rules(words)


def read_meld(text: str, okey: Face, binding: Binding) -> Meld:
    """Returns the meld that some tiles make, each OKEY with what it stands for.

    Raises:
        BadText: A word is no tile, or the tiles make no meld.
    """
    cursor = Cursor(text)
    start = cursor.peek()
    layout = read_layout(cursor)
    cursor.expect_end()
    return _meld(start, layout, okey, binding)


def _meld(start: Word, layout: Layout, okey: Face, binding: Binding) -> Meld:
    formed = pair(layout, okey) if len(layout) == 2 else series(layout, okey, binding)
    if isinstance(formed, Refusal):
        raise start.bad(f"no meld: {formed}")
    return formed


def _rules(words: Sequence[Word]) -> RuleSet:
    switches = words[1:] if words and "=" not in words[0].text else words
    preset = words[0] if len(switches) < len(words) else None
    overrides: dict[str, Any] = {}
    for word in switches:
        name, equals, value = word.text.partition("=")
        if not equals:
            raise word.bad("not switch=value")
        overrides[name] = _value(value)
    try:
        return configure(preset.text if preset else "", overrides)
    except BadRules as error:
        culprit = next((word for word in switches if word.text.partition("=")[0] == error.field), words[0])
        raise culprit.bad(str(error)) from None


def _value(text: str) -> object:
    if text in _VALUES:
        return _VALUES[text]
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) < 7 else text


def _sketch(said: Sections) -> tuple[Sketch, RuleSet, int]:
    """Returns the tiles that are named, the rules and the turn."""
    rules = _rules(said.words("rules"))
    seat, phase, turn = _turn(said.words("turn"))
    indicator = _indicator(said)
    okey, binding = okey_face(indicator), rules.group_okey_binding
    table = said.entries.get("table", ())
    piles = said.by_seat("discards")
    sketch = Sketch(
        indicator=indicator,
        seat=seat,
        phase=phase,
        hands=tuple(map(said.heap, SEAT_LETTERS)),
        stock=said.heap("stock"),
        discards=tuple(said.tiles(piles[each].words) if each in piles else () for each in range(SEATS)),
        melds=tuple(_meld(each.start, said.layout(each.words), okey, binding) for each in table),
        owners=tuple(each.seat for each in table),
    )
    return sketch, rules, turn


def _turn(words: Sequence[Word]) -> tuple[int, Phase, int]:
    """Returns the seat to move, what it must do, and the turns begun before this one."""
    if not words:
        return 0, Phase.PLAY, USUAL_TURN
    seat, *rest = words
    phase = Phase.PLAY
    if rest and not rest[0].text.isdecimal():
        if rest[0].text not in _PHASES:
            raise rest[0].bad(f"no phase: {', '.join(_PHASES)}")
        phase = _PHASES[rest.pop(0).text]
    turn = read_number(rest.pop(0)) if rest else USUAL_TURN
    if rest:
        raise rest[0].bad("nothing may follow the number of the turn")
    return read_seat(seat), phase, turn


def _indicator(said: Sections) -> Tile:
    word = said.word("ind")
    if word is None:
        raise said.end.bad("ind is missing")
    tile = said.tile(word)
    if tile >= NUMBERED:
        raise word.bad("a FALSE is never the indicator")
    return tile


def _order(said: Sections, indicator: Tile, stock: Sequence[Tile]) -> bytes:
    """Returns the deal; where it is left out, the tiles that have left the stock, lowest first."""
    if "dealt" in said:
        dealt = [read_bare(word) for word in said.words("dealt") if word.text != NOTHING]
    else:
        hidden = {indicator, *stock}
        dealt = [Tile(tile) for tile in range(TILES) if tile not in hidden]
    return bytes([indicator, *dealt, *stock])


def _openings(said: Sections, sketch: Sketch, turn: int) -> tuple[Opening | None, ...]:
    entries = said.by_seat("open")
    found = []
    for seat in range(SEATS):
        usual = _usual_opening(sketch, seat, turn)
        found.append(_opening(entries[seat], usual, turn) if seat in entries else usual)
    return tuple(found)


def _usual_opening(sketch: Sketch, seat: int, turn: int) -> Opening | None:
    """Returns how a seat that has melds must have opened: with all of them, in its last turn."""
    own = [meld for owner, meld in zip(sketch.owners, sketch.melds, strict=True) if owner == seat]
    if not own:
        return None
    pairs = not any(meld.is_series for meld in own)
    count = len(own) if pairs else sum(meld.value for meld in own if meld.is_series)
    earlier = turn - ((sketch.seat - seat) % SEATS or SEATS)
    return Opening(pairs, count, earlier if earlier >= 0 else turn)


def _opening(entry: Entry, usual: Opening | None, turn: int) -> Opening:
    """Returns the opening of ``pairs``, ``series 116`` or ``series 116 turn 4``."""
    cursor = list(entry.words)
    if not cursor or cursor[0].text not in _KINDS:
        raise (cursor or [entry.start])[0].bad("neither series nor pairs")
    pairs = _KINDS[cursor.pop(0).text]
    count, when = (usual.count, usual.turn) if usual else (1, turn)
    if cursor and cursor[0].text not in {"turn", "now"}:
        count = read_number(cursor.pop(0), least=1)
    if cursor and cursor[0].text == "now":
        when = turn
        cursor.pop(0)
    elif len(cursor) > 1:
        cursor.pop(0)
        when = read_number(cursor.pop(0))
    if cursor:
        raise cursor[0].bad("nothing may follow the opening")
    return Opening(pairs, count, when)


def _penalties(said: Sections) -> tuple[int, ...]:
    found = [0] * SEATS
    for seat, entry in said.by_seat("penalties").items():
        if len(entry.words) != 1:
            raise entry.start.bad("a seat's penalties are one number")
        found[seat] = read_number(entry.words[0])
    return tuple(found)


def _known(said: Sections, seat: int, taken: Tile | None) -> tuple[Hand, ...]:
    entries = said.by_seat("known")
    known = [EMPTY] * SEATS
    for each, entry in entries.items():
        known[each] = hand_of(map(read_bare, entry.words))
    if taken is not None:
        known[seat] = add(known[seat], taken)
    return tuple(known)


def _taken(said: Sections) -> Tile | None:
    word = said.word("taken")
    return None if word is None else read_bare(word)


def _count(said: Sections, key: str, usual: int) -> int:
    word = said.word(key)
    return usual if word is None else read_number(word)
