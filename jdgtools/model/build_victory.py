"""Builds the victory part of a scenario: `victory:` -> awards, automatic victories, levels.

`ScenarioBuilder` uses one `VictoryBuilder`. Conditions (`Condition`) have their hexes and pieces looked up
in the `BattleIndex`, so that a program can evaluate them; what names nothing is reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast, get_args

from jdgtools.model.build_entries import children, reference, unique_entries
from jdgtools.model.context import Context, Subject
from jdgtools.model.victory import (
    AutomaticVictory,
    Condition,
    ConditionKind,
    VictoryAward,
    VictoryLevel,
    VictorySchedule,
)
from jdgtools.source.node import Node

if TYPE_CHECKING:
    from jdgtools.model.battle_index import BattleIndex

_KINDS: tuple[str, ...] = get_args(ConditionKind)
_NEVER = Condition("any")
"""Stands for a condition that could not be read; it has been reported."""
_GROUPS = ("side", "command", "formation", "units", "arms", "types")
"""Keys that name many units; `leader` adds one to them, or stands alone."""


class VictoryBuilder:
    """Builds the victory part of a scenario."""

    def __init__(self, ctx: Context, root: Node | None, index: BattleIndex, scenario: str) -> None:
        self.ctx = ctx
        self.root = root
        self.index = index
        self.scenario = scenario

    def awards(self) -> tuple[VictoryAward, ...]:
        """Return victory points."""
        ctx, awards = self.ctx, []
        for entry, subject, node in unique_entries(
            ctx, "award", children(self.root, "awards"), (self.scenario,)
        ):
            at = ctx.string(node.get("at"), "end")
            awards.append(
                VictoryAward(
                    id=entry,
                    name=ctx.text(node.get("name")) or ctx.text(node.get("id")),
                    side=self._side(node, (*subject, "side")),
                    points=ctx.number(node.get("points"), 0) or 0,
                    when=self.condition(node.get("when"), subject),
                    each=ctx.flag(node.get("each")),
                    at=cast(Literal["end", "turn"], at if at in ("end", "turn") else "end"),
                )
            )
        return tuple(awards)

    def automatic(self) -> tuple[AutomaticVictory, ...]:
        """Return automatic victories."""
        ctx, conditions = self.ctx, []
        for entry, subject, node in unique_entries(
            ctx, "automatic", children(self.root, "automatic"), (self.scenario,)
        ):
            conditions.append(
                AutomaticVictory(
                    entry,
                    ctx.text(node.get("name")) or ctx.text(node.get("id")),
                    self._side(node, (*subject, "side")),
                    self.condition(node.get("when"), subject),
                    ctx.string(node.get("evaluated"), "end of turn"),
                )
            )
        return tuple(conditions)

    def levels(self) -> tuple[VictoryLevel, ...]:
        """Return levels of victory."""
        ctx, levels = self.ctx, []
        for number, node in enumerate(children(self.root, "levels")):
            subject = ("level", self.scenario, str(number + 1))
            ctx.mark(subject, node)
            side = self._side(node, (*subject, "side")) if node.get("side") is not None else None
            levels.append(
                VictoryLevel(
                    ctx.text(node.get("name")), side, ctx.number(node.get("from")), ctx.number(node.get("to"))
                )
            )
        return tuple(levels)

    def schedule(self) -> VictorySchedule:
        """Return what the scenario says about the schedule of its series; a check knows the lines."""
        ctx = self.ctx
        node = self.root.get("schedule") if self.root is not None else None
        if node is None:
            return VictorySchedule()
        subject = ("schedule", self.scenario)
        ctx.mark(subject, node)
        points: dict[str, int] = {}
        points_node = node.get("points")
        for line, item in points_node.items() if points_node is not None else ():
            ctx.spans[(*subject, line)] = item.span
            amount = ctx.number(item)
            if amount is not None:
                points[line] = amount
        in_force = node.get("in_force")
        return VictorySchedule(in_force is None or ctx.flag(in_force), points)

    def hex_holders(self) -> dict[int, str]:
        """Return who holds which hex at the start."""
        node = self.root.get("held") if self.root is not None else None
        holders: dict[int, str] = {}
        grid = self.index.reader.grid
        for side, item in node.items() if node is not None else ():
            if side not in self.index.sides:
                self.ctx.unknown("REF001", item, "side", side, self.index.sides)
                continue
            self.ctx.mark(("held", self.scenario, side), item)
            for index in self.index.reader.hexes(item):
                if holders.setdefault(index, side) != side:
                    name = grid.id(index) if grid is not None else str(index)
                    self.ctx.problem(
                        "REF021",
                        item,
                        f"hex {name} is held by `{holders[index]}` and by `{side}`",
                        expected="each hex under one side",
                    )
        return holders

    def _side(self, node: Node, subject: Subject) -> str | None:
        return reference(self.ctx, node.get("side"), "REF001", "side", self.index.sides, subject)

    # --- conditions ----------------------------------------------------------------------------

    def condition(self, node: Node | None, subject: Subject, depth: int = 0) -> Condition:
        """Return a condition; what cannot be read is reported and never true."""
        if node is None or not node.is_map or depth > 20:
            return _NEVER
        keys = [key for key in _KINDS if node.get(key) is not None]
        if len(keys) != 1:
            return _NEVER  # the schema has said so
        kind = cast(ConditionKind, keys[0])
        body = node.get(kind)
        assert body is not None
        key = subject[-1]
        if kind in ("all", "any"):
            parts = tuple(self.condition(child, subject, depth + 1) for child in body.elements())
            return Condition(kind, parts=parts, key=key)
        if kind == "not":
            return Condition("not", parts=(self.condition(body, subject, depth + 1),), key=key)
        if kind == "always":
            return Condition("always", key=key)
        ctx = self.ctx
        number = ctx.number
        side = self._side(body, (*subject, "when"))
        if kind == "turn":
            return Condition("turn", low=number(body.get("from")), high=number(body.get("to")), key=key)
        if kind == "difference":
            return Condition(
                "difference", side=side, low=number(body.get("from")), high=number(body.get("to")), key=key
            )
        if kind == "holds":
            return Condition(
                "holds", side=side, hexes=self.hexes(body, subject), count=number(body.get("count")), key=key
            )
        units = self.units(body, side, subject)
        return Condition(
            kind,
            side=side,
            units=units,
            hexes=self.hexes(body, subject, optional=True) if kind == "exited" else (),
            edge=ctx.string(body.get("edge")),
            count=number(body.get("count")),
            percent=number(body.get("percent")),
            value=self._state_value(body, subject) if kind == "state" else "",
            key=key,
        )

    def hexes(self, body: Node, subject: Subject, optional: bool = False) -> tuple[int, ...]:
        """Return the hexes that `hexes`, `region`, `entry` or `place` of a node name."""
        ctx, index = self.ctx, self.index
        where = (*subject, "when")
        hexes = list(index.reader.hexes(body.get("hexes"), where))
        names_hexes = any(body.get(key) is not None for key in ("hexes", "region", "entry", "place"))
        if index.map is not None:
            for key, code, what, names in (
                ("region", "REF009", "region", [r.id for r in index.map.regions]),
                ("entry", "REF010", "entry area", [e.id for e in index.map.entries]),
                ("place", "REF018", "place", [p.id for p in index.map.places]),
            ):
                if body.get(key) is None:
                    continue
                name = reference(ctx, body.get(key), code, what, names, where)
                if name is None:
                    continue
                if key == "region":
                    region = index.map.region(name)
                    hexes.extend(sorted(region.hexes) if region else ())
                elif key == "entry":
                    entry = index.map.entry(name)
                    hexes.extend(entry.hexes if entry else ())
                else:
                    hexes.extend(p.hex for p in index.map.places if p.id == name)
        if not names_hexes and not optional:
            ctx.problem("GEN010", body, "this condition names no hexes", expected="hexes, region or place")
        return tuple(dict.fromkeys(hexes))

    def units(self, body: Node, side: str | None, subject: Subject) -> tuple[str, ...]:
        """Return the units that `units`, `command` or `side` of a node name, of `arms` and `types` alone."""
        before = len(self.ctx.diagnostics)
        leader = self._leader(body, (*subject, "when"))
        if body.get("leader") is not None and not any(body.get(key) is not None for key in _GROUPS):
            return (leader,) if leader else ()
        units = self._group(body, side, (*subject, "when"))
        arms, types = self._kinds_of_units(body, subject)
        if arms or types:
            units_by_id = self.index.units
            units = tuple(
                unit
                for unit in units
                if unit in units_by_id
                and (not arms or units_by_id[unit].arm in arms)
                and (not types or units_by_id[unit].type in types)
            )
        if (arms or types) and not units and self.index.units and len(self.ctx.diagnostics) == before:
            self.ctx.problem(
                "GEN010", body, "this is about no unit", expected="at least one unit", subject=subject
            )
        return tuple(dict.fromkeys((*units, leader))) if leader else units

    def _leader(self, body: Node, where: Subject) -> str | None:
        return reference(self.ctx, body.get("leader"), "REF003", "leader", self.index.leaders, where)

    def _formation(self, body: Node, where: Subject) -> tuple[str, ...]:
        """Return the units of a corps or brigade; one that nobody belongs to is reported (GEN159)."""
        index, name = self.index, self.ctx.string(body.get("formation"))
        units = index.units_of_formation(name)
        if not units and name in index.formations:
            commands = " or ".join(f"`command: {command}`" for command in index.commands_of_formation(name))
            self.ctx.problem(
                "GEN159",
                body.get("formation"),
                f"no unit belongs to the formation `{name}`: it is the `parent` of commands whose units have "
                "a `parent` of their own",
                expected="a formation with a unit",
                hint=f"name the command, {commands}, or take the `parent` of the units away",
                subject=(*where, "formation"),
            )
        elif not units:
            self.ctx.unknown(
                "GEN159", body.get("formation"), "formation", name, index.formations, (*where, "formation")
            )
        return units

    def _group(self, body: Node, side: str | None, where: Subject) -> tuple[str, ...]:
        """Return the units and leaders that a node names, whatever their arm; without a name all units."""
        ctx, index = self.ctx, self.index
        if body.get("units") is not None:
            names = [
                reference(ctx, item, "REF004", "unit or leader", index.pieces, where)
                for item in children(body, "units")
            ]
            return tuple(n for n in names if n)
        if body.get("formation") is not None:
            return self._formation(body, where)
        if body.get("command") is not None:
            command = reference(ctx, body.get("command"), "REF002", "command", index.commands, where)
            return tuple(u.id for u in index.units.values() if command and u.command == command)
        if body.get("side") is not None:
            return tuple(u.id for u in index.units.values() if side and u.side == side)
        if body.get("arms") is not None or body.get("types") is not None:
            return tuple(u.id for u in index.units.values())
        ctx.problem(
            "GEN010",
            body,
            "this names nobody",
            expected="units, a leader, a command, a formation, a side, arms or types",
        )
        return ()

    def _kinds_of_units(self, body: Node, subject: Subject) -> tuple[list[str], list[str]]:
        """Return the arms and unit types to which a node keeps its units; unknown ones are reported."""
        ctx = self.ctx
        arm_ids = [arm for arm, _ in ctx.series.arms]
        arms = [ctx.string(item) for item in children(body, "arms")]
        for item in children(body, "arms"):
            if ctx.string(item) not in arm_ids:
                ctx.problem(
                    "GEN001",
                    item,
                    f"`{ctx.string(item)}` is no arm of the series",
                    expected=f"one of {', '.join(f'`{arm}`' for arm in arm_ids)}",
                    subject=(*subject, "arms"),
                )
        names = [unit_type.id for unit_type in ctx.series.unit_types]
        types = [
            reference(ctx, item, "REF005", "unit type", names, (*subject, "types"))
            for item in children(body, "types")
        ]
        return arms, [name for name in types if name]

    def _state_value(self, body: Node, subject: Subject) -> str:
        values = [v.id for a in self.ctx.series.state_axes for v in a.values]
        return reference(self.ctx, body.get("value"), "REF012", "state", values, (*subject, "when")) or ""
