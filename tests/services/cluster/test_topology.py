"""What each service is told."""

from pathlib import Path

import pytest

from services.cluster.topology import WAVES, Shared, environ_of
from services.dealer.settings import DealerSettings
from services.runtime.settings import Settings
from services.table.settings import TableSettings

ADDRESSES = dict.fromkeys(("dealer", "rules", "scoring", "bot"), "127.0.0.1:1")
SHARED = Shared("unix:///store", "sqlite:////archive.db", Path("/keys"))
SETTINGS = {"dealer": DealerSettings, "table": TableSettings}


@pytest.mark.parametrize("part", [part for wave in WAVES for part in wave], ids=lambda part: part.name)
def test_a_service_accepts_what_it_is_told(part, monkeypatch):
    for name, value in environ_of(part, SHARED, 50051, ADDRESSES).items():
        monkeypatch.setenv(name, value)
    settings = SETTINGS.get(part.name, Settings).load()

    assert 50051 == settings.port
    assert settings.exit_with_parent


def test_our_own_settings_are_not_handed_down(monkeypatch):
    monkeypatch.setenv("GAME101_UNKNOWN", "cc")
    monkeypatch.setenv("HOME_OF_SOMETHING_ELSE", "kept")
    environ = environ_of(WAVES[0][1], SHARED, 0, ADDRESSES)

    assert "GAME101_UNKNOWN" not in environ
    assert "kept" == environ["HOME_OF_SOMETHING_ELSE"]


def test_whoever_calls_starts_after_those_it_calls():
    started: set[str] = set()
    for wave in WAVES:
        assert {name for part in wave for name in part.calls} <= started
        started |= {part.name for part in wave}
