"""Pages that stand in place of the table for a while: help, score sheet, standing, proof, log."""

from collections.abc import Callable, Sequence
from typing import Final

from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import table_service_pb2 as pb
from rich.text import Text

from services.cluster.play.words import known, say, tell

_ALWAYS: Final = (
    ("h", "hint: what a good player would do; x does it"),
    ("auto", "let a bot play for you, or take your seat back"),
    ("e", "every event so far"),
    ("q", "leave"),
)
_COLUMN: Final = 14
_REASON: Final = 24
_CELL: Final = 8
_MARKS: Final = {dealer_pb.CHECK_RESULT_PASSED: "✓", dealer_pb.CHECK_RESULT_FAILED: "✗"}
_DIGITS: Final = 32


def frame(
    head: Text, table: Sequence[Text], log: Sequence[Text], below: Sequence[Text], width: int, height: int
) -> list[Text]:
    """Returns at most a height of lines: the log gives way to the rest, then the end of the table does."""
    rule = Text("─" * width, "dim")
    room = height - len(below) - 3
    laid = [*table[: max(0, room - 1)], Text("…", "dim")] if len(table) > room else list(table)
    told = log[-(room - len(laid)) :] if room > len(laid) else []
    return [head, *laid, rule, *told, rule, *below][:height]


def help_page(commands: Sequence[tuple[str, str]]) -> list[Text]:
    """Returns what can be typed, and how a tile or a card is read."""
    lines = [Text(say("What you can type"), "bold"), Text()]
    lines += [
        Text.assemble((f"{key:<{_COLUMN}}", "bold"), say(meaning)) for key, meaning in (*commands, *_ALWAYS)
    ]
    return lines


def score_page(title: str, ended: pb.HandEnded, name: Callable[[int], str]) -> list[Text]:
    """Returns how the points of a hand come about: a column a seat, each adding up to its points."""
    score = ended.score
    how = [say(flag) for flag in score.flags]
    if score.winner:
        how.insert(0, say("{name} finishes", name=name(score.winner)))
    if score.multiplier > 1:
        how.append(say("points x {factor}", factor=score.multiplier))
    lines = [Text(f"{title}: {', '.join(how)}", "bold"), Text()]
    if score.void:
        return lines
    lines.append(_row("", [name(seat.seat) for seat in score.seats], "dim"))
    codes = list(dict.fromkeys(line.code for seat in score.seats for line in seat.lines))
    for code in codes:
        cells = [sum(line.points for line in seat.lines if line.code == code) for seat in score.seats]
        there = [any(line.code == code for line in seat.lines) for seat in score.seats]
        lines.append(
            _row(
                say(code),
                [f"{cell:+d}" if is_there else "" for cell, is_there in zip(cells, there, strict=True)],
            )
        )
    lines.append(_row(title, [str(seat.points) for seat in score.seats], "bold"))
    lines.append(_row(say("match"), [str(total) for total in ended.match.totals]))
    return lines


def standing_page(ended: pb.MatchEnded, name: Callable[[int], str]) -> list[Text]:
    """Returns the places, best first."""
    lines = [Text(say("Standing"), "bold"), Text()]
    for side in ended.standing.sides:
        names = " + ".join(map(name, side.seats))
        loses = f"  {say('loses')}" if set(side.seats) & set(ended.standing.losers) else ""
        lines.append(
            Text(f"{side.place:>3}. {names:<24}{side.total:>6}{loses}", "bold" if side.place == 1 else "")
        )
    return lines


def proof_page(
    record: dealer_pb.DealRecord, answer: dealer_pb.VerifyResponse, own: Sequence[tuple[bool, str]]
) -> list[Text]:
    """Returns what the record of a deal proves.

    Args:
        record: The record.
        answer: What the dealer finds in it.
        own: What was checked besides, and whether it holds.
    """
    lines = [Text(say("The deal"), "bold"), Text()]
    lines.append(Text(f"{say('commitment')}  {record.commitment.hex()[:_DIGITS]}…", "dim"))
    lines.append(Text(f"{say('seed')}  {record.seed.hex()[:_DIGITS]}…", "dim"))
    lines += [Text(f"{'✓' if holds else '✗'} {told}") for holds, told in own]
    for check in answer.checks:
        name = dealer_pb.CheckKind.Name(check.kind)
        lines.append(Text(f"{_MARKS.get(check.result, '-')} {say(name)}"))
    proven = answer.result == dealer_pb.CHECK_RESULT_PASSED and all(holds for holds, _ in own)
    lines += [Text(), Text(say("The deal is proven." if proven else "The deal is NOT proven."), "bold")]
    return lines


def refusal(reason: str, rule: str, message: str) -> Text:
    """Returns why something was refused."""
    if not known(reason):
        return Text(message, "bold red")
    number = f" ({say('rule')} {rule})" if rule else ""
    return Text(say(reason) + number, "bold red")


def hint(number: int, move: Text, reasons: Sequence[str]) -> Text:
    """Returns a suggestion and why."""
    why = ", ".join(say(each) for each in reasons)
    return tell("{number}. {move}", number=str(number), move=move).append(f"  {why}", "dim")


def _row(head: str, cells: Sequence[str], style: str = "") -> Text:
    return Text(f"{head[:_REASON]:<{_REASON}}" + "".join(f"{cell:>{_CELL}}" for cell in cells), style)
