"""What a PromQL expression names, compared with what is exported and recorded."""

import re
from collections.abc import Iterator
from typing import Any

import promql_parser
import yaml

from tests.deploy.monitoring_page import MONITORING, known, series

SCRAPED = {"job", "instance"}
"""Labels that Prometheus adds to whatever it scrapes."""
OF_PROMETHEUS = {"up": SCRAPED, "ALERTS": {"alertname", "severity", "alertstate"}}

_RULES = [
    rule
    for group in yaml.safe_load((MONITORING / "rules.yaml").read_text("utf-8"))["groups"]
    for rule in group["rules"]
]
RECORDED = {
    rule["record"]: set(rule["record"].partition(":")[0].split("_") if rule["record"].count(":") > 1 else ())
    for rule in _RULES
    if "record" in rule
}
"""The names of recorded series, and their labels: a name with three parts begins with them."""
_SPELLED = {"code": "grpc_code", "method": "grpc_method"}


def problems(expression: str) -> list[str]:
    """Returns what is wrong with an expression; nothing when all that it names is there."""
    try:
        tree = promql_parser.parse(expression)
    except ValueError as error:
        return [f"does not parse: {error}"]
    nodes = list(_nodes(tree))
    selectors = [node for node in nodes if isinstance(node, promql_parser.VectorSelector)]
    found = [problem for selector in selectors for problem in _of_selector(selector)]
    present = set().union(*(_labels(selector.name) for selector in selectors), {"le"})
    for node in nodes:
        modifier = getattr(node, "modifier", None)
        if isinstance(node, promql_parser.AggregateExpr) and modifier is not None:
            missing = set(modifier.labels) - present
            found += [f"no metric of the expression has the label {label}" for label in sorted(missing)]
    return found


def selected(expression: str) -> tuple[set[str], set[str]]:
    """Returns the names of the series of an expression, and the labels that they have."""
    nodes = _nodes(promql_parser.parse(expression))
    names = {node.name for node in nodes if isinstance(node, promql_parser.VectorSelector)}
    return names, set().union(*(_labels(name) for name in names))


def _of_selector(selector: Any) -> Iterator[str]:
    name = selector.name
    labels = _labels(name)
    if not labels and series(name) not in known() and name not in RECORDED:
        yield f"{name} is not exported"
        return
    for matcher in selector.matchers.matchers:
        if matcher.name in SCRAPED | {"le"}:
            continue
        if matcher.name not in labels:
            yield f"{name} has no label {matcher.name}"
        elif series(name) in known() and not _matches(series(name), matcher):
            yield f"{name} has no {matcher.name} matching {matcher.value}"


def _matches(name: str, matcher: Any) -> bool:
    """Tells whether each alternative of a matcher fits a value that the label may have."""
    values = known()[name].values(matcher.name)
    if values is None:
        return True
    regular = matcher.op in (promql_parser.MatchOp.Re, promql_parser.MatchOp.NotRe)
    wanted = matcher.value.split("|") if regular else [re.escape(matcher.value)]
    return all(any(re.fullmatch(each, value) for value in values) for each in wanted)


def _labels(name: str) -> set[str]:
    """Returns the labels of a series beside those of its buckets; none when it is not known."""
    if name in OF_PROMETHEUS:
        return OF_PROMETHEUS[name]
    if name in RECORDED:
        return {_SPELLED.get(label, label) for label in RECORDED[name]} | SCRAPED
    metric = known().get(series(name))
    return set() if metric is None else set(metric.labels) | SCRAPED


def _nodes(tree: Any) -> Iterator[Any]:
    yield tree
    for name in ("lhs", "rhs", "expr", "param", "vector_selector"):
        if (child := getattr(tree, name, None)) is not None:
            yield from _nodes(child)
    for child in getattr(tree, "args", None) or ():
        yield from _nodes(child)
