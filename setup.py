"""Generates the gRPC stubs before setuptools looks for packages.

Everything else about the distribution stands in ``pyproject.toml``.
"""

from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
STUBS = ROOT / "protos" / "gen"


def generate_stubs() -> None:
    """Writes the Python stubs of every ``.proto`` file into ``protos/gen``."""
    import grpc_tools
    from grpc_tools import protoc

    STUBS.mkdir(parents=True, exist_ok=True)
    sources = sorted(str(path) for path in (ROOT / "protos" / "game101").rglob("*.proto"))
    includes = Path(grpc_tools.__file__).parent / "_proto"
    command = [
        "protoc",
        f"-I{ROOT / 'protos'}",
        f"-I{includes}",
        f"--python_out={STUBS}",
        f"--pyi_out={STUBS}",
        f"--grpc_python_out={STUBS}",
    ]
    if protoc.main(command + sources) != 0:
        raise SystemExit("protoc refused the contract in protos/game101")
    for folder in ("game101", "game101/v1"):
        (STUBS / folder / "__init__.py").touch()


generate_stubs()
setup(
    package_dir={"": ".", "game101": "protos/gen/game101"},
    packages=["game101", "game101.v1"],
)
