"""The creation of a table. Its id follows from the request's id, so a repeated request finds it again."""

import asyncio
import secrets
from hashlib import sha256
from typing import Final

import grpc
from game101.v1 import rules_service_pb2 as rules_pb
from game101.v1 import table_service_pb2 as pb

from services.runtime import calls
from services.table import agreement, lobby, requests, show, tokens
from services.table.book import Book, Entry
from services.table.holdings import Holdings
from services.table.parts import Parts
from services.table.store import keys
from services.table.store.changes import Answer, Answered, StoreAway, Unconfirmed
from services.wire import status
from services.wire.status import CallError, Malformed

_REFUSALS: Final = (CallError, Malformed, grpc.aio.AioRpcError)


class Founding:
    """Creates tables."""

    def __init__(self, parts: Parts, book: Book, holdings: Holdings) -> None:
        self._parts = parts
        self._book = book
        self._holdings = holdings

    async def create(self, request: pb.CreateTableRequest) -> pb.CreateTableResponse:
        """Returns a new table, or the one that the request has created before.

        Raises:
            Malformed: A field is out of its range.
            CallError: TABLES_QUOTA, REQUEST_ID_REUSED, STORE_UNAVAILABLE or COMMIT_UNCONFIRMED.
            AioRpcError: The rules refuse the configuration.
        """
        requests.require_id(request)
        try:
            answer = await asyncio.shield(self._create(request))
        except StoreAway:
            raise requests.store_away() from None
        except Unconfirmed:
            raise requests.unconfirmed() from None
        answer.owner_token = tokens.whole(answer.owner_token, request.request_id)
        return answer

    async def _create(self, request: pb.CreateTableRequest) -> pb.CreateTableResponse:
        """Returns what is kept of the answer: in place of the owner's token, half of it."""
        half = tokens.new_half()
        try:
            foundation = await self._foundation(request, tokens.whole(half, request.request_id))
        except _REFUSALS:
            # Perhaps the request was carried out before.
            _, loaded = await self._book.load(table_id_of(request), request_id=request.request_id)
            if loaded.record:
                return requests.answered(request, loaded.record, pb.CreateTableResponse)
            raise
        change = lobby.created(foundation, self._book.clock.now_ms())
        response = pb.CreateTableResponse(table=show.shown(change.table), owner_token=half)
        kept = Answer(request.request_id, requests.fingerprint(request), response.SerializeToString())
        match await self._book.write(None, change, kept):
            case Entry():
                return response
            case Answered(record):
                return requests.answered(request, record, pb.CreateTableResponse)
            case _:
                message = "this request id has created a table long ago; take a new one"
                raise status.invalid("REQUEST_ID_REUSED", message)

    async def _foundation(self, request: pb.CreateTableRequest, owner_token: str) -> lobby.Foundation:
        question = rules_pb.DescribeRulesRequest(rules=request.config.rules)
        described = await self._parts.rules.DescribeRules(question)
        config = agreement.agreed(request.config, described)
        table_id = table_id_of(request)
        await self._holdings.reserve(table_id)
        return lobby.Foundation(
            table_id=table_id,
            config=config,
            deck_size=described.deck_size,
            first_below=described.first_below,
            owner_hash=tokens.hashed(owner_token),
            bot_seed=request.config.bot_seed or secrets.randbits(64),
            tenant=calls.current().tenant,
        )


def table_id_of(request: pb.CreateTableRequest) -> str:
    """Returns the id of the table that a tenant's request creates: it tells nothing of either."""
    name = f"game101 table {calls.current().tenant} {request.request_id}"
    return sha256(name.encode()).hexdigest()[: keys.TABLE_ID_LENGTH]
