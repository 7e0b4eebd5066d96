"""The W3C trace context, so one player's move has one trace id on every hop."""

import random
import re
from typing import Final, NamedTuple

HEADER: Final = "traceparent"

_FORM: Final = re.compile(r"(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?")
_NO_TRACE: Final = "0" * 32
_NO_SPAN: Final = "0" * 16

_ids: Final = random.Random()


class Trace(NamedTuple):
    """Where a call stands in a trace: ids of 32 and 16 hexadecimal digits, and the flags it came with."""

    trace_id: str
    span_id: str
    flags: str = "01"
    parent_id: str = ""
    """The span that this one is part of; empty at the root."""

    def child(self) -> "Trace":
        """Returns a new span within this one."""
        return Trace(self.trace_id, f"{_ids.getrandbits(64):016x}", self.flags, self.span_id)

    def header(self) -> str:
        """Returns the value of ``traceparent`` that calls made from here carry."""
        return f"00-{self.trace_id}-{self.span_id}-{self.flags}"


def joined(header: str | None) -> Trace:
    """Returns a new span of the trace that a header names, or of a new trace when it names none."""
    digits = f"{_ids.getrandbits(192):048x}"
    found = _FORM.fullmatch(header) if header else None
    if found is None or found[1] == _NO_TRACE or found[2] == _NO_SPAN:
        return Trace(digits[:32], digits[32:])
    return Trace(found[1], digits[32:], found[3], found[2])
