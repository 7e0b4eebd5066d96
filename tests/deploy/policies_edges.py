"""What has to hold where a pod meets something else: settings, secrets, networks, certificates, gateways."""

from collections.abc import Iterator

import sqlalchemy

from services.runtime.settings import PREFIX
from tests.deploy import code
from tests.deploy.environment import given
from tests.deploy.manifests import NAME, Manifests, container_of, labels_of, matches, name_of, pod_of
from tests.deploy.network import NAMESPACE, Actor, allowed


def environment_fits_the_settings(manifests: Manifests) -> Iterator[str]:
    for name, deployment in manifests.services.items():
        found = given(manifests, deployment)
        yield from (f"{name}: {problem}" for problem in found.missing)
        yield from (f"{name}: {problem}" for problem in code.problems_of(name, found.environ))
        for variable in code.file_settings(name) & found.environ.keys():
            if found.environ[variable] not in found.files:
                yield f"{name}: {variable} names no file that is mounted"
        if url := found.environ.get("GAME101_ARCHIVE_URL"):
            sqlalchemy.create_engine(url)
        elif name == "table":
            yield "the archive would be a file of the table's own"


def secrets_come_by_reference(manifests: Manifests) -> Iterator[str]:
    for name, deployment in manifests.services.items():
        plain = {each["name"] for each in container_of(deployment).get("env", ()) if "value" in each}
        plain |= {key for each in manifests.of("ConfigMap") for key in each.get("data", {})}
        if shown := plain & code.secret_settings(name):
            yield f"{name} shows {sorted(shown)}"
        ours = {key for key in given(manifests, deployment).environ if key.startswith(PREFIX)}
        if strange := set(given(manifests, deployment).environ) - ours:
            yield f"{name} is told {sorted(strange)}"
    for secret in manifests.of("Secret"):
        if manifests.variant.overlay != "local":
            yield f"the Secret {name_of(secret)} is in the project"


def network_equals_the_call_graph(manifests: Manifests) -> Iterator[str]:
    actors = _actors(manifests)
    policies = manifests.of("NetworkPolicy")
    found = {
        (source.name, target.name, port)
        for source in actors
        for target in actors
        if source.is_ours or target.is_ours
        for port in target.ports
        if allowed(policies, source, target, port)
    }
    wanted = _wanted(manifests)
    yield from (f"{edge} is open" for edge in sorted(found - wanted))
    yield from (f"{edge} is shut" for edge in sorted(wanted - found))


def _wanted(manifests: Manifests) -> set[tuple[str, str, str]]:
    place = {"local": "here", "production": "elsewhere", "example": "outside"}[manifests.variant.overlay]
    names = set(code.SERVICES)
    wanted = {(caller, called, "grpc") for caller, called in code.calls()}
    wanted |= {edge for name in names for edge in (("caller", name, "grpc"), ("prometheus", name, "metrics"))}
    is_traced = manifests.variant.has("tracing")
    resolving = names if is_traced else {caller for caller, _ in code.calls()}
    wanted |= {(name, "dns", port) for name in resolving for port in ("dns", "dns/udp")}
    wanted |= {("table", f"store {place}", "valkey"), ("table", f"archive {place}", "postgres")}
    return wanted | ({(name, "collector", "otlp") for name in names} if is_traced else set())


