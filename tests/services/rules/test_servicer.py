import grpc
import pytest
from game101.v1 import game_pb2
from game101.v1 import rules_service_pb2 as pb
from prometheus_client import REGISTRY

from engine.game import GAMES
from engine.shuffle import shuffled
from services.rules import metrics
from services.wire import game as wire
from tests.services.errors import failure
from tests.services.hands import SEATS, dealt, finished, played

NAMES = sorted(GAMES)


def asked(name: str, preset: str = "") -> game_pb2.GameRules:
    rules = game_pb2.GameRules()
    getattr(rules, name).SetInParent()
    getattr(rules, name).preset = preset
    return rules


def position(name: str, state: object) -> game_pb2.GamePosition:
    return wire.position_to_pb(wire.RULEBOOKS[name], state)


def start(name: str, seed: int = 1) -> pb.StartHandRequest:
    deck = GAMES[name].deck(GAMES[name].configure("", {}))
    order = shuffled(seed.to_bytes(8, "big"), deck.size, deck.first_below)
    return pb.StartHandRequest(
        rules=asked(name),
        seats=SEATS[name],
        starter=seed % SEATS[name] + 1,
        order=[piece + 1 for piece in order],
        chance=bytes(32),
    )


@pytest.mark.parametrize("name", NAMES)
async def test_described_rules_say_what_the_dealer_must_shuffle(rules, name):
    answer = await rules.DescribeRules(pb.DescribeRulesRequest(rules=asked(name)))

    assert name == answer.rule_set.WhichOneof("game")
    assert GAMES[name].deck(None).size == answer.deck_size
    assert answer.min_seats <= SEATS[name] <= answer.max_seats


@pytest.mark.parametrize("name", NAMES)
async def test_a_hand_starts_as_the_engine_starts_it(rules, name):
    answer = await rules.StartHand(start(name))

    assert position(name, dealt(name, 1)) == answer.update.position
    assert 0 == answer.update.header.ply
    assert SEATS[name] == len(answer.update.private_events) == len(answer.update.seen)
    assert "" == answer.update.notation


@pytest.mark.parametrize("name", NAMES)
async def test_a_move_leads_to_the_position_that_the_engine_gives(rules, name):
    game, book, before = GAMES[name], wire.RULEBOOKS[name], played(name, 3, 5)
    seat, move = game.header(before).seat, game.legal_moves(before)[0]

    answer = await rules.ApplyMove(
        pb.ApplyMoveRequest(position=position(name, before), seat=seat + 1, move=wire.move_to_pb(book, move))
    )

    after = game.apply(before, seat, move)
    assert position(name, after) == answer.update.position
    assert game.write_move(move) == answer.update.notation
    assert wire.view_to_pb(book, game.view(after, game.header(after).seat)) == answer.update.view


@pytest.mark.parametrize("name", NAMES)
async def test_position_and_move_may_be_text(rules, name):
    game, before = GAMES[name], played(name, 4, 7)
    seat, move = game.header(before).seat, game.legal_moves(before)[-1]

    answer = await rules.ApplyMove(
        pb.ApplyMoveRequest(
            position=game_pb2.GamePosition(notation=game.write_position(before)),
            seat=seat + 1,
            move=game_pb2.GameMove(notation=game.write_move(move)),
        )
    )

    assert position(name, game.apply(before, seat, move)) == answer.update.position


