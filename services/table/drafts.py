"""A private draft of a move: judged by the rules, kept for its seat alone, gone with the turn."""

import asyncio
from typing import Final

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import game_pb2
from game101.v1 import rules_service_pb2 as rules_pb
from game101.v1 import table_service_pb2 as pb

from services.table import requests, stored
from services.table.book import Book, Entry
from services.table.checks import require_seat
from services.table.parts import Parts
from services.table.store.changes import Answer, Answered, Done, Stale, StoreAway, Unconfirmed
from services.table.store.tables import Tables
from services.wire import status
from services.wire.status import Malformed

_TURNS: Final = 10


class Drafts:
    """Edits drafts."""

    def __init__(self, parts: Parts, book: Book, tables: Tables) -> None:
        self._parts = parts
        self._book = book
        self._tables = tables

    async def edit(self, request: pb.TableServiceEditDraftRequest) -> pb.TableServiceEditDraftResponse:
        """Returns the draft of a seat after one step.

        Raises:
            Malformed: The id or the step is missing.
            CallError: TABLE_DENIED; ABORTED with reason STALE_DRAFT and the present ``version``;
                HAND_NOT_PLAYED; REQUEST_ID_REUSED, STORE_UNAVAILABLE or COMMIT_UNCONFIRMED.
            AioRpcError: The rules refuse the step.
        """
        requests.require_id(request)
        if not request.HasField("step"):
            raise Malformed("step", "is required")
        try:
            return await asyncio.shield(self._edit(request))
        except StoreAway:
            raise requests.store_away() from None
        except Unconfirmed:
            raise requests.unconfirmed() from None

    async def _edit(self, request: pb.TableServiceEditDraftRequest) -> pb.TableServiceEditDraftResponse:
        field = stored.draft_field(request.seat)
        for _ in range(_TURNS):
            entry, loaded = await self._book.load(
                request.table_id, request_id=request.request_id, draft_field=field
            )
            if loaded.record and (entry is None or requests.own(entry)):
                return requests.answered(request, loaded.record, pb.TableServiceEditDraftResponse)
            entry = requests.own(entry)
            response = await self._judged(request, entry, loaded.draft)
            draft = store_pb.StoredDraft(version=response.version, draft=response.draft)
            answer = Answer(request.request_id, requests.fingerprint(request), response.SerializeToString())
            match await self._tables.commit_draft(
                request.table_id, entry.tag, field, loaded.draft, draft.SerializeToString(), answer
            ):
                case Done():
                    return response
                case Answered(record):
                    return requests.answered(request, record, pb.TableServiceEditDraftResponse)
                case Stale():
                    continue
        raise status.unavailable("TABLE_CONTENDED", "too many changes at once; try again", retry_after=0.1)

    async def _judged(
        self, request: pb.TableServiceEditDraftRequest, entry: Entry, kept: bytes
    ) -> pb.TableServiceEditDraftResponse:
        require_seat(entry.table, request.seat, request.seat_token)
        if entry.table.phase != store_pb.PHASE_PLAYING:
            raise status.failed_precondition("HAND_NOT_PLAYED", "no hand is being played")
        before = store_pb.StoredDraft.FromString(kept)
        if request.expected_version != before.version:
            message = f"the draft is at version {before.version}"
            raise status.aborted("STALE_DRAFT", message, version=before.version)
        position = game_pb2.GamePosition.FromString(entry.table.hand.position)
        answer = await self._parts.rules.EditDraft(
            rules_pb.EditDraftRequest(
                position=position, seat=request.seat, draft=before.draft, step=request.step
            )
        )
        return pb.TableServiceEditDraftResponse(
            version=before.version + 1, draft=answer.draft, check=answer.check
        )
