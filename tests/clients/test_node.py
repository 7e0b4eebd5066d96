"""The Node.js backend plays a match of each game on a whole cluster and checks every deal itself."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.require import require

FOLDER = Path(__file__).parent / "node"
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


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", ["okey", "card"])
def test_it_finishes_a_match_and_every_deal_holds(node, cluster, game):
    told = {"GAME101_TABLE": cluster.address("table"), "GAME101_BOT": cluster.address("bot")}
    done = subprocess.run(
        [node, FOLDER / "backend.mjs", game],
        env=os.environ | told | {"GAME101_KEY": cluster.run.tenant_key},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    played = json.loads(done.stdout)

    assert len(played["deals"]) > 0
    assert [dict.fromkeys(CHECKS, True)] * len(played["deals"]) == [
        {name: deal[name] for name in CHECKS} for deal in played["deals"]
    ]
    assert (True, True, 2) == (played["inOrder"], played["repeatedAlike"], played["streams"])
    assert played["moves"] > 0
    assert [1, 2, 3, 4] == sorted(seat for side in played["standing"] for seat in side["seats"])
