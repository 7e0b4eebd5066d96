"""What the tests of the card game 101 say in notation: a position, the moves on it, what comes of them."""

from engine.card import apply, legal_moves, read_move, read_position, why_not, write_move
from engine.card.cards import ALL, cards_of, hand_of
from engine.card.notation import write_cards
from engine.card.state import State
from engine.card.words import CARD_NAMED, SEAT_WORDS

ALL_PRESETS = ("base", "five", "popular")


def position(hands: str, pile: str = "-", *, rules: str = "base", rest: str = "", **said: object) -> State:
    """Returns the position that names only what matters, as after a renewal.

    Cards that are named nowhere go to the bottom of the stock, or with ``rest`` to that seat's hand.
    """
    if rest:
        hands = _with_rest(hands, rest, f"{pile} {said.get('stock', '')}")
        said.setdefault("stock", "-")
    if pile != "-":
        said.setdefault("renewals", 1)
    sections = {"rules": rules, "hands": hands, "pile": pile, **said}
    return read_position(" | ".join(["card", *(f"{key}: {value}" for key, value in sections.items())]))


def _with_rest(hands: str, seat: str, elsewhere: str) -> str:
    named = [CARD_NAMED[word] for word in f"{hands} {elsewhere}".split() if word in CARD_NAMED]
    entries = hands.split("/")
    at = SEAT_WORDS.index(seat)
    entries[at] = f"{entries[at].replace('-', '')} {write_cards(cards_of(ALL & ~hand_of(named)))}"
    return "/".join(f" {entry} " for entry in entries)


def after(state: State, *moves: str) -> State:
    """Returns the position after some moves of whoever is to move."""
    for move in moves:
        state = apply(state, state.seat, read_move(move))
    return state


def verdict(state: State, *moves: str) -> str:
    """Returns what the rules say to the last of some moves: ``legal``, or the refusal for people."""
    *earlier, last = moves
    state = after(state, *earlier)
    refusal = why_not(state, state.seat, read_move(last))
    return "legal" if refusal is None else str(refusal)


def listed(state: State) -> list[str]:
    """Returns the legal moves."""
    return [write_move(move) for move in legal_moves(state)]


def mover(state: State) -> str:
    """Returns the seat to move, and what it is up against."""
    return f"{SEAT_WORDS[state.seat]} {state.phase.value}"


def hand(state: State, seat: str) -> str:
    """Returns a seat's cards, lowest first."""
    return write_cards(cards_of(state.hands[SEAT_WORDS.index(seat)]))


def held(state: State, seat: str) -> int:
    """Returns how many cards a seat holds."""
    return state.hands[SEAT_WORDS.index(seat)].bit_count()
