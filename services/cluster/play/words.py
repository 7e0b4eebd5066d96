"""What the player reads, in the player's language: gettext catalogs, read as they are.

English texts are their own keys; codes of the contract, such as ``OPENING_TOO_LOW``, have English texts in
a catalog too.
"""

import ast
import os
from collections.abc import Mapping
from importlib.resources import files
from string import Formatter
from typing import Final

from rich.text import Text

from services.cluster import plain

LANGUAGES: Final = ("en", "tr", "ru")
_SCRIPTS: Final = {"ru": "привет"}
"""Words of the languages that are not written in Latin letters."""
_FOLDER: Final = files("services.cluster.play").joinpath("locale")
_current: dict[str, str] = {}


def use(language: str) -> None:
    """Chooses the language of everything that is said from now on, one of ``LANGUAGES``.

    Where the output lacks a whole script, as ISO 8859-9 lacks Cyrillic, English is spoken instead; single
    letters that it lacks are replaced by ones alike.
    """
    can_be_read = language not in _SCRIPTS or plain.can_show(_SCRIPTS[language])
    _current.clear()
    _current.update(catalog("en") | catalog(language if can_be_read else "en"))


def of_locale(environ: Mapping[str, str] = os.environ) -> str:
    """Returns the language that the environment asks for; English where it asks for another one."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if (language := environ.get(name, "")[:2].lower()) in LANGUAGES:
            return language
    return "en"


def say(key: str, **facts: object) -> str:
    """Returns a text, its facts filled in."""
    return _current.get(key, key).format(**facts)


def tell(key: str, **facts: Text | str) -> Text:
    """Returns a text whose facts keep their styles."""
    told = Text()
    for literal, name, _, _ in Formatter().parse(_current.get(key, key)):
        told.append(literal)
        if name is not None:
            fact = facts[name]
            told.append_text(fact if isinstance(fact, Text) else Text(fact))
    return told


def known(code: str) -> bool:
    """Tells whether a code of the contract has a text."""
    return code in _current


def catalog(language: str) -> dict[str, str]:
    """Returns the texts of a language by their keys.

    Raises:
        ValueError: The file is no catalog of the simple form: quoted strings after msgid and msgstr.
    """
    found: dict[str, str] = {}
    key = text = ""
    target = ""
    for line in _FOLDER.joinpath(f"{language}.po").read_text("utf-8").splitlines():
        word, _, quoted = line.strip().partition('"')
        if not quoted:
            continue
        part = ast.literal_eval(f'"{quoted}')
        if word.strip() in {"msgid", "msgstr"}:
            target = word.strip()
            key, text = (part, "") if target == "msgid" else (key, part)
        elif target == "msgid":
            key += part
        else:
            text += part
        if key and target == "msgstr":
            found[key] = text
    return found
