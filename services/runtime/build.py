"""What is running: the versions, as a metric that is always 1."""

import asyncio
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import grpc
from prometheus_client import Gauge

BUILD_INFO: Final = Gauge(
    "game101_build_info",
    "1; the labels say which build runs on what.",
    ["version", "python", "grpc", "loop"],
)


def installed_version() -> str:
    """Returns the version of the distribution, or ``unknown`` when it runs from a bare checkout."""
    try:
        return version("game101")
    except PackageNotFoundError:
        return "unknown"


def show() -> None:
    """Makes the metric exist; called in the running event loop."""
    loop = type(asyncio.get_running_loop()).__module__.partition(".")[0]
    BUILD_INFO.labels(installed_version(), platform.python_version(), grpc.__version__, loop).set(1)
