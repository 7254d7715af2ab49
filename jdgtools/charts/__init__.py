"""Charts of a series as data with provenance: model, files, overrides, reference page."""

from __future__ import annotations

from jdgtools.charts.book import ChartBook
from jdgtools.charts.load import book_from_plain, book_to_plain, load_charts
from jdgtools.charts.model import (
    Axis,
    AxisKey,
    Cell,
    Chart,
    ChartLookupError,
    Modifier,
    Note,
    Value,
    ValueType,
)
from jdgtools.charts.overrides import ChartProblem, Override, Replacement
from jdgtools.charts.plain import ChartDataError

__all__ = [
    "Axis",
    "AxisKey",
    "Cell",
    "Chart",
    "ChartBook",
    "ChartDataError",
    "ChartLookupError",
    "ChartProblem",
    "Modifier",
    "Note",
    "Override",
    "Replacement",
    "Value",
    "ValueType",
    "book_from_plain",
    "book_to_plain",
    "load_charts",
]
