"""What the bot process serves."""

from typing import Final

from game101.v1.bot_service_pb2_grpc import add_BotServiceServicer_to_server

from services.bot.servicer import BotServicer
from services.runtime.service import Service

SERVICE: Final = Service(
    name="bot",
    registrars=(
        lambda server: add_BotServiceServicer_to_server(BotServicer(), server),  # type: ignore[no-untyped-call]
    ),
)
