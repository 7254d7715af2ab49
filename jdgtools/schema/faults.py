"""What `jsonschema` finds, in short: its errors take two kilobytes each, and a file may have 100,000."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from jsonschema import ValidationError


class SchemaFault(NamedTuple):
    """A value for which a keyword of a schema fails."""

    path: tuple[str | int, ...]
    """Keys and indices that lead to the value from the root; of the name of a key, to its block."""
    keyword: str
    """Empty: nothing may stand there (`false` instead of a schema)."""
    argument: Any
    """The value of the keyword."""
    part: Any
    """The schema with the keyword."""
    value: Any
    """The value, as plain data."""
    is_name: bool
    """Whether the value is the name of a key."""
    alternative: str | int
    """Which alternative of `anyOf` or `oneOf` it is wrong with, among `inner`; else of no meaning."""
    inner: tuple[SchemaFault, ...]
    """What is wrong with each alternative; empty where more than one fits."""


def fault_of(error: ValidationError) -> SchemaFault:
    """Return what an error says."""
    schema_path = error.schema_path
    return SchemaFault(
        path=tuple(error.absolute_path),
        keyword=str(error.validator or ""),
        argument=error.validator_value,
        part=error.schema,
        value=error.instance,
        is_name="propertyNames" in error.absolute_schema_path,
        alternative=schema_path[0] if schema_path else "",
        inner=tuple(map(fault_of, error.context or ())),
    )
