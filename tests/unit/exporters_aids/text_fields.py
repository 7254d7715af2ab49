"""Every field of the model that holds a text, found by the types, and the texts of a battle in it."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from msgspec import Struct

import jdgtools.model
from jdgtools.model.battle import Battle
from jdgtools.model.text import Text

Field = tuple[str, str]
"""Class and field, e.g. `("Scenario", "title")`."""


def _classes() -> dict[str, type[Struct]]:
    """All records of the model by name."""
    found: dict[str, type[Struct]] = {}
    for module in pkgutil.iter_modules(jdgtools.model.__path__, "jdgtools.model."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, Struct):
                assert found.setdefault(value.__name__, value) is value, value
    return found


def text_fields() -> set[Field]:
    """Fields that hold texts in any record that a battle may contain."""
    known, found = _classes(), set()
    waiting, seen = [Battle], {Battle}
    while waiting:
        kind = waiting.pop()
        annotations = {
            n: a for base in kind.__mro__ for n, a in vars(base).get("__annotations__", {}).items()
        }
        for field in kind.__struct_fields__:
            # Annotations are not evaluated: some of their names are there for type checkers alone.
            for name in re.findall(r"\w+", str(annotations[field])):
                other = known.get(name)
                if other is Text:
                    found.add((kind.__name__, field))
                elif other is not None and other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return found


def texts_of(value: Any, field: Field = ("", "")) -> Iterator[tuple[Field, Text]]:
    """The texts in a record that are not empty, each with its field."""
    if isinstance(value, Text):
        if value:
            yield field, value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from texts_of(getattr(value, name), (type(value).__name__, name))
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from texts_of(one, field)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for one in value:
            yield from texts_of(one, field)
