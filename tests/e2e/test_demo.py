"""The demo on real processes: it ends with a standing, and nothing of it stays."""

import contextlib
import os
import signal
import subprocess
import sys

import pytest

from tests.e2e.cluster_run import cluster, wait_until

ENDING_SECONDS = 15.0


@pytest.mark.parametrize("game", ["okey", "card"])
def test_a_demo_ends_with_a_standing_and_leaves_nothing_running(tmp_path, game):
    with cluster("demo", tmp_path, "--game", game, "--hands", "1", "--speed", "0", "--seed", "7") as run:
        run.wait_for(" 1 ")
        run.remember()
        code = run.process.wait(timeout=90)

        assert (0, []) == (code, run.alive()), run.output
        assert "Standing" in run.output
        assert "\x1b" not in run.output
        [archive] = tmp_path.rglob("archive.db")
        assert tmp_path == archive.parent.parent, "a demo keeps its matches in its own folder"


@pytest.mark.parametrize(("game", "shown"), [("okey", "okey"), ("card", "====")])
def test_a_demo_is_legible_where_the_output_is_ascii(tmp_path, monkeypatch, game, shown):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    with cluster("demo", tmp_path, "--game", game, "--hands", "1", "--speed", "0") as run:
        code = run.process.wait(timeout=90)
        wrote = run.output_path.read_bytes()

        assert (0, True, False) == (code, wrote.isascii(), b"?" in wrote), run.output
        assert shown in run.output


def test_ctrl_c_ends_a_demo_and_everything_it_has_started(tmp_path):
    with cluster("demo", tmp_path, "--speed", "0.5") as run:
        run.wait_for("Hand 1")
        run.remember()
        run.process.send_signal(signal.SIGINT)
        code = run.process.wait(timeout=ENDING_SECONDS)

        assert (128 + signal.SIGINT, []) == (code, run.alive()), run.output


def test_a_killed_demo_takes_its_services_and_its_store_with_it(tmp_path):
    with cluster("demo", tmp_path, "--speed", "0.5") as run:
        run.wait_for("Hand 1")

        # The demo itself, five services, the store and the shell that guards it.
        assert run.remember() >= 8, run.alive()
        run.process.kill()
        run.process.wait()
        wait_until(lambda: run.alive() == [], ENDING_SECONDS)


def test_a_demo_that_is_killed_while_it_starts_leaves_nothing_running(tmp_path):
    with cluster("demo", tmp_path) as run:
        wait_until(lambda: run.remember() >= 4, ENDING_SECONDS)
        run.process.kill()
        run.process.wait()
        wait_until(lambda: run.alive() == [], ENDING_SECONDS)


@pytest.mark.parametrize("service", ["table", "rules"])
def test_a_match_goes_on_when_a_service_is_killed_in_the_middle_of_a_hand(tmp_path, service):
    with cluster("demo", tmp_path, "--hands", "8", "--speed", "0") as run:
        run.wait_for("Hand 3")
        run.remember()
        [victim] = [process for process in run.family if process.cmdline()[-2:] == ["services", service]]
        victim.kill()
        code = run.process.wait(timeout=90)

        assert (0, []) == (code, run.alive()), run.output
        assert run.output.index("ended with SIGKILL") < run.output.index("Hand 8")
        assert f"{service} ended with SIGKILL; starting it again" in run.output
        assert "Standing" in run.output


def test_on_a_terminal_a_demo_is_in_colour_and_shows_the_table_below(tmp_path):
    shown = b""
    master, slave = os.openpty()
    command = [sys.executable, "-m", "services.cluster", "demo", "--runs", str(tmp_path), "--hands", "1"]
    environ = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
    with subprocess.Popen([*command, "--speed", "0.01"], stdout=slave, stderr=slave, env=environ) as process:
        os.close(slave)
        with contextlib.suppress(OSError):  # what a terminal says whose other end is closed
            while part := os.read(master, 65536):
                shown += part
        os.close(master)

    assert 0 == process.returncode, shown.decode()
    text = shown.decode()
    assert "\x1b[" in text
    assert "the table" in text
    assert "Standing" in text
