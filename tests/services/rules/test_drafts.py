import grpc
import pytest
import pytest_asyncio
from game101.v1 import game_pb2, okey_draft_pb2, okey_rules_service_pb2, okey_rules_service_pb2_grpc
from game101.v1 import rules_service_pb2 as pb

from engine import okey
from services.wire import okey as codec
from tests.services.errors import failure
from tests.services.hands import dealt
from tests.services.rules.test_servicer import position


@pytest_asyncio.fixture(scope="session")
async def okey_rules(channel):
    return okey_rules_service_pb2_grpc.OkeyRulesServiceStub(channel)


def step(**kind: object) -> game_pb2.GameDraftStep:
    return game_pb2.GameDraftStep(okey=okey_draft_pb2.OkeyDraftStep(**kind))


def placing(tile: int, meld: int) -> game_pb2.GameDraftStep:
    return step(place=okey_draft_pb2.DraftPlacement(tile=tile, meld=meld))


async def test_rule_a6_7_a_draft_grows_shrinks_and_is_collected(rules):
    state = dealt("okey", 1)
    given = position("okey", state)
    other = (state.seat + 1) % 4 + 1

    async def edit(draft, change):
        request = pb.EditDraftRequest(position=given, seat=other, draft=draft, step=change)
        return (await rules.EditDraft(request)).draft

    one = await edit(None, placing(1, 1))
    two = await edit(one, placing(3, 1))

    assert [(1, 1), (3, 1)] == [(each.tile, each.meld) for each in two.okey.placements]
    assert one == await edit(two, step(take_back=True))
    assert [] == list((await edit(two, step(collect=True))).okey.placements)


async def test_a_draft_is_checked_as_it_is_without_a_step(rules):
    state = dealt("okey", 1)
    asked = pb.EditDraftRequest(position=position("okey", state), seat=state.seat + 1, step=placing(1, 1))
    stepped = await rules.EditDraft(asked)
    asked.ClearField("step")
    asked.draft.CopyFrom(stepped.draft)

    assert 1 == len(stepped.check.okey.melds)
    assert stepped == await rules.EditDraft(asked)


async def test_rule_a6_7_a_tile_is_placed_once(rules):
    state = dealt("okey", 1)
    draft = game_pb2.GameDraft(
        okey=okey_draft_pb2.OkeyDraft(placements=[okey_draft_pb2.DraftPlacement(tile=1, meld=1)])
    )

    code, info = await failure(
        rules.EditDraft(
            pb.EditDraftRequest(position=position("okey", state), seat=1, draft=draft, step=placing(1, 1))
        )
    )

    assert (grpc.StatusCode.FAILED_PRECONDITION, "TILE_NAMED_TWICE") == (code, info.reason)


async def test_a_game_without_composed_moves_has_no_drafts(rules):
    given = position("card", dealt("card", 1))

    code, info = await failure(
        rules.EditDraft(pb.EditDraftRequest(position=given, seat=1, step=placing(1, 1)))
    )

    assert (grpc.StatusCode.FAILED_PRECONDITION, "NO_DRAFTS") == (code, info.reason)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("step.okey", step()),
        ("step.okey.take_back", step(take_back=False)),
        ("step.okey.collect", step(collect=False)),
        ("step.okey.place.tile", placing(0, 1)),
        ("step.okey.place.meld", placing(1, 0)),
    ],
)
async def test_a_bad_step_is_refused_by_its_path(rules, field, change):
    given = position("okey", dealt("okey", 1))

    code, info = await failure(rules.EditDraft(pb.EditDraftRequest(position=given, seat=1, step=change)))

    assert (grpc.StatusCode.INVALID_ARGUMENT, field) == (code, info.metadata["field"])


async def test_rule_a6_2_an_opening_is_counted_as_players_count_it(okey_rules):
    state = dealt("okey", 2)
    view = okey.view(state, state.seat)
    best = okey.legal_moves(state)
    opening = next((move for move in best if isinstance(move, okey.moves.OpenSeries)), None)

    answer = await okey_rules.CheckOpening(
        okey_rules_service_pb2.CheckOpeningRequest(view=codec.view_to_pb(view), propose=True)
    )

    assert ([codec.move_to_pb(opening)] if opening else []) == list(answer.proposals)[:1]
    assert 101 == answer.check.floor == answer.check.missing


async def test_a_spectator_has_no_opening_to_check(okey_rules):
    view = codec.view_to_pb(okey.view(dealt("okey", 2), None))

    code, info = await failure(okey_rules.CheckOpening(okey_rules_service_pb2.CheckOpeningRequest(view=view)))

    assert (grpc.StatusCode.INVALID_ARGUMENT, "view.viewer") == (code, info.metadata["field"])
