"""Reads the grid of map.yaml and the hexes that designers write: the one place where a number becomes a hex.

`HexReader` is handed to everything that reads hexes: the builders of map, art, setup and scenarios, and the
survey of GIS data. It reports what is not on the map, and remembers every text that it read as hexes, so that
`build_numbering` can tell a wrong grid from many wrong numbers. It depends on none of its users.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, TypeVar

from jdgtools.hexgrid import HexGrid, NameProblem, Numbering
from jdgtools.hexgrid.chain import parse_chain, parse_hexes
from jdgtools.model.build_numbering import HexMention
from jdgtools.model.context import Context, Subject
from jdgtools.source.node import Node

T = TypeVar("T")
_HEX_ALONE = re.compile(r"[A-Za-z0-9]+")
"""A text that can only be one hex, so that a wrong one is reported as such."""
_LETTERS: dict[str, Literal["column", "row", "both"]] = {"column": "column", "row": "row", "both": "both"}
"""Which numbers of a hex are letters, as map.yaml says it and as `Numbering` does."""
_STAGGERS: dict[tuple[str, str], Literal["odd-columns", "even-columns", "odd-rows", "even-rows"]] = {
    # Designers count from 1, the numbering from 0.
    ("flat", "even"): "odd-columns",
    ("flat", "odd"): "even-columns",
    ("pointy", "even"): "odd-rows",
    ("pointy", "odd"): "even-rows",
}
"""Orientation and `stagger` of map.yaml -> the lines whose numbers are staggered, as `Numbering` counts."""


class HexReader:
    """The grid of a map file, and the hexes that texts of the project name."""

    def __init__(self, ctx: Context, root: Node) -> None:
        """Read the grid.

        Args:
            ctx: series and diagnostics.
            root: of the map file.
        """
        self.ctx = ctx
        self.root = root
        self.grid = self._grid()
        """None when the block `grid:` is unusable (reported)."""
        self.mentions: list[HexMention] = []
        """Every text that was read as hexes."""

    @property
    def geometry(self) -> Node | None:
        """The block `geometry:` of the map file, if it has one."""
        return self.root.get("geometry")

    # --- grid ----------------------------------------------------------------------------------

    def _grid(self) -> HexGrid | None:
        ctx, node = self.ctx, self.root.get("grid")
        columns, rows = (ctx.number(self.root.at("grid", key)) for key in ("columns", "rows"))
        if node is None or not columns or not rows or columns < 1 or rows < 1 or columns > 300 or rows > 300:
            return None  # the schema has said what is missing
        ctx.mark(("map", "grid"), node)
        numbering = node.get("numbering")
        letters = ctx.string(node.at("numbering", "letters"), "none")
        stagger = ctx.string(node.at("numbering", "stagger"), "none")
        orientation = ctx.string(node.get("orientation"), "flat")
        shift = ctx.string(node.get("shifted"), "even")
        try:
            return HexGrid(
                columns=columns,
                rows=rows,
                orientation="pointy" if orientation == "pointy" else "flat",
                # Designers count from 1, the grid from 0.
                parity="odd" if shift == "even" else "even",
                numbering=Numbering(
                    order="row-column"
                    if ctx.string(node.at("numbering", "order")) == "row-column"
                    else "column-row",
                    first_column=ctx.number(node.at("numbering", "first_column"), 1),
                    first_row=ctx.number(node.at("numbering", "first_row"), 1),
                    digits=ctx.number(node.at("numbering", "digits"), 2),
                    leading_zeros=ctx.flag(node.at("numbering", "leading_zeros"), True),
                    letters=_LETTERS.get(letters),
                    letter_style="doubled"
                    if ctx.string(node.at("numbering", "letter_style")) == "doubled"
                    else "sequence",
                    stagger=_STAGGERS.get((orientation, stagger)),
                    column_digits=ctx.number(node.at("numbering", "column_digits")),
                    row_digits=ctx.number(node.at("numbering", "row_digits")),
                    separator=ctx.string(node.at("numbering", "separator")),
                    descending_columns=ctx.flag(node.at("numbering", "descending_columns")),
                    descending_rows=ctx.flag(node.at("numbering", "descending_rows")),
                ),
            )
        except ValueError as error:
            ctx.problem("MAP007", numbering or node, f"the numbering does not suit the map: {error}")
            return None

    # --- references ----------------------------------------------------------------------------

    def hex(self, node: Node | None, subject: Subject | None = None) -> int | None:
        """Return the index of the hex that a scalar names; None after a diagnostic (REF007)."""
        name = self.ctx.name(node)
        if name is None or node is None or self.grid is None:
            return None
        index = self.grid.index(name)
        if index is not None:
            self.mentions.append(HexMention(name, _index, None))
        else:
            if node.span.column is not None and self._lost_zeros(name):
                return None  # a table column that became numbers is reported once, as a whole
            reason = self.grid.problem(name) or "no such hex"
            self.ctx.problem(
                "REF007",
                node,
                f"hex `{name}` is not on the map",
                expected="a hex of the map",
                hint=reason,
                subject=subject,
            )
            self.mentions.append(HexMention(name, _index, self.ctx.diagnostics[-1]))
        return index

    def _lost_zeros(self, name: str) -> bool:
        """Return whether the name is a hex number without its leading zeros."""
        assert self.grid is not None
        width = len(self.grid.id(self.grid.hexes[0]))
        return name.isdecimal() and len(name) < width and self.grid.index(name.zfill(width)) is not None

    def hexes(self, node: Node | None, subject: Subject | None = None) -> tuple[int, ...]:
        """Return the hexes of a list or chain, in order, without repetition."""
        if node is None or self.grid is None:
            return ()
        hexes: list[int] = []
        for child in node.elements() if node.is_list else [node]:
            if child.is_scalar and _HEX_ALONE.fullmatch(child.text.strip()):
                index = self.hex(child, subject)
                hexes.extend(() if index is None else (index,))
            elif child.is_scalar:
                hexes.extend(self.parse(child, subject, "MAP005", parse_hexes) or ())
        return tuple(dict.fromkeys(hexes))

    def chain(self, node: Node, subject: Subject | None) -> tuple[int, ...]:
        """Return the hexes of a chain, each adjacent to the one before it."""
        return self.parse(node, subject, "MAP005", parse_chain) or ()

    def parse(
        self,
        node: Node,
        subject: Subject | None,
        code: str,
        parser: Callable[[str, HexGrid], T | NameProblem],
    ) -> T | None:
        """Return what a parser of `hexgrid` makes of a text; None after a diagnostic with its code."""
        assert self.grid is not None
        text = node.text
        result = parser(text, self.grid)
        if isinstance(result, NameProblem):
            bad_span = node.char_span(0, min(result.offset, max(len(text) - 1, 0)))
            self.ctx.problem(code, bad_span, result.message, found=f"`{text.strip()}`", subject=subject)
            self.mentions.append(HexMention(text, parser, self.ctx.diagnostics[-1]))
            return None
        self.mentions.append(HexMention(text, parser, None))
        return result

    def within(self, node: Node | None, subject: Subject | None = None) -> tuple[int, ...]:
        """Return the hexes of `{hex, distance}`."""
        if node is None or self.grid is None:
            return ()
        centre = self.hex(node.get("hex"), subject)
        distance = self.ctx.number(node.get("distance"))
        return () if centre is None or distance is None else self.grid.disc(centre, min(distance, 300))


def _index(name: str, grid: HexGrid) -> int | None:
    return grid.index(name)
