"""Requests that no client means to send: random bytes, and good messages with something changed."""

import random
from typing import Any

import grpc
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.rpc.status_pb2 import Status

from services.runtime.clients import Channel
from services.wire.status import DETAILS_KEY, CallError, error_info

TYPED = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
}
"""The codes that a bad request may end with; INTERNAL and UNKNOWN are not among them."""

TELLTALES = ("Traceback", "Error(", "/work", "site-packages", ".py", "engine.", "services.", "object at 0x")
"""What no error text may hold."""

_NUMBERS = (0, 1, 2, 3, 4, 5, 37, 53, 66, 104, 105, 106, 107, 255, 256, 1 << 31, (1 << 32) - 1)
_TEXTS = ("", "x", "okey", "card", "okey |", "\x00", "R5", "ş" * 300, "discard R5", "A" * 20_000)


def random_bytes(chance: random.Random) -> bytes:
    """Returns up to 200 random bytes."""
    return chance.randbytes(chance.randrange(200))


def damaged(good: bytes, chance: random.Random) -> bytes:
    """Returns a serialized message with some bytes flipped, cut out or repeated."""
    data = bytearray(good or b"\x08\x01")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        match chance.randrange(3):
            case 0:
                data[at] ^= 1 << chance.randrange(8)
            case 1:
                del data[at : at + chance.randint(1, 5)]
            case _:
                data[at:at] = data[at : at + chance.randint(1, 5)]
        if not data:
            data.append(0)
    return bytes(data)


def mutated(good: Message, chance: random.Random) -> bytes:
    """Returns a message with one to three fields, at any depth, set to something odd."""
    message = type(good)()
    message.CopyFrom(good)
    for _ in range(chance.randint(1, 3)):
        _mutate(message, chance)
    return message.SerializeToString()


def _mutate(message: Message, chance: random.Random) -> None:
    fields = list(message.DESCRIPTOR.fields)
    if not fields:
        return
    field = chance.choice(fields)
    if field.message_type is not None and not field.message_type.GetOptions().map_entry:
        children = _children(message, field)
        if children and chance.random() < 0.85:
            _mutate(chance.choice(children), chance)
            return
    if chance.random() < 0.2:
        message.ClearField(field.name)
        return
    _set_oddly(message, field, chance)


def _children(message: Message, field: FieldDescriptor) -> list[Any]:
    value = getattr(message, field.name)
    return list(value) if field.is_repeated else [value]


def _set_oddly(message: Message, field: FieldDescriptor, chance: random.Random) -> None:
    value = getattr(message, field.name)
    if field.message_type is not None:
        if field.is_repeated and not field.message_type.GetOptions().map_entry:
            if value and chance.random() < 0.5:
                value.add().CopyFrom(chance.choice(value))
            else:
                value.add()
        return
    odd = _odd(field, chance)
    if not field.is_repeated:
        setattr(message, field.name, odd)
    elif value and chance.random() < 0.6:
        value[chance.randrange(len(value))] = odd
    else:
        value.extend([odd] * chance.choice((1, 1, 3, 300)))


def _odd(field: FieldDescriptor, chance: random.Random) -> Any:
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING if field.type == FieldDescriptor.TYPE_BYTES:
            return chance.randbytes(chance.choice((0, 1, 21, 106, 500)))
        case FieldDescriptor.CPPTYPE_STRING:
            return chance.choice(_TEXTS)
        case FieldDescriptor.CPPTYPE_BOOL:
            return chance.random() < 0.5
        case FieldDescriptor.CPPTYPE_DOUBLE | FieldDescriptor.CPPTYPE_FLOAT:
            return chance.choice((0.0, -1.0, float("nan"), float("inf")))
        case FieldDescriptor.CPPTYPE_UINT32 | FieldDescriptor.CPPTYPE_UINT64:
            return chance.choice(_NUMBERS)
        case _:
            return chance.choice((*(each for each in _NUMBERS if each < 1 << 31), -1, -(1 << 31)))


def nested(chance: random.Random) -> bytes:
    """Returns a message in a message, and so on: up to 3,000 deep, in a known field or an unknown one."""
    field, data = chance.choice((1, 2, 3, 2000)), b""
    tag = _number(field << 3 | 2)
    for _ in range(chance.choice((10, 99, 101, 3_000))):
        data = tag + _number(len(data)) + data
    return data if chance.random() < 0.5 else bytes((field % 15 << 3 | 3,)) * chance.randint(1, 3_000)


def bad_text(good: Message, chance: random.Random) -> bytes:
    """Returns a message with a field that holds bytes which are no UTF-8."""
    text = chance.choice((b"\xc3\x28", b"\xff", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"ok\x00\xc0\xaf"))
    field = chance.choice([each.number for each in good.DESCRIPTOR.fields] or [1])
    return good.SerializeToString() + _number(field << 3 | 2) + _number(len(text)) + text


def _number(value: int) -> bytes:
    """Returns a number as protobuf writes it."""
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    return bytes((*data, value))


async def probe(channel: Channel, path: str, data: bytes, *, streams: bool = False) -> grpc.StatusCode:
    """Sends bytes as a request, and returns how the call ended; a failure must be typed and tell nothing.

    A stream is left after its first answer.
    """
    shape = channel.unary_stream if streams else channel.unary_unary
    call = shape(path, request_serializer=bytes, response_deserializer=bytes)(data, timeout=60)
    if streams and await _answered(call):
        call.cancel()
        return grpc.StatusCode.OK
    code = await call.code()
    if code is grpc.StatusCode.OK:
        return code
    failed = CallError(status_of_trailers(await call.trailing_metadata()))
    info = error_info(failed)
    assert code in TYPED, (path, data.hex(), code, await call.details())
    assert info is not None, (path, data.hex(), code)
    told = f"{await call.details()} {info}"
    assert not any(telltale in told for telltale in TELLTALES), (path, data.hex(), told)
    return code


async def _answered(call: Any) -> bool:
    try:
        return await call.read() is not grpc.aio.EOF
    except grpc.aio.AioRpcError:
        return False


def status_of_trailers(trailers: grpc.aio.Metadata | None) -> Status:
    """Returns the status that a call's trailers carry; an empty one when there is none."""
    for key, value in trailers or ():
        if key == DETAILS_KEY:
            return Status.FromString(value)
    return Status()
