"""Every line of a chart of modifiers says as data when it applies, in words that the series has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from jdgtools.charts.book import ChartBook
from jdgtools.charts.model import AxisKey, Chart, ValueType
from jdgtools.charts.plain import ChartDataError, chart_from_plain, chart_to_plain
from jdgtools.charts.predicate_words import count_words, predicate_words
from jdgtools.charts.predicates import (
    DEEDS,
    FACTS,
    GROUPS,
    ZONES,
    AllHold,
    AnyHolds,
    Deed,
    Fact,
    FactHolds,
    Group,
    NoneHolds,
    OnTerrain,
    OnTurn,
    Predicate,
    UnitCount,
    Zone,
)
from jdgtools.charts.rule_words import RULES, rule_problem
from jdgtools.model.definition import SeriesDef
from jdgtools.series.registry import find_series

SERIES = ("jdg", "afe", "mpbs")
PAGES = Path("docs/reference")


def book_of(series: str) -> ChartBook:
    registered = find_series(series)
    assert registered is not None
    return registered.charts


def definition_of(series: str) -> SeriesDef:
    registered = find_series(series)
    assert registered is not None
    return registered.definition


def lines(book: ChartBook) -> Iterator[tuple[Chart, AxisKey]]:
    """Yield the lines of all charts of modifiers."""
    for chart in book:
        if chart.kind == "modifiers":
            yield from ((chart, key) for key in chart.axes[0].keys)


def leaves(predicate: Predicate) -> Iterator[Predicate]:
    """Yield the predicate and all its parts."""
    yield predicate
    if isinstance(predicate, (AllHold, AnyHolds, NoneHolds)):
        for part in predicate.parts:
            yield from leaves(part)


@pytest.mark.parametrize("series", SERIES)
def test_every_line_says_when_it_applies_and_what_it_counts(series: str) -> None:
    assert sum(1 for _ in lines(book_of(series))) > 30
    for chart, key in lines(book_of(series)):
        assert key.when is not None, (chart.id, key.id)
        rules = [
            v["rule"] for at in chart.cells if at[0] == key.id and isinstance(v := chart.value(*at), dict)
        ]
        assert ("each" in rules) == (key.count is not None), (chart.id, key.id)


@pytest.mark.parametrize("series", SERIES)
def test_words_of_predicates_are_words_of_the_series(series: str) -> None:
    definition, book = definition_of(series), book_of(series)
    arms = {arm for arm, _ in definition.arms}
    types = {kind.chart_class for kind in definition.unit_types}
    axes = {axis.id: {value.id for value in axis.values} for axis in definition.state_axes}
    fields = {field.id for field in definition.unit_fields}
    terrains = {terrain.id for terrain in definition.terrains}
    properties = {key.id for chart in book if chart.kind == "terrain" for key in chart.axes[-1].keys}
    flags = {flag for flag, _ in definition.turn_flags}
    for chart, key in lines(book):
        assert key.when is not None
        for leaf in (*leaves(key.when), *([key.count] if key.count is not None else [])):
            where = (chart.id, key.id)
            if isinstance(leaf, UnitCount):
                assert arms >= set(leaf.arms) and types >= set(leaf.types), where
                assert fields >= {*leaf.fields, *leaf.field_low, *leaf.field_high}, where
                assert all(set(values) <= axes[axis] for axis, values in leaf.state.items()), where
            elif isinstance(leaf, OnTerrain):
                assert terrains >= set(leaf.terrains), where
                assert not leaf.property or leaf.property in properties, where
            elif isinstance(leaf, OnTurn):
                assert flags >= set(leaf.flags), where
            elif isinstance(leaf, FactHolds):
                kind = FACTS[leaf.fact][0]
                assert (kind == "word") == bool(leaf.words), where
                bounds = (leaf.low is not None, leaf.high is not None, leaf.above, leaf.to)
                assert leaf is key.count or (kind == "number") == any(bounds), where
                assert fields >= {name for name in (leaf.above, leaf.to) if name}, where


@pytest.mark.parametrize("series", SERIES)
def test_the_reference_reads_both_aloud(series: str) -> None:
    """The printed sentence and the predicate stand side by side in the generated page."""
    page = (PAGES / f"charts-{series}.md").read_text(encoding="utf-8")
    for _, key in lines(book_of(series)):
        assert key.when is not None
        counts = "" if key.count is None else count_words(key.count)
        assert f"| `{key.id}` | {key.label.get('en')} | {predicate_words(key.when)} | {counts} |" in page


def test_the_vocabulary_is_closed_and_all_of_it_is_used() -> None:
    assert (set(get_args(Group)), set(get_args(Zone)), set(get_args(Deed)), set(get_args(Fact))) == (
        set(GROUPS), set(ZONES), set(DEEDS), set(FACTS),
    )  # fmt: skip
    every = [
        leaf for s in SERIES for _, k in lines(book_of(s)) if k.when is not None for leaf in leaves(k.when)
    ]
    assert {leaf.fact for leaf in every if isinstance(leaf, FactHolds)} == set(FACTS)
    rules = {
        value["rule"]
        for series in SERIES
        for chart in book_of(series)
        for cell in chart.cells.values()
        if isinstance(value := cell.value, dict)
    }
    assert rules == set(RULES)


def test_dense_target_is_said_as_it_is_printed() -> None:
    """AMB-51: two units of infantry or cavalry, or one of 8 SP."""
    key = book_of("jdg").get("TBL-FIRE-DRM").axes[0].key("dense_target")
    assert key.when is not None
    assert predicate_words(key.when) == (
        "at least 2 of all units in the hex that is fired at with arm infantry or cavalry or at least 1 of all "
        "units in the hex that is fired at with arm infantry or cavalry, strength at least 8"
    )


@pytest.mark.parametrize(
    ("member", "value", "expected"),
    [
        ("when", {"kind": "luck"}, "luck"),
        ("when", {"kind": "units", "of": "horses"}, "horses"),
        ("when", {"kind": "fact", "fact": "weather"}, "weather"),
        ("count", {"kind": "turn", "flags": ["night"]}, "turn"),
    ],
)
def test_unknown_words_are_refused(member: str, value: dict[str, Any], expected: str) -> None:
    plain = chart_to_plain(book_of("jdg").get("TBL-FIRE-DRM"))
    plain["axes"][0]["keys"][0][member] = value
    with pytest.raises(ChartDataError, match=expected):
        chart_from_plain(plain)


def test_a_rule_has_its_members() -> None:
    """So an override with a rule that lacks one is a diagnostic, not half a modifier."""
    type_ = ValueType("computed", "rule", choices=("each", "own_rule"))
    assert rule_problem({"rule": "each", "value": 1}) is None
    assert type_.accepts({"rule": "each", "value": 1, "free": 1})
    assert not type_.accepts({"rule": "each"})
    assert not type_.accepts({"rule": "each", "value": 1, "fre": 1})
    assert not type_.accepts({"rule": "each", "value": "1"})
    assert type_.accepts({"rule": "own_rule", "whatever": 1})
    assert not type_.accepts({"rule": "terrain", "column": "x"})
