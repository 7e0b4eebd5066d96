"""Which services there are, and what each has to be told."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.cluster import runs
from services.runtime.settings import PREFIX


@dataclass(frozen=True, slots=True)
class Part:
    """A service of the cluster."""

    name: str
    calls: tuple[str, ...] = ()
    """The services whose addresses it is told."""
    stores: bool = False
    """Whether it is told where the store and the archive are."""
    seals: bool = False
    """Whether it is told where the key file is."""


WAVES: Final = (
    (Part("dealer", seals=True), Part("rules"), Part("scoring"), Part("bot")),
    (Part("table", calls=("dealer", "rules", "scoring", "bot"), stores=True),),
)
"""The services in the order of their start: whoever calls comes after those it calls."""

NAMES: Final = tuple(part.name for wave in WAVES for part in wave)


@dataclass(frozen=True, slots=True)
class Shared:
    """What the parts are told alike."""

    store_url: str
    archive_url: str
    private: Path
    """The folder of the secrets that ``runs.begin`` has made."""
    log_level: str = "info"


def command(part: Part) -> list[str]:
    """Returns the command line of a service."""
    return [sys.executable, "-m", "services", part.name]


def environ_of(part: Part, shared: Shared, port: int, addresses: Mapping[str, str]) -> dict[str, str]:
    """Returns the environment of a service: ours without our settings, and its own.

    Args:
        part: The service.
        shared: What all are told.
        port: The port for calls; 0 takes a free one.
        addresses: Where each service listens that this one calls, by name.
    """
    told = {
        "PORT": str(port),
        "LOG_FORMAT": "json",
        "LOG_LEVEL": shared.log_level,
        "KEYS_FILE": str(shared.private / runs.API_KEYS),
        "REFLECTION": "true",
        "LAME_DUCK_SECONDS": "0",
        "GRACE_SECONDS": "1",
        "EXIT_WITH_PARENT": "true",
        "PARENT_PID": str(os.getpid()),
    }
    told |= {f"{name.upper()}_ADDRESS": addresses[name] for name in part.calls}
    if part.stores:
        told |= {"STORE_URL": shared.store_url, "ARCHIVE_URL": shared.archive_url}
    if part.seals:
        told["TOKEN_KEY_FILE"] = str(shared.private / runs.DEALER_KEYS)
    if part.calls:
        told["INTERNAL_KEY_FILE"] = str(runs.own_key_file(shared.private, part.name))
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    return inherited | {PREFIX + name: value for name, value in told.items()}
