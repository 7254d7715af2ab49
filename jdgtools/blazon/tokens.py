"""Text -> tokens: each word of a blazon as the grammar spells it, with its place in the text."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

from msgspec import Struct

from jdgtools.blazon.french import is_french, translate

# A combining mark belongs to its letter: text may come decomposed. "lion's" is "lion".
_WORD = re.compile(r"((?:[^\W_][\u0300-\u036f]*)+)(?:['’]s\b)?|[;,]")


class Token(Struct, frozen=True):
    """A word or a sign of a blazon."""

    word: str
    """Lower case, English, without accents; ``,`` or ``;`` for a sign."""
    start: int
    """Offset of its first character in the text; the words of one phrase share a place."""
    end: int
    """Offset after its last character."""


_SPELLING = {
    "fleurdelys": "fleur-de-lys",
    "boarhead": "boar's head",
    "staghead": "stag's head",
    "doubleeagle": "double-headed eagle",
    "doubleeagles": "double-headed eagle",
    "doubleheaded": "double-headed",
    "bouget": "water bouget",
    "bougets": "water bougets",
    "boar head": "boar's head",
    "stag head": "stag's head",
    "double eagle": "double-headed eagle",
}
"""Word of the grammar, or value of one -> how a herald writes it."""
_SEMY = ("semy", "seme", "semee")
_EAGLES = ("eagle", "eagles")
PHRASES: tuple[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]], ...] = (
    ((("fleur", "fleurs"), ("de",), ("lys", "lis")), ("fleurdelys",)),
    (((*_SEMY, "semé", "semée"), ("de", "of"), ("lys", "lis")), ("semy", "of", "fleurdelys")),
    ((_SEMY,), ("semy",)),
    ((("france",), ("ancient",)), ("azure", "semy", "of", "fleurdelys", "or")),
    ((("cross",), ("crosslet", "crosslets")), ("crosslets",)),
    ((("boar", "boars"), ("head", "heads")), ("boarhead",)),
    ((("stag", "stags"), ("head", "heads")), ("staghead",)),
    ((("water",), ("bouget", "bougets")), ("bouget",)),
    ((("sun",), ("in",), ("his", "her"), ("splendour", "splendor", "glory")), ("sun",)),
    ((("sun",), ("in",), ("splendour", "splendor", "glory")), ("sun",)),
    ((("double",), ("headed",), _EAGLES), ("doubleeagle",)),
    ((("doubleheaded", "imperial"), _EAGLES), ("doubleeagle",)),
    *(
        ((_EAGLES, *displayed, *heads), ("doubleeagle",))
        for displayed in ((), (("displayed",),))
        for heads in (
            (("double",), ("headed",)),
            (("doubleheaded",),),
            (("with",), ("two",), ("heads",)),
        )
    ),
)
"""Words one after another, each one of several -> the words that the grammar has for them."""


def tokens_of(text: str, limit: int) -> tuple[list[Token], int | None]:
    """Return the words and signs of a blazon in English or French, phrases put into words of the grammar.

    Args:
        text: the blazon, of any length.
        limit: how many words and signs of it are read.

    Returns:
        The tokens, and the offset of the first word that is not read; None where all are.
    """
    matches = list(islice(_WORD.finditer(text), limit + 1))
    tokens = [
        Token(unicodedata.normalize("NFC", match[1] or match[0]).lower(), match.start(), match.end())
        for match in matches[:limit]
    ]
    rest = matches[limit].start() if len(matches) > limit else None
    if is_french(text):
        # Fleurs-de-lis have a phrase of their own; afterwards `de` says nothing any more.
        tokens = [
            Token(word, token.start, token.end)
            for token in _phrases(tokens)
            for word in translate(token.word)
        ]
    plain = [Token(without_accents(token.word), token.start, token.end) for token in tokens]
    return _phrases(plain), rest


def spelling(word: str) -> str:
    """Return a word of the grammar as a herald writes it."""
    return _SPELLING.get(word, word)


def without_accents(text: str) -> str:
    """Return the text without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _phrases(tokens: list[Token]) -> list[Token]:
    """Return the tokens with every phrase replaced; its words share the place of the whole phrase."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        for pattern, words in PHRASES:
            part = tokens[at : at + len(pattern)]
            if len(part) == len(pattern) and all(
                token.word in choices for token, choices in zip(part, pattern, strict=True)
            ):
                out += [Token(word, part[0].start, part[-1].end) for word in words]
                at += len(pattern)
                break
        else:
            out.append(tokens[at])
            at += 1
    return out
