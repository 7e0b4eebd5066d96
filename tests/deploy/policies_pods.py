"""What has to hold of every pod: its name, what it may do, how it is asked, what it uses."""

import re
from collections.abc import Iterator

from services.runtime.health import LIVENESS, READINESS
from tests.deploy import code
from tests.deploy.environment import given
from tests.deploy.manifests import (
    COMPONENT,
    OURS,
    Document,
    Manifests,
    container_of,
    labels_of,
    matches,
    name_of,
    pod_of,
    ports_of,
)
from tests.deploy.quantities import amount

DNS_NAME = re.compile(r"[a-z]([a-z0-9-]{0,61}[a-z0-9])?")
VOLUMES = {
    "configMap",
    "downwardAPI",
    "emptyDir",
    "ephemeral",
    "persistentVolumeClaim",
    "projected",
    "secret",
}
WORST_LAG_SECONDS = 20
"""How long the loop may be stuck before a process is taken for dead."""


def services_are_those_of_the_code(manifests: Manifests) -> Iterator[str]:
    if set(manifests.services) != set(code.SERVICES):
        yield f"the Deployments are {sorted(manifests.services)}"
    for name, deployment in manifests.services.items():
        if labels_of(deployment).get(COMPONENT) != name:
            yield f"{name} carries the component {labels_of(deployment).get(COMPONENT)}"
        for kind in ("Service", "ServiceAccount", "PodDisruptionBudget"):
            if manifests.find(kind, name) is None:
                yield f"{name} has no {kind}"
        if pod_of(deployment).get("serviceAccountName") != name:
            yield f"{name} runs under another's account"
        image = container_of(deployment)["image"]
        if not re.fullmatch(rf"game101/{name}:(?!latest$)[A-Za-z0-9_][A-Za-z0-9._-]*", image):
            yield f"{name} runs {image}"


def names_fit(manifests: Manifests) -> Iterator[str]:
    seen = set()
    for each in manifests.documents:
        key = (each["apiVersion"], each["kind"], name_of(each))
        if not DNS_NAME.fullmatch(name_of(each)):
            yield f"{key} is no name"
        if key in seen:
            yield f"{key} comes twice"
        if each["kind"] != "Namespace" and each["metadata"].get("namespace") != OURS:
            yield f"{key} is in another namespace"
        seen.add(key)


def selectors_find_their_pods(manifests: Manifests) -> Iterator[str]:
    pods = {
        (each["kind"], name_of(each)): each["spec"]["template"]["metadata"]["labels"]
        for each in manifests.workloads
    }
    for each in manifests.workloads:
        found = [key for key, labels in pods.items() if matches(each["spec"]["selector"], labels)]
        if found != [(each["kind"], name_of(each))]:
            yield f"{each['kind']} {name_of(each)} selects {found}"
    for each in manifests.of("Service"):
        selector = {"matchLabels": each["spec"]["selector"]}
        found = [name for (_, name), labels in pods.items() if matches(selector, labels)]
        if found != [name_of(each).removesuffix("-gateway")]:
            yield f"the Service {name_of(each)} selects {found}"
    for each in manifests.of("PodDisruptionBudget"):
        found = [name for (_, name), labels in pods.items() if matches(each["spec"]["selector"], labels)]
        if found != [name_of(each)]:
            yield f"the budget {name_of(each)} is for {found}"


def pods_are_restricted(manifests: Manifests) -> Iterator[str]:
    namespace = manifests.find("Namespace", OURS) or {"metadata": {}}
    if labels_of(namespace).get("pod-security.kubernetes.io/enforce") != "restricted":
        yield "the namespace does not enforce restricted"
    for workload in manifests.workloads:
        yield from (f"{name_of(workload)}: {problem}" for problem in _loose_ends(workload))
    for account in manifests.of("ServiceAccount"):
        if account.get("automountServiceAccountToken") is not False:
            yield f"the account {name_of(account)} hands out tokens"


def _loose_ends(workload: Document) -> Iterator[str]:
    pod, container = pod_of(workload), container_of(workload)
    security, own = pod.get("securityContext", {}), container.get("securityContext", {})
    if pod.get("automountServiceAccountToken") is not False:
        yield "has a token"
    if pod.get("enableServiceLinks") is not False:
        yield "has variables of Services"
    if security.get("runAsNonRoot") is not True or not security.get("runAsUser"):
        yield "may run as root"
    if security.get("seccompProfile") != {"type": "RuntimeDefault"}:
        yield "has every system call"
    if own.get("allowPrivilegeEscalation") is not False or own.get("capabilities") != {"drop": ["ALL"]}:
        yield "may gain privileges"
    if own.get("readOnlyRootFilesystem") is not True:
        yield "may write to its root"
    if own.get("privileged") or own.get("runAsUser") == 0 or own.get("procMount"):
        yield "is privileged"
    if any(pod.get(name) for name in ("hostNetwork", "hostPID", "hostIPC")) or "initContainers" in pod:
        yield "is on the host"
    if strange := {key for each in pod.get("volumes", ()) for key in each} - VOLUMES - {"name"}:
        yield f"has volumes of {strange}"


