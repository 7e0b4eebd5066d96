import socket

import pytest


def free_ports(count: int) -> list[int]:
    """Returns ports that a cluster's servers may take: they also listen ten thousand higher."""
    found: list[int] = []
    for port in range(20_000, 50_000):
        try:
            for number in (port, port + 10_000):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", number))
        except OSError:
            continue
        found.append(port)
        if len(found) == count:
            return found
    raise AssertionError("too few ports are free")


@pytest.fixture(scope="module")
def free_port() -> int:
    return free_ports(1)[0]
