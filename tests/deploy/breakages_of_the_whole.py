"""More manifests that are broken on purpose: updates, disruptions, load, and what pods meet."""

from tests.deploy.breakages import (
    BY_KEDA,
    BY_LOAD,
    PRODUCTION,
    WITH_GATEWAY,
    WITH_MONITORING,
    WITH_TLS,
    Breakage,
    of,
    of_container,
    of_deployment,
    of_pod,
    policy_for,
    setting,
    twice,
    variable,
    without,
)
from tests.deploy.manifests import EXAMPLE

HPA = "HorizontalPodAutoscaler"
EVERYBODY = {"from": [{"namespaceSelector": {}}]}

BREAKAGES = [
    Breakage("drains_end_in_time", "too little time", of_pod("terminationGracePeriodSeconds", 20)),
    Breakage("drains_end_in_time", "a longer drain", setting("GRACE_SECONDS", "25")),
    Breakage("drains_end_in_time", "no wait for the address", of_container("lifecycle", None)),
    Breakage("drains_end_in_time", "no wait for clients", setting("LAME_DUCK_SECONDS", "0")),
    Breakage(
        "updates_keep_capacity", "one less", of_deployment("spec.strategy.rollingUpdate.maxUnavailable", 1)
    ),
    Breakage("updates_keep_capacity", "all at once", of_deployment("spec.strategy", {"type": "Recreate"})),
    Breakage("updates_keep_capacity", "no room", of_deployment("spec.strategy.rollingUpdate.maxSurge", 0)),
    Breakage(
        "drains_of_nodes_are_never_blocked",
        "none may go",
        of("PodDisruptionBudget", "bot", "spec.maxUnavailable", 0),
    ),
    Breakage(
        "drains_of_nodes_are_never_blocked",
        "all must stay",
        of("PodDisruptionBudget", "table", "spec", {"minAvailable": 3, "selector": {}}),
        PRODUCTION,
    ),
    Breakage(
        "drains_of_nodes_are_never_blocked",
        "the autoscaler's least must stay",
        of("PodDisruptionBudget", "bot", "spec", {"minAvailable": 3, "selector": {}}),
        PRODUCTION,
    ),
    Breakage("replicas_are_at_least_two", "one table", of_deployment("spec.replicas", 1), PRODUCTION),
    Breakage("bots_scale_alone", "none", without(HPA, "bot")),
    Breakage("bots_scale_alone", "two that quarrel", twice(HPA, "bot")),
    Breakage("bots_scale_alone", "of another", of(HPA, "bot", "spec.scaleTargetRef.name", "rules")),
    Breakage("bots_scale_alone", "a fixed number", of_deployment("spec.replicas", 3, "bot")),
    Breakage("bots_scale_alone", "down to one", of(HPA, "bot", "spec.minReplicas", 1)),
    Breakage("bots_scale_alone", "no more than there are", of(HPA, "bot", "spec.maxReplicas", 2)),
    Breakage(
        "bots_scale_alone",
        "slowly up",
        of(HPA, "bot", "spec.behavior.scaleUp.stabilizationWindowSeconds", 60),
    ),
    Breakage(
        "bots_scale_alone",
        "fast down",
        of(HPA, "bot", "spec.behavior.scaleDown.stabilizationWindowSeconds", 0),
    ),
    Breakage("bots_scale_alone", "by memory", of(HPA, "bot", "spec.metrics.0.resource.name", "memory")),
    Breakage(
        "bots_scale_alone",
        "a metric that no rule makes",
        of(HPA, "bot", "spec.metrics.1.pods.metric.name", "game101_bot_thoughts"),
        BY_LOAD,
    ),
    Breakage(
        "bots_scale_alone",
        "a series that nobody exports",
        of("ScaledObject", "bot", "spec.triggers.0.metadata.query", "sum(game101_bot_thoughts)"),
        BY_KEDA,
    ),
    Breakage("bots_scale_alone", "no fallback", of("ScaledObject", "bot", "spec.fallback", None), BY_KEDA),
    Breakage("environment_fits_the_settings", "a variable that nobody knows", setting("COLOUR", "red")),
    Breakage("environment_fits_the_settings", "a value out of range", setting("PORT", "70000")),
    Breakage(
        "environment_fits_the_settings",
        "a setting that is needed",
        setting("RULES_ADDRESS", None, "table-settings"),
    ),
    Breakage("environment_fits_the_settings", "no Secret", of_pod("volumes.0.secret.secretName", "keyring")),
    Breakage(
        "environment_fits_the_settings",
        "no ConfigMap",
        of_container("envFrom.0.configMapRef.name", "settings"),
    ),
    Breakage(
        "environment_fits_the_settings",
        "a file elsewhere",
        variable("GAME101_KEYS_FILE", "/etc/keys/api.keys"),
    ),
    Breakage(
        "environment_fits_the_settings",
        "a key that a Secret has not",
        of_container("env.2.valueFrom.secretKeyRef.key", "uri"),
    ),
    Breakage("environment_fits_the_settings", "another service's setting", variable("GAME101_WORKERS", "2")),
    Breakage(
        "secrets_come_by_reference", "in plain sight", variable("GAME101_STORE_URL", "redis://store:6379")
    ),
    Breakage(
        "secrets_come_by_reference",
        "in a ConfigMap",
        setting("ARCHIVE_URL", "postgresql://archive", "table-settings"),
    ),
    Breakage("secrets_come_by_reference", "what is no setting", variable("PYTHONPATH", "/tmp")),  # noqa: S108
    Breakage("network_equals_the_call_graph", "nothing denied", without("NetworkPolicy", "deny-all")),
    Breakage("network_equals_the_call_graph", "no callers", without("NetworkPolicy", "callers")),
    Breakage("network_equals_the_call_graph", "no names", without("NetworkPolicy", "dns")),
    Breakage("network_equals_the_call_graph", "no store", without("NetworkPolicy", "table-stores")),
    Breakage("network_equals_the_call_graph", "a store for all", without("NetworkPolicy", "store")),
    Breakage("network_equals_the_call_graph", "any namespace", policy_for("rules", "ingress", EVERYBODY)),
    Breakage("network_equals_the_call_graph", "the world", policy_for("bot", "egress", {})),
    Breakage(
        "network_equals_the_call_graph",
        "every port for callers",
        of("NetworkPolicy", "callers", "spec.ingress.0.ports", None),
    ),
    Breakage(
        "network_equals_the_call_graph",
        "all that runs beside Prometheus",
        of("NetworkPolicy", "metrics", "spec.ingress.0.from.0.podSelector", None),
    ),
    Breakage(
        "network_equals_the_call_graph",
        "a service that nobody reaches",
        of(
            "NetworkPolicy", "called-by-table", "spec.podSelector.matchExpressions.0.values", ["rules", "bot"]
        ),
    ),
    Breakage(
        "certificates_name_their_services",
        "another name",
        of("Certificate", "rules", "spec.dnsNames", ["rules.game101.svc"]),
        EXAMPLE,
    ),
    Breakage(
        "certificates_name_their_services",
        "a Secret that nobody mounts",
        of("Certificate", "rules", "spec.secretName", "rules-certificate"),
        EXAMPLE,
    ),
    Breakage(
        "certificates_name_their_services",
        "one side",
        of("Certificate", "table", "spec.usages", ["server auth"]),
        EXAMPLE,
    ),
    Breakage("certificates_name_their_services", "no issuer", without("Issuer", "game101"), EXAMPLE),
    Breakage("certificates_name_their_services", "no TLS after all", setting("TLS", "off"), WITH_TLS),
    Breakage(
        "the_gateway_leads_to_every_service",
        "a service that is not there",
        of("GRPCRoute", "game101", "spec.rules.0.matches.0.method.service", "game101.v1.Table"),
        WITH_GATEWAY,
    ),
    Breakage(
        "the_gateway_leads_to_every_service",
        "the wrong service",
        of("GRPCRoute", "game101", "spec.rules.0.backendRefs.0.name", "rules-gateway"),
        WITH_GATEWAY,
    ),
    Breakage(
        "the_gateway_leads_to_every_service", "no Service", without("Service", "bot-gateway"), WITH_GATEWAY
    ),
    Breakage(
        "the_gateway_leads_to_every_service",
        "plain text to TLS",
        without("BackendTLSPolicy", "bot-gateway"),
        EXAMPLE,
    ),
    Breakage(
        "prometheus_finds_every_replica",
        "no port",
        of("ServiceMonitor", "game101", "spec.endpoints.0.port", "http"),
        WITH_MONITORING,
    ),
    Breakage(
        "prometheus_finds_every_replica",
        "no Service",
        of("ServiceMonitor", "game101", "spec.selector.matchLabels", {"app": "game101"}),
        WITH_MONITORING,
    ),
    Breakage(
        "prometheus_finds_every_replica",
        "other jobs",
        of("ServiceMonitor", "game101", "spec.jobLabel", None),
        WITH_MONITORING,
    ),
    Breakage(
        "prometheus_finds_every_replica", "no rules", without("PrometheusRule", "game101"), WITH_MONITORING
    ),
]
