"""`up` on real processes: the calls that it prints work, and it ends with everything it has started."""

import json
import signal
import subprocess
from pathlib import Path

from tests.e2e.cluster_run import ClusterRun, cluster, wait_until

ROOT = Path(__file__).parents[2]

ENDING_SECONDS = 15.0


def answer(command: str) -> dict[str, object]:
    """Runs a printed command as a person would paste it, and returns what comes back."""
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=30, check=False)
    assert 0 == done.returncode, done.stderr
    return json.loads(done.stdout)


def printed_calls(run: ClusterRun) -> list[str]:
    """Returns the commands that a cluster prints once it is up: one makes a table, one lists tables."""
    run.wait_for("Ctrl-C")
    run.remember()
    return [line for line in run.output.splitlines() if "buf curl" in line]


def archived(list_tables: str) -> list[str]:
    """Returns the tables of the matches that a cluster has in its archive."""
    matches = answer(list_tables.replace("ListTables", "ListMatches"))
    return [match["tableId"] for match in matches.get("matches", [])]


def test_the_printed_calls_work_and_sigterm_ends_everything(tmp_path):
    with cluster("up", tmp_path) as run:
        create, list_tables = printed_calls(run)
        table_id = answer(create)["table"]["tableId"]

        assert [table_id] == [table["tableId"] for table in answer(list_tables)["tables"]]

        run.process.send_signal(signal.SIGTERM)
        code = run.process.wait(timeout=ENDING_SECONDS)

        assert (0, []) == (code, run.alive()), run.output


def line_with(text, output):
    [found] = [line for line in output.splitlines() if text in line]
    return found


def sit_down_and_leave(lines, folder):
    """Pastes lines as a person would, types q, and returns what was shown and the seat that was kept."""
    shell = ["/bin/sh", "-e", "-c", lines]
    done = subprocess.run(
        shell, cwd=folder, input="q\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert 0 == done.returncode, done.stderr
    return done.stdout, (folder / "build/seat.json").read_text("utf-8")


def test_a_person_sits_down_with_the_printed_lines_and_finds_the_seat_again(tmp_path):
    for name in (".venv", "protos", "services"):
        (tmp_path / name).symlink_to(ROOT / name)
    with cluster("up", tmp_path) as run:
        run.wait_for("Ctrl-C")
        command = line_with("make play", run.output)
        # What make would do but for setting up, which is done; another make may be what runs this test.
        told = [*command.split(), "--dry-run", "--no-print-directory"]
        made = subprocess.check_output(told, cwd=ROOT, text=True)
        play = made[made.index(".venv/bin/python -m services.cluster.play") :]
        export = line_with("export ", run.output)
        shown, seat = sit_down_and_leave(f"{export}\n{play}", tmp_path)

        assert command in shown
        assert seat == sit_down_and_leave(f"{export}\n{play}", tmp_path)[1]


def test_ended_matches_are_there_when_the_cluster_is_started_again(tmp_path):
    with cluster("up", tmp_path) as run:
        create, list_tables = printed_calls(run)
        table_id = answer(create.replace('"hands": 5', '"hands": 1'))["table"]["tableId"]
        wait_until(lambda: archived(list_tables) == [table_id], 60)
    with cluster("up", tmp_path) as run:
        _, list_tables = printed_calls(run)

        assert [table_id] == archived(list_tables)
        assert f"archive  sqlite:///{tmp_path}/archive.db" in run.output


def test_a_service_that_cannot_start_is_told_and_nothing_stays(tmp_path):
    with cluster("up", tmp_path, "--store", "unix:///nowhere/valkey.sock") as run:
        code = run.process.wait(timeout=90)

        assert (1, []) == (code, run.alive()), run.output
        assert "table" in run.output
