"""Starts one service: ``python -m services rules``, or with ``SERVICE=rules`` in the environment."""

import os
import runpy
import sys
from typing import Final

MODULES: Final = {
    "dealer": "services.dealer",
    "rules": "services.rules",
    "scoring": "services.scoring",
    "bot": "services.bot",
    "table": "services.table",
}
"""The names one may ask for, and the package whose ``__main__`` then runs."""


def chosen(arguments: list[str], environ: dict[str, str]) -> str:
    """Returns the package of the service that the command line, or else ``SERVICE``, names.

    Raises:
        SystemExit: No service is named, or there is none of that name.
    """
    name = arguments[0] if len(arguments) == 1 else environ.get("SERVICE", "")
    if len(arguments) > 1 or name not in MODULES:
        raise SystemExit(f"usage: python -m services {{{','.join(MODULES)}}}, or set SERVICE")
    return MODULES[name]


if __name__ == "__main__":
    runpy.run_module(chosen(sys.argv[1:], dict(os.environ)), run_name="__main__", alter_sys=True)
