import grpc
import pytest
import pytest_asyncio
from game101.v1 import okey_rules_service_pb2 as pb
from game101.v1 import okey_rules_service_pb2_grpc
from google.protobuf.message import Message
from structlog.testing import capture_logs

from engine import okey
from engine.okey import arrange
from engine.okey.kernels import Kernel
from engine.okey.tiles import Tile, hand_of, okey_face
from services.rules import kernel
from services.wire.okey_tiles import hand_to_pb
from services.wire.okey_views import view_to_pb
from tests.engine.okey.board import after, position
from tests.services.errors import failure

SERIES, PAIRS, WHOLE = (
    pb.ARRANGEMENT_AIM_SERIES,
    pb.ARRANGEMENT_AIM_PAIRS,
    pb.ARRANGEMENT_AIM_WHOLE_HAND,
)
INDICATOR = Tile(28)
"""Y2, so Y3 is the okey face."""
RUN = tuple(Tile(kind * 2) for kind in (4, 5, 6))
"""R5 R6 R7."""
OKEY = Tile(15 * 2)
ALONE = Tile(51 * 2)
"""K13."""


@pytest_asyncio.fixture(scope="session")
async def okey_rules(channel):
    return okey_rules_service_pb2_grpc.OkeyRulesServiceStub(channel)


def asked(*tiles: int, aim: int = SERIES, **more: int) -> pb.ArrangeHandRequest:
    return pb.ArrangeHandRequest(tiles=[tile + 1 for tile in tiles], indicator=INDICATOR + 1, aim=aim, **more)


async def test_a_hand_is_arranged_with_the_meaning_of_each_okey(okey_rules):
    answer = await okey_rules.ArrangeHand(asked(*RUN, OKEY, ALONE))

    assert (26, True) == (answer.total, answer.reached)
    assert [[tile + 1 for tile in (*RUN, OKEY)]] == [list(meld.tiles) for meld in answer.melds]
    assert [[5, 6, 7, 8]] == [list(meld.faces) for meld in answer.melds]
    assert [ALONE + 1] == list(answer.left)


@pytest.mark.parametrize("aim", [SERIES, PAIRS])
async def test_an_answer_is_that_of_the_engine(okey_rules, aim):
    hand = hand_of(Tile(tile) for tile in range(0, 106, 5))
    answer = await okey_rules.ArrangeHand(
        pb.ArrangeHandRequest(tiles=hand_to_pb(hand), indicator=INDICATOR + 1, aim=aim, keep=0)
    )
    best = (arrange.best_series if aim == SERIES else arrange.best_pairs)(hand, okey_face(INDICATOR), None, 0)

    assert (best.total, hand_to_pb(best.left)) == (answer.total, list(answer.left))


async def test_one_tile_stays_unless_the_request_says_otherwise(okey_rules):
    assert [] == list((await okey_rules.ArrangeHand(asked(*RUN))).melds)
    assert 18 == (await okey_rules.ArrangeHand(asked(*RUN, keep=0))).total


async def test_a_tile_that_must_be_used_and_fits_nowhere_leaves_the_aim_unreached(okey_rules):
    answer = await okey_rules.ArrangeHand(asked(*RUN, ALONE, must_use=ALONE + 1))

    assert (0, False, 4) == (answer.total, answer.reached, len(answer.left))


async def test_a_whole_hand_is_reached_or_not(okey_rules):
    whole = await okey_rules.ArrangeHand(asked(*RUN, ALONE, aim=WHOLE))
    none = await okey_rules.ArrangeHand(asked(*RUN, ALONE, Tile(60), aim=WHOLE))

    assert (True, [ALONE + 1]) == (whole.reached, list(whole.left))
    assert (False, []) == (none.reached, list(none.melds))


async def test_a_batch_is_answered_in_order(okey_rules):
    requests = [asked(*RUN, ALONE), asked(*RUN, OKEY, ALONE), asked(ALONE)] * 20
    answer = await okey_rules.BatchArrangeHands(pb.BatchArrangeHandsRequest(requests=requests))

    assert [18, 26, 0] * 20 == [each.total for each in answer.responses]


async def check_refused(call: object, field: str) -> None:
    code, info = await failure(call)  # type: ignore[arg-type]

    assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD") == (code, info.reason)
    assert field == info.metadata["field"]


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (asked(*range(0, 46, 2)), "tiles"),
        (asked(1, 1), "tiles"),
        (asked(106), "tiles"),
        (asked(INDICATOR), "tiles"),
        (asked(1, aim=0), "aim"),
        (asked(1, aim=99), "aim"),
        (asked(1, keep=2), "keep"),
        (asked(1, aim=WHOLE, keep=0), "keep"),
        (asked(1, must_use=1), "must_use"),
        (asked(1, must_use=107), "must_use"),
        (pb.ArrangeHandRequest(tiles=[1], aim=SERIES), "indicator"),
        (pb.ArrangeHandRequest(tiles=[1], aim=SERIES, indicator=105), "indicator"),
    ],
)
async def test_a_malformed_hand_is_refused_with_its_field(okey_rules, request_: Message, field):
    await check_refused(okey_rules.ArrangeHand(request_), field)
    batch = pb.BatchArrangeHandsRequest(requests=[asked(*RUN), request_])
    await check_refused(okey_rules.BatchArrangeHands(batch), f"requests[1].{field}")


@pytest.mark.parametrize("count", [0, 1001])
async def test_a_batch_has_one_to_a_thousand_hands(okey_rules, count):
    batch = pb.BatchArrangeHandsRequest(requests=[asked(1)] * count)

    await check_refused(okey_rules.BatchArrangeHands(batch), "requests")


async def test_a_turn_is_planned_from_a_view(okey_rules):
    state = position("A: R10 K3 B9 ... | table: A: R7 R8 R9 / C: B6 B7 B8")
    planned = arrange.least_left(okey.view(state, 0))
    answer = await okey_rules.PlanTurn(pb.PlanTurnRequest(view=view_to_pb(okey.view(state, 0))))

    assert len(planned.moves) == len(answer.moves)
    assert (planned.left, planned.fine) == (answer.score_left, answer.fine)
    assert answer.moves[-1].HasField("discard")


async def test_a_turn_that_is_not_the_viewers_has_no_plan(okey_rules):
    state = after(position("turn A draw | table: A: R7 R8 R9"), "draw")
    view = view_to_pb(okey.view(state, 1))

    await check_refused(okey_rules.PlanTurn(pb.PlanTurnRequest(view=view)), "view")


@pytest.mark.parametrize("compiled", [True, False])
async def test_which_kernel_runs_is_logged_and_measured(monkeypatch, compiled):
    monkeypatch.setattr(kernel, "KERNEL", Kernel(compiled, "" if compiled else "not compiled", arrange))
    with capture_logs() as lines:
        await kernel.announce(None)

    assert ["info" if compiled else "warning"] == [line["log_level"] for line in lines]
    assert [("kernel.loaded", compiled)] == [(line["event"], line["compiled"]) for line in lines]
    assert int(compiled) == kernel.COMPILED._value.get()
