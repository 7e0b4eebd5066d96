"""Things that must never be seen outside, in every form in which they could slip out."""

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_IN_A_ROW = 6
"""How many pieces in a row are no accident."""
_WORDS = 4
"""How many words of a notation in a row are no accident."""
_SHORTEST = 8
"""Bytes of a form that are no accident."""


@dataclass
class Canaries:
    """What to search for: its forms, by what it is."""

    forms: dict[str, set[bytes]] = field(default_factory=dict)

    def add_text(self, name: str, text: str) -> None:
        """Adds a text as it is."""
        self._add(name, [text.encode()])

    def add_bytes(self, name: str, data: bytes) -> None:
        """Adds bytes: raw, as digits, as Base64 in any place, and as Python and protobuf show them."""
        self._add(name, _forms(data))

    def add_pieces(self, name: str, pieces: Iterable[int]) -> None:
        """Adds an order of pieces, as numbers from 1 or from 0: any six in a row."""
        listed = list(pieces)
        for start in range(len(listed) - _IN_A_ROW + 1):
            for less in (0, 1):
                row = [piece - less for piece in listed[start : start + _IN_A_ROW]]
                self.add_bytes(name, bytes(row))
                self._add(name, [gap.join(map(str, row)).encode() for gap in (", ", ",", " ", "-")])

    def add_notation(self, name: str, notation: str) -> None:
        """Adds a position in notation: any four words in a row."""
        words = notation.split()
        rows = (words[start : start + _WORDS] for start in range(len(words) - _WORDS + 1))
        self._add(name, [" ".join(row).encode() for row in rows])

    def found_in(self, outputs: dict[str, bytes]) -> list[str]:
        """Returns what is seen where; the thing itself is not repeated."""
        return [
            f"{name} in {place}"
            for place, output in outputs.items()
            for name, forms in self.forms.items()
            if any(form in output for form in forms)
        ]

    def _add(self, name: str, forms: Iterable[bytes]) -> None:
        kept = self.forms.setdefault(name, set())
        kept.update(form for form in forms if len(form) >= _SHORTEST)
        assert kept, f"{name} is too short to be searched for"


def _forms(data: bytes) -> Iterator[bytes]:
    yield data
    yield data.hex().encode()
    yield data.hex().upper().encode()
    yield repr(data)[2:-1].encode()
    yield "".join(chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}" for byte in data).encode()
    for cut in range(3):
        # Only whole groups of three bytes look alike wherever they stand.
        whole = data[cut : cut + (len(data) - cut) // 3 * 3]
        yield base64.b64encode(whole)
        yield base64.urlsafe_b64encode(whole)
