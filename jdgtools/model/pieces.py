"""The order of battle: sides, commands, leaders, units and activation markers.

These are what the tables and lists of a project say, as `build_pieces` reads them. What is printed of a piece
is decided by the faces of its series (`series/*/faces.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from jdgtools.model.effects import RuleEffect
from jdgtools.model.text import NO_TEXT, Text

Value = int | str | bool


class Nationality(Struct, frozen=True):
    """A nationality: names a palette of counters."""

    id: str
    name: Text
    colour: str | None = None
    """Counter background `#rrggbb`; None = the theme's colour of that id."""
    ink: str | None = None
    """Lettering colour; None = chosen for contrast."""


class BattleSide(Struct, frozen=True):
    """One of the two players' armies."""

    id: str
    name: Text
    colour: str | None
    nationalities: tuple[str, ...]
    """Nationality ids that belong to the side."""
    ratings: Mapping[str, Value] = field(default_factory=dict)


class Command(Struct, frozen=True):
    """A formation (JdG), banner (AFE) or wing (MPBS)."""

    id: str
    name: Text
    side: str | None
    colour: str | None
    """Stripe colour `#rrggbb`."""
    leader: str | None
    """Leader id who commands it."""
    letter: str = ""
    """Letter printed on the counters (MPBS wing letter)."""
    blazon: str = ""
    """Description of the coat of arms (AFE)."""
    parent: Text = NO_TEXT
    """Higher formation, informational."""
    values: Mapping[str, Value] = field(default_factory=dict)
    """Fields that the series defines for commands."""


class Leader(Struct, frozen=True):
    """A leader counter."""

    id: str
    name: Text
    side: str | None
    role: str | None
    command: str | None
    """Command that he leads, or None (an army commander)."""
    front: Mapping[str, Value] = field(default_factory=dict)
    back: Mapping[str, Value] = field(default_factory=dict)
    """Values of the reverse (replacement leader in AFE); empty = same or none."""
    extra: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    """Further sets of values by name, e.g. `wounded`."""
    nationality: str | None = None
    back_name: Text | None = None
    art: str = ""


class Unit(Struct, frozen=True):
    """A combat unit counter. Absent values are absent from the mappings."""

    id: str
    name: Text
    side: str | None
    command: str | None
    type: str | None
    nationality: str | None
    parent: str = ""
    """Corps or brigade printed on the counter; informational."""
    footprint: int = 1
    front: Mapping[str, Value] = field(default_factory=dict)
    """Values of the front by field id; also the one-sided attributes."""
    back: Mapping[str, Value] = field(default_factory=dict)
    """Values of the reverse by field id (without `_back`)."""
    art: str = ""
    """Project path of the unit's own picture; '' = drawn symbol."""
    arm: str = ""
    """Arm of its type in the series; '' when the type is unknown."""
    short: Text = NO_TEXT
    """Abbreviated name for the counter; empty = the name itself."""
    effectives: int | None = None
    """Men of the unit in history; None = not said."""

    def short_name(self, language: str) -> str:
        """Return the abbreviated name in a language; '' when the name is translated into it and this is not.

        As with names, a short name in one language alone holds for all that have no name of their own.
        """
        other = not self.short.has(language) and (len(self.short.values) > 1 or self.name.has(language))
        return "" if other else self.short.get(language)

    def value(self, field_id: str, back: bool = False) -> Value | None:
        """Return the value of a field on the front or back; a back without one shows the front's."""
        if back and field_id in self.back:
            return self.back[field_id]
        return self.front.get(field_id)

    def number(self, field_id: str, back: bool = False) -> int | None:
        """Return as `value`, but only if it is a number."""
        value = self.value(field_id, back)
        return value if isinstance(value, int) and not isinstance(value, bool) else None


class ActivationMarker(Struct, frozen=True):
    """An activation marker (JdG): normal (O) or combined (C)."""

    id: str
    code: str | None
    side: str | None
    commands: tuple[str, ...]
    """Command ids that it activates; exactly one for a normal marker."""
    rating: int | None
    """Leader initiative rating."""
    name: Text = NO_TEXT
    effect: Text = NO_TEXT
    """Combined markers: what it does."""
    effects: tuple[RuleEffect, ...] = ()
    """Combined markers: what it changes, as parameters."""
    entry: str = ""
    """Combined markers: `optional` or `compulsory`."""
    turns: tuple[int, ...] = ()
    """Turns in which it may be used; empty = every turn."""
    reinforcements: bool | None = None
    """Combined markers: whether it serves to bring reinforcements on; None = not said."""

    @property
    def is_combined(self) -> bool:
        """Whether the marker is combined: by its code, even with one command, or by its several commands."""
        return self.code == "C" or len(self.commands) != 1
