"""Reads a GeoJSON file: text -> features with the line where each begins. Knows no hexes.

`sources` calls `read_features` for the files of `geometry:`; `shapes` then puts the geometry of the
features on the sheet. What is not GeoJSON becomes a diagnostic with the line in that file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.source.lines import LineIndex
from jdgtools.source.problem import CONTROL, control_character, problem
from jdgtools.source.span import Span, whole_file
from jdgtools.untrusted.json_objects import DoubledKey, parse_unambiguous

MAX_FEATURES = 200_000
"""Most features of one file."""
_ESCAPED_CONTROL = re.compile(
    r"(?<!\\)\\u(?:00(?:0[0-8bcefBCEF]|1[0-9a-fA-F]|7[fF]|8[0-46-9a-fA-F]|9[0-9a-fA-F])|[fF]{3}[eEfF])"
)
_SPACE = " \t\r\n"
_WHOLE = "one whole FeatureCollection"
_OTHER = {
    "Topology": "this is TopoJSON; export it as GeoJSON",
    "GeometryCollection": "wrap the geometry in a FeatureCollection",
}


_SYNTAX = {
    "Expecting ','": "a comma or a closing bracket is missing",
    "Expecting ':'": "a colon is missing after a key",
    "Expecting value": "a value is missing",
    "Expecting property name": "a key in double quotes is missing",
    "Unterminated string": "a text is never closed",
    "Invalid control character": "a text goes on over the end of its line",
    "Invalid \\": "an unknown escape after `\\`",
}
"""How a message of the library begins -> how we say it."""


_ESCAPE = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u(....)|\\([bf])|\\.|([\x7f\ufffe\uffff])")
"""Pairs that make one character, single characters by number, the two that have a letter, and raw ones."""


class FeatureSpans:
    """Where the features of a text begin; looked for only when there is something to say of one.

    Args:
        text: GeoJSON that can be read.
        file: path to show to the user.
    """

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file

    def span(self, number: int) -> Span:
        """Return where a feature begins, by its number from 1."""
        start = self._starts[number - 1] if self._starts else 0
        return self._index.span(start, start + 1)

    @cached_property
    def _starts(self) -> list[int]:
        return _parse(self.text)[1]

    @cached_property
    def _index(self) -> LineIndex:
        return LineIndex(self.text, self.file)


class Spans(Protocol):
    """What knows where features stand."""

    def span(self, number: int) -> Span:
        """Return where a feature begins, by its number from 1."""
        ...


class Feature(Struct, frozen=True):
    """One feature of a file."""

    number: int
    """1-based place in the file."""
    spans: Spans
    properties: Mapping[str, Any]
    geometry_source: Mapping[str, Any] | msgspec.Raw
    """The geometry object, or its text: as objects a hundred thousand of them are ten times as large."""

    @property
    def geometry(self) -> Mapping[str, Any]:
        """GeoJSON geometry object, not yet judged; empty = the feature has none."""
        if isinstance(self.geometry_source, msgspec.Raw):
            return msgspec.json.decode(self.geometry_source) or {}
        return self.geometry_source

    @property
    def span(self) -> Span:
        """Where it begins."""
        return self.spans.span(self.number)

    def text(self, name: str) -> str:
        """Return a property as text; empty when absent."""
        return as_text(self.properties.get(name))

    def number_of(self, name: str) -> float | None:
        """Return a property as a finite number, also when written as text; None when it is none."""
        value = self.properties.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            return None
        try:
            number = float(value)
        except (ValueError, OverflowError):
            return None
        return number if abs(number) < 1e9 else None


class FeatureFile(Struct, frozen=True):
    """The features of one file."""

    file: str
    """Path as shown to the user."""
    features: tuple[Feature, ...]
    crs: str
    """Name of the coordinate system as written; empty = none."""


def as_text(value: Any) -> str:
    """Return a property value as a layer names it: 3 and 3.0 are `3`, true is `true`, nothing is empty."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value).strip() if isinstance(value, str | int | float) else ""


