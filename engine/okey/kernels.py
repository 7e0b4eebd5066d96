"""Chooses between the compiled kernel and the same code interpreted."""

from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from engine.okey import kernel as interpreted

SOURCES: Final = ("kernel.py", "kernel.pxd")
"""What the compiled kernel is made of, in this folder."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """The kernel that runs."""

    compiled: bool
    """Whether it is machine code. The interpreted one gives the same answers, about 50 times slower."""
    reason: str
    """Why it is interpreted, for a log line; empty when it is compiled."""
    code: ModuleType


def source_digest() -> str:
    """Returns the SHA-256 of the kernel's sources, in hexadecimal."""
    folder = Path(__file__).parent
    return sha256(b"".join((folder / name).read_bytes() for name in SOURCES)).hexdigest()


def load() -> Kernel:
    """Returns the compiled kernel, or the interpreted one where that is absent or stale."""
    try:
        compiled = import_module("engine.okey._kernel")
    except ImportError:
        return Kernel(False, "not compiled", interpreted)
    if source_digest() != compiled.SOURCE_SHA256:
        return Kernel(False, "the compiled kernel is stale", interpreted)
    return Kernel(True, "", compiled)
