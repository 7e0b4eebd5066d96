"""Runs a service as a process: settings, logs, signals, exit code.

A service's ``__main__`` is::

    from services.rules.service import SERVICE
    from services.runtime.serve import main
    from services.runtime.settings import Settings

    if __name__ == "__main__":
        main(SERVICE, Settings)
"""

import asyncio
import gc
import os
import signal
import sys
from typing import Any, Final

import structlog

from services.runtime import build, logs, loop, parent
from services.runtime.server import Server
from services.runtime.service import Service, StartError
from services.runtime.settings import Settings, SettingsError

__all__ = ["Server", "Service", "StartError", "main", "serve"]

EXIT_FAILED: Final = 1
"""The exit code after a start that failed, or a stop that a second signal cut short."""
EXIT_SETTINGS: Final = 2
"""The exit code when the environment does not fit the settings."""

log = structlog.get_logger()


def main(service: Service, settings_class: type[Settings] = Settings) -> None:
    """Runs a service until SIGTERM or SIGINT, with settings from the environment.

    Raises:
        SystemExit: Always: 0 after a drain, else one of the codes above.
    """
    try:
        settings = settings_class.load()
    except SettingsError as error:
        sys.stderr.write("\n".join(error.problems) + "\n")
        raise SystemExit(EXIT_SETTINGS) from None
    output = logs.configure(settings.log_format, settings.log_level, settings.log_exception_text)
    if settings.exit_with_parent:
        parent.follow(settings.parent_pid)
    try:
        with asyncio.Runner(loop_factory=loop.factory()) as runner:
            runner.run(serve(service, settings))
    except StartError as error:
        log.error("server.failed", service=service.name, problem=str(error))
        raise SystemExit(EXIT_FAILED) from None
    except Exception as error:
        log.error("server.failed", service=service.name, exc_info=error)
        raise SystemExit(EXIT_FAILED) from None
    finally:
        output.flush()


async def serve(service: Service, settings: Settings) -> None:
    """Runs a service in the present event loop until SIGTERM or SIGINT, and drains it.

    Once calls are taken, a line ``server.started`` with ``port`` and ``metrics_port`` is written whatever the
    log level is. A second signal ends the process at once.

    Raises:
        StartError: The service cannot start.
    """
    asyncio.get_running_loop().set_exception_handler(_loop_failed)
    logs.announce("settings.loaded", service=service.name, **settings.printable())
    stopping = _signalled()
    server = Server(service, settings)
    if not await _started(server, stopping):
        return
    logs.announce(
        "server.started",
        service=service.name,
        pid=os.getpid(),
        host=settings.host,
        port=server.port,
        metrics_port=server.metrics_port,
        version=build.installed_version(),
    )
    # What start-up made stays for ever: the collector need not walk through it again and again.
    gc.collect()
    gc.freeze()
    await stopping.wait()
    await server.stop()
    logs.announce("server.stopped", service=service.name)


async def _started(server: Server, stopping: asyncio.Event) -> bool:
    """Starts a server, unless a signal comes first."""
    starting = asyncio.create_task(server.start())
    signalled = asyncio.create_task(stopping.wait())
    await asyncio.wait({starting, signalled}, return_when=asyncio.FIRST_COMPLETED)
    signalled.cancel()
    if starting.done():
        starting.result()
        return True
    starting.cancel()
    await asyncio.wait({starting})
    return False


def _signalled() -> asyncio.Event:
    """Returns an event that the first SIGTERM or SIGINT sets; a second one ends the process."""
    stopping = asyncio.Event()

    def on_signal() -> None:
        if stopping.is_set():
            sys.stdout.flush()
            os._exit(EXIT_FAILED)
        stopping.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, on_signal)
    return stopping


def _loop_failed(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    # The loop's own report would quote the exception's text.
    log.error("loop.failed", problem=context["message"], exc_info=context.get("exception"))
