"""Values of a counter of a module that `jdg build` made: levels of its states, types of its ratings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from jdgtools.importers.draft import Values
from jdgtools.model.definition import FieldDef, StateAxis


def state_level(axis: StateAxis, value: str) -> str:
    """Return the value id of a level number; '' when it is none."""
    if not re.fullmatch(r"\d{1,6}", value):
        return ""
    n = int(value)
    if axis.count_high is not None:
        return str(min(n, axis.count_high))
    return axis.values[n - 1].id if 1 <= n <= len(axis.values) else ""


def typed_values(values: Mapping[str, str], fields: Iterable[FieldDef]) -> Values:
    """Return ratings read as text (field -> text) with the types of their fields."""
    kinds = {f.id: f.type for f in fields}
    plain: Values = {}
    for key, text in values.items():
        if kinds.get(key) == "int" and re.fullmatch(r"-?\d{1,9}", text):
            plain[key] = int(text)
        elif kinds.get(key) == "bool":
            plain[key] = text == "true"
        else:
            plain[key] = text
    return plain
