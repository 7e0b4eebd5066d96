"""Every policy, by its name: given manifests, it tells what is wrong with them."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType

from tests.deploy import policies_availability, policies_edges, policies_pods
from tests.deploy.manifests import Manifests

Policy = Callable[[Manifests], Iterator[str]]


def _policies_in(module: ModuleType) -> Iterator[tuple[str, Policy]]:
    for name, each in vars(module).items():
        is_own = inspect.isfunction(each) and each.__module__ == module.__name__
        if is_own and not name.startswith("_") and list(inspect.signature(each).parameters) == ["manifests"]:
            yield name, each


POLICIES: Mapping[str, Policy] = {
    name: policy
    for module in (policies_pods, policies_availability, policies_edges)
    for name, policy in _policies_in(module)
}
