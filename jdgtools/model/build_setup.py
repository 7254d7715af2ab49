"""Nodes of a setup -> placements: where every piece starts, facing what, in which state.

The list `setup:` of a scenario and its tables are one list of rows. A row that places many units, such as a
whole formation, has become one for each of them (`build_groups`) before `SetupBuilder` reads it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import RelatedSpan
from jdgtools.hexgrid import NameProblem, parse_corner, parse_direction
from jdgtools.model.battle_index import BattleIndex
from jdgtools.model.build_entries import children, children_of_sides, reference
from jdgtools.model.build_groups import REFUSED_START, START_KEYS, expand_groups
from jdgtools.model.context import Context, Subject
from jdgtools.model.map import BattleMap
from jdgtools.model.scenario import Placement
from jdgtools.source.hex_columns import hex_column_problems
from jdgtools.source.node import Node

if TYPE_CHECKING:
    from jdgtools.source.span import Span


class SetupBuilder:
    """Builds the placements of one scenario."""

    def __init__(
        self, ctx: Context, root: Node, index: BattleIndex, scenario: str, tables: tuple[Node, ...]
    ) -> None:
        self.ctx = ctx
        self.root = root
        self.index = index
        self.scenario = scenario
        self.tables = tables

    def placements(self) -> tuple[Placement, ...]:
        """Return every placed piece once, in source order; wrong entries have been reported and left out."""
        ctx, before = self.ctx, len(self.ctx.diagnostics)
        this_list: Subject = ("scenario", self.scenario, "setup")
        placements: list[Placement] = []
        first: dict[str, Span] = {}
        depth: dict[int, int] = {}
        rows = [*children(self.root, "setup"), *self._table_rows()]
        for node in expand_groups(ctx, self.root, rows, self.index, self.scenario):
            named_by = [key for key in ("unit", "leader") if node.get(key) is not None]
            if len(named_by) != 1:
                ctx.problem(
                    "GEN006",
                    node,
                    "this placement names no piece" if not named_by else "this placement names two pieces",
                    expected="exactly one of `unit`, `leader`, `command` and `units`",
                    subject=this_list,
                )
                continue
            key = named_by[0]
            item = node.get(key)
            pieces: Mapping[str, object] = self.index.units if key == "unit" else self.index.leaders
            name = ctx.string(item)
            subject: Subject = ("placement", self.scenario, name)
            if name not in pieces:
                ctx.faulty.add(this_list)
                code = "REF004" if key == "unit" else "REF003"
                other = self.index.leaders if key == "unit" else self.index.units
                if name in other:
                    wrong = "leader" if key == "unit" else "unit"
                    ctx.problem(
                        code, item, f"`{name}` is a {wrong}, not a {key}", hint=f"write `{wrong}: {name}`"
                    )
                else:
                    ctx.unknown(code, item, key, name, pieces, subject)
                continue
            if name in first:
                ctx.problem(
                    "REF021",
                    item,
                    f"{key} `{name}` is placed twice",
                    expected="one placement for each piece",
                    subject=(*subject, "twice"),
                    related=(RelatedSpan(first[name], "first placed here"),),
                )
                continue
            if item is not None:
                first[name] = item.span
            ctx.mark(subject, node)
            placements.append(self._placement(node, name, key, subject, depth))
        # What is wrong with the place of a group is one mistake, not one of each unit.
        new = {(p.code, p.span, p.message): p for p in reversed(ctx.diagnostics[before:])}
        ctx.diagnostics[before:] = reversed(new.values())
        return tuple(placements)

    def _table_rows(self) -> list[Node]:
        """Return rows of the setup tables; hex columns that a spreadsheet made numbers are reported once."""
        grid = self.index.reader.grid
        rows: list[Node] = []
        for table in self.tables:
            rows.extend(table.elements())
            if grid is not None:
                width = max(len(grid.id(i)) for i in (0, grid.size - 1) if i in grid)
                self.ctx.diagnostics.extend(
                    hex_column_problems(table, ("hex", "hexes"), lambda t: grid.index(t) is not None, width)
                )
        return rows

    def _placement(
        self, node: Node, name: str, key: str, subject: Subject, depth: dict[int, int]
    ) -> Placement:
        ctx, reader = self.ctx, self.index.reader
        locations = [k for k in START_KEYS if node.get(k) is not None]
        if len(locations) != 1 and node.get(REFUSED_START) is None:
            count = f"{len(locations)} places: " + ", ".join(locations) if locations else "no place"
            ctx.problem(
                "GEN007",
                node,
                f"{key} `{name}` has {count}",
                expected="exactly one of hex, hexes, region, place, within, entry, box",
                subject=(*subject, "place"),
            )  # fmt: skip
        where = locations[0] if locations else ""
        hexes: tuple[int, ...] = ()
        area: tuple[int, ...] = ()
        area_name = box = ""
        if where == "hex":
            index = reader.hex(node.get("hex"), (*subject, "hex"))
            hexes = () if index is None else (index,)
        elif where == "hexes":
            hexes = reader.hexes(node.get("hexes"), (*subject, "hexes"))
        elif where == "box":
            box = (
                reference(
                    ctx, node.get("box"), "REF017", "box", [b.id for b in ctx.series.boxes], (*subject, "box")
                )
                or ""
            )
        elif where:
            area, area_name = self._area(node, where, subject)
        footprint = self.index.units[name].footprint if key == "unit" else 1
        if len(area) == 1 and footprint == 1:
            # There is nothing to choose: for checks, queries and every product the piece stands there.
            hexes, area, area_name = area, (), ""
        if hexes and len(hexes) != footprint:
            ctx.problem(
                "GEN008",
                node.get(where),
                f"unit `{name}` covers {footprint} hex{'es' if footprint > 1 else ''}, "
                f"the placement gives {len(hexes)}",
                expected="hexes: [left half, right half]" if footprint == 2 else "hex: one hex",
                subject=(*subject, "hexes"),
            )
        order = max((depth.get(i, 0) for i in hexes), default=0)
        for index in hexes:
            depth[index] = order + 1
        state = self.state(node.get("state"), subject, (key,))
        return Placement(
            piece=name,
            kind="unit" if key == "unit" else "leader",
            hexes=hexes,
            area=area,
            area_name=area_name,
            box=box,
            facing=self._facing(node.get("facing"), subject)
            if key == "leader"
            else self._unit_facing(node, name, state, subject),
            state=state,
            order=order,
            key=name,
        )

    def _area(self, node: Node, where: str, subject: Subject) -> tuple[tuple[int, ...], str]:
        ctx, battle_map = self.ctx, self.index.map
        if battle_map is None:
            return (), ""
        target = node.get(where)
        if where == "within":
            hexes = self.index.reader.within(target, (*subject, where))
            centre = ctx.string(target.get("hex")) if target is not None else ""
            distance = ctx.string(target.get("distance")) if target is not None else ""
            return hexes, f"within {distance} of {centre}"
        if where == "region":
            name = reference(
                ctx, target, "REF009", "region", [r.id for r in battle_map.regions], (*subject, where)
            )
            region = battle_map.region(name) if name else None
            return (tuple(sorted(region.hexes)), f"region {name}") if region else ((), "")
        if where == "entry":
            name = reference(
                ctx, target, "REF010", "entry area", [e.id for e in battle_map.entries], (*subject, where)
            )
            entry = battle_map.entry(name) if name else None
            return (entry.hexes, f"entry {name}") if entry else ((), "")
        name = reference(ctx, target, "REF018", "place", [p.id for p in battle_map.places], (*subject, where))
        place = next((p for p in battle_map.places if p.id == name), None)
        return (place_hexes(battle_map, place.hex), f"any hex of {name}") if place else ((), "")

    def _unit_facing(self, node: Node, name: str, state: Mapping[str, str], subject: Subject) -> int | None:
        """Return the facing that is written, else that of the unit's side where the unit can have one."""
        unit, series = self.index.units[name], self.ctx.series
        if node.get("facing") is not None or node.get("box") is not None:
            return self._facing(node.get("facing"), subject)
        kind = series.unit_type(unit.type) if unit.type else None
        axes = {axis.id: axis for axis in series.state_axes}
        values = [v for a, value in state.items() for v in axes[a].values if v.id == value]
        faceless = any(v.faceless or (v.along and unit.footprint == 2) for v in values)
        if faceless or (kind is not None and not kind.has_facing):
            return None
        command = self.index.commands.get(unit.command or "")
        side = unit.side or (command.side if command else None)
        sides = [
            entry for entry in children_of_sides(self.root) if self.ctx.string(entry.get("side")) == side
        ]
        default = sides[0].get("facing") if sides else None
        return self._facing(default, ("scenario-side", self.scenario, side or ""))

    def _facing(self, node: Node | None, subject: Subject) -> int | None:
        grid = self.index.reader.grid
        if node is None or grid is None or node.is_null:
            return None
        parse = parse_corner if self.ctx.series.facing == "corner" else parse_direction
        result = parse(node.text, grid.orientation)
        if isinstance(result, NameProblem):
            self.ctx.problem("GEN004", node, result.message, subject=(*subject, "facing"))
            return None
        return result

    def state(self, node: Node | None, subject: Subject, kinds: Collection[str]) -> dict[str, str]:
        """Return the state values by axis; names are looked up in all axes of the kinds of pieces."""
        if node is None or node.is_null:
            return {}
        ctx = self.ctx
        axes = [a for a in ctx.series.state_axes if not set(a.applies_to).isdisjoint(kinds)]
        words = {v.id: a for a in axes for v in a.values}
        states: dict[str, str] = {}
        if node.is_map:
            for key, item in node.items():
                axis = next((a for a in axes if a.id == key), None)
                if axis is None:
                    ctx.unknown("REF012", item, "state axis", key, [a.id for a in axes], (*subject, "state"))
                    continue
                text = ctx.string(item)
                if axis.count_high is not None:
                    number = item.as_int()
                    if number is None or not 0 <= number <= axis.count_high:
                        ctx.problem(
                            "GEN001",
                            item,
                            f"`{text}` is no number of {axis.name.get()}",
                            expected=f"a whole number 0 to {axis.count_high}",
                            subject=(*subject, "state"),
                        )
                        continue
                    states[key] = str(number)
                elif text in {v.id for v in axis.values}:
                    states[key] = text
                elif item.as_bool() is not None and len(axis.values) == 2:
                    states[key] = axis.values[1 if item.as_bool() else 0].id
                else:
                    ctx.unknown(
                        "REF012", item, f"{key} state", text, [v.id for v in axis.values], (*subject, "state")
                    )
            return states
        for item in node.elements() if node.is_list else [node]:
            # A cell of a table holds several states as words.
            for text in ctx.string(item).replace(",", " ").replace(";", " ").split():
                if text in words and states.get(words[text].id, text) != text:
                    ctx.problem(
                        "GEN001",
                        item,
                        f"`{states[words[text].id]}` and `{text}` exclude each other",
                        expected=f"one word for {words[text].name.get()}",
                        subject=(*subject, "state"),
                    )
                elif text in words:
                    states[words[text].id] = text
                else:
                    ctx.unknown("REF012", item, "state", text, words, (*subject, "state"))
        return states


def place_hexes(battle_map: BattleMap, start: int) -> tuple[int, ...]:
    """Return the hexes of a place: those of the same terrain that join its hex."""
    terrain = battle_map.terrain
    return tuple(sorted(battle_map.grid.connected_hexes(start, lambda i: terrain[i] == terrain[start])))
