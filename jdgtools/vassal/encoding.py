r"""Text codecs of VASSAL: token sequences, key strokes, colours, string arrays.

A sequence joins tokens with one delimiter character. Only the delimiter is escaped, as a
backslash before it; a backslash itself never is. That is why some token lists cannot be
carried (see `carries`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import AnyStr

from msgspec import Struct

CTRL = 130
"""Modifier bits of Ctrl as VASSAL 3.x writes them (old and new bit together)."""
SHIFT = 65
"""Modifier bits of Shift."""
ALT = 520
"""Modifier bits of Alt."""
META = 260
"""Modifier bits of Meta (the command key of a Mac)."""

NAMED_KEY_CODE = 57348
"""Key code written for a named command; VASSAL re-allocates it by name when it loads."""


def needs_quotes(token: str) -> bool:
    """Return whether the encoder wraps `token` in single quotes."""
    return token[:1] == "\\" or (token[:1] == "'" and token[-1:] == "'")


def encode_token(token: str, delim: str) -> str:
    """Return one token as it stands in a sequence: delimiter escaped, quoted if need be."""
    text = token.replace(delim, "\\" + delim) if delim in token else token
    return f"'{text}'" if token and needs_quotes(token) else text


def encode(tokens: Iterable[str], delim: str) -> str:
    """Return `tokens` joined as VASSAL joins them; no token at all gives the empty text.

    The empty list and a single empty token look the same to VASSAL too.
    """
    texts = tokens if isinstance(tokens, list | tuple) else list(tokens)
    text = delim.join(texts)
    # Most sequences need neither escapes nor quotes; that is quick to see.
    if "\\" not in text and "'" not in text and text.count(delim) == len(texts) - 1:
        return text
    return delim.join([encode_token(token, delim) for token in texts])


def decode(text: str, delim: str) -> list[str]:
    """Return the tokens of a sequence, as VASSAL's decoder finds them; at least one token.

    A delimiter after a backslash belongs to the token; one pair of enclosing single quotes
    is stripped; a trailing empty token is kept.
    """
    tokens = text.split(delim)
    if "\\" + delim in text:
        tokens = _rejoin(tokens, delim, "\\")
    if "'" not in text:
        return tokens
    return [t[1:-1] if len(t) > 1 and t[0] == "'" and t[-1] == "'" else t for t in tokens]


def decode_bytes(data: bytes, delim: bytes) -> list[bytes]:
    """Return the tokens of a sequence in UTF-8: as `decode`, without a wide copy of a large text."""
    tokens = data.split(delim)
    # Looking at the ends of the parts is quicker than a search in a text full of backslashes.
    if any(t[-1:] == b"\\" for t in tokens):
        tokens = _rejoin(tokens, delim, b"\\")
    if b"'" not in data:
        return tokens
    return [t[1:-1] if len(t) > 1 and t[:1] == b"'" and t[-1:] == b"'" else t for t in tokens]


def _rejoin(parts: list[AnyStr], delim: AnyStr, slash: AnyStr) -> list[AnyStr]:
    """Return the tokens of a text split at every delimiter: a part that ends in a backslash goes on."""
    tokens: list[AnyStr] = []
    open_parts: list[AnyStr] = []
    for part in parts:
        if part[-1:] == slash:
            open_parts.append(part[:-1])
        elif open_parts:
            open_parts.append(part)
            tokens.append(delim.join(open_parts))
            open_parts = []
        else:
            tokens.append(part)
    if open_parts:
        # The last part ends the text, so its backslash escapes nothing.
        open_parts[-1] += slash
        tokens.append(delim.join(open_parts))
    return tokens


def encode_array(items: Sequence[str]) -> str:
    """Return a string array as one token; the empty array is the empty text."""
    return encode(items, ",")


def decode_array(text: str) -> tuple[str, ...]:
    """Return the items of a string array; the empty text is the empty array."""
    return tuple(decode(text, ",")) if text else ()


class Key(Struct, frozen=True):
    """A key stroke or a named command."""

    code: int
    """Java key code (for letters and digits the character code of the upper-case letter)."""
    modifiers: int = 0
    """Modifier bits as VASSAL writes them: see `CTRL`, `SHIFT`, `ALT`."""
    name: str = ""
    """Name of a named command; empty for a real key. It cannot hold a comma."""

    @classmethod
    def ctrl(cls, letter: str) -> Key:
        """Return Ctrl and a letter or digit."""
        return cls(ord(letter.upper()), CTRL)

    @classmethod
    def shift(cls, letter: str) -> Key:
        """Return Shift and a letter or digit."""
        return cls(ord(letter.upper()), SHIFT)

    @classmethod
    def named(cls, name: str) -> Key:
        """Return the named command `name`.

        Raises:
            ValueError: the name is empty or holds a comma, which the format cannot carry.
        """
        if not name or "," in name:
            raise ValueError(f"a named command cannot be called {name!r}")
        return cls(NAMED_KEY_CODE, 0, name)

    @classmethod
    def parse(cls, text: str) -> Key | None:
        """Return the key of `code,modifiers[,name]` or of one old-style letter; None for no key."""
        if not text:
            return None
        if "," not in text:
            return cls(ord(text[0]), CTRL)
        parts = text.split(",")
        try:
            return cls(int(parts[0]), int(parts[1]), parts[2] if len(parts) > 2 else "")
        except ValueError:
            return None

    def format(self) -> str:
        """Return the text VASSAL writes for this key."""
        return f"{self.code},{self.modifiers},{self.name}" if self.name else f"{self.code},{self.modifiers}"


def format_key(key: Key | None) -> str:
    """Return the text of a key, or the empty text for no key."""
    return "" if key is None else key.format()


def parse_keys(text: str) -> tuple[Key, ...]:
    """Return the keys of an array; a text without a comma is one Ctrl letter per character."""
    if text.find(",") > 0:
        return tuple(k for k in map(Key.parse, decode(text, ",")) if k is not None)
    return tuple(Key(ord(c), CTRL) for c in text)


def format_keys(keys: Sequence[Key]) -> str:
    """Return a key array as one token."""
    return encode([k.format() for k in keys], ",")


class Color(Struct, frozen=True):
    """A colour, each part 0 to 255."""

    red: int
    """Red part."""
    green: int
    """Green part."""
    blue: int
    """Blue part."""
    alpha: int = 255
    """Opacity; 255 is opaque and is then not written."""

    @classmethod
    def parse(cls, text: str) -> Color | None:
        """Return the colour of `r,g,b[,a]` or `0xRRGGBB`; None for no colour, black for bad data."""
        if not text or text == "null":
            return None
        try:
            if text[:2] in ("0x", "0X"):
                value = int(text[2:], 16)
                return cls(value >> 16 & 255, value >> 8 & 255, value & 255)
            parts = [int(p) for p in text.split(",") if p]
        except ValueError:
            return cls(0, 0, 0)
        if len(parts) < 3 or not all(0 <= p <= 255 for p in parts[:4]):
            return cls(0, 0, 0)
        return cls(*parts[:4])

    def format(self) -> str:
        """Return the text VASSAL writes for this colour."""
        text = f"{self.red},{self.green},{self.blue}"
        return text if self.alpha == 255 else f"{text},{self.alpha}"


def format_color(color: Color | None) -> str:
    """Return the text of a colour, or the empty text for none."""
    return "" if color is None else color.format()
