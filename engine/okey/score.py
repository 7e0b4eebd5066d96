"""The score of a hand, the course of a match, the standing. RULES.md A10.2, A12, A13."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.okey.ruleset import RuleSet
from engine.okey.state import SEATS, Phase, State, partner_of
from engine.okey.tiles import is_okey, number_of, own_face, tiles_of
from engine.score import HandScore, Line, Match, SeatScore, Standing, rank

HELD_OKEY: Final = 101
"""What an OKEY left in the hand counts. Rule A12.3."""
HANDS: Final = range(1, 22)
"""The numbers of hands that a match may have. Rule A13.5."""
DEFAULT_HANDS: Final = 5


def flags(state: State) -> tuple[str, ...]:
    """Returns how a hand ended. ``OKEY``, ``PAIRS`` and ``ELDEN`` double each. Rule A10.2."""
    if state.phase is Phase.VOID:
        return ("VOID",)
    if state.finish is None:
        return ("STOCK_OUT",)
    opening = state.openings[state.seat]
    others = (other for seat, other in enumerate(state.openings) if seat != state.seat)
    found = []
    if is_okey(state.finish, state.okey):
        found.append("OKEY")
    if opening is not None and opening.pairs:
        found.append("PAIRS")
    if opening is not None and opening.turn == state.turn and all(other is None for other in others):
        found.append("ELDEN")
    return tuple(found)


def multiplier(endings: Sequence[str]) -> int:
    """Returns the factor that flags make: 1, 2 or 4. Rule A10.3."""
    factor: int = 2 ** sum(1 for each in endings if each in {"OKEY", "PAIRS", "ELDEN"})
    assert factor <= 4, "elden and pairs exclude each other"  # noqa: S101
    return factor


def score(state: State) -> HandScore:
    """Returns the result of an ended hand.

    Raises:
        ValueError: The hand is still being played.
    """
    if state.phase not in {Phase.ENDED, Phase.VOID}:
        raise ValueError("the hand is still being played")
    endings = flags(state)
    if state.phase is Phase.VOID:
        return HandScore((), None, endings, 1, void=True)
    finisher = state.seat if state.finish is not None else None
    factor = multiplier(endings)
    return HandScore(
        seats=tuple(_seat_score(state, seat, finisher, factor) for seat in range(SEATS)),
        winner=finisher,
        flags=endings,
        multiplier=factor,
        void=False,
    )


def _seat_score(state: State, seat: int, finisher: int | None, factor: int) -> SeatScore:
    if seat == finisher:
        lines = _finisher_lines(state.rules, factor)
    elif state.openings[seat] is None:
        lines = _unopened_lines(state, factor)
    else:
        lines = _opened_lines(state, seat, factor)
    if finisher is not None and state.rules.teams and seat == partner_of(finisher):
        erased = -sum(line.points for line in lines)
        lines.append(Line("PARTNER_FINISHED", "the partner finished: erased", erased))
    if state.penalties[seat]:
        lines.append(Line("PENALTIES", "penalties booked in play", state.penalties[seat]))
    return SeatScore(sum(line.points for line in lines), tuple(lines))


def _finisher_lines(rules: RuleSet, factor: int) -> list[Line]:
    """Rule A12.1."""
    lines = [Line("FINISHED", "finished the hand", rules.finisher_score)]
    return lines + _multiplied(rules.finisher_score, factor)


def _unopened_lines(state: State, factor: int) -> list[Line]:
    """Rules A12.2 and A13.2."""
    rules = state.rules
    nobody = all(opening is None for opening in state.openings)
    if nobody and rules.stock_out_none_opened == "penalties_only":
        return [Line("NOBODY_OPENED", "the stock ended and nobody had opened", 0)]
    lines = [Line("NOT_OPENED", "never opened", rules.unopened_score)]
    return lines + (_multiplied(rules.unopened_score, factor) if rules.mult_unopened else [])


def _opened_lines(state: State, seat: int, factor: int) -> list[Line]:
    """Rule A12.3."""
    rules, okey = state.rules, state.okey
    held = [is_okey(tile, okey) for tile in tiles_of(state.hands[seat])].count(True)
    base = sum(
        number_of(own_face(tile, okey)) for tile in tiles_of(state.hands[seat]) if not is_okey(tile, okey)
    )
    lines = [Line("TILES_LEFT", "numbers on the tiles left", base)]
    okeys = [Line("HELD_OKEYS", f"okeys left: {held} x {HELD_OKEY}", held * HELD_OKEY)] if held else []
    flat = rules.held_okey_mode == "flat"
    if not flat:
        lines += okeys
        base += held * HELD_OKEY
    opening = state.openings[seat]
    if opening is not None and opening.pairs and rules.pairs_hand_factor > 1:
        lines.append(Line("PAIRS_FACTOR", f"opened with pairs: x {rules.pairs_hand_factor}", base))
        base *= rules.pairs_hand_factor
    lines += _multiplied(base, factor)
    return lines + okeys if flat else lines


def _multiplied(points: int, factor: int) -> list[Line]:
    """Returns the line that a multiplier above 1 adds."""
    if factor == 1:
        return []
    return [Line("MULTIPLIER", f"multiplied by {factor}", points * (factor - 1))]


def settle(
    rules: RuleSet,  # noqa: ARG001
    match: Match,
    hands: int,
    points: Sequence[int] | None,
    winner: int | None,  # noqa: ARG001
) -> Match:
    """Returns the match after a hand. Rules A2.3, A13.3 and A13.5.

    A void hand (``points`` is ``None``) does not count and the same seat starts again; any other is
    followed by a hand that the next seat starts, whoever won.
    """
    if points is None:
        return match
    played = match.hands_played + 1
    return replace(
        match,
        totals=tuple(total + each for total, each in zip(match.totals, points, strict=True)),
        hands_played=played,
        starter=(match.starter + 1) % SEATS,
        over=played >= (hands or DEFAULT_HANDS),
    )


def standing(rules: RuleSet, match: Match) -> Standing:
    """Returns the order of the seats, or of the teams. Rules A13.4 and A13.5."""
    if rules.teams:
        teams = [(seat, partner_of(seat)) for seat in range(SEATS // 2)]
        return Standing(rank([(team, sum(match.totals[seat] for seat in team)) for team in teams]))
    return Standing(rank([((seat,), total) for seat, total in enumerate(match.totals)]))
