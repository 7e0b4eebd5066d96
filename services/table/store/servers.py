"""One server, or a cluster whose servers are asked by the slot of a key."""

import asyncio
from binascii import crc_hqx
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from services.table.store.address import Address
from services.table.store.link import Heard, Link, Script
from services.table.store.pipe import Lost, NotSent, Refused, Word

SLOTS: Final = 16_384

_TURNS: Final = 4
"""How often a command follows a slot that has moved."""
_MAP_SECONDS: Final = 0.05
"""The pause before a further look where the slots are: the servers need time to agree."""


def slot_of(key: str) -> int:
    """Returns the slot of a key that has a hash tag, in ``[0, SLOTS)``."""
    tag = key[key.index("{") + 1 : key.index("}")]
    return crc_hqx(tag.encode(), 0) % SLOTS


class Servers:
    """All servers of a store. A channel or a key finds its server by its hash tag."""

    def __init__(self, seed: Address, heard: Heard, deaf: Callable[[], None]) -> None:
        """Names a server of the store; ``open`` finds the others.

        Args:
            seed: Any of the servers.
            heard: Is called with each message of the channels subscribed to.
            deaf: Is called when messages may have been missed; ``resubscribe`` has to follow.
        """
        self._heard = heard
        self._deaf = deaf
        self._seed = self._link(seed)
        self._links: dict[str, Link] = {str(seed): self._seed}
        self._by_slot: list[Link] = []
        self._remapping: asyncio.Task[None] | None = None
        self.replicas = 0
        """How many replicas must have a durable change before it counts as written."""

    @property
    def clustered(self) -> bool:
        """Tells whether the store is a cluster."""
        return bool(self._by_slot)

    async def open(self) -> None:
        """Connects, and finds out whether this is a cluster. Raises as ``Link.ask`` does."""
        info = await self._seed.ask("INFO", "cluster")
        if b"cluster_enabled:1" in info:
            await self._map()

    def close(self) -> None:
        """Ends all connections."""
        for link in self._links.values():
            link.close()

    async def everywhere(self, *words: Word) -> list[Any]:
        """Returns every server's answer to a command. Raises as ``Link.ask`` does."""
        links = set(self._by_slot) or {self._seed}
        return list(await asyncio.gather(*(link.ask(*words) for link in links)))

    async def ask(self, key: str, *words: Word) -> Any:
        """Returns the answer to a command about a key. Raises as ``Link.ask`` does."""
        return await self._follow(key, lambda link: link.ask(*words))

    async def run(
        self, script: Script, names: list[str], arguments: list[Word], *, durable: bool = False
    ) -> tuple[Any, bool]:
        """Runs a script; see ``Link.run``. ``names`` are of one slot, or the store is no cluster."""
        replicas = self.replicas if durable else 0
        answer: tuple[Any, bool] = await self._follow(
            names[0], lambda link: link.run(script, names, arguments, replicas)
        )
        return answer

    async def subscribe(self, channel: str) -> None:
        """Hears a channel from now on. Raises as ``Link.ask`` does."""
        await self._follow(channel, lambda link: link.subscribe(channel))

    async def unsubscribe(self, channel: str) -> None:
        """Does not hear a channel any more. Raises as ``Link.ask`` does."""
        await self._follow(channel, lambda link: link.unsubscribe(channel))

    async def _follow(self, key: str, act: Callable[[Link], Any]) -> Any:
        for turn in range(_TURNS):
            link = self._by_slot[slot_of(key)] if self._by_slot else self._seed
            try:
                return await act(link)
            except Refused as error:
                # None of these has run the command.
                if error.code not in {"MOVED", "ASK", "CLUSTERDOWN", "TRYAGAIN"}:
                    raise
                await asyncio.sleep(_MAP_SECONDS * turn)
                await self._map()
            except (NotSent, Lost):
                if self._by_slot:
                    self._remap_soon()
                raise
        raise NotSent

    def _remap_soon(self) -> None:
        async def remap() -> None:
            try:
                await self._map()
            except (NotSent, Lost, Refused):
                return

        if self._remapping is None or self._remapping.done():
            self._remapping = asyncio.create_task(remap(), name="slots")

    async def _map(self) -> None:
        """Asks whoever answers where the slots are."""
        failure: Exception = NotSent()
        for link in tuple(self._links.values()):
            try:
                ranges = await link.ask("CLUSTER", "SLOTS")
            except (NotSent, Lost, Refused) as error:
                failure = error
                continue
            self._take(ranges, link)
            return
        raise failure

    def _take(self, ranges: list[Any], asked: Link) -> None:
        by_slot = [asked] * SLOTS
        for first, last, primary, *_ in ranges:
            host = (primary[0] or b"").decode() or asked.address.host
            address = replace(self._seed.address, host=host, port=primary[1], path="")
            link = self._links.setdefault(str(address), self._link(address))
            by_slot[first : last + 1] = [link] * (last + 1 - first)
        self._by_slot = by_slot

    def _link(self, address: Address) -> Link:
        return Link(address, self._heard, lambda _link: self._deaf())
