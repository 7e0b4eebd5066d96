import re
import subprocess
import sys

import pytest

from services.runtime import keys
from services.runtime.quotas import Quota
from services.runtime.watched import Unreadable

HASH = "ab" * 32


def known(tmp_path, *lines: str) -> dict[str, keys.KnownKey]:
    path = tmp_path / "api.keys"
    path.write_text("\n".join(lines), encoding="utf-8")
    return keys.read_file(path)


def test_a_new_key_is_known_by_its_line_and_by_nothing_else(tmp_path):
    key, key_id = keys.new()
    line = keys.line_of(key, "acme", calls=2.5, watchers=3, tables=4_000_000)
    read = known(tmp_path, "# keys", "", line)
    found = keys.match(read, key)

    assert (key_id, False, "acme") == (found.key_id, found.is_service, found.owner)
    assert Quota(calls=2.5, watchers=3, tables=4_000_000) == found.quota
    assert key.rpartition("_")[2] not in line


def test_a_key_with_one_character_changed_is_not_known(tmp_path):
    key, _ = keys.new()
    read = known(tmp_path, keys.line_of(key, "acme"))
    other = "A" if key[-1] != "A" else "B"

    assert keys.match(read, key) is not None
    assert keys.match(read, key[:-1] + other) is None
    assert keys.match(read, keys.new()[0]) is None
    assert keys.match(read, "") is None
    assert keys.match(read, key + "\n") is None


def test_two_keys_are_never_alike():
    made = {keys.new()[0] for _ in range(100)}

    assert 100 == len(made)
    assert all(re.fullmatch(r"game101_[0-9a-f]{8}_[\w-]{43}", key) for key in made)


def test_a_key_of_a_service_names_the_service(tmp_path):
    key, _ = keys.new()
    found = keys.match(known(tmp_path, keys.line_of(key, "table", is_service=True)), key)

    assert (True, "table") == (found.is_service, found.owner)


@pytest.mark.parametrize(
    "line",
    [
        f"3f9a1c20 tenant acme {HASH[:-1]}",
        f"3f9a1c20 tenant Acme {HASH}",
        f"3f9a1c2 tenant acme {HASH}",
        f"3f9a1c20 owner acme {HASH}",
        f"3f9a1c20 tenant acme {HASH} calls=0",
        f"3f9a1c20 tenant acme {HASH} calls=-1",
        f"3f9a1c20 tenant acme {HASH} calls=nan",
        f"3f9a1c20 tenant acme {HASH} tables=1.5",
        f"3f9a1c20 tenant acme {HASH} calls=1 calls=2",
        f"3f9a1c20 tenant acme {HASH} seats=4",
        "3f9a1c20 tenant acme",
        "3f9a1c20 tenant acmé " + HASH,
    ],
)
def test_a_line_that_does_not_read_is_named_and_not_quoted(tmp_path, line):
    with pytest.raises(Unreadable) as caught:
        known(tmp_path, line)

    assert HASH[:-1] not in str(caught.value)
    assert str(tmp_path) in str(caught.value)


def test_a_key_may_not_have_two_lines(tmp_path):
    with pytest.raises(Unreadable, match="line 2"):
        known(tmp_path, f"3f9a1c20 tenant acme {HASH}", f"3f9a1c20 tenant other {HASH}")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(Unreadable, match="missing"):
        keys.read_file(tmp_path / "missing")


def test_a_services_own_key_is_read_whole_or_refused(tmp_path):
    key, _ = keys.new()
    path = tmp_path / "table.key"
    path.write_text(key + "\n", encoding="ascii")
    read = keys.read_own(path)
    path.write_text(key[:-1], encoding="ascii")

    assert key == read
    with pytest.raises(Unreadable) as caught:
        keys.read_own(path)
    assert key[:-1] not in str(caught.value)


def test_the_command_makes_a_key_and_its_line(tmp_path):
    command = [sys.executable, "-m", "services.runtime.keys", "new", "acme", "--calls", "50", "--tables", "9"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    key = re.search(keys.PREFIX + r"\S+", told)[0]
    line = told.splitlines()[-1]

    assert Quota(calls=50, tables=9) == keys.match(known(tmp_path, line), key).quota


@pytest.mark.parametrize("arguments", [[], ["new"], ["new", "Acme"], ["new", "acme", "--calls", "-1"]])
def test_the_command_refuses_what_makes_no_line(arguments):
    with pytest.raises(SystemExit):
        keys.main(arguments)
