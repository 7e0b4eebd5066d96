"""Servers to measure against: one empty unary call, bare and behind the harness.

``python -m tests.bench.servers bare`` runs a plain grpc.aio server on the harness's event loop and writes one
JSON line with its ``port``; ``harness`` runs the same method as a service, whose line ``server.started`` has
it too.
Both serve ``game101.bench.Empty/Call`` with ``google.protobuf.Empty`` both ways.
"""

import asyncio
import json
import sys
from typing import Any

import grpc
from google.protobuf.empty_pb2 import Empty

from services.runtime import loop
from services.runtime.serve import main
from services.runtime.service import Service

SERVICE_NAME = "game101.bench.Empty"
EMPTY_CALL = f"/{SERVICE_NAME}/Call"


async def call(_request: Empty, _context: object) -> Empty:
    return Empty()


def register(server: Any) -> None:
    """Registers the empty call as generated code would."""
    handler = grpc.unary_unary_rpc_method_handler(call, Empty.FromString, Empty.SerializeToString)
    server.add_registered_method_handlers(SERVICE_NAME, {"Call": handler})


async def empty_call() -> None:
    """Runs the bare server until it is killed; writes its port as a JSON line."""
    server = grpc.aio.server()
    register(server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    sys.stdout.write(json.dumps({"event": "server.started", "port": port}) + "\n")
    sys.stdout.flush()
    await server.wait_for_termination()


HARNESS = Service(name="empty", registrars=(register,))

if __name__ == "__main__":
    if sys.argv[1:] == ["harness"]:
        main(HARNESS)
    elif sys.argv[1:] == ["bare"]:
        with asyncio.Runner(loop_factory=loop.factory()) as runner:
            runner.run(empty_call())
    else:
        raise SystemExit("usage: python -m tests.bench.servers {bare,harness}")
