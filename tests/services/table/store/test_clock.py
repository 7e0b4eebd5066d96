from services.table.store.clock import StoreClock


def test_the_clock_tells_what_the_store_told_plus_what_has_passed(monkeypatch):
    moment = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: moment[0])
    clock = StoreClock()
    clock.observe(5_000_000, 99.9, 100.0)
    moment[0] = 101.0

    assert 5_001_050 == clock.now_ms()


def test_a_sharper_answer_replaces_a_blunt_one_and_an_old_one_gives_way(monkeypatch):
    moment = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: moment[0])
    clock = StoreClock()
    clock.observe(1_000, 0.0, 0.0)
    clock.observe(9_000, 0.0, 1.0)
    kept = clock.now_ms()
    clock.observe(9_000, 0.0, 3.0)

    assert 1_000 == kept
    assert 7_500 == clock.now_ms()
