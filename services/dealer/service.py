"""The dealer as a service: it serves only while its self-test and its source of randomness hold."""

from typing import Any

import structlog
from game101.v1.dealer_service_pb2_grpc import add_DealerServiceServicer_to_server

from services.dealer import selftest
from services.dealer.entropy import Entropy
from services.dealer.metrics import FAILED, PASSED
from services.dealer.servicer import DealerServicer
from services.dealer.settings import DealerSettings, ring_of
from services.runtime.service import Service
from services.wire import status

log = structlog.get_logger()


class Dealer:
    """One dealer, from its start on."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._sound = False

    def service(self) -> Service:
        """Returns the dealer as a value for the harness."""
        return Service(
            name="dealer",
            registrars=(self._register,),
            start=self._start,
            ready=self._ready,
            gates=(self._gate,),
        )

    async def _start(self, settings: DealerSettings) -> None:
        self._ring = ring_of(settings)
        if settings.ephemeral_token_key:
            log.warning("token_key.ephemeral", problem="open hands cannot be revealed after a restart")
        problems = selftest.problems(self._entropy)
        self._sound = not problems
        (PASSED if self._sound else FAILED).inc()
        if problems:
            log.error("self_test.failed", problems=problems)

    def _register(self, server: Any) -> None:
        servicer = DealerServicer(self._ring, self._entropy)
        add_DealerServiceServicer_to_server(servicer, server)  # type: ignore[no-untyped-call]

    async def _ready(self) -> bool:
        return self._sound and not self._entropy.failed

    def _gate(self, _call: Any, _context: Any) -> None:
        """Keeps every call out while the self-test has failed."""
        if not self._sound:
            raise status.unavailable("SELF_TEST_FAILED", "the dealer has failed its self-test")


SERVICE = Dealer(Entropy()).service()
