"""Settings from the environment: ``GAME101_PORT=50051`` sets ``port``.

A service adds its own fields in a subclass. A value out of range, or a ``GAME101_`` variable that no field
answers to, stops the process before it listens.
"""

import os
from pathlib import Path
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
    text = str(value)
    if text.startswith("unix:///"):
        return value
    listed = text.startswith(("ipv4:", "ipv6:"))
    places = text.partition(":")[2].split(",") if listed else [text.rpartition("///")[2]]
    for place in places:
        host, colon, port = place.rpartition(":")
        if not (host and colon and port.isdecimal() and 0 < int(port) < 65536):
            raise ValueError("is no address: write host:port, dns:///host:port or ipv4:host:port,host:port")
    return value


Address = Annotated[str, BeforeValidator(_checked_address)]
"""Where an upstream listens: ``host:port``, ``dns:///host:port``, ``unix:///path``, or ``ipv4:`` or
``ipv6:`` and numeric ``host:port`` with commas between. Calls are spread over all that a name or list has."""

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
    health_port: Port | None = None
    """A further port that answers health and nothing else, in plain text, for probes that speak no TLS; 0
    takes any free one, and without a value there is none."""
    reflection: bool = False
    """Whether the server describes its methods to whoever asks."""
    channelz: bool = False
    """Whether the server tells whoever asks of its connections and their addresses."""

    auth: Literal["keys", "off"] = "keys"
    """Whether a caller has to show a key. ``off`` goes with a loopback ``host`` alone."""
    keys_file: Path | None = None
    """The file with the hashes of the keys that are let in; see ``keys``. Needed unless ``auth`` is off."""
    internal_key_file: Path | None = None
    """The file with the key that this service shows to the services it calls, where TLS is not mutual."""

    tls: Literal["off", "server", "mutual"] = "off"
    """``server``: calls are encrypted and the server shows a certificate; ``mutual``: whoever calls does too,
    and services are known by the names in theirs. The same holds for the calls that this service makes."""
    tls_cert_file: Path | None = None
    """This service's certificate and those between it and the root, as PEM; needed unless ``tls`` is off."""
    tls_key_file: Path | None = None
    """The certificate's private key, as PEM; needed unless ``tls`` is off."""
    tls_ca_file: Path | None = None
    """The roots that others' certificates must lead to, as PEM; needed unless ``tls`` is off."""
    tls_domain: str = Field(default="game101", pattern="^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$")
    """A service's certificate names it ``<service>.<tls_domain>``, as a DNS name."""

    log_format: Literal["auto", "json", "console"] = "auto"
    """``auto`` is ``console`` on a terminal and ``json`` elsewhere."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least level that is written. Health checks are logged at ``debug``."""
    log_exception_text: bool = False
    """Whether the text of unexpected exceptions is written. It may quote what a player must not see."""

    otlp_endpoint: str = Field(default="", pattern="^(https?://.+)?$")
    """Where spans are sent, as OTLP over gRPC, such as ``http://collector:4317``; empty sends none."""

    max_concurrent_calls: int = Field(default=256, ge=1)
    """Unary calls in flight before further ones are turned away."""
    max_concurrent_streams: int = Field(default=10_000, ge=1)
    """Streaming calls in flight before further ones are turned away."""
    max_message_bytes: int = Field(default=1 << 20, ge=1024, le=64 << 20)
    """The largest message that is read, in bytes."""
    default_deadline_seconds: float = Field(default=5.0, gt=0, le=86_400)
    """The time a call has when its caller names none, here and on the way out; and its message, to come."""
    max_metadata_bytes: int = Field(default=16 << 10, ge=1024, le=1 << 20)
    """The most metadata that a call may come with, in bytes; more ends the call before we see it."""
    max_connection_streams: int = Field(default=1_000, ge=1)
    """Calls in flight on one connection; further ones wait at the client."""
    max_connection_age_seconds: float = Field(default=300.0, gt=0, le=86_400)
    """After this time a client is asked to connect anew, so that load spreads over new replicas."""
    max_connection_grace_seconds: float = Field(default=3_600.0, gt=0, le=86_400)
    """How long calls may go on on a connection past its age before they are cut off."""

    slow_reader_seconds: float = Field(default=10.0, gt=0, le=3_600)
    """How long a message of a stream may wait for its reader before the stream is cut off."""

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