def read_features(text: str, file: str) -> tuple[FeatureFile | None, list[Diagnostic]]:
    """Return the features of a GeoJSON text, or None with what is wrong.

    Args:
        text: the whole text, without byte order mark.
        file: path to show to the user.
    """
    try:
        plain = _value(text)
        if not isinstance(plain, dict):
            return None, [_wrong(file, "the file is not a GeoJSON object")]
        if text.count('"features"') > 1 and _has_two_lists(text):
            hint = "join them to one list"
            return None, [_wrong(file, "the file has two lists of `features`: one would be lost", hint)]
        members: Sequence[Any]
        kind = plain.get("type")
        if kind == "Feature":
            members = [plain]
        elif kind == "FeatureCollection" and isinstance(plain.get("features"), list):
            members = plain["features"]
        else:
            if kind == "FeatureCollection":
                return None, [_wrong(file, "the file is a FeatureCollection without a list of `features`")]
            kind_shown = CONTROL.sub("\ufffd", str(kind)[:40])
            kind_note = f" of type `{kind_shown}`" if kind else ""
            hint = _OTHER.get(str(kind)) or "export the layer as GeoJSON with features"
            return None, [_wrong(file, f"the file holds JSON{kind_note}, not a FeatureCollection", hint)]
    except json.JSONDecodeError as error:
        return None, [_no_json(text, file, error)]
    except (ValueError, RecursionError):
        return None, [_wrong(file, "the file cannot be read: numbers or nesting beyond all bounds")]
    bad = _unprintable(text, file)
    if bad is not None:
        return None, [bad]
    if len(members) > MAX_FEATURES:
        return None, [_wrong(file, f"{len(members):,} features are too many; at most {MAX_FEATURES:,}")]
    features, problems = [], _controls(text, file)
    spans = FeatureSpans(text, file)
    for number, member in enumerate(members, 1):
        one = _member(member)
        geometry = one.get("geometry") if isinstance(one, dict) else None
        if not isinstance(one, dict) or one.get("type") != "Feature" or not isinstance(geometry, dict | None):
            problems.append(unusable(number, spans.span(number), "it is not a GeoJSON feature"))
            continue
        if isinstance(member, msgspec.Raw) and (key := _doubled_key(member)) is not None:
            problems.append(unusable(number, spans.span(number), f"`{key[:40]}` stands twice in it"))
            continue
        properties = one.get("properties")
        source: Mapping[str, Any] | msgspec.Raw = geometry or {}
        if isinstance(member, msgspec.Raw) and geometry:
            source = msgspec.json.decode(member, type=_GeometryText).geometry
        features.append(Feature(number, spans, properties if isinstance(properties, dict) else {}, source))
    crs = plain.get("crs")
    inner = crs.get("properties") if isinstance(crs, dict) else None
    system = as_text(inner.get("name")) if isinstance(inner, dict) else as_text(crs)
    return FeatureFile(file, tuple(features), system), problems


def _controls(text: str, file: str) -> list[Diagnostic]:
    """Return the first control character of a file, escaped or not: names of places would carry it on."""
    match = CONTROL.search(text) or _ESCAPED_CONTROL.search(text)
    if match is None:
        return []
    char = match[0] if len(match[0]) == 1 else chr(int(match[0][-4:], 16))
    return [control_character(char, LineIndex(text, file).span(match.start(), match.end()))]


def _no_json(text: str, file: str, error: json.JSONDecodeError) -> Diagnostic:
    """Return what the reader of the library says, in our words."""
    begins = text.lstrip()[:40]
    if begins.startswith("<"):
        hint = "export the layer as GeoJSON" if "html" not in text[:500].lower() else "fetch the data anew"
        return _wrong(file, "the file is XML (KML, GML) or a web page", hint)
    if begins.startswith("version https://git-lfs"):
        return _wrong(file, "the file only says where Git keeps the data", "`git lfs pull` fetches them")
    at = min(error.pos, len(text))
    span = LineIndex(text, file).span(at, at)
    if not text[at:].strip() or (error.msg.startswith("Unterminated") and '"' not in text[at + 1 :]):
        hint = "export it again, or fetch it anew"
        return problem("MAP061", span, "the file ends in the middle", expected=_WHOLE, hint=hint)
    if error.msg == "text after the end" and text[at] == "{":
        hint = "export it as GeoJSON, not as GeoJSONSeq"
        return problem("MAP061", span, "a second object begins after the first", expected=_WHOLE, hint=hint)
    reason = next(
        (words for start_of_message, words in _SYNTAX.items() if error.msg.startswith(start_of_message)),
        error.msg,
    )
    return problem("MAP061", span, f"not JSON: {reason}", expected="GeoJSON as a GIS writes it")


def _unprintable(text: str, file: str) -> Diagnostic | None:
    """Return the first character in a text that neither paper nor XML can carry; None if all is well."""
    for escape in _ESCAPE.finditer(text):
        code, letter, raw = escape.groups()
        number = int(code, 16) if code else {"b": 8, "f": 12}[letter] if letter else ord(raw) if raw else 32
        if number in (9, 10, 13) or 32 <= number < 127 or 127 < number < 0xD800 or 0xDFFF < number < 0xFFFE:
            continue
        what = "half a character" if 0xD800 <= number <= 0xDFFF else "a control character"
        span = LineIndex(text, file).span(escape.start(), escape.end())
        message = f"a text holds U+{number:04X}, {what} that cannot be printed"
        return problem(
            "MAP061", span, message, expected="texts of letters, digits and signs", hint="take it out"
        )
    return None


