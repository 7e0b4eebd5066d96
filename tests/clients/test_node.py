"""The Node.js backend plays a match of each game on a whole cluster and checks every deal itself."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.require import require

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests/clients/node"
COMMANDS = re.findall(r"^\$ (node .*)$", (ROOT / "protos/GUIDE.md").read_text("utf-8"), re.MULTILINE)
CHECKS = ("fits", "commitment", "order", "firstStarter", "chance", "root", "proofs")


@pytest.fixture(scope="module")
def node():
    """Returns the path of Node.js, with the packages of the backend installed."""
    path, npm = shutil.which("node"), shutil.which("npm")
    require("node", path is not None and npm is not None, "Node.js or its npm")
    if not (FOLDER / "node_modules").exists():
        install = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error"]
        done = subprocess.run(install, cwd=FOLDER, capture_output=True, text=True, timeout=110, check=False)
        require(
            "node", done.returncode == 0, f"what npm should have installed ({done.stderr.strip()[-200:]})"
        )
    return path


def backend(node, game, told):
    """Runs the command of the guide with what a shell has been told."""
    command = next(line for line in COMMANDS if line.endswith(f" {game}"))
    return subprocess.run(
        [node, *command.split()[1:]],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]} | told,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", ["okey", "card"])
def test_it_finishes_a_match_and_every_deal_holds(node, cluster, game):
    told = {name.upper(): cluster.address(name) for name in cluster.listening}
    done = backend(node, game, told | {"KEY": cluster.run.tenant_key})
    assert 0 == done.returncode, done.stderr
    played = json.loads(done.stdout)

    assert len(played["deals"]) > 0
    assert [dict.fromkeys(CHECKS, True)] * len(played["deals"]) == [
        {name: deal[name] for name in CHECKS} for deal in played["deals"]
    ]
    assert (True, True, 2) == (played["inOrder"], played["repeatedAlike"], played["streams"])
    assert played["moves"] > 0
    assert [1, 2, 3, 4] == sorted(seat for side in played["standing"] for seat in side["seats"])


@pytest.mark.parametrize("told", [{}, {"TABLE": "127.0.0.1:1", "BOT": "127.0.0.1:1"}])
def test_it_says_what_it_must_be_told(node, told):
    done = backend(node, "okey", told)

    assert (2, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("usage: TABLE=host:port BOT=host:port KEY=key node backend.mjs")
