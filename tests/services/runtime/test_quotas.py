import pytest

from services.runtime import quotas
from services.runtime.quotas import Quota, Usage
from services.wire.status import CallError, error_info


@pytest.fixture
def clock(monkeypatch):
    class Clock:
        now = 1000.0

    monkeypatch.setattr(quotas, "monotonic", lambda: Clock.now)
    return Clock


def let_in(usage: Usage, quota: Quota, calls: int) -> int:
    """Returns how many of so many calls are let in."""
    count = 0
    for _ in range(calls):
        try:
            usage.count_call(quota)
        except CallError:
            continue
        count += 1
    return count


def test_a_seconds_calls_may_come_at_once_and_then_as_many_as_the_rate_allows(clock):
    usage, quota = Usage(), Quota(calls=10)
    at_once = let_in(usage, quota, 50)
    clock.now += 0.55
    later = let_in(usage, quota, 50)
    clock.now += 3600
    rested = let_in(usage, quota, 50)

    assert (10, 5, 10) == (at_once, later, rested)


def test_over_a_minute_at_ten_times_the_rate_a_tenth_is_let_in(clock):
    usage, quota, count = Usage(), Quota(calls=7), 0
    for _ in range(60 * 70):
        clock.now += 1 / 70
        count += let_in(usage, quota, 1)

    assert 7 * 61 - 1 <= count <= 7 * 61 + 1


@pytest.mark.parametrize("rate", [0.001, 0.5, 1, 3, 1_000_000])
def test_however_low_the_rate_is_one_call_fits_in(clock, rate):
    assert 1 == let_in(Usage(), Quota(calls=rate), 1)


def test_who_is_turned_away_is_told_when_to_come_back(clock):
    usage, quota = Usage(), Quota(calls=2)
    let_in(usage, quota, 2)
    with pytest.raises(CallError) as caught:
        usage.count_call(quota)
    delay = caught.value.status.details[1]

    assert ("CALLS_QUOTA", "2") == (
        error_info(caught.value).reason,
        error_info(caught.value).metadata["limit"],
    )
    assert b"\xca\xb5\xee\x01" in delay.value  # half a second
    clock.now += 0.5
    assert 1 == let_in(usage, quota, 1)


def test_without_a_quota_nobody_counts(clock):
    assert 1000 == let_in(Usage(), Quota(), 1000)


def test_two_keys_of_a_tenant_share_what_it_uses(clock):
    usage = Usage()

    assert 10 == let_in(usage, Quota(calls=10), 20)
    assert 0 == let_in(usage, Quota(calls=20), 20)
    clock.now += 0.5
    assert 10 == let_in(usage, Quota(calls=20), 20)


def test_streams_beyond_the_quota_are_turned_away_until_one_ends():
    usage, quota = Usage(), Quota(watchers=1)
    with usage.watching(quota), pytest.raises(CallError) as caught, usage.watching(quota):
        pass
    with usage.watching(quota):
        pass

    assert "WATCHERS_QUOTA" == error_info(caught.value).reason
    assert 0 == usage.watchers
