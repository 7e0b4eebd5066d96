"""Statistics over many deals. A sound dealer fails this file with a probability of at most one in a million.

The rate is for the whole of `test_the_dealer_passes_every_test`, whatever the number of deals: each of its
tests fails only below a millionth divided by their number. The controls are repeatable and cannot flicker.
"""

import math

import numpy as np
import pytest

from tests.audit.distributions import chi_square_above, normal_two_sided
from tests.audit.measures import Tally, beginnings, location_chances, repeats, verdict
from tests.audit.shuffles import CONTROLS, controlled, dealt, favoured_seat, reference, seed_of_32_bits
from tests.scale import scaled

FALSE_ALARM = 1e-6
DEALS = scaled(2_000_000, few=10_000)


def tallied(batches):
    tally = Tally()
    for batch in batches:
        tally.add(*batch)
    return tally


@pytest.mark.timeout(3600)
def test_the_dealer_passes_every_test():
    assert {} == verdict(tallied(dealt(DEALS)).p_values(), FALSE_ALARM)


@pytest.mark.parametrize("control", CONTROLS)
def test_a_bad_shuffle_fails(control):
    assert verdict(tallied(controlled(control, 10_000)).p_values(), FALSE_ALARM)


def test_a_seat_that_is_favoured_fails_by_its_okeys_alone():
    failed = verdict(tallied(controlled(favoured_seat, 10_000)).p_values(), FALSE_ALARM)

    assert all(name.startswith("OKEYs") for name in failed)


def test_a_seed_of_32_bits_repeats_deals_and_a_sound_one_does_not():
    seeded = [beginnings(orders) for orders, _ in controlled(seed_of_32_bits, 200_000)]
    sound = [beginnings(orders) for orders, _ in controlled(reference, 20_000)]

    assert repeats(np.concatenate(seeded)) > 0
    assert 0 == repeats(np.concatenate(sound))


def test_the_tests_themselves_are_calibrated():
    """P-values of a sound shuffle are spread evenly: about a twentieth lies below a twentieth."""
    found = []
    batches = controlled(reference, 60 * 20_000 // 10)
    for orders, starters in batches:
        for part in np.array_split(np.arange(len(orders)), 5):
            found += tallied([(orders[part], starters[part])]).p_values().values()
    # The test for repeated deals says 0 or 1 and nothing between.
    share = np.mean([p < 0.05 for p in found if p < 1])

    assert 0.04 < share < 0.06


def test_the_places_of_two_tiles_are_shared_out_in_full():
    assert math.isclose(1, location_chances().sum())


@pytest.mark.parametrize(
    ("value", "degrees", "above"),
    [
        (3.841458820694124, 1, 0.05),
        (124.342113404004, 100, 0.05),
        (0.103, 2, math.exp(-0.0515)),
        (60, 2, math.exp(-30)),
    ],
)
def test_chi_square_tails_are_those_of_the_tables(value, degrees, above):
    assert math.isclose(above, chi_square_above(value, degrees), rel_tol=1e-4)


@pytest.mark.parametrize("value", [9_500, 10_600, 10_815, 11_000, 11_900])
def test_a_chi_square_tail_of_even_degrees_is_a_sum_of_poisson_terms(value):
    half = value / 2
    terms = (math.exp(count * math.log(half) - half - math.lgamma(count + 1)) for count in range(5408))

    assert math.isclose(math.fsum(terms), chi_square_above(value, 10_816), rel_tol=1e-8)


@pytest.mark.parametrize(("z", "beyond"), [(0, 1), (1.959964, 0.05), (-3.290527, 0.001)])
def test_normal_tails_are_those_of_the_tables(z, beyond):
    assert math.isclose(beyond, normal_two_sided(z), rel_tol=1e-5)
