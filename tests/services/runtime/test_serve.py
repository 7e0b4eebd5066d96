import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue

from services.__main__ import MODULES, chosen
from tests.services.runtime.echo import SAY

COMMAND = [sys.executable, "-m", "tests.services.runtime.echo"]


def environment(**settings: str) -> dict[str, str]:
    quick = {"GAME101_AUTH": "off", "GAME101_LAME_DUCK_SECONDS": "0", **settings}
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **quick}


@contextmanager
def process(**settings: str):
    """Runs the test service as a process; yields it and its line ``server.started``."""
    running = subprocess.Popen(COMMAND, stdout=subprocess.PIPE, env=environment(**settings))
    try:
        yield running, line_of(running, "server.started")
    finally:
        running.kill()
        running.wait()
        running.stdout.close()


def run(**settings: str) -> subprocess.CompletedProcess:
    return subprocess.run(COMMAND, env=environment(**settings), capture_output=True, text=True, check=False)


def line_of(running: subprocess.Popen, event: str) -> dict:
    for line in running.stdout:
        if (found := json.loads(line))["event"] == event:
            return found
    raise AssertionError(f"the process ended without {event}")


def said(text: str) -> bytes:
    return StringValue(value=text).SerializeToString()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_drains_the_process_and_it_exits_with_zero(number):
    with process(GAME101_LOG_LEVEL="error") as (running, started):
        with grpc.insecure_channel(f"127.0.0.1:{started['port']}") as channel:
            answer = channel.unary_unary(SAY)(said("good"), timeout=10)
        running.send_signal(number)
        stopped = line_of(running, "server.stopped")

        assert said("good") == answer
        assert "echo" == stopped["service"]
        assert 0 == running.wait(10)


def test_a_second_signal_ends_the_process_at_once():
    with process(GAME101_LAME_DUCK_SECONDS="3600") as (running, _):
        running.terminate()
        line_of(running, "server.draining")
        running.terminate()

        assert 1 == running.wait(10)


def test_settings_that_do_not_fit_stop_the_process_before_it_listens():
    done = run(GAME101_PORT="x", GAME101_NONSENSE="1")
    named = [line.partition(":")[0] for line in done.stderr.splitlines()]

    assert 2 == done.returncode
    assert ["GAME101_NONSENSE", "GAME101_PORT"] == named


def test_a_start_that_fails_says_why_and_exits_with_one():
    with process() as (_, started):
        taken = str(started["port"])
        done = run(GAME101_PORT=taken)
    last = json.loads(done.stdout.splitlines()[-1])

    assert 1 == done.returncode
    assert ("server.failed", f"cannot listen on 127.0.0.1:{taken}") == (last["event"], last["problem"])


def test_a_process_does_not_outlive_the_one_that_started_it():
    program = "import os, subprocess, sys, time\nchild = subprocess.Popen(sys.argv[1:])\ntime.sleep(600)\n"
    settings = {"GAME101_EXIT_WITH_PARENT": "true"}
    parent = subprocess.Popen(
        [sys.executable, "-c", program, *COMMAND], stdout=subprocess.PIPE, env=environment(**settings)
    )
    line_of(parent, "server.started")
    parent.kill()
    parent.wait()

    # The pipe ends when the last process that holds it is gone.
    assert b"server.stopped" not in parent.stdout.read()
    parent.stdout.close()


def test_a_process_whose_parent_is_gone_already_ends_at_once():
    done = run(GAME101_EXIT_WITH_PARENT="true", GAME101_PARENT_PID="1")

    assert 3 == done.returncode


@pytest.mark.parametrize("name", MODULES)
def test_a_service_is_chosen_by_argument_or_by_environment(name):
    assert f"services.{name}" == chosen([name], {}) == chosen([], {"SERVICE": name})


@pytest.mark.parametrize("arguments", [[], ["chess"], ["rules", "table"]])
def test_without_the_name_of_a_service_the_choices_are_shown(arguments):
    with pytest.raises(SystemExit, match="dealer,rules,scoring,bot,table"):
        chosen(arguments, {})
