import pytest_asyncio
from game101.v1.rules_service_pb2_grpc import RulesServiceStub

from services.rules.service import SERVICE
from tests.services.serving import serving


@pytest_asyncio.fixture(scope="session")
async def channel():
    async with serving(SERVICE) as channel:
        yield channel


@pytest_asyncio.fixture(scope="session")
async def rules(channel):
    return RulesServiceStub(channel)
