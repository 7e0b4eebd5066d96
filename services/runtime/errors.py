"""The one door for errors: whatever a handler raises becomes a status here, and nowhere else.

No text that leaves says more than the contract does: no class, no path, nothing of a position. What was not
expected is INTERNAL with an incident id; the log has the id and the place.
"""

import asyncio
import secrets
from typing import Final

import grpc
import structlog
from google.rpc.status_pb2 import Status

from engine.refusal import BadPosition, BadRules, BadText, IllegalMove
from services.wire import status
from services.wire.status import CallError, Malformed

CODES: Final[dict[int, grpc.StatusCode]] = {code.value[0]: code for code in grpc.StatusCode}
"""gRPC's codes by their number in a ``google.rpc.Status``."""

_PASSING: Final = frozenset(
    {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED}
)
"""Codes of an upstream's failure that may be gone at the next try."""

log = structlog.get_logger()


def status_of(error: BaseException) -> Status:
    """Returns the status that an exception out of a handler ends the call with."""
    match error:
        case CallError():
            return error.status
        case IllegalMove():
            return status.refused(error.refusal).status
        case Malformed() | BadRules():
            return status.malformed(error.field, error.problem).status
        case BadText():
            message = f"{error.problem}, at character {error.at}"
            return status.invalid("INVALID_TEXT", message, at=error.at, problem=error.problem).status
        case BadPosition():
            # The problem may name pieces; who sent the position has it and can look.
            message = f"{error.field}: no play leads to this position"
            return status.invalid("INVALID_POSITION", message, field=error.field).status
        case grpc.aio.AioRpcError():
            return _of_upstream(error)
        case TimeoutError():
            return status.unavailable("TIMED_OUT", "the work took too long; try again").status
        case asyncio.CancelledError():
            return status.unavailable("WORK_CANCELLED", "the work was cancelled; try again").status
        case _:
            return _of_incident(error)


def trailers_of(answer: Status) -> tuple[tuple[str, bytes], ...]:
    """Returns the trailing metadata that carries a status whole."""
    return ((status.DETAILS_KEY, answer.SerializeToString()),)


def _of_upstream(error: grpc.aio.AioRpcError) -> Status:
    details = status.details_of(error)
    if details is not None and details.code == error.code().value[0]:
        return details
    if error.code() in _PASSING:
        message = "a service this one needs did not answer; try again"
        return status.unavailable("UPSTREAM_UNAVAILABLE", message).status
    if error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED:
        return status.exhausted("UPSTREAM_EXHAUSTED", "a service this one needs is overloaded").status
    return _of_incident(error)


def _of_incident(error: BaseException) -> Status:
    incident = secrets.token_hex(8)
    log.error("call.failed", incident=incident, exc_info=error)
    return status.internal(incident).status
