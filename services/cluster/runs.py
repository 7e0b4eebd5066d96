"""The folder of one run of the cluster: logs, ended matches, and secrets that live no longer than the run."""

import base64
import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.runtime import graph, keys

TENANT: Final = "local"
"""The tenant whose key a run makes."""

DEALER_KEYS: Final = "dealer.keys"
"""The file, in the folder of the secrets, with the dealer's keys."""
API_KEYS: Final = "api.keys"
"""The file with the hashes of the keys that are let in."""

_KEPT: Final = 5
_KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Run:
    """Where a run keeps its files."""

    folder: Path
    tenant_key: str = ""
    """The key that calls to the services show."""

    def log_path(self, name: str) -> Path:
        """Returns the log file of a process."""
        return self.folder / f"{name}.log"

    @property
    def private(self) -> Path:
        """Returns the folder of the secrets, which a service that is started anew needs again."""
        return self.folder / "private"

    def forget(self) -> None:
        """Removes the secrets; the rest stays."""
        shutil.rmtree(self.private, ignore_errors=True)


def begin(parent: Path) -> Run:
    """Makes the folder of a new run, and removes what ended runs have left but for the latest folders."""
    _tidy(parent)
    tenant_key, _ = keys.new()
    run = Run(parent.absolute() / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}", tenant_key)
    run.private.mkdir(parents=True)
    run.private.chmod(0o700)
    seal = base64.b64encode(os.urandom(_KEY_BYTES)).decode()
    (run.private / DEALER_KEYS).write_text(f"local {seal}\n", encoding="ascii")
    lines = [keys.line_of(tenant_key, TENANT)]
    for caller in graph.MAY_CALL:
        key, _ = keys.new()
        own_key_file(run.private, caller).write_text(key, encoding="ascii")
        lines.append(keys.line_of(key, caller, is_service=True))
    (run.private / API_KEYS).write_text("\n".join(lines) + "\n", encoding="ascii")
    return run


def own_key_file(private: Path, caller: str) -> Path:
    """Returns the file with the key that a service shows to those it calls."""
    return private / f"{caller}.key"


def archive_in(folder: Path) -> str:
    """Returns the URL of the archive that is a file in a folder."""
    return f"sqlite:///{folder / 'archive.db'}"


def _tidy(parent: Path) -> None:
    ended = [folder for folder in sorted(parent.glob("*-*-*")) if not _alive(folder.name.rpartition("-")[2])]
    for folder in ended:
        Run(folder).forget()
    for folder in ended[:-_KEPT]:
        shutil.rmtree(folder, ignore_errors=True)


def _alive(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, ValueError):
        return True
    return True
