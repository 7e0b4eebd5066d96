"""The client under the name that backends import, apart from the rest of the project."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from services.client import Client

ROOT = Path(__file__).parents[3]
SCRIPT = """
import asyncio, json, sys
import grpc

before = set(sys.modules)
import game101_client

async def made():
    async with game101_client.Client(table="127.0.0.1:1", key="game101_x") as client:
        return [name for name in ("table", "rules", "bot") if getattr(client, name) is not None]

packages = {name.partition(".")[0] for name in set(sys.modules) - before}
print(json.dumps([asyncio.run(made()), sorted(packages)]))
"""


def test_it_works_alone_with_grpc_protobuf_and_the_stubs(tmp_path):
    shutil.copytree(ROOT / "services/client", tmp_path / "game101_client")
    shutil.copytree(ROOT / "protos/gen/game101", tmp_path / "game101")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert 0 == done.returncode, done.stderr
    stubs, modules = json.loads(done.stdout)

    assert ["table"] == stubs
    assert {"game101", "game101_client", "google", "grpc"} == set(modules) - set(sys.stdlib_module_names)


def test_there_is_a_stub_for_every_address_given():
    client = Client(table="127.0.0.1:1", rules="127.0.0.1:1", bot="127.0.0.1:2")

    assert client.okey_rules is not None
    assert (None, None) == (client.scoring, client.dealer)
