"""The folder of one run of the cluster: logs, and secrets that live no longer than the run."""

import base64
import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_KEPT: Final = 5
_KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Run:
    """Where a run keeps its files."""

    folder: Path

    def log_path(self, name: str) -> Path:
        """Returns the log file of a process."""
        return self.folder / f"{name}.log"

    @property
    def token_key_file(self) -> Path:
        """Returns the dealer's key file, which a dealer that is started anew needs again."""
        return self.folder / "private" / "dealer.keys"

    def forget(self) -> None:
        """Removes the secrets; the logs stay."""
        shutil.rmtree(self.folder / "private", ignore_errors=True)


def begin(parent: Path) -> Run:
    """Makes the folder of a new run, and removes what ended runs have left but for a few logs."""
    _tidy(parent)
    run = Run(parent.absolute() / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
    run.token_key_file.parent.mkdir(parents=True)
    run.token_key_file.parent.chmod(0o700)
    key = base64.b64encode(os.urandom(_KEY_BYTES)).decode()
    run.token_key_file.write_text(f"local {key}\n", encoding="ascii")
    return run


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
