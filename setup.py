"""Generates the gRPC stubs before setuptools looks for packages, and compiles the kernel where it can.

The client of Python backends is ``services/client`` under a name of its own, ``game101_client``. Everything
else about the distribution stands in ``pyproject.toml``. ``python setup.py build_ext --inplace``
compiles the kernel anew; without a C compiler it says so, and the same code runs interpreted.
"""

import sys
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

ROOT = Path(__file__).parent
STUBS = ROOT / "protos" / "gen"
CLIENT = "game101_client"


def generate_stubs() -> None:
    """Writes the Python stubs of every ``.proto`` file into ``protos/gen``."""
    import grpc_tools  # noqa: PLC0415 - the kernel is built without it
    from grpc_tools import protoc  # noqa: PLC0415

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
    for package in stub_packages():
        (STUBS.joinpath(*package.split(".")) / "__init__.py").touch()


def stub_packages() -> list[str]:
    """Returns the packages of the stubs: the folders of the contract."""
    root = ROOT / "protos"
    folders = [path for path in (root / "game101").rglob("*") if path.is_dir()]
    return [".".join(path.relative_to(root).parts) for path in (root / "game101", *sorted(folders))]


class Stubs(Command):
    """Generates the stubs and does nothing else."""

    user_options: ClassVar[list[tuple[str, str | None, str]]] = []

    def initialize_options(self) -> None:
        """Has no options."""

    def finalize_options(self) -> None:
        """Has no options."""

    def run(self) -> None:
        """Writes ``protos/gen``."""
        generate_stubs()


KERNEL = ("kernel.py", "kernel.pxd")
DIRECTIVES = {
    "annotation_typing": False,  # kernel.pxd gives the types
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "language_level": 3,
    "wraparound": False,
}


class BuildKernel(build_ext):
    """Compiles a copy of the kernel that carries the SHA-256 of its sources."""

    def build_extension(self, extension: Extension) -> None:
        """Translates the kernel to C, then compiles it. The extension is optional: a failure is a warning."""
        try:
            from Cython.Build import cythonize  # noqa: PLC0415 - the stubs are made without it
        except ImportError as error:
            raise CompileError("Cython is not installed") from error
        copy = self._copied(Path(self.build_temp, "engine", "okey"))
        named = Extension(extension.name, [str(copy)])
        extension.sources = cythonize([named], quiet=True, compiler_directives=DIRECTIVES)[0].sources
        super().build_extension(extension)

    def _copied(self, folder: Path) -> Path:
        """Writes the sources under the compiled module's name and returns the path of the Python one."""
        folder.mkdir(parents=True, exist_ok=True)
        for package in (folder.parent, folder):
            (package / "__init__.py").touch()
        sources = [(ROOT / "engine" / "okey" / name).read_bytes() for name in KERNEL]
        digest = sha256(b"".join(sources)).hexdigest()
        (folder / "_kernel.py").write_bytes(sources[0] + f'\nSOURCE_SHA256 = "{digest}"\n'.encode())
        (folder / "_kernel.pxd").write_bytes(sources[1])
        return folder / "_kernel.py"


if not {"build_ext", "stubs"} & set(sys.argv):
    generate_stubs()
setup(
    packages=[
        *find_packages(str(ROOT), include=["engine*", "services*"]),
        *find_packages(str(STUBS), include=["game101*"]),
        CLIENT,
    ],
    package_dir={"game101": "protos/gen/game101", CLIENT: "services/client"},
    ext_modules=[Extension("engine.okey._kernel", ["engine/okey/kernel.py"], optional=True)],
    cmdclass={"build_ext": BuildKernel, "stubs": Stubs},
)
