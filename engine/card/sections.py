"""A position's text in sections, so that every complaint points at its spot."""

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn, TypeVar

from engine.refusal import BadText

NOTHING: Final = "-"
"""What is written where there is none."""

T = TypeVar("T")


class Word(NamedTuple):
    """A word and the place, from 0, where it begins."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Section:
    """The words of a section, and where in the whole text it begins."""

    whole: str
    at: int
    words: tuple[Word, ...]

    def fail(self, problem: str, word: Word | None = None) -> NoReturn:
        """Raises ``BadText`` at a word, or at the section's beginning."""
        raise BadText(self.whole, word.at if word else self.at, problem)

    def only(self) -> Word:
        """Returns the only word."""
        if len(self.words) != 1:
            self.fail("not one word")
        return self.words[0]

    def entries(self) -> list["Section"]:
        """Returns the parts of a section that a slash separates."""
        parts: list[list[Word]] = [[]]
        for word in self.words:
            if word.text == "/":
                parts.append([])
            else:
                parts[-1].append(word)
        return [Section(self.whole, part[0].at if part else self.at, tuple(part)) for part in parts]


@dataclass(frozen=True, slots=True)
class Sections:
    """The sections of a position's text, by their keys."""

    whole: str
    by_key: Mapping[str, Section]

    def get(self, key: str) -> Section | None:
        """Returns a section, or ``None`` where it is left out."""
        return self.by_key.get(key)

    def choice(self, key: str, choices: Mapping[str, T], default: T) -> T:
        """Returns what a section's only word stands for."""
        section = self.get(key)
        if section is None:
            return default
        word = section.only()
        if word.text not in choices:
            section.fail(f"not one of {', '.join(choices)}", word)
        return choices[word.text]

    def number(self, key: str, default: int) -> int:
        """Returns the number, below 100,000, that a section's only word is."""
        section = self.get(key)
        if section is None:
            return default
        word = section.only()
        if not re.fullmatch(r"0|[1-9][0-9]{0,4}", word.text):
            section.fail("not a number of at most five digits", word)
        return int(word.text)


def sections(text: str, game: str, keys: Container[str]) -> Sections:
    """Returns the sections of a position's text.

    Raises:
        BadText: It does not begin with the game's name, or a key is unknown or stands twice.
    """
    head, *parts = [_section(text, found) for found in re.finditer(r"(?:^|\|)([^|]*)", text)]
    if [word.text for word in head.words] != [game]:
        head.fail(f"a position begins with {game} and a bar")
    by_key: dict[str, Section] = {}
    for part in parts:
        key = part.words[0].text.removesuffix(":") if part.words else ""
        if key not in keys:
            part.fail(f"{key or 'an empty section'} is no section of a position")
        if key in by_key:
            part.fail(f"{key} stands twice")
        by_key[key] = Section(text, part.at, part.words[1:])
    return Sections(text, by_key)


def _section(text: str, found: re.Match[str]) -> Section:
    start = found.start(1)
    words = tuple(Word(word.group(), start + word.start()) for word in re.finditer(r"\S+", found.group(1)))
    return Section(text, words[0].at if words else start, words)