def unusable(number: int, span: Span, why: str) -> Diagnostic:
    """Return the warning that a feature is left out."""
    from jdgtools.diagnostics.diagnostic import Severity

    return problem("MAP063", span, f"feature {number} is left out: {why}", severity=Severity.WARNING)


def _wrong(file: str, message: str, hint: str | None = None) -> Diagnostic:
    expected = "a GeoJSON FeatureCollection with coordinates in metres"
    return problem("MAP061", whole_file(file), message, expected=expected, hint=hint)


def _has_two_lists(text: str) -> bool:
    """Return whether the key `features` of a GeoJSON text stands twice; other readers take the last one."""
    keys: list[str] = []

    def look(pairs: list[tuple[str, object]]) -> None:
        keys[:] = [key for key, _ in pairs]  # the outermost object comes last

    json.loads(text, object_pairs_hook=look)
    return keys.count("features") > 1


class _GeometryText(Struct):
    """A feature of which the geometry stays a text."""

    geometry: msgspec.Raw = msgspec.Raw(b"null")


class _PropertiesText(Struct):
    """A feature of which the properties stay a text."""

    properties: msgspec.Raw = msgspec.Raw(b"null")


def _doubled_key(feature: msgspec.Raw) -> str | None:
    """Return a key that stands twice in a feature or its properties, of which readers take the last one.

    Its coordinates, most of the text, are looked through only where there is reason to.
    """
    text = bytes(feature)
    if text.count(b'"properties"') < 2 and text.count(b'"geometry"') < 2:
        text = bytes(msgspec.json.decode(feature, type=_PropertiesText).properties)
    try:
        parse_unambiguous(text)
    except DoubledKey as problem:
        return problem.key
    except (ValueError, RecursionError):  # others say so
        return None
    return None


def _value(text: str) -> Any:
    """Return the value of a JSON text; the elements of `features` of an object as texts, if all can be read.

    Raises:
        ValueError: the text is no JSON (JSONDecodeError), or holds a number beyond all bounds.
        RecursionError: values are nested too deep.
    """
    try:
        members = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        plain = {key: msgspec.json.decode(raw) for key, raw in members.items() if key != "features"}
        if "features" in members:
            plain["features"] = msgspec.json.decode(members["features"], type=list[msgspec.Raw])
            for raw in plain["features"]:
                msgspec.json.decode(raw)
        return plain
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return _parse(text)[0]  # as strict, but for numbers such as NaN, and tells the place of a mistake


def _member(member: Any) -> Any:
    """Return the value of a feature that may still be a text."""
    return msgspec.json.decode(member) if isinstance(member, msgspec.Raw) else member


def _parse(text: str) -> tuple[Any, list[int]]:
    """Return the value of a JSON text, with the offsets at which the elements of `features` begin.

    The scanner of the library reads whole values quickly but tells no places; so the members of the outer
    object and the features are read one by one.

    Raises:
        ValueError: the text is no JSON (JSONDecodeError), or holds a number beyond all bounds.
        RecursionError: values are nested too deep.
    """
    at = _skip(text, 0)
    if text[at : at + 1] != "{":
        return json.loads(text), []
    members: dict[str, Any] = {}
    starts: list[int] = []
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        if members:
            at = _skip(text, _past(text, at, ","))
        if text[at : at + 1] != '"':
            raise json.JSONDecodeError("a key in double quotes is missing", text, at)
        key, at = _SCAN(text, at)
        at = _skip(text, _past(text, _skip(text, at), ":"))
        if key == "features" and text[at : at + 1] == "[":
            members[key], starts, at = _elements(text, _skip(text, at + 1))
        else:
            members[key], at = _SCAN(text, at)
        at = _skip(text, at)
    at = _skip(text, at + 1)
    if at < len(text):
        raise json.JSONDecodeError("text after the end", text, at)
    return members, starts


_SCAN = json.JSONDecoder().raw_decode


def _elements(text: str, at: int) -> tuple[list[Any], list[int], int]:
    elements: list[Any] = []
    starts: list[int] = []
    while text[at : at + 1] != "]":
        if elements:
            at = _skip(text, _past(text, at, ","))
        starts.append(at)
        value, at = _SCAN(text, at)
        elements.append(value)
        at = _skip(text, at)
    return elements, starts, at + 1


def _past(text: str, at: int, sign: str) -> int:
    if text[at : at + 1] != sign:
        raise json.JSONDecodeError(f"`{sign}` is missing", text, at)
    return at + 1


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at
