"""Writes REFERENCE.md from the comments of the ``.proto`` files: ``python protos/reference.py``."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import grpc_tools
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)
from grpc_tools import protoc

HERE: Final = Path(__file__).parent
PAGE: Final = HERE / "REFERENCE.md"
PACKAGE: Final = "game101.v1"
FIRST: Final = ("table_service", "rules_service", "okey_rules_service", "scoring_service", "bot_service")
"""The files that a reader wants first; the others follow by name."""

_INTRODUCTION: Final = """# Reference

Every service, message and enum of `game101.v1`, made by `make protos` from the comments of the contract.
[GUIDE.md](GUIDE.md) goes by task.
"""
_KINDS: Final = FieldDescriptorProto.Type
_MESSAGE, _ENUM, _FIELD, _VALUE, _SERVICE, _METHOD = 4, 5, 2, 2, 6, 2
"""Numbers of fields in ``descriptor.proto``, of which the paths of comments are made."""

Path_ = tuple[int, ...]
Comments = dict[Path_, str]


def page() -> str:
    """Returns the whole page."""
    files = sorted(_descriptors(), key=lambda file: _place(Path(file.name).stem))
    parts = [_INTRODUCTION]
    for file in files:
        parts += _file(file)
    return "\n".join(parts).rstrip() + "\n"


def _descriptors() -> list[FileDescriptorProto]:
    sources = sorted(str(path) for path in (HERE / "game101" / "v1").glob("*.proto"))
    with TemporaryDirectory() as folder:
        made = Path(folder) / "set"
        known = Path(grpc_tools.__file__).parent / "_proto"
        options = [f"-I{HERE}", f"-I{known}", "--include_source_info", f"--descriptor_set_out={made}"]
        if protoc.main(["protoc", *options, *sources]) != 0:
            raise SystemExit("protoc refused the contract")
        return list(FileDescriptorSet.FromString(made.read_bytes()).file)


def _place(stem: str) -> tuple[int, str]:
    return (FIRST.index(stem) if stem in FIRST else len(FIRST)), stem


def _file(file: FileDescriptorProto) -> Iterator[str]:
    comments = {tuple(each.path): each.leading_comments for each in file.source_code_info.location}
    yield f"## {Path(file.name).name}\n"
    for number, service in enumerate(file.service):
        yield from _service(service, (_SERVICE, number), comments)
    for number, message in enumerate(file.message_type):
        yield from _message(message, (_MESSAGE, number), comments)
    for number, enum in enumerate(file.enum_type):
        yield from _enum(enum, (_ENUM, number), comments)


def _service(service: ServiceDescriptorProto, path: Path_, comments: Comments) -> Iterator[str]:
    yield f"### {service.name}\n\n{_paragraphs(comments.get(path, ''))}\n"
    for number, method in enumerate(service.method):
        answer = ("stream " if method.server_streaming else "") + _linked(method.output_type)
        yield f"- **{method.name}** ({_linked(method.input_type)}) returns {answer}."
        yield f"  {_line(comments.get((*path, _METHOD, number), ''))}"
    yield ""


def _message(message: DescriptorProto, path: Path_, comments: Comments) -> Iterator[str]:
    yield f"### {message.name}\n\n{_paragraphs(comments.get(path, ''))}\n"
    rows = [
        (f"`{field.name}`", _type(field, message), _line(comments.get((*path, _FIELD, number), "")))
        for number, field in enumerate(message.field)
    ]
    yield from _table(("field", "type", ""), rows)


def _enum(enum: EnumDescriptorProto, path: Path_, comments: Comments) -> Iterator[str]:
    yield f"### {enum.name}\n\n{_paragraphs(comments.get(path, ''))}\n"
    rows = [
        (f"`{value.name}`", str(value.number), _line(comments.get((*path, _VALUE, number), "")))
        for number, value in enumerate(enum.value)
    ]
    yield from _table(("value", "number", ""), rows)


def _type(field: FieldDescriptorProto, message: DescriptorProto) -> str:
    for nested in message.nested_type:
        if nested.options.map_entry and field.type_name.endswith(f".{nested.name}"):
            key, value = nested.field
            return f"map of {_type(key, message)} to {_type(value, message)}"
    name = _linked(field.type_name) if field.type_name else _KINDS.Name(field.type)[5:].lower()
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"repeated {name}"
    if field.proto3_optional:
        return f"optional {name}"
    in_choice = field.HasField("oneof_index")
    return f"{name}, one of `{message.oneof_decl[field.oneof_index].name}`" if in_choice else name


def _linked(type_name: str) -> str:
    name = type_name.removeprefix(f".{PACKAGE}.")
    return f"`{name.lstrip('.')}`" if name.startswith(".") else f"[{name}](#{name.lower()})"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if rows:
        yield "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows)) + "\n"


def _line(comment: str) -> str:
    return " ".join(comment.split()).replace("|", "\\|")


def _paragraphs(comment: str) -> str:
    return "\n\n".join(_line(part) for part in comment.split("\n\n")) if comment else ""


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(__doc__)
    PAGE.write_text(page(), "utf-8")
