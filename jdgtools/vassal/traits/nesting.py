r"""How the traits of a piece lie in one another: each text, a tab, and all deeper ones, escaped once more.

A tab that is written with k backslashes before it divides at depth k. So one pass over the text finds
all divisions, however deep, instead of a copy of all the rest at every depth.
"""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.errors import InputRefused
from jdgtools.vassal.encoding import decode, encode

MAX_TRAITS = 500
"""Most traits a piece may nest; VASSAL itself recurses once per trait."""
MAX_QUOTED_TEXT = 100_000
"""Most characters of a damaged piece with quotes at all depths together, beyond six times its own."""


def nest(texts: Sequence[str]) -> str:
    """Return trait texts, outermost first, nested as VASSAL nests them."""
    if not any(t[:1] in ("\\", "'") for t in texts):
        # Nothing needs quotes, so a tab has as many backslashes as it is escaped times.
        parts: list[str] = []
        slashes = ""
        for text in texts[:-1]:
            deeper = slashes + "\\"
            parts += (text.replace("\t", deeper + "\t") if "\t" in text else text, slashes, "\t")
            slashes = deeper
        parts.append(texts[-1].replace("\t", slashes + "\t"))
        return "".join(parts)
    text = texts[-1]
    for outer in reversed(texts[:-1]):
        text = encode((outer, text), "\t")
    return text


def unnest(text: str, limit: int = 0) -> list[str]:
    """Return the trait texts of a nested type or state, outermost first.

    Args:
        text: nested text.
        limit: number of texts wanted; the last then is all the rest. 0 for as many as there are.

    Raises:
        InputRefused: deeper than `MAX_TRAITS`, or far too much text in deep places.
    """
    has_quotes = "'" in text
    texts: list[str] = []
    tokens: list[str] = []
    depth = 0
    strip = False
    *parts, last = text.split("\t")
    for at, part in enumerate(parts):
        plain = part.rstrip("\\")
        slashes = len(part) - len(plain)
        if strip:
            plain, strip = plain[1:], False
        if slashes < depth:
            # It divides further out, for the second time: VASSAL looks at nothing behind it.
            if has_quotes:
                return _unnest_quoted(text, limit)
            last = plain
            break
        if depth == limit - 1:
            tokens.append(plain + "\\" * (slashes - depth))
        elif slashes > depth:
            tokens.append(plain + "\\" * (slashes - depth - 1))
        else:
            tokens.append(plain)
            token = "\t".join(tokens) if len(tokens) > 1 else plain
            texts.append(token[1:-1] if has_quotes and _in_quotes(token) else token)
            tokens = []
            depth += 1
            if depth > MAX_TRAITS:
                raise InputRefused(f"a piece nests more than {MAX_TRAITS} traits")
            if has_quotes and last[-1:] == "'":
                # All that follows is one token of this depth.
                strip = at + 1 < len(parts) and parts[at + 1][:1] == "'"
                if strip:
                    last = last[:-1]
                elif at + 1 == len(parts) and _in_quotes(last):
                    last = last[1:-1]
    tokens.append(last)
    token = "\t".join(tokens)
    texts.append(token[1:-1] if has_quotes and depth != limit - 1 and _in_quotes(token) else token)
    return texts


def _in_quotes(token: str) -> bool:
    return len(token) > 1 and token[0] == "'" and token[-1] == "'"


def _unnest_quoted(text: str, limit: int) -> list[str]:
    """Return what `unnest` does, one depth after the other: for texts that are cut off and quoted."""
    texts: list[str] = []
    rest = text
    budget = 6 * len(text) + MAX_QUOTED_TEXT
    while True:
        if limit and len(texts) == limit - 1:
            return [*texts, rest]
        if len(texts) > MAX_TRAITS:
            raise InputRefused(f"a piece nests more than {MAX_TRAITS} traits")
        budget -= len(rest)
        if budget < 0:
            raise InputRefused(f"a piece of {len(text)} characters nests its traits too deep")
        tokens = decode(rest, "\t")
        texts.append(tokens[0])
        if len(tokens) == 1:
            return texts
        rest = tokens[1]
