"""From a method's path to its route; also for paths that nobody serves.

gRPC asks once a call. Routes are made once, at start, and found in one dictionary.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import grpc

from services.runtime import calls
from services.runtime.calls import Method
from services.runtime.metrics import SERVER, kind_of
from services.runtime.routes import Context, Desk, Route
from services.wire import status

OTHER: Final = "other"
"""The service and method name, in metrics, of whatever is not served."""


class Collector:
    """Stands in for a server while ``add_XServicer_to_server`` registers its handlers."""

    def __init__(self) -> None:
        self.handlers: dict[str, Mapping[str, Any]] = {}
        """Handlers by full service name, then by method name."""

    def add_registered_method_handlers(self, service_name: str, method_handlers: Mapping[str, Any]) -> None:
        """Takes the handlers of one service."""
        self.handlers[service_name] = method_handlers

    def add_generic_rpc_handlers(self, generic_rpc_handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        """Takes nothing: generated code registers the same handlers once more in an older way."""


class Dispatcher(grpc.GenericRpcHandler):
    """The only handler that a server knows."""

    def __init__(self, services: Mapping[str, Mapping[str, Any]], desk: Desk) -> None:
        """Makes the routes of all methods, and their metrics exist.

        Raises:
            TypeError: A handler is not asynchronous.
        """
        self._routes: dict[str, tuple[Method, Any]] = {}
        for service, handlers in services.items():
            for name, handler in handlers.items():
                kind = kind_of(handler.request_streaming, handler.response_streaming)
                path = f"/{service}/{name}"
                method = Method(path, service, name, kind, SERVER.method(kind, service, name))
                self._routes[path] = method, Route(method, handler, desk).handler()
        metrics = SERVER.method("bidi_stream", OTHER, OTHER)
        method = Method(f"/{OTHER}/{OTHER}", OTHER, OTHER, "bidi_stream", metrics)
        handler = grpc.stream_stream_rpc_method_handler(_not_served)
        self._other = method, Route(method, handler, desk).handler()

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """Returns the handler of a call that has come in; it runs in the task that asks."""
        path = handler_call_details.method
        method, handler = self._routes.get(path, self._other)
        calls.opened(method, path, handler_call_details.invocation_metadata)
        return handler


async def _not_served(_requests: object, _context: Context) -> Any:
    raise status.unimplemented(calls.current().path)
    yield
