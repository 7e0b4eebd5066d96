"""The environment and the files that a workload's container gets, references followed."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.deploy.manifests import Document, Manifests, container_of, pod_of

BROUGHT = {
    "keys": {"api.keys": ""},
    "dealer-keys": {"dealer.keys": ""},
    "table-key": {"table.key": ""},
    "store": {"url": "redis://store.example:6379"},
    "archive": {"url": "postgresql+psycopg://user:word@archive.example/game101"},
    **{
        f"{name}-tls": {"tls.crt": "", "tls.key": "", "ca.crt": ""}
        for name in ("dealer", "rules", "scoring", "bot", "table")
    },
}
"""The Secrets that an operator brings, with values of the form that each has; deploy/README.md lists them."""


@dataclass
class Given:
    """What a container gets."""

    environ: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """By path."""
    missing: list[str] = field(default_factory=list)
    """References that lead nowhere."""


def given(manifests: Manifests, workload: Document) -> Given:
    """Returns what the container of a workload gets."""
    found = Given()
    container = container_of(workload)
    for source in container.get("envFrom", ()):
        kind = "ConfigMap" if "configMapRef" in source else "Secret"
        reference = source.get("configMapRef") or source["secretRef"]
        found.environ |= _data(manifests, found, kind, reference["name"])
    for variable in container.get("env", ()):
        found.environ[variable["name"]] = _value(manifests, found, variable)
    for path, content in _files(manifests, found, workload):
        found.files[path] = content
    return found


def _value(manifests: Manifests, found: Given, variable: Document) -> str:
    if "value" in variable:
        return str(variable["value"])
    reference: dict[str, Any] = variable["valueFrom"].get("secretKeyRef", {})
    data = _data(manifests, found, "Secret", reference.get("name", ""))
    if reference.get("key") not in data:
        found.missing.append(f"{variable['name']}: there is no key {reference.get('key')}")
    return data.get(reference.get("key", ""), "")


def _files(manifests: Manifests, found: Given, workload: Document) -> Iterator[tuple[str, str]]:
    volumes = {each["name"]: each for each in pod_of(workload).get("volumes", ())}
    for mount in container_of(workload).get("volumeMounts", ()):
        volume = volumes.get(mount["name"])
        if volume is None:
            found.missing.append(f"there is no volume {mount['name']}")
        elif "secret" in volume:
            for key, content in _data(manifests, found, "Secret", volume["secret"]["secretName"]).items():
                yield f"{mount['mountPath']}/{key}", content


def _data(manifests: Manifests, found: Given, kind: str, name: str) -> dict[str, str]:
    document = manifests.find(kind, name)
    if document is not None:
        encoded = document.get("data", {}).items()
        if kind == "Secret":
            return {key: base64.b64decode(value).decode() for key, value in encoded}
        return dict(encoded)
    if kind == "Secret" and _is_brought(manifests, name):
        return BROUGHT[name]
    found.missing.append(f"there is no {kind} {name}")
    return {}


def _is_brought(manifests: Manifests, name: str) -> bool:
    """Tells whether an operator has to bring a Secret: for one machine only certificates are not there."""
    return name in BROUGHT and (manifests.variant.overlay != "local" or name.endswith("-tls"))
