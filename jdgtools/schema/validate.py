"""The check of a file against its schema.

Sound files are accepted by a quick check; for all others `jsonschema` judges and its errors are
put into words with places.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.schema.accept import acceptor
from jdgtools.schema.registry import schema
from jdgtools.schema.shapes import root_shape
from jdgtools.source.node import Node


def validate(node: Node, schema_name: str) -> list[Diagnostic]:
    """Returns every way in which a file differs from its schema, sorted by place.

    Plain scalars are typed by the schema: `1201` is a text where a text is expected.

    Args:
        node: the root of the file.
        schema_name: kind of file ("battle", "map", "oob", "scenario"...).

    Raises:
        KeyError: there is no such schema.
    """
    instance = root_shape(schema_name).instance(node)
    if acceptor(schema_name)(instance):
        return []
    from jdgtools.schema.translate import translate

    return translate(node, schema_name, list(_judge(schema_name).iter_errors(instance)))


@cache
def _judge(name: str) -> Any:
    """Returns the `jsonschema` validator of a schema; references stay among our files."""
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource
    from referencing.jsonschema import DRAFT202012

    def retrieve(uri: str) -> Resource[Any]:
        return DRAFT202012.create_resource(schema(uri.rpartition("/")[2].removesuffix(".schema.json")))

    registry: Registry[Any] = Registry(retrieve=retrieve)  # type: ignore[call-arg]
    return Draft202012Validator(schema(name), registry=registry)
