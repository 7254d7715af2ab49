"""Reads a package file: limits first, then every member by its type, then what types cannot say.

`load` takes a path, `loads` bytes; both return a `Package` or raise `InputRefused` with the member that is
wrong. The last step is `consistency` and `references`.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from jdgtools.errors import InputRefused
from jdgtools.package.consistency import check_consistency
from jdgtools.package.limits import FORMAT, MAX_BYTES, VERSION
from jdgtools.package.model import Package
from jdgtools.package.references import check_references
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import clause, read_file
from jdgtools.untrusted.json_objects import doubled_key


class _Head(Struct):
    """What is looked at before anything else."""

    format: str
    version: int


_MAX_LOOKED_THROUGH = 16 * 1024 * 1024
"""Largest file whose objects are looked through, a map of 20,000 hexes: as Python lists up to 400 MB."""
_KINDS = {
    "object": "an object",
    "array": "a list",
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "null": "null",
    "float": "a fraction",
    "bytes": "base64",
}


@cache
def _package_decoder() -> msgspec.json.Decoder[Package]:
    # Made when a package is read: those who only write one need not wait for it.
    return msgspec.json.Decoder(Package)


def load(path: Path | str) -> Package:
    """Return the package in a file.

    Raises:
        InputRefused: there is no such file, it is damaged, too large, or of a newer version.
    """
    file = Path(path)
    try:
        content = read_file(file, within=None, limit=MAX_BYTES)
    except FileRefused as refusal:
        raise InputRefused(f"{file.as_posix()}: {clause(refusal)}") from None
    return loads(content, file.name)


def loads(content: bytes, name: str = "package") -> Package:
    """Return the package in the bytes of a file; `name` begins every refusal.

    Raises:
        InputRefused: as in `load`.
    """
    if len(content) > MAX_BYTES:
        raise InputRefused(f"{name}: larger than {MAX_BYTES // (1024 * 1024)} MiB")
    try:
        content.decode("utf-8")
        head = msgspec.json.decode(content, type=_Head)
    except UnicodeDecodeError:
        raise InputRefused(f"{name}: not a package (no UTF-8 text)") from None
    except msgspec.ValidationError as error:
        raise InputRefused(f"{name}: not a package ({_words(error)[1]})") from None
    except msgspec.DecodeError as error:
        raise InputRefused(f"{name}: damaged: {_not_json(content, error)}") from None
    except RecursionError:
        raise InputRefused(f"{name}: nested too deeply") from None
    if head.format != FORMAT:
        raise InputRefused(f"{name}: not a package (`format` is not `{FORMAT}`)")
    if head.version > VERSION:
        raise InputRefused(
            f"{name}: version {head.version} is newer than this jdgtools reads ({VERSION}); update jdgtools"
        )
    try:
        package = _package_decoder().decode(content)
    except msgspec.ValidationError as error:
        member_path, words = _words(error)
        raise InputRefused(f"{name}{member_path}: {words}") from None
    except RecursionError:
        raise InputRefused(f"{name}: nested too deeply") from None
    _refuse_doubled_members(content, name)
    check_consistency(package, name)
    check_references(package, name)
    return package


class _DoubledObject(dict[str, Any]):
    """An object of JSON that has a member twice."""

    member: str


def _object_of(pairs: list[tuple[str, Any]], doubled_objects: list[_DoubledObject]) -> dict[str, Any]:
    """Return the members of an object; one that has a member twice joins the list."""
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    doubled_object = _DoubledObject(members)
    doubled_object.member = doubled_key(pairs) or ""
    doubled_objects.append(doubled_object)
    return doubled_object


def _first_doubled(value: Any, member_path: str) -> tuple[str, str] | None:
    """Return the place and the name of a member that stands twice; None where none does."""
    if isinstance(value, _DoubledObject):
        return member_path, value.member
    if isinstance(value, dict):
        parts = [(f"{member_path}.{member}", part) for member, part in value.items()]
    elif isinstance(value, list):
        parts = [(f"{member_path}[{index}]", part) for index, part in enumerate(value)]
    else:
        return None
    return next((first for where, part in parts if (first := _first_doubled(part, where))), None)


def _refuse_doubled_members(content: bytes, name: str) -> None:
    """Refuse what msgspec takes in silence: of two members with one name it keeps the last.

    Of numbers only the length is read: nobody counts with them, and Python refuses long ones. A file
    beyond `_MAX_LOOKED_THROUGH` is taken as it is: unlike msgspec, this keeps what no type knows.

    Raises:
        InputRefused: an object has a member twice, with its place.
    """
    if len(content) > _MAX_LOOKED_THROUGH:
        return
    doubled_objects: list[_DoubledObject] = []
    try:
        whole = json.loads(
            content,
            object_pairs_hook=lambda pairs: _object_of(pairs, doubled_objects),
            parse_int=len,
            parse_float=len,
        )
        first = _first_doubled(whole, "") if doubled_objects else None
    except RecursionError:
        raise InputRefused(f"{name}: nested too deeply") from None
    if first is not None:
        raise InputRefused(f"{name}{first[0]}: `{first[1]}` stands twice; an object has every member once")


def _words(error: msgspec.ValidationError) -> tuple[str, str]:
    """Split what msgspec says into the place, e.g. `.units[0].name`, and our words."""
    message, _, member_path = str(error).partition(" - at `$")
    missing = re.fullmatch(r"Object missing required field `(\w+)`", message)
    if missing:
        return member_path.rstrip("`"), f"`{missing[1]}` is missing"
    expected = re.fullmatch(r"Expected `([^`]*)`(.*?)(?:, got .*)?", message)
    if expected:
        kinds = " or ".join(_KINDS.get(kind, kind) for kind in expected[1].split(" | "))
        return member_path.rstrip("`"), f"expected {kinds}{expected[2]}"
    return member_path.rstrip("`"), message[:1].lower() + message[1:]


def _not_json(content: bytes, error: msgspec.DecodeError) -> str:
    """Return why the bytes are no JSON, with the line of the mistake where it is known."""
    at = re.search(r"\(byte (\d+)\)", str(error))
    if at is None:
        return "it ends too early"
    line = content.count(b"\n", 0, int(at[1])) + 1
    return f"line {line}: not JSON"
