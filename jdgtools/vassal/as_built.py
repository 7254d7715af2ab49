"""What `jdg build` wrote, recorded in the module itself: what is edited later can be told from it.

The record is a copy of the build file and a list of all other entries with their sizes and sums. VASSAL looks
at neither and keeps both when its editor saves the module, so the record stays what `jdg build` wrote,
whatever becomes of the rest, and whichever version of jdgtools reads it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct

from jdgtools.errors import InputRefused
from jdgtools.untrusted.json_objects import DoubledKey, parse_unambiguous
from jdgtools.vassal.components import Component, read_xml, write_xml
from jdgtools.vassal.limits import DEFAULT, Limits
from jdgtools.vassal.metadata import MODULE_ENTRY
from jdgtools.vassal.pack import PackedContent
from jdgtools.vassal.package import BUILD_FILE, Module

COPY = "jdg/as-built.xml"
"""Entry with the build file as it was written."""
INDEX = "jdg/as-built.json"
"""Entry that names the maker and lists the other entries."""
_MAX_INDEX_BYTES = 16_000_000

Content = TypeVar("Content", bound=bytes | PackedContent)
Sums = Mapping[str, tuple[int, int]]
"""Entry name -> its size and CRC-32."""


class AsBuilt(Struct, frozen=True):
    """A module as `jdg build` wrote it."""

    made_by: str
    """Program and version."""
    root: Component
    """The tree of the build file."""
    sums: Sums
    """All entries but the build file and the record."""


class _Index(Struct, frozen=True):
    """The entry `INDEX`."""

    made_by: str
    entries: dict[str, tuple[int, int]]


def sums_of(entries: Iterable[tuple[str, bytes | PackedContent]]) -> dict[str, tuple[int, int]]:
    """Return size and CRC-32 of the entries of a module, without its build file and its record."""
    return {
        name: (content.size, content.crc)
        if isinstance(content, PackedContent)
        else (len(content), zlib.crc32(content))
        for name, content in entries
        if name not in (BUILD_FILE, MODULE_ENTRY, COPY, INDEX)
    }


def record_entries(entries: Iterable[tuple[str, Content]], made_by: str) -> dict[str, Content | bytes]:
    """Return the entries of the record of a module.

    Args:
        entries: the whole module, its build file among them.
        made_by: program and version.
    """
    contents = dict(entries)
    index = {"made_by": made_by, "entries": dict(sorted(sums_of(contents.items()).items()))}
    text = json.dumps(index, ensure_ascii=True, separators=(",", ":")) + "\n"
    return {COPY: contents[BUILD_FILE], INDEX: text.encode("ascii")}


def read_record(module: Module, limits: Limits = DEFAULT) -> AsBuilt | None:
    """Return the record in a module; None when it has none.

    Raises:
        InputRefused: it is damaged.
    """
    if COPY not in module.entries or INDEX not in module.entries:
        damage = next((module.damaged_entries[n] for n in (COPY, INDEX) if n in module.damaged_entries), "")
        if damage:
            raise InputRefused(damage)
        return None
    copy, index = module.entries[COPY], module.entries[INDEX]
    if len(index) > _MAX_INDEX_BYTES:
        raise InputRefused(f"{INDEX} has {len(index)} bytes; {_MAX_INDEX_BYTES} are read at most")
    try:
        head = msgspec.convert(parse_unambiguous(index), _Index)
    except DoubledKey as problem:
        raise InputRefused(f"{INDEX} is damaged: {problem}") from None
    except (ValueError, RecursionError):
        raise InputRefused(f"{INDEX} is damaged") from None
    # Most modules are as they were: their build file, written again, is the copy to the byte.
    same = write_xml(module.root) == copy
    return AsBuilt(head.made_by[:80], module.root if same else read_xml(copy, COPY, limits), head.entries)


__all__ = ["COPY", "INDEX", "AsBuilt", "Sums", "read_record", "record_entries", "sums_of"]
