"""The component tree of a build file: read, write, search.

Nothing here knows what a component means; `jdgtools.vassal.build` has the constructors.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from msgspec import Struct, field

from jdgtools.errors import InputRefused
from jdgtools.vassal.limits import DEFAULT, Limits
from jdgtools.vassal.traits.piece import Piece

COMMENT = "#comment"
"""Tag of an XML comment kept in the tree."""
CDATA = "#cdata"
"""Tag of a CDATA section kept in the tree; VASSAL does not count it as text."""

_TRIMMED = "".join(map(chr, range(33)))
"""What Java trims: every character up to the blank."""


class Component(Struct):
    """An element of a build file. The tag is the Java class; attributes keep their order."""

    tag: str
    """Full Java class name, or the name of a plain element (`entry`, `setup`)."""
    attributes: dict[str, str] = field(default_factory=dict)
    """Attributes, all text."""
    text: str = ""
    """Text before the first child."""
    children: list[Component] = field(default_factory=list)
    """Child elements in order; the order matters to VASSAL."""
    tail: str = ""
    """Text between this element's end and the next (white space, as a rule)."""

    @property
    def kind(self) -> str:
        """Last part of the tag: the class without its package."""
        return self.tag.rpartition(".")[2]

    @property
    def name(self) -> str:
        """What VASSAL calls the component: the first of the usual name attributes."""
        for key in ("name", "mapName", "entryName", "text", "title", "chartName", "deckName"):
            if self.attributes.get(key):
                return self.attributes[key]
        return ""

    def get(self, key: str, default: str = "") -> str:
        """Return an attribute."""
        return self.attributes.get(key, default)

    def add(self, *children: Component) -> Component:
        """Append children and return this component."""
        self.children += children
        return self

    def walk(self) -> Iterator[Component]:
        """Yield this component and all below, in document order."""
        waiting = [self]
        while waiting:
            component = waiting.pop()
            yield component
            waiting.extend(reversed(component.children))

    def find(self, kind: str) -> Iterator[Component]:
        """Yield all components below (or this one) of a class, with or without its package."""
        return (c for c in self.walk() if kind in (c.tag, c.kind))

    def full_text(self) -> str:
        """Return the text as VASSAL sees it: all text directly inside, trimmed."""
        return "".join([self.text, *[c.tail for c in self.children]]).strip(_TRIMMED)

    def piece(self) -> Piece:
        """Return the piece of a slot or prototype.

        Raises:
            InputRefused: the text is no piece definition.
        """
        return Piece.parse(self.full_text())


class _TreeReader:
    """Receiver of expat's events; it expands nothing and refuses documents with a DTD."""

    def __init__(self, what: str, limits: Limits) -> None:
        self.what = what
        self.limits = limits
        self.root: Component | None = None
        self.before: list[Component] = []
        self.open: list[Component] = []
        self.count = 0
        self.last: Component | None = None
        self.buffer: list[str] = []
        self.tags: dict[str, str] = {}

    def flush(self) -> None:
        if self.buffer:
            text = "".join(self.buffer)
            self.buffer.clear()
            if self.last is not None:
                self.last.tail += text
            elif self.open:
                self.open[-1].text += text

    def node(self) -> None:
        self.flush()
        self.count += 1
        if self.count > self.limits.xml_elements:
            raise InputRefused(f"{self.what} has more than {self.limits.xml_elements} elements")

    def start(self, tag: str, attributes: list[str]) -> None:
        self.node()
        if len(self.open) >= self.limits.xml_depth:
            raise InputRefused(f"{self.what} nests deeper than {self.limits.xml_depth} elements")
        names = self.tags
        pairs = zip(attributes[::2], attributes[1::2], strict=True)
        component = Component(names.setdefault(tag, tag), {names.setdefault(k, k): v for k, v in pairs})
        if self.open:
            self.open[-1].children.append(component)
        else:
            self.root = component
        self.open.append(component)
        self.last = None

    def end(self, _tag: str) -> None:
        self.flush()
        self.last = self.open.pop()

    def comment(self, text: str) -> None:
        if self.open:
            self.node()
            self.last = Component(COMMENT, text=text)
            self.open[-1].children.append(self.last)

    def cdata_start(self) -> None:
        self.node()

    def cdata_end(self) -> None:
        self.last = Component(CDATA, text="".join(self.buffer))
        self.buffer.clear()
        self.open[-1].children.append(self.last)

    def doctype(self, *_: object) -> None:
        raise InputRefused(f"{self.what} has a document type declaration; such files are not read")


_BETWEEN_TAGS = re.compile(rb"<[^<]{200000,}")


def _check_tags(data: bytes, limits: Limits, what: str) -> None:
    """Refuse a tag with a huge number of attributes, which the parser would hold all at once."""
    for long in _BETWEEN_TAGS.finditer(data):
        if data.count(b"=", *long.span()) > limits.xml_attributes:
            raise InputRefused(f"{what} has more than {limits.xml_attributes} attributes in one element")


