"""Output that cannot show all of Unicode: each sign is replaced by one as wide, so no line gets longer."""

import codecs
import io
import sys
import unicodedata
from typing import Final

_ALIKE: Final = str.maketrans("─│╭╮╰╯━▣▮▶●…·✓✗♠♥♦♣ı«»×–", '-|++++-#=>*.-+xSHDCi""x-')  # noqa: RUF001 - the signs themselves
_UNKNOWN: Final = "?"


def prepare() -> None:
    """Has standard output and errors take any text, whatever their encoding.

    A stream that is not one of characters, such as a test's, is left as it is.
    """
    codecs.register_error(__name__, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=__name__)


def can_show(text: str) -> bool:
    """Tells whether standard output has a sign for each of some letters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def alike(letter: str) -> str:
    """Returns an ASCII letter or sign that is read for another; a question mark where none is."""
    base = unicodedata.normalize("NFKD", letter.translate(_ALIKE))[:1]
    return base if base.isascii() else _UNKNOWN


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(alike, error.object[error.start : error.end])), error.end
