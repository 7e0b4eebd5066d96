"""Wraps ``deploy/monitoring/rules.yaml`` in a PrometheusRule, which kustomize cannot do by itself.

``make manifests`` writes ``prometheus-rule.yaml`` anew.
"""

from pathlib import Path
from textwrap import indent
from typing import Final

HERE: Final = Path(__file__).parent
RULES: Final = HERE.parent.parent / "monitoring" / "rules.yaml"
WRAPPED: Final = HERE / "prometheus-rule.yaml"

_HEAD: Final = """\
# Made of deploy/monitoring/rules.yaml by `make manifests`; change that one.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: game101
spec:
"""


def wrapped() -> str:
    """Returns what has to be in ``prometheus-rule.yaml``."""
    return _HEAD + indent(RULES.read_text("utf-8"), "  ")


if __name__ == "__main__":
    WRAPPED.write_text(wrapped(), "utf-8")
