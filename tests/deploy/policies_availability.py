"""What has to hold through updates, disruptions and load."""

import re
from collections.abc import Iterator
from typing import Any

import yaml
from prometheus_client import REGISTRY

import services.bot.metrics  # noqa: F401 - its series are looked up
from tests.deploy.environment import given
from tests.deploy.manifests import DEPLOY, Document, Manifests, container_of, name_of, pod_of
from tests.deploy.quantities import amount

NOTICE_SECONDS = 1
"""The time that a client needs to hear that a server does not serve any more."""
SPARE_SECONDS = 5
"""What is left of the grace period after a drain, for the last writes."""
ADAPTER = DEPLOY / "components" / "bots-by-load" / "prometheus-adapter.yaml"


def drains_end_in_time(manifests: Manifests) -> Iterator[str]:
    for name, deployment in manifests.services.items():
        environ, pod = given(manifests, deployment).environ, pod_of(deployment)
        hook = container_of(deployment).get("lifecycle", {}).get("preStop", {})
        sleep = hook.get("sleep", {}).get("seconds", 0)
        lame_duck = float(environ.get("GAME101_LAME_DUCK_SECONDS", 1))
        needed = sleep + lame_duck + float(environ.get("GAME101_GRACE_SECONDS", 5)) + SPARE_SECONDS
        if needed > pod.get("terminationGracePeriodSeconds", 30):
            yield f"{name} is killed while it drains"
        if sleep < 3:
            yield f"{name} stops before its address is gone"
        if lame_duck < NOTICE_SECONDS:
            yield f"{name} stops before its clients have heard of it"


def updates_keep_capacity(manifests: Manifests) -> Iterator[str]:
    for name, deployment in manifests.services.items():
        strategy = deployment["spec"].get("strategy", {})
        rolling = strategy.get("rollingUpdate", {})
        if strategy.get("type") != "RollingUpdate" or rolling.get("maxUnavailable") not in {0, "0%"}:
            yield f"{name} loses replicas in an update"
        if rolling.get("maxSurge") in {None, 0, "0%"}:
            yield f"{name} cannot be updated"


def least_replicas(manifests: Manifests, name: str) -> int:
    """Returns the fewest replicas that a service has in quiet times."""
    for each in manifests.of("HorizontalPodAutoscaler", "ScaledObject"):
        if each["spec"]["scaleTargetRef"]["name"] == name:
            return each["spec"].get("minReplicas") or each["spec"].get("minReplicaCount") or 0
    return manifests.services[name]["spec"].get("replicas", 1)


def drains_of_nodes_are_never_blocked(manifests: Manifests) -> Iterator[str]:
    for budget in manifests.of("PodDisruptionBudget"):
        spec, name = budget["spec"], name_of(budget)
        most, least = spec.get("maxUnavailable"), spec.get("minAvailable")
        if (most is None) == (least is None):
            yield f"the budget {name} says both or nothing"
        elif str(most) in {"0", "0%"} or str(least).endswith("%"):
            yield f"the budget {name} may block"
        elif least is not None and int(least) >= least_replicas(manifests, name):
            yield f"the budget {name} blocks"


def replicas_are_at_least_two(manifests: Manifests) -> Iterator[str]:
    for name in manifests.services:
        if manifests.variant.overlay != "local" and least_replicas(manifests, name) < 2:
            yield f"{name} has no second replica"


def bots_scale_alone(manifests: Manifests) -> Iterator[str]:
    scalers = manifests.of("HorizontalPodAutoscaler", "ScaledObject")
    if [name_of(each) for each in scalers] != ["bot"]:
        yield f"there are autoscalers for {[name_of(each) for each in scalers]}"
        return
    (scaler,) = scalers
    if scaler["spec"]["scaleTargetRef"]["name"] != "bot":
        yield "the autoscaler is not for the bots"
    if "replicas" in manifests.services["bot"]["spec"]:
        yield "an update would undo what the autoscaler does"
    spec: dict[str, Any] = scaler["spec"]
    least, most = least_replicas(manifests, "bot"), spec.get("maxReplicas") or spec.get("maxReplicaCount")
    if not 2 <= least < most:
        yield f"there are {least} to {most} bots"
    advanced = spec.get("advanced", {}).get("horizontalPodAutoscalerConfig", {})
    yield from _pace_problems(spec.get("behavior") or advanced.get("behavior") or {})
    yield from _metric_problems(manifests, scaler)


def _pace_problems(behavior: Document) -> Iterator[str]:
    up, down = behavior.get("scaleUp", {}), behavior.get("scaleDown", {})
    doubling = {"type": "Percent", "value": 100, "periodSeconds": 15}
    if up.get("stabilizationWindowSeconds") != 0 or doubling not in up.get("policies", ()):
        yield "bots come too slowly"
    if down.get("stabilizationWindowSeconds", 300) < 300:
        yield "bots go too fast"


def _metric_problems(manifests: Manifests, scaler: Document) -> Iterator[str]:
    spec = scaler["spec"]
    requests = container_of(manifests.services["bot"])["resources"]["requests"]
    metrics = spec.get("metrics", [])
    by_cpu = [each for each in metrics if each.get("resource", {}).get("name") == "cpu"]
    by_cpu += [each for each in spec.get("triggers", ()) if each["type"] == "cpu"]
    if len(by_cpu) != 1 or amount(requests["cpu"]) <= 0:
        yield "bots do not follow their CPU"
    queries = [each["metadata"] for each in spec.get("triggers", ()) if each["type"] == "prometheus"]
    if queries and ("fallback" not in spec or queries[0].get("ignoreNullValues") != "false"):
        yield "without Prometheus the bots go"
    adapter = yaml.safe_load(ADAPTER.read_text("utf-8"))
    served = {rule["name"]["as"]: rule["metricsQuery"] for rule in adapter["rules"]["custom"]}
    asked = [served.get(each["pods"]["metric"]["name"]) for each in metrics if each["type"] == "Pods"]
    for query in (*asked, *(each["query"] for each in queries)):
        names = set(re.findall(r"game101_\w+", query or ""))
        if not names or not names <= exported():
            yield f"the autoscaler asks for {query}"


def exported() -> set[str]:
    """Returns the names of the series that the bot exports."""
    return {
        name
        for family in REGISTRY.collect()
        for name in (family.name, *(each.name for each in family.samples))
    }
