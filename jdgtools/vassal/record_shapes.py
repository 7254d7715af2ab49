"""The shapes of the records of an import: `module-places.json`, `module-fields.json`, the index of `module/`.

A project's files are edited by hand, these as well: whatever is not as `jdg import` writes it is refused,
with its place in the file, what stands there and what is expected.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from jdgtools.errors import InputRefused
from jdgtools.untrusted.json_objects import doubled_key
from jdgtools.vassal.limits import check_name

_MOST = 10**7
Pixel = Annotated[int, Meta(ge=-_MOST, le=_MOST)]
"""Place on a map window, in pixels."""
Spot = Annotated[int, Meta(ge=0, le=_MOST)]
"""Place in a text, in characters."""
Places = dict[str, tuple[Pixel, Pixel]]
"""Hex -> pixel of its centre."""


class BadRecord(ValueError):
    """A record is not as an import writes it; the text is the end of a sentence."""


class _Board(Struct):
    image: str
    at: tuple[Annotated[float, Meta(ge=-_MOST, le=_MOST)], Annotated[float, Meta(ge=-_MOST, le=_MOST)]]


class _PlacedPiece(Struct):
    id: str
    hex: str
    facing: str | None = None
    facings: list[str] = []


class _Setup(Struct):
    file: str
    pieces: dict[str, _PlacedPiece]
    hexes: Places = {}


class _PlacesFile(Struct):
    hexes: Places
    setups: dict[str, _Setup]
    map: str = ""
    boards: list[_Board] = []


class IndexEntry(Struct, frozen=True):
    """A file of the copy of the module."""

    entry: str
    """Its name in the module."""
    file: str
    """Its path in the folder of the copy."""


class ModuleIndex(Struct, frozen=True):
    """What is in the copy of the module."""

    build: str
    """Entry with the build file."""
    metadata: str
    """Entry with the metadata."""
    entries: list[IndexEntry]


class _FieldsFile(Struct):
    fields: list[tuple[list[str], dict[str, Any]]]


class _Picture(Struct):
    sha256: str
    entry: str


class _Rating(Struct):
    property: str
    text: str
    span: tuple[Spot, Spot]


class _Level(Struct):
    layer: str
    names: list[str]


class _Piece(Struct):
    name: str
    image: str
    is_asked: bool = msgspec.field(name="asked", default=False)
    palette: bool = False
    read: bool = False
    front: str = ""
    back: str = ""
    turns: bool | list[str] = False
    values: tuple[Spot, Spot] = (0, 0)
    spans: dict[str, tuple[Spot, Spot]] = msgspec.field(name="named", default_factory=dict)
    ratings: dict[str, _Rating] = {}
    levels: dict[str, _Level] = {}


class _SetupFile(Struct):
    file: str
    menu: bool = True


class _Seat(Struct):
    name: str


class _TurnList(Struct):
    entries: list[str]


class _Counter(Struct):
    start: int
    offset: int = 0


class _Tile(Struct):
    terrain: str


class _Stack(Struct):
    pieces: list[str]


class _Grid(Struct):
    parity: Literal["odd", "even"] = msgspec.field(name="shifted")


_RECORDS: Mapping[tuple[str, ...], type[Struct]] = {
    ("picture",): _Picture,
    ("piece",): _Piece,
    ("setup",): _SetupFile,
    ("roster",): _Seat,
    ("tile",): _Tile,
    ("stack",): _Stack,
    ("tracker", "0"): _TurnList,
    ("tracker", "counter"): _Counter,
    ("map", "grid"): _Grid,
}
"""Kind of a subject, or a whole one -> what is written down of it; of others whatever the battle said."""
_LENGTHS = {"battle": 1, "turn": 3, "placement": 3, "marker-on-map": 3, "stack": 3}
"""Kind of a subject -> its words; all others have two."""
_KINDS = {
    *_LENGTHS, "side", "command", "unit", "leader", "map", "region", "scenario", "reinforcements", "picture",
    "piece", "setup", "roster", "tracker", "tile",
}  # fmt: skip


def read_record(content: bytes) -> Any:
    """Return the value of a record in JSON.

    Raises:
        BadRecord: it is none.
    """
    try:
        return json.loads(content, parse_constant=_refuse_constant, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise BadRecord(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except BadRecord:
        raise
    except (ValueError, RecursionError):
        raise BadRecord("it is no JSON that jdgtools writes") from None


def read_index(content: bytes) -> ModuleIndex:
    """Return what the index of the copy of a module says.

    Raises:
        BadRecord: it is not as an import writes it.
    """
    index: ModuleIndex = _convert(read_record(content), ModuleIndex, "")
    try:
        for entry in index.entries:
            check_name(entry.entry)
            check_name(entry.file)
    except InputRefused as refusal:
        raise BadRecord(str(refusal)) from None
    if all(entry.entry != index.build for entry in index.entries):
        raise BadRecord("it names no build file")
    return index


def check_places(record: Any) -> None:
    """Refuse a record of places that is not as an import writes it.

    Raises:
        BadRecord: it is not.
    """
    _convert(record, _PlacesFile, "")


def check_fields(record: Any) -> None:
    """Refuse a record of fields that is not as an import writes it.

    Raises:
        BadRecord: it is not.
    """
    _convert(record, _FieldsFile, "")
    subjects = set()
    for n, (words, values) in enumerate(record["fields"]):
        subject, where = tuple(words), f"fields[{n}]"
        if not subject or subject[0] not in _KINDS or len(subject) != _LENGTHS.get(subject[0], 2):
            raise BadRecord(f"{where}: {json.dumps(words)[:60]} is no subject")
        subjects.add(subject)
        kind = _RECORDS.get(subject) or _RECORDS.get(subject[:1])
        if kind is not None:
            _convert(values, kind, where)
    if ("battle",) not in subjects:
        raise BadRecord("it says nothing of the battle")
    orphans = sorted(s for s in subjects if s[0] == "setup" and ("scenario", s[1]) not in subjects)
    if orphans:
        raise BadRecord(f"it says nothing of scenario {orphans[0][1][:60]!r}, which has a setup")


def _convert(value: Any, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        # `Expected `int`, got `str` - at `$.hexes[...][0]``
        what, _, place = str(error).partition(" - at `$")
        what = what[:1].lower() + what[1:]
        place = (where + place.removesuffix("`")).lstrip(".")
        raise BadRecord(f"{place}: {what}" if place else what) from None


def _refuse_constant(word: str) -> Any:
    raise BadRecord(f"{word} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; of a key that stands twice the last value would count in silence."""
    if (key := doubled_key(pairs)) is not None:
        raise BadRecord(f"`{key[:80]}` stands twice in one object")
    return dict(pairs)
