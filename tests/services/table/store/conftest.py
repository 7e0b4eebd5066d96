import socket

import pytest


@pytest.fixture(scope="module")
def free_port() -> int:
    # A cluster's servers also listen ten thousand ports higher.
    for port in range(20_000, 50_000):
        try:
            for number in (port, port + 10_000):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", number))
        except OSError:
            continue
        return port
    raise AssertionError("no port is free")
