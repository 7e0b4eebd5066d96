"""Settings from the environment: ``GAME101_PORT=50051`` sets ``port``.

A service adds its own fields in a subclass. A value out of range, or a ``GAME101_`` variable that no field
answers to, stops the process before it listens.
"""

import os
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX: Final = "GAME101_"


class SettingsError(Exception):
    """The environment does not fit; ``problems`` has a line for each variable that is wrong."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def _checked_address(value: object) -> object:
    scheme, _, rest = str(value).rpartition("///")
    host, colon, port = rest.rpartition(":")
    if scheme == "unix:":
        return value
    if not (host and colon and port.isdecimal() and 0 < int(port) < 65536):
        raise ValueError("is no address: write host:port, or dns:///host:port")
    return value


Address = Annotated[str, BeforeValidator(_checked_address)]
"""Where an upstream listens: ``host:port``, ``dns:///host:port`` or ``unix:///path``."""

Seconds = Annotated[float, Field(ge=0, le=86_400)]
Port = Annotated[int, Field(ge=0, le=65_535)]


class Settings(BaseSettings):
    """What every service can be told. Secrets are ``SecretStr``, so they print as stars."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    """The address to listen on, for calls and for metrics; ``0.0.0.0`` or ``[::]`` for every interface."""
    port: Port = 0
    """The port for calls; 0 takes any free one."""
    metrics_port: Port = 0
    """The port of the Prometheus endpoint; 0 takes any free one."""
    reflection: bool = False
    """Whether the server describes its methods to whoever asks."""

    log_format: Literal["auto", "json", "console"] = "auto"
    """``auto`` is ``console`` on a terminal and ``json`` elsewhere."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least level that is written. Health checks are logged at ``debug``."""
    log_exception_text: bool = False
    """Whether the text of unexpected exceptions is written. It may quote what a player must not see."""

    max_concurrent_calls: int = Field(default=256, ge=1)
    """Unary calls in flight before further ones are turned away."""
    max_concurrent_streams: int = Field(default=10_000, ge=1)
    """Streaming calls in flight before further ones are turned away."""
    max_message_bytes: int = Field(default=1 << 20, ge=1024, le=64 << 20)
    """The largest message that is read, in bytes."""
    default_deadline_seconds: float = Field(default=5.0, gt=0, le=86_400)
    """The time a call has when its caller names none, here and on the way out."""
    max_connection_age_seconds: float = Field(default=300.0, gt=0, le=86_400)
    """After this time a client is asked to connect anew, so that load spreads over new replicas."""

    lame_duck_seconds: Seconds = 1.0
    """On a stop: how long health says NOT_SERVING while calls are still taken."""
    grace_seconds: Seconds = 5.0
    """On a stop: how long running calls may take to finish before they are cancelled."""

    exit_with_parent: bool = False
    """Whether the process ends when the one that started it does."""
    parent_pid: int = Field(default=0, ge=0)
    """The process to follow, so that one which died before we looked is noticed; 0: whoever is the parent."""

    @classmethod
    def load(cls) -> Self:
        """Returns the settings that the environment asks for.

        Raises:
            SettingsError: A value does not fit its field, or a ``GAME101_`` variable has no field.
        """
        known = {PREFIX + name.upper() for name in cls.model_fields}
        named = {name for name in map(str.upper, os.environ) if name.startswith(PREFIX)}
        problems = [f"{name}: there is no such setting" for name in sorted(named - known)]
        try:
            settings = cls()
        except ValidationError as error:
            problems += [_problem(details) for details in error.errors(include_input=False)]
        if problems:
            raise SettingsError(problems)
        return settings

    def printable(self) -> dict[str, Any]:
        """Returns the values by name, secrets as stars."""
        return self.model_dump(mode="json")


def _problem(details: ErrorDetails) -> str:
    return f"{PREFIX}{'_'.join(map(str, details['loc'])).upper()}: {details['msg']}"
