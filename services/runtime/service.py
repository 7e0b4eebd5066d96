"""A service as a value: what the harness has to know to run it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from services.runtime.routes import Gate

Registrar = Callable[[Any], None]
"""Registers a servicer: calls ``add_XServicer_to_server(servicer, server)`` with the server it is given."""


class StartError(Exception):
    """A service cannot start, for a reason that the operator is to read: the text is logged."""


@dataclass(frozen=True, slots=True)
class Service:
    """Everything that is different from one service to the next."""

    name: str
    """The short name, such as ``rules``."""
    registrars: tuple[Registrar, ...]
    """One a gRPC service; called after ``start``. Every handler is ``async``."""
    start: Callable[[Any], Awaitable[None]] | None = None
    """Given the settings; makes what servicers need: pools, clients, a store. May raise ``StartError``."""
    stop: Callable[[], Awaitable[None]] | None = None
    """Undoes ``start``, after the last call; also when ``start`` has failed half-way."""
    ready: Callable[[], Awaitable[bool]] | None = None
    """Tells whether all that calls need is there; asked every second. ``None``: it always is."""
    gates: tuple[Gate, ...] = ()
    """What every call but health and reflection has to pass before its handler is entered."""
