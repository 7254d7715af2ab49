"""Field codecs of the trait tables: token text to typed value and back.

A codec never raises: text that VASSAL itself cannot read gives the default VASSAL falls
back to. The original text is kept beside it by the trait, so nothing is lost.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from jdgtools.vassal.encoding import (
    Color,
    Key,
    decode,
    decode_array,
    encode,
    encode_array,
    format_color,
    format_key,
    format_keys,
    parse_keys,
)


class Codec(Struct, frozen=True):
    """How one token becomes a value and back."""

    name: str
    """Name for messages and documents."""
    read: Callable[[str, Any], Any]
    """From token text and default to value."""
    write: Callable[[Any], str]
    """From value to token text."""


_INT = re.compile(r"[+-]?[0-9]{1,10}\Z", re.ASCII)
_FLOAT = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?[dDfF]?\s*\Z", re.ASCII)


def read_int(text: str, default: Any) -> Any:
    """Return a Java int, or the default for anything else (blanks and overflow too)."""
    if not _INT.match(text):
        return default
    value = int(text)
    return value if -(2**31) <= value < 2**31 else default


def read_float(text: str, default: Any) -> Any:
    """Return a Java double, or the default for anything else."""
    return float(text.strip().rstrip("dDfF")) if _FLOAT.match(text) else default


def write_float(value: float) -> str:
    """Return a double as Java prints it in the range used here (`1.0`, `0.25`, `1.0E10`)."""
    text = repr(float(value))
    if "e" not in text:
        return text
    mantissa, _, exponent = text.partition("e")
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}E{int(exponent)}"


def read_float32(text: str, default: Any) -> Any:
    """Return a Java double that came from single precision, in its shortest decimal form."""
    value = read_float(text, default)
    short = float(f"{value:.7g}")
    return short if write_float32(short) == write_float32(value) else value


def write_float32(value: float) -> str:
    """Return a single-precision value as Java prints it once widened to double."""
    try:
        return write_float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return write_float(value)


def _pairs(text: str, _default: Any) -> tuple[tuple[str, str], ...]:
    if not text:
        return ()
    pairs = []
    for item in decode(text, ","):
        parts = [*decode(item, ":"), ""]
        pairs.append((parts[0], parts[1]))
    return tuple(pairs)


def _array(text: str, _default: Any) -> tuple[str, ...]:
    return decode_array(text)


TEXT = Codec("text", lambda t, d: t, str)
INT = Codec("int", read_int, str)
FLOAT = Codec("number", read_float, write_float)
FLOAT32 = Codec("number", read_float32, write_float32)
BOOL = Codec("true or false", lambda t, d: t == "true", lambda v: "true" if v else "false")
CHAR = Codec("character", lambda t, d: t[0] if t else d, str)
COLOR = Codec("colour", lambda t, d: Color.parse(t), format_color)
KEY = Codec("key", lambda t, d: Key.parse(t), format_key)
KEYS = Codec("keys", lambda t, d: parse_keys(t), format_keys)
ARRAY = Codec("texts", _array, encode_array)
PARAMETERS = Codec("parameters", _pairs, lambda v: encode([encode(p, ":") for p in v], ","))
NULLABLE = Codec(
    "text or null", lambda t, d: None if t == "null" else t, lambda v: "null" if v is None else v
)


class Access(Struct, frozen=True):
    """Who may use a mask or an invisibility: the player, the side, or named sides."""

    kind: str = "player:"
    """`player:`, `side:` or `sides:`."""
    sides: tuple[str, ...] = ()
    """The sides, for `sides:` only."""

    @classmethod
    def parse(cls, text: str) -> Access:
        """Return the access of its token; anything unknown means the player."""
        if text == "side:":
            return cls("side:")
        if text.startswith("sides:"):
            return cls("sides:", tuple(decode(text[6:], ":")))
        return cls()

    def format(self) -> str:
        """Return the token of this access."""
        return self.kind + (encode(self.sides, ":") if self.kind == "sides:" else "")


ACCESS = Codec("access", lambda t, d: Access.parse(t), lambda v: v.format())


class Constraints(Struct, frozen=True):
    """Limits of a dynamic property."""

    numeric: bool = False
    """Whether the value is a number."""
    minimum: int = 0
    """Least number."""
    maximum: int = 100
    """Greatest number."""
    wrap: bool = False
    """Whether counting past an end starts at the other."""

    @classmethod
    def parse(cls, text: str) -> Constraints:
        """Return the limits of their token."""
        t = decode(text, ",")
        t += [""] * (4 - len(t))
        return cls(t[0] == "true", read_int(t[1], 0), read_int(t[2], 100), t[3] == "true")

    def format(self) -> str:
        """Return the token of these limits."""
        return f"{BOOL.write(self.numeric)},{self.minimum},{self.maximum},{BOOL.write(self.wrap)}"


CONSTRAINTS = Codec("constraints", lambda t, d: Constraints.parse(t), lambda v: v.format())


class PropertyChange(Struct, frozen=True):
    """How a key command changes a property."""

    kind: str = "P"
    """`P` set directly, `I` increment, `R` ask the player, `E` let the player choose from a list."""
    value: str = ""
    """The value or expression, the increment, or the question."""
    choices: tuple[str, ...] = ()
    """The list, for `E` only."""

    @classmethod
    def parse(cls, text: str) -> PropertyChange:
        """Return the change of its token."""
        t = decode(text, ",") if text else ["P"]
        kind = t[0][:1] or "P"
        if kind not in "PIRE":
            kind = "P"
        defaults = {"P": "new value", "I": "1", "R": "Enter new value", "E": "Select new value"}
        value = t[1] if len(t) > 1 else defaults[kind]
        return cls(kind, value, decode_array(t[2]) if kind == "E" and len(t) > 2 else ())

    def format(self) -> str:
        """Return the token of this change."""
        parts = [self.kind, self.value]
        if self.kind == "E":
            parts.append(encode_array(self.choices))
        return encode(parts, ",")


class PropertyCommand(Struct, frozen=True):
    """One menu or key command of a dynamic property."""

    menu: str = ""
    """Menu text; empty for a key without a menu entry."""
    key: Key | None = None
    """Key stroke."""
    change: PropertyChange = PropertyChange()
    """What it does."""

    @classmethod
    def parse(cls, text: str) -> PropertyCommand:
        """Return the command of its token."""
        t = [*decode(text, ":"), "", ""]
        return cls(t[0], Key.parse(t[1]), PropertyChange.parse(t[2]))

    def format(self) -> str:
        """Return the token of this command."""
        return encode([self.menu, format_key(self.key), self.change.format()], ":")


def _commands(text: str, _default: Any) -> tuple[PropertyCommand, ...]:
    return tuple(PropertyCommand.parse(t) for t in decode(text, ",")) if text else ()


COMMANDS = Codec("property commands", _commands, lambda v: encode([c.format() for c in v], ","))


class Target(Struct, frozen=True):
    """Fast matching of a global key command: where and with which property pieces are looked for."""

    kind: str = "COUNTER"
    """What sends it: `COUNTER`, `MAP`, `MODULE`, `DECK`."""
    match_location: bool = False
    """Whether the place narrows the search."""
    place: str = "MAP"
    """`CURSTACK`, `CURMAP`, `CURZONE`, `CURLOC`, `MAP`, `ZONE`, `LOCATION`, `XY`, `DECK`, …"""
    map: str = ""
    """Map, text or expression."""
    board: str = ""
    """Board."""
    zone: str = ""
    """Zone."""
    location: str = ""
    """Location name."""
    x: str = "0"
    """Pixel x."""
    y: str = "0"
    """Pixel y."""
    deck: str = ""
    """Deck."""
    match_property: bool = False
    """Whether a property narrows the search."""
    property: str = ""
    """Its name."""
    value: str = ""
    """Its value."""
    compare: str = "EQUALS"
    """How it is compared: `EQUALS`, `NOT_EQUALS`, `GREATER`, …"""
    attachment: str = ""
    """Attachment name."""
    attachment_id: str = ""
    """Which of the attached pieces."""

    @classmethod
    def parse(cls, text: str) -> Target:
        """Return the target of its token."""
        if not text:
            return cls(kind="COUNTER")
        names = cls.__struct_fields__
        values: dict[str, Any] = dict(zip(names, decode(text, "|"), strict=False))
        for flag in ("match_location", "match_property"):
            if flag in values:
                values[flag] = values[flag] == "true"
        for name, default in (("kind", "MAP"), ("place", "MAP"), ("compare", "EQUALS")):
            values[name] = values.get(name) or default
        return cls(**values)

    def format(self) -> str:
        """Return the token of this target."""
        values = [getattr(self, name) for name in self.__struct_fields__]
        return encode([BOOL.write(v) if isinstance(v, bool) else v for v in values], "|")


TARGET = Codec("target", lambda t, d: Target.parse(t), lambda v: v.format())
