"""The right answer to an illegal move: data with a stable code, never a sentence to parse."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

_WINDOW = 60
"""Characters shown on either side of the spot where a text is at fault."""


class Reason(StrEnum):
    """A refusal's code, at most 63 upper-case characters.

    Each game lists its own reasons in a subclass. A code is public: never renamed, never reused.
    """


@dataclass(frozen=True, slots=True)
class Refusal:
    """Which rule a move breaks, and the facts the judgement used.

    A refusal is a view: its facts name only what the seat that asked may know.
    """

    reason: Reason
    """The code."""
    rule: str
    """The paragraph of the game's RULES.md, such as ``A6.1``."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """The variable parts of the message, by name."""

    def __str__(self) -> str:
        """Returns the refusal for people: the code, the rule and the facts."""
        facts = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{self.reason} (rule {self.rule})" + (f": {facts}" if facts else "")


class IllegalMove(Exception):
    """The rules refuse a move; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class BadRules(ValueError):
    """A rule configuration is out of range or contradicts itself."""

    def __init__(self, field: str, problem: str) -> None:
        """Names the switch, and what is wrong with its value."""
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


class BadText(ValueError):
    """A text is no notation of the game.

    ``at`` counts characters from 0 and points at the first that does not fit.
    """

    def __init__(self, text: str, at: int, problem: str) -> None:
        super().__init__(f"{problem} at {at}")
        self.text = text
        self.at = at
        self.problem = problem

    def pointer(self) -> str:
        """Returns the text around the spot, and a caret under the spot with the problem, in two lines."""
        start = max(0, self.at - _WINDOW, self.text.rfind("\n", 0, self.at) + 1)
        shown = self.text[start : self.at + _WINDOW].split("\n", 1)[0]
        return f"{shown}\n{' ' * (self.at - start)}^ {self.problem}"


class BadPosition(ValueError):
    """A position that no play can reach, or whose pieces are not one box.

    ``field`` names the part that is wrong. Only a trusted caller hands in whole positions.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem
