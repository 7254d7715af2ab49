"""How rows of the data files of chart tests are evaluated, for any series."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from jdgtools.charts.plain import value_from_plain
from jdgtools.charts.sums import add_modifiers


def _keys(values):
    return [tuple(value) if isinstance(value, list) else value for value in values]


def _value(book, cell):
    return book.get(cell[0]).value(*cell[1:])


def modifier(book, row):
    """Sum of a row's lines: `active` as given, `charts` looked up in other charts, then the limit."""
    active = dict(row.get("active", {}))
    for line, (chart, *values) in row.get("charts", {}).items():
        active[line] = book.get(chart).lookup(*_keys(values)).value
    total = add_modifiers(book.get(row["modifiers"]), active, row.get("use", "")).total
    if "limit" in row:
        limit = book.get(row["limit"])
        total = min(max(total, limit.value("least")), limit.value("most"))
    return total


def outcome(book, row):
    """What the charts say in the situation of the row; compare it with `row["is"]`."""
    match row["kind"]:
        case "cell":
            return _value(book, row["cell"])
        case "sum":
            return sum(_value(book, cell) for cell in row["cells"])
        case "dearest":
            return max(_value(book, cell) for cell in row["cells"])
        case "least":
            return min(_value(book, cell) for cell in row["cells"])
        case "lookup":
            cell = book.get(row["chart"]).lookup(*_keys(row["values"]))
            return None if cell is None else cell.value
        case "contains":
            chart = book.get(row["chart"])
            cells = [c for at, c in chart.cells.items() if set(row["column"]) <= set(at)]
            return (
                value_from_plain(row["is"])
                if value_from_plain(row["is"]) in [c.value for c in cells]
                else None
            )
        case "modifiers":
            return modifier(book, row)
        case "total":
            return row["die"] + modifier(book, row)
        case "result":
            chart, total = book.get(row["chart"]), row["die"] + modifier(book, row)
            assert total == row["total"]
            columns = row.get("columns", [[]])
            return tuple(chart.lookup(total, *column).value for column in columns)
        case "rolls":
            low, high = _value(book, row["cell"])
            drm = modifier(book, row) if "modifiers" in row else 0
            return tuple(die for die in range(10) if low <= min(max(die + drm, 0), 9) <= high)
    raise AssertionError(row["kind"])


@pytest.fixture(scope="session")
def evaluate():
    """The function (book, row) -> value."""
    return outcome


@pytest.fixture(scope="session")
def modifier_of():
    """The function (book, row) -> sum of modifiers, limited."""
    return modifier


@pytest.fixture(scope="session")
def is_given():
    """The function (book, row): a cell has the value, provenance and statements of the rules."""

    def check(book, row):
        cell = book.get(row["chart"]).cell(*row["at"])
        wanted = row["value"]
        assert cell.value == (dict(wanted) if isinstance(wanted, Mapping) else value_from_plain(wanted))
        assert type(cell.value) is type(value_from_plain(wanted))
        assert cell.kind == row.get("provenance", "rules")
        assert set(row["refs"]) <= set(cell.refs)

    return check
