import grpc
import pytest
import pytest_asyncio
from game101.v1 import game_pb2
from game101.v1 import scoring_service_pb2 as pb
from game101.v1.scoring_service_pb2_grpc import ScoringServiceStub

from engine.game import GAMES
from services.scoring.service import SERVICE
from services.wire import game as wire
from tests.services.errors import failure
from tests.services.hands import SEATS, dealt, finished
from tests.services.serving import serving

NAMES = sorted(GAMES)


@pytest_asyncio.fixture(scope="session")
async def scoring():
    async with serving(SERVICE) as channel:
        yield ScoringServiceStub(channel)


def asked(name: str, **overrides: object) -> game_pb2.GameRules:
    rules = game_pb2.GameRules()
    getattr(rules, name).SetInParent()
    for switch, value in overrides.items():
        setattr(getattr(rules, name).overrides, switch, value)
    return rules


def match(*totals: int, hands: int = 0, starter: int = 1) -> game_pb2.MatchState:
    return game_pb2.MatchState(totals=totals, hands_played=hands, starter=starter)


def settle(name: str, before: game_pb2.MatchState, *points: int, **more: object) -> pb.SettleHandRequest:
    winner = more.pop("winner", 0)
    return pb.SettleHandRequest(
        rules=asked(name), match=before, points=pb.HandPoints(points=points, winner=winner), **more
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(5))
async def test_a_hand_scores_as_the_engine_scores_it_and_the_lines_add_up(scoring, name, seed):
    state = finished(name, seed)

    answer = await scoring.ScoreHand(
        pb.ScoreHandRequest(position=wire.position_to_pb(wire.RULEBOOKS[name], state))
    )

    assert wire.score_to_pb(GAMES[name].score(state)) == answer.score
    for seat in answer.score.seats:
        assert sum(line.points for line in seat.lines) == seat.points


async def test_a_hand_in_play_has_no_score(scoring):
    position = wire.position_to_pb(wire.RULEBOOKS["okey"], dealt("okey", 1))

    code, info = await failure(scoring.ScoreHand(pb.ScoreHandRequest(position=position)))

    assert (grpc.StatusCode.FAILED_PRECONDITION, "HAND_NOT_ENDED") == (code, info.reason)


async def test_rule_a2_3_the_next_seat_starts_whoever_won(scoring):
    answer = await scoring.SettleHand(
        settle("okey", match(0, 10, 20, 30, hands=1, starter=4), -101, 14, 28, 202, winner=1)
    )

    assert match(-101, 24, 48, 232, hands=2, starter=1) == answer.match


async def test_rule_c1_the_winner_of_a_round_starts_the_next(scoring):
    answer = await scoring.SettleHand(settle("card", match(0, 0, 0), 12, 0, 30, winner=2))

    assert match(12, 0, 30, hands=1, starter=2) == answer.match


async def test_rule_a13_5_a_match_ends_after_the_agreed_hands(scoring):
    before = match(0, 0, 0, 0, hands=2)

    going_on = await scoring.SettleHand(settle("okey", before, 0, 0, 0, 0, hands=4))
    over = await scoring.SettleHand(settle("okey", before, 0, 0, 0, 0, hands=3))
    default = await scoring.SettleHand(settle("okey", match(0, 0, 0, 0, hands=4), 0, 0, 0, 0))

    assert [False, True, True] == [going_on.match.over, over.match.over, default.match.over]


async def test_rule_a13_3_a_void_hand_does_not_count(scoring):
    before = match(1, 2, 3, 4, hands=2, starter=3)

    answer = await scoring.SettleHand(pb.SettleHandRequest(rules=asked("okey"), match=before, void=True))

    assert before == answer.match


async def test_rule_c14_a_total_above_the_limit_loses_and_ends_the_game(scoring):
    answer = await scoring.SettleHand(settle("card", match(95, 101, 60), 9, 17, 0, winner=3))

    assert answer.match.over
    assert [2] == list(answer.standing.losers)
    assert [3] == list(answer.standing.sides[0].seats)


async def test_rule_a13_5_equal_totals_share_a_place(scoring):
    answer = await scoring.GetStanding(
        pb.GetStandingRequest(rules=asked("okey"), match=match(50, -7, 50, -7))
    )

    assert [(2, 1), (4, 1), (1, 3), (3, 3)] == [(side.seats[0], side.place) for side in answer.standing.sides]


async def test_rule_a13_4_teams_stand_by_their_sum(scoring):
    answer = await scoring.GetStanding(
        pb.GetStandingRequest(rules=asked("okey", teams=True), match=match(310, -57, -96, 120))
    )

    assert [([2, 4], 63, 1), ([1, 3], 214, 2)] == [
        (list(side.seats), side.total, side.place) for side in answer.standing.sides
    ]


async def test_a_match_that_is_over_takes_no_more_hands(scoring):
    before = match(0, 0, 0, 0, hands=5)
    before.over = True

    code, info = await failure(scoring.SettleHand(settle("okey", before, 0, 0, 0, 0)))

    assert (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_OVER") == (code, info.reason)


@pytest.mark.parametrize(
    ("field", "request_"),
    [
        ("rules", pb.SettleHandRequest()),
        ("match.totals", settle("okey", match(0, 0), 0, 0)),
        ("match.starter", settle("okey", match(0, 0, 0, 0, starter=5), 0, 0, 0, 0)),
        ("match.totals", settle("okey", match(0, 0, 0, -1_000_000_001), 0, 0, 0, 0)),
        ("match.hands_played", settle("okey", match(0, 0, 0, 0, hands=1_000_001), 0, 0, 0, 0)),
        ("match.hands_played", settle("okey", match(0, 0, 0, 0, hands=2**32 - 1), 0, 0, 0, 0)),
        ("points.points", settle("okey", match(0, 0, 0, 0), 0, 0, 0)),
        ("points.points", settle("okey", match(0, 0, 0, 0), 0, 0, 0, 100_001)),
        ("points.winner", settle("okey", match(0, 0, 0, 0), 0, 0, 0, 0, winner=5)),
        ("hands", settle("okey", match(0, 0, 0, 0), 0, 0, 0, 0, hands=22)),
        ("outcome", pb.SettleHandRequest(rules=asked("okey"), match=match(0, 0, 0, 0))),
        ("void", pb.SettleHandRequest(rules=asked("okey"), match=match(0, 0, 0, 0), void=False)),
    ],
)
async def test_a_bad_field_is_refused_by_its_path(scoring, field, request_):
    code, info = await failure(scoring.SettleHand(request_))

    assert (grpc.StatusCode.INVALID_ARGUMENT, field) == (code, info.metadata["field"])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sign", [-1, 1])
async def test_the_largest_numbers_are_settled(scoring, name, sign):
    total, points = sign * 1_000_000_000, sign * 100_000
    before = match(*[total] * SEATS[name], hands=1_000_000)

    answer = await scoring.SettleHand(settle(name, before, *[points] * SEATS[name]))

    assert [total + points] * SEATS[name] == list(answer.match.totals)
    assert 1_000_001 == answer.match.hands_played


def test_every_game_is_settled_here():
    assert set(NAMES) == set(SEATS)
