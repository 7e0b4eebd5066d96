"""What the bot can be told, beside what every service can."""

from pydantic import Field

from services.runtime.settings import Settings


class BotSettings(Settings):
    """The bot's settings."""

    workers: int = Field(default=1, ge=1, le=64)
    """Processes that decide. The calls themselves are served by another one, which stays free to answer."""
    waiting: int = Field(default=32, ge=0, le=10_000)
    """Decisions that may wait for a worker; further ones are turned away."""
