"""What a failed call says, read once: code, reason, facts, how long to wait."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import grpc
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

_DETAILS: Final = "grpc-status-details-bin"

TRANSIENT: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
    }
)
"""Codes after which the same request, with the same request id, may be sent again."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a call failed."""

    code: grpc.StatusCode
    reason: str
    """The reason of the contract, such as ``STALE_PLY``; empty when the call never reached a service."""
    facts: Mapping[str, str]
    """Every variable part of the message, by name."""
    message: str
    """For people; never to be parsed."""
    retry_after: float | None
    """Seconds to wait before the next try, where the service says so."""

    @property
    def may_repeat(self) -> bool:
        """Tells whether the same request may be sent again as it is."""
        return self.code in TRANSIENT


def failure_of(error: grpc.aio.AioRpcError) -> Failure:
    """Returns what a failed call says."""
    info, retry = ErrorInfo(), RetryInfo()
    wait = None
    for detail in _status(error).details:
        if not detail.Unpack(info) and detail.Unpack(retry):
            wait = retry.retry_delay.ToNanoseconds() / 1e9
    return Failure(error.code(), info.reason, dict(info.metadata), error.details() or "", wait)


def _status(error: grpc.aio.AioRpcError) -> Status:
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS and isinstance(value, bytes):
            try:
                return Status.FromString(value)
            except DecodeError:
                break
    return Status()
