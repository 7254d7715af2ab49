"""The shape of source files: JSON Schemas, the check against them, their reference pages."""

from __future__ import annotations

from jdgtools.schema.registry import schema, schema_names

__all__ = ["schema", "schema_names"]
