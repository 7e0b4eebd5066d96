"""Where a store server listens, and how to get in, from a URL."""

import ssl
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit


class BadUrl(ValueError):
    """A URL names no store. The text does not quote it: it may hold a password."""


@dataclass(frozen=True, slots=True)
class Address:
    """A server: a Unix socket's ``path``, or a ``host`` and ``port``."""

    host: str = ""
    port: int = 0
    path: str = ""
    username: str = ""
    password: str = ""
    tls: ssl.SSLContext | None = None

    def greeting(self) -> tuple[str, ...]:
        """Returns the first command on a connection."""
        if not self.password:
            return ("HELLO", "3")
        return ("HELLO", "3", "AUTH", self.username or "default", self.password)

    def __str__(self) -> str:
        return self.path or f"{self.host}:{self.port}"


def parse(url: str) -> Address:
    """Returns the server that a URL names.

    Args:
        url: ``redis://[[user]:password@]host[:port]``, ``rediss://...`` for TLS, or ``unix:///path``.

    Raises:
        BadUrl: The URL is of no such form.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or 6379
    except ValueError:
        raise BadUrl("the store's URL does not read as one") from None
    username, password = unquote(parts.username or ""), unquote(parts.password or "")
    if parts.scheme == "unix" and parts.path:
        return Address(path=unquote(parts.path), username=username, password=password)
    if parts.scheme not in {"redis", "rediss"} or not parts.hostname or parts.path.strip("/"):
        raise BadUrl("the store's URL is none of redis://host:port, rediss://host:port, unix:///path")
    tls = ssl.create_default_context() if parts.scheme == "rediss" else None
    return Address(parts.hostname, port, "", username, password, tls)
