"""Says which kernel arranges hands: machine code, or the same code interpreted."""

from typing import Final

import structlog
from prometheus_client import Gauge

from engine.okey.arrange import KERNEL

COMPILED: Final = Gauge(
    "game101_okey_kernel_compiled",
    "1 when hands are arranged by the compiled kernel, 0 when the same code is interpreted.",
)


async def announce(_settings: object) -> None:
    """Sets the metric and writes one line, a warning where the kernel is interpreted, 50 times slower."""
    COMPILED.set(int(KERNEL.compiled))
    log = structlog.get_logger()
    if KERNEL.compiled:
        log.info("kernel.loaded", compiled=True)
    else:
        log.warning("kernel.loaded", compiled=False, why=KERNEL.reason)
