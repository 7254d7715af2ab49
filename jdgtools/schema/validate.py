"""The check of one source file against its schema: nodes in, diagnostics with codes `SCH…` out.

Sound files, nearly all of them, are accepted by a quick check (`accept`). For the others the library
`jsonschema` judges, and `translate` puts its errors into words at the spans of the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.schema.accept import acceptor, surely_valid
from jdgtools.schema.blanks import blank_problems
from jdgtools.schema.registry import schema
from jdgtools.schema.shapes import root_shape
from jdgtools.source.node import Node


def validate(node: Node, schema_name: str) -> list[Diagnostic]:
    """Return every way in which a file differs from its schema, sorted by place.

    Plain scalars are typed by the schema: `1201` is a text where a text is expected.

    Args:
        node: the root of the file.
        schema_name: kind of file ("battle", "map", "oob", "scenario"...).

    Raises:
        KeyError: there is no such schema.
    """
    shape = root_shape(schema_name)
    instance = shape.instance(node)
    problems: list[Diagnostic] = []
    if not acceptor(schema_name)(instance):
        from jdgtools.schema.faults import fault_of
        from jdgtools.schema.translate import translate

        problems = translate(node, schema_name, [*map(fault_of, _judge(schema_name).iter_errors(instance))])
    empty = blank_problems(node, shape, problems)
    return sorted([*_first_of_each(problems), *empty]) if empty else _first_of_each(problems)


def _first_of_each(problems: list[Diagnostic]) -> list[Diagnostic]:
    """Leave out what is said a second time of one value: its form where its length is wrong as well."""
    forms = {(problem.span, problem.expected) for problem in problems if problem.code == "SCH005"}
    return [p for p in problems if p.code != "SCH007" or (p.span, p.expected) not in forms]


@cache
def _judge(name: str) -> Any:
    """Return the `jsonschema` validator of a schema; references stay among our files."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    def properties(validator: Any, subschemas: Any, instance: Any, whole: Any) -> Any:
        if validator.is_type(instance, "object"):
            for key, part in subschemas.items():
                if key in instance and not surely_valid(part, instance[key]):
                    for error in validator.descend(instance[key], part, path=key, schema_path=key):
                        if part is False:  # the library forgets the path of a forbidden key
                            error.relative_path.appendleft(key)
                        yield error

    def items(validator: Any, part: Any, instance: Any, whole: Any) -> Any:
        if validator.is_type(instance, "array"):
            for index in range(len(whole.get("prefixItems", ())), len(instance)):
                if not surely_valid(part, instance[index]):
                    yield from validator.descend(instance[index], part, path=index)

    # the sound parts of a file with a mistake take the quick way too
    judge = extend(Draft202012Validator, {"properties": properties, "items": items})  # type: ignore[no-untyped-call]
    # Ready before the first mistake: what a registry has to retrieve it crawls anew for each of them.
    registry: Registry[Any] = Registry()
    for file, content in _with_referenced(name, {}).items():
        uri = content.get("$id", f"{file}.schema.json")
        registry = registry.with_resource(uri, DRAFT202012.create_resource(content))
    registry = registry.crawl()
    return judge(schema(name), registry=registry)


def _with_referenced(name: str, schemas: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Add a schema and those that it refers to, by name; return all."""
    if name not in schemas:
        schemas[name] = schema(name)
        for reference in _references(schemas[name]):
            file = reference.partition("#")[0]
            if file:
                _with_referenced(file.removesuffix(".schema.json"), schemas)
    return schemas


def _references(part: Any) -> Iterator[str]:
    """Yield all `$ref` of a schema."""
    if isinstance(part, dict):
        reference = part.get("$ref")
        if isinstance(reference, str):
            yield reference
    for value in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _references(value)
