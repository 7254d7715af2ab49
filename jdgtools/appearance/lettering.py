"""Check of the letters that a battle is printed with: what the fonts lack is left out of a drawing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.model.texts import player_texts

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

COMMON = re.compile(
    "[\t\n -~\u00a0-\u017f\u2010-\u2014\u2018-\u201a\u201c-\u201e\u2026\u2032\u2033\u2192\u2212\u2264\u2265]*"
)
"""Signs that the fonts have; nearly every text holds no others, and the fonts need not be opened for it."""
_MAX_SHOWN = 3


def lettering_problems(battle: Battle) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each text that holds signs which no bundled font has (GEN024)."""
    for item in player_texts(battle):
        for language, value in item.text.values:
            missing = "" if not value or COMMON.fullmatch(value) else _signs_without_ink(value)
            if not missing:
                continue
            from_strings = battle.strings.get(language or "", {}).get(item.key) == value
            subject = ("strings", language or "", item.key) if from_strings else item.subject
            signs = [_sign_in_words(sign) for sign in missing[:_MAX_SHOWN]]
            if len(missing) > _MAX_SHOWN:
                signs.append(f"{len(missing) - _MAX_SHOWN} more")
            first = f"{', '.join(signs[:-1])} and " if len(signs) > 1 else ""
            yield Diagnostic(
                "GEN024",
                Severity.WARNING,
                f"the text `{item.key}` holds {first}{signs[-1]}, which cannot be printed",
                battle.span(*subject),
                expected="letters of Latin, Greek or Cyrillic script and common signs",
                hint="write it in letters that the fonts have; counters, map and aids leave such signs out",
            )


def _signs_without_ink(text: str) -> str:
    """Return the signs of a text that cannot be set or seen, each once."""
    return "".join(sign for sign in dict.fromkeys(text) if sign not in "\t\n" and not _is_printed(sign))


def _is_printed(sign: str) -> bool:
    """Return whether a sign is drawn; a soft hyphen is where a line ends."""
    # The fonts have invisible signs too, as glyphs without a line.
    return sign in _font_signs() and (sign == "\u00ad" or unicodedata.category(sign) != "Cf")


def _sign_in_words(sign: str) -> str:
    """Return a sign as a reader can find it: itself if it can be seen, its number and its name."""
    name = unicodedata.name(sign, "a sign without a name").lower()
    return f"{f'`{sign}` ' if sign.isprintable() else ''}U+{ord(sign):04X} ({name})"


@cache
def _font_signs() -> frozenset[str]:
    from jdgtools.render.backends.pdf_fonts import fallback_signs

    return fallback_signs()
