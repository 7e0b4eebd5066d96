"""The bot over the wire: answers, errors, deadlines."""

import grpc
import pytest
from game101.v1 import bot_service_pb2 as pb

from engine.game import GAMES
from services.bot import metrics
from services.bot.decision import BUDGET, Level
from tests.services.bot.asking import HIGH, LOW, MEDIUM, advice, choice, move_of
from tests.services.errors import failure
from tests.services.hands import dealt, finished, played

GAME_NAMES = ("okey", "card")


def metric(family, level="high"):
    return family.labels(level)._value.get()


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("moves", [0, 7, 14])
async def test_the_move_is_legal_and_told_in_notation(bot, name, moves):
    state = played(name, moves, moves)

    answer = await bot.ChooseMove(choice(name, state))

    move = move_of(name, answer.move)
    assert move in GAMES[name].legal_moves(state)
    assert GAMES[name].write_move(move) == answer.notation


@pytest.mark.parametrize("name", GAME_NAMES)
async def test_the_same_question_has_the_same_answer(bot, name):
    request = choice(name, played(name, 3, 30), MEDIUM, seed=77)

    first, second = await bot.ChooseMove(request), await bot.ChooseMove(request)

    assert first.SerializeToString(deterministic=True) == second.SerializeToString(deterministic=True)


async def test_the_best_comes_first_and_the_estimates_grow(bot):
    answer = await bot.ChooseMove(choice("okey", dealt("okey", 5)))

    points = [each.expected_points for each in answer.alternatives]
    assert 5 == len(points)
    assert sorted(points) == points
    assert answer.deviated or answer.move == answer.alternatives[0].move


async def test_an_answer_that_deviates_names_the_best_beside_its_move(bot):
    state = dealt("okey", 5)

    answers = [await bot.ChooseMove(choice("okey", state, LOW, seed)) for seed in range(30)]

    deviating = [answer for answer in answers if answer.deviated]
    assert deviating, "about ten of thirty deviate"
    assert all(each.move != each.alternatives[0].move for each in deviating)


async def test_the_budget_of_the_request_is_kept(bot):
    state = dealt("okey", 5)

    few = await bot.ChooseMove(choice("okey", state, budget=1))
    many = await bot.ChooseMove(choice("okey", state))

    assert few.evaluations <= 1
    assert BUDGET[Level.HIGH] // 2 < many.evaluations <= BUDGET[Level.HIGH]
    assert not many.cut_short


async def test_suggestions_have_reasons(bot):
    answer = await bot.SuggestMoves(advice("okey", dealt("okey", 5), limit=4))

    assert 4 == len(answer.suggestions)
    assert all(each.reasons and each.notation for each in answer.suggestions)


async def test_three_moves_are_suggested_where_no_number_is_named(bot):
    answer = await bot.SuggestMoves(advice("okey", dealt("okey", 5)))

    assert 3 == len(answer.suggestions)


async def test_a_batch_answers_each_request_as_a_call_of_its_own_would(bot):
    requests = [choice("okey", played("okey", seed, 9), LOW, seed) for seed in range(6)]
    requests += [choice("card", played("card", seed, 9), LOW, seed) for seed in range(6)]

    batch = await bot.BatchChooseMoves(pb.BatchChooseMovesRequest(requests=requests))

    assert [await bot.ChooseMove(each) for each in requests] == list(batch.responses)


async def test_a_deadline_cuts_the_search_and_the_best_so_far_comes_before_it(bot):
    state = dealt("okey", 5)
    request = choice("okey", state, budget=1_000_000)
    before = metric(metrics.CUT_SHORT)

    answer = await bot.ChooseMove(request, timeout=2)

    assert answer.cut_short
    assert move_of("okey", answer.move) in GAMES["okey"].legal_moves(state)
    assert before + 1 == metric(metrics.CUT_SHORT)


async def test_decisions_and_deviations_are_counted_by_level(bot):
    state = dealt("okey", 5)
    decisions, deviations = metric(metrics.DECISIONS, "low"), metric(metrics.DEVIATIONS, "low")

    answers = [await bot.ChooseMove(choice("okey", state, LOW, seed)) for seed in range(10)]

    assert decisions + 10 == metric(metrics.DECISIONS, "low")
    assert deviations + sum(each.deviated for each in answers) == metric(metrics.DEVIATIONS, "low")


async def test_the_only_legal_move_is_found_without_a_worker(bot):
    answer = await bot.ChooseMove(choice("card", forced()))

    assert "draw" == answer.notation
    assert 0 == answer.evaluations
    assert ["ONLY_MOVE"] == list(answer.alternatives[0].reasons)


def forced():
    return GAMES["card"].read_position("card | hands: 8H JH KH / 8D 7D JD KD | pile: 9S | seat: B")


@pytest.mark.parametrize("name", GAME_NAMES)
async def test_who_is_not_to_move_gets_no_move(bot, name):
    state = finished(name, 1)

    code, info = await failure(bot.ChooseMove(choice(name, state)))

    assert (grpc.StatusCode.FAILED_PRECONDITION, "NOT_TO_MOVE") == (code, info.reason)


async def test_a_level_is_required(bot):
    code, info = await failure(bot.ChooseMove(choice("okey", dealt("okey", 1), level=0)))

    assert (grpc.StatusCode.INVALID_ARGUMENT, "level") == (code, info.metadata["field"])


async def test_a_budget_above_a_million_is_refused(bot):
    code, _ = await failure(bot.ChooseMove(choice("okey", dealt("okey", 1), budget=1_000_001)))

    assert grpc.StatusCode.INVALID_ARGUMENT == code


async def test_more_than_ten_suggestions_are_refused(bot):
    code, _ = await failure(bot.SuggestMoves(advice("okey", dealt("okey", 1), limit=11)))

    assert grpc.StatusCode.INVALID_ARGUMENT == code


async def test_an_empty_batch_is_refused(bot):
    code, _ = await failure(bot.BatchChooseMoves(pb.BatchChooseMovesRequest()))

    assert grpc.StatusCode.INVALID_ARGUMENT == code


async def test_a_bad_view_in_a_batch_is_named_by_its_path(bot):
    good = choice("okey", dealt("okey", 1))
    bad = pb.ChooseMoveRequest(level=HIGH)

    code, info = await failure(bot.BatchChooseMoves(pb.BatchChooseMovesRequest(requests=[good, bad])))

    assert (grpc.StatusCode.INVALID_ARGUMENT, "requests[1].view") == (code, info.metadata["field"])


@pytest.mark.parametrize("name", GAME_NAMES)
async def test_a_view_that_contradicts_itself_is_an_error_of_the_caller(bot, name):
    request = choice(name, played(name, 2, 12))
    getattr(request.view, name).ply = 0
    getattr(request.view, name).turn = 900

    code, _ = await failure(bot.ChooseMove(request))

    assert grpc.StatusCode.INVALID_ARGUMENT == code


async def test_a_view_without_a_game_is_refused(bot):
    code, _ = await failure(bot.ChooseMove(pb.ChooseMoveRequest(level=HIGH)))

    assert grpc.StatusCode.INVALID_ARGUMENT == code
