import json
from functools import lru_cache

import pytest

from tests.deploy.manifests import EXAMPLE, Document, Variant, rendered
from tests.require import require

VERSIONS = ("1.30", "1.37")
"""The oldest Kubernetes that has all that is used here, and a late one."""

OPERATORS = {
    "cert-manager.io/v1",
    "gateway.networking.k8s.io/v1",
    "keda.sh/v1alpha1",
    "monitoring.coreos.com/v1",
}
"""What is not of Kubernetes itself, so that no schema of it comes with the validator."""

VARIANTS = (
    EXAMPLE,
    Variant("local", ("gateway", "monitoring", "tracing")),
    Variant("production", ("tls", "gateway-tls", "bots-by-keda", "tracing")),
)
"""Every document of every overlay and component is in one of these."""


@pytest.fixture(scope="module")
def validator():
    try:
        import kubernetes_validate.utils as validator  # noqa: PLC0415 - may be missing
    except ImportError:
        require("kubernetes-validate", False, "the PyPI package kubernetes-validate")
    original = validator.schema_contents
    # It would read all definitions anew for each document.
    validator.schema_contents = lru_cache(maxsize=None)(original)
    yield validator
    validator.schema_contents = original


def documents() -> list[Document]:
    """Returns every document that kubernetes knows, once."""
    every = [each for variant in VARIANTS for each in rendered(variant).documents]
    known = [each for each in every if each["apiVersion"] not in OPERATORS]
    return list({json.dumps(each, sort_keys=True): each for each in known}.values())


@pytest.mark.parametrize("version", VERSIONS)
def test_every_document_fits_the_schemas_of_kubernetes(validator, version):
    for document in documents():
        assert version == validator.validate(document, version, strict=True)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_word_that_kubernetes_does_not_know_is_noticed(validator, version):
    document = json.loads(json.dumps(rendered(VARIANTS[1]).services["rules"]))
    document["spec"]["template"]["spec"]["containers"][0]["readynessProbe"] = {}

    with pytest.raises(validator.ValidationError, match="readynessProbe"):
        validator.validate(document, version, strict=True)
