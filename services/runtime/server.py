"""One running server: its start, its readiness, its drain."""

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from typing import Any, Final

import grpc
import structlog
from grpc_channelz.v1 import channelz, channelz_pb2_grpc
from grpc_health.v1 import health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from services.runtime import access, build, loop, spans, tls
from services.runtime.access import Unsafe
from services.runtime.dispatch import Collector, Dispatcher
from services.runtime.endpoint import Endpoint
from services.runtime.health import SERVICE_NAME, Health
from services.runtime.limits import Slots
from services.runtime.routes import Desk
from services.runtime.service import Service, StartError
from services.runtime.settings import Settings
from services.runtime.streams import Streams
from services.runtime.watched import Unreadable

_READINESS_SECONDS: Final = 1.0
_HARD_LIMIT: Final = 4
"""How many times the largest message gRPC itself reads: what lies between gets our error, not gRPC's."""

log = structlog.get_logger()


def options_of(settings: Settings) -> tuple[tuple[str, Any], ...]:
    """Returns gRPC's options for a server; the keepalive fits that of ``clients.OPTIONS``."""
    return (
        ("grpc.so_reuseport", 0),
        ("grpc.enable_channelz", int(settings.channelz)),
        ("grpc.max_receive_message_length", settings.max_message_bytes * _HARD_LIMIT),
        ("grpc.max_metadata_size", settings.max_metadata_bytes),
        ("grpc.absolute_max_metadata_size", settings.max_metadata_bytes),
        ("grpc.max_concurrent_streams", settings.max_connection_streams),
        ("grpc.max_connection_age_ms", round(settings.max_connection_age_seconds * 1000)),
        ("grpc.max_connection_age_grace_ms", round(settings.max_connection_grace_seconds * 1000)),
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.keepalive_timeout_ms", 20_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", 15_000),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 15_000),
    )


class Server:
    """A service that listens, from ``start`` to ``stop`` or within ``async with``."""

    def __init__(self, service: Service, settings: Settings) -> None:
        self.service = service
        self.settings = settings
        self.port = 0
        """The port for calls, once started."""
        self.metrics_port = 0
        """The port of the Prometheus endpoint, once started."""
        self.health_port = 0
        """The port for probes, once started; 0 where none is asked for."""
        self._after = AsyncExitStack()
        self._open_streams = Streams()

    async def __aenter__(self) -> "Server":
        """Starts; see ``start``."""
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stops; see ``stop``."""
        await self.stop()

    async def start(self) -> None:
        """Starts everything, in the order in which it can be used; what has begun is undone on a failure.

        Raises:
            StartError: The service cannot start, a port is taken, or a file of keys or certificates cannot be
            used.
        """
        try:
            await self._start()
        except (Unsafe, Unreadable, spans.Unavailable) as error:
            await self.stop()
            raise StartError(str(error)) from None
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Drains, then undoes the start in reverse."""
        await self._after.aclose()

    async def _start(self) -> None:
        desk = self._desk()
        if self.service.stop is not None:
            self._after.push_async_callback(self.service.stop)
        if self.service.start is not None:
            await self.service.start(self.settings)
        self._serve_metrics()
        if self.settings.otlp_endpoint:
            self._after.push_async_callback(spans.start(self.settings.otlp_endpoint, self.service.name))
        handlers, health = self._handlers()
        self._grpc = grpc.aio.server(handlers=[Dispatcher(handlers, desk)], options=options_of(self.settings))
        credentials = tls.server_credentials(self.settings)
        self.port = self._bound(self._grpc, self.settings.port, credentials)
        await self._grpc.start()
        await self._serve_probes(handlers, desk)
        health.set_ready(await self._is_ready())
        self._keep_running(loop.watch_lag())
        self._keep_running(self._watch_readiness(health))
        self._after.push_async_callback(self._drain, health)

    def _desk(self) -> Desk:
        settings = self.settings
        entrance = access.door(settings)
        return Desk(
            calls=Slots("unary", settings.max_concurrent_calls),
            streams=Slots("stream", settings.max_concurrent_streams),
            max_message_bytes=settings.max_message_bytes,
            default_deadline=settings.default_deadline_seconds,
            slow_reader_seconds=settings.slow_reader_seconds,
            gates=(entrance.admit, *self.service.gates) if entrance else self.service.gates,
            stay=entrance.stay if entrance else None,
            open_streams=self._open_streams,
        )

    def _handlers(self) -> tuple[dict[str, Any], Health]:
        collector: Any = Collector()
        for register in self.service.registrars:
            register(collector)
        health = Health(collector.handlers)
        health_pb2_grpc.add_HealthServicer_to_server(health, collector)
        if self.settings.reflection:
            servicer = reflection.aio.ReflectionServicer((*collector.handlers, reflection.SERVICE_NAME))
            reflection_pb2_grpc.add_ServerReflectionServicer_to_server(servicer, collector)  # type: ignore[no-untyped-call]
        if self.settings.channelz:
            channelz_pb2_grpc.add_ChannelzServicer_to_server(channelz.aio.ChannelzServicer(), collector)
        return collector.handlers, health

    def _bound(self, server: grpc.aio.Server, port: int, credentials: grpc.ServerCredentials | None) -> int:
        address = f"{self.settings.host}:{port}"
        try:
            if credentials is None:
                return server.add_insecure_port(address)
            return server.add_secure_port(address, credentials)
        except RuntimeError:
            raise StartError(f"cannot listen on {address}") from None

    async def _serve_probes(self, handlers: dict[str, Any], desk: Desk) -> None:
        """Answers health on a port of its own, in plain text, where one is asked for."""
        if self.settings.health_port is None:
            return
        health = {SERVICE_NAME: handlers[SERVICE_NAME]}
        probes = grpc.aio.server(handlers=[Dispatcher(health, desk)], options=options_of(self.settings))
        self.health_port = self._bound(probes, self.settings.health_port, None)
        await probes.start()
        self._after.push_async_callback(probes.stop, None)

    def _serve_metrics(self) -> None:
        host, port = self.settings.host, self.settings.metrics_port
        try:
            endpoint = Endpoint(host, port)
        except OSError:
            raise StartError(f"cannot serve metrics on {host}:{port}") from None
        self._after.push_async_callback(asyncio.to_thread, endpoint.close)
        self.metrics_port = endpoint.port
        build.show()

    def _keep_running(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)

        async def end() -> None:
            task.cancel()
            await asyncio.wait({task})

        self._after.push_async_callback(end)

    async def _watch_readiness(self, health: Health) -> None:
        while True:
            await asyncio.sleep(_READINESS_SECONDS)
            health.set_ready(await self._is_ready())

    async def _is_ready(self) -> bool:
        if self.service.ready is None:
            return True
        try:
            async with asyncio.timeout(_READINESS_SECONDS):
                return await self.service.ready()
        except Exception as error:
            log.warning("readiness.failed", exc_info=error)
            return False

    async def _drain(self, health: Health) -> None:
        """Stops without losing a call: says NOT_SERVING, waits for clients to hear it, then finishes."""
        log.info("server.draining", service=self.service.name)
        health.drain()
        await asyncio.sleep(self.settings.lame_duck_seconds)
        stopping = asyncio.create_task(self._grpc.stop(self.settings.grace_seconds))
        # The stop has to be under way, or a stream that is handed over could come straight back.
        await asyncio.sleep(0)
        self._open_streams.end()
        await stopping
