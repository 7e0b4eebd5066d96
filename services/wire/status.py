"""Errors as the contract has them: a ``google.rpc.Status`` with exactly one ``ErrorInfo``.

The codes are chosen here and nowhere else. Every variable part of a message is in the ``ErrorInfo``'s
metadata too, so no caller ever has to read a sentence (AIP-193).

==================== ==========================================================
INVALID_ARGUMENT     the request could never be right; change it
FAILED_PRECONDITION  the rules, or the state, refuse it; nothing has changed
ABORTED              the caller decided on an old state; read again and decide
UNAVAILABLE          not now; the same request may be sent again
RESOURCE_EXHAUSTED   too much at once; send again after the ``RetryInfo``
INTERNAL             our fault; the incident id finds the log line
==================== ==========================================================
"""

from typing import Final, Protocol

from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError, Message
from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from engine.refusal import Refusal

DOMAIN: Final = "game101"
"""The domain of every reason below and of the games' own reasons."""

DETAILS_KEY: Final = "grpc-status-details-bin"
"""The trailing metadata that carries a status whole."""

LONGEST_VALUE: Final = 256
"""Characters of one metadata value; a longer one is cut, since all of a status travels in HTTP/2 headers."""

LONGEST_MESSAGE: Final = 1024
"""Characters of a message; a longer one is cut."""


class Malformed(Exception):
    """A field of a request does not have the form the contract asks for.

    Decoders raise it. ``field`` is the path of the field in the request, such as ``move.discard.tile``;
    ``problem`` says what is wrong with it and names nothing hidden.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


class CallError(Exception):
    """A call ends with this status."""

    def __init__(self, status: Status) -> None:
        super().__init__(status.message)
        self.status = status


class Failed(Protocol):
    """What ``error_info`` needs of a failed call; ``grpc.aio.AioRpcError`` has it."""

    def trailing_metadata(self) -> object:
        """Returns the pairs that came after the last message."""


def refused(refusal: Refusal) -> CallError:
    """Returns FAILED_PRECONDITION with the refusal's reason, its rule number and its facts."""
    metadata = {**refusal.facts, "rule": refusal.rule}
    return _error(Code.FAILED_PRECONDITION, str(refusal.reason), str(refusal), metadata)


def malformed(field: str, problem: str) -> CallError:
    """Returns INVALID_ARGUMENT with reason INVALID_FIELD, and the field as a ``BadRequest`` too."""
    violation = BadRequest.FieldViolation(field=_cut(field), description=_cut(problem))
    metadata = {"field": field, "problem": problem}
    detail = BadRequest(field_violations=[violation])
    return _error(Code.INVALID_ARGUMENT, "INVALID_FIELD", f"{field}: {problem}", metadata, detail)


def invalid(reason: str, message: str, **metadata: object) -> CallError:
    """Returns INVALID_ARGUMENT for what is wrong with a request as a whole."""
    return _error(Code.INVALID_ARGUMENT, reason, message, metadata)


def failed_precondition(reason: str, message: str, **metadata: object) -> CallError:
    """Returns FAILED_PRECONDITION: the state does not allow it, and a retry will not mend that."""
    return _error(Code.FAILED_PRECONDITION, reason, message, metadata)


def aborted(reason: str, message: str, **metadata: object) -> CallError:
    """Returns ABORTED: the caller's picture is old; it should read again and decide again (AIP-154)."""
    return _error(Code.ABORTED, reason, message, metadata)


def unavailable(reason: str, message: str, retry_after: float | None = None, **metadata: object) -> CallError:
    """Returns UNAVAILABLE, with a ``RetryInfo`` of ``retry_after`` seconds unless that is ``None``."""
    return _error(Code.UNAVAILABLE, reason, message, metadata, *_retry_info(retry_after))


def exhausted(reason: str, message: str, retry_after: float | None = 1.0, **metadata: object) -> CallError:
    """Returns RESOURCE_EXHAUSTED, with a ``RetryInfo`` of ``retry_after`` seconds unless that is ``None``."""
    return _error(Code.RESOURCE_EXHAUSTED, reason, message, metadata, *_retry_info(retry_after))


def deadline_exceeded(reason: str, message: str, **metadata: object) -> CallError:
    """Returns DEADLINE_EXCEEDED: the caller's time was up before the work began."""
    return _error(Code.DEADLINE_EXCEEDED, reason, message, metadata)


def not_found(reason: str, message: str, **metadata: object) -> CallError:
    """Returns NOT_FOUND; to be used only after permission has been checked."""
    return _error(Code.NOT_FOUND, reason, message, metadata)


def already_exists(reason: str, message: str, **metadata: object) -> CallError:
    """Returns ALREADY_EXISTS: something else has that name."""
    return _error(Code.ALREADY_EXISTS, reason, message, metadata)


def permission_denied(reason: str, message: str, **metadata: object) -> CallError:
    """Returns PERMISSION_DENIED: the caller is known and may not do this."""
    return _error(Code.PERMISSION_DENIED, reason, message, metadata)


def unauthenticated(reason: str, message: str, **metadata: object) -> CallError:
    """Returns UNAUTHENTICATED: the caller has not shown who it is."""
    return _error(Code.UNAUTHENTICATED, reason, message, metadata)


def unimplemented(method: str) -> CallError:
    """Returns UNIMPLEMENTED with reason METHOD_NOT_SERVED; ``method`` is the path the caller asked for."""
    message = f"no method {_cut(method)} is served here"
    return _error(Code.UNIMPLEMENTED, "METHOD_NOT_SERVED", message, {"method": method})


def internal(incident: str) -> CallError:
    """Returns INTERNAL with a text that tells nothing but the id under which the log knows more."""
    message = f"internal error; quote incident {incident}"
    return _error(Code.INTERNAL, "INTERNAL_ERROR", message, {"incident": incident})


def details_of(error: Failed) -> Status | None:
    """Returns the status that a failed call brought along, or ``None`` when there is none to be read."""
    trailers = error.trailing_metadata() or ()
    for key, value in trailers:  # type: ignore[attr-defined]
        if key == DETAILS_KEY:
            try:
                return Status.FromString(value)
            except DecodeError:
                return None
    return None


def error_info(error: Failed | CallError) -> ErrorInfo | None:
    """Returns the ``ErrorInfo`` of a failed call, or ``None`` when it carries none."""
    status = error.status if isinstance(error, CallError) else details_of(error)
    for detail in status.details if status is not None else ():
        info = ErrorInfo()
        if detail.Unpack(info):
            return info
    return None


def _retry_info(seconds: float | None) -> tuple[RetryInfo, ...]:
    if seconds is None:
        return ()
    delay = Duration()
    delay.FromNanoseconds(round(seconds * 1e9))
    return (RetryInfo(retry_delay=delay),)


def _error(
    code: int, reason: str, message: str, metadata: dict[str, object] | dict[str, str], *more: Message
) -> CallError:
    facts = {name: _cut(str(value)) for name, value in metadata.items()}
    status = Status(code=code, message=message[:LONGEST_MESSAGE])
    for detail in (ErrorInfo(reason=reason, domain=DOMAIN, metadata=facts), *more):
        packed = Any()
        packed.Pack(detail)
        status.details.append(packed)
    return CallError(status)


def _cut(text: str) -> str:
    return text[:LONGEST_VALUE]
