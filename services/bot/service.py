"""The bot as a service: its workers start before it listens, and end after its last call."""

from typing import Any

from game101.v1.bot_service_pb2_grpc import add_BotServiceServicer_to_server

from services.bot.pool import Pool
from services.bot.servicer import BotServicer
from services.bot.settings import BotSettings
from services.runtime.service import Service
from services.runtime.settings import Settings


class Bot:
    """One bot, from its start on."""

    def __init__(self) -> None:
        self._pool: Pool | None = None

    def service(self) -> Service:
        """Returns the bot as a value for the harness."""
        return Service(
            name="bot",
            registrars=(self._register,),
            start=self._start,
            stop=self._stop,
            ready=self._ready,
        )

    async def _start(self, settings: Settings) -> None:
        # Whoever starts it with what every service can be told gets the bot's defaults.
        told = settings if isinstance(settings, BotSettings) else BotSettings()
        self._width = told.workers
        self._pool = Pool(told.workers, told.waiting)
        await self._pool.start()

    def _register(self, server: Any) -> None:
        assert self._pool is not None, "started before"  # noqa: S101
        servicer = BotServicer(self._pool, self._width)
        add_BotServiceServicer_to_server(servicer, server)  # type: ignore[no-untyped-call]

    async def _stop(self) -> None:
        if self._pool is not None:
            await self._pool.stop()

    async def _ready(self) -> bool:
        return self._pool is not None and self._pool.is_ready


SERVICE = Bot().service()
