"""`up` on real processes: the calls that it prints work, and it ends with everything it has started."""

import json
import signal
import subprocess

from tests.e2e.cluster_run import cluster

ENDING_SECONDS = 15.0


def answer(command: str) -> dict[str, object]:
    """Runs a printed command as a person would paste it, and returns what comes back."""
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=30, check=False)
    assert 0 == done.returncode, done.stderr
    return json.loads(done.stdout)


def test_the_printed_calls_work_and_sigterm_ends_everything(tmp_path):
    with cluster("up", tmp_path) as run:
        run.wait_for("Ctrl-C")
        run.remember()
        create, list_tables = (line for line in run.output.splitlines() if "buf curl" in line)
        table_id = answer(create)["table"]["tableId"]

        assert [table_id] == [table["tableId"] for table in answer(list_tables)["tables"]]

        run.process.send_signal(signal.SIGTERM)
        code = run.process.wait(timeout=ENDING_SECONDS)

        assert (0, []) == (code, run.alive()), run.output


def test_a_service_that_cannot_start_is_told_and_nothing_stays(tmp_path):
    with cluster("up", tmp_path, "--store", "unix:///nowhere/valkey.sock") as run:
        code = run.process.wait(timeout=90)

        assert (1, []) == (code, run.alive()), run.output
        assert "table" in run.output
