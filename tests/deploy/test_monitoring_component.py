import json
import subprocess
import sys

import yaml

from tests.deploy.manifests import DEPLOY, Variant, name_of, rendered

MONITORING = DEPLOY / "monitoring"
WRAP = DEPLOY / "components" / "monitoring" / "wrap.py"
WRAPPED = WRAP.with_name("prometheus-rule.yaml")
WITH_MONITORING = Variant("local", ("monitoring",))


def test_the_rules_are_those_of_the_operator():
    rules = yaml.safe_load((MONITORING / "rules.yaml").read_text("utf-8"))
    (found,) = rendered(WITH_MONITORING).of("PrometheusRule")

    assert rules == found["spec"], "the rules have changed since: say `make manifests`"


def test_wrapping_writes_what_is_there():
    program = f"import runpy; print(runpy.run_path({str(WRAP)!r})['wrapped'](), end='')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == WRAPPED.read_text("utf-8"), "say `make manifests`"


def test_every_dashboard_comes_to_grafana():
    maps = [
        each for each in rendered(WITH_MONITORING).of("ConfigMap") if name_of(each).startswith("dashboard-")
    ]
    found = {name: json.loads(text) for each in maps for name, text in each["data"].items()}
    wanted = {path.name: json.loads(path.read_text("utf-8")) for path in MONITORING.glob("dashboards/*.json")}

    assert wanted
    assert wanted == found, "list each dashboard in deploy/monitoring/kustomization.yaml"
    assert {"1"} == {each["metadata"]["labels"]["grafana_dashboard"] for each in maps}
