"""The guide is true: its code runs from top to bottom, and its list of reasons is whole."""

import ast
import contextlib
import inspect
import io
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "protos/GUIDE.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAID = re.compile(r"# -> (.*)")
RAISING = {
    *("invalid", "failed_precondition", "aborted", "unavailable", "exhausted", "deadline_exceeded"),
    *("not_found", "permission_denied", "unauthenticated"),
}
"""The functions of ``services.wire.status`` whose first argument is a reason."""
IN_STATUS = {"INVALID_FIELD", "METHOD_NOT_SERVED", "INTERNAL_ERROR"}
"""Reasons that have functions of their own there."""
BY_NAME = re.compile(r"\"([A-Z]+_QUOTA|TOO_MANY_CALLS)\"")
"""Limits are handed on as values."""


def blocks(language):
    return [text for name, text in BLOCK.findall(GUIDE) if name == language]


async def run(code, names):
    """Runs a block as the asyncio prompt does, and returns what it prints."""
    compiled = compile(code, "GUIDE.md", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        done = eval(compiled, names)  # noqa: S307 - our own page
        if inspect.iscoroutine(done):
            await done
    return printed.getvalue().splitlines()


@pytest.fixture
def environ(cluster, monkeypatch, tmp_path):
    """Sets what `make up` tells to export, in a folder that has what the page refers to."""
    for name in cluster.listening:
        monkeypatch.setenv(name.upper(), cluster.address(name))
    monkeypatch.setenv("KEY", cluster.run.tenant_key)
    for name in (".venv", "protos", "services"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return os.environ


@pytest.mark.timeout(120)
async def test_the_code_runs_from_top_to_bottom(environ):
    names = {"__name__": "guide"}
    for code in blocks("python"):
        assert SAID.findall(code) == await run(code, names), code
    script = "set -euo pipefail\n" + "\n".join(blocks("sh"))
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=110, check=False)

    assert 0 == done.returncode, done.stdout + done.stderr
    await names["client"].close()


def reasons_in(path):
    text = path.read_text("utf-8")
    yield from BY_NAME.findall(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in RAISING:
                yield node.args[0].value


def test_the_list_of_reasons_is_whole():
    listed = set(re.findall(r"`([A-Z][A-Z_]+)`", GUIDE.rpartition("| reason |")[2]))
    raised = {each for path in (ROOT / "services").rglob("*.py") for each in reasons_in(path)}

    assert raised | IN_STATUS == listed
