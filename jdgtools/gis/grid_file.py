"""ESRI ASCII grid (`.asc`): the plain text form of a height grid that every GIS can write."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.source.problem import problem
from jdgtools.source.span import Span, whole_file

MAX_CELLS = 16_000_000
_KEYS = ("ncols", "nrows", "xllcorner", "yllcorner", "xllcenter", "yllcenter", "cellsize", "nodata_value")
_COMMA = "decimals are written with a point"


class HeightGrid(Struct, frozen=True):
    """Heights at the middles of square cells."""

    values: np.ndarray
    """Metres, shape (rows, columns), northern row first; NaN = unknown."""
    west: float
    """East coordinate of the middle of the first column."""
    south: float
    """North coordinate of the middle of the last row."""
    cell: float
    """Size of a cell, metres."""

    @property
    def south_west(self) -> tuple[float, float]:
        """The lower left corner, metres of the data."""
        return self.west - self.cell / 2, self.south - self.cell / 2

    @property
    def north_east(self) -> tuple[float, float]:
        """The upper right corner."""
        rows, columns = self.values.shape
        x, y = self.south_west
        return x + columns * self.cell, y + rows * self.cell

    def points(self) -> np.ndarray:
        """Return middles of the cells in the metres of the data, row by row, shape (cells, 2)."""
        rows, columns = self.values.shape
        x = self.west + np.arange(columns) * self.cell
        y = self.south + np.arange(rows)[::-1] * self.cell
        return np.column_stack((np.tile(x, rows), np.repeat(y, columns)))

    def at(self, points: np.ndarray) -> np.ndarray:
        """Return the value of the cell that holds each place; NaN off the grid."""
        rows, columns = self.values.shape
        column = np.floor((points[:, 0] - self.west) / self.cell + 0.5).astype(int)
        row = rows - 1 - np.floor((points[:, 1] - self.south) / self.cell + 0.5).astype(int)
        on = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        values = np.full(len(points), np.nan)
        values[on] = self.values[row[on], column[on]]
        return values


def read_grid(text: str, file: str) -> HeightGrid | Diagnostic:
    """Return the height grid of a text, or what is wrong with it (MAP069)."""
    head: dict[str, float] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        words = line.split()
        if not words:
            continue
        key = words[0].lower()
        if key in ("dx", "dy"):
            mend = "resample the grid to square cells when you export it"
            return _bad(file, number + 1, "the cells are not square (`dx`, `dy`)", "`cellsize`", mend)
        if key not in _KEYS:
            break
        try:
            head[key] = float(words[1])
        except (IndexError, ValueError):
            comma = "," in line
            return _bad(file, number + 1, f"`{key}` has no number", hint=_COMMA if comma else None)
    else:
        number = len(lines)
    for key in ("ncols", "nrows", "cellsize"):
        if not 0 < head.get(key, 0.0) < 1e9:
            return _bad(
                file,
                1,
                f"the grid does not say its `{key}`",
                "a header with ncols, nrows, xllcorner, yllcorner, cellsize",
                "export it as ESRI ASCII grid (GDAL calls it AAIGrid)" if not head else None,
            )
    columns, rows, cell = int(head["ncols"]), int(head["nrows"]), head["cellsize"]
    if columns * rows > MAX_CELLS:
        return _bad(file, 1, f"{columns * rows:,} cells are too many", f"at most {MAX_CELLS:,}")
    west, south = (
        head[f"{axis}llcorner"] + cell / 2 if f"{axis}llcorner" in head else head.get(f"{axis}llcenter")
        for axis in "xy"
    )
    if west is None or south is None or not abs(west) < 1e8 or not abs(south) < 1e8:
        return _bad(
            file,
            1,
            "the grid does not say where its lower left corner lies",
            "`xllcorner` and `yllcorner` in metres",
        )
    try:
        values = np.array(" ".join(lines[number:]).split(), dtype=float)
    except ValueError:
        at, word = next((n, w) for n in range(number, len(lines)) for w in lines[n].split() if not _number(w))
        hint = _COMMA if _number(word.replace(",", ".")) else None
        return _bad(file, at + 1, f"the height `{word[:30]}` is not a number", hint=hint)
    if len(values) != columns * rows:
        return _bad(
            file,
            number + 1,
            f"the grid has {len(values):,} heights, its header says {columns * rows:,}",
            hint="the file was cut off, or the header is another's",
        )
    nodata = head.get("nodata_value", -9999.0)
    values[(values == nodata) | ~np.isfinite(values) | (np.abs(values) > 1e5)] = np.nan
    return HeightGrid(values.reshape(rows, columns), west, south, cell)


def _number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _bad(
    file: str, line: int, message: str, expected: str | None = None, hint: str | None = None
) -> Diagnostic:
    span = whole_file(file) if line <= 1 else Span(file, line, 1, line, 1)
    return problem("MAP069", span, message, expected=expected, hint=hint)
