"""The recorded hands of 101 Okey: one for each way in which a hand can end, and whole hands from the deal.

``main`` writes them anew. A scene is a first position that names what matters and all moves tried on it.
"""

from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from engine.okey import configure, write_move, write_position
from tests.engine.okey.player import deal, steps
from tests.golden.okey_text import written

FOLDER: Final = Path(__file__).parent / "okey"
_SERIES_AND_PAIRS: Final = "table: A: K7 K8 K9 / B: Y1 Y2 Y3 / C: B1 B1"
_THREE_RUNS: Final = "open R1 R2 R3 R4 R5 R6 R7 / K1 K2 K3 K4 K5 K6 K7 / B1 B2 B3 B4 B5 B6 B7"
_WITHOUT_B7: Final = "R1 R2 R3 R4 R5 R6 R7 K1 K2 K3 K4 K5 K6 K7 B1 B2 B3 B4 B5 B6"
_FIVE_PAIRS: Final = "R3 R3 Y8 Y8 B11 B11 K13 K13 K1 K1"
_OPEN_FIVE_PAIRS: Final = "open-pairs R3 R3' / Y8 Y8' / B11 B11' / K13 K13' / K1 K1'"
_FOUR_PAIRS: Final = "R5 R5 Y7 Y7 B10 B10 K9 K9 B2 B2"
_OPEN_OTHER_PAIRS: Final = "open-pairs R5 R5' / Y7 Y7' / B10 B10' / K9 K9' / B2 B2'"


class Scene(NamedTuple):
    """A hand as somebody might tell it."""

    title: str
    flags: tuple[str, ...]
    """How it ends."""
    first: str
    """The first position."""
    moves: tuple[str, ...]
    """All moves tried, the illegal ones too."""


