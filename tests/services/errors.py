"""What a test expects of a call that fails."""

from collections.abc import Awaitable

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo

from services.wire.status import error_info


async def failure(call: Awaitable[object]) -> tuple[grpc.StatusCode, ErrorInfo]:
    """Returns the code and the ErrorInfo of a call that must fail."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    info = error_info(caught.value)
    assert info is not None, caught.value

    return caught.value.code(), info
