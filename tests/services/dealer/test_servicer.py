import json
import logging
import os
from base64 import b64encode
from urllib.request import urlopen

import grpc
import pytest
import pytest_asyncio
import structlog
from game101.v1 import dealer_service_pb2 as pb
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.dealer import checks
from services.dealer.entropy import Entropy
from services.runtime import logs
from services.runtime.service import StartError
from services.wire import status
from tests.services.dealer.desk import NAMES, running


@pytest_asyncio.fixture(scope="module")
async def desk():
    async with running() as desk:
        yield desk


async def refusal_of(call):
    """Returns the code, the reason and the named field of a call that has to fail."""
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await call
    info = status.error_info(failed.value)
    return failed.value.code().name, info.reason, info.metadata.get("field", "")


async def test_a_hand_is_committed_dealt_opened_revealed_and_verified(desk):
    committed = await desk.commit()
    dealt = await desk.deal(committed.token, {2: b"hello", 4: b"x"})
    proofs = await desk.open(dealt.token, [1, 2, 106])
    record = await desk.reveal(dealt.token)
    record.proofs.extend(proofs)
    verified = await desk.verify(record)

    assert list(range(1, 107)) == sorted(dealt.order)
    assert dealt.order[0] <= 104
    assert 1 <= dealt.first_starter <= 4
    assert (32, 32) == (len(dealt.chance), len(dealt.root))
    assert [(1, dealt.order[0]), (2, dealt.order[1]), (106, dealt.order[105])] == [
        (proof.position, proof.piece) for proof in proofs
    ]
    assert all(checks.holds(proof, dealt.root, 106) for proof in proofs)
    assert (committed.commitment, dealt.root, list(dealt.order)) == (
        record.commitment,
        record.root,
        list(record.order),
    )
    assert [(2, b"hello"), (4, b"x")] == [(one.seat, one.value) for one in record.contributions]
    assert pb.CHECK_RESULT_PASSED == verified.result
    assert list(range(1, 8)) == [check.kind for check in verified.checks]


async def test_a_hand_without_contributions_takes_two_calls(desk):
    dealt = await desk.deal((await desk.commit()).token)

    assert pb.CHECK_RESULT_PASSED == (await desk.verify(await desk.reveal(dealt.token))).result


async def test_a_repeated_deal_gives_the_same_and_either_token_is_good(desk):
    token = (await desk.commit()).token
    one, other = await desk.deal(token, {1: b"a"}), await desk.deal(token, {1: b"a"})

    assert one.token != other.token
    assert await desk.reveal(one.token) == await desk.reveal(other.token)
    one.token = other.token = b""
    assert one == other


async def test_every_commitment_is_to_another_seed(desk):
    made = [await desk.commit() for _ in range(20)]

    assert 20 == len({one.commitment for one in made}) == len({one.token for one in made})


async def test_another_contribution_gives_another_deal(desk):
    token = (await desk.commit()).token
    dealt = [await desk.deal(token, given) for given in ({}, {1: b"a"}, {1: b"b"}, {2: b"a"})]

    assert 4 == len({tuple(one.order) for one in dealt}) == len({one.root for one in dealt})


async def test_the_order_of_contributions_in_the_request_does_not_matter(desk):
    token = (await desk.commit()).token

    assert (await desk.deal(token, {1: b"a", 3: b"b"})).root == (
        await desk.deal(token, {3: b"b", 1: b"a"})
    ).root


async def test_a_hand_given_up_before_the_deal_is_revealed_too(desk):
    committed = await desk.commit()
    record = await desk.reveal(committed.token)
    verified = await desk.verify(record)
    results = {check.kind: check.result for check in verified.checks}

    assert (committed.commitment, b"", 0) == (record.commitment, record.root, len(record.order))
    assert pb.CHECK_RESULT_PASSED == results[pb.CHECK_KIND_COMMITMENT]
    assert pb.CHECK_RESULT_ABSENT == verified.result


async def test_a_token_of_another_table_hand_or_call_is_refused(desk):
    committed = (await desk.commit()).token
    dealt = (await desk.deal(committed)).token
    refused = ("FAILED_PRECONDITION", "TOKEN_REFUSED", "")
    calls = [
        desk.stub.Deal(pb.DealRequest(token=committed, table_id="table-2", hand_id="hand-1")),
        desk.stub.Deal(pb.DealRequest(token=committed, table_id="table-1", hand_id="hand-2")),
        desk.stub.Deal(pb.DealRequest(token=committed)),
        desk.stub.Deal(pb.DealRequest(token=dealt, **NAMES)),
        desk.stub.Deal(pb.DealRequest(**NAMES)),
        desk.stub.OpenPositions(pb.OpenPositionsRequest(token=committed, positions=[1], **NAMES)),
        desk.stub.OpenPositions(pb.OpenPositionsRequest(token=dealt, positions=[1], table_id="table-1")),
        desk.stub.Reveal(pb.RevealRequest(token=dealt, table_id="hand-1", hand_id="table-1")),
        desk.stub.Reveal(pb.RevealRequest(token=dealt[:-1], **NAMES)),
    ]

    assert [refused] * len(calls) == [await refusal_of(call) for call in calls]


