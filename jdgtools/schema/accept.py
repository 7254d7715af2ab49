"""A quick check that says yes, or hands over to the full check.

Compiling our own schemas to closures takes the sound files (nearly all of them) past the full
JSON Schema implementation and its import. `True` means valid; anything that is not understood
here answers `False`, and `jsonschema` judges. Tests hold the two against each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from jdgtools.schema.registry import schema
from jdgtools.schema.shapes import resolve

Test = Callable[[Any], bool]

_ANNOTATIONS = frozenset(
    "$schema $id $defs $comment title description default examples deprecated format".split()  # noqa: SIM905
)
_MEMBERS = frozenset(("properties", "patternProperties", "additionalProperties"))
_BRANCHING = frozenset(["if", "then", "else"])


def _is_integer(value: Any) -> bool:
    return type(value) is int or (type(value) is float and value.is_integer())


_TYPES: dict[str, Test] = {
    "string": lambda value: type(value) is str,
    "integer": _is_integer,
    "number": lambda value: type(value) in (int, float),
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "object": lambda value: type(value) is dict,
    "array": lambda value: type(value) is list,
}


_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "object": (dict,),
    "array": (list,),
}
"""Classes whose values are surely of a type."""


@cache
def acceptor(name: str) -> Test:
    """Return the quick check of the schema with this name, for plain data."""
    return _compile(schema(name), name)


_COMPILED: dict[int, Test] = {}


def surely_valid(part: Any, value: Any) -> bool:
    """Return whether a compiled subschema accepts plain data; `False` may mean "not known"."""
    test = _COMPILED.get(id(part))
    return test is not None and test(value)


def _compile(part: Any, file: str) -> Test:
    if part is True or part == {}:
        return lambda value: True
    if not isinstance(part, dict):
        return lambda value: False
    key = id(part)
    if key in _COMPILED:
        return _COMPILED[key]
    ready: list[Test] = []

    def late(value: Any) -> bool:
        return ready[0](value)

    _COMPILED[key] = late  # for schemas that contain themselves
    tests = [part_test for word in part if (part_test := _keyword(word, part, file)) is not None]
    if _MEMBERS & part.keys():
        tests.append(_members(part, file))
    if "if" in part:
        tests.append(_condition(part, file))
    test = tests[0] if len(tests) == 1 else _all(tuple(tests))
    ready.append(test)
    _COMPILED[key] = test
    return test


def _all(tests: tuple[Test, ...]) -> Test:
    if len(tests) == 2:
        first, second = tests
        return lambda value: first(value) and second(value)

    def test(value: Any) -> bool:
        for one in tests:  # noqa: SIM110 (a generator costs as much as the tests)
            if not one(value):
                return False
        return True

    return test


def _keyword(word: str, part: dict[str, Any], file: str) -> Test | None:
    """Return the test of one keyword; None for annotations and keywords that are tested together."""
    if word in _ANNOTATIONS or word.startswith("x-") or word in _MEMBERS or word in _BRANCHING:
        return None
    maker = _MAKERS.get(word)
    return maker(part[word], file) if maker else lambda value: False


def _type(names: Any, file: str) -> Test:
    if isinstance(names, str):
        return _TYPES[names]
    tests = tuple(_TYPES[name] for name in names)
    sure = frozenset(kind for name in names for kind in _KINDS.get(name, ()))
    return lambda value: type(value) in sure or any(test(value) for test in tests)


def _reference(target: str, file: str) -> Test:
    name, part = resolve(target, file)
    return _compile(part, name)


def _enum(values: list[Any], file: str) -> Test:
    texts = frozenset(value for value in values if type(value) is str)
    return lambda value: (type(value) is str and value in texts) or any(_same(value, one) for one in values)


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and type(left) in (str, int, bool, type(None)) and left == right


def _pattern(text: str, file: str) -> Test:
    search = re.compile(text).search
    return lambda value: type(value) is not str or search(value) is not None


def _size(
    kind: type[str] | type[list[Any]] | type[dict[str, Any]], compare: Callable[[int, Any], bool]
) -> Callable[[Any, str], Test]:
    return lambda limit, file: lambda value: type(value) is not kind or compare(len(value), limit)


def _bound_test(compare: Callable[[Any, Any], bool]) -> Callable[[Any, str], Test]:
    return lambda limit, file: lambda value: type(value) not in (int, float) or compare(value, limit)


def _items(part: Any, file: str) -> Test:
    test = _compile(part, file)
    return lambda value: type(value) is not list or all(map(test, value))


def _names(part: Any, file: str) -> Test:
    test = _compile(part, file)
    return lambda value: type(value) is not dict or all(map(test, value))


def _required_test(names: list[str], file: str) -> Test:
    required_names = frozenset(names)
    return lambda value: type(value) is not dict or required_names <= value.keys()


def _dependent(names: dict[str, list[str]], file: str) -> Test:
    dependents = [(key, frozenset(others)) for key, others in names.items()]
    return lambda value: (
        type(value) is not dict or all(k not in value or o <= value.keys() for k, o in dependents)
    )


def _unique(unique: bool, file: str) -> Test:
    def test(value: Any) -> bool:
        if not unique or type(value) is not list:
            return True
        kinds = {type(one) for one in value}
        return kinds <= {str, int} and len(set(value)) == len(value)

    return test


def _every(parts: list[Any], file: str) -> Test:
    return _all(tuple(_compile(part, file) for part in parts))


def _some(parts: list[Any], file: str) -> Test:
    tests = tuple(_compile(part, file) for part in parts)
    return lambda value: any(test(value) for test in tests)


_MAKERS: dict[str, Callable[[Any, str], Test]] = {
    "type": _type,
    "$ref": _reference,
    "enum": _enum,
    "const": lambda one, file: lambda value: _same(value, one),
    "pattern": _pattern,
    "minLength": _size(str, lambda size, limit: size >= limit),
    "maxLength": _size(str, lambda size, limit: size <= limit),
    "minItems": _size(list, lambda size, limit: size >= limit),
    "maxItems": _size(list, lambda size, limit: size <= limit),
    "minProperties": _size(dict, lambda size, limit: size >= limit),
    "maxProperties": _size(dict, lambda size, limit: size <= limit),
    "minimum": _bound_test(lambda value, limit: value >= limit),
    "maximum": _bound_test(lambda value, limit: value <= limit),
    "exclusiveMinimum": _bound_test(lambda value, limit: value > limit),
    "exclusiveMaximum": _bound_test(lambda value, limit: value < limit),
    "items": _items,
    "propertyNames": _names,
    "required": _required_test,
    "dependentRequired": _dependent,
    "uniqueItems": _unique,
    "allOf": _every,
    "anyOf": _some,
}
"""Tests by keyword. `oneOf` and `not` are absent: a `False` of ours may mean "not understood"."""


def _members(part: dict[str, Any], file: str) -> Test:
    tests_by_key = {key: _compile(sub, file) for key, sub in part.get("properties", {}).items()}
    patterns = [
        (re.compile(p).search, _compile(s, file)) for p, s in part.get("patternProperties", {}).items()
    ]
    rest = _compile(part.get("additionalProperties", True), file)

    def test(value: Any) -> bool:
        if type(value) is not dict:
            return True
        for key, child in value.items():
            key_test = tests_by_key.get(key)
            if key_test is not None and not key_test(child):
                return False
            is_matched = key_test is not None
            for search, sub in patterns:
                if search(key):
                    is_matched = True
                    if not sub(child):
                        return False
            if not is_matched and not rest(child):
                return False
        return True

    return test


def _condition(part: dict[str, Any], file: str) -> Test:
    """Test the branch of a condition; where its `False` may mean "not known", both branches must hold."""
    condition = _compile(part["if"], file)
    then, other = _compile(part.get("then", True), file), _compile(part.get("else", True), file)

    def test(value: Any) -> bool:
        if condition(value):
            return then(value)
        return other(value) and (_certain_no(part["if"], value) or then(value))

    return test


def _certain_no(part: Any, value: Any) -> bool:
    """Return whether a condition on texts of keys (`properties: {kind: {const: x}}`) surely fails."""
    if not isinstance(part, dict) or type(value) is not dict:
        return False
    if any(key not in value for key in part.get("required", ())):
        return True
    for key, sub in part.get("properties", {}).items():
        if key in value and isinstance(sub, dict):
            values_allowed = sub.get("enum", [sub["const"]] if "const" in sub else None)
            if values_allowed is not None and type(value[key]) is str and value[key] not in values_allowed:
                return True
    return False
