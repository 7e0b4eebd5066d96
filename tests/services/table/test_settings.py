import pytest
from pydantic import ValidationError

from services.table.settings import TableSettings

NEEDED = {"store_url": "unix:///store", "archive_url": "sqlite://"} | {
    f"{part}_address": "127.0.0.1:1" for part in ("dealer", "rules", "scoring", "bot")
}


def test_answers_are_kept_for_the_hour_that_callers_are_promised_at_least():
    hour = 3_600_000

    assert hour == TableSettings(**NEEDED, answers_kept_ms=hour).answers_kept_ms
    with pytest.raises(ValidationError, match="answers_kept_ms"):
        TableSettings(**NEEDED, answers_kept_ms=hour - 1)
