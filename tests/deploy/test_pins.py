import re
import tomllib

from packaging.requirements import Requirement
from packaging.version import Version

from tests.deploy.manifests import DEPLOY, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = ("otel", "postgres")
"""The extras that the images have."""
FILES = ("requirements.txt", "requirements-build.txt")
PINNED = re.compile(r"^([a-z0-9._-]+)==(\S+)((?: \\\n|\n| ;|    --hash).*(?:\n    --hash.*)*)", re.MULTILINE)


def pins(name: str) -> dict[str, tuple[Version, int]]:
    """Returns the version of each package in a file, and how many hashes it has."""
    text = (DEPLOY / name).read_text("utf-8")
    return {
        found[1]: (Version(found[2]), found[3].count("--hash=sha256:")) for found in PINNED.finditer(text)
    }


def misfits(wanted: list[str], name: str) -> list[str]:
    """Returns the requirements that a file does not meet."""
    pinned = pins(name)
    needed = [Requirement(each) for each in wanted]
    return [
        str(each)
        for each in needed
        if (key := each.name.lower()) not in pinned or pinned[key][0] not in each.specifier
    ]


def test_what_a_service_needs_is_pinned():
    project = PROJECT["project"]
    wanted = project["dependencies"] + [
        each for extra in EXTRAS for each in project["optional-dependencies"][extra]
    ]

    assert [] == misfits(wanted, "requirements.txt"), "say `make pins`"


def test_what_builds_it_is_pinned():
    assert [] == misfits(PROJECT["build-system"]["requires"], "requirements-build.txt"), "say `make pins`"


def test_every_package_has_hashes():
    for name in FILES:
        listed = re.findall(r"^[a-z0-9].*==", (DEPLOY / name).read_text("utf-8"), re.MULTILINE)

        assert len(listed) == len(pins(name)) > 5
        assert [] == [package for package, (_, hashes) in pins(name).items() if not hashes]


def test_no_pin_says_where_it_came_from():
    for name in FILES:
        text = (DEPLOY / name).read_text("utf-8")

        assert [] == re.findall(r"://|--index|--find-links|--trusted-host|^-", text, re.MULTILINE)


def test_what_is_built_and_what_runs_fit_each_other():
    built, run = pins("requirements-build.txt"), pins("requirements.txt")

    assert built["grpcio-tools"][0] <= run["grpcio"][0]
    assert built["protobuf"][0] == run["protobuf"][0]


def test_a_pin_that_is_too_old_is_noticed():
    assert ["structlog>=99"] == misfits(["structlog>=99", "grpcio"], "requirements.txt")
    assert ["flask"] == misfits(["flask"], "requirements.txt")
