"""The endpoint for machines that watch: metrics and probes over HTTP, in a thread of its own.

``GET /metrics`` is for Prometheus, and answers also when the event loop does not. ``GET /livez`` and
``GET /readyz`` are for an orchestrator whose own gRPC probes speak no TLS: 200 or 503.
"""

import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from socketserver import ThreadingMixIn
from typing import Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import prometheus_client

_POLL_SECONDS: Final = 0.05
"""How long a stop waits at most."""


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _ServerOnSix(_Server):
    address_family = socket.AF_INET6


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        """Writes nothing: a scrape is no event."""


class Endpoint:
    """Serves the metrics of this process until ``close``."""

    def __init__(self, host: str, port: int, probes: Mapping[str, Callable[[], bool]]) -> None:
        """Listens.

        Args:
            host: An address of ours; one of IPv6 in brackets or not.
            port: The port; 0 takes any free one.
            probes: By path, what tells whether all is well; called in another thread.

        Raises:
            OSError: The port is taken, or the host is none of ours.
        """
        prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
        address = host.strip("[]")
        kind = _ServerOnSix if ":" in address else _Server
        self._server = make_server(address, port, _application(probes), kind, _Quiet)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_SECONDS,), name="metrics", daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        """Returns the port that is listened on."""
        return self._server.server_port

    def close(self) -> None:
        """Stops listening; blocks for at most 50 ms."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _application(probes: Mapping[str, Callable[[], bool]]) -> Any:
    metrics: Any = prometheus_client.make_wsgi_app()

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        probe = probes.get(environ["PATH_INFO"])
        if probe is None:
            answered: Iterable[bytes] = metrics(environ, start_response)
            return answered
        start_response("200 OK" if probe() else "503 Service Unavailable", [("Content-Type", "text/plain")])
        return [b""]

    return answer
