"""Says which kernel the bots arrange hands with: machine code, or the same code interpreted."""

from typing import Final

from prometheus_client import Gauge

from engine.okey.arrange import KERNEL

COMPILED: Final = Gauge(
    "game101_bot_okey_kernel_compiled",
    "1 when bots arrange hands by the compiled kernel, 0 when the same code is interpreted.",
)
COMPILED.set(int(KERNEL.compiled))
