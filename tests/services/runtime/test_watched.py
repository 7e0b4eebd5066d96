import os

import pytest

from services.runtime import watched
from services.runtime.watched import Unreadable, Watched


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(watched, "LOOK_SECONDS", 0.0)


def watching(path) -> Watched[str]:
    def make() -> str:
        text = watched.read(path).decode()
        if text == "bad":
            raise Unreadable("it is bad")
        return text

    return Watched([path], make, "test")


def test_a_changed_file_gives_another_value_and_an_unchanged_one_the_same(tmp_path, at_once):
    path = tmp_path / "file"
    path.write_text("one", encoding="ascii")
    value = watching(path)
    first, again = value.current(), value.current()
    path.write_text("three", encoding="ascii")

    assert first is again
    assert "three" == value.current()


def test_a_mounted_secret_changes_by_its_link(tmp_path, at_once):
    for name in ("one", "two"):
        (tmp_path / name).write_text(name, encoding="ascii")
        os.utime(tmp_path / name, (0, 0))
    link = tmp_path / "data"
    link.symlink_to(tmp_path / "one")
    value = watching(link)
    before = value.current()
    (tmp_path / "new").symlink_to(tmp_path / "two")
    (tmp_path / "new").replace(link)

    assert ("one", "two") == (before, value.current())


@pytest.mark.parametrize("left", ["bad", None])
def test_what_goes_bad_leaves_the_last_good_value_until_it_is_good_again(tmp_path, at_once, lines, left):
    path = tmp_path / "file"
    path.write_text("one", encoding="ascii")
    value = watching(path)
    path.unlink() if left is None else path.write_text(left, encoding="ascii")
    meanwhile = value.current()
    path.write_text("three", encoding="ascii")

    assert ("one", "three") == (meanwhile, value.current())
    assert ["secret.unreadable", "secret.changed"] == [line["event"] for line in lines()]


def test_files_that_are_bad_from_the_start_are_an_error(tmp_path):
    with pytest.raises(Unreadable, match="nowhere"):
        watching(tmp_path / "nowhere")
