"""API keys: who shows one is known by it, and only its hash is kept.

A key is ``game101_``, 8 characters that name it and 43 that are secret (256 random bits). The key file has a
line a key, and ``#`` comments::

    3f9a1c20 tenant acme 9be4... calls=50 watchers=1000 tables=200
    77e01b5d service table 1c0d...

that is the key's name, whether a tenant or a service of the cluster shows it, which one, the SHA-256 of the
key in hexadecimal digits, and what the key allows (``quotas.Quota``). A tenant may have several keys: to
replace one, add the new line, let the tenant change over, take the old line away.

``python -m services.runtime.keys new acme`` makes a key, and shows it this once beside the line to add.
"""

import argparse
import re
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Final

from services.runtime import watched
from services.runtime.quotas import UNBOUNDED, Quota
from services.runtime.watched import Unreadable

PREFIX: Final = "game101_"
"""What every key begins with, so that one which has strayed can be searched for."""

_NAMED: Final = slice(len(PREFIX), len(PREFIX) + 8)
"""Where in a key its name stands."""
_KEY: Final = re.compile(PREFIX + r"([0-9a-f]{8})_[A-Za-z0-9_-]{43}")
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_ID: Final = re.compile(r"[0-9a-f]{8}")
_LIMITS: Final[Mapping[str, re.Pattern[str]]] = {
    "calls": re.compile(r"[0-9]{1,7}(\.[0-9]{1,3})?"),
    "watchers": re.compile(r"[0-9]{1,7}"),
    "tables": re.compile(r"[0-9]{1,9}"),
}
_NOBODYS_HASH: Final = bytes(32)


@dataclass(frozen=True, slots=True)
class KnownKey:
    """A line of the key file."""

    key_id: str
    is_service: bool
    owner: str
    hashed: bytes
    quota: Quota = UNBOUNDED

    @property
    def right(self) -> tuple[bool, str, bytes]:
        """Returns what the key opens and to whom; how much of it is another matter."""
        return self.is_service, self.owner, self.hashed


def new() -> tuple[str, str]:
    """Returns a new key, and the 8 characters that name it."""
    key_id = secrets.token_hex(4)
    return f"{PREFIX}{key_id}_{secrets.token_urlsafe(32)}", key_id


def line_of(key: str, owner: str, *, is_service: bool = False, **limits: float | None) -> str:
    """Returns the line of the key file that makes a key known.

    Raises:
        ValueError: The owner's name or a limit is none.
    """
    allowed = [f"{name}={_decimal(value)}" for name, value in limits.items() if value is not None]
    form = _KEY.fullmatch(key)
    if form is None:
        raise ValueError("this is no key")
    line = " ".join(
        [form[1], "service" if is_service else "tenant", owner, sha256(key.encode()).hexdigest(), *allowed]
    )
    _known_key(line)
    return line


def _decimal(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")


def match(known: Mapping[str, KnownKey], key: str) -> KnownKey | None:
    """Returns the line of a key, ``None`` when it is not known. The time taken tells nothing of a secret."""
    found = known.get(key[_NAMED])
    kept = found.hashed if found else _NOBODYS_HASH
    return found if compare_digest(sha256(key.encode()).digest(), kept) else None


def read_file(path: Path) -> dict[str, KnownKey]:
    """Returns the keys of a key file by their names.

    Raises:
        Unreadable: There is no such file, or a line does not read. The message holds no hash.
    """
    try:
        text = watched.read(path).decode("ascii")
    except UnicodeDecodeError:
        raise Unreadable(f"{path} has characters beyond ASCII") from None
    known: dict[str, KnownKey] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            try:
                key = _known_key(line)
            except ValueError as error:
                raise Unreadable(f"{path}, line {number}: {error}") from None
            if key.key_id in known:
                raise Unreadable(f"{path}, line {number}: this key has a line already")
            known[key.key_id] = key
    return known


def read_own(path: Path) -> str:
    """Returns the key that a file holds, for a service that shows it to others.

    Raises:
        Unreadable: There is no such file, or no key in it.
    """
    key = watched.read(path).decode("ascii", "replace").strip()
    if not _KEY.fullmatch(key):
        raise Unreadable(f"{path} holds no key")
    return key


def _known_key(line: str) -> KnownKey:
    if len(words := line.split()) < 4:
        raise ValueError("a line has the key's name, tenant or service, which one, and the hash")
    key_id, kind, owner, hashed, *limits = words
    if not _ID.fullmatch(key_id):
        raise ValueError("the key's name must be 8 hexadecimal digits")
    if kind not in {"tenant", "service"}:
        raise ValueError("behind the key's name stands tenant or service")
    if not _NAME.fullmatch(owner):
        raise ValueError("a tenant's name has up to 63 small letters, digits and hyphens")
    if not _HASH.fullmatch(hashed):
        raise ValueError("the hash must be 64 hexadecimal digits")
    return KnownKey(key_id, kind == "service", owner, bytes.fromhex(hashed), _quota(limits))


def _quota(words: list[str]) -> Quota:
    found: dict[str, float] = {}
    for word in words:
        name, _, value = word.partition("=")
        form = _LIMITS.get(name)
        if form is None or name in found or not form.fullmatch(value) or not float(value):
            raise ValueError("a limit is calls=, watchers= or tables= and a number above 0, each once")
        found[name] = float(value)
    whole = {name: int(value) for name, value in found.items() if name != "calls"}
    return Quota(calls=found.get("calls"), **whole)


def main(arguments: list[str]) -> str:
    """Carries out a command line and returns what it has to say."""
    parser = argparse.ArgumentParser(prog="python -m services.runtime.keys", description="Makes API keys.")
    command = parser.add_subparsers(required=True).add_parser("new", help="make a key")
    command.add_argument("owner", help="the tenant, or with --service the service that will show it")
    command.add_argument("--service", action="store_true", help="for calls between services")
    command.add_argument("--calls", type=float, help="calls a second, to one replica")
    command.add_argument("--watchers", type=int, help="streams open at once, to one replica")
    command.add_argument("--tables", type=int, help="tables that have not ended")
    given = parser.parse_args(arguments)
    key, _ = new()
    limits = {"calls": given.calls, "watchers": given.watchers, "tables": given.tables}
    try:
        line = line_of(key, given.owner, is_service=given.service, **limits)
    except ValueError as error:
        parser.error(str(error))
    once = f"The key, shown only this once; hand it to {given.owner}:\n\n{key}\n\n"
    return f"{once}The line for the key file:\n\n{line}\n"


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]))
