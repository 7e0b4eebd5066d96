"""What is started on entering and stopped on leaving, or when it cannot be started whole."""

from abc import ABC, abstractmethod
from typing import Self


class Started(ABC):
    """Processes that begin and end together."""

    @abstractmethod
    async def start(self) -> None:
        """Starts them all."""

    @abstractmethod
    async def stop(self) -> None:
        """Stops those that were started."""

    async def __aenter__(self) -> Self:
        try:
            await self.start()
        except BaseException:
            await self.stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
