"""Stubs of all services on channels that look after themselves."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from importlib.resources import files
from typing import Any, Final

import grpc
from game101.v1.bot_service_pb2_grpc import BotServiceStub
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub
from game101.v1.okey_rules_service_pb2_grpc import OkeyRulesServiceStub
from game101.v1.rules_service_pb2_grpc import RulesServiceStub
from game101.v1.scoring_service_pb2_grpc import ScoringServiceStub
from game101.v1.table_service_pb2 import TableEvent
from game101.v1.table_service_pb2_grpc import TableServiceStub

from . import retrying, watching
from .calling import interceptors
from .failures import Failure

SERVICE_CONFIG: Final = (
    files(__package__ or "game101_client").joinpath("service_config.json").read_text("utf-8")
)
"""Retries, health checks and load balancing, as gRPC reads it in any language."""

OPTIONS: Final[tuple[tuple[str, Any], ...]] = (
    ("grpc.service_config", SERVICE_CONFIG),
    ("grpc.enable_retries", 1),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.dns_min_time_between_resolutions_ms", 1_000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2_000),
)
"""Channel options; the keepalive is within what the servers permit."""

DEADLINE_SECONDS: Final = 5.0


class Client:
    """The cluster, as a backend calls it.

    Each stub is there when its address was given. The addresses may be the same, where a gateway stands
    before the services.
    """

    table: Any
    rules: Any
    okey_rules: Any
    """Served by the rules process."""
    scoring: Any
    bot: Any
    dealer: Any

    def __init__(
        self,
        *,
        table: str = "",
        rules: str = "",
        scoring: str = "",
        bot: str = "",
        dealer: str = "",
        key: str = "",
        credentials: grpc.ChannelCredentials | None = None,
        deadline: float = DEADLINE_SECONDS,
    ) -> None:
        """Makes the channels; they connect by themselves, and again after failures.

        Args:
            table: Where it listens: ``host:port`` or ``dns:///host:port``; likewise the others.
            rules: Serves ``rules`` and ``okey_rules``.
            scoring: See ``table``.
            bot: See ``table``.
            dealer: See ``table``.
            key: The tenant's API key, sent with every call.
            credentials: TLS, where the cluster asks for it; without it the key travels in the clear.
            deadline: Seconds that a unary call has when it names no ``timeout``.
        """
        self._channels: dict[str, grpc.aio.Channel] = {}
        added: Sequence[Any] = interceptors(key, deadline)

        def stub(make: Callable[[Any], Any], address: str) -> Any:
            if not address:
                return None
            if address not in self._channels:
                self._channels[address] = _channel(address, credentials, added)
            return make(self._channels[address])

        self.table = stub(TableServiceStub, table)
        self.rules = stub(RulesServiceStub, rules)
        self.okey_rules = stub(OkeyRulesServiceStub, rules)
        self.scoring = stub(ScoringServiceStub, scoring)
        self.bot = stub(BotServiceStub, bot)
        self.dealer = stub(DealerServiceStub, dealer)

    async def __aenter__(self) -> "Client":
        """Returns the client; nothing is connected yet."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Closes the channels."""
        await self.close()

    async def close(self) -> None:
        """Closes the channels; calls under way are cancelled."""
        for channel in self._channels.values():
            await channel.close()

    async def repeat(self, call: Callable[..., Awaitable[Any]], request: Any, patience: float = 30.0) -> Any:
        """Returns the answer to a change, sent until it is known what became of it; see ``retrying``."""
        return await retrying.repeat(call, request, patience)

    def watch(
        self,
        table_id: str,
        seat: int = 0,
        seat_token: str = "",
        from_sequence: int = 1,
        on_failure: Callable[[Failure], object] | None = None,
    ) -> AsyncIterator[TableEvent]:
        """Yields every event of a table once and in order; see ``watching.events``."""
        return watching.events(self.table, table_id, seat, seat_token, from_sequence, on_failure=on_failure)


def _channel(
    address: str, credentials: grpc.ChannelCredentials | None, added: Sequence[Any]
) -> grpc.aio.Channel:
    if credentials is None:
        return grpc.aio.insecure_channel(address, OPTIONS, interceptors=added)
    return grpc.aio.secure_channel(address, credentials, OPTIONS, interceptors=added)
