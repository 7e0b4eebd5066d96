"""The other services, as the table asks them."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Self

import grpc
import structlog
from game101.v1.bot_service_pb2_grpc import BotServiceStub
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub
from game101.v1.rules_service_pb2_grpc import RulesServiceStub
from game101.v1.scoring_service_pb2_grpc import ScoringServiceStub

from services.runtime import clients
from services.table.settings import TableSettings

_AWAY: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
    }
)
"""Codes of a service that does not answer now and may later."""


_REFUSALS: Final = frozenset({grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION})

_ASKED_AT_ONCE: Final[defaultdict[str, asyncio.Semaphore]] = defaultdict(lambda: asyncio.Semaphore(64))
"""By service: how many calls for owed steps are under way at a time, so that many tables are no overload.

Bots are asked for moves beside this: they turn away what is too much for them.
"""

log = structlog.get_logger()


class PartAway(Exception):
    """A service does not answer; ``reason`` is what the table then waits for, such as RULES_UNAVAILABLE."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Parts:
    """Stubs of the services that a table needs."""

    dealer: Any
    rules: Any
    scoring: Any
    bot: Any

    @classmethod
    def at(cls, settings: TableSettings) -> Self:
        """Returns stubs for the addresses in the settings; they connect by themselves."""
        return cls(
            dealer=clients.inner(DealerServiceStub, "dealer", settings.dealer_address, settings),
            rules=clients.inner(RulesServiceStub, "rules", settings.rules_address, settings),
            scoring=clients.inner(ScoringServiceStub, "scoring", settings.scoring_address, settings),
            bot=clients.inner(BotServiceStub, "bot", settings.bot_address, settings),
        )

    async def close(self) -> None:
        """Closes the connections."""
        await clients.close(self.dealer, self.rules, self.scoring, self.bot)


@dataclass(slots=True)
class Asked:
    """What came of asking a service."""

    refused: bool = False
    """Whether it said that this can never be done."""


@asynccontextmanager
async def asking(part: str, *, refusable: bool = True) -> AsyncIterator[Asked]:
    """Turns the failure of calls to a service into ``PartAway``, and keeps the calls at a time few.

    A refusal (INVALID_ARGUMENT, FAILED_PRECONDITION) is noted instead, where the caller looks for one.
    """
    asked = Asked()
    try:
        async with _ASKED_AT_ONCE[part]:
            yield asked
    except grpc.aio.AioRpcError as error:
        if is_away(error):
            raise PartAway(f"{part}_UNAVAILABLE") from error
        if refusable and error.code() in _REFUSALS:
            asked.refused = True
            return
        log.error("part.failed", part=part, code=error.code().name, exc_info=error)
        raise PartAway(f"{part}_FAILED") from error


def is_away(error: grpc.aio.AioRpcError) -> bool:
    """Tells whether a failed call may succeed later, without any change."""
    return error.code() in _AWAY
