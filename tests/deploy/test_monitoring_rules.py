"""Rules and alerts: they parse, name only what is exported, fire when they should, and have a runbook."""

import re
import shutil
import subprocess

import pytest
import yaml

from tests.deploy.monitoring_page import MONITORING
from tests.deploy.monitoring_queries import problems
from tests.require import require

RULES = [
    rule
    for group in yaml.safe_load((MONITORING / "rules.yaml").read_text("utf-8"))["groups"]
    for rule in group["rules"]
]
ALERTS = {rule["alert"]: rule for rule in RULES if "alert" in rule}
CASES = [
    case
    for test in yaml.safe_load((MONITORING / "rules_test.yaml").read_text("utf-8"))["tests"]
    for case in test["alert_rule_test"]
]
RUNBOOK = (MONITORING / "RUNBOOK.md").read_text("utf-8")
SECTIONS = {
    title.lower(): text
    for title, text in re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", RUNBOOK, re.DOTALL | re.MULTILINE)
}
OBJECTIVES = {"availability", "move_latency", "timer_lateness", "bot_latency"}


def promtool(*words: str) -> subprocess.CompletedProcess[str]:
    require("prometheus", shutil.which("promtool") is not None, "promtool")
    return subprocess.run(
        ["promtool", *words], check=False, cwd=MONITORING, capture_output=True, text=True, timeout=110
    )


def test_prometheus_takes_the_rules():
    done = promtool("check", "rules", "rules.yaml")

    assert 0 == done.returncode, done.stdout + done.stderr


def test_every_alert_fires_and_stays_silent_as_its_cases_say():
    done = promtool("test", "rules", "rules_test.yaml")

    assert 0 == done.returncode, done.stdout + done.stderr


def test_no_alert_is_named_twice():
    assert len(ALERTS) == sum("alert" in rule for rule in RULES)


@pytest.mark.parametrize("alert", ALERTS)
def test_an_alert_has_cases_for_both(alert):
    cases = [case for case in CASES if case["alertname"] == alert]

    assert any(case["exp_alerts"] for case in cases), "it never fires"
    assert any(not case["exp_alerts"] for case in cases), "it is never silent"


@pytest.mark.parametrize("alert", ALERTS)
def test_an_alert_says_how_bad_it_is_and_what_to_do(alert):
    rule = ALERTS[alert]
    page, _, anchor = rule["annotations"]["runbook_url"].partition("#")

    assert rule["labels"]["severity"] in {"page", "ticket"}
    assert rule["annotations"]["summary"]
    assert "deploy/monitoring/RUNBOOK.md" == page
    for heading in ("**Meaning.**", "**Look at.**", "**Do.**"):
        assert 1 == SECTIONS[anchor].count(heading), heading


def test_every_section_of_the_runbook_belongs_to_an_alert_and_tells_of_all_that_lead_to_it():
    told = {}
    for alert, rule in ALERTS.items():
        told.setdefault(rule["annotations"]["runbook_url"].partition("#")[2], set()).add(alert)

    assert set(told) == set(SECTIONS)
    for anchor, alerts in told.items():
        assert all(alert.lower() == anchor or f"`{alert}`" in SECTIONS[anchor] for alert in alerts)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.get("alert") or rule["record"])
def test_a_rule_names_only_what_is_exported_or_recorded(rule):
    assert [] == problems(rule["expr"])


def test_each_objective_has_a_budget_events_and_a_fast_and_a_slow_alert():
    for name in ("slo:game101_all:rate5m", "slo:game101_bad:rate5m", "slo:game101_budget:ratio"):
        assert OBJECTIVES == {rule["labels"]["slo"] for rule in RULES if rule.get("record") == name}
    for objective in OBJECTIVES:
        severities = [
            rule["labels"]["severity"] for rule in ALERTS.values() if f'slo="{objective}"' in rule["expr"]
        ]

        assert ["page", "ticket"] == sorted(severities)


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("sum(rate(game101_no_such_total[5m]))", "game101_no_such_total is not exported"),
        ('game101_tables{state="gone"}', "game101_tables has no state matching gone"),
        ('game101_tables{tenant="acme"}', "game101_tables has no label tenant"),
        ("sum by (seat) (game101_tables)", "no metric of the expression has the label seat"),
        ("sum(", "does not parse"),
    ],
)
def test_a_wrong_expression_is_found_out(expression, problem):
    assert any(problem in each for each in problems(expression))
