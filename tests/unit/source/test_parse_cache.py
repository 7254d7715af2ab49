"""A file that says the same as in an earlier run gives the same nodes without being parsed."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import to_builtins

from jdgtools.cache import Cache
from jdgtools.source import load
from jdgtools.source.load import SUFFIXES, load_with_text
from jdgtools.source.parse_cache import load_cached

SCENARIOS = Path(__file__).parents[3] / "scenarios"
FILES = sorted(p for p in SCENARIOS.rglob("*") if p.suffix in SUFFIXES)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "kept")


def told(found: object) -> object:
    return to_builtins(found)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(SCENARIOS).as_posix())
def test_kept_nodes_are_those_of_the_reader(
    path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = told(load_with_text(path, "x"))
    assert told(load_cached(path, "x", cache)) == fresh

    def no_more(*_: object) -> None:
        raise AssertionError("parsed again")

    monkeypatch.setattr(load, "parse_content", no_more)
    monkeypatch.setattr("jdgtools.source.parse_cache.parse_content", no_more)
    assert told(load_cached(path, "x", cache)) == fresh


def test_another_content_another_path_and_another_kind_are_read(tmp_path: Path, cache: Cache) -> None:
    for name, shown, text, value in (
        ("a.yaml", "x", "a: 1", {"a": 1}),
        ("a.yaml", "x", "a: 2", {"a": 2}),
        ("a.yaml", "y", "a: 2", {"a": 2}),
        ("a.json", "x", '{"a": 2}', {"a": 2}),
        ("a.yaml", "x", '{"a": 2}', {"a": 2}),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        node, problems, read = load_cached(tmp_path / name, shown, cache)
        assert node is not None and node.to_plain() == value and problems == [] and read == text
        assert node.span.file == shown
        assert told(node) == told(load_with_text(tmp_path / name, shown)[0])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "a: [1"),
        ("a.yaml", "a: 1\na: 2\n"),
        ("a.yaml", ""),
        ("a.csv", 'id,a\n"x,1\n'),
        ("a.txt", "a"),
        ("gone.yaml", None),
        ("a.yaml", "a: 123456789012345678901234567890"),
        ("a.json", '{"a": "\\ud800"}'),
    ],
)
def test_what_has_problems_or_cannot_be_kept_is_read_every_time(
    name: str, text: str | None, tmp_path: Path, cache: Cache
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    fresh = told(load_with_text(tmp_path / name, "x"))
    assert told(load_cached(tmp_path / name, "x", cache)) == fresh
    assert told(load_cached(tmp_path / name, "x", cache)) == fresh
    kept = [] if cache.folder is None or not cache.folder.is_dir() else list(cache.folder.glob("*.jdg"))
    assert kept == []


def test_without_a_folder_nothing_is_encoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jdgtools.source import parse_cache

    path = tmp_path / "x.csv"
    path.write_text("id\na\n", encoding="utf-8")
    monkeypatch.setattr(parse_cache, "msgpack", None)
    node, problems, text = load_cached(path, "x.csv", Cache(None))
    assert node is not None
    assert (node.elements()[0].value["id"].text, problems, text) == ("a", [], "id\na\n")
