"""Charts as plain data (JSON types) and back: the format of the data files and of the package.

    {"id": "TBL-FIRE", "kind": "table", "title": {"en": "…"}, "group": "…",
     "rules": ["JDG-7.5-a"], "type": "result",
     "types": [{"id": "result", "kind": "codes", "choices": ["CC"], "also": [null]}],
     "axes": [{"id": "total", "title": {…}, "match": "range", "below": "open", "above": "open",
               "kind": "house", "refs": ["HC-2.1"],
               "keys": [{"id": "F1", "label": {…}, "high": 8}, …]}],
     "notes": [{"id": "order", "text": {…}, "kind": "rules", "refs": ["JDG-7.5-b"]}],
     "default": {"kind": "house", "refs": ["HC-2.1"]},
     "cells": [{"at": ["F1"], "value": null}, {"at": ["F2"], "value": ["CC"], "kind": "rules", "refs": […]}]}

A cell without `kind` takes `kind` and `refs` from `default`. Members that equal their default
are left out. Text may be one string when it is the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise, product
from math import prod
from operator import contains
from typing import Any

from msgspec import ValidationError, convert, to_builtins

from jdgtools.charts.model import (
    BEYONDS,
    CHART_KINDS,
    MATCHES,
    NO_TEXT,
    PROVENANCES,
    TYPE_KINDS,
    Axis,
    AxisKey,
    Cell,
    Chart,
    Note,
    Value,
    ValueType,
)
from jdgtools.charts.predicates import Count, Predicate
from jdgtools.model.text import Text

Plain = dict[str, Any]


class ChartDataError(ValueError):
    """Chart data is malformed: a defect of the data file or of the package."""


MAX_COMBINATIONS = 100_000
"""Cells that a chart may have: the axes of a damaged file may ask for any number."""


def value_from_plain(value: Any) -> Value:
    """Return the value with lists as tuples, at every depth."""
    if isinstance(value, list):
        return tuple(value_from_plain(item) for item in value)
    if isinstance(value, dict):
        return {str(key): value_from_plain(item) for key, item in value.items()}
    if value is None or isinstance(value, (int, str)):
        return value
    raise ChartDataError(f"a chart cannot hold {value!r}")


def value_to_plain(value: Value) -> Any:
    """Return the value with tuples as lists, at every depth."""
    if isinstance(value, tuple):
        return [value_to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: value_to_plain(item) for key, item in value.items()}
    return value


def text_from_plain(plain: str | Mapping[str, str] | None) -> Text:
    """Return a Text from a string or a mapping; an absent one is empty."""
    if plain is None:
        return NO_TEXT
    return Text.of(plain)


def chart_from_plain(plain: Plain) -> Chart:
    """Return the chart described by plain data.

    Raises:
        ChartDataError: a member is missing or wrong, a cell is missing, doubled or of the wrong type.
    """
    name = plain.get("id", "?")
    try:
        chart = _chart(plain)
    except (KeyError, TypeError, AttributeError) as error:
        raise ChartDataError(f"chart {name}: malformed data ({error!r})") from error
    problems = list(_defects(chart))
    if problems:
        raise ChartDataError(f"chart {name}: " + "; ".join(problems[:5]))
    return chart


def _chart(plain: Plain) -> Chart:
    default = plain.get("default", {})
    default_kind, default_refs = default.get("kind"), tuple(default.get("refs", ()))
    cells: dict[tuple[str, ...], Cell] = {}
    for entry in plain["cells"]:
        at = tuple(entry["at"])
        if at in cells:
            raise ChartDataError(f"chart {plain['id']}: cell {', '.join(at)} occurs twice")
        kind, refs = entry.get("kind"), tuple(entry.get("refs", ()))
        if kind is None:
            kind, refs = default_kind, refs or default_refs
        value, note = entry["value"], entry.get("note")
        if isinstance(value, (list, dict)):
            value = value_from_plain(value)
        cells[at] = Cell(value, kind, refs, NO_TEXT if note is None else Text.of(note))
    axes = tuple(_axis(entry) for entry in plain["axes"])
    # Printed order, whatever the order in the file. Axes of a stranger may have more combinations than cells.
    ranks = [{key: n for n, key in enumerate(axis.ids)} for axis in axes]
    keys_in_order = [keys for keys in cells if len(keys) == len(axes) and all(map(contains, ranks, keys))]
    keys_in_order.sort(key=lambda keys: [rank[key] for rank, key in zip(ranks, keys, strict=True)])
    cells_in_order = {keys: cells.pop(keys) for keys in keys_in_order}
    return Chart(
        id=plain["id"],
        title=text_from_plain(plain["title"]),
        kind=plain["kind"],
        axes=axes,
        cells=cells_in_order | cells,
        types={entry["id"]: _type(entry) for entry in plain["types"]},
        type=plain["type"],
        group=plain.get("group", ""),
        notes=tuple(
            Note(n["id"], text_from_plain(n["text"]), n["kind"], tuple(n.get("refs", ())))
            for n in plain.get("notes", ())
        ),
        rules=tuple(plain.get("rules", ())),
    )


def _axis(plain: Plain) -> Axis:
    return Axis(
        id=plain["id"],
        title=text_from_plain(plain["title"]),
        keys=tuple(_key(entry) for entry in plain["keys"]),
        match=plain.get("match", "key"),
        below=plain.get("below", "open"),
        above=plain.get("above", "open"),
        kind=plain.get("kind", "rules"),
        refs=tuple(plain.get("refs", ())),
        note=text_from_plain(plain.get("note")),
    )


def _key(plain: Plain) -> AxisKey:
    ratio = plain.get("ratio")
    return AxisKey(
        id=plain["id"],
        label=text_from_plain(plain.get("label")),
        low=plain.get("low"),
        high=plain.get("high"),
        ratio=None if ratio is None else (ratio[0], ratio[1]),
        exclusive=plain.get("exclusive", False),
        type=plain.get("type", ""),
        applies=plain.get("applies", ""),
        replaces=tuple(plain.get("replaces", ())),
        uses=tuple(plain.get("uses", ())),
        refs=tuple(plain.get("refs", ())),
        note=text_from_plain(plain.get("note")),
        when=_predicate(plain, "when", Predicate),
        count=_predicate(plain, "count", Count),
    )


def _predicate(plain: Plain, member: str, kind: Any) -> Any:
    """Return a member that is a predicate; None where it is absent.

    Raises:
        ChartDataError: it has a word or a member that predicates do not know.
    """
    if member not in plain:
        return None
    try:
        return convert(plain[member], kind)
    except ValidationError as error:
        raise ChartDataError(f"key {plain['id']}: `{member}`: {error}") from None


def _type(plain: Plain) -> ValueType:
    return ValueType(
        id=plain["id"],
        kind=plain["kind"],
        low=plain.get("low"),
        high=plain.get("high"),
        choices=tuple(plain.get("choices", ())),
        also=tuple(plain.get("also", ())),
        signed=plain.get("signed", False),
        labels={name: Text.of(text) for name, text in plain.get("labels", {}).items()},
    )


def _defects(chart: Chart) -> Iterable[str]:
    """Return what is wrong with a chart as data, in words; the frame first, the cells when it is sound."""
    frame = list(_frame_defects(chart))
    yield from frame or _cell_defects(chart)


def _frame_defects(chart: Chart) -> Iterable[str]:
    if chart.kind not in CHART_KINDS:
        yield f"unknown kind {chart.kind!r}"
    if chart.type not in chart.types:
        yield f"unknown type {chart.type!r}"
    for type_ in chart.types.values():
        if type_.kind not in TYPE_KINDS:
            yield f"type {type_.id}: unknown kind {type_.kind!r}"
    if (count := prod(len(axis.ids) for axis in chart.axes)) > MAX_COMBINATIONS:
        yield f"its axes ask for {count:,} cells, more than {MAX_COMBINATIONS:,}"
    for axis in chart.axes:
        yield from _axis_defects(chart, axis)


def _cell_defects(chart: Chart) -> Iterable[str]:
    addresses = set(product(*(axis.ids for axis in chart.axes)))
    yield from (f"cell {keys} is missing" for keys in sorted(addresses - chart.cells.keys()))
    yield from (f"cell {keys} has no row" for keys in sorted(chart.cells.keys() - addresses))
    for keys, cell in chart.cells.items():
        if keys not in addresses:
            continue
        if cell.kind not in PROVENANCES:
            yield f"cell {keys}: no provenance"
        elif not cell.refs and cell.kind != "battle":
            yield f"cell {keys}: provenance {cell.kind} without a reference"
        if not chart.value_type(keys).accepts(cell.value):
            yield f"cell {keys}: {cell.value!r} is not {chart.value_type(keys).expectation()}"


def _axis_defects(chart: Chart, axis: Axis) -> Iterable[str]:
    if axis.match not in MATCHES or axis.below not in BEYONDS or axis.above not in BEYONDS:
        yield f"axis {axis.id}: unknown match or end"
    if len(set(axis.ids)) != len(axis.keys):
        yield f"axis {axis.id}: a key occurs twice"
    for key in axis.keys:
        if key.type and key.type not in chart.types:
            yield f"key {key.id}: unknown type {key.type!r}"
    if axis.match == "range":
        for first, second in pairwise(axis.keys):
            if first.high is None or second.low is None or second.low != first.high + 1:
                yield f"axis {axis.id}: {first.id} and {second.id} do not meet"
    if axis.match == "ratio":
        ratios = [key.ratio or (0, 0) for key in axis.keys]
        for a, b in pairwise(ratios):
            if a[0] * b[1] >= b[0] * a[1]:
                yield f"axis {axis.id}: ratios are not in rising order"


def chart_to_plain(chart: Chart, texts: bool = True) -> Plain:
    """Return the chart as JSON types; without texts when `texts` is false. Inverse of `chart_from_plain`."""
    plain: Plain = {"id": chart.id, "kind": chart.kind, "title": _text(chart.title, texts)}
    _put(plain, group=chart.group, rules=list(chart.rules), type=chart.type)
    plain["types"] = [
        _put(
            {"id": entry.id, "kind": entry.kind},
            low=entry.low,
            high=entry.high,
            choices=list(entry.choices),
            also=list(entry.also),
            signed=entry.signed or None,
            labels={name: dict(text.values) for name, text in entry.labels.items()} if texts else {},
        )
        for entry in chart.types.values()
    ]
    plain["axes"] = [_axis_to_plain(axis, texts) for axis in chart.axes]
    if texts:
        plain["notes"] = [
            {"id": note.id, "text": _text(note.text, True), "kind": note.kind, "refs": list(note.refs)}
            for note in chart.notes
        ]
    plain["cells"] = [
        _put(
            {"at": list(keys), "value": value_to_plain(cell.value), "kind": cell.kind},
            refs=list(cell.refs),
            note=_text(cell.note, texts),
        )
        for keys, cell in chart.cells.items()
    ]
    return plain


def _axis_to_plain(axis: Axis, texts: bool) -> Plain:
    plain = _put({"id": axis.id, "title": _text(axis.title, texts), "match": axis.match})
    if axis.match != "key":
        plain |= {"below": axis.below, "above": axis.above, "kind": axis.kind, "refs": list(axis.refs)}
    _put(plain, note=_text(axis.note, texts))
    plain["keys"] = [
        _put(
            {"id": key.id},
            label=_text(key.label, texts),
            when=None if key.when is None else to_builtins(key.when),
            count=None if key.count is None else to_builtins(key.count),
            low=key.low,
            high=key.high,
            ratio=list(key.ratio or ()),
            exclusive=key.exclusive or None,
            type=key.type,
            applies=key.applies,
            replaces=list(key.replaces),
            uses=list(key.uses),
            refs=list(key.refs),
            note=_text(key.note, texts),
        )
        for key in axis.keys
    ]
    return plain


def _text(text: Text, texts: bool) -> dict[str, str]:
    return dict(text.values) if texts else {}


def _put(plain: Plain, **members: Any) -> Plain:
    """Return `plain` with those members that are not empty (0 and false are not empty)."""
    for name, member in members.items():
        if member is not None and member != "" and member != [] and member != {}:
            plain[name] = member
    return plain
