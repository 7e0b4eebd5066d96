"""A new authority, under load: its root, certificates of its own for everybody, and the old root goes.

Two processes of every service talk by mutual TLS, and are restarted between the steps. No call fails that the
shipped client configuration makes.
"""

import asyncio
import socket
import ssl
from pathlib import Path
from typing import Any

import pytest

from services.runtime import clients, tls
from services.runtime.settings import Settings
from tests.faults.load import STUBS, Traffic
from tests.faults.whole import Whole
from tests.scale import scaled
from tests.services.certificates import Authority, Files

ROUNDS = scaled(10, few=1)
LOOK_SECONDS = 1.5
"""How long new files may take to be in force: they are looked at once a second."""
SETTLE_SECONDS = 2.5
"""How long it may take until clients know of new processes, and have no old connection: two seconds."""
BACKEND = "backend"


class Secrets:
    """The certificates of every service and of a backend, as one operator keeps them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        self._authority = self._another()
        self._trusted = [self._authority]
        self.files: dict[str, Files] = {}
        self._trust()

    def issue(self, *names: str) -> None:
        """Gives each a new certificate of the present authority."""
        for name in names:
            self.files[name] = self._authority.files(
                f"{name}.game101", stem=name, roots=self._folder / "roots.pem"
            )

    def add_authority(self) -> None:
        """Trusts a new authority too, which signs from now on."""
        self._authority = self._another()
        self._trusted.append(self._authority)
        self._trust()

    def drop_authority(self) -> None:
        """Trusts the present authority alone."""
        self._trusted = [self._authority]
        self._trust()

    def _another(self) -> Authority:
        self._count += 1
        return Authority(self._folder, f"root-{self._count}")

    def _trust(self) -> None:
        new = self._folder / "roots.new"
        new.write_bytes(b"".join(each.roots.read_bytes() for each in self._trusted))
        new.replace(self._folder / "roots.pem")


def shown(address: str, part: str, files: Files) -> str:
    """Returns the certificate that a process shows to a new connection, as PEM."""
    context = ssl.create_default_context(cafile=str(files.roots))
    context.load_cert_chain(files.cert, files.key)
    host, _, port = address.rpartition(":")
    with (
        socket.create_connection((host, int(port)), timeout=10) as plain,
        context.wrap_socket(plain, server_hostname=f"{part}.game101") as secured,
    ):
        return ssl.DER_cert_to_PEM_cert(secured.getpeercert(binary_form=True) or b"")


def outdated(cluster: Whole, secrets: Secrets) -> list[str]:
    """Returns the processes that show another certificate than the one they were given last."""
    return [
        child.process.name
        for part, children in cluster.children.items()
        for child in children
        if shown(child.address, part, secrets.files[BACKEND]) != secrets.files[part].cert.read_text("ascii")
    ]


def stub(cluster: Whole, make: Any, part: str, secrets: Secrets) -> Any:
    credentials = tls.client_credentials(Settings(auth="off", **secrets.files[BACKEND].settings()))
    name = (("grpc.ssl_target_name_override", f"{part}.game101"),)
    return cluster.stub(make, part, credentials=credentials, options=name)


async def rotate(cluster: Whole, secrets: Secrets) -> list[str]:
    """Goes from one authority to the next; returns who shows an old certificate once all have a new one."""
    secrets.add_authority()
    await asyncio.sleep(LOOK_SECONDS)
    await cluster.restart(0)
    secrets.issue(BACKEND, *cluster.children)
    await asyncio.sleep(SETTLE_SECONDS)
    late = await asyncio.to_thread(outdated, cluster, secrets)
    secrets.drop_authority()
    await asyncio.sleep(SETTLE_SECONDS)
    await cluster.restart(1)
    await asyncio.sleep(SETTLE_SECONDS)
    return late


@pytest.mark.timeout(60 + 60 * ROUNDS)
async def test_no_call_fails_while_the_authority_of_all_certificates_is_replaced(tmp_path):
    secrets = Secrets(tmp_path)
    secrets.issue(BACKEND, *STUBS)

    def settings(part: str) -> dict[str, object]:
        drain = {"lame_duck_seconds": 1, "grace_seconds": 5, "max_connection_age_seconds": 2}
        return secrets.files[part].settings() | drain

    async with Whole(tmp_path, copies=2, settings=settings) as cluster:
        stubs = {name: stub(cluster, make, name, secrets) for name, make in STUBS.items()}
        async with Traffic(stubs) as traffic:
            late = [each for _ in range(ROUNDS) for each in await rotate(cluster, secrets)]
        await clients.close(*stubs.values())

    assert [] == late
    assert [] == traffic.problems()
    assert traffic.load.count > 300
