"""Artillery ranges for any size of hex."""

from __future__ import annotations

from jdgtools.charts import ChartBook


def default_ranges(book: ChartBook, artillery: str, hex_metres: int) -> tuple[int, int]:
    """Return the (effective, maximum) range in hexes of artillery whose counter prints none.

    `artillery` is a row of TBL-RANGE. For a size of hex without a column the metres are divided by it and
    rounded to the nearest hex; effective is at least 2, maximum at least one more (house rule HC-2.3).

    Raises:
        ChartLookupError: no such row.
    """
    chart = book.get("TBL-RANGE")
    column = str(hex_metres)
    value = chart.value(artillery, column if column in chart.axis("scale").ids else "metres")
    assert isinstance(value, tuple)
    near, far = (metres for metres in value if isinstance(metres, int))
    if column in chart.axis("scale").ids:
        return near, far
    near, far = ((2 * metres + hex_metres) // (2 * hex_metres) for metres in (near, far))
    near = max(near, 2)
    return near, max(far, near + 1)
