import asyncio
import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import grpc
import pytest
from game101.v1 import game_pb2, okey_pb2
from game101.v1 import table_service_pb2 as pb
from game101.v1.bot_service_pb2 import BotLevel
from game101.v1.table_service_pb2_grpc import TableServiceStub
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.runtime import clients, tls
from tests.deploy import code
from tests.deploy.manifests import DEPLOY, ROOT, Manifests, Variant, container_of, rendered
from tests.deploy.running import Pod, running
from tests.services.certificates import Authority
from tests.services.runtime.quick import QUICK

LOCAL = Variant("local")
WITH_TLS = Variant("local", ("tls",))
KEY = (DEPLOY / "overlays" / "local" / "insecure-tenant.key").read_text("ascii").strip()
README = (ROOT / "README.md").read_text("utf-8")
BOTS_ALONE = pb.TableConfig(
    rules=game_pb2.GameRules(okey=okey_pb2.OkeyRules()),
    hands=1,
    visibility=pb.VISIBILITY_PUBLIC,
    bots=pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=BotLevel.BOT_LEVEL_LOW),
)


@pytest.fixture(scope="module", params=[LOCAL, WITH_TLS], ids=str)
async def cluster(request, tmp_path_factory):
    """Yields the manifests, the pods, and how a caller comes in."""
    folder = tmp_path_factory.mktemp("pods")
    authority = Authority(folder) if request.param is WITH_TLS else None
    manifests = rendered(request.param)
    async with running(manifests, folder, authority) as pods:
        yield manifests, pods, authority


async def statuses(manifests: Manifests, pod: Pod) -> dict[str, int]:
    """Asks as the probes of a pod do; returns the answer by the kind of probe."""
    found = {}
    async with grpc.aio.insecure_channel(pod.probed) as channel:
        for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
            probe = container_of(manifests.services[pod.name])[kind]["grpc"]
            asked = health_pb2.HealthCheckRequest(service=probe["service"])
            answer = await health_pb2_grpc.HealthStub(channel).Check(asked, timeout=10)
            found[kind] = answer.status
    return found


@pytest.mark.parametrize("service", code.SERVICES)
async def test_a_service_started_as_its_deployment_says_is_healthy(cluster, service):
    manifests, pods, _ = cluster

    assert {health_pb2.HealthCheckResponse.SERVING} == set(
        (await statuses(manifests, pods[service])).values()
    )


@pytest.mark.parametrize("service", code.SERVICES)
async def test_health_has_the_names_that_the_policies_know(cluster, service):
    _, pods, _ = cluster
    async with grpc.aio.insecure_channel(pods[service].probed) as channel:
        answer = await health_pb2_grpc.HealthStub(channel).List(health_pb2.HealthListRequest(), timeout=10)

    assert code.health_names(service) == set(answer.statuses)


async def test_the_bot_exports_what_it_is_scaled_by(cluster):
    _, pods, _ = cluster
    url = f"http://127.0.0.1:{pods['bot'].listening.metrics_port}/metrics"
    with urllib.request.urlopen(url, timeout=10) as answer:
        lines = answer.read().decode().splitlines()

    assert any(line.startswith("game101_bot_waiting ") for line in lines)
    assert any(line.startswith('game101_bot_workers{state="busy"} ') for line in lines)


def caller(pods, authority: Authority | None, key: str = KEY):
    """Returns a stub for calls to the table by a tenant."""
    credentials, options = None, ()
    if authority is not None:
        settings = QUICK.model_copy(update=authority.files("shop.example").settings("mutual"))
        credentials = tls.client_credentials(settings)
        options = (("grpc.ssl_target_name_override", "table.game101"),)
    address = pods["table"].listening.address
    return clients.stub(TableServiceStub, address, key=key, credentials=credentials, options=options)


async def test_the_tenant_of_one_machine_watches_bots_play(cluster):
    _, pods, authority = cluster
    stub = caller(pods, authority)
    created = await stub.CreateTable(
        pb.CreateTableRequest(request_id="0" * 8 + "-0000-4000-8000-" + "0" * 12, config=BOTS_ALONE)
    )
    watch = stub.WatchEvents(pb.WatchEventsRequest(table_id=created.table.table_id), timeout=60)
    async for answer in watch:
        if answer.event.WhichOneof("kind") == "move_made":
            break
    watch.cancel()
    await clients.close(stub)

    assert "move_made" == answer.event.WhichOneof("kind")


async def test_the_first_call_of_the_readme_is_answered(cluster):
    manifests, pods, _ = cluster
    if manifests.variant is WITH_TLS:
        pytest.skip("the first call is made in plain text")
    (command,) = re.findall(r"^\$ (\.venv/bin/buf curl .*?)\n```", README, re.DOTALL | re.MULTILINE)
    here = command.replace("127.0.0.1:50051", pods["table"].listening.address)
    here = here.replace(".venv/bin/buf", str(Path(sys.executable).with_name("buf")))
    done = await asyncio.create_subprocess_shell(
        here, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    answer, problems = await done.communicate()

    assert b"" == problems
    assert "ownerToken" in json.loads(answer)


async def test_a_stranger_gets_nothing(cluster):
    _, pods, authority = cluster
    stub = caller(pods, authority, key="")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.ListTables(pb.ListTablesRequest())
    await clients.close(stub)

    assert grpc.StatusCode.UNAUTHENTICATED == caught.value.code()


async def test_every_service_ends_with_zero_when_it_is_told_to(cluster):
    _, pods, _ = cluster
    ends = await asyncio.gather(*(pod.stop() for pod in pods.values()))

    assert ["ended with exit code 0"] * len(pods) == ends
