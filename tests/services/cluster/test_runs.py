"""The folder of a run: private while it runs, tidied by later ones."""

import os
import stat

from services.cluster import runs


def test_the_key_file_can_be_read_by_its_owner_alone(tmp_path):
    run = runs.begin(tmp_path)

    assert 0o700 == stat.S_IMODE(run.private.stat().st_mode)
    assert (run.private / runs.DEALER_KEYS).read_text("ascii").startswith("local ")


def test_secrets_are_forgotten_and_logs_are_kept(tmp_path):
    run = runs.begin(tmp_path)
    run.log_path("rules").write_text("a line\n", encoding="utf-8")
    run.forget()

    assert not (run.private / runs.DEALER_KEYS).exists()
    assert run.log_path("rules").exists()


def test_what_killed_runs_have_left_is_removed_but_for_the_latest_logs(tmp_path):
    for second in range(8):
        left = runs.Run(tmp_path / f"20260101-00000{second}-999999999")
        left.private.mkdir(parents=True)
        (left.private / runs.DEALER_KEYS).write_text("old 00\n", encoding="ascii")

    new = runs.begin(tmp_path)

    assert 6 == len(list(tmp_path.iterdir()))
    assert [new.private / runs.DEALER_KEYS] == list(tmp_path.rglob("dealer.keys"))


def test_a_run_whose_process_lives_is_left_alone(tmp_path):
    living = runs.Run(tmp_path / f"20260101-000000-{os.getppid()}")
    living.private.mkdir(parents=True)
    runs.begin(tmp_path)

    assert living.private.exists()