_DECLARATION = re.compile(rb"\A\s*<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_NATIVE = {"utf-8", "utf-16", "iso8859-1", "ascii"}
_CHARSETS = re.compile(
    r"(ascii|utf-(8|16|32)[a-z-]*|(iso8859|mac|koi8|tis)-[a-z0-9]+|(cp|kz|ptcp)[0-9]+|johab|hz"
    r"|(gb|big5|euc|shift|iso2022)[a-z0-9_]*)"
)
"""Encodings of texts. Python knows others, such as punycode, that take for ever or are none."""


def _to_utf8(data: bytes, what: str) -> tuple[bytes, str | None]:
    """Return the document and the encoding to force on it; expat knows only a few by itself."""
    encoding_match = _DECLARATION.match(data[:200])
    if not encoding_match:
        return data, None
    name = encoding_match[1].decode("ascii")
    try:
        charset = codecs.lookup(name).name
        if not _CHARSETS.fullmatch(charset):
            raise LookupError(charset)
        if charset in _NATIVE or charset.startswith("utf-16"):
            return data, None
        return data.decode(charset).encode("utf-8"), "utf-8"
    except (LookupError, UnicodeError):
        raise InputRefused(f"{what} is not in the encoding it names ({name})") from None


def read_xml(data: bytes, what: str = "buildFile.xml", limits: Limits = DEFAULT) -> Component:
    """Return the tree of an XML document.

    Args:
        data: the document.
        what: its name, for messages.
        limits: size, depth and number of elements allowed.

    Raises:
        InputRefused: beyond a limit, not well formed, or with a DTD (and so any entity).
    """
    if len(data) > limits.xml_bytes:
        raise InputRefused(f"{what} has {len(data)} bytes; {limits.xml_bytes} are allowed")
    _check_tags(data, limits, what)
    data, encoding = _to_utf8(data, what)
    reader = _TreeReader(what, limits)
    parser = expat.ParserCreate(encoding)
    parser.ordered_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.buffer.append
    parser.CommentHandler = reader.comment
    parser.StartCdataSectionHandler = reader.cdata_start
    parser.EndCdataSectionHandler = reader.cdata_end
    parser.StartDoctypeDeclHandler = reader.doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        message = expat.ErrorString(error.code)
        raise InputRefused(
            f"{what} is not well-formed XML: line {error.lineno}, column {error.offset + 1}: {message}"
        ) from None
    except (ValueError, LookupError) as error:
        raise InputRefused(f"{what} cannot be read as XML: {error}") from None
    assert reader.root is not None
    return reader.root


_TEXT_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_VALUE_ESCAPES = {**_TEXT_ESCAPES, '"': "&quot;", "\t": "&#9;", "\n": "&#10;"}
_TEXT_SPECIAL = re.compile(r"[&<>\r]")
_VALUE_SPECIAL = re.compile(r"[&<>\r\"\t\n]")
_ODD = re.compile(r"[\x00-\x09\x0b-\x1f\"&<>\ud800-\udfff\ufffe\uffff]")
"""What is special or forbidden in a text or a value; more than either for the sake of one search.

Said by what it has: what it lacks, a million characters, takes ten times as long to compile.
"""
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _check_name(text: str, component: Component) -> str:
    bad = _FORBIDDEN.search(text)
    if bad:
        raise ValueError(f"XML cannot carry the character {bad[0]!a} (in {component.kind} {text[:40]!r})")
    return text


def _escape_text(text: str, component: Component) -> str:
    if not _ODD.search(text):
        return text
    return _TEXT_SPECIAL.sub(lambda m: _TEXT_ESCAPES[m[0]], _check_name(text, component))


def escape_value(text: str, component: Component) -> str:
    """Return an attribute value with tabs and line ends kept as character references."""
    if "\n" not in text and not _ODD.search(text):
        return text
    return _VALUE_SPECIAL.sub(lambda m: _VALUE_ESCAPES[m[0]], _check_name(text, component))


def write_xml(root: Component, declaration: bool = True) -> bytes:
    """Return the document of a tree, in UTF-8; white space is exactly that of the tree.

    Raises:
        ValueError: a text holds a character that XML cannot carry.
    """
    out = ['<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'] if declaration else []
    # A stack instead of recursion: None closes the element below it.
    waiting: list[tuple[Component, bool]] = [(root, False)]
    while waiting:
        component, closing = waiting.pop()
        if closing:
            out.append(f"</{component.tag}>")
        elif component.tag == COMMENT:
            out.append(f"<!--{component.text}-->")
        elif component.tag == CDATA:
            out.append(f"<![CDATA[{component.text}]]>")
        else:
            values = "".join(f' {k}="{escape_value(v, component)}"' for k, v in component.attributes.items())
            text = _escape_text(component.text, component) if component.text else ""
            if not text and not component.children:
                out.append(f"<{component.tag}{values}/>")
            else:
                out.append(f"<{component.tag}{values}>{text}")
                waiting.append((component, True))
                waiting.extend((child, False) for child in reversed(component.children))
                continue
        if component.tail and component is not root:
            out.append(_escape_text(component.tail, component))
    return "".join(out).encode("utf-8")


def indent(root: Component) -> Component:
    """Indent a tree in place as VASSAL does, leaving texts alone; returns the tree."""

    def lay_out(component: Component, depth: int) -> None:
        if not component.children or component.text.strip():
            return
        component.text = "\n" + "    " * (depth + 1)
        for child in component.children:
            child.tail = component.text
            lay_out(child, depth + 1)
        component.children[-1].tail = "\n" + "    " * depth

    lay_out(root, 0)
    return root


def attributes(values: Mapping[str, object]) -> dict[str, str]:
    """Return attribute values as text: `true` and `false` for booleans."""
    return {k: ("true" if v else "false") if isinstance(v, bool) else str(v) for k, v in values.items()}
