"""What every call gets on its way out: the key, and a deadline where it names none."""

from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from grpc.aio import ClientCallDetails, UnaryStreamClientInterceptor, UnaryUnaryClientInterceptor


def interceptors(key: str, deadline: float) -> list[Any]:
    """Returns what adds a key to every call, and a deadline to unary ones."""
    return [_Unary(key, deadline), _Stream(key, None)]


class _Adding:
    def __init__(self, key: str, deadline: float | None) -> None:
        self._key = key
        self._deadline = deadline

    def added(self, details: ClientCallDetails) -> ClientCallDetails:
        """Returns the details of a call with what was missing."""
        metadata = grpc.aio.Metadata(*(details.metadata or ()))
        if self._key and metadata.get("authorization") is None:
            metadata.add("authorization", f"Bearer {self._key}")
        timeout = self._deadline if details.timeout is None else details.timeout
        return ClientCallDetails(
            details.method, timeout, metadata, details.credentials, details.wait_for_ready
        )


class _Unary(_Adding, UnaryUnaryClientInterceptor):
    async def intercept_unary_unary(
        self, continuation: Callable[..., Awaitable[Any]], details: ClientCallDetails, request: Any
    ) -> Any:
        """Makes the call."""
        return await continuation(self.added(details), request)


class _Stream(_Adding, UnaryStreamClientInterceptor):
    async def intercept_unary_stream(
        self, continuation: Callable[..., Awaitable[Any]], details: ClientCallDetails, request: Any
    ) -> Any:
        """Opens the stream."""
        return await continuation(self.added(details), request)
