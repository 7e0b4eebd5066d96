"""What the store promises to keep, found out before anything is written."""

from typing import Final

import structlog

from services.table.settings import TableSettings
from services.table.store.pipe import Refused
from services.table.store.servers import Servers

_LEAST_VERSION: Final = 7
"""The first major version with sharded channels."""

_PROMISES: Final = {
    "embedded": "what the server writes to disk, when it does",
    "standard": "every answered change survives the death of the server",
    "strict": "every answered change survives the loss of the server's machine",
}

log = structlog.get_logger()


class Unfit(Exception):
    """The store cannot keep what the settings promise; the text says why."""


async def require_durability(servers: Servers, settings: TableSettings) -> None:
    """Sees to it that changes are kept as the settings promise, and logs the promise.

    Raises:
        Unfit: The store cannot.
    """
    profile = settings.durability
    for info in await servers.everywhere("INFO", "server"):
        version = _field(info, "redis_version")
        if int(version.partition(".")[0]) < _LEAST_VERSION:
            raise Unfit(f"the store speaks version {version}; at least {_LEAST_VERSION} is needed")
    if profile != "embedded":
        await _require_disk(servers)
    if profile == "strict":
        await _require_replicas(servers, settings.strict_replicas)
        servers.replicas = settings.strict_replicas
    log.info("store.durability", profile=profile, promise=_PROMISES[profile], clustered=servers.clustered)


async def _require_disk(servers: Servers) -> None:
    try:
        found = await servers.everywhere("CONFIG", "GET", "append*")
    except Refused:
        raise Unfit("the store does not tell how it writes to disk, so nothing can be promised") from None
    for config in found:
        if config.get(b"appendonly") != b"yes" or config.get(b"appendfsync") != b"always":
            raise Unfit(
                "the store does not write every change to disk: set appendonly and appendfsync always"
            )


async def _require_replicas(servers: Servers, wanted: int) -> None:
    for info in await servers.everywhere("INFO", "replication"):
        connected = int(_field(info, "connected_slaves"))
        if connected < wanted:
            raise Unfit(f"the store has {connected} replicas; {wanted} must confirm each change")


def _field(info: object, name: str) -> str:
    """Returns a field of the server's account of itself; RESP3 marks that text with its format."""
    text = info.decode() if isinstance(info, bytes) else str(info)
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key == name:
            return value
    raise Unfit(f"the store does not tell its {name}")
