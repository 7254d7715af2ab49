"""The index of the copy of a module names its build file, and files that may lie in a folder."""

from __future__ import annotations

import json

import pytest

from jdgtools.vassal.record_shapes import BadRecord, read_index, read_record

BUILD = {"entry": "buildFile.xml", "file": "buildFile.xml"}


def index(*entries: dict[str, str]) -> bytes:
    return json.dumps({"build": "buildFile.xml", "metadata": "moduledata", "entries": entries}).encode()


def test_an_index_names_its_build_file() -> None:
    assert read_index(index(BUILD)).entries[0].file == "buildFile.xml"
    with pytest.raises(BadRecord, match="it names no build file"):
        read_index(index({"entry": "images/a.png", "file": "images/a.png"}))


@pytest.mark.parametrize("key", ["entry", "file"])
def test_an_index_leads_to_no_other_folder(key: str) -> None:
    picture = {"entry": "images/a.png", "file": "images/a.png", key: "../a.png"}
    with pytest.raises(BadRecord):
        read_index(index(BUILD, picture))


@pytest.mark.parametrize("content", [b'{"a": 1, "b": 2, "a": 1}', b'[{"c": {"a": 1, "\\u0061": 2}}]'])
def test_a_key_of_a_record_stands_once(content: bytes) -> None:
    """The last one counted in silence."""
    with pytest.raises(BadRecord, match="`a` stands twice in one object"):
        read_record(content)
    assert read_record(b'[{"a": 1}, {"a": 2}]') == [{"a": 1}, {"a": 2}]
