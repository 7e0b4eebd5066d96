"""``grpc.health.v1``: whether to send calls here, and whether the process lives at all.

``""``, ``readiness`` and the full names of the services say whether to send calls; they are NOT_SERVING
before the start is over, while something needed is missing, and from the first moment of a drain.
``liveness`` depends on nothing but that the event loop answers.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any, Final

from grpc_health.v1 import health_pb2 as pb
from grpc_health.v1 import health_pb2_grpc as pb_grpc

from services.wire import status

SERVICE_NAME: Final = "grpc.health.v1.Health"
LIVENESS: Final = "liveness"
READINESS: Final = "readiness"

SERVING: Final = pb.HealthCheckResponse.SERVING
NOT_SERVING: Final = pb.HealthCheckResponse.NOT_SERVING
SERVICE_UNKNOWN: Final = pb.HealthCheckResponse.SERVICE_UNKNOWN


class Health(pb_grpc.HealthServicer):
    """Answers probes and tells watchers when something changes."""

    def __init__(self, services: Iterable[str]) -> None:
        """Starts with every service NOT_SERVING."""
        self._names = frozenset({"", READINESS, *services})
        self._ready = False
        self._draining = False
        self._changed = asyncio.Event()

    @property
    def ready(self) -> bool:
        """Tells whether calls are welcome."""
        return self._ready and not self._draining

    def set_ready(self, ready: bool) -> None:
        """Says whether all that is needed is there; after ``drain`` it makes no difference."""
        if ready != self._ready:
            self._ready = ready
            self._tell()

    def drain(self) -> None:
        """Says NOT_SERVING from now on, whatever ``set_ready`` says."""
        self._draining = True
        self._tell()

    async def Check(self, request: Any, _context: Any) -> pb.HealthCheckResponse:  # noqa: N802
        """Returns the present status; an unknown name is NOT_FOUND."""
        if (found := self._status(request.service)) == SERVICE_UNKNOWN:
            message = "no service of that name is here"
            raise status.not_found("SERVICE_UNKNOWN", message, service=request.service)
        return pb.HealthCheckResponse(status=found)

    async def List(self, _request: Any, _context: Any) -> Any:  # noqa: N802
        """Returns the present status of every name."""
        names = sorted(self._names | {LIVENESS})
        statuses = {name: pb.HealthCheckResponse(status=self._status(name)) for name in names}
        return pb.HealthListResponse(statuses=statuses)  # type: ignore[attr-defined]

    async def Watch(self, request: Any, _context: Any) -> AsyncIterator[Any]:  # noqa: N802
        """Yields the status now and at every change; that of an unknown name is SERVICE_UNKNOWN."""
        told = None
        while True:
            changed = self._changed
            if (found := self._status(request.service)) != told:
                told = found
                yield pb.HealthCheckResponse(status=found)
            await changed.wait()

    def _status(self, name: str) -> Any:
        if name == LIVENESS:
            return SERVING
        if name not in self._names:
            return SERVICE_UNKNOWN
        return SERVING if self.ready else NOT_SERVING

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