async def test_every_changed_bit_of_a_token_is_refused(desk):
    token = (await desk.deal((await desk.commit()).token)).token
    reasons = set()
    for bit in range(8 * len(token)):
        altered = bytearray(token)
        altered[bit // 8] ^= 1 << bit % 8
        reasons.add((await refusal_of(desk.reveal(bytes(altered))))[1])

    assert {"TOKEN_REFUSED", "TOKEN_TOO_NEW", "TOKEN_KEY_UNKNOWN"} == reasons


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("table_id", ""),
        ("table_id", "t" * 129),
        ("table_id", "\u2663" * 43),
        ("hand_id", ""),
        ("hand_id", "h" * 129),
        ("ruleset", bytes(4097)),
        ("size", 0),
        ("size", 1025),
        ("first_below", 0),
        ("first_below", 107),
        ("seats", 0),
        ("seats", 65),
    ],
)
async def test_a_commitment_out_of_range_is_refused_by_field(desk, field, value):
    assert ("INVALID_ARGUMENT", "INVALID_FIELD", field) == await refusal_of(desk.commit(**{field: value}))


@pytest.mark.parametrize(
    ("contributions", "field"),
    [
        ([(0, b"a")], "contributions[0].seat"),
        ([(5, b"a")], "contributions[0].seat"),
        ([(1, b"a"), (1, b"b")], "contributions[1].seat"),
        ([(1, b"")], "contributions[0].value"),
        ([(2, b"a"), (3, b"x" * 65)], "contributions[1].value"),
    ],
)
async def test_a_contribution_out_of_range_is_refused_by_field(desk, contributions, field):
    given = [pb.Contribution(seat=seat, value=value) for seat, value in contributions]
    request = pb.DealRequest(token=(await desk.commit()).token, contributions=given, **NAMES)

    assert ("INVALID_ARGUMENT", "INVALID_FIELD", field) == await refusal_of(desk.stub.Deal(request))


@pytest.mark.parametrize(
    ("positions", "field"), [([0], "positions[0]"), ([1, 107], "positions[1]"), ([3, 4, 3], "positions")]
)
async def test_a_position_out_of_range_is_refused_by_field(desk, positions, field):
    token = (await desk.deal((await desk.commit()).token)).token

    assert ("INVALID_ARGUMENT", "INVALID_FIELD", field) == await refusal_of(desk.open(token, positions))


async def test_the_largest_deck_and_table_are_dealt(desk):
    committed = await desk.commit(size=1024, first_below=1, seats=64, ruleset=bytes(4096))
    dealt = await desk.deal(committed.token, {seat: bytes([seat]) * 64 for seat in range(1, 65)})
    record = await desk.reveal(dealt.token)
    record.proofs.extend(await desk.open(dealt.token, list(range(1, 1025))))

    assert 1 == dealt.order[0]
    assert list(range(1, 1025)) == sorted(dealt.order)
    assert len(dealt.token) <= 16 * 1024
    assert pb.CHECK_RESULT_PASSED == (await desk.verify(record)).result


async def test_the_smallest_deck_is_dealt(desk):
    dealt = await desk.deal((await desk.commit(size=1, first_below=1, seats=1)).token)

    assert ([1], 1) == (list(dealt.order), dealt.first_starter)


async def test_a_record_that_states_no_deal_is_malformed(desk):
    record = await desk.reveal((await desk.commit()).token)
    calls = {}
    for field, value in (("algorithm", 2), ("algorithm", 0), ("seed", b"x"), ("size", 0), ("table_id", "")):
        altered = pb.DealRecord()
        altered.CopyFrom(record)
        setattr(altered, field, value)
        calls[field, value] = await refusal_of(desk.verify(altered))

    assert {key: ("INVALID_ARGUMENT", "INVALID_FIELD", f"record.{key[0]}") for key in calls} == calls


async def test_a_key_file_is_shared_by_replicas_and_turned_without_breaking_open_hands(tmp_path):
    old, new = (b64encode(bytes([value]) * 32).decode() for value in (1, 2))
    first, second, third = tmp_path / "first", tmp_path / "second", tmp_path / "third"
    first.write_text(f"2030 {old}\n")
    second.write_text(f"2031 {new}\n2030 {old}\n")
    third.write_text(f"2031 {new}\n")
    async with running(token_key_file=first) as one, running(token_key_file=second) as other:
        committed = await one.commit()
        dealt = await other.deal(committed.token)

        assert ("UNAVAILABLE", "TOKEN_KEY_UNKNOWN", "") == await refusal_of(one.reveal(dealt.token))
        assert committed.commitment == (await other.reveal(dealt.token)).commitment
        async with running(token_key_file=third) as last:
            assert committed.commitment == (await last.reveal(dealt.token)).commitment
            assert "TOKEN_KEY_UNKNOWN" == (await refusal_of(last.reveal(committed.token)))[1]