SCENES: Final = {
    "finish_table": Scene(
        "A takes a tile to lay it off, and finishes a round later",
        (),
        "okey | rules: table | ind: Y5 | turn: A draw | A: R8 R4 K2 B2 | B: R5 K9 | C: B13 K3 | D: K1 ..."
        " | table: A: Y9 Y10 Y11 / B: R5 R6 R7 / C: B11 B11 | discards: D: R9 | stock: K6 B5 K10 Y12 ...",
        (
            "discard K2",
            "take",
            "discard R9",
            "lay-off R9 on 2",
            "lay-off R8 on 2",
            "lay-off R9 on 2",
            "lay-off R4 on 2",
            "discard K2",
            *("draw", "discard K6", "draw", "discard K3", "draw", "discard K1", "draw"),
            "discard B2 onto indicator",
            "lay-off Y12 on 1",
            "discard B2 onto indicator",
        ),
    ),
    "finish_classic": Scene(
        "Under lazy binding A fills a group, wins its OKEY and finishes with an ordinary tile",
        (),
        "okey | rules: classic group_okey_binding=lazy | ind: Y3 | turn: A draw | A: K9 B9 R8 | B: Y4 K9"
        " | C: R13 | table: A: R5 R6 R7 / B: R9 Y9 Y4(9) / C: B1 B1 | stock: K2 ...",
        (
            "draw",
            "claim K9 on 2",
            "lay-off K9 on 2",
            "claim B9 on 2",
            "lay R8 Y4'(R9) K2",
            "lay-off R8 on 1",
            "lay-off Y4'(R9) on 1",
            "discard K2",
        ),
    ),
    "finish_teams": Scene(
        "A finishes, and what the partner C would score is erased but for a fine",
        (),
        f"okey | rules: table teams=on | ind: Y5 | turn: C draw | A: B9 K10 | B: R5 K9 | C: Y4 B13"
        f" | D: R2 ... | {_SERIES_AND_PAIRS} | stock: B12 R1 K11 ...",
        (
            *("draw", "lay-off B12 on 3", "discard Y4"),
            *("take", "put-back", "draw", "discard R2"),
            *("draw", "lay-off K10 on 1", "lay-off K11 on 1", "discard B9"),
        ),
    ),
    "okey_table": Scene(
        "B wins an OKEY from the table and finishes with it",
        ("OKEY",),
        "okey | rules: table | ind: Y3 | turn: A draw | A: K9 Y8 | B: R6 K10 | C: B11 K3"
        " | table: A: R5 Y4(R6) R7 / B: K7 K8 K9 / C: B1 B1 | stock: Y7 K11 ...",
        (
            *("draw", "discard Y7"),
            *("draw", "claim R6 on 1", "lay-off K10 on 2", "lay-off K11 on 2", "discard Y4"),
        ),
    ),
    "okey_classic": Scene(
        "A finishes with an OKEY, and those who never opened pay double",
        ("OKEY",),
        f"okey | rules: classic | ind: Y4 | turn: A draw | A: Y5 K10 | B: Y5 R9 | C: R9 | {_SERIES_AND_PAIRS}"
        " | stock: K11 ...",
        ("draw", "lay-off K10 on 1", "lay-off K11 on 1", "discard Y5 onto indicator"),
    ),
    "pairs_table": Scene(
        "A pairs opener lays a last pair and finishes with a tile that would have fitted the table",
        ("PAIRS",),
        "okey | rules: table | ind: Y3 | turn: A draw | A: R8 K2 | B: R5 K9 | C: B11 K3"
        " | table: A: K7 K7 / B: R5 R6 R7 / C: B1 B1 | stock: K2 ...",
        ("draw", "lay K2 K2' R8", "pair K2 K2'", "lay-off R8 on 2", "discard R8"),
    ),
    "okey_pairs_table": Scene(
        "A pairs opener finishes with an OKEY, four times everything",
        ("OKEY", "PAIRS"),
        "okey | rules: table | ind: Y3 | turn: A draw | A: Y4 R5 | B: Y8 K9 | C: B11 K3"
        " | table: A: K7 K7 / B: Y1 Y2 Y3 / C: B1 B1 | stock: R5 ...",
        ("draw", "pair R5 R5'", "discard Y4"),
    ),
    "okey_pairs_classic": Scene(
        "A pairs opener pairs the tile taken from the left and finishes with an OKEY",
        ("OKEY", "PAIRS"),
        "okey | rules: classic | ind: Y3 | turn: A draw | discards: D: R12 | A: Y4 R12 | B: R5 K9 | C: B11 K3"
        " | table: A: K7 K7 / B: Y1 Y2 Y3 / C: B1 B1",
        ("take", "discard Y4", "pair R12 R12'", "discard Y4"),
    ),
    "elden_table": Scene(
        "The starter lays the whole hand at once, 84 points, before anybody has opened",
        ("ELDEN",),
        f"okey | rules: table | ind: Y3 | turn: A play 0 | A: {_WITHOUT_B7} B7 B8",
        ("draw", f"{_THREE_RUNS} B8", _THREE_RUNS, "discard B8"),
    ),
    "okey_elden_classic": Scene(
        "B lays the whole hand with the tile taken from A, and finishes with an OKEY",
        ("OKEY", "ELDEN"),
        f"okey | rules: classic | ind: Y3 | turn: A play 0 | A: B7 ... | B: {_WITHOUT_B7} Y4",
        ("discard B7", "take", "discard Y4", _THREE_RUNS, "discard Y4"),
    ),
    "whole_hand_table": Scene(
        "The whole hand opens below 101 and below a raised floor, but it is not elden any more",
        (),
        f"okey | rules: table katlamali=on | ind: Y3 | turn: A draw | A: {_WITHOUT_B7} K13 | B: R9 K9"
        " | table: B: Y7 Y8 Y9 | open: B: series 130 | stock: B7 ...",
        (
            "draw",
            "open R1 R2 R3 R4 R5 R6 R7 / K1 K2 K3 K4 K5 K6 K7 / B1 B2 B3 B4 B5 B6",
            _THREE_RUNS,
            "discard K13",
        ),
    ),
    "stock_out_table": Scene(
        "The last tile of the stock is drawn, and the last discard is fined",
        ("STOCK_OUT",),
        "okey | rules: table | ind: Y3 | turn: A draw | A: R8 Y4 | B: R5 K9 | C: B11 K3"
        " | table: A: K7 K8 K9 / B: R5 R6 R7 / C: B1 B1 | stock: K2",
        ("draw", "discard R8"),
    ),
    "stock_out_classic": Scene(
        "A puts a tile back that does not open, and opens with the last tile of the stock",
        ("STOCK_OUT",),
        "okey | rules: classic | ind: Y3 | turn: A draw | discards: D: B5"
        " | A: R11 R12 R13 Y11 Y12 Y13 R10 Y10 B6 B7 K1 K3 R2 R4 R6 R8 Y1 Y6 Y8 B1 B3 | B: R5 K9"
        " | table: B: R5 R6 R7 | stock: B10",
        (
            "take",
            "open B5 B6 B7 / R11 R12 R13 / Y11 Y12 Y13",
            "discard B5",
            "put-back",
            "take",
            "draw",
            "open R10 Y10 B10 / R11 R12 R13 / Y11 Y12 Y13",
            "lay-off R8 on 1",
            "discard K3",
        ),
    ),
    "stock_out_unopened_table": Scene(
        "The stock ends, nobody has opened, and only an OKEY that D discarded is booked",
        ("STOCK_OUT",),
        "okey | rules: table | ind: Y3 | turn: D draw | D: Y4 ... | A: K6 ... | stock: K2 K4",
        ("draw", "discard Y4", "draw", "open-pairs K4 K6", "discard K4"),
    ),
    "stock_out_unopened_classic": Scene(
        "The stock ends, nobody has opened, and everybody pays",
        ("STOCK_OUT",),
        "okey | rules: classic | ind: Y3 | turn: D draw | D: Y4 ... | A: K6 ... | stock: K2 K4",
        ("draw", "discard Y4", "draw", "discard K6"),
    ),
    "void_table": Scene(
        "C and D open with pairs as A and B have, and the hand is void",
        ("VOID",),
        f"okey | rules: table | ind: Y3 | turn: C draw | C: {_FIVE_PAIRS} Y4 ... | D: {_FOUR_PAIRS} ..."
        " | table: A: R1 R1 / B: R2 R2 | stock: R9 B5 ...",
        ("draw", _OPEN_FIVE_PAIRS, "discard Y4", "draw", _OPEN_OTHER_PAIRS, "discard B5"),
    ),
}
_SEEDS: Final = {"seed_7_table": ("table", 7), "seed_11_classic": ("classic", 11)}
"""Whole hands between random players, from the deal on."""


def main() -> None:
    """Writes every recorded hand anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, text in games().items():
        (FOLDER / f"{name}.txt").write_text(text)


def games() -> dict[str, str]:
    """Returns the text of every hand by its name."""
    told = {name: written(f"# {scene.title}.", scene.first, scene.moves) for name, scene in SCENES.items()}
    return told | {name: _from_seed(*found) for name, found in _SEEDS.items()}


def _from_seed(preset: str, seed: int) -> str:
    state = deal(configure(preset, {}), seed)
    moves = [write_move(each.move) for each in steps(state, Random(seed))]
    return written(f"# Four random players and the deal of seed {seed}.", write_position(state), moves)
