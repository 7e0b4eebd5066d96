"""What the dealer can be told, beside what every service can."""

from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm

from services.dealer import sealing
from services.dealer.sealing import BadKeyFile, KeyRing
from services.runtime.service import StartError
from services.runtime.settings import Settings


class DealerSettings(Settings):
    """The dealer's settings. One of the two below is needed."""

    token_key_file: Path | None = None
    """The file with the keys of the tokens, the same for all replicas; see ``sealing.read_keys``."""
    ephemeral_token_key: bool = False
    """Whether to make a key at start that lives no longer than the process. Insecure to rely on: a hand
    that is open at a restart can never be revealed, and a second replica can open no token of the first.
    For one dealer on one machine only."""


def ring_of(settings: DealerSettings) -> KeyRing:
    """Returns the keys that the settings name.

    Raises:
        StartError: There is no usable key file and no leave to do without, or both are given.
    """
    path = settings.token_key_file
    if (path is None) != settings.ephemeral_token_key:
        raise StartError("set either GAME101_TOKEN_KEY_FILE or GAME101_EPHEMERAL_TOKEN_KEY=true")
    try:
        if path is None:
            return sealing.ephemeral_ring()
        return sealing.read_keys(path.read_text(encoding="ascii"))
    except (OSError, UnicodeDecodeError):
        raise StartError(f"cannot read the key file {path}") from None
    except UnsupportedAlgorithm:
        raise StartError("the package cryptography needs OpenSSL 3.2 or newer for AES-GCM-SIV") from None
    except BadKeyFile as error:
        raise StartError(f"key file {path}: {error}") from None
