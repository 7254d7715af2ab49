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
from jdgtools.schema.shapes import resolve, root_shape
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
    """Return the `jsonschema` validator of a schema, quick enough for 100,000 mistakes in a file.

    References lead to our files alone, and a part of a schema has one validator, to which all values are
    given: the library would make one for each value and look up each reference anew. Keywords that follow
    references by themselves (`unevaluatedProperties`) would not find ours; no schema of ours has one.
    """
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    targets = _targets_of_references(name)
    validators: dict[int, Any] = {}  # by the parts of schemas, which live as long as the process

    def below(validator: Any, instance: Any, part: Any) -> Iterator[Any]:
        judge_of_part = validators.get(id(part))
        if judge_of_part is None:
            judge_of_part = validators[id(part)] = validator.evolve(schema=part)
        return judge_of_part.iter_errors(instance)  # type: ignore[no-any-return]

    def reference(validator: Any, target: str, instance: Any, whole: Any) -> Iterator[Any]:
        return below(validator, instance, targets[id(whole)])

    def properties(validator: Any, subschemas: Any, instance: Any, whole: Any) -> Iterator[Any]:
        if validator.is_type(instance, "object"):
            for key, part in subschemas.items():
                if key in instance and not surely_valid(part, instance[key]):
                    for error in below(validator, instance[key], part):
                        error.path.appendleft(key)
                        error.schema_path.appendleft(key)
                        yield error

    def items(validator: Any, part: Any, instance: Any, whole: Any) -> Iterator[Any]:
        if validator.is_type(instance, "array"):
            for index in range(len(whole.get("prefixItems", ())), len(instance)):
                if not surely_valid(part, instance[index]):
                    for error in below(validator, instance[index], part):
                        error.path.appendleft(index)
                        yield error

    # the sound parts of a file with a mistake take the quick way too
    keywords = {"$ref": reference, "properties": properties, "items": items}
    return extend(Draft202012Validator, keywords)(schema(name))  # type: ignore[no-untyped-call]


def _targets_of_references(name: str) -> dict[int, Any]:
    """Return what each reference that a schema leads to points at, by the identity of its part."""
    targets: dict[int, Any] = {}
    todo: list[tuple[str, Any]] = [(name, schema(name))]
    while todo:
        file, part = todo.pop()
        if isinstance(part, dict) and isinstance(part.get("$ref"), str) and id(part) not in targets:
            where, target = resolve(part["$ref"], file)
            targets[id(part)] = target
            todo.append((where, target))
        inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        todo += [(file, one) for one in inner]
    return targets
