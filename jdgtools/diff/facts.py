"""The facts of a battle as tables that can be compared, whatever they were read from.

A value refers to a unit, a command or a hex by `Reference`, so that a thing with a new id does not make
everything different that speaks of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from jdgtools.model.text import Text


class Reference(Struct, frozen=True, gc=False):
    """A thing of the battle that a value names."""

    kind: str
    """`unit` for units and leaders alike, `command`, `side`, `hex` …"""
    id: str


Value = str | int | float | bool | None | Reference | tuple["Value", ...]
Values = dict[str, Value]
"""What is said of a thing: words that players know -> value. Absent is the same as None or ''."""


class Fact(Struct, frozen=True):
    """A thing of a battle with all that is said of it."""

    id: str
    name: str
    """In the battle's own language; '' = it has none."""
    values: Values


class FactTable(Struct, frozen=True):
    """The facts of all things of one kind, such as units, of one state of a battle."""

    title: str
    """As a heading: `units`, `setup`."""
    kind: str
    """What references call one of its things; '' = nothing refers to it."""
    facts: dict[str, Fact]
    scenario: str = ""
    """Id of the scenario that it belongs to; '' = of the battle."""


class FactLayer(Struct, frozen=True):
    """One thing that is said of many hexes or hexsides."""

    title: str
    cells: Mapping[str, str]
    """Number of a hex, or two numbers for what lies between them -> what is there; absent = nothing."""
    scenario: str = ""


class Stacks(Struct, frozen=True):
    """In which order pieces lie in the hexes of a scenario."""

    scenario: str
    orders: Mapping[str, tuple[str, ...]]
    """Hex -> pieces, top first; where there are several."""


class Facts(Struct, frozen=True):
    """A battle or a scenario of it as tables."""

    battle: str
    """Id."""
    title: str
    tables: tuple[FactTable, ...]
    layers: tuple[FactLayer, ...] = ()
    stacks: tuple[Stacks, ...] = ()
    names: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Kind and id -> what players call the thing."""
    setups: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Scenario -> piece -> hex where it starts."""


def add_text(values: Values, label: str, text: Text | Mapping[str, str] | None, language: str) -> None:
    """Put a text into values, a line for each language; that of the battle has the plain label."""
    if text is None:
        return
    for code, words in text.values if isinstance(text, Text) else text.items():
        values[label if code == language else f"{label} ({code})"] = words


def refer(kind: str, ids: Iterable[str]) -> tuple[Value, ...]:
    """Return references to things of one kind."""
    return tuple(Reference(kind, id_) for id_ in ids)


def is_said(value: Value) -> bool:
    """Return whether a value says anything: no, nothing and '' are what is not written."""
    return value is not None and value is not False and value != "" and value != ()


def plain_value(value: Any) -> Value:
    """Return any value of the model as one of a table; nested records become words such as `low 3`."""
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, Text):
        return value.get()
    if isinstance(value, Mapping):
        return tuple(f"{key} {_word(inner)}" for key, inner in value.items())
    if isinstance(value, (list, tuple, set, frozenset)):
        items = sorted(value, key=str) if isinstance(value, (set, frozenset)) else value
        return tuple(plain_value(item) for item in items)
    if isinstance(value, Struct):
        return tuple(
            f"{name} {_word(inner)}"
            for name in value.__struct_fields__
            if (inner := getattr(value, name)) not in (None, "", (), {}, False) and name != "key"
        )
    return str(value)


def _word(value: Any) -> str:
    inner = plain_value(value)
    if isinstance(inner, tuple):
        return "(" + ", ".join(str(part) for part in inner) + ")"
    return str(inner)
