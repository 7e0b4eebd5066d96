"""Good requests of every method, for tests that damage them."""

import random
from collections.abc import Iterator
from typing import Any

from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import game_pb2
from game101.v1 import table_service_pb2 as pb
from google.protobuf.message import Message

from engine.game import GAMES
from services.wire import game as wire
from tests.services.hands import finished, played

NAMES = {"table_id": "t", "hand_id": "1"}


def goods(request: type[Message], chance: random.Random) -> Iterator[Message]:
    """Yields good requests of a class: its fields filled from a random position of a random game."""
    while True:
        name = chance.choice(sorted(GAMES))
        yield _filled(request(), name, chance)


def _filled(message: Message, name: str, chance: random.Random) -> Message:
    book, game = wire.RULEBOOKS[name], GAMES[name]
    ending = chance.random() < 0.3
    state = finished(name, chance.randrange(50)) if ending else played(name, chance.randrange(50), 9)
    seat = game.header(state).seat
    rules = game_pb2.GameRules()
    getattr(rules, name).SetInParent()
    moves = game.legal_moves(state)
    parts: dict[str, Any] = {
        "position": wire.position_to_pb(book, state),
        "view": wire.view_to_pb(book, game.view(state, seat)),
        "rules": rules,
        "move": wire.move_to_pb(book, chance.choice(moves)) if moves else None,
        "match": game_pb2.MatchState(totals=[0] * game.header(state).seats, starter=1),
        "seat": seat + 1,
        "level": 1,
    }
    for field in message.DESCRIPTOR.fields:
        part = parts.get(field.name)
        if field.message_type is not None and isinstance(part, Message):
            wanted = getattr(message, field.name)
            source = part if wanted.DESCRIPTOR == part.DESCRIPTOR else getattr(part, name)
            if wanted.DESCRIPTOR == source.DESCRIPTOR:
                wanted.CopyFrom(source)
        elif isinstance(part, int):
            setattr(message, field.name, part)
    return message


async def dealer_requests(stub: Any) -> dict[str, Message]:
    """Returns a request of each method of the dealer, with tokens of one deal, by the method's name."""
    commit = dealer_pb.CommitRequest(**NAMES, size=106, first_below=104, seats=4)
    committed = await stub.Commit(commit)
    contributions = [dealer_pb.Contribution(seat=1, value=b"luck")]
    deal = dealer_pb.DealRequest(token=committed.token, contributions=contributions, **NAMES)
    dealt = await stub.Deal(deal)
    reveal = dealer_pb.RevealRequest(token=dealt.token, **NAMES)
    revealed = await stub.Reveal(reveal)
    return {
        "Commit": commit,
        "Deal": deal,
        "OpenPositions": dealer_pb.OpenPositionsRequest(token=dealt.token, positions=[1, 2, 3], **NAMES),
        "Reveal": reveal,
        "Verify": dealer_pb.VerifyRequest(record=revealed.record),
    }


def table_requests(table_id: str, owner_token: str, seat_token: str, request_id: str) -> dict[str, Message]:
    """Returns a request of each method that names a table, with rights that fit, by the method's name."""
    table, owner = {"table_id": table_id}, {"owner_token": owner_token}
    seated = {**table, "seat": 1, "seat_token": seat_token}
    again = {"request_id": request_id}
    return {
        "GetTable": pb.GetTableRequest(**table),
        "TakeSeat": pb.TakeSeatRequest(**again, **table),
        "LeaveSeat": pb.LeaveSeatRequest(**again, **table, seat=1, token=seat_token),
        "AddBots": pb.AddBotsRequest(**again, **table, **owner, level="BOT_LEVEL_LOW"),
        "PressStart": pb.PressStartRequest(**again, **seated),
        "SubmitMove": pb.SubmitMoveRequest(**again, **seated, expected_ply=0, move=game_pb2.GameMove()),
        "EditDraft": pb.TableServiceEditDraftRequest(**again, **seated, step=game_pb2.GameDraftStep()),
        "SetAutopilot": pb.SetAutopilotRequest(**again, **seated, autopilot=True),
        "GetView": pb.TableServiceGetViewRequest(**seated),
        "WatchEvents": pb.WatchEventsRequest(**table),
        "EnterScores": pb.EnterScoresRequest(**again, **table, **owner, points=[0, 0, 0]),
        "ConfirmScores": pb.ConfirmScoresRequest(**again, **table, **owner, hand=1),
        "CloseTable": pb.CloseTableRequest(**again, **table, **owner),
        "GetProofs": pb.GetProofsRequest(**seated),
        "GetHandRecord": pb.GetHandRecordRequest(**table, hand=1),
        "ListMatches": pb.ListMatchesRequest(**table),
    }
