"""What a round and a match are worth. Rules C13 to C16. Totals are penalties: the lowest wins."""

from collections.abc import Sequence
from typing import Final

from engine.card.cards import (
    ACE,
    JACK,
    KING,
    NINE,
    QUEEN,
    QUEEN_OF_SPADES,
    RANKS,
    Card,
    Hand,
    cards_of,
    rank_of,
)
from engine.card.ruleset import RuleSet
from engine.card.state import STALEMATE, State, has_ended
from engine.card.words import card_word
from engine.score import HandScore, Line, Match, SeatScore, Standing, rank

_COURT: Final[dict[int, int]] = {JACK: 2, QUEEN: 3, KING: 4, ACE: 11}
_VALUES: Final = tuple(_COURT.get(rank, rank + 6) for rank in range(RANKS))
"""By rank; 6 to 10 count their face value. Rule C13."""
_RESET: Final = 101
"""The total that becomes 0 under ``reset_at_101``, whatever ``lose_above`` is. Rule C14."""


def value(rules: RuleSet, card: Card) -> int:
    """Returns what a card left in a hand counts. Rule C13."""
    card_rank = rank_of(card)
    return rules.nine_value if card_rank == NINE else _VALUES[card_rank]


def score(state: State) -> HandScore:
    """Returns the result of an ended round.

    Flags: ``QUEEN`` or ``QUEEN_OF_SPADES`` when the last card was one, ``STALEMATE``.

    Raises:
        ValueError: The round is still being played.
    """
    if not has_ended(state.phase):
        raise ValueError("the round is still being played")
    winner = state.winner
    seats = tuple(
        _winner_score(state) if seat == winner else _left(state.rules, hand)
        for seat, hand in enumerate(state.hands)
    )
    return HandScore(seats, winner, flags=_flags(state), multiplier=1, void=False)


def settle(
    rules: RuleSet,
    match: Match,
    hands: int,  # noqa: ARG001  (the game ends by points, not by a number of rounds)
    points: Sequence[int] | None,
    winner: int | None,
) -> Match:
    """Returns the match after a round. Rule C14.

    The winner starts (deals) the next one; without a winner the same seat does.

    Raises:
        ValueError: There is not one score a seat, or the winner is no seat.
    """
    if points is None:
        return match
    if len(points) != len(match.totals):
        raise ValueError(f"{len(points)} scores for {len(match.totals)} seats")
    if winner is not None and winner not in range(len(points)):
        raise ValueError(f"seat {winner} is not at the table")
    totals = tuple(_total(rules, old + new) for old, new in zip(match.totals, points, strict=True))
    return Match(
        totals=totals,
        hands_played=match.hands_played + 1,
        starter=match.starter if winner is None else winner,
        over=max(totals) > rules.lose_above,
    )


def standing(rules: RuleSet, match: Match) -> Standing:
    """Returns the seats in order, lowest total first, and the losers once somebody has lost. Rule C14."""
    highest = max(match.totals)
    lost = highest > rules.lose_above
    losers = tuple(seat for seat, total in enumerate(match.totals) if lost and total == highest)
    return Standing(rank([((seat,), total) for seat, total in enumerate(match.totals)]), losers)


def _total(rules: RuleSet, total: int) -> int:
    return 0 if rules.reset_at_101 and total == _RESET else total


def _winner_score(state: State) -> SeatScore:
    lines = [Line("WENT_OUT", "went out", 0)]
    card = state.pile[-1]
    if state.rules.queen_finish_bonus and rank_of(card) == QUEEN:
        bonus = 40 if card == QUEEN_OF_SPADES else 20
        lines.append(Line("QUEEN_FINISH", f"went out with {card_word(card)}", -bonus))
    return SeatScore(sum(line.points for line in lines), tuple(lines))


def _left(rules: RuleSet, hand: Hand) -> SeatScore:
    held = [(card_word(card), value(rules, card)) for card in cards_of(hand)]
    text = ", ".join(f"{word} {points}" for word, points in held) or "no cards left"
    total = sum(points for _, points in held)
    return SeatScore(total, (Line("CARDS_LEFT", text, total),))


def _flags(state: State) -> tuple[str, ...]:
    if state.phase is STALEMATE:
        return ("STALEMATE",)
    card = state.pile[-1]
    if rank_of(card) != QUEEN:
        return ()
    return ("QUEEN_OF_SPADES",) if card == QUEEN_OF_SPADES else ("QUEEN",)
