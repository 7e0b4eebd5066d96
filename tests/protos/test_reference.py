"""The reference says what the contract says."""

import importlib.util
from pathlib import Path

PROTOS = Path(__file__).parents[2] / "protos"


def test_the_page_is_what_the_comments_make_of_it():
    spec = importlib.util.spec_from_file_location("reference", PROTOS / "reference.py")
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)

    assert reference.page() == (PROTOS / "REFERENCE.md").read_text("utf-8")
