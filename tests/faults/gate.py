"""A way to a server on TCP that can be shut, and led elsewhere."""

import asyncio
import contextlib


class Gate:
    """Lets connections through to a port until it is shut; what is on the way then waits, or is cut."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self._open = asyncio.Event()
        self._open.set()
        self._ways: set[asyncio.Task[None]] = set()
        self._serving: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Gate":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def shut(self) -> None:
        """Holds everything back from now on."""
        self._open.clear()

    def lead_to(self, port: int) -> None:
        """Cuts what goes through, and leads new connections to another port."""
        self.target = port
        self.cut()

    def cut(self) -> None:
        """Ends all connections."""
        for way in self._ways:
            way.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving = asyncio.current_task()
        assert serving is not None
        self._serving.add(serving)
        try:
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
        else:
            await self._join(reader, writer, up_reader, up_writer)
        self._serving.discard(serving)

    async def _join(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        up_reader: asyncio.StreamReader,
        up_writer: asyncio.StreamWriter,
    ) -> None:
        ways = {
            asyncio.create_task(self._pump(reader, up_writer)),
            asyncio.create_task(self._pump(up_reader, writer)),
        }
        self._ways |= ways
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        self._ways -= ways
        for end in (writer, up_writer):
            end.close()
            with contextlib.suppress(OSError):
                await end.wait_closed()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
