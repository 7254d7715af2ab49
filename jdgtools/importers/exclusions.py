"""What a designer has answered with `-`: `ignored` of a rules file, which nobody is asked for again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

_OF_SOURCE = {"from", "match", "group", "type", "places"}
_OF_ANSWER = {"answer", "places"}


class Exclusion(Struct, frozen=True):
    """One entry: a source of ratings or types, or the key of an answer."""

    source: str = ""
    pattern: str = ""
    """Regular expression; '' = the whole text."""
    group: int = 0
    """Number of its group that would have the rating; 0 without a pattern, and for types."""
    unit_type: str = ""
    """The type that the pattern does not tell; '' = ratings are meant."""
    answer: str = ""
    """Key under `answers`, as the questions name it; '' for a source."""
    places: int | None = None
    """For how many units, hexes or scenarios that was said; of more it is asked again. None = always."""

    @classmethod
    def of_entry(cls, entry: Mapping[str, Any]) -> Exclusion | None:
        """Return what an entry of a file says; None when it is none."""
        numbers = [entry[key] for key in ("group", "places") if key in entry]
        texts = [entry[key] for key in ("from", "match", "type", "answer") if key in entry]
        if not all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in numbers):
            return None
        if not all(isinstance(text, str) and text for text in texts):
            return None
        places = entry.get("places")
        if "answer" in entry and set(entry) <= _OF_ANSWER:
            return cls(answer=entry["answer"], places=places)
        if "from" not in entry or not set(entry) <= _OF_SOURCE:
            return None
        pattern, unit_type = entry.get("match", ""), entry.get("type", "")
        group = entry.get("group", 1) if pattern and not unit_type else 0
        return cls(entry["from"], pattern, group, unit_type, places=places)

    def entry(self) -> dict[str, Any]:
        """Return it as a file has it."""
        entry: dict[str, Any] = {"answer": self.answer} if self.answer else {"from": self.source}
        if self.pattern:
            entry["match"] = self.pattern
        if self.pattern and self.group != 1 and not self.unit_type:
            entry["group"] = self.group
        if self.unit_type:
            entry["type"] = self.unit_type
        if self.places is not None:
            entry["places"] = self.places
        return entry

    def covers(self, other: Exclusion) -> bool:
        """Return whether it is about another one, with no more places than it was said for."""
        same = (self.source, self.pattern, self.group, self.unit_type, self.answer) == (
            other.source, other.pattern, other.group, other.unit_type, other.answer
        )  # fmt: skip
        return same and (self.places is None or (other.places or 0) <= self.places)
