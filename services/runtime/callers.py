"""Who calls: a tenant, a service of the cluster, or whoever it is where nobody is asked."""

from dataclasses import dataclass, field
from typing import Final

from services.runtime.keys import KnownKey
from services.runtime.quotas import UNBOUNDED, Quota, Usage


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a call. At most one of the two names is set."""

    tenant: str = ""
    """The tenant whose key was shown. Also the tenant of all that is made where nobody is asked: none."""
    service: str = ""
    """The service of the cluster that calls another one."""
    key: KnownKey | None = None
    """The line of the key that was shown; ``None`` for a certificate, or where nobody is asked."""
    quota: Quota = UNBOUNDED
    usage: Usage = field(default_factory=Usage)
    fields: str = ""
    """What stands in the lines of the caller's calls, as JSON members; nothing where nobody is asked."""


ANYONE: Final = Caller()
"""The caller where nobody is asked, and before somebody is."""


def tenant(key: KnownKey, usage: Usage) -> Caller:
    """Returns the tenant that a key belongs to."""
    fields = f',"tenant":"{key.owner}"'
    return Caller(tenant=key.owner, key=key, quota=key.quota, usage=usage, fields=fields)


def service(name: str, key: KnownKey | None = None) -> Caller:
    """Returns a service of the cluster, known by its certificate or by its key."""
    return Caller(service=name, key=key, fields=f',"caller":"{name}"')
