"""Who may talk to whom under NetworkPolicies, as Kubernetes defines them."""

import ipaddress
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tests.deploy.manifests import Document, matches

NAMESPACE = "kubernetes.io/metadata.name"


@dataclass(frozen=True)
class Actor:
    """A pod, here or elsewhere, or a machine outside of the cluster."""

    name: str
    labels: Mapping[str, str] = field(default_factory=dict)
    ports: Mapping[str, int] = field(default_factory=dict)
    """Where it listens, by name; a name may end in ``/udp``."""
    namespace: Mapping[str, str] = field(default_factory=dict)
    """The labels of its namespace; none for our own namespace."""
    address: str = ""
    """Set for a machine outside of the cluster."""

    @property
    def is_ours(self) -> bool:
        """Tells whether our policies select it."""
        return not self.namespace and not self.address


def allowed(policies: Iterable[Document], source: Actor, target: Actor, port: str) -> bool:
    """Tells whether a connection to a named port of the target may be made."""
    listed = list(policies)
    return _passes(listed, "Egress", source, target, target, port) and _passes(
        listed, "Ingress", target, source, target, port
    )


def _passes(
    policies: list[Document], direction: str, subject: Actor, peer: Actor, target: Actor, port: str
) -> bool:
    if not subject.is_ours:
        return True
    selecting = [
        each["spec"]
        for each in policies
        if direction in each["spec"]["policyTypes"] and matches(each["spec"]["podSelector"], subject.labels)
    ]
    if not selecting:
        return True
    side = "from" if direction == "Ingress" else "to"
    return any(
        _peer_fits(rule.get(side), peer) and _port_fits(rule.get("ports"), target, port)
        for spec in selecting
        for rule in spec.get(direction.lower(), ())
    )


def _peer_fits(peers: list[Document] | None, actor: Actor) -> bool:
    return not peers or any(_fits(peer, actor) for peer in peers)


def _fits(peer: Document, actor: Actor) -> bool:
    if "ipBlock" in peer:
        network = ipaddress.ip_network(peer["ipBlock"]["cidr"])
        return bool(actor.address) and ipaddress.ip_address(actor.address) in network
    if actor.address:
        return False
    if "namespaceSelector" in peer:
        here = dict(actor.namespace) or {NAMESPACE: "game101"}
        if not matches(peer["namespaceSelector"], here):
            return False
    elif not actor.is_ours:
        return False
    return matches(peer.get("podSelector", {}), actor.labels)


def _port_fits(ports: list[Document] | None, target: Actor, port: str) -> bool:
    protocol = "UDP" if port.endswith("/udp") else "TCP"
    return not ports or any(
        each.get("protocol", "TCP") == protocol and each["port"] in {port, target.ports[port]}
        for each in ports
    )
