"""Output in any encoding."""

import io
import sys
import unicodedata
from pathlib import Path

import pytest

from services.cluster import plain
from services.cluster.play import words
from services.cluster.play.words import LANGUAGES, catalog

SOURCES = Path(__file__).parents[3] / "services/cluster"
SIGNS = {
    letter for path in SOURCES.rglob("*.py") for letter in path.read_text("utf-8") if not letter.isascii()
}
CYRILLIC = {letter for letter in SIGNS if "CYRILLIC" in unicodedata.name(letter)}
TURKISH = {letter for text in catalog("tr").values() for letter in text} - {"?"}


@pytest.fixture
def output(monkeypatch):
    """Returns a function that makes standard output one of an encoding, and returns its bytes."""

    def use(encoding):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
        monkeypatch.setattr(sys, "stdout", stream)
        plain.prepare()
        return stream.buffer

    return use


@pytest.mark.parametrize("letter", sorted(SIGNS - CYRILLIC | TURKISH))
def test_every_sign_that_is_drawn_has_one_alike(letter):
    assert plain.alike(letter).isascii()
    assert plain.alike(letter) not in ("", "?")


@pytest.mark.parametrize("encoding", ["ascii", "iso8859-9", "utf-8"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_any_text_is_written_and_no_longer_than_it_is(output, encoding, language):
    written = output(encoding)
    text = " ".join([*catalog(language).values(), *sorted(SIGNS)])
    sys.stdout.write(text)

    assert len(text) == len(written.getvalue().decode(encoding))


@pytest.mark.parametrize(
    ("encoding", "language", "said"),
    [("utf-8", "ru", "ru"), ("koi8-r", "ru", "ru"), ("iso8859-9", "ru", "en"), ("ascii", "tr", "tr")],
)
def test_a_language_whose_script_is_not_there_gives_way_to_english(output, encoding, language, said):
    output(encoding)
    words.use(language)
    spoken = words.say("your turn")
    words.use("en")

    assert spoken == (catalog("en") | catalog(said)).get("your turn", "your turn")