@pytest.mark.parametrize(
    ("name", "ephemeral"), [(None, False), ("missing", False), ("sound", True), ("damaged", False)]
)
async def test_a_dealer_without_usable_keys_does_not_start(tmp_path, name, ephemeral):
    secret = b64encode(b"s" * 32).decode()
    (tmp_path / "sound").write_text(f"2030 {secret}\n")
    (tmp_path / "damaged").write_text(f"2030 {secret[:-8]}\n")
    path = name and tmp_path / name
    with pytest.raises(StartError) as failed:
        async with running(token_key_file=path, ephemeral_token_key=ephemeral):
            pass

    assert secret[:8] not in str(failed.value)


async def health_of(desk):
    stub = health_pb2_grpc.HealthStub(desk.channel)
    request = health_pb2.HealthCheckRequest(service="game101.v1.DealerService")
    return (await stub.Check(request)).status


async def test_a_dealer_that_fails_its_self_test_is_not_serving_and_answers_nothing():
    async with running(Entropy(bytes)) as desk:
        assert health_pb2.HealthCheckResponse.NOT_SERVING == await health_of(desk)
        assert ("UNAVAILABLE", "SELF_TEST_FAILED", "") == await refusal_of(desk.commit())
        assert ("UNAVAILABLE", "SELF_TEST_FAILED", "") == await refusal_of(desk.reveal(b""))


async def test_a_dealer_whose_source_fails_later_commits_to_nothing_more_but_reveals_what_is_open():
    stuck = []
    async with running(Entropy(lambda size: bytes(size) if stuck else os.urandom(size))) as desk:
        committed = await desk.commit()
        stuck.append(True)

        assert ("UNAVAILABLE", "ENTROPY_FAILED", "") == await refusal_of(desk.commit())
        stuck.clear()
        assert ("UNAVAILABLE", "ENTROPY_FAILED", "") == await refusal_of(desk.commit())
        assert committed.commitment == (await desk.reveal(committed.token)).commitment
        assert not await desk.server.service.ready()


class Lines:
    """Somewhere for log lines to go."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass

    def isatty(self):
        return False


@pytest.fixture
def lines():
    """What the services log, at every level and with the text of exceptions."""
    before = logging.getLogger().handlers, logging.getLogger().level
    heard = Lines()
    heard.output = logs.configure("json", "debug", True, heard)
    yield heard
    structlog.reset_defaults()
    logging.getLogger().handlers, logging.getLogger().level = before


async def test_no_secret_reaches_logs_metrics_or_errors(lines):
    errors = []
    async with running() as desk:
        committed = await desk.commit()
        dealt = await desk.deal(committed.token, {1: b"contributed by seat one"})
        record = await desk.reveal(dealt.token)
        await desk.open(dealt.token, [1, 2])
        wrong = [
            desk.stub.Deal(pb.DealRequest(token=committed.token, table_id="other", hand_id="hand-1")),
            desk.open(dealt.token, [200]),
            desk.reveal(dealt.token[:-1]),
            desk.verify(pb.DealRecord(seed=record.seed, algorithm=1)),
            desk.commit(size=2000),
        ]
        for call in wrong:
            with pytest.raises(grpc.aio.AioRpcError) as failed:
                await call
            errors.append(repr(failed.value) + repr(failed.value.trailing_metadata()))
        with urlopen(f"http://127.0.0.1:{desk.server.metrics_port}/metrics") as answer:
            metrics = answer.read().decode()
    lines.output.flush()
    heard = lines.text + metrics + "".join(errors)
    order = ", ".join(map(str, list(dealt.order)[:4]))

    assert len(wrong) + 4 <= lines.text.count("call.finished")
    assert "game101_deals_total" in metrics
    for secret in (record.seed, dealt.chance, committed.token, dealt.token, dealt.token[40:60]):
        for spelled in (secret.hex(), b64encode(secret).decode()[:-4], repr(secret)[2:40]):
            assert spelled not in heard
    assert order not in heard
    assert json.loads(lines.text.splitlines()[0])


async def test_a_call_is_logged_with_its_table_and_hand(lines):
    async with running() as desk:
        await desk.deal((await desk.commit()).token)
    lines.output.flush()
    found = [json.loads(line) for line in lines.text.splitlines()]
    calls = [line for line in found if line["event"] == "call.finished"]

    assert [("table-1", "hand-1")] * 2 == [(line["table_id"], line["hand_id"]) for line in calls]
