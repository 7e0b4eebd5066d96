"""A person on a cluster that runs on its own: what is asked of the environment, and what cannot be had."""

import socket
import subprocess
import sys

import grpc
import pytest

from services.client import Client
from services.cluster.play import card_hand, kept
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


def unused_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.mark.parametrize("name", ["TABLE", "DEALER", "KEY"])
def test_a_variable_that_is_not_set_is_named_in_one_line(cluster, tmp_path, name):
    done = play(environ_of(cluster) | {name: ""}, tmp_path)

    assert (1, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr
    assert f"Not set: {name}." in done.stderr


def test_a_key_that_is_not_known_is_told_in_one_line(cluster, tmp_path):
    done = play(environ_of(cluster) | {"KEY": "game101_nobody"}, tmp_path)

    assert (1, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr
    assert done.stderr.startswith("UNAUTHENTICATED")


def test_a_cluster_that_has_ended_is_told_in_one_line(cluster, tmp_path):
    done = play(environ_of(cluster) | {"TABLE": f"127.0.0.1:{unused_port()}"}, tmp_path)

    assert (1, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr
    assert done.stderr.startswith("No cluster answers.")


async def test_a_kept_seat_outlives_a_table_that_is_away(tmp_path):
    kept_seat = '{"table_id": "t", "number": 1, "token": "x"}'
    kept_path = tmp_path / "seat.json"
    kept_path.write_text(kept_seat, "utf-8")
    async with Client(table=f"127.0.0.1:{unused_port()}") as client:
        with pytest.raises(grpc.aio.AioRpcError) as away:
            await kept.taken_again(kept_path, client, "okey", patience=0.0)

    assert grpc.StatusCode.UNAVAILABLE == away.value.code()
    assert kept_seat == kept_path.read_text("utf-8")


@pytest.mark.parametrize("written", ["", "[]", "{}", '{"table_id": "t"}'])
async def test_what_is_no_seat_is_none(tmp_path, written):
    kept_path = tmp_path / "seat.json"
    kept_path.write_text(written, "utf-8")
    async with Client(table=f"127.0.0.1:{unused_port()}") as client:
        assert await kept.taken_again(kept_path, client, "okey") is None


async def test_a_kept_seat_of_another_cluster_is_given_up(cluster, tmp_path):
    kept_path = tmp_path / "seat.json"
    kept_path.write_text('{"table_id": "t", "number": 1, "token": "x"}', "utf-8")
    async with Client(table=cluster.address("table"), key=cluster.run.tenant_key) as client:
        assert await kept.taken_again(kept_path, client, "okey") is None


async def test_a_seat_that_cannot_be_had_ends_the_sitting_with_what_the_table_says(cluster, tmp_path):
    async with Client(table=cluster.address("table"), key=cluster.run.tenant_key) as client:
        seat = Seat(client, "nowhere", 1, "nothing")
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await Sitting(seat, card_hand, "", Terminal(plain=True), tmp_path).play()

    assert grpc.StatusCode.PERMISSION_DENIED == refused.value.code()


def test_what_is_kept_of_a_seat_is_for_its_owner_alone(cluster, tmp_path):
    path = tmp_path / "build/seat.json"
    path.parent.mkdir()
    path.write_text("{}", "utf-8")
    path.chmod(0o644)
    done = play(environ_of(cluster), tmp_path)

    assert (0, 0o600) == (done.returncode, path.stat().st_mode & 0o777), done.stderr
