"""The shape of source files: JSON Schemas, the check against them, their reference pages.

`validate` takes the root node of a file and the name of its schema (`schemas/NAME.schema.json`) and returns
diagnostics with codes `SCH…`. A file without errors has every key that the builders of the model rely on,
each with a value of its type.
"""

from __future__ import annotations

from jdgtools.schema.registry import schema, schema_names

__all__ = ["schema", "schema_names"]
