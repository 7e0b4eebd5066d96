from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.deploy import breakages, breakages_of_the_whole
from tests.deploy.breakages import Breakage
from tests.deploy.manifests import every_variant, pairwise_variants, rendered
from tests.deploy.policies import POLICIES
from tests.scale import scaled

BREAKAGES = [*breakages.BREAKAGES, *breakages_of_the_whole.BREAKAGES]
VARIANTS = every_variant() if scaled(1, 0) else pairwise_variants()


@pytest.fixture(scope="module", autouse=True)
def all_rendered() -> None:
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(rendered, {*VARIANTS, *(each.variant for each in BREAKAGES)}))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_policy_holds(variant):
    manifests = rendered(variant)

    assert [] == [f"{name}: {problem}" for name, policy in POLICIES.items() for problem in policy(manifests)]


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda each: f"{each.policy}: {each.what}")
def test_what_is_broken_is_noticed(breakage: Breakage):
    policy, whole = POLICIES[breakage.policy], rendered(breakage.variant)
    broken = whole.copy()
    breakage.change(broken)

    assert [] == list(policy(whole))
    assert [] != list(policy(broken))


def test_every_policy_has_something_that_breaks_it():
    assert set(POLICIES) == {each.policy for each in BREAKAGES}
