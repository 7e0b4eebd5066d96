"""Manifests that are broken on purpose: each breaks one thing, which one policy has to notice."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.deploy.manifests import (
    Document,
    Manifests,
    Variant,
    container_of,
    labels_of,
    name_of,
    pod_of,
)

LOCAL = Variant("local")
PRODUCTION = Variant("production")
BY_LOAD = Variant("production", ("bots-by-load",))
BY_KEDA = Variant("production", ("bots-by-keda",))
WITH_GATEWAY = Variant("local", ("gateway",))
WITH_TLS = Variant("local", ("tls",))
WITH_MONITORING = Variant("local", ("monitoring",))


@dataclass(frozen=True)
class Breakage:
    """A change that a policy has to notice."""

    policy: str
    what: str
    change: Callable[[Manifests], object]
    variant: Variant = LOCAL


def at(document: Document, path: str) -> Any:
    """Returns what stands at a path of keys and numbers with dots between."""
    for key in path.split("."):
        document = document[int(key)] if isinstance(document, list) else document[key]
    return document


def put(document: Document, path: str, value: object) -> None:
    """Writes a value at a path; ``None`` takes away what is there."""
    *before, last = path.split(".")
    place = at(document, ".".join(before)) if before else document
    if value is None:
        del place[last]
    elif isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value


def of_container(path: str, value: object, name: str = "table") -> Callable[[Manifests], None]:
    return lambda manifests: put(container_of(manifests.services[name]), path, value)


def of_pod(path: str, value: object, name: str = "table") -> Callable[[Manifests], None]:
    return lambda manifests: put(pod_of(manifests.services[name]), path, value)


def of_deployment(path: str, value: object, name: str = "table") -> Callable[[Manifests], None]:
    return lambda manifests: put(manifests.services[name], path, value)


def of(kind: str, name: str, path: str, value: object) -> Callable[[Manifests], None]:
    return lambda manifests: put(manifests.find(kind, name) or {}, path, value)


def without(kind: str, name: str) -> Callable[[Manifests], None]:
    return lambda manifests: manifests.documents.remove(manifests.find(kind, name) or {})


def setting(name: str, value: str | None, of_map: str = "settings") -> Callable[[Manifests], None]:
    """Changes a variable of a ConfigMap, whose name ends in a hash."""

    def change(manifests: Manifests) -> None:
        (found,) = (each for each in manifests.of("ConfigMap") if name_of(each).rpartition("-")[0] == of_map)
        put(found["data"], f"GAME101_{name}", value)

    return change


def variable(name: str, value: str, of_service: str = "table") -> Callable[[Manifests], None]:
    """Gives a container one more variable, before those that it has."""
    added = {"name": name, "value": value}
    return lambda manifests: container_of(manifests.services[of_service])["env"].append(added)


def labelled(name: str, labels: dict[str, str]) -> Callable[[Manifests], None]:
    return lambda manifests: labels_of(manifests.services[name]).update(labels)


def policy_for(name: str, direction: str, rule: Document) -> Callable[[Manifests], None]:
    """Adds a NetworkPolicy with one rule for the pods of a service."""
    selector = {"matchLabels": {"app.kubernetes.io/component": name}}
    spec = {"podSelector": selector, "policyTypes": [direction.capitalize()], direction: [rule]}
    added = {"kind": "NetworkPolicy", "metadata": {"name": "added"}, "spec": spec}
    return lambda manifests: manifests.documents.append(added)


def twice(kind: str, name: str) -> Callable[[Manifests], None]:
    return lambda manifests: manifests.documents.append(manifests.find(kind, name) or {})


BREAKAGES = [
    Breakage("services_are_those_of_the_code", "a service is missing", without("Deployment", "rules")),
    Breakage("services_are_those_of_the_code", "no budget", without("PodDisruptionBudget", "rules")),
    Breakage("services_are_those_of_the_code", "another's image", of_container("image", "game101/bot:local")),
    Breakage("services_are_those_of_the_code", "no tag", of_container("image", "game101/table")),
    Breakage(
        "services_are_those_of_the_code", "a tag that moves", of_container("image", "game101/table:latest")
    ),
    Breakage(
        "services_are_those_of_the_code", "a registry", of_container("image", "example.com/game101/table:1")
    ),
    Breakage("services_are_those_of_the_code", "another's account", of_pod("serviceAccountName", "bot")),
    Breakage(
        "services_are_those_of_the_code",
        "a label",
        labelled("rules", {"app.kubernetes.io/component": "rule"}),
    ),
    Breakage("names_fit", "a name twice", twice("Service", "rules")),
    Breakage("names_fit", "no name", of("Service", "rules", "metadata.name", "Rules_1")),
    Breakage("names_fit", "another namespace", of("Service", "rules", "metadata.namespace", "default")),
    Breakage(
        "selectors_find_their_pods",
        "a Service that leads elsewhere",
        of("Service", "rules", "spec.selector", {"app.kubernetes.io/component": "scoring"}),
    ),
    Breakage(
        "selectors_find_their_pods",
        "a Service that leads everywhere",
        of("Service", "rules", "spec.selector", {"app.kubernetes.io/name": "game101"}),
    ),
    Breakage(
        "selectors_find_their_pods",
        "a Deployment that takes others' pods",
        of_deployment("spec.selector", {"matchLabels": {"app.kubernetes.io/name": "game101"}}),
    ),
    Breakage(
        "selectors_find_their_pods",
        "a budget for all",
        of(
            "PodDisruptionBudget",
            "bot",
            "spec.selector",
            {"matchLabels": {"app.kubernetes.io/name": "game101"}},
        ),
    ),
    Breakage(
        "pods_are_restricted",
        "a lax namespace",
        of("Namespace", "game101", "metadata.labels", {"pod-security.kubernetes.io/enforce": "baseline"}),
    ),
    Breakage("pods_are_restricted", "a token", of_pod("automountServiceAccountToken", None)),
    Breakage(
        "pods_are_restricted",
        "an account's token",
        of("ServiceAccount", "bot", "automountServiceAccountToken", True),
    ),
    Breakage("pods_are_restricted", "service links", of_pod("enableServiceLinks", None)),
    Breakage("pods_are_restricted", "root", of_pod("securityContext.runAsNonRoot", False)),
    Breakage("pods_are_restricted", "root by number", of_container("securityContext.runAsUser", 0)),
    Breakage("pods_are_restricted", "seccomp", of_pod("securityContext.seccompProfile", None)),
    Breakage(
        "pods_are_restricted", "escalation", of_container("securityContext.allowPrivilegeEscalation", True)
    ),
    Breakage(
        "pods_are_restricted", "capabilities", of_container("securityContext.capabilities.add", ["SYS_TIME"])
    ),
    Breakage(
        "pods_are_restricted",
        "a writable root",
        of_container("securityContext.readOnlyRootFilesystem", False),
    ),
    Breakage("pods_are_restricted", "the host's network", of_pod("hostNetwork", True)),
    Breakage(
        "pods_are_restricted",
        "the host's files",
        of_pod("volumes.0", {"name": "keys", "hostPath": {"path": "/"}}),
    ),
    Breakage(
        "probes_ask_for_health_that_exists",
        "a name that is not there",
        of_container("livenessProbe.grpc.service", "alive"),
    ),
    Breakage(
        "probes_ask_for_health_that_exists",
        "liveness that needs the store",
        of_container("livenessProbe.grpc.service", "readiness"),
    ),
    Breakage(
        "probes_ask_for_health_that_exists",
        "a start that needs the store",
        of_container("startupProbe.grpc.service", ""),
    ),
    Breakage("probes_ask_for_health_that_exists", "no readiness", of_container("readinessProbe", None)),
    Breakage(
        "probes_ask_for_health_that_exists", "another port", of_container("readinessProbe.grpc.port", 9464)
    ),
    Breakage(
        "probes_ask_for_health_that_exists", "TLS", of_container("readinessProbe.grpc.port", 50051), WITH_TLS
    ),
    Breakage(
        "probes_ask_for_health_that_exists", "impatience", of_container("livenessProbe.periodSeconds", 3)
    ),
    Breakage(
        "nothing_needs_a_shell",
        "a shell",
        of_container("lifecycle.preStop", {"exec": {"command": ["sleep", "5"]}}),
    ),
    Breakage(
        "nothing_needs_a_shell", "a program", of_container("livenessProbe", {"exec": {"command": ["true"]}})
    ),
    Breakage(
        "nothing_needs_a_shell", "another start", of_container("command", ["sh", "-c", "python -m services"])
    ),
    Breakage("resources_are_said", "no limit", of_container("resources.limits.memory", None)),
    Breakage("resources_are_said", "more than the limit", of_container("resources.requests.memory", "2Gi")),
    Breakage(
        "pods_are_spread", "no zones", of_pod("topologySpreadConstraints.0.topologyKey", "kubernetes.io/os")
    ),
    Breakage("pods_are_spread", "all kinds alike", of_pod("topologySpreadConstraints.1.matchLabelKeys", [])),
    Breakage(
        "pods_are_spread",
        "or not at all",
        of_pod("topologySpreadConstraints.0.whenUnsatisfiable", "DoNotSchedule"),
    ),
    Breakage("ports_agree", "a port that is told but not shown", setting("PORT", "50061")),
    Breakage("ports_agree", "a port out of range", setting("METRICS_PORT", "80")),
    Breakage("ports_agree", "loopback", setting("HOST", "127.0.0.1")),
    Breakage(
        "ports_agree", "a Service without a port", of("Service", "rules", "spec.ports.0.targetPort", "http")
    ),
    Breakage("ports_agree", "a Service with another port", of("Service", "rules", "spec.ports.0.port", 80)),
    Breakage("ports_agree", "a port of the node", of("Service", "rules", "spec.ports.0.nodePort", 30051)),
    Breakage(
        "calls_are_balanced_by_clients", "one address for all", of("Service", "rules", "spec.clusterIP", None)
    ),
    Breakage(
        "calls_are_balanced_by_clients", "the world", of("Service", "rules", "spec.type", "LoadBalancer")
    ),
    Breakage(
        "calls_are_balanced_by_clients",
        "an address that is resolved once",
        setting("RULES_ADDRESS", "rules:50051", "table-settings"),
    ),
    Breakage(
        "calls_are_balanced_by_clients",
        "another service",
        setting("RULES_ADDRESS", "dns:///scoring:50051", "table-settings"),
    ),
    Breakage(
        "calls_are_balanced_by_clients",
        "a port where nobody listens",
        setting("RULES_ADDRESS", "dns:///rules:50061", "table-settings"),
    ),
]
