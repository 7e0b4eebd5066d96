import asyncio

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue
from grpc_health.v1 import health_pb2 as pb
from grpc_health.v1 import health_pb2_grpc as pb_grpc

from services.runtime.health import LIVENESS, READINESS
from services.runtime.server import Server
from services.runtime.service import StartError
from tests.services.certificates import Authority
from tests.services.runtime.echo import SAY, Echo, service
from tests.services.runtime.quick import QUICK

PROBED = QUICK.model_copy(update={"health_port": 0})


async def test_health_is_answered_in_plain_text_where_calls_need_a_certificate(tmp_path):
    files = Authority(tmp_path).files("echo.game101")
    settings = PROBED.model_copy(update=files.settings("mutual"))
    async with (
        Server(service(Echo()), settings) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.health_port}") as channel,
    ):
        health = pb_grpc.HealthStub(channel)
        asked = [health.Check(pb.HealthCheckRequest(service=name)) for name in ("", READINESS, LIVENESS)]
        answers = {(await each).status for each in asked}

    assert {pb.HealthCheckResponse.SERVING} == answers


async def test_nothing_but_health_is_answered_there():
    echo = Echo()
    async with (
        Server(service(echo), PROBED) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.health_port}") as channel,
    ):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await channel.unary_unary(SAY)(StringValue(value="good").SerializeToString())

    assert grpc.StatusCode.UNIMPLEMENTED == caught.value.code()
    assert 0 == echo.entered


async def test_probes_are_answered_until_the_drain_is_over():
    server = Server(service(Echo()), PROBED.model_copy(update={"lame_duck_seconds": 0.3}))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.health_port}") as channel:
        health = pb_grpc.HealthStub(channel)
        await health.Check(pb.HealthCheckRequest())
        stopping = asyncio.create_task(server.stop())
        await asyncio.sleep(0.05)
        readiness = await health.Check(pb.HealthCheckRequest(service=READINESS))
        liveness = await health.Check(pb.HealthCheckRequest(service=LIVENESS))
        await stopping

    assert pb.HealthCheckResponse.NOT_SERVING == readiness.status
    assert pb.HealthCheckResponse.SERVING == liveness.status


async def test_a_port_for_probes_that_is_taken_is_named():
    async with Server(service(Echo()), PROBED) as server:
        settings = PROBED.model_copy(update={"health_port": server.health_port})

        with pytest.raises(StartError, match=f"127.0.0.1:{server.health_port}"):
            await Server(service(Echo()), settings).start()


async def test_without_a_port_for_probes_there_is_none(server):
    assert 0 == server.health_port
