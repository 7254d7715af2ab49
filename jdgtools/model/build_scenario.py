"""Nodes of a scenario file -> `Scenario`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Related
from jdgtools.hexgrid import Problem, parse_corner, parse_direction
from jdgtools.model.build_map import MapBuilder
from jdgtools.model.build_pieces import children, named, reference
from jdgtools.model.build_victory import VictoryBuilder
from jdgtools.model.context import Context, Subject
from jdgtools.model.map import BattleMap
from jdgtools.model.pieces import ActivationMarker, BattleSide, Command, Leader, Unit
from jdgtools.model.scenario import Arrival, Placement, Scenario, ScenarioSide, SpecialRule, Turn
from jdgtools.source.hex_columns import hex_column_problems
from jdgtools.source.node import Node

if TYPE_CHECKING:
    from jdgtools.source.span import Span

_LOCATIONS = ("hex", "hexes", "region", "place", "within", "entry", "box")


class Known:
    """What a scenario may refer to."""

    def __init__(
        self,
        sides: tuple[BattleSide, ...],
        commands: tuple[Command, ...],
        leaders: tuple[Leader, ...],
        units: tuple[Unit, ...],
        activation: tuple[ActivationMarker, ...],
        places: MapBuilder,
        battle_map: BattleMap | None,
    ) -> None:
        self.sides = {s.id: s for s in sides}
        self.commands = {c.id: c for c in commands}
        self.leaders = {x.id: x for x in leaders}
        self.units = {u.id: u for u in units}
        self.activation = {a.id: a for a in activation}
        self.places = places
        self.map = battle_map

    @property
    def pieces(self) -> dict[str, Unit | Leader]:
        """All counters that a setup may place."""
        return {**self.units, **self.leaders}


class ScenarioBuilder:
    """Builds one scenario."""

    def __init__(
        self, ctx: Context, root: Node, known: Known, file: str, tables: tuple[Node, ...] = ()
    ) -> None:
        self.ctx = ctx
        self.tables = tables
        self.root = root
        self.known = known
        self.file = file
        self.id = ctx.string(root.get("id")) or file

    def build(self) -> Scenario:
        """The scenario; every wrong reference has been reported and left out."""
        ctx, root, known = self.ctx, self.root, self.known
        ctx.mark(("scenario", self.id), root)
        turns = self._turns()
        placements = self._placements()
        arrivals = self._arrivals()
        victory = VictoryBuilder(ctx, root.get("victory"), known, self.id)
        return Scenario(
            id=self.id,
            title=ctx.text(root.get("title")),
            summary=ctx.text(root.get("summary")),
            file=self.file,
            turns=turns,
            first_turn=ctx.number(root.get("first_turn"), turns[0].number if turns else None),
            last_turn=ctx.number(root.get("last_turn"), turns[-1].number if turns else None),
            sides=self._sides(),
            placements=placements,
            arrivals=arrivals,
            unused=self._unused(placements, arrivals),
            awards=victory.awards(),
            automatic=victory.automatic(),
            levels=victory.levels(),
            special_rules=self._rules(),
            options=build_options(ctx, root.get("options"), ("scenario", self.id)),
            settings=self._settings(),
            orders=self._orders(),
            removed_markers=frozenset(self._ids("removed_markers", "activation marker", known.activation)),
            markers=build_marker_counts(ctx, root.get("markers"), ("scenario", self.id)),
            single_marker_commands=frozenset(self._ids("single_marker", "command", known.commands)),
            held=victory.held(),
        )

    # --- turns ---------------------------------------------------------------------------------

    def _turns(self) -> tuple[Turn, ...]:
        ctx, node = self.ctx, self.root.get("turns")
        if node is None:
            return ()
        if node.is_map:
            return self._turns_in_short(node)
        known = [flag for flag, _ in ctx.series.turn_flags]
        turns = []
        for entry in node.elements():
            number = ctx.number(entry.get("number"))
            if number is None:
                continue
            subject = ("turn", self.id, str(number))
            ctx.mark(subject, entry)
            flags = []
            for item in children(entry, "flags"):
                flag = ctx.string(item)
                if flag in known:
                    flags.append(flag)
                else:
                    ctx.unknown("REF022", item, "turn flag", flag, known, (*subject, "flags"))
            turns.append(
                Turn(number, ctx.string(entry.get("time")), frozenset(flags), ctx.text(entry.get("label")))
            )
        return tuple(turns)

    def _turns_in_short(self, node: Node) -> tuple[Turn, ...]:
        ctx = self.ctx
        count = ctx.number(node.get("count"), 0) or 0
        first = ctx.number(node.get("first"), 1) or 0
        minutes = ctx.number(node.get("minutes"), 0) or 0
        clock = _minutes(ctx.string(node.get("start")))
        ctx.mark(("turns", self.id), node)
        flags: dict[int, set[str]] = {}
        known = [flag for flag, _ in ctx.series.turn_flags]
        listed = node.get("flags")
        for flag, items in listed.items() if listed is not None else ():
            if flag not in known:
                ctx.unknown("REF022", items, "turn flag", flag, known, ("turns", self.id, flag))
                continue
            for item in items.elements():
                number = ctx.number(item)
                if number is not None:
                    flags.setdefault(number, set()).add(flag)
                    ctx.spans.setdefault(("turn", self.id, str(number), flag), item.span)
        turns = []
        for step in range(min(count, 200)):
            time = ""
            if clock is not None:
                now = (clock + step * minutes) % 1440
                time = f"{now // 60:02d}:{now % 60:02d}"
            turns.append(Turn(first + step, time, frozenset(flags.get(first + step, ()))))
        return tuple(turns)

    # --- sides and simple lists ----------------------------------------------------------------

    def _sides(self) -> tuple[ScenarioSide, ...]:
        ctx, found = self.ctx, []
        for node in children(self.root, "sides"):
            side = ctx.string(node.get("side"))
            if not side:
                continue  # the schema has said so
            subject = ("scenario-side", self.id, side)
            ctx.mark(subject, node)
            if side not in self.known.sides:
                ctx.unknown("REF001", node.get("side"), "side", side, self.known.sides, (*subject, "side"))
                continue
            values_node = node.get("values")
            values, _ = ctx.values(
                dict(values_node.items()) if values_node is not None else {},
                ctx.series.side_fields,
                subject,
                f"side `{side}`",
            )
            found.append(ScenarioSide(side, ctx.name(node.get("rout_edge")), values))
        return tuple(found)

    def _ids(self, key: str, what: str, known: Mapping[str, object]) -> list[str]:
        found = []
        for item in children(self.root, key):
            name = reference(self.ctx, item, "REF004", what, known, ("scenario", self.id, key))
            if name is not None:
                found.append(name)
        return found

    def _settings(self) -> dict[str, int | str | bool]:
        node = self.root.get("settings")
        values, _ = self.ctx.values(
            dict(node.items()) if node is not None else {},
            self.ctx.series.scenario_fields,
            ("scenario", self.id, "settings"),
            f"scenario `{self.id}`",
        )
        for definition in self.ctx.series.scenario_fields:
            if definition.default is not None:
                values.setdefault(definition.id, definition.default)
        return values

    def _orders(self) -> dict[str, str]:
        ctx, node, found = self.ctx, self.root.get("orders"), {}
        known = [order for order, _ in ctx.series.orders]
        for command, item in node.items() if node is not None else ():
            subject = ("scenario", self.id, "orders", command)
            if command not in self.known.commands:
                ctx.unknown("REF002", item, "command", command, self.known.commands, subject)
                continue
            order = ctx.string(item)
            if order not in known:
                ctx.unknown("REF023", item, "order", order, known, subject)
                continue
            ctx.spans[("order", self.id, command)] = item.span
            found[command] = order
        return found

    def _unused(self, placements: tuple[Placement, ...], arrivals: tuple[Arrival, ...]) -> frozenset[str]:
        node = self.root.get("unused")
        if node is None:
            return frozenset()
        if node.is_scalar:
            if self.ctx.string(node) != "rest":
                self.ctx.problem(
                    "GEN009",
                    node,
                    f"`unused` is `{node.text}`",
                    expected="a list of ids, or `rest` for all pieces that the scenario does not name",
                    subject=("scenario", self.id, "unused"),
                )
                return frozenset()
            used = {p.piece for p in placements} | {piece for a in arrivals for piece in a.pieces}
            return frozenset(self.known.pieces) - used
        found = []
        for item in node.elements():
            name = reference(
                self.ctx, item, "REF004", "unit or leader", self.known.pieces, ("scenario", self.id, "unused")
            )
            if name is not None:
                found.append(name)
        return frozenset(found)

    def _rules(self) -> tuple[SpecialRule, ...]:
        ctx, found = self.ctx, []
        for entry, _, node in named(ctx, "rule", children(self.root, "special_rules"), (self.id,)):
            found.append(
                SpecialRule(
                    entry,
                    ctx.text(node.get("title")),
                    ctx.text(node.get("text")),
                    tuple(ctx.string(x) for x in children(node, "overrules")),
                    tuple(ctx.string(x) for x in children(node, "allows")),
                )
            )
        return tuple(found)

    # --- setup ---------------------------------------------------------------------------------

    def _placements(self) -> tuple[Placement, ...]:
        ctx = self.ctx
        found: list[Placement] = []
        first: dict[str, Span] = {}
        depth: dict[int, int] = {}
        for node in [*children(self.root, "setup"), *self._table_rows()]:
            named_by = [key for key in ("unit", "leader") if node.get(key) is not None]
            if len(named_by) != 1:
                ctx.problem(
                    "GEN006",
                    node,
                    "this placement names no piece" if not named_by else "this placement names two pieces",
                    expected="exactly one of `unit` and `leader`",
                )
                continue
            key = named_by[0]
            item = node.get(key)
            known: Mapping[str, object] = self.known.units if key == "unit" else self.known.leaders
            name = ctx.string(item)
            subject: Subject = ("placement", self.id, name)
            if name not in known:
                code = "REF004" if key == "unit" else "REF003"
                other = self.known.leaders if key == "unit" else self.known.units
                if name in other:
                    wrong = "leader" if key == "unit" else "unit"
                    ctx.problem(
                        code, item, f"`{name}` is a {wrong}, not a {key}", hint=f"write `{wrong}: {name}`"
                    )
                else:
                    ctx.unknown(code, item, key, name, known, subject)
                continue
            if name in first:
                ctx.problem(
                    "REF021",
                    item,
                    f"{key} `{name}` is placed twice",
                    expected="one placement for each piece",
                    subject=(*subject, "twice"),
                    related=(Related(first[name], "first placed here"),),
                )
                continue
            if item is not None:
                first[name] = item.span
            ctx.mark(subject, node)
            found.append(self._placement(node, name, key, subject, depth))
        return tuple(found)

    def _table_rows(self) -> list[Node]:
        """Rows of the setup tables; hex columns that a spreadsheet made numbers are reported once."""
        grid = self.known.places.grid
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
        ctx, places = self.ctx, self.known.places
        given = [k for k in _LOCATIONS if node.get(k) is not None]
        if len(given) != 1:
            ctx.problem(
                "GEN007",
                node,
                f"{key} `{name}` has {f'{len(given)} places: ' + ', '.join(given) if given else 'no place'}",
                expected="exactly one of hex, hexes, region, place, within, entry, box",
                subject=(*subject, "place"),
            )  # fmt: skip
        where = given[0] if given else ""
        hexes: tuple[int, ...] = ()
        area: tuple[int, ...] = ()
        area_name = box = ""
        if where == "hex":
            index = places.hex(node.get("hex"), (*subject, "hex"))
            hexes = () if index is None else (index,)
        elif where == "hexes":
            hexes = places.hexes(node.get("hexes"), (*subject, "hexes"))
        elif where == "box":
            box = (
                reference(
                    ctx, node.get("box"), "REF017", "box", [b.id for b in ctx.series.boxes], (*subject, "box")
                )
                or ""
            )
        elif where:
            area, area_name = self._area(node, where, subject)
        footprint = self.known.units[name].footprint if key == "unit" else 1
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
        state = self._state(node.get("state"), subject, key)
        return Placement(
            piece=name,
            kind="unit" if key == "unit" else "leader",
            hexes=hexes,
            area=area,
            area_name=area_name,
            box=box,
            facing=self._facing(node.get("facing"), subject),
            state=state,
            order=order,
            key=name,
        )

    def _area(self, node: Node, where: str, subject: Subject) -> tuple[tuple[int, ...], str]:
        ctx, battle_map = self.ctx, self.known.map
        if battle_map is None:
            return (), ""
        target = node.get(where)
        if where == "within":
            hexes = self.known.places.within(target, (*subject, where))
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

    def _facing(self, node: Node | None, subject: Subject) -> int | None:
        grid = self.known.places.grid
        if node is None or grid is None or node.is_null:
            return None
        parse = parse_corner if self.ctx.series.facing == "corner" else parse_direction
        result = parse(node.text, grid.orientation)
        if isinstance(result, Problem):
            self.ctx.problem("GEN004", node, result.message, subject=(*subject, "facing"))
            return None
        return result

    def _state(self, node: Node | None, subject: Subject, kind: str) -> dict[str, str]:
        """State values by axis; names are looked up in all axes of the kind of piece."""
        if node is None or node.is_null:
            return {}
        ctx = self.ctx
        axes = [a for a in ctx.series.state_axes if kind in a.applies_to]
        words = {v.id: a for a in axes for v in a.values}
        found: dict[str, str] = {}
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
                    found[key] = str(number)
                elif text in {v.id for v in axis.values}:
                    found[key] = text
                elif item.as_bool() is not None and len(axis.values) == 2:
                    found[key] = axis.values[1 if item.as_bool() else 0].id
                else:
                    ctx.unknown(
                        "REF012", item, f"{key} state", text, [v.id for v in axis.values], (*subject, "state")
                    )
            return found
        for item in node.elements() if node.is_list else [node]:
            # A cell of a table holds several states as words.
            for text in ctx.string(item).replace(",", " ").replace(";", " ").split():
                if text in words:
                    found[words[text].id] = text
                else:
                    ctx.unknown("REF012", item, "state", text, words, (*subject, "state"))
        return found

    # --- reinforcements ------------------------------------------------------------------------

    def _arrivals(self) -> tuple[Arrival, ...]:
        ctx, known, found = self.ctx, self.known, []
        for entry, subject, node in named(ctx, "arrival", children(self.root, "reinforcements"), (self.id,)):
            stacks: list[tuple[str, ...]] = []
            for item in children(node, "units"):
                names = [
                    reference(ctx, x, "REF004", "unit or leader", known.pieces, (*subject, "units"))
                    for x in (item.elements() if item.is_list else [item])
                ]
                good = tuple(n for n in names if n)
                if good:
                    stacks.append(good)
                    for name in good:
                        ctx.spans.setdefault(("arrival-piece", self.id, name), item.span)
            for item in children(node, "leaders"):
                leader = reference(ctx, item, "REF003", "leader", known.leaders, (*subject, "leaders"))
                if leader:
                    stacks.append((leader,))
                    ctx.spans.setdefault(("arrival-piece", self.id, leader), item.span)
            pieces = tuple(dict.fromkeys(name for stack in stacks for name in stack))
            area = None
            if known.map is not None:
                areas = [e.id for e in known.map.entries]
                entered = reference(
                    ctx, node.get("entry"), "REF010", "entry area", areas, (*subject, "entry")
                )
                area = known.map.entry(entered) if entered else None
            hexes = known.places.hexes(node.get("hexes"), (*subject, "hexes")) or (area.hexes if area else ())
            units = [known.units[p] for p in pieces if p in known.units]
            sides = list(dict.fromkeys(known.pieces[p].side for p in pieces))
            command = reference(
                ctx, node.get("command"), "REF002", "command", known.commands, (*subject, "command")
            )
            if command is None and node.get("command") is None:
                commands = list(dict.fromkeys(u.command for u in units))
                command = commands[0] if len(commands) == 1 else None
            chance = node.get("chance")
            at_most = ctx.number(chance.get("at_most")) if chance is not None else None
            faces = ctx.number(chance.get("of"), 10) if chance is not None else None
            found.append(
                Arrival(
                    id=entry,
                    pieces=pieces,
                    stacks=tuple(stacks),
                    turn=ctx.number(node.get("turn")),
                    command=command,
                    side=sides[0] if len(sides) == 1 else None,
                    hexes=hexes,
                    entry=area.id if area else "",
                    optional=ctx.flag(node.get("optional")),
                    chance=(at_most, faces) if at_most is not None and faces is not None else None,
                    until=ctx.number(node.get("until")),
                    condition=ctx.text(node.get("when")),
                    state=self._state(node.get("state"), subject, "unit"),
                    note=ctx.text(node.get("note")),
                )
            )
        return tuple(found)


def build_options(ctx: Context, node: Node | None, subject: Subject) -> dict[str, object]:
    """Options that differ from the recommended rulings; unknown names and values are reported."""
    found: dict[str, object] = {}
    known = [o.id for o in ctx.series.options]
    for key, item in node.items() if node is not None else ():
        definition = ctx.series.option(key)
        if definition is None:
            ctx.unknown("REF013", item, "option", key, known, (*subject, "options", key))
            continue
        value = item.to_plain()
        if isinstance(value, list):
            value = tuple(value)
        default = definition.default
        good = value in definition.values if definition.values else type(value) is type(default)
        if not good:
            allowed = ", ".join(f"`{_shown(v)}`" for v in definition.values)
            ctx.problem(
                "GEN001",
                item,
                f"option `{key}` cannot be {item.describe()}",
                expected=f"one of {allowed}" if allowed else f"a value like the default, `{_shown(default)}`",
                subject=(*subject, "options", key),
            )
            continue
        ctx.spans[("option", *subject[1:], key)] = item.span
        found[key] = value
    return found


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def build_marker_counts(ctx: Context, node: Node | None, owner: Subject) -> dict[str, int]:
    """Numbers of markers by marker id; unknown markers are reported. `owner`: the battle or a scenario."""
    found: dict[str, int] = {}
    known = [m.id for m in ctx.series.markers]
    for key, item in node.items() if node is not None else ():
        if key not in known:
            ctx.unknown("REF011", item, "marker", key, known)
            continue
        count = ctx.number(item)
        if count is not None:
            found[key] = count
            ctx.spans.setdefault((*owner, "markers", key), item.span)
    return found


def place_hexes(battle_map: BattleMap, start: int) -> tuple[int, ...]:
    """The hexes of a place: those of the same terrain that join its hex."""
    grid, terrain = battle_map.grid, battle_map.terrain
    found, queue = {start}, [start]
    while queue:
        for neighbour in grid.neighbours(queue.pop()):
            if neighbour not in found and terrain[neighbour] == terrain[start]:
                found.add(neighbour)
                queue.append(neighbour)
    return tuple(sorted(found))


def _minutes(clock: str) -> int | None:
    hours, _, minutes = clock.partition(":")
    if not (hours.isdigit() and minutes.isdigit()):
        return None
    return int(hours) * 60 + int(minutes)
