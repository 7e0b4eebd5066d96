"""The record of an ended hand: one JSON document with everything that happened, chained by hashes.

::

    format        1
    table_id, hand, hand_id, seats, starter
    config        the table's configuration
    match_before  the match before the hand
    deal          the dealer's record, as ``services/dealer/verify.py`` reads it
    moves         the moves in order: seat, notation, source
    chain_before  the head of the table's chain before the first event, in hex
    events        the events in order, whole: ``event`` as everybody saw it, ``private_events``,
                  ``notation``, and ``chain``, the head of the chain after it, in hex

The chain is that of the table: each head is the SHA-256 of the head before it and of the event's bytes (a
``StoredEvent`` without ``chain``, serialized in the order of its fields). It runs over all hands of a table,
so a record's first head is the last one of the hand before.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message

FORMAT: Final = 1


def written(
    table: store_pb.StoredTable,
    hand: store_pb.StoredHand,
    events: Sequence[store_pb.StoredEvent],
    chain_before: bytes,
) -> str:
    """Returns the record of a hand.

    Args:
        table: The table.
        hand: The hand, ended and revealed.
        events: The events from the hand's first to its last.
        chain_before: The head of the chain before them; empty for a table's first.
    """
    document = {
        "format": FORMAT,
        "table_id": table.table_id,
        "hand": hand.number,
        "hand_id": hand.hand_id,
        "seats": len(table.seats),
        "starter": hand.match_before.starter,
        "config": _plain(table.config),
        "match_before": _plain(hand.match_before),
        "deal": _plain(_deal_of(events)),
        "moves": [_move(told) for told in events if told.event.HasField("move_made")],
        "chain_before": chain_before.hex(),
        "events": [_entry(told) for told in events],
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def events_of(document: dict[str, Any]) -> list[store_pb.StoredEvent]:
    """Returns the events of a record as they were stored.

    Raises:
        ParseError: An entry is none.
    """
    found = []
    for entry in document["events"]:
        plain = dict(entry)
        chain = bytes.fromhex(plain.pop("chain"))
        told = ParseDict(plain, store_pb.StoredEvent())
        told.chain = chain
        found.append(told)
    return found


def _deal_of(events: Sequence[store_pb.StoredEvent]) -> Message:
    for told in reversed(events):
        if told.event.HasField("deal_revealed"):
            return told.event.deal_revealed.record
    return pb.DealRevealed().record


def _move(told: store_pb.StoredEvent) -> dict[str, Any]:
    made = told.event.move_made
    source = pb.MoveSource.Name(made.source).removeprefix("MOVE_SOURCE_")
    return {"seat": made.seat, "notation": told.notation, "source": source}


def _entry(told: store_pb.StoredEvent) -> dict[str, Any]:
    plain = store_pb.StoredEvent()
    plain.CopyFrom(told)
    plain.ClearField("chain")
    return _plain(plain) | {"chain": told.chain.hex()}


def _plain(message: Message) -> dict[str, Any]:
    return MessageToDict(message, preserving_proto_field_name=True)
