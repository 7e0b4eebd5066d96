"""Images that `make image` has built, run as a kubelet would."""

import json
import os
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from tests.deploy.manifests import ROOT
from tests.require import require

TAG = os.environ.get("TEST_IMAGE_TAG", "local")
RUN_FLAGS = shlex.split(os.environ.get("TEST_RUN_FLAGS", ""))
"""Further flags for this machine's engine, such as another runtime."""
MEMORY_BYTES = 384 << 20
REVISION = '{{index .Config.Labels "org.opencontainers.image.revision"}}'


def image_of(service: str) -> str:
    return f"game101/{service}:{TAG}"


@cache
def engine() -> tuple[str, str]:
    """Returns the program that can run the images, and nothing; or nothing, and what is missing."""
    found = next((each for each in ("docker", "podman") if shutil.which(each) and _output(each, "info")), "")
    if not found:
        return "", "docker or podman"
    revision = _output(found, "image", "inspect", "--format", REVISION, image_of("rules"))
    if not revision or revision != _output("git", "-C", str(ROOT), "rev-parse", "HEAD"):
        return "", f"{image_of('rules')} of the present revision (`make image`)"
    return found, ""


def required_engine() -> str:
    """Returns the engine; skips the test where there is none, and outside the longer tier.

    An engine that is there need not be able to run anything, and the images may be of another day.
    """
    promised = "image" in os.environ.get("TEST_REQUIRE", "").split(",")
    if os.environ.get("TEST_LONG") != "1" and not promised:
        require("image", False, "the longer tier, which runs built images,")
    found, missing = engine()
    require("image", bool(found), missing)
    return found


def _output(*command: str) -> str:
    """Returns what a command writes; nothing where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode else done.stdout.strip()


def said(*command: str) -> str:
    """Returns what a command of the engine writes."""
    return subprocess.run([required_engine(), *command], capture_output=True, text=True, check=True).stdout


def run_once(service: str, program: str) -> subprocess.CompletedProcess:
    """Runs a Python program in an image, confined as a service is."""
    found = required_engine()
    arguments = ["--rm", *_confined({}), "--entrypoint", "python", image_of(service), "-c", program]
    return subprocess.run([found, "run", *arguments], capture_output=True, text=True, check=False)


@dataclass(frozen=True)
class Container:
    """A running container."""

    container_id: str
    port: int

    def inspected(self) -> dict:
        """Returns the engine's account of the container."""
        return json.loads(said("inspect", self.container_id))[0]

    def stop(self) -> int:
        """Sends SIGTERM, waits, and returns the exit code."""
        said("stop", "--time", "20", self.container_id)
        return self.inspected()["State"]["ExitCode"]


@contextmanager
def container(service: str, **settings: str) -> Iterator[Container]:
    """Runs a service on loopback, confined, and removes it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environ = {"GAME101_AUTH": "off", "GAME101_PORT": str(port), "GAME101_LAME_DUCK_SECONDS": "0", **settings}
    container_id = said("run", "--detach", *_confined(environ), image_of(service)).strip()
    try:
        yield Container(container_id, port)
    finally:
        said("rm", "--force", container_id)


def _confined(environ: dict[str, str]) -> list[str]:
    told = [word for key, value in environ.items() for word in ("--env", f"{key}={value}")]
    confined = [
        "--read-only",
        "--cap-drop",
        "ALL",
        "--security-opt",
        "no-new-privileges",
        "--user",
        "10001:10001",
    ]
    return [*confined, "--network", "host", "--memory", str(MEMORY_BYTES), *RUN_FLAGS, *told]