def probes_ask_for_health_that_exists(manifests: Manifests) -> Iterator[str]:
    for name, deployment in manifests.services.items():
        container = container_of(deployment)
        environ = given(manifests, deployment).environ
        is_plain = environ.get("GAME101_TLS", "off") == "off"
        in_plain_text = "GAME101_PORT" if is_plain else "GAME101_HEALTH_PORT"
        asked = {}
        for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
            probe = container.get(kind, {})
            grpc = probe.get("grpc", {})
            asked[kind] = grpc.get("service")
            if grpc.get("service") not in code.health_names(name):
                yield f"{name}: the {kind} asks for {grpc.get('service')}"
            if str(grpc.get("port")) != environ.get(in_plain_text):
                yield f"{name}: the {kind} asks at {grpc.get('port')}"
            if probe.get("timeoutSeconds", 1) > max(probe.get("periodSeconds", 10), 2):
                yield f"{name}: the {kind} is asked again before it times out"
        if asked != {"startupProbe": LIVENESS, "readinessProbe": READINESS, "livenessProbe": LIVENESS}:
            yield f"{name}: the probes ask {asked}"
        alive = container.get("livenessProbe", {})
        if alive.get("failureThreshold", 3) * alive.get("periodSeconds", 10) < WORST_LAG_SECONDS:
            yield f"{name} is killed when its loop is late"


def nothing_needs_a_shell(manifests: Manifests) -> Iterator[str]:
    for name, deployment in manifests.services.items():
        container = container_of(deployment)
        if "command" in container or "args" in container:
            yield f"{name} does not start as its image says"
        hooks = [*container.get("lifecycle", {}).values()]
        probes = [container.get(kind, {}) for kind in ("startupProbe", "readinessProbe", "livenessProbe")]
        if any("exec" in each for each in (*hooks, *probes)):
            yield f"{name} needs a program in its image"


def resources_are_said(manifests: Manifests) -> Iterator[str]:
    for workload in manifests.workloads:
        resources = container_of(workload).get("resources", {})
        for what in ("cpu", "memory"):
            least = resources.get("requests", {}).get(what)
            most = resources.get("limits", {}).get(what)
            if least is None or most is None:
                yield f"{name_of(workload)} says too little of its {what}"
            elif not 0 < amount(least) <= amount(most):
                yield f"{name_of(workload)} asks for {least} of {most} {what}"


def pods_are_spread(manifests: Manifests) -> Iterator[str]:
    for name, deployment in manifests.services.items():
        spread = pod_of(deployment).get("topologySpreadConstraints", ())
        keys = {each["topologyKey"] for each in spread}
        if not {"topology.kubernetes.io/zone", "kubernetes.io/hostname"} <= keys:
            yield f"{name} is spread over {sorted(keys)}"
        for each in spread:
            labels = deployment["spec"]["template"]["metadata"]["labels"]
            if not matches(each["labelSelector"], labels) or COMPONENT not in each.get("matchLabelKeys", ()):
                yield f"{name} is spread beside other pods"
            if each["whenUnsatisfiable"] != "ScheduleAnyway":
                yield f"{name} cannot run where a zone is missing"


def ports_agree(manifests: Manifests) -> Iterator[str]:
    settings = {"grpc": "GAME101_PORT", "metrics": "GAME101_METRICS_PORT", "health": "GAME101_HEALTH_PORT"}
    for name, deployment in manifests.services.items():
        environ, ports = given(manifests, deployment).environ, ports_of(deployment)
        said = {port: environ[key] for port, key in settings.items() if key in environ}
        if said != {port: str(number) for port, number in ports.items()}:
            yield f"{name} listens on {said} and shows {ports}"
        if environ.get("GAME101_HOST") != "0.0.0.0":  # noqa: S104 - in a pod nothing else can be reached
            yield f"{name} listens on {environ.get('GAME101_HOST')}"
        if not all(1024 <= number <= 65535 for number in ports.values()):
            yield f"{name} has ports out of range"
    for service in manifests.of("Service"):
        target = name_of(service).removesuffix("-gateway")
        workload = next((each for each in manifests.workloads if name_of(each) == target), None)
        for port in service["spec"]["ports"]:
            if workload is None or port["targetPort"] not in ports_of(workload):
                yield f"the Service {name_of(service)} leads to no port"
            elif port["port"] != ports_of(workload)[port["targetPort"]]:
                yield f"the Service {name_of(service)} has another port than its pods"
            if "nodePort" in port:
                yield f"the Service {name_of(service)} is on every node"


def calls_are_balanced_by_clients(manifests: Manifests) -> Iterator[str]:
    for service in manifests.of("Service"):
        name, spec = name_of(service), service["spec"]
        if spec.get("type", "ClusterIP") != "ClusterIP":
            yield f"the Service {name} is of type {spec['type']}"
        if not name.endswith("-gateway") and spec.get("clusterIP") != "None":
            yield f"the Service {name} hides its replicas"
    for name, deployment in manifests.services.items():
        for key, address in given(manifests, deployment).environ.items():
            if not key.endswith("_ADDRESS"):
                continue
            host, _, port = address.removeprefix("dns:///").rpartition(":")
            service = manifests.find("Service", host) or {"spec": {"ports": []}}
            if key != f"GAME101_{host.upper()}_ADDRESS" or not address.startswith("dns:///"):
                yield f"{name} finds {address} as {key}"
            if port not in {str(each["port"]) for each in service["spec"]["ports"] if each["name"] == "grpc"}:
                yield f"{name} calls {address}, where nobody listens"
