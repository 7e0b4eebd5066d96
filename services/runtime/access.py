"""Who may come in: every call has to show a key, or the certificate of a service of the cluster.

Tenants show a key as ``authorization: Bearer game101_...``. Services are known by the name in their
certificate where TLS is mutual, and there by nothing else; elsewhere they show a key of their own. What a
service may call stands in ``graph.MAY_CALL``.
"""

import ipaddress
from pathlib import Path
from typing import Any, Final

import grpc

from services.runtime import callers, graph, keys
from services.runtime.callers import Caller
from services.runtime.calls import KEY_HEADER, Call
from services.runtime.keys import KnownKey
from services.runtime.metrics import TURNED_AWAY
from services.runtime.quotas import Usage
from services.runtime.settings import Settings
from services.runtime.watched import Watched
from services.wire import status
from services.wire.status import CallError

SCHEME: Final = "Bearer "

_NAMES: Final = "x509_subject_alternative_name"

Context = grpc.aio.ServicerContext[Any, Any]


class Unsafe(Exception):
    """The settings would let in whoever comes, or nobody. The message is for the operator."""


class Access:
    """The door of one server."""

    def __init__(self, path: Path, by_certificate: bool, domain: str) -> None:
        """Reads the keys.

        Args:
            path: The key file.
            by_certificate: Whether services are known by their certificates.
            domain: What stands behind the name of a service in its certificate.

        Raises:
            Unreadable: The key file cannot be used.
        """
        self._known = Watched([path], lambda: keys.read_file(path), "keys")
        self._by_certificate = by_certificate
        self._services = {f"{name}.{domain}".encode(): callers.service(name) for name in graph.MAY_CALL}
        self._usages: dict[str, Usage] = {}
        self._callers: dict[str, Caller] = {}

    def admit(self, call: Call, context: Context) -> None:
        """Finds out who calls, and counts the call; for use as a gate.

        Raises:
            CallError: UNAUTHENTICATED with reason KEY_MISSING or KEY_UNKNOWN; PERMISSION_DENIED with reason
                METHOD_DENIED; RESOURCE_EXHAUSTED with reason CALLS_QUOTA.
        """
        caller = self._by_its_certificate(context) or self._by_key(call)
        if caller.service and call.path not in graph.MAY_CALL.get(caller.service, ()):
            message = f"the service {caller.service} may not call this method"
            TURNED_AWAY["METHOD_DENIED"].inc()
            raise status.permission_denied("METHOD_DENIED", message, caller=caller.service)
        call.caller = caller
        caller.usage.count_call(caller.quota)

    def stay(self, call: Call) -> None:
        """Looks again at the key that a stream was opened with.

        Raises:
            CallError: UNAUTHENTICATED with reason KEY_UNKNOWN; the key has been revoked.
        """
        key = call.caller.key
        if key is None:
            return
        known = self._known.current().get(key.key_id)
        if known is None or known.right != key.right:
            raise _unknown()

    def _by_its_certificate(self, context: Context) -> Caller | None:
        if not self._by_certificate:
            return None
        names = context.auth_context().get(_NAMES, ())
        return next((self._services[name] for name in names if name in self._services), None)

    def _by_key(self, call: Call) -> Caller:
        if not call.shown.startswith(SCHEME):
            message = f"show a key in the metadata: {KEY_HEADER}: {SCHEME}game101_..."
            TURNED_AWAY["KEY_MISSING"].inc()
            raise status.unauthenticated("KEY_MISSING", message)
        found = keys.match(self._known.current(), call.shown.removeprefix(SCHEME))
        if found is None or (found.is_service and self._by_certificate):
            raise _unknown()
        caller = self._callers.get(found.key_id)
        return caller if caller is not None and caller.key is found else self._remembered(found)

    def _remembered(self, key: KnownKey) -> Caller:
        usage = self._usages.setdefault(key.owner, Usage())
        caller = callers.service(key.owner, key) if key.is_service else callers.tenant(key, usage)
        self._callers[key.key_id] = caller
        return caller


def door(settings: Settings) -> Access | None:
    """Returns the door of a server; ``None`` where nobody is asked.

    Raises:
        Unsafe: The settings would let in whoever comes from another machine, or nobody.
        Unreadable: The key file cannot be used.
    """
    if settings.auth == "off":
        _require_loopback(settings.host)
        return None
    if settings.keys_file is None:
        raise Unsafe("set GAME101_KEYS_FILE, or GAME101_AUTH=off to ask nobody for a key")
    return Access(settings.keys_file, settings.tls == "mutual", settings.tls_domain)


def _require_loopback(host: str) -> None:
    try:
        inside = host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        inside = False
    if not inside:
        raise Unsafe("GAME101_AUTH=off goes with a loopback GAME101_HOST alone")


def _unknown() -> CallError:
    TURNED_AWAY["KEY_UNKNOWN"].inc()
    return status.unauthenticated("KEY_UNKNOWN", "this key is not known here, or no longer")
