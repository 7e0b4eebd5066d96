"""What the table service can be told."""

from typing import Literal

from pydantic import Field, SecretStr

from services.runtime.settings import Address, Settings


class TableSettings(Settings):
    """The settings of the harness, the store, and the services that a table needs."""

    store_url: SecretStr
    """``redis://``, ``rediss://`` or ``unix://``; any server of a cluster."""
    durability: Literal["embedded", "standard", "strict"] = "embedded"
    """What a change must survive before it is answered.

    ``embedded``: whatever the server is set to survive; for one machine. ``standard``: the server's death; it
    must write every change to disk (``appendfsync always``). ``strict``: the machine's death too; replicas
    must have the change.
    """
    strict_replicas: int = Field(default=1, ge=1, le=8)
    """Under ``strict``: how many replicas must have a change before it is answered."""

    dealer_address: Address
    rules_address: Address
    scoring_address: Address
    bot_address: Address

    archive_url: SecretStr
    """Where ended matches are kept: a URL of SQLAlchemy's, such as ``postgresql+psycopg://...``."""

    bot_patience_ms: int = Field(default=5_000, ge=100, le=60_000)
    """How long a bot may take for a turn on its own seat before the plainest legal moves are made."""
    stand_in_ms: int = Field(default=120, ge=10, le=1_000)
    """How long a bot may take for a turn whose time has run out."""
    heartbeat_ms: int = Field(default=15_000, ge=100, le=60_000)
    """How long a watcher hears nothing before a sign of life."""
    sweep_ms: int = Field(default=250, ge=20, le=5_000)
    """How often a replica looks for what others have left undone."""
    lease_ms: int = Field(default=2_000, ge=100, le=60_000)
    """How long a replica has for what it is at before others take it for dead and do it themselves."""
    answers_kept_ms: int = Field(default=7_200_000, ge=3_600_000, le=86_400_000)
    """How long the first answer to a request is kept for its repetitions; callers are promised an hour."""
    cached_tables: int = Field(default=20_000, ge=0)
    """How many tables a replica keeps at hand."""
