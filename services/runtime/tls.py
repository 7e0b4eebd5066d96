"""TLS from files, read again when they change: new connections use what is there then.

Running connections go on with what they began with, for at most their age.
"""

import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import grpc

from services.runtime import watched
from services.runtime.settings import Settings
from services.runtime.watched import Unreadable, Watched

Made = TypeVar("Made")

_NAME: Final = "certificates"


def server_credentials(settings: Settings) -> grpc.ServerCredentials | None:
    """Returns what a server shows, and asks for; ``None`` where TLS is off.

    Raises:
        Unreadable: A file is missing, or the files do not belong together.
    """
    if settings.tls == "off":
        return None
    mutual = settings.tls == "mutual"
    files = _watched(
        settings, lambda key, chain, roots: _configuration(key, chain, roots if mutual else None)
    )
    shown = initial = files.current()

    def changed() -> grpc.ServerCertificateConfiguration | None:
        nonlocal shown
        before, shown = shown, files.current()
        return None if shown is before else shown

    # The stubs forget that `None` stands for no change.
    return grpc.dynamic_ssl_server_credentials(initial, changed, mutual)  # type: ignore[arg-type]


def client_credentials(settings: Settings) -> Callable[[], grpc.ChannelCredentials] | None:
    """Returns what gives a client's credentials, others after a change of the files; ``None`` without TLS.

    Raises:
        Unreadable: A file is missing, or the files do not belong together.
    """
    if settings.tls == "off":
        return None
    if settings.tls == "mutual":
        return _watched(
            settings, lambda key, chain, roots: grpc.ssl_channel_credentials(roots, key, chain)
        ).current
    return _watched(settings, lambda _key, _chain, roots: grpc.ssl_channel_credentials(roots)).current


def _configuration(key: bytes, chain: bytes, roots: bytes | None) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration([(key, chain)], root_certificates=roots)


def _watched(settings: Settings, make: Callable[[bytes, bytes, bytes], Made]) -> Watched[Made]:
    paths = settings.tls_key_file, settings.tls_cert_file, settings.tls_ca_file
    key, chain, roots = (path for path in paths if path is not None) if all(paths) else _missing()

    def made() -> Made:
        _require_fit(key, chain, roots)
        return make(watched.read(key), watched.read(chain), watched.read(roots))

    return Watched([key, chain, roots], made, _NAME)


def _missing() -> tuple[Path, Path, Path]:
    raise Unreadable("TLS needs GAME101_TLS_KEY_FILE, GAME101_TLS_CERT_FILE and GAME101_TLS_CA_FILE")


def _require_fit(key: Path, chain: Path, roots: Path) -> None:
    """Raises ``Unreadable`` unless a private key, its certificate and roots are there."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(chain, key, password=_no_password)
    except (OSError, ValueError) as error:
        raise Unreadable(f"{chain} and {key} are no certificate and its key: {_reason(error)}") from None
    try:
        context.load_verify_locations(roots)
    except (OSError, ValueError) as error:
        raise Unreadable(f"{roots} has no certificates: {_reason(error)}") from None


def _no_password() -> str:
    raise ValueError("the key is encrypted")


def _reason(error: Exception) -> str:
    return getattr(error, "reason", None) or getattr(error, "strerror", None) or str(error)
