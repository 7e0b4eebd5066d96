"""A bot that serves on loopback, with one worker."""

import pytest
from game101.v1.bot_service_pb2_grpc import BotServiceStub

from services.bot.service import Bot
from services.bot.settings import BotSettings
from tests.services.serving import serving

SETTINGS = BotSettings(auth="off", lame_duck_seconds=0, grace_seconds=2)


@pytest.fixture(scope="session")
async def bot():
    async with serving(Bot().service(), SETTINGS) as channel:
        yield BotServiceStub(channel)
