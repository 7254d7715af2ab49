"""Nodes of map.yaml -> `BattleMap`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, TypeVar, cast

from jdgtools.hexgrid import HexGrid, Numbering, Problem, Side, parse_direction
from jdgtools.hexgrid.chain import parse_chain as parse_way
from jdgtools.hexgrid.chain import parse_hexes, parse_sides
from jdgtools.model.build_art import build_art
from jdgtools.model.build_ground import (
    fill,
    join_features,
    join_named,
    join_ways,
    note_calls,
    unsettled,
)
from jdgtools.model.build_numbering import Mention
from jdgtools.model.build_pictures import read_levels, read_playable, read_terrain
from jdgtools.model.build_pieces import children, named, reference
from jdgtools.model.context import Context, Subject
from jdgtools.model.map import BattleMap, EntryArea, HexsideFeature, Place, Region, Way
from jdgtools.model.survey import Survey, Surveyor
from jdgtools.source.node import Node

T = TypeVar("T")
_HEX_ALONE = re.compile(r"[A-Za-z0-9]+")
"""A text that can only be one hex, so that a wrong one is reported as such."""
_LETTERED: dict[str, Literal["column", "row", "both"]] = {"column": "column", "row": "row", "both": "both"}
_STAGGERS: dict[tuple[str, str], Literal["odd-columns", "even-columns", "odd-rows", "even-rows"]] = {
    # Designers count from 1, the numbering from 0.
    ("flat", "even"): "odd-columns",
    ("flat", "odd"): "even-columns",
    ("pointy", "even"): "odd-rows",
    ("pointy", "odd"): "even-rows",
}


class MapBuilder:
    """Builds the map; also resolves hex references for the scenarios."""

    def __init__(
        self, ctx: Context, root: Node, side_ids: list[str], surveyor: Surveyor | None = None
    ) -> None:
        self.ctx = ctx
        self.root = root
        self.side_ids = side_ids
        self.grid = self._grid()
        self.geometry = root.get("geometry")
        self.surveyor = surveyor
        self.mentions: list[Mention] = []
        """Every text that was read as hexes."""
        self.written: tuple[HexsideFeature, ...] = ()
        """Features of hexsides in map.yaml, read before any survey."""

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
        shifted = ctx.string(node.get("shifted"), "even")
        try:
            return HexGrid(
                columns=columns,
                rows=rows,
                orientation="pointy" if orientation == "pointy" else "flat",
                # Designers count from 1, the grid from 0.
                parity="odd" if shifted == "even" else "even",
                numbering=Numbering(
                    order="row-column"
                    if ctx.string(node.at("numbering", "order")) == "row-column"
                    else "column-row",
                    first_column=_or(ctx.number(node.at("numbering", "first_column")), 1),
                    first_row=_or(ctx.number(node.at("numbering", "first_row")), 1),
                    digits=_or(ctx.number(node.at("numbering", "digits")), 2),
                    leading_zeros=ctx.flag(node.at("numbering", "leading_zeros"), True),
                    letters=_LETTERED.get(letters),
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
        """The index of the hex that a scalar names; None after a diagnostic (REF007)."""
        name = self.ctx.name(node)
        if name is None or node is None or self.grid is None:
            return None
        index = self.grid.index(name)
        if index is not None:
            self.mentions.append(Mention(name, _index, None))
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
            self.mentions.append(Mention(name, _index, self.ctx.diagnostics[-1]))
        return index

    def _lost_zeros(self, name: str) -> bool:
        """Whether the name is a hex number without its leading zeros."""
        assert self.grid is not None
        width = len(self.grid.id(self.grid.hexes[0]))
        return name.isdecimal() and len(name) < width and self.grid.index(name.zfill(width)) is not None

    def hexes(self, node: Node | None, subject: Subject | None = None) -> tuple[int, ...]:
        """The hexes of a list or chain, in order, without repetition."""
        if node is None or self.grid is None:
            return ()
        found: list[int] = []
        for child in node.elements() if node.is_list else [node]:
            if child.is_scalar and _HEX_ALONE.fullmatch(child.text.strip()):
                index = self.hex(child, subject)
                found.extend(() if index is None else (index,))
            elif child.is_scalar:
                found.extend(self._parsed(child, subject, "MAP005", parse_hexes) or ())
        return tuple(dict.fromkeys(found))

    def _chain(self, node: Node, subject: Subject | None) -> tuple[int, ...]:
        return self._parsed(node, subject, "MAP005", parse_way) or ()

    def _parsed(
        self, node: Node, subject: Subject | None, code: str, parse: Callable[[str, HexGrid], T | Problem]
    ) -> T | None:
        assert self.grid is not None
        text = node.text
        result = parse(text, self.grid)
        if isinstance(result, Problem):
            place = node.char_span(0, min(result.offset, max(len(text) - 1, 0)))
            self.ctx.problem(code, place, result.message, found=f"`{text.strip()}`", subject=subject)
            self.mentions.append(Mention(text, parse, self.ctx.diagnostics[-1]))
            return None
        self.mentions.append(Mention(text, parse, None))
        return result

    def within(self, node: Node | None, subject: Subject | None = None) -> tuple[int, ...]:
        """The hexes of {hex, distance}."""
        if node is None or self.grid is None:
            return ()
        centre = self.hex(node.get("hex"), subject)
        distance = self.ctx.number(node.get("distance"))
        return () if centre is None or distance is None else self.grid.disc(centre, min(distance, 300))

    # --- features ------------------------------------------------------------------------------

    def _features(self) -> tuple[HexsideFeature, ...]:
        found: list[HexsideFeature] = []
        for key in ("hexsides", "rivers", "crossings"):
            kinds = {t.id: t for t in self.ctx.series.terrains if t.kind in ("hexside", "crossing")}
            for number, node in enumerate(children(self.root, key)):
                subject = ("hexside", self.ctx.string(node.get("id")) or f"{key}-{number + 1}")
                self.ctx.mark(subject, node)
                kind = self.ctx.string(node.get("kind"))
                if kind not in kinds:
                    if kind or (key != "crossings" and self.ctx.is_empty_name(node.get("kind"))):
                        self.ctx.unknown(
                            "REF008", node.get("kind"), "hexside terrain", kind, kinds, (*subject, "kind")
                        )
                    continue
                name = self.ctx.text(node.get("name")) or None
                listed = [node.get("side")] if key == "crossings" else children(node, "sides")
                for item in listed:
                    for side, inside in self._sides(item, kinds[kind].directed, subject):
                        found.append(HexsideFeature(kind, side, inside, name, subject[1]))
        return tuple(found)

    def _sides(self, node: Node | None, directed: bool, subject: Subject) -> list[tuple[Side, int | None]]:
        """Hexsides of one item; for a directed feature with the hex that it was written from."""
        if node is None or not node.is_scalar or self.grid is None:
            return []
        grid, where = self.grid, (*subject, "sides")
        sides = self._parsed(node, where, "MAP004", parse_sides)
        if sides is None or not directed:
            return [(side, None) for side in sides or ()]
        found: list[tuple[Side, int | None]] = []
        for word in node.text.replace(",", " ").replace(";", " ").split():
            inside = grid.index(word.partition("/")[0]) if "/" in word else None
            part = parse_sides(word, grid)
            if inside is None or isinstance(part, Problem):
                self.ctx.problem(
                    "MAP004",
                    node,
                    f"`{word}` does not say which hex is the inner or higher one",
                    expected="the inner or higher hex with its sides, such as 0305/NE-SE",
                    subject=where,
                )
                continue
            found.extend((side, inside) for side in part)
        return found

    def _ways(self) -> tuple[Way, ...]:
        grid, ctx = self.grid, self.ctx
        assert grid is not None
        kinds = [t.id for t in ctx.series.terrains if t.kind == "path"]
        found = []
        for number, node in enumerate(children(self.root, "ways")):
            subject = ("way", ctx.string(node.get("id")) or f"ways-{number + 1}")
            ctx.mark(subject, node)
            kind = ctx.string(node.get("kind"))
            if kind not in kinds:
                if kind or ctx.is_empty_name(node.get("kind")):
                    ctx.unknown("REF008", node.get("kind"), "way", kind, kinds, (*subject, "kind"))
                continue
            chain = node.get("hexes")
            hexes = self._chain(chain, (*subject, "hexes")) if chain is not None and chain.is_scalar else ()
            exits: list[int | None] = []
            for key, end in (("from", 0), ("to", -1)):
                target = node.get(key)
                direction = None
                if target is not None and hexes:
                    direction = self._parsed(
                        target,
                        (*subject, key),
                        "MAP004",
                        lambda text, grid: parse_direction(text, grid.orientation),
                    )
                    if direction is not None and grid.neighbour(hexes[end], direction) is not None:
                        ctx.problem(
                            "MAP008",
                            target,
                            f"way `{subject[1]}` does not leave the map "
                            f"from {grid.id(hexes[end])} to {target.text}",
                            expected="a direction over the map edge",
                            subject=(*subject, key),
                        )
                        direction = None
                exits.append(direction)
            found.append(
                Way(kind, hexes, ctx.text(node.get("name")) or None, subject[1], (exits[0], exits[1]))
            )
        return tuple(found)

    # --- names ---------------------------------------------------------------------------------

    def _places(self) -> tuple[Place, ...]:
        found = []
        for entry, subject, node in named(self.ctx, "place", children(self.root, "places")):
            index = self.hex(node.get("hex"), (*subject, "hex"))
            if index is not None:
                found.append(
                    Place(
                        entry,
                        self.ctx.text(node.get("name")),
                        index,
                        self.ctx.string(node.get("rank"), "village"),
                        self.ctx.number(node.get("height")),
                    )
                )
        return tuple(found)

    def _regions(self, terrain: list[str | None]) -> tuple[Region, ...]:
        found = []
        for entry, subject, node in named(self.ctx, "region", children(self.root, "regions")):
            hexes = set(self.hexes(node.get("hexes"), (*subject, "hexes")))
            hexes.update(self.within(node.get("within"), (*subject, "within")))
            known = [t.id for t in self.ctx.series.terrains if t.kind == "hex"]
            kind = reference(
                self.ctx, node.get("terrain"), "REF008", "hex terrain", known, (*subject, "terrain")
            )
            if kind is not None:
                hexes.update(i for i, t in enumerate(terrain) if t == kind)
            if not hexes and not self.ctx.faulty & {
                (*subject, key) for key in ("hexes", "within", "terrain")
            }:
                self.ctx.problem(
                    "MAP009",
                    node,
                    f"region `{entry}` has no hexes",
                    expected="hexes, a distance or a terrain",
                    subject=subject,
                )
            found.append(
                Region(
                    entry,
                    self.ctx.text(node.get("name")) or self.ctx.text(node.get("id")),
                    frozenset(hexes),
                    self.ctx.flag(node.get("shown")),
                )
            )
        return tuple(found)

    def _entries(self) -> tuple[EntryArea, ...]:
        found = []
        for entry, subject, node in named(self.ctx, "entry", children(self.root, "entries")):
            side = reference(self.ctx, node.get("side"), "REF001", "side", self.side_ids, (*subject, "side"))
            found.append(
                EntryArea(
                    entry,
                    self.ctx.text(node.get("name")) or self.ctx.text(node.get("id")),
                    side,
                    self.hexes(node.get("hexes"), (*subject, "hexes")),
                    self.ctx.flag(node.get("exit")),
                )
            )
        return tuple(found)

    def build(self) -> BattleMap | None:
        """The map, or None when the grid itself is unusable."""
        grid, ctx = self.grid, self.ctx
        if grid is None:
            return None
        ctx.mark(("map",), self.root)
        self.written = self._features()
        survey = self._survey()
        terrain, levels = read_terrain(self), read_levels(self)
        if survey is not None and self.geometry is not None:
            survey = unsettled(survey, terrain, levels)
            note_calls(ctx, self.geometry, survey)
            terrain, levels = fill(terrain, survey.terrain), fill(levels, survey.levels)
        playable = read_playable(self)
        if playable is None:
            playable = list(survey.playable) if survey and survey.playable else [True] * grid.size
        features, ways, places = self.written, self._ways(), self._places()
        if survey is not None:
            features = join_features(ctx, grid, features, survey, levels)
            ways, places = join_ways(ways, survey.ways), join_named(places, survey.places)
        regions = self._regions(terrain)
        by_side: dict[Side, tuple[HexsideFeature, ...]] = {}
        for feature in features:
            by_side[feature.side] = (*by_side.get(feature.side, ()), feature)
        node = cast(Node, self.root.get("grid"))
        size = node.get("hex_mm")
        north = node.get("north")
        return BattleMap(
            grid=grid,
            hex_metres=_or(ctx.number(node.get("hex_metres")), 0),
            hex_mm=_or(size.as_float() if size is not None else None, 20.0),
            level_metres=_or(ctx.number(node.get("level_metres")), 0),
            terrain=tuple(terrain),
            levels=tuple(levels),
            playable=tuple(playable),
            features=features,
            ways=ways,
            places=places,
            regions=regions if survey is None else join_named(regions, survey.regions),
            entries=self._entries(),
            north=_or(north.as_float() if north is not None else None, 0.0),
            credits=ctx.text(self.root.get("credits")),
            by_side=by_side,
            survey=survey,
            art=build_art(self, terrain, places),
        )

    def _survey(self) -> Survey | None:
        """What the GIS data of the map say; None without any, or after diagnostics."""
        if self.geometry is None or self.surveyor is None:
            return None
        survey = self.surveyor(self)
        if survey is None:
            # One wrong file is one mistake: nothing is said of the hexes that it would have filled.
            self.ctx.faulty |= {("map", "terrain"), ("map", "levels")}
        return survey


def _or(value: T | None, default: T) -> T:
    return default if value is None else value


def _index(name: str, grid: HexGrid) -> int | None:
    return grid.index(name)
