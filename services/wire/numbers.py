"""Numbers on the wire: zero means that nothing was said, so seats, tiles and the like travel plus one."""

from services.wire.status import Malformed


def seat_to_pb(seat: int) -> int:
    """Returns a seat as it travels."""
    return seat + 1


def seat_from_pb(number: int, seats: int, field: str) -> int:
    """Returns the seat, in ``[0, seats - 1]``, that a number on the wire means."""
    return one_based(number, seats, field)


def one_based(number: int, count: int, field: str) -> int:
    """Returns the index, in ``[0, count - 1]``, that a number in ``[1, count]`` on the wire means.

    Raises:
        Malformed: The number is unset or out of range.
    """
    if number == 0:
        raise Malformed(field, "is required")
    if not 1 <= number <= count:
        raise Malformed(field, f"not in [1, {count}]")
    return number - 1
