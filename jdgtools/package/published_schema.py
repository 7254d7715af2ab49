"""The JSON Schema of the package, derived from its types: `schemas/package.schema.json`.

`python -m jdgtools.docs` writes the file; a test holds it against the types.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from jdgtools.charts.predicates import Predicate
from jdgtools.charts.rule_words import RULES, Rule
from jdgtools.package.meaning import Direction, Hex, Step, Words
from jdgtools.package.model import Package
from jdgtools.package.model_play import Condition

_HEAD = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://jdgtools.example/schemas/package.schema.json",
}
_SHARED = {
    "Condition": Condition,
    "Direction": Direction,
    "Hex": Hex,
    "Predicate": Predicate,
    "Step": Step,
    "Words": Words,
}
"""Types that many members have: each stands once among the definitions."""
_START_MEMBERS = ("hexes", "area", "box")


def package_schema() -> dict[str, Any]:
    """Return the schema as JSON types, self-contained, definitions in alphabetical order."""
    shared_schemas = {name: _schema_of(kind) for name, kind in _SHARED.items()}
    _, definitions = msgspec.json.schema_components((Package,), ref_template="#/$defs/{name}")
    definitions = {name: _tidy(definition, shared_schemas) for name, definition in definitions.items()}
    # The types cannot say that exactly one of three members is there.
    definitions["Setup"]["oneOf"] = [{"required": [name]} for name in _START_MEMBERS]
    definitions |= {name: _tidy(rule, shared_schemas) for name, rule in _rules().items()}
    definitions["ChartCell"]["properties"]["value"] = _cell_value()
    definitions |= {name: _tidy(definition, {}) for name, definition in shared_schemas.items()}
    root: dict[str, Any] = definitions.pop("Package")
    return _HEAD | root | {"$defs": dict(sorted(definitions.items()))}


def schema_text() -> str:
    """Return the file's text."""
    return json.dumps(package_schema(), indent=2, ensure_ascii=False) + "\n"


def _rules() -> dict[str, Any]:
    """Return the definitions of all rules that cells may hold."""
    return msgspec.json.schema_components((Rule,), ref_template="#/$defs/{name}")[1]


def _cell_value() -> dict[str, Any]:
    """Return what a cell may hold: the types say no more than that a rule is an object."""
    kinds = [{"$ref": f"#/$defs/{kind.__name__}"} for _, kind in sorted(RULES.items())]
    of_series = {
        "type": "object",
        "description": "A rule of a series' own.",
        "properties": {"rule": {"type": "string", "not": {"enum": sorted(RULES)}}},
        "required": ["rule"],
    }
    return {
        "description": "A number, word, true or false, null (explicitly nothing), a list of words or "
        "numbers, or a rule: an object whose `rule` says how the value is computed.",
        "oneOf": [
            {"type": ["integer", "string", "boolean", "null"]},
            {"type": "array", "items": {"type": ["integer", "string"]}},
            {"description": "A rule.", "oneOf": [*kinds, of_series]},
        ],
    }


def _schema_of(kind: Any) -> dict[str, Any]:
    schemas, _ = msgspec.json.schema_components((kind,), ref_template="#/$defs/{name}")
    return dict(schemas[0])


def _tidy(schema: Any, shared_parts: dict[str, dict[str, Any]]) -> Any:
    """Return a part of the schema with references to what it shares with others, and closed objects.

    Objects forbid members that the writer does not know; a reader ignores them all the same.
    """
    if isinstance(schema, list):
        return [_tidy(part, shared_parts) for part in schema]
    if not isinstance(schema, dict):
        return schema
    for name, definition in shared_parts.items():
        if schema == definition:
            return {"$ref": f"#/$defs/{name}"}
    # `discriminator` is no word of JSON Schema.
    tidy = {name: _tidy(part, shared_parts) for name, part in schema.items() if name != "discriminator"}
    if isinstance(tidy.get("description"), str):
        tidy["description"] = " ".join(tidy["description"].split())
    if tidy.get("type") == "object" and "properties" in tidy:
        tidy["additionalProperties"] = False
    return tidy
