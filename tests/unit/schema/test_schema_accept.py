"""The quick check against the judge: what it accepts is valid, and it accepts what people write."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from jdgtools.schema.accept import acceptor
from jdgtools.schema.registry import schema
from jdgtools.schema.shapes import typed_value
from jdgtools.schema.validate import validate
from jdgtools.source import read_yaml

pytestmark = pytest.mark.usefixtures("trial")

KEYS = [
    "id",
    "hex",
    "turns",
    "scale",
    "step",
    "night",
    "edge",
    "format",
    "code",
    "short",
    "hexes",
    "mixed",
    "name",
]
KEYS += ["sides", "setup", "banners", "arrival", "either", "way", "not_both", "tree", "x-a", "other"]
INNER = [
    "id",
    "edge",
    "points",
    "at",
    "count",
    "kind",
    "hex",
    "width",
    "bridge",
    "depth",
    "leaf",
    "branches",
    "fr",
    "X",
]
leaves = st.sampled_from(
    [None, True, 0, 1, 3, 5, 21, 2.5, 4.0, "0305", "N", "NE", "fr", "road", "river", "edge", "a b", ""]
)
inside = st.recursive(
    leaves,
    lambda one: st.lists(one, max_size=3) | st.dictionaries(st.sampled_from(INNER), one, max_size=4),
    max_leaves=8,
)
trials = st.dictionaries(st.sampled_from(KEYS), inside, max_size=5) | inside


def plain_judge() -> Any:
    from jsonschema import Draft202012Validator
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    parts = DRAFT202012.create_resource(schema("parts"))
    registry: Any = Registry().with_resource("https://jdgtools.example/schemas/parts.schema.json", parts)
    return Draft202012Validator(schema("trial"), registry=registry)


@given(value=trials)
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_accepted_is_valid(value: object):
    if acceptor("trial")(value):
        assert plain_judge().is_valid(value)


@given(value=trials)
@example(value={"id": "a", "hex": ""})
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_validate_agrees_with_the_judge(value: object):
    import json

    node, _ = read_yaml(json.dumps(value), "x")
    assert node is not None
    problems = validate(node, "trial")
    is_valid = plain_judge().is_valid(typed_value(node, "trial"))
    # To the judge an empty text is a text.
    assert {one.code for one in problems} <= {"SCH012"} if is_valid else problems
    assert all(one.span is not None and one.code.startswith("SCH") for one in problems)
    assert problems == sorted(problems)


@pytest.mark.parametrize(
    "value",
    [
        {"id": "a", "turns": 4, "edge": "N", "hexes": ["1", "2"], "name": {"fr": "x"}, "format": 1},
        {"id": "a", "sides": [{"id": "a", "edge": "N"}], "either": [1], "tree": {"branches": [{"leaf": 1}]}},
        {"id": "a", "way": {"kind": "road", "width": 1, "bridge": "x"}, "x-any": {"a": None}, "banners": {}},
        {"id": "a", "way": {"kind": "river", "depth": 1}},
    ],
)
def test_ordinary_files_take_the_quick_way(value: object):
    assert acceptor("trial")(value)


def test_a_keyword_that_is_not_understood_is_left_to_the_judge():
    value = {"id": "a", "arrival": 3}
    assert not acceptor("trial")(value) and plain_judge().is_valid(value)
