import asyncio
from contextlib import asynccontextmanager

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue

from services.runtime import clients, dialing, tls, watched
from services.runtime.server import Server
from services.runtime.service import StartError
from services.runtime.settings import Settings
from tests.services.certificates import Authority
from tests.services.runtime.echo import SAY, Echo, service
from tests.services.runtime.quick import QUICK

HELLO = StringValue(value="good").SerializeToString()
NAME = (("grpc.ssl_target_name_override", "echo.game101"),)


@pytest.fixture(scope="module")
def authority(tmp_path_factory) -> Authority:
    return Authority(tmp_path_factory.mktemp("certificates"))


def told(files, mode: str) -> Settings:
    return QUICK.model_copy(update={**files.settings(mode), "max_connection_age_seconds": 0.2})


@asynccontextmanager
async def calling(server: Server, settings: Settings, **options):
    credentials = tls.client_credentials(settings)
    address = f"127.0.0.1:{server.port}"
    async with clients.channel(address, credentials=credentials, options=NAME, **options) as channel:
        yield channel.unary_unary(SAY)


@pytest.mark.parametrize("mode", ["server", "mutual"])
async def test_calls_go_over_tls(authority, mode):
    async with (
        Server(service(Echo()), told(authority.files("echo.game101"), mode)) as server,
        calling(server, told(authority.files("table.game101"), mode)) as say,
    ):
        assert HELLO == await say(HELLO)


@pytest.mark.parametrize("mode", ["server", "mutual"])
async def test_a_server_whose_certificate_has_another_name_gets_no_call(authority, mode):
    echo = Echo()
    async with (
        Server(service(echo), told(authority.files("other.game101"), mode)) as server,
        calling(server, told(authority.files("table.game101"), mode)) as say,
    ):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await say(HELLO)

    assert grpc.StatusCode.UNAVAILABLE == caught.value.code()
    assert 0 == echo.entered


async def test_a_call_without_tls_gets_nothing(authority):
    echo = Echo()
    async with (
        Server(service(echo), told(authority.files("echo.game101"), "server")) as server,
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await channel.unary_unary(SAY)(HELLO, timeout=5)

    assert grpc.StatusCode.UNAVAILABLE == caught.value.code()
    assert 0 == echo.entered


async def test_certificates_are_replaced_under_load_without_a_failed_call(authority, monkeypatch):
    monkeypatch.setattr(watched, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(dialing, "DRAIN_SECONDS", 0.3)
    server_told = told(authority.files("echo.game101", stem="server"), "mutual")
    client_told = told(authority.files("table.game101", stem="client"), "mutual")
    shown, stopped = set(), asyncio.Event()

    def remember(_call, context) -> None:
        shown.add(context.auth_context()["x509_pem_cert"][0])

    async def keep_calling(say) -> int:
        count = 0
        while not stopped.is_set():
            assert HELLO == await say(HELLO)
            count += 1
        return count

    async with (
        Server(service(Echo(), gates=(remember,)), server_told) as server,
        calling(server, client_told) as say,
    ):
        callers = [asyncio.create_task(keep_calling(say)) for _ in range(4)]
        for number in range(6):
            before = len(shown)
            stem, name = (("server", "echo"), ("client", "table"))[number % 2]
            authority.files(f"{name}.game101", stem=stem)
            while number % 2 and len(shown) == before:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
        stopped.set()
        counts = await asyncio.gather(*callers)

    assert 4 == len(shown)
    assert all(counts)


async def test_new_connections_get_the_new_certificate_of_a_server(authority, monkeypatch):
    monkeypatch.setattr(watched, "LOOK_SECONDS", 0.0)
    settings = told(authority.files("echo.game101", stem="renamed"), "server")
    async with Server(service(Echo()), settings) as server:
        async with calling(server, settings) as say:
            before = await say(HELLO)
        authority.files("other.game101", stem="renamed")
        async with calling(server, settings) as say:
            with pytest.raises(grpc.aio.AioRpcError):
                await say(HELLO)

    assert HELLO == before


@pytest.mark.parametrize("left_out", ["tls_cert_file", "tls_key_file", "tls_ca_file"])
async def test_a_server_does_not_start_with_a_file_missing(authority, left_out):
    settings = told(authority.files("echo.game101"), "mutual")

    with pytest.raises(StartError, match="TLS needs"):
        await Server(service(Echo()), settings.model_copy(update={left_out: None})).start()


async def test_a_server_does_not_start_with_files_that_do_not_belong_together(authority):
    one, other = authority.files("echo.game101"), authority.files("echo.game101")
    mixed = told(one, "mutual").model_copy(update={"tls_key_file": other.key})
    rootless = told(one, "mutual").model_copy(update={"tls_ca_file": one.key})

    with pytest.raises(StartError, match="no certificate and its key"):
        await Server(service(Echo()), mixed).start()
    with pytest.raises(StartError, match="has no certificates"):
        await Server(service(Echo()), rootless).start()
