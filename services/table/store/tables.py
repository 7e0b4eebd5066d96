"""The store of tables: a Redis-family server, one script a change.

A change names the *tag* of the state it was decided on. Each commit makes a new tag, so two states of one
version (a primary that was cut off, and its heir) are never taken for one another. No lock is needed.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from secrets import token_bytes
from typing import Any, Final

from services.table.store import keys
from services.table.store.changes import (
    Answer,
    Answered,
    Commit,
    Done,
    Early,
    Loaded,
    Outcome,
    Stale,
    StoreAway,
    Unconfirmed,
)
from services.table.store.clock import StoreClock
from services.table.store.link import Script
from services.table.store.pipe import Lost, NotSent, Refused, Word
from services.table.store.servers import Servers

_COMMIT: Final = Script("commit")
_DRAFT: Final = Script("draft")
_LOAD: Final = Script("load")
_EVENTS: Final = Script("events")
_SWEEP: Final = Script("sweep")
_CENSUS: Final = Script("census")
_CLAIM: Final = Script("claim")

_UNCHANGED: Final = frozenset(
    {"CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "NOREPLICAS", "OOM", "MISCONF", "BUSY"}
)
"""Errors with which a server refuses a script before it writes anything."""

_SWEEP_LIMIT: Final = 64
"""Entries that one sweep takes of one bucket; the next sweep finds the others."""


class Tables:
    """Reads and writes tables. Every method may raise ``StoreAway``; those that write, ``Unconfirmed``."""

    def __init__(self, servers: Servers, answers_kept_ms: int) -> None:
        """Begins to work on a store; the first answer to a request is kept for ``answers_kept_ms``."""
        self._servers = servers
        self._answers_kept_ms = answers_kept_ms
        self.clock = StoreClock()

    @property
    def _fenced(self) -> bool:
        """Tells whether nothing is told that replicas do not have yet."""
        return self._servers.replicas > 0

    async def load(self, table_id: str, *, request_id: str = "", draft_field: str = "") -> Loaded:
        """Returns what the store has of a table now."""
        number = keys.bucket(table_id)
        names = [keys.table(table_id), keys.answer(table_id, request_id), keys.fence(number)]
        asked: list[Word] = [draft_field, int(bool(request_id)), int(self._fenced)]
        _, tag, state, draft, record = await self._read(_LOAD, names, asked, durable=True)
        return Loaded(tag or b"", state or b"", draft or b"", record or b"")

    async def commit(self, change: Commit) -> Outcome:
        """Writes a change, if the table is still in the state that it was decided on."""
        answer = change.answer
        new_tag = change.version.to_bytes(8) + token_bytes(8)
        names = [
            keys.table(change.table_id),
            keys.events(change.table_id),
            keys.hands(change.table_id),
            keys.due(keys.bucket(change.table_id)),
            keys.answer(change.table_id, answer.request_id if answer else ""),
            keys.census(keys.bucket(change.table_id)),
        ]
        channel = keys.feed(keys.bucket(change.table_id))
        arguments = _arguments(change, new_tag, self._answers_kept_ms, "" if self._fenced else channel)
        outcome = _outcome(await self._write(_COMMIT, names, arguments, durable=True), new_tag)
        if self._fenced and isinstance(outcome, Done):
            # Nobody hears of an event that could still be lost.
            for event in change.events:
                await self._tell(channel, change.table_id.encode() + event)
        return outcome

    async def commit_draft(
        self, table_id: str, expected: bytes, draft_field: str, before: bytes, after: bytes, answer: Answer
    ) -> Outcome:
        """Writes a draft, if neither the table nor the draft has changed."""
        names = [keys.table(table_id), keys.answer(table_id, answer.request_id)]
        record = answer.fingerprint + answer.body
        arguments: list[Word] = [expected, draft_field, before, after, record, self._answers_kept_ms]
        return _outcome(await self._write(_DRAFT, names, arguments, durable=False), expected)

    async def events(self, table_id: str, first: int, count: int) -> list[bytes]:
        """Returns up to ``count`` events of a table from number ``first`` on, at least 1."""
        names = [keys.events(table_id), keys.fence(keys.bucket(table_id))]
        asked: list[Word] = [first - 1, first + count - 2, int(self._fenced)]
        _, found = await self._read(_EVENTS, names, asked, durable=True)
        return found  # type: ignore[no-any-return]

    async def last_sequence(self, table_id: str) -> int:
        """Returns how many events a table has."""
        key = keys.events(table_id)
        return int(await self._ask(key, "LLEN", key))

    async def hand(self, table_id: str, number: int) -> bytes:
        """Returns an ended hand; empty when it is not there."""
        key = keys.hands(table_id)
        return await self._ask(key, "HGET", key, number) or b""

    async def due(self, within_ms: int) -> list[tuple[str, int]]:
        """Returns tables that owe something within the next ``within_ms``, and when."""
        found = await self._read_all(_SWEEP, keys.due, [within_ms, _SWEEP_LIMIT])
        return [(name.decode(), int(float(score))) for name, score in found]

    async def census(self) -> Counter[str]:
        """Returns how many tables are counted under each name."""
        counts: Counter[str] = Counter()
        for name, count in await self._read_all(_CENSUS, keys.census, []):
            counts[name.decode()] += count
        return counts

    async def claim(self, table_id: str, lease_ms: int) -> bool:
        """Takes over what a table owes, if it is due and nobody else has; others look away for a while."""
        names = [keys.due(keys.bucket(table_id))]
        _, taken = await self._read(_CLAIM, names, [table_id, lease_ms])
        return bool(taken)

    async def hold(self, table_id: str, until_ms: int) -> None:
        """Tells the others that this replica is still at work on what a table owes."""
        key = keys.due(keys.bucket(table_id))
        await self._ask(key, "ZADD", key, "XX", until_ms, table_id)

    async def _read_all(
        self, script: Script, key: Callable[[int], str], arguments: list[Word]
    ) -> list[tuple[bytes, Any]]:
        """Returns the pairs that a script finds in all buckets."""
        names = [key(number) for number in range(keys.BUCKETS)]
        groups = [[name] for name in names] if self._servers.clustered else [names]
        answers = await asyncio.gather(*(self._read(script, group, arguments) for group in groups))
        return [pair for _, *entries in answers for pair in zip(entries[::2], entries[1::2], strict=True)]

    async def _ask(self, key: str, *words: Word) -> Any:
        try:
            return await self._servers.ask(key, *words)
        except (NotSent, Lost, Refused) as error:
            raise StoreAway from error

    async def _tell(self, channel: str, message: bytes) -> None:
        try:
            await self._servers.ask(channel, "SPUBLISH", channel, message)
        except (NotSent, Lost, Refused):
            # Watchers look into the store now and then.
            return

    async def _read(
        self, script: Script, names: list[str], arguments: list[Word], *, durable: bool = False
    ) -> list[Any]:
        sent = time.monotonic()
        try:
            answer, confirmed = await self._servers.run(script, names, arguments, durable=durable)
        except (NotSent, Lost, Refused) as error:
            raise StoreAway from error
        if not confirmed:
            raise StoreAway
        self.clock.observe(answer[0], sent, time.monotonic())
        return answer  # type: ignore[no-any-return]

    async def _write(
        self, script: Script, names: list[str], arguments: list[Word], durable: bool
    ) -> list[Any]:
        sent = time.monotonic()
        try:
            answer, confirmed = await self._servers.run(script, names, arguments, durable=durable)
        except NotSent as error:
            raise StoreAway from error
        except Refused as error:
            raise (StoreAway if error.code in _UNCHANGED else Unconfirmed) from error
        except Lost as error:
            raise Unconfirmed from error
        self.clock.observe(answer[1], sent, time.monotonic())
        if not confirmed:
            raise Unconfirmed
        return answer  # type: ignore[no-any-return]


def _arguments(change: Commit, new_tag: bytes, answers_kept_ms: int, channel: str) -> list[Word]:
    """Returns the arguments of the script ``commit``, as it numbers them."""
    return [
        change.expected,
        new_tag,
        change.state,
        change.table_id,
        _or_empty(change.due_ms),
        change.not_before_ms,
        change.answer.fingerprint + change.answer.body if change.answer else b"",
        answers_kept_ms,
        channel,
        *(change.hand or (b"", b"")),
        _or_empty(change.forget_after_ms),
        change.left,
        change.entered,
        len(change.drop_drafts),
        *change.drop_drafts,
        *change.events,
    ]


def _outcome(answer: list[Any], tag: bytes) -> Outcome:
    match answer:
        case [b"done", _]:
            return Done(tag)
        case [b"answered", _, record]:
            return Answered(record)
        case [b"stale", _, found_tag, state]:
            return Stale(Loaded(found_tag or b"", state or b""))
        case _:
            return Early()


def _or_empty(number: int | None) -> Word:
    return b"" if number is None else number