@pytest.mark.parametrize("name", NAMES)
async def test_a_refused_move_carries_reason_and_rule(rules, name):
    before = played(name, 5, 6)
    game = GAMES[name]
    other = (game.header(before).seat + 1) % SEATS[name]
    move = wire.move_to_pb(wire.RULEBOOKS[name], game.legal_moves(before)[0])

    code, info = await failure(
        rules.ApplyMove(pb.ApplyMoveRequest(position=position(name, before), seat=other + 1, move=move))
    )
    told = await rules.ExplainMove(
        pb.ExplainMoveRequest(position=position(name, before), seat=other + 1, move=move)
    )

    assert (grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_TURN") == (code, info.reason)
    assert info.metadata["rule"] == told.refusal.rule != ""
    assert info.reason == told.refusal.reason


@pytest.mark.parametrize("name", NAMES)
async def test_a_legal_move_needs_no_explanation(rules, name):
    before = played(name, 6, 3)
    game = GAMES[name]
    move = game.legal_moves(before)[0]

    told = await rules.ExplainMove(
        pb.ExplainMoveRequest(
            position=position(name, before),
            seat=game.header(before).seat + 1,
            move=wire.move_to_pb(wire.RULEBOOKS[name], move),
        )
    )

    assert not told.HasField("refusal")
    assert game.write_move(move) == told.notation


@pytest.mark.parametrize("name", NAMES)
async def test_listed_moves_are_the_engines_and_may_be_limited(rules, name):
    state = played(name, 7, 4)
    listed = await rules.ListMoves(pb.ListMovesRequest(position=position(name, state)))
    first = await rules.ListMoves(pb.ListMovesRequest(position=position(name, state), limit=1))

    expected = [GAMES[name].write_move(move) for move in GAMES[name].legal_moves(state)]
    assert expected == [each.notation for each in listed.moves]
    assert expected[:1] == [each.notation for each in first.moves]


@pytest.mark.parametrize("name", NAMES)
async def test_the_first_listed_moves_end_a_turn(rules, name):
    state = played(name, 8, 2)
    game = GAMES[name]
    turn = game.header(state).turn
    for _ in range(200):
        if game.header(state).turn != turn or not game.legal_moves(state):
            break
        state = game.apply(state, game.header(state).seat, game.legal_moves(state)[0])

    assert turn != game.header(state).turn or not game.legal_moves(state)


@pytest.mark.parametrize("name", NAMES)
async def test_an_ended_hand_lists_no_moves(rules, name):
    answer = await rules.ListMoves(pb.ListMovesRequest(position=position(name, finished(name, 9))))

    assert [] == list(answer.moves)


@pytest.mark.parametrize("name", NAMES)
async def test_a_spectator_sees_no_hand(rules, name):
    state = played(name, 10, 3)

    spectator = await rules.GetView(pb.GetViewRequest(position=position(name, state)))
    seated = await rules.GetView(pb.GetViewRequest(position=position(name, state), seat=1))

    assert 0 == len(getattr(spectator.view, name).hand)
    assert 0 < len(getattr(seated.view, name).hand)


@pytest.mark.parametrize("name", NAMES)
async def test_a_position_translates_both_ways(rules, name):
    state = played(name, 11, 9)

    there = await rules.TranslatePosition(pb.TranslatePositionRequest(position=position(name, state)))
    back = await rules.TranslatePosition(
        pb.TranslatePositionRequest(position=game_pb2.GamePosition(notation=there.notation))
    )

    assert position(name, state) == there.position == back.position


async def test_a_position_of_a_later_format_is_for_another_replica(rules):
    given = position("okey", dealt("okey", 12))
    given.format = wire.FORMAT + 1

    code, info = await failure(rules.GetView(pb.GetViewRequest(position=given)))

    assert (grpc.StatusCode.UNAVAILABLE, "POSITION_TOO_NEW") == (code, info.reason)


async def test_a_position_that_no_play_reaches_is_refused(rules):
    given = position("okey", dealt("okey", 13))
    given.okey.hands[0], given.okey.hands[1] = given.okey.hands[1], given.okey.hands[1]

    code, info = await failure(rules.GetView(pb.GetViewRequest(position=given)))

    assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_POSITION") == (code, info.reason)


async def test_text_that_is_no_notation_is_refused_at_its_spot(rules):
    position = game_pb2.GamePosition(notation="chess e2e4")

    code, info = await failure(rules.GetView(pb.GetViewRequest(position=position)))

    assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_TEXT") == (code, info.reason)
    assert "0" == info.metadata["at"]


@pytest.mark.parametrize("name", NAMES)
async def test_an_order_that_is_no_deck_is_refused(rules, name):
    request = start(name)
    request.order[1] = request.order[2]

    code, info = await failure(rules.StartHand(request))

    assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_POSITION") == (code, info.reason)


@pytest.mark.parametrize(
    ("field", "request_"),
    [
        ("rules", pb.DescribeRulesRequest()),
        ("rules.okey.preset", pb.DescribeRulesRequest(rules=asked("okey", "house"))),
        ("rules.card.preset", pb.DescribeRulesRequest(rules=asked("card", "house"))),
    ],
)
async def test_rules_that_are_not_there_are_refused_by_field(rules, field, request_):
    code, info = await failure(rules.DescribeRules(request_))

    assert (grpc.StatusCode.INVALID_ARGUMENT, field) == (code, info.metadata["field"])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [0, 99])
async def test_a_seat_that_is_not_there_is_refused(rules, name, seat):
    state = dealt(name, 14)
    move = wire.move_to_pb(wire.RULEBOOKS[name], GAMES[name].legal_moves(state)[0])

    code, info = await failure(
        rules.ApplyMove(pb.ApplyMoveRequest(position=position(name, state), seat=seat, move=move))
    )

    assert (grpc.StatusCode.INVALID_ARGUMENT, "seat") == (code, info.metadata["field"])


async def test_a_move_of_another_game_is_refused(rules):
    card = GAMES["card"].legal_moves(dealt("card", 15))[0]
    move = wire.move_to_pb(wire.RULEBOOKS["card"], card)

    code, info = await failure(
        rules.ApplyMove(pb.ApplyMoveRequest(position=position("okey", dealt("okey", 15)), seat=1, move=move))
    )

    assert (grpc.StatusCode.INVALID_ARGUMENT, "move") == (code, info.metadata["field"])


@pytest.mark.parametrize("name", NAMES)
async def test_a_refused_move_is_counted_by_its_reason(rules, name):
    def counted() -> float:
        return REGISTRY.get_sample_value("game101_rules_refusals_total", {"reason": "NOT_YOUR_TURN"})

    before, state, game = counted(), played(name, 5, 6), GAMES[name]
    other = (game.header(state).seat + 1) % SEATS[name]
    move = wire.move_to_pb(wire.RULEBOOKS[name], game.legal_moves(state)[0])
    request = pb.ApplyMoveRequest(position=position(name, state), seat=other + 1, move=move)
    await failure(rules.ApplyMove(request))

    assert before + 1 == counted()


def test_every_reason_is_counted_from_zero():
    present = {sample.labels["reason"] for family in metrics.REFUSALS.collect() for sample in family.samples}

    assert metrics.reasons() == present
    assert {"NOT_YOUR_TURN", "HAND_ENDED"} <= present