def _actors(manifests: Manifests) -> list[Actor]:
    store, archive = {"valkey": 6379}, {"postgres": 5432}
    listening = {"grpc": 50051, "metrics": 9464, "health": 50052}
    ours = [
        Actor(name, each["spec"]["template"]["metadata"]["labels"], listening)
        for name, each in manifests.services.items()
    ]
    return [
        *ours,
        Actor("stranger here", {"app": "stranger"}, {"any": 8080}),
        Actor("store here", {NAME: "valkey"}, store),
        Actor("archive here", {NAME: "postgres"}, archive),
        Actor("store elsewhere", {NAME: "valkey"}, store, {NAMESPACE: "valkey"}),
        Actor("archive elsewhere", {NAME: "postgres"}, archive, {NAMESPACE: "postgres"}),
        Actor("store outside", ports=store, address="10.20.0.7"),
        Actor("archive outside", ports=archive, address="10.20.0.8"),
        Actor("world", ports={"https": 443}, address="192.0.2.1"),
        Actor("dns", {"k8s-app": "kube-dns"}, {"dns": 53, "dns/udp": 53}, {NAMESPACE: "kube-system"}),
        Actor("prometheus", {NAME: "prometheus"}, {"http": 9090}, {NAMESPACE: "monitoring"}),
        Actor("other monitoring", {NAME: "grafana"}, {}, {NAMESPACE: "monitoring"}),
        Actor("collector", {NAME: "opentelemetry-collector"}, {"otlp": 4317}, {NAMESPACE: "observability"}),
        Actor("caller", {}, {"any": 8080}, {NAMESPACE: "shop", "game101/caller": "true"}),
        Actor("stranger", {}, {"any": 8080}, {NAMESPACE: "shop", "game101/caller": "false"}),
    ]


def certificates_name_their_services(manifests: Manifests) -> Iterator[str]:
    has_tls = any(manifests.variant.has(each) for each in ("tls", "tls-cert-manager"))
    for name, deployment in manifests.services.items():
        environ = given(manifests, deployment).environ
        if (environ.get("GAME101_TLS", "off") != "off") != has_tls:
            yield f"{name} has TLS {environ.get('GAME101_TLS')}"
        certificate = manifests.find("Certificate", name)
        if certificate is not None:
            spec = certificate["spec"]
            secrets = {each.get("secret", {}).get("secretName") for each in pod_of(deployment)["volumes"]}
            if f"{name}.{environ['GAME101_TLS_DOMAIN']}" not in spec["dnsNames"]:
                yield f"the certificate of {name} has another name"
            if spec["secretName"] not in secrets:
                yield f"{name} does not use its certificate"
            if not {"server auth", "client auth"} <= set(spec["usages"]):
                yield f"the certificate of {name} is good for one side alone"
            if manifests.find("Issuer", spec["issuerRef"]["name"]) is None:
                yield f"nobody signs the certificate of {name}"


def the_gateway_leads_to_every_service(manifests: Manifests) -> Iterator[str]:
    for route in manifests.of("GRPCRoute"):
        led = {
            (match["method"]["service"], backend["name"], backend["port"])
            for rule in route["spec"]["rules"]
            for match in rule["matches"]
            for backend in rule["backendRefs"]
        }
        wanted = {(full, f"{name}-gateway", 50051) for name in code.SERVICES for full in code.served(name)}
        if led != wanted:
            yield f"the gateway differs by {sorted(led ^ wanted)}"
        secured = {name_of(each) for each in manifests.of("BackendTLSPolicy")}
        for _, backend, _ in led:
            service = manifests.find("Service", backend)
            if service is None:
                yield f"there is no Service {backend}"
            elif ("appProtocol" in service["spec"]["ports"][0]) == (backend in secured):
                yield f"the gateway does not know how to speak with {backend}"


def prometheus_finds_every_replica(manifests: Manifests) -> Iterator[str]:
    for monitor in manifests.of("ServiceMonitor"):
        labels = monitor["spec"]["selector"]["matchLabels"]
        found = [
            each for each in manifests.of("Service") if matches({"matchLabels": labels}, labels_of(each))
        ]
        if {name_of(each) for each in found} != set(code.SERVICES):
            yield f"Prometheus looks at {[name_of(each) for each in found]}"
        if monitor["spec"].get("jobLabel") != "app.kubernetes.io/component":
            yield "the jobs are not named as the services"
        for service in found:
            ports = {each["name"] for each in service["spec"]["ports"]}
            if not {each["port"] for each in monitor["spec"]["endpoints"]} <= ports:
                yield f"{name_of(service)} has no such port for Prometheus"
    for kind in ("ServiceMonitor", "PrometheusRule"):
        if manifests.variant.has("monitoring") != bool(manifests.of(kind)):
            yield f"there are {len(manifests.of(kind))} of the kind {kind}"
