"""The engine's grid names and centres, computed from the written attributes alone."""

from __future__ import annotations

from math import floor

import pytest

from jdgtools.exporters.module.grid import ModuleGrid
from jdgtools.hexgrid import HexGrid, Numbering
from jdgtools.hexgrid.layout import Layout
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def module_grid(grid: HexGrid) -> ModuleGrid:
    layout = Layout(grid, 20.0).on_whole_pixels(2.4)
    return ModuleGrid(layout, int(layout.width), int(layout.height))


def engine_centre(c: Component, raw_line: int, raw_place: int) -> tuple[int, int]:
    """As the engine computes the centre of a raw index, with its truncations."""
    dx, dy = float(c.get("dx")), float(c.get("dy"))
    x0, y0 = int(c.get("x0")), int(c.get("y0"))
    across = int(dx * raw_line + x0)
    along = int(dy * raw_place + y0) if raw_line % 2 == 0 else int(dy * raw_place + int(dy / 2) + y0)
    return (along, across) if c.get("sideways") == "true" else (across, along)


def part(value: int, kind: str, leading: int) -> str:
    text, value = ("-" if value < 0 else ""), abs(value)
    if kind == "A":
        while True:
            text += ALPHABET[value % 26]
            value -= 26
            if value < 0:
                return text
    while leading > 0 and value < 10**leading:
        text, leading = text + "0", leading - 1
    return text + str(value)


def engine_name(c: Component, n: Component, x: int, y: int, width: int, height: int) -> str:
    """As the engine names a pixel."""
    sideways = c.get("sideways") == "true"
    if sideways:
        x, y = y, x
    dx, dy = float(c.get("dx")), float(c.get("dy"))
    x0, y0 = int(c.get("x0")), int(c.get("y0"))
    column = floor((x - x0) / dx + 0.5)
    nx = floor((x - x0) / dx + 0.5)
    row = floor((y - y0) / dy + 0.5) if nx % 2 == 0 else floor((y - y0 - dy / 2) / dy + 0.5)
    raw_column = column
    max_rows, max_columns = floor(height / dx + 0.5), floor(width / dy + 0.5)
    h_down, v_down = n.get("hDescend") == "true", n.get("vDescend") == "true"
    if v_down and sideways:
        column = max_rows - column
    if h_down and not sideways:
        column = max_columns - column
    if v_down and not sideways:
        row = max_rows - row
    if h_down and sideways:
        row = max_columns - row
    if n.get("stagger") == "true" and raw_column % 2 != 0:
        row += -1 if (h_down if sideways else v_down) else 1
    h = part(column + int(n.get("hOff")), n.get("hType"), int(n.get("hLeading")))
    v = part(row + int(n.get("vOff")), n.get("vType"), int(n.get("vLeading")))
    return h + n.get("sep") + v if n.get("first") == "H" else v + n.get("sep") + h


NUMBERINGS = {
    "plain": Numbering(),
    "row first": Numbering(order="row-column"),
    "from zero": Numbering(first_column=0, first_row=0),
    "three digits": Numbering(digits=3),
    "bare": Numbering(leading_zeros=False, separator="."),
    "letters across": Numbering(letters="column"),
    "letters down, row first": Numbering(letters="row", order="row-column"),
    "down to the left": Numbering(descending_columns=True, first_column=12),
    "up": Numbering(descending_rows=True, first_row=9),
    "both": Numbering(descending_columns=True, first_column=30, descending_rows=True, first_row=40),
    "offset": Numbering(first_column=13, first_row=27),
}
STAGGERED = [("flat", "odd", "odd-columns"), ("flat", "even", "even-columns"), ("pointy", "odd", "odd-rows")]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("parity", ["odd", "even"])
@pytest.mark.parametrize("name", NUMBERINGS)
@pytest.mark.parametrize("size", [(1, 1), (5, 7), (12, 9)])
def test_every_hex_has_its_printed_number(
    orientation: str, parity: str, name: str, size: tuple[int, int]
) -> None:
    grid = HexGrid(*size, orientation=orientation, parity=parity, numbering=NUMBERINGS[name])  # type: ignore[arg-type]
    module = module_grid(grid)
    assert module.numbering is not None
    component = module.component()
    [numbering] = component.children
    for i in grid.hexes:
        x, y = module.centre(i)
        assert (x, y) == module.layout.centre(i)
        got = engine_name(component, numbering, x, y, module.width, module.height)
        assert got == grid.id(i)


@pytest.mark.parametrize(("orientation", "parity", "stagger"), STAGGERED)
@pytest.mark.parametrize("down", ["", "columns", "rows", "columns rows"])
def test_staggered_numbers_are_the_printed_ones(
    orientation: str, parity: str, stagger: str, down: str
) -> None:
    numbering = Numbering(
        stagger=stagger,  # type: ignore[arg-type]
        descending_columns="columns" in down,
        descending_rows="rows" in down,
        first_column=30 if "columns" in down else 1,
        first_row=30 if "rows" in down else 1,
    )
    grid = HexGrid(7, 6, orientation=orientation, parity=parity, numbering=numbering)  # type: ignore[arg-type]
    module = module_grid(grid)
    values, component = module._numbering(), module.component()
    told = component.children[0] if component.children else None
    for i in grid.hexes:
        x, y = module.centre(i)
        written = make("HexGridNumbering", values)
        got = engine_name(component, written, x, y, module.width, module.height)
        assert got == module.name(x, y, values)
        assert told is None or got == grid.id(i)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("parity", ["odd", "even"])
def test_pieces_snap_to_the_printed_centre(orientation: str, parity: str) -> None:
    grid = HexGrid(6, 5, orientation=orientation, parity=parity)  # type: ignore[arg-type]
    module = module_grid(grid)
    component = module.component()
    shift = 1 if grid.is_shifted(0, 0) else 0
    for i in grid.hexes:
        column, row = grid.offset(i)
        line, place = (column, row) if orientation == "flat" else (row, column)
        assert engine_centre(component, line + shift, place) == module.centre(i)


@pytest.mark.parametrize(
    ("orientation", "parity", "stagger", "carried"),
    [
        ("flat", "odd", "odd-columns", True),
        ("flat", "even", "even-columns", True),
        ("flat", "odd", "even-columns", False),
        ("flat", "odd", "odd-rows", False),
        ("pointy", "odd", "odd-rows", True),
        ("pointy", "even", "odd-rows", False),
    ],
)
def test_what_the_engine_cannot_count_is_known(
    orientation: str, parity: str, stagger: str, carried: bool
) -> None:
    numbering = Numbering(stagger=stagger)  # type: ignore[arg-type]
    grid = HexGrid(5, 6, orientation=orientation, parity=parity, numbering=numbering)  # type: ignore[arg-type]
    assert (module_grid(grid).numbering is not None) == carried


def test_letters_beyond_z_in_sequence_cannot_be_carried() -> None:
    sequence = HexGrid(30, 2, numbering=Numbering(letters="column"))
    doubled = HexGrid(30, 2, numbering=Numbering(letters="column", letter_style="doubled"))
    assert module_grid(sequence).numbering is None
    assert module_grid(doubled).numbering is not None


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_parts_of_different_width_are_carried(orientation: str) -> None:
    numbering = Numbering(column_digits=1, row_digits=3, separator=".")
    grid = HexGrid(12, 6, orientation=orientation, numbering=numbering)  # type: ignore[arg-type]
    assert module_grid(grid).numbering is not None
