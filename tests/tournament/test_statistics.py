"""Intervals that a reader can check on paper."""

import pytest

from tests.tournament.statistics import Interval, Sample, z


def sample(*numbers):
    counted = Sample()
    for number in numbers:
        counted.add(number)
    return counted


def test_the_interval_of_two_numbers_is_their_mean_and_their_standard_error():
    interval = sample(1, 3).interval()

    assert 2 == interval.mean
    assert pytest.approx(1.96, abs=0.001) == interval.margin


def test_one_number_says_nothing():
    assert float("inf") == sample(7).interval().margin


def test_more_looks_make_an_interval_wider():
    assert pytest.approx(1.960, abs=0.001) == z()
    assert pytest.approx(2.734, abs=0.001) == z(8)


def test_an_interval_excludes_what_lies_outside_of_it():
    assert Interval(30, 4).excludes(25)
    assert not Interval(28, 4).excludes(25)
