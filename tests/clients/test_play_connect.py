"""A person on a cluster that runs on its own: what is asked of the environment, and what cannot be had."""

import subprocess
import sys

import grpc
import pytest

from services.client import Client
from services.cluster.play import card_hand
from services.cluster.play.seat import Seat
from services.cluster.play.sitting import Sitting
from services.cluster.play.terminal import Terminal
from tests.clients.terminal import ROOT, environ_of


def play(environ, folder):
    paths = {"PYTHONPATH": f"{ROOT}:{ROOT / 'protos/gen'}"}
    command = [sys.executable, "-m", "services.cluster.play", "--connect", "--language", "en"]
    return subprocess.run(
        command,
        cwd=folder,
        env=environ | paths,
        input="q\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("name", ["TABLE", "DEALER", "KEY"])
def test_a_variable_that_is_not_set_is_named_in_one_line(cluster, tmp_path, name):
    done = play(environ_of(cluster) | {name: ""}, tmp_path)

    assert (1, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr
    assert f"Not set: {name}." in done.stderr


def test_a_key_that_is_not_known_is_told_in_one_line(cluster, tmp_path):
    done = play(environ_of(cluster) | {"KEY": "game101_nobody"}, tmp_path)

    assert (1, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr
    assert done.stderr.startswith("UNAUTHENTICATED")


async def test_a_seat_that_cannot_be_had_ends_the_sitting_with_what_the_table_says(cluster, tmp_path):
    async with Client(table=cluster.address("table"), key=cluster.run.tenant_key) as client:
        seat = Seat(client, "nowhere", 1, "nothing")
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await Sitting(seat, card_hand, "", Terminal(plain=True), tmp_path).play()

    assert grpc.StatusCode.PERMISSION_DENIED == refused.value.code()


def test_what_is_kept_of_a_seat_is_for_its_owner_alone(cluster, tmp_path):
    kept = tmp_path / "build/seat.json"
    kept.parent.mkdir()
    kept.write_text("{}", "utf-8")
    kept.chmod(0o644)
    done = play(environ_of(cluster), tmp_path)

    assert (0, 0o600) == (done.returncode, kept.stat().st_mode & 0o777), done.stderr
