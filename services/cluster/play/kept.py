"""The seat that a person left, kept so that it can be taken again."""

import json
import os
from pathlib import Path
from typing import Any, Final

import grpc
from game101.v1 import table_service_pb2 as pb

from services.client import Client, failure_of
from services.cluster.play.seat import PATIENCE_SECONDS, Seat

_ENDED: Final = frozenset({pb.TABLE_STATE_FINISHED, pb.TABLE_STATE_CLOSED, pb.TABLE_STATE_UNSPECIFIED})


def keep(path: Path, seat: Seat) -> None:
    """Writes down the right to a seat, for its owner's eyes alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    forget(path)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump({"table_id": seat.table_id, "number": seat.number, "token": seat.token}, file)


def forget(path: Path) -> None:
    """Throws away what was written down."""
    path.unlink(missing_ok=True)


async def taken_again(
    path: Path, client: Client, game: str, patience: float = PATIENCE_SECONDS
) -> Seat | None:
    """Returns the seat that was kept, if its table goes on with the game; ``None`` when there is none.

    Raises:
        grpc.aio.AioRpcError: The table cannot be asked for ``patience`` seconds; the seat may still be there.
    """
    if (seat := _read(path, client)) is None:
        return None
    try:
        await seat.look(patience)
    except grpc.aio.AioRpcError as error:
        if failure_of(error).may_repeat:
            raise
        # The table is of another cluster.
        return None
    goes_on = seat.table.state not in _ENDED and seat.table.config.rules.WhichOneof("game") == game
    return seat if goes_on else None


def _read(path: Path, client: Client) -> Seat | None:
    """Returns the seat that was written down, or ``None`` where nothing usable was."""
    try:
        written: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return Seat(client, **{name: written[name] for name in ("table_id", "number", "token")})
    except (FileNotFoundError, ValueError, TypeError, KeyError):
        return None
