import re

import grpc
import pytest
from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo

from engine.refusal import Reason, Refusal
from services.wire import status


class AReason(Reason):
    TILE_NOT_HELD = "TILE_NOT_HELD"


REFUSAL = Refusal(AReason.TILE_NOT_HELD, "A3.1", {"tile": "k4"})

ALL = {
    "refused": (status.refused(REFUSAL), Code.FAILED_PRECONDITION),
    "malformed": (status.malformed("seat", "is 9"), Code.INVALID_ARGUMENT),
    "invalid": (status.invalid("BAD", "text 3", at=3), Code.INVALID_ARGUMENT),
    "failed_precondition": (status.failed_precondition("NO", "ply 3", ply=3), Code.FAILED_PRECONDITION),
    "aborted": (status.aborted("STALE_PLY", "ply 3", ply=3), Code.ABORTED),
    "unavailable": (status.unavailable("GONE", "gone", 1.5), Code.UNAVAILABLE),
    "exhausted": (status.exhausted("FULL", "full", 0.5), Code.RESOURCE_EXHAUSTED),
    "deadline_exceeded": (status.deadline_exceeded("LATE", "late"), Code.DEADLINE_EXCEEDED),
    "not_found": (status.not_found("NO_TABLE", "no table t1", table="t1"), Code.NOT_FOUND),
    "already_exists": (status.already_exists("TAKEN", "taken"), Code.ALREADY_EXISTS),
    "permission_denied": (status.permission_denied("NOT_YOURS", "no"), Code.PERMISSION_DENIED),
    "unauthenticated": (status.unauthenticated("NO_KEY", "no key"), Code.UNAUTHENTICATED),
    "unimplemented": (status.unimplemented("/a/b"), Code.UNIMPLEMENTED),
    "internal": (status.internal("0f"), Code.INTERNAL),
}


def details(error, kind):
    found = []
    for packed in error.status.details:
        detail = kind()
        if packed.Unpack(detail):
            found.append(detail)
    return found


@pytest.mark.parametrize("name", ALL)
def test_every_error_has_its_code_and_exactly_one_error_info(name):
    error, code = ALL[name]
    infos = details(error, ErrorInfo)

    assert code == error.status.code
    assert 1 == len(infos)
    assert infos[0].domain == "game101"
    assert re.fullmatch(r"[A-Z][A-Z0-9_]{0,62}", infos[0].reason)


def test_a_refusal_travels_with_its_facts_and_its_rule():
    info = status.error_info(status.refused(REFUSAL))

    assert info.reason == "TILE_NOT_HELD"
    assert {"tile": "k4", "rule": "A3.1"} == dict(info.metadata)


def test_a_malformed_field_is_named_in_a_bad_request():
    error = status.malformed("move.discard.tile", "is 0")
    violation = details(error, BadRequest)[0].field_violations[0]

    assert ("move.discard.tile", "is 0") == (violation.field, violation.description)
    assert {"field": "move.discard.tile", "problem": "is 0"} == dict(status.error_info(error).metadata)


@pytest.mark.parametrize(("seconds", "nanos"), [(0.0, 0), (0.5, 500_000_000), (2.25, 2_250_000_000)])
def test_a_retry_info_says_how_long_to_wait(seconds, nanos):
    delay = details(status.unavailable("GONE", "gone", seconds), RetryInfo)[0].retry_delay

    assert nanos == delay.ToNanoseconds()


def test_no_retry_info_is_sent_where_no_time_is_given():
    assert [] == details(status.unavailable("GONE", "gone"), RetryInfo)


def test_a_long_value_is_cut_so_that_the_status_fits_into_headers():
    error = status.malformed("f" * 10_000, "p" * 10_000)

    assert error.status.ByteSize() < 4096


def test_the_error_info_of_a_failed_call_is_found_in_its_trailers():
    error = status.aborted("STALE_PLY", "ply 3", ply=3)
    trailers = grpc.aio.Metadata(("x", "y"), (status.DETAILS_KEY, error.status.SerializeToString()))
    failed = grpc.aio.AioRpcError(grpc.StatusCode.ABORTED, grpc.aio.Metadata(), trailers)

    assert status.error_info(error) == status.error_info(failed)


@pytest.mark.parametrize("trailers", [(), ((status.DETAILS_KEY, b"\xff"),)])
def test_a_call_that_failed_without_readable_details_has_no_error_info(trailers):
    failed = grpc.aio.AioRpcError(grpc.StatusCode.UNKNOWN, grpc.aio.Metadata(), grpc.aio.Metadata(*trailers))

    assert status.error_info(failed) is None
