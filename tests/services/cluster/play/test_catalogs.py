"""Every text of the player's client is there in every language, with the same facts."""

import ast
from pathlib import Path
from string import Formatter

import pytest

from services.cluster.play import card_hand, okey_hand, pages, words

FOLDER = Path(words.__file__).parent
SAYING = {"say", "tell", "Unclear"}


def texts_in(path):
    """Yields the literal keys that a file says."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYING and node.args:
            yield from (each.value for each in literals(node.args[0]))


def literals(node):
    options = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]
    return [each for each in options if isinstance(each, ast.Constant)]


def facts(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("language", ["tr", "ru"])
def test_every_text_is_translated_with_the_same_facts(language):
    translated, english = words.catalog(language), words.catalog("en")
    said = {text for path in FOLDER.glob("*.py") for text in texts_in(path)}
    typed = {meaning for hand in (okey_hand, card_hand) for _, meaning in hand.commands()}

    assert set() == (said | typed | set(english)) - set(translated)
    assert {} == {key: text for key, text in translated.items() if facts(key) != facts(text)}
    assert "" not in translated.values()


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_line_of_the_help_is_wider_than_a_terminal(language):
    words.use(language)
    lines = [*pages.help_page(okey_hand.commands()), *pages.help_page(card_hand.commands())]
    words.use("en")

    assert [] == [line.plain for line in lines if line.cell_len > 80]


def test_the_language_is_that_of_the_locale_and_english_for_others():
    assert ["tr", "ru", "en"] == [words.of_locale({"LANG": each}) for each in ("tr_TR.UTF-8", "ru", "fr_FR")]
