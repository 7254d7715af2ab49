"""What a series calls its things, the other way round: from a text in any language to the id."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from jdgtools.model.definition import FieldDef, SeriesDef
from jdgtools.model.text import Text

_ESCAPED = str.maketrans({"”": '"', "＄": "$"})


class SeriesWords(Struct, frozen=True):
    """The vocabulary of a series in one language."""

    series: SeriesDef
    language: str

    def says(self, text: Text, phrase: str) -> bool:
        """Return whether a module in this language would write this for the text."""
        return _plain(text.get(self.language)) == _plain(phrase)

    def find(self, items: Iterable[tuple[str, Text]], phrase: str) -> str | None:
        """Return the id whose text is this."""
        return next((key for key, text in items if self.says(text, phrase)), None)

    def arm(self, phrase: str) -> str:
        """Return the id of an arm; the text itself when it is none."""
        return self.find(self.series.arms, phrase) or phrase

    def ratings(self, line: str, fields: Iterable[FieldDef]) -> dict[str, str]:
        """Return the ratings of a mouse-over line such as `SP 5 · Coh 7`."""
        names_of_fields = [(f.abbreviation or f.name.get(self.language), f) for f in fields]
        # `MA 5` must not be read as `M` with the value `A 5`.
        names_of_fields.sort(key=lambda n: -len(n[0]))
        ratings: dict[str, str] = {}
        for part in line.split(" · "):
            for name, f in names_of_fields:
                plain_name = _plain(name)
                if f.type == "bool" and not f.abbreviation:
                    if _plain(part) == plain_name:
                        ratings[f.id] = "true"
                        break
                elif plain_name and _plain(part).startswith(plain_name + " "):
                    value = _plain(part)[len(plain_name) + 1 :]
                    ratings[f.id] = {"True": "true", "False": "false"}.get(value, value)
                    break
        return ratings

    def flags(self, remark: str) -> tuple[list[str], str]:
        """Return the turn flags of a remark such as `night · bridge blown`, and what is left of it."""
        flags, left = [], []
        for part in remark.split(" · "):
            flag = self.find(self.series.turn_flags, part)
            if flag:
                flags.append(flag)
            elif part:
                left.append(part)
        return flags, " · ".join(left)


def _plain(text: str) -> str:
    """Return a text without the characters that modules replace."""
    return re.sub(r"[\"”\\/$＄{}()|\s]+", " ", text.translate(_ESCAPED)).strip()


def guess_language(series: SeriesDef, phases: Iterable[str]) -> str:
    """Return the language in which most of these phases are named."""
    phase_words = [_plain(p) for p in phases]
    best, most = series.languages[0], 0
    for language in series.languages:
        count = sum(_plain(p.name.get(language)) in phase_words for p in series.phases)
        if count > most:
            best, most = language, count
    return best
