"""A thin client of game101 for Python backends; installed under the name ``game101_client``.

It needs grpcio, protobuf and the generated stubs, and nothing else of the project.

>>> async with Client(table="127.0.0.1:50055", key="game101_...") as game101:
...     created = await game101.repeat(game101.table.CreateTable, CreateTableRequest(config=config))
...     async for event in game101.watch(created.table.table_id):
...         print(event.sequence, event.WhichOneof("kind"))
"""

from .client import Client
from .failures import Failure, failure_of
from .retrying import new_request_id
from .watching import events

__all__ = ["Client", "Failure", "events", "failure_of", "new_request_id"]
