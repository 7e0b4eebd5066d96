"""Reading on while somebody looks."""

import asyncio

import pytest

from services.cluster.ahead import ahead


async def test_a_slow_viewer_does_not_slow_the_reading():
    read: list[int] = []

    async def source():
        for number in range(5):
            read.append(number)
            yield number

    seen = []
    async for number in ahead(source()):
        seen.append(number)
        await asyncio.sleep(0.01)

        assert [0, 1, 2, 3, 4] == read

    assert [0, 1, 2, 3, 4] == seen


async def test_an_error_of_the_source_reaches_the_viewer():
    async def source():
        yield 1
        raise ConnectionError("gone")

    with pytest.raises(ConnectionError):
        [number async for number in ahead(source())]
