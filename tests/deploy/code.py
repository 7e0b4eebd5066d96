"""What the code says that the manifests must agree with."""

import importlib
import os
import re
from collections.abc import Mapping
from unittest.mock import patch

from pydantic import SecretStr

from services.__main__ import MODULES
from services.runtime import graph
from services.runtime.health import LIVENESS, READINESS
from services.runtime.settings import PREFIX, Settings, SettingsError

SERVICES = tuple(MODULES)
_ADDS = re.compile(r"add_(\w+)Servicer_to_server")


def settings_class(service: str) -> type[Settings]:
    """Returns the class of a service's settings."""
    module = importlib.import_module(f"services.{service}.__main__")
    found = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Settings)]
    return max((Settings, *found), key=lambda each: len(each.mro()))


def served(service: str) -> set[str]:
    """Returns the full names of the gRPC services that a process serves."""
    names = vars(importlib.import_module(f"services.{service}.service"))
    return {f"game101.v1.{found[1]}" for name in names if (found := _ADDS.fullmatch(name))}


def health_names(service: str) -> set[str]:
    """Returns the names that health answers for in a process."""
    return {"", LIVENESS, READINESS, *served(service)}


def calls() -> set[tuple[str, str]]:
    """Returns who calls whom, by the names of the services."""
    home = {name: service for service in SERVICES for name in served(service)}
    return {(caller, home[path.split("/")[1]]) for caller, paths in graph.MAY_CALL.items() for path in paths}


def problems_of(service: str, environ: Mapping[str, str]) -> list[str]:
    """Returns what a service has against its environment at its start."""
    with patch.dict(os.environ, environ, clear=True):
        try:
            settings_class(service).load()
        except SettingsError as error:
            return error.problems
    return []


def secret_settings(service: str) -> set[str]:
    """Returns the variables whose values are secret."""
    fields = settings_class(service).model_fields
    return {PREFIX + name.upper() for name, field in fields.items() if field.annotation is SecretStr}


def file_settings(service: str) -> set[str]:
    """Returns the variables that name files."""
    return {PREFIX + name.upper() for name in settings_class(service).model_fields if name.endswith("_file")}
