"""Sending a change until it is known what became of it.

The request id makes that safe: a repeated id returns the first answer and changes nothing.
"""

import asyncio
import random
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import Any, Final

import grpc

from .failures import failure_of

FIRST_PAUSE_SECONDS: Final = 0.05
LONGEST_PAUSE_SECONDS: Final = 2.0


def new_request_id() -> str:
    """Returns a name for one attempt: a UUID."""
    return str(uuid.uuid4())


async def repeat(call: Callable[..., Awaitable[Any]], request: Any, patience: float) -> Any:
    """Returns the answer to a request, sending it again while it is not known what became of it.

    Args:
        call: A method of a stub.
        request: Its request; an empty ``request_id`` is filled in, so keep the message to try again later.
        patience: Seconds after which the last failure is raised.

    Raises:
        grpc.aio.AioRpcError: A definite answer that is no success, or no answer in time.
    """
    if "request_id" in request.DESCRIPTOR.fields_by_name and not request.request_id:
        request.request_id = new_request_id()
    give_up, pause = time.monotonic() + patience, FIRST_PAUSE_SECONDS
    while True:
        try:
            return await call(request)
        except grpc.aio.AioRpcError as error:
            failure = failure_of(error)
            wait = failure.retry_after or random.uniform(pause / 2, pause)
            if not failure.may_repeat or time.monotonic() + wait > give_up:
                raise
        await asyncio.sleep(wait)
        pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
