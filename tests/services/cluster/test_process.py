"""A child process: where it listens, how it fails, how it ends."""

import json
import os
import sys

import pytest

from services.cluster.process import Listening, Process, ProcessFailed

STARTED = json.dumps({"event": "server.started", "port": 1234, "metrics_port": 5678})
SERVES = f"import time; print({STARTED!r}, flush=True); time.sleep(60)"
FAILS = "import sys; sys.exit('the store is away')"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SERVES}"


def process(tmp_path, code: str) -> Process:
    return Process("rules", [sys.executable, "-c", code], tmp_path / "rules.log")


async def test_a_process_tells_where_it_listens(tmp_path):
    child = process(tmp_path, SERVES)
    try:
        listening = await child.start(os.environ)
    finally:
        await child.stop()

    assert Listening(1234, 5678) == listening
    assert "127.0.0.1:1234" == listening.address
    assert "ended with SIGTERM" == await child.wait()


async def test_a_process_that_fails_to_start_is_told_with_the_end_of_its_log(tmp_path):
    with pytest.raises(ProcessFailed, match=r"rules ended with exit code 1(.|\n)*the store is away"):
        await process(tmp_path, FAILS).start(os.environ)


async def test_what_an_earlier_run_has_logged_is_not_taken_for_a_start(tmp_path):
    (tmp_path / "rules.log").write_text(STARTED + "\n", encoding="utf-8")

    with pytest.raises(ProcessFailed):
        await process(tmp_path, FAILS).start(os.environ)


async def test_a_process_that_does_not_listen_to_requests_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr("services.cluster.process._STOP_SECONDS", 0.1)
    child = process(tmp_path, DEAF)
    await child.start(os.environ)
    await child.stop()

    assert "ended with SIGKILL" == await child.wait()
