"""Reads the text pictures of map.yaml: one line a row of hexes, one character a hex.

`read_terrain`, `read_levels` and `read_playable` each read one picture with `_picture`, which reports a wrong
size and characters without a meaning, and give a value for each hex index.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from jdgtools.diagnostics.names import name_list
from jdgtools.model.build_ground import AS_SURVEYED
from jdgtools.model.hex_reader import HexReader
from jdgtools.source.node import Node
from jdgtools.source.span import Span

T = TypeVar("T")
_NO_LEVEL = -1000
"""A level that the survey is to say; None stands for a character that means nothing."""


def read_terrain(reader: HexReader) -> list[str | None]:
    """Return the terrain ids by hex from the picture and the block `hexes`; None where neither gives one."""
    ctx, series = reader.ctx, reader.ctx.series
    terrain_ids = [t.id for t in series.terrains if t.kind == "hex"]
    legend: dict[str, str | None] = {}
    legend_node = reader.root.get("legend")
    for char, node in legend_node.items() if legend_node is not None else ():
        terrain = ctx.string(node)
        if terrain not in terrain_ids:
            ctx.faulty.add(("map", "terrain"))
            if node.is_scalar:  # else the schema has said what it is
                ctx.unknown("REF008", node, "hex terrain", terrain, terrain_ids, ("map", "legend", char))
        # An unknown terrain is reported once, here, not in every hex.
        legend[char] = terrain if terrain in terrain_ids else ""
    if not legend:
        legend = {t.glyph: t.id for t in series.terrains if t.kind == "hex" and t.glyph}
    if reader.geometry is not None:
        legend.setdefault(AS_SURVEYED, "")
    signs = name_list(legend)
    values = _picture(reader, "terrain", legend.get, lambda c: f"`{c}` is not in the legend (it has {signs})")
    hexes = reader.root.get("hexes")
    for name, node in hexes.items() if hexes is not None else ():
        assert hexes is not None and reader.grid is not None
        index = reader.hex(Node.scalar(name, hexes.key_span(name), plain=False))
        terrain = ctx.string(node)
        if terrain not in terrain_ids:
            ctx.unknown("REF008", node, "hex terrain", terrain, terrain_ids)
        elif index is not None:
            values[index] = terrain
            ctx.spans[("hex", reader.grid.id(index))] = node.span
    return [v or None for v in values]


def read_levels(reader: HexReader) -> list[int | None]:
    """Return the picture of levels; None where the geometry is to say the level."""
    as_surveyed = AS_SURVEYED if reader.geometry is not None else ""
    levels = _picture(
        reader,
        "levels",
        lambda c: _NO_LEVEL if c == as_surveyed else _level(c),
        lambda c: f"`{c}` is no level: use 0-9, then a, b, c …",
    )
    return [None if level == _NO_LEVEL else level for level in levels]


def read_playable(reader: HexReader) -> list[bool] | None:
    """Return whether each hex is in play by the picture; None without one."""
    if reader.root.get("playable") is None:
        return None
    picture = _picture(reader, "playable", lambda c: c, lambda c: "")
    return [value != "#" for value in picture]


def _level(char: str) -> int | None:
    """Return the level that a character means: `-` is -1, 0 to 9, `a` 10; None if it means none."""
    if char == "-":
        return -1
    if "0" <= char <= "9":
        return int(char)
    return ord(char) - ord("a") + 10 if "a" <= char <= "z" else None


def _picture(
    reader: HexReader, key: str, read: Callable[[str], T | None], problem: Callable[[str], str]
) -> list[T | None]:
    """Return values of a text picture by hex index; missing or wrong characters are None and reported."""
    grid, ctx = reader.grid, reader.ctx
    assert grid is not None
    values: list[T | None] = [None] * grid.size
    node = reader.root.get(key)
    if node is None or not node.is_scalar:
        return values
    strange: dict[str, list[tuple[int, Span]]] = {}
    lines = [(number, line) for number, line in enumerate(node.text.splitlines()) if line.strip()]
    if len(lines) != grid.rows:
        ctx.problem(
            "MAP001",
            node,
            f"the {key} picture has {len(lines)} rows, the grid has {grid.rows}",
            expected=f"{grid.rows} lines with {grid.columns} characters each",
            hint="one line for every row of hexes; blank lines do not count",
            subject=("map", key),
        )
    widths = {len("".join(line.split())) for _, line in lines[: grid.rows]}
    alike = len(lines) > 1 and len(widths) == 1 and widths != {grid.columns}
    if alike:  # one mistake, most likely in `columns`
        ctx.problem(
            "MAP002",
            node,
            f"all rows of the {key} picture have {min(widths)} characters, "
            f"the grid has {grid.columns} columns",
            expected=f"{grid.columns} characters in each row (blanks do not count)",
            hint=f"write `columns: {min(widths)}` if the picture is right",
            subject=("map", key),
        )
    for row, (number, line) in enumerate(lines[: grid.rows]):
        cells = [(col, char) for col, char in enumerate(line) if not char.isspace()]
        if len(cells) != grid.columns and not alike:
            ctx.problem(
                "MAP002",
                node.char_span(number, 0, max(len(line), 1)),
                f"row {row + 1} of the {key} picture has {len(cells)} characters, "
                f"the grid has {grid.columns} columns",
                expected=f"{grid.columns} characters (blanks do not count)",
                subject=("map", key),
            )
        for column, (col, char) in enumerate(cells[: grid.columns]):
            index = grid.at(column, row)
            if index is None:
                continue
            value = read(char)
            if value is None:
                strange.setdefault(char, []).append((index, node.char_span(number, col)))
            values[index] = value
    for char, char_spans in strange.items():
        # A missing line of the legend is one mistake, however many hexes use it.
        names = ", ".join(grid.id(index) for index, _ in char_spans[:6])
        ctx.problem(
            "MAP003",
            char_spans[0][1],
            problem(char),
            subject=("map", key),
            hint=f"it stands for {'hex' if len(char_spans) == 1 else f'{len(char_spans)} hexes:'} {names}"
            + (" …" if len(char_spans) > 6 else ""),
        )
    return values
