"""Builds the map of a battle: nodes of map.yaml -> `BattleMap`.

`MapBuilder` reads what the file says of hexsides, ways, places, regions and entries, lets the surveyor read
the block `geometry:`, and joins both (`build_ground`): the file comes first wherever it speaks. `hex_reader`
reads the grid and hex numbers, `build_pictures` the text pictures of terrain and levels, `build_art` the
designer's drawings.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeVar, cast

from jdgtools.diagnostics.diagnostic import RelatedSpan, Severity
from jdgtools.diagnostics.names import MAX_LISTED, word_list
from jdgtools.hexgrid import HexGrid, Hexside, NameProblem, direction_name, hexside_name, parse_direction
from jdgtools.hexgrid.chain import parse_sides
from jdgtools.model.build_art import build_art
from jdgtools.model.build_entries import children, reference, report_id_again, unique_entries
from jdgtools.model.build_ground import (
    fill,
    join_named,
    join_ways,
    report_close_calls,
    with_open_calls,
)
from jdgtools.model.build_pictures import read_levels, read_playable, read_terrain
from jdgtools.model.build_slopes import join_features
from jdgtools.model.changes import WayStep, steps_of
from jdgtools.model.context import Subject
from jdgtools.model.hex_reader import HexReader
from jdgtools.model.map import BattleMap, EntryArea, HexsideFeature, NamedPlace, Region, Way
from jdgtools.model.survey import Survey, Surveyor
from jdgtools.source.node import Node

T = TypeVar("T")


class MapBuilder:
    """The builder of one map."""

    def __init__(
        self,
        reader: HexReader,
        side_ids: list[str],
        surveyor: Surveyor | None = None,
        root: Node | None = None,
        scope: str = "",
    ) -> None:
        """Take what the map is built from.

        Args:
            reader: the map file's grid and root.
            side_ids: ids of the battle's sides, for entries.
            surveyor: surveys the block `geometry:`; None = the block is ignored.
            root: what is read instead of the map file: what a scenario adds.
            scope: begins the ids of entries without one of their own.
        """
        self.reader = reader
        self.ctx = reader.ctx
        self.root = reader.root if root is None else root
        self.scope = scope
        self.grid = reader.grid
        self.side_ids = side_ids
        self.surveyor = surveyor
        self.written_features: tuple[HexsideFeature, ...] = ()
        """Features of hexsides in map.yaml; `build` reads them first, for the survey wants to know them."""
        self.unknown_sides: list[Hexside] = []
        """Hexsides of a kind that the series does not know, which a draft marks; `features` collects them."""
        self._named_nodes: dict[Subject, Node] = {}
        """First entry of each id of a way or of hexsides."""
        self.unknown_ways: list[tuple[int, ...]] = []
        """Likewise the hexes of ways; `ways` collects them."""

    # --- features ------------------------------------------------------------------------------

    def features(self) -> tuple[HexsideFeature, ...]:
        """Return the features of hexsides that are written out; wrong ones have been reported."""
        features: list[HexsideFeature] = []
        first_nodes: dict[tuple[str, Hexside, int | None], tuple[Node, Node]] = {}
        for key in ("hexsides", "rivers", "crossings"):
            kinds = {t.id: t for t in self.ctx.series.terrains if t.kind in ("hexside", "crossing")}
            for number, node in enumerate(children(self.root, key)):
                subject = ("hexside", self.ctx.string(node.get("id")) or f"{self.scope}{key}-{number + 1}")
                self._note_id(subject, node)
                self.ctx.mark(subject, node)
                kind = self.ctx.string(node.get("kind"))
                if kind not in kinds:
                    if kind or (key != "crossings" and self.ctx.is_empty_name(node.get("kind"))):
                        self.ctx.unknown(
                            "REF008", node.get("kind"), "hexside terrain", kind, kinds, (*subject, "kind")
                        )
                    items = [node.get("side")] if key == "crossings" else children(node, "sides")
                    self.unknown_sides += [s for item in items for s, _ in self._sides(item, False, subject)]
                    continue
                name = self.ctx.text(node.get("name")) or None
                items = [node.get("side")] if key == "crossings" else children(node, "sides")
                again: list[tuple[Hexside, Node, Node, Node]] = []
                for item in items:
                    for side, inside in self._sides(item, kinds[kind].directed, subject):
                        assert item is not None
                        first_item, entry = first_nodes.setdefault((kind, side, inside), (item, node))
                        if first_item is item:
                            features.append(HexsideFeature(kind, side, inside, name, subject[1]))
                        else:
                            again.append((side, item, first_item, entry))
                self._note_twice(subject, kind, node, again)
        return tuple(features)

    def _note_id(self, subject: Subject, node: Node) -> None:
        """Report an id of a way or of hexsides that an earlier entry has; texts are translated by them."""
        first = self._named_nodes.setdefault(subject, node)
        if first is not node and node.get("id") is not None:
            report_id_again(self.ctx, subject, node, first)

    def _note_twice(
        self, subject: Subject, kind: str, node: Node, again: list[tuple[Hexside, Node, Node, Node]]
    ) -> None:
        """Report hexsides that have what is written there already; those that repeat one entry are one fault.

        Args:
            subject: their entry, as messages name it.
            kind: of terrain.
            node: their entry.
            again: hexside, its item here, the item and the entry that have it first.
        """
        assert self.grid is not None
        by_entry: dict[int, list[tuple[Hexside, Node, Node]]] = {}
        for number, (side, item, first_item, entry) in enumerate(again):
            # Within one list the schema may have said it of some, so each has a message of its own.
            key = -1 - number if entry is node else id(entry)
            by_entry.setdefault(key, []).append((side, item, first_item))
        for doubles in by_entry.values():
            places = list(dict.fromkeys(hexside_name(self.grid, *side) for side, _, _ in doubles))
            what, them, first = (
                (f"hexside {places[0]} is", "it", "it is")
                if len(places) == 1
                else (f"hexsides {word_list(places)} are", "them", "the first of them is")
            )
            self.ctx.problem(
                "MAP095",
                doubles[0][1],
                f"{what} `{kind}` twice",
                expected="each hexside once",
                hint=f"delete {them} here, or mend the hex or the direction: is another hexside meant?",
                severity=Severity.WARNING,
                # Named here: of 100,000, to look up whose line it is takes a quarter of the whole check.
                subject=subject,
                related=(RelatedSpan(doubles[0][2].span, f"{first} written here first"),),
            )

    def _sides(
        self, node: Node | None, is_directed: bool, subject: Subject
    ) -> list[tuple[Hexside, int | None]]:
        """Return hexsides of one item; for a directed feature with the hex that it was written from."""
        if node is None or not node.is_scalar or self.grid is None:
            return []
        grid, where = self.grid, (*subject, "sides")
        sides = self.reader.parse(node, where, "MAP004", parse_sides)
        if sides is None or not is_directed:
            return [(side, None) for side in sides or ()]
        pairs: list[tuple[Hexside, int | None]] = []
        for word in node.text.replace(",", " ").replace(";", " ").split():
            inside = grid.index(word.partition("/")[0]) if "/" in word else None
            part = parse_sides(word, grid)
            if inside is None or isinstance(part, NameProblem):
                self.ctx.problem(
                    "MAP004",
                    node,
                    f"`{word}` does not say which hex is the inner or higher one",
                    expected="the inner or higher hex with its sides, such as 0305/NE-SE",
                    subject=where,
                )
                continue
            pairs.extend((side, inside) for side in part)
        return pairs

    def ways(self) -> tuple[Way, ...]:
        """Return the ways that are written out; wrong ones have been reported."""
        grid, ctx = self.grid, self.ctx
        assert grid is not None
        kinds = [t.id for t in ctx.series.terrains if t.kind == "path"]
        ways: list[Way] = []
        first_nodes: dict[WayStep, Node] = {}
        for number, node in enumerate(children(self.root, "ways")):
            subject = ("way", ctx.string(node.get("id")) or f"{self.scope}ways-{number + 1}")
            self._note_id(subject, node)
            ctx.mark(subject, node)
            kind = ctx.string(node.get("kind"))
            if kind not in kinds:
                if kind or ctx.is_empty_name(node.get("kind")):
                    ctx.unknown("REF008", node.get("kind"), "way", kind, kinds, (*subject, "kind"))
                self.unknown_ways.append(self._chain(node, subject))
                ctx.faulty.add(("map", "ways"))
                continue
            hexes = self._chain(node, subject)
            if (*subject, "hexes") in ctx.faulty:
                ctx.faulty.add(("map", "ways"))
            exits: list[int | None] = []
            for key, end in (("from", 0), ("to", -1)):
                target = node.get(key)
                direction = None
                if target is not None and hexes:
                    direction = self.reader.parse(
                        target,
                        (*subject, key),
                        "MAP004",
                        lambda text, grid: parse_direction(text, grid.orientation),
                    )
                    if direction is not None and grid.neighbour(hexes[end], direction) is not None:
                        ctx.problem(
                            "MAP008",
                            target,
                            f"way `{subject[1]}` does not leave the map from {grid.id(hexes[end])} to "
                            f"{target.text}: hex {grid.id(_hex_at(grid, hexes[end], direction))} lies there",
                            expected="a direction over the map edge",
                            hint=_ways_out(grid, hexes[end]),
                            subject=(*subject, key),
                        )
                        direction = None
                exits.append(direction)
            way = Way(kind, hexes, ctx.text(node.get("name")) or None, subject[1], (exits[0], exits[1]))
            self._note_walked(way, node.get("hexes"), first_nodes)
            ways.append(way)
        return tuple(ways)

    def _note_walked(self, way: Way, node: Node | None, nodes_of_steps: dict[WayStep, Node]) -> None:
        """Report a way that goes back over itself, or adds neither stretch, name nor exit to others."""
        steps = Counter(steps_of(way.kind, way.hexes))
        if node is None or self.grid is None or not steps:
            return
        again = next((step for step, times in steps.items() if times > 1), None)
        if again is not None:
            message = f"goes from {self.grid.id(again.low)} to {self.grid.id(again.high)} twice"
            related: tuple[RelatedSpan, ...] = ()
        elif way.exits == (None, None) and way.name is None and nodes_of_steps.keys() >= steps.keys():
            message = f"adds nothing: a `{way.kind}` leads along all of it already"
            earlier = dict.fromkeys(nodes_of_steps[step].span for step in steps)
            related = tuple(RelatedSpan(span, "here") for span in list(earlier)[:MAX_LISTED])
        else:
            message, related = "", ()
        for step in steps:
            nodes_of_steps.setdefault(step, node)
        if message:
            self.ctx.problem(
                "MAP096",
                node,
                f"way `{way.key}` {message}",
                expected="each stretch once; ways may share one",
                hint="delete it, or mend the hex: is another one meant?",
                severity=Severity.WARNING,
                related=related,
            )

    def _chain(self, node: Node, subject: Subject) -> tuple[int, ...]:
        """Return the hexes of a way; none after a diagnostic."""
        chain = node.get("hexes")
        if chain is None or not chain.is_scalar:
            return ()
        return self.reader.chain(chain, (*subject, "hexes"))

    # --- names ---------------------------------------------------------------------------------

    def _places(self) -> tuple[NamedPlace, ...]:
        places = []
        for entry, subject, node in unique_entries(self.ctx, "place", children(self.root, "places")):
            index = self.reader.hex(node.get("hex"), (*subject, "hex"))
            if index is not None:
                places.append(
                    NamedPlace(
                        entry,
                        self.ctx.text(node.get("name")),
                        index,
                        self.ctx.string(node.get("rank"), "village"),
                        self.ctx.number(node.get("height")),
                    )
                )
        return tuple(places)

    def _regions(self, terrain: list[str | None]) -> tuple[Region, ...]:
        regions = []
        for entry, subject, node in unique_entries(self.ctx, "region", children(self.root, "regions")):
            hexes = set(self.reader.hexes(node.get("hexes"), (*subject, "hexes")))
            hexes.update(self.reader.within(node.get("within"), (*subject, "within")))
            terrain_ids = [t.id for t in self.ctx.series.terrains if t.kind == "hex"]
            kind = reference(
                self.ctx, node.get("terrain"), "REF008", "hex terrain", terrain_ids, (*subject, "terrain")
            )
            if kind is not None:
                hexes.update(i for i, t in enumerate(terrain) if t == kind)
            looked_at = {(*subject, key) for key in ("hexes", "within", "terrain")}
            if kind is not None:
                looked_at.add(("map", "terrain"))
            if not hexes and not self.ctx.faulty & looked_at:
                self.ctx.problem(
                    "MAP009",
                    node,
                    f"region `{entry}` has no hexes",
                    expected="hexes, a distance or a terrain",
                    subject=subject,
                )
            regions.append(
                Region(
                    entry,
                    self.ctx.text(node.get("name")) or self.ctx.text(node.get("id")),
                    frozenset(hexes),
                    self.ctx.flag(node.get("shown")),
                )
            )
        return tuple(regions)

    def _entries(self) -> tuple[EntryArea, ...]:
        entries = []
        for entry, subject, node in unique_entries(self.ctx, "entry", children(self.root, "entries")):
            side = reference(self.ctx, node.get("side"), "REF001", "side", self.side_ids, (*subject, "side"))
            entries.append(
                EntryArea(
                    entry,
                    self.ctx.text(node.get("name")) or self.ctx.text(node.get("id")),
                    side,
                    self.reader.hexes(node.get("hexes"), (*subject, "hexes")),
                    self.ctx.flag(node.get("exit")),
                )
            )
        return tuple(entries)

    def build(self) -> BattleMap | None:
        """Return the map, or None when the grid itself is unusable."""
        grid, ctx = self.grid, self.ctx
        if grid is None:
            return None
        ctx.mark(("map",), self.root)
        self.written_features = self.features()
        survey = self._survey()
        terrain, levels = read_terrain(self.reader), read_levels(self.reader)
        if survey is not None and self.reader.geometry is not None:
            survey = with_open_calls(survey, terrain, levels)
            report_close_calls(ctx, self.reader.geometry, survey)
            terrain, levels = fill(terrain, survey.terrain), fill(levels, survey.levels)
        playable = read_playable(self.reader)
        if playable is None:
            playable = list(survey.playable) if survey and survey.playable else [True] * grid.size
        outside = {t.id for t in ctx.series.terrains if t.kind == "hex" and not t.playable}
        playable = [usable and kind not in outside for usable, kind in zip(playable, terrain, strict=True)]
        features, ways, places = self.written_features, self.ways(), self._places()
        features = join_features(self.reader, features, survey, levels)
        if survey is not None:
            ways, places = join_ways(ways, survey.ways), join_named(places, survey.places)
        regions = self._regions(terrain)
        by_side: dict[Hexside, tuple[HexsideFeature, ...]] = {}
        for feature in features:
            by_side[feature.side] = (*by_side.get(feature.side, ()), feature)
        node = cast(Node, self.root.get("grid"))
        return BattleMap(
            grid=grid,
            hex_metres=ctx.number(node.get("hex_metres"), 0),
            hex_mm=ctx.fraction(node.get("hex_mm"), 20.0),
            level_metres=ctx.number(node.get("level_metres"), 0),
            terrain=tuple(terrain),
            levels=tuple(levels),
            playable=tuple(playable),
            features=features,
            ways=ways,
            places=places,
            regions=regions if survey is None else join_named(regions, survey.regions),
            entries=self._entries(),
            north=ctx.fraction(node.get("north"), 0.0),
            credits=ctx.text(self.root.get("credits")),
            by_side=by_side,
            survey=survey,
            art=build_art(self.reader, terrain, places),
            unknown_sides=tuple(self.unknown_sides),
            unknown_ways=tuple(way for way in self.unknown_ways if way),
        )

    def _survey(self) -> Survey | None:
        """Return what the GIS data of the map say; None without any, or after diagnostics."""
        if self.reader.geometry is None or self.surveyor is None:
            return None
        survey = self.surveyor(self.reader, self.written_features)
        if survey is None:
            # One wrong file is one mistake: nothing is said of the hexes that it would have filled.
            self.ctx.faulty |= {("map", "terrain"), ("map", "levels")}
        return survey


def _hex_at(grid: HexGrid, index: int, direction: int) -> int:
    """Return the neighbour of a hex in a direction in which it has one."""
    there = grid.neighbour(index, direction)
    assert there is not None
    return there


def _ways_out(grid: HexGrid, index: int) -> str:
    """Return in which directions a way may leave the map from a hex, in words."""
    out = [d for d in range(6) if grid.neighbour(index, d) is None]
    if not out:
        return f"hex {grid.id(index)} is not at the edge; a way that ends on the map says nothing here"
    names = [direction_name(grid.orientation, d) for d in out]
    return f"{grid.id(index)} is at the edge in the direction {' or '.join(names)}"
