from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jdgtools.schema import registry, schema, schema_names
from jdgtools.schema.accept import ANNOTATIONS, BRANCHING
from jdgtools.schema.faults import KEYWORDS
from jdgtools.schema.validate import validate
from jdgtools.source import read_yaml


def test_real_schemas_are_found_and_valid():
    from jsonschema import Draft202012Validator

    assert {"battle", "common", "map", "oob", "scenario"} <= set(schema_names())
    for name in schema_names():
        Draft202012Validator.check_schema(schema(name))
        assert schema(name)["$id"].endswith(f"/{name}.schema.json") and schema(name) is schema(name)


def test_every_keyword_of_our_schemas_is_known():
    for name in schema_names():
        if name != "package":  # which others read; ours is judged by its types
            assert keywords_of(schema(name)) <= KEYWORDS


def keywords_of(part: Any) -> set[str]:
    """The keywords of a schema that may make a value invalid."""
    if not isinstance(part, dict):
        return set()
    words = {word for word in part if word not in ANNOTATIONS and not word.startswith("x-")}
    below = [
        part[word]
        for word in ("items", "additionalProperties", "propertyNames", *BRANCHING, "not")
        if word in part
    ]
    below += [
        sub for word in ("properties", "patternProperties", "$defs") for sub in part.get(word, {}).values()
    ]
    below += [sub for word in ("allOf", "anyOf", "oneOf") for sub in part.get(word, ())]
    return words.union(*map(keywords_of, below))


def test_installed_schemas_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "site" / "jdgtools"
    (package / "_schemas").mkdir(parents=True)
    (tmp_path / "site" / "schemas").mkdir()
    monkeypatch.setattr(registry, "__file__", str(package / "schema" / "registry.py"))
    find = registry.schema_folder.__wrapped__
    assert find() == package / "_schemas"
    (package / "_schemas").rmdir()
    assert find() == tmp_path / "site" / "schemas"
    (tmp_path / "site" / "schemas").rmdir()
    with pytest.raises(FileNotFoundError, match="install it again"):
        find()


def test_texts_have_an_end() -> None:
    """A title of a million letters took most of the time of a build."""
    for text in ("x" * 50_001, {"en": "x" * 50_001}):
        node = read_yaml(f"format: 1\nid: b\ntitle: {text}\n", "battle.yaml")[0]
        assert node is not None
        problem = next(p for p in validate(node, "battle") if p.code == "SCH007")
        assert problem.found == "50,001 characters" and problem.expected == "at most 50,000 characters"
