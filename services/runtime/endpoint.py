"""The Prometheus endpoint: ``GET /metrics``, in a thread of its own, so it answers when the loop does not."""

import socket
import threading
from socketserver import ThreadingMixIn
from typing import Final
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

    def __init__(self, host: str, port: int) -> None:
        """Listens on ``host``, an IPv6 address in brackets or not, and ``port``; 0 takes any free one.

        Raises:
            OSError: The port is taken, or the host is none of ours.
        """
        prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
        address = host.strip("[]")
        kind = _ServerOnSix if ":" in address else _Server
        self._server = make_server(address, port, prometheus_client.make_wsgi_app(), kind, _Quiet)
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
