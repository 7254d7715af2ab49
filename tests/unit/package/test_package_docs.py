"""The examples of docs/package.md run, and the page names every member."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from jdgtools.charts.predicates import DEEDS, FACTS, GROUPS, Predicate
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.loading import load
from jdgtools.schema import schema
from jdgtools.series.registry import find_series
from tests.unit.package.bundled import BATTLES, packages

PAGE = Path("docs/package.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def package(tmp_path):
    found = load("scenarios/teaching-jdg")
    scenario = found.battle.scenarios[0]
    file = tmp_path / "teaching-jdg-battle.jdgpkg"
    file.write_bytes(package_bytes(package_of(found.battle, found.series, found.charts, scenario)))
    return file


def answer(*command):
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_python_example_with_the_standard_library(package, tmp_path):
    script = tmp_path / "example.py"
    script.write_text(blocks("python")[0], encoding="utf-8")
    expected = blocks("text")[0].replace("true", "True").replace("false", "False")
    assert answer(sys.executable, "-I", "-S", script, package) == expected


def test_python_example_with_jdgtools(package, monkeypatch):
    monkeypatch.chdir(package.parent)
    names: dict[str, object] = {}
    exec(compile(blocks("python")[1], "docs/package.md", "exec"), names)  # the page's own code
    found = names["package"]
    assert found.movement.cost("foot_artillery", names["here"], 2) == 3


@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript here")
def test_javascript_example(package, tmp_path):
    script = tmp_path / "example.js"
    script.write_text(blocks("js")[0], encoding="utf-8")
    assert answer(shutil.which("node"), script, package) == blocks("text")[0]


def test_every_word_of_predicates_is_on_the_page():
    for words in (GROUPS, DEEDS):
        for word, sentence in words.items():
            assert f"`{word}` {sentence}" in PAGE, word
    for fact, (kind, sentence) in FACTS.items():
        assert f"`{fact}` ({kind}) {sentence}" in PAGE, fact
    for kind in get_args(Predicate):
        assert f"`{kind.__struct_config__.tag}`" in PAGE, kind
        for member in kind.__struct_fields__:
            assert f"`{member}`" in PAGE, member


def test_every_member_and_kind_of_condition_is_on_the_page():
    found = schema("package")
    for name in found["properties"]:
        assert f"`{name}`" in PAGE, name
    parts = [part["$ref"].rpartition("/")[2] for part in found["$defs"]["Condition"]["anyOf"]]
    for kind in (found["$defs"][part]["properties"]["kind"]["enum"][0] for part in parts):
        assert f"`{kind}`" in PAGE, kind


def test_statements_charts_and_keys_of_the_guide_exist():
    known = find_series("jdg").statements
    assert set(re.findall(r"JDG-[\d.]+-[a-z]\b", PAGE)) <= known
    charts = {chart.id for name in ("jdg", "afe", "mpbs") for chart in find_series(name).charts}
    assert set(re.findall(r"`((?:TBL|T)-[A-Z-]+)`", PAGE)) <= charts
    moves = find_series("jdg").charts.get("TBL-MOVE").axes[0].ids
    for key in (
        "reduced",
        "forced_march",
        "leave_square",
        "leave_zoc",
        "enter_zoc_disordered",
        "pass_friends",
    ):
        assert f"`{key}`" in PAGE and key in moves


GUIDES = {
    "jdg": ("Jours de Gloire", "rolica-1808"),
    "afe": ("Au fil de l'épée", "bouvines-1214"),
    "mpbs": ("Musket & Pike", "edgehill-1642"),
}


@pytest.mark.parametrize("series_id", GUIDES)
def test_every_statement_of_a_guide_is_in_the_packages_of_its_series(series_id):
    """What stands in brackets is told in `references`, rulings too; `JDG-9.1-a to -c` names those between."""
    title, name = GUIDES[series_id]
    (guide,) = re.findall(rf"^## Movement[^\n]* of {re.escape(title)}\n(.*?)^## ", PAGE, re.M | re.S)
    prefix = find_series(series_id).definition.statement_prefix.rstrip("-")
    named = set(re.findall(rf"{prefix}-[\w.]+-[a-z]\b|AMB-\d+", guide))
    for start, last in re.findall(rf"({prefix}-[\w.]+-[a-z]),? (?:to|and)? ?-([a-z])\b", guide):
        named.add(start[:-1] + last)
    assert len(named) > 100 or series_id == "afe"
    assert sorted(named - set(packages(name)[0][1].references)) == []


def closed_words(node):
    """Yield the words that a schema lists where no other may stand."""
    if isinstance(node, dict):
        yield from (word for word in node.get("enum", ()) if isinstance(word, str) and word)
        for value in node.values():
            yield from closed_words(value)
    elif isinstance(node, list):
        for value in node:
            yield from closed_words(value)


def descriptions(node):
    """Yield what a schema says of its members."""
    if isinstance(node, dict):
        if isinstance(node.get("description"), str):
            yield node["description"]
        for value in node.values():
            yield from descriptions(value)
    elif isinstance(node, list):
        for value in node:
            yield from descriptions(value)


def tags(definition):
    """Yield the kinds that a definition is told by: its description says what they mean."""
    for tag in ("kind", "rule"):
        words = definition.get("properties", {}).get(tag, {}).get("enum", ())
        if len(words) == 1 and definition.get("description"):
            yield words[0]


def test_every_closed_word_is_on_the_page_or_described():
    """A program knows from the page and the schema alone what every word of a package means."""
    whole = schema("package")
    told = PAGE + " ".join(descriptions(whole))
    described = {tag for definition in whole["$defs"].values() for tag in tags(definition)}
    words = set(closed_words(whole))
    assert len(words) > 100
    assert sorted(word for word in words - described if f"`{word}`" not in told) == []


def test_every_word_that_the_bundled_packages_use_is_explained_in_them():
    """Arms, roles, flags, orders, states and fields have a name or a meaning in the package itself."""
    for name in BATTLES:
        for _, package in packages(name):
            vocabulary = package.vocabulary
            known = {w.id for group in vocabulary.__struct_fields__ for w in getattr(vocabulary, group)}
            fields = {field.id for field in package.fields}
            states = {value.id for axis in package.states for value in axis.values}
            axes = {axis.id for axis in package.states}
            words = {unit.arm for unit in package.units} | {leader.role for leader in package.leaders}
            words |= {flag for turn in package.turns.track for flag in turn.flags}
            words |= {unit.type for unit in package.units} | {c.order for c in package.commands}
            assert {word for word in words if word} <= known, name
            for piece in (*package.units, *package.leaders):
                assert set(piece.front) | set(piece.back) <= fields, piece.id
            for placed in (*package.setup, *package.arrivals):
                assert set(placed.state) <= axes
                assert {v for v in placed.state.values() if not v.isdigit()} <= states


@pytest.mark.parametrize("series_id", ["jdg", "afe", "mpbs"])
def test_the_page_names_every_chart_and_every_state(series_id):
    """Whoever writes an engine from the page learns what each chart is for, and when each state begins and ends."""
    series = find_series(series_id)
    axes = series.definition.state_axes
    words = [chart.id for chart in series.charts]
    words += [axis.id for axis in axes] + [value.id for axis in axes for value in axis.values]
    words += [role.id for role in series.definition.roles if role.id.startswith(("replacement", "reserve"))]
    assert [word for word in words if not re.search(rf"`{re.escape(word)}`", PAGE)] == []
