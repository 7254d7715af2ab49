"""Builds a scenario: nodes of its file -> `Scenario`.

`ScenarioBuilder` reads turns, reinforcements, orders and settings itself; `build_setup` reads where pieces
start, `build_victory` conditions and awards, `build_changes` what the scenario changes of map and ratings.
What names a piece, hex or area is looked up in the `BattleIndex`; a mistake is reported and left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.battle_index import BattleIndex
from jdgtools.model.build_changes import ChangesBuilder
from jdgtools.model.build_entries import children, children_of_sides, reference, unique_entries
from jdgtools.model.build_markers import build_marker_counts, build_marker_turns, build_markers_on_map
from jdgtools.model.build_rules import build_accepts, build_rules
from jdgtools.model.build_setup import SetupBuilder
from jdgtools.model.build_victory import VictoryBuilder
from jdgtools.model.context import Context, Subject
from jdgtools.model.scenario import Arrival, Placement, Scenario, ScenarioSide, SpecialRule, Turn
from jdgtools.model.victory import Condition
from jdgtools.source.node import Node, as_written, number_in_digits

if TYPE_CHECKING:
    from jdgtools.model.build import ScenarioNodes


class ScenarioBuilder:
    """Builds one scenario."""

    def __init__(
        self,
        ctx: Context,
        source: ScenarioNodes,
        index: BattleIndex,
        shared_rules: tuple[SpecialRule, ...] = (),
    ) -> None:
        self.ctx = ctx
        self.source = source
        self.root = source.root
        self.shared_rules = shared_rules
        self.id = ctx.string(source.root.get("id")) or source.file
        changes = ChangesBuilder(ctx, source.root, index, self.id)
        self.map_changes, self.ratings = changes.map_changes(), changes.ratings()
        self.index = index.with_map_changes(self.map_changes)
        self.setup = SetupBuilder(ctx, source.root, self.index, self.id, source.tables)

    def build(self) -> Scenario:
        """Return the scenario; every wrong reference has been reported and left out."""
        ctx, root, index = self.ctx, self.root, self.index
        ctx.mark(("scenario", self.id), root)
        turns = self._turns()
        placements = self.setup.placements()
        arrivals = self._arrivals()
        victory = VictoryBuilder(ctx, root.get("victory"), index, self.id)
        return Scenario(
            id=self.id,
            title=ctx.text(root.get("title")),
            summary=ctx.text(root.get("summary")),
            notes=ctx.text(root.get("notes")),
            file=self.source.file,
            extends=ctx.name(root.get("extends")),
            map_changes=self.map_changes,
            ratings=self.ratings,
            bases=self.source.bases,
            turns=turns,
            first_turn=ctx.number(root.get("first_turn"), turns[0].number if turns else None),
            last_turn=ctx.number(root.get("last_turn"), turns[-1].number if turns else None),
            sides=self._sides(),
            placements=placements,
            arrivals=arrivals,
            unused=self._unused_pieces(placements, arrivals),
            awards=victory.awards(),
            automatic=victory.automatic(),
            levels=victory.levels(),
            special_rules=build_rules(
                ctx, root, self.id, self.shared_rules, index, [arrival.id for arrival in arrivals]
            ),
            options=build_options(ctx, root.get("options"), ("scenario", self.id)),
            settings=self._settings(),
            orders=self._orders(),
            removed_markers=frozenset(self._ids("removed_markers", "activation marker", index.activation)),
            markers=build_marker_counts(ctx, root.get("markers"), ("scenario", self.id)),
            marker_turns=build_marker_turns(ctx, root.get("marker_turns"), index, self.id),
            markers_on_map=build_markers_on_map(ctx, root.get("markers_on_map"), index, self.id),
            single_marker_commands=self._single_marker(),
            held=victory.hex_holders(),
            schedule=victory.schedule(),
            accepts=build_accepts(ctx, root, ("scenario", self.id)),
        )

    # --- turns ---------------------------------------------------------------------------------

    def _turns(self) -> tuple[Turn, ...]:
        ctx, node = self.ctx, self.root.get("turns")
        if node is None:
            return ()
        if node.is_map:
            return self._turns_in_short(node)
        turn_flags = [flag for flag, _ in ctx.series.turn_flags]
        turns: list[Turn] = []
        numbers: set[int] = set()
        for entry in node.elements():
            number = ctx.number(entry.get("number"))
            if number is None:
                continue
            subject = ("turn", self.id, str(number))
            if number in numbers:
                ctx.problem(
                    "REF021",
                    entry.get("number"),
                    f"turn {number} stands twice in scenario `{self.id}`",
                    expected="each turn once",
                    subject=(*subject, "twice"),
                )
                continue
            numbers.add(number)
            ctx.mark(subject, entry)
            flags = []
            for item in children(entry, "flags"):
                flag = ctx.string(item)
                if flag in turn_flags:
                    flags.append(flag)
                else:
                    ctx.unknown("REF022", item, "turn flag", flag, turn_flags, (*subject, "flags"))
                    ctx.faulty.add(("turns", self.id, "flags"))
            turns.append(
                Turn(
                    number,
                    _clock(ctx.string(entry.get("time"))),
                    frozenset(flags),
                    ctx.text(entry.get("label")),
                )
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
        turn_flags = [flag for flag, _ in ctx.series.turn_flags]
        flags_node = node.get("flags")
        for flag, items in flags_node.items() if flags_node is not None else ():
            if flag not in turn_flags:
                ctx.unknown("REF022", items, "turn flag", flag, turn_flags, ("turns", self.id, flag))
                ctx.faulty.add(("turns", self.id, "flags"))
                continue
            for item in items.elements():
                number = ctx.number(item)
                if number is not None:
                    flags.setdefault(number, set()).add(flag)
                    ctx.spans.setdefault(("turn", self.id, str(number), flag), item.span)
        steps = max(0, min(count, 200))  # a number below nought has been reported
        for number in [number for number in flags if not first <= number < first + steps] if steps else ():
            for flag in sorted(flags[number]):
                ctx.note_range(
                    ("turn", self.id, str(number), flag),
                    f"`{flag}` is given for turn {number}, which the track does not have",
                    f"a turn of the track, {first} to {first + steps - 1}",
                )
        turns = []
        for step in range(steps):
            time = ""
            if clock is not None:
                now = (clock + step * minutes) % 1440
                time = f"{now // 60:02d}:{now % 60:02d}"
            turns.append(Turn(first + step, time, frozenset(flags.get(first + step, ()))))
        return tuple(turns)

    # --- sides and simple lists ----------------------------------------------------------------

    def _sides(self) -> tuple[ScenarioSide, ...]:
        ctx = self.ctx
        sides: list[ScenarioSide] = []
        for node in children_of_sides(self.root):
            side = ctx.string(node.get("side"))
            if not side:
                continue  # the schema has said so
            subject = ("scenario-side", self.id, side)
            if any(other.side == side for other in sides):
                ctx.problem(
                    "REF021",
                    node.get("side"),
                    f"side `{side}` stands twice in scenario `{self.id}`",
                    expected="each side once",
                    subject=(*subject, "twice"),
                )
                continue
            ctx.mark(subject, node)
            if side not in self.index.sides:
                ctx.unknown("REF001", node.get("side"), "side", side, self.index.sides, (*subject, "side"))
                continue
            values_node = node.get("values")
            values, _ = ctx.values(
                dict(values_node.items()) if values_node is not None else {},
                ctx.series.side_fields,
                subject,
                f"side `{side}`",
            )
            sides.append(ScenarioSide(side, ctx.name(node.get("rout_edge")), values))
        return tuple(sides)

    def _ids(self, key: str, what: str, names: Mapping[str, object]) -> list[str]:
        ids = []
        for item in children(self.root, key):
            name = reference(self.ctx, item, "REF004", what, names, ("scenario", self.id, key))
            if name is not None:
                ids.append(name)
        return ids

    def _single_marker(self) -> frozenset[str]:
        """Return the commands that have one activation marker; none in a series without such markers."""
        commands = self._ids("single_marker", "command", self.index.commands)
        if not commands or self.ctx.series.activation_codes:
            return frozenset(commands)
        self.ctx.problem(
            "GEN001",
            self.root.get("single_marker"),
            f"series `{self.ctx.series.id}` has no activation markers, so nobody has one alone",
            expected="no `single_marker`",
            subject=("scenario", self.id, "single_marker"),
            severity=Severity.WARNING,
        )
        return frozenset()

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
        ctx, node, orders = self.ctx, self.root.get("orders"), {}
        order_ids = [order for order, _ in ctx.series.orders]
        for command, item in node.items() if node is not None else ():
            subject = ("scenario", self.id, "orders", command)
            if command not in self.index.commands:
                ctx.unknown("REF002", item, "command", command, self.index.commands, subject)
                ctx.faulty.add(("scenario", self.id, "orders"))  # a command may lack its order for that
                continue
            order = ctx.string(item)
            ctx.spans[("order", self.id, command)] = item.span
            if order not in order_ids:
                ctx.unknown("REF023", item, "order", order, order_ids, subject)
                continue
            orders[command] = order
        return orders

    def _unused_pieces(
        self, placements: tuple[Placement, ...], arrivals: tuple[Arrival, ...]
    ) -> frozenset[str]:
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
            return frozenset(self.index.pieces) - used
        unused_pieces = []
        for item in node.elements():
            name = reference(
                self.ctx, item, "REF004", "unit or leader", self.index.pieces, ("scenario", self.id, "unused")
            )
            if name is not None:
                unused_pieces.append(name)
        return frozenset(unused_pieces)

    # --- reinforcements ------------------------------------------------------------------------

    def _arrivals(self) -> tuple[Arrival, ...]:
        entries = unique_entries(self.ctx, "arrival", children(self.root, "reinforcements"), (self.id,))
        return tuple(self._arrival(entry, subject, node) for entry, subject, node in entries)

    def _arrival(self, entry: str, subject: Subject, node: Node) -> Arrival:
        """Return a group of reinforcements; what is wrong with it has been reported and is left out."""
        ctx, index = self.ctx, self.index
        stacks = self._arriving_stacks(subject, node)
        pieces = tuple(dict.fromkeys(name for stack in stacks for name in stack))
        area = None
        if index.map is not None:
            areas = [e.id for e in index.map.entries]
            area_id = reference(ctx, node.get("entry"), "REF010", "entry area", areas, (*subject, "entry"))
            area = index.map.entry(area_id) if area_id else None
        hexes = index.reader.hexes(node.get("hexes"), (*subject, "hexes")) or (area.hexes if area else ())
        units = [index.units[p] for p in pieces if p in index.units]
        kinds = {"unit" if p in index.units else "leader" for p in pieces} or {"unit", "leader"}
        sides = list(dict.fromkeys(index.pieces[p].side for p in pieces))
        command = reference(
            ctx, node.get("command"), "REF002", "command", index.commands, (*subject, "command")
        )
        if command is None and node.get("command") is None:
            commands = list(dict.fromkeys(u.command for u in units))
            command = commands[0] if len(commands) == 1 else None
        return Arrival(
            id=entry,
            pieces=pieces,
            stacks=stacks,
            turn=ctx.number(node.get("turn")),
            command=command,
            side=sides[0] if len(sides) == 1 else None,
            hexes=hexes,
            entry=area.id if area else "",
            optional=ctx.flag(node.get("optional")),
            chance=self._chance(entry, subject, node.get("chance")),
            until=ctx.number(node.get("until")),
            condition=ctx.text(node.get("when")),
            required=self._required_condition(node.get("condition"), subject),
            state=self.setup.state(node.get("state"), subject, kinds),
            note=ctx.text(node.get("note")),
        )

    def _arriving_stacks(self, subject: Subject, node: Node) -> tuple[tuple[str, ...], ...]:
        """Return the pieces of a group by stack; an entry of `units:` may be one, of `leaders:` it is one."""
        ctx, index = self.ctx, self.index
        stacks: list[tuple[str, ...]] = []
        for item in children(node, "units"):
            names = [
                reference(ctx, x, "REF004", "unit or leader", index.pieces, (*subject, "units"))
                for x in (item.elements() if item.is_list else [item])
            ]
            good = tuple(n for n in names if n)
            if len(good) < len(names):
                ctx.faulty.add(("scenario", self.id, "reinforcements"))
            if good:
                stacks.append(good)
                for name in good:
                    ctx.spans.setdefault(("arrival-piece", self.id, name), item.span)
        for item in children(node, "leaders"):
            leader = reference(ctx, item, "REF003", "leader", index.leaders, (*subject, "leaders"))
            if leader:
                stacks.append((leader,))
                ctx.spans.setdefault(("arrival-piece", self.id, leader), item.span)
            else:
                ctx.faulty.add(("scenario", self.id, "reinforcements"))
        return tuple(stacks)

    def _chance(self, entry: str, subject: Subject, node: Node | None) -> tuple[int, int] | None:
        """Return the roll that brings a group: at most so much, on such a die; None without one."""
        if node is None:
            return None
        at_most, faces = self.ctx.number(node.get("at_most")), self.ctx.number(node.get("of"), 10)
        if at_most is None or faces is None:
            return None
        if at_most <= faces:
            return at_most, faces
        self.ctx.problem(
            "GEN001",
            node.get("at_most"),
            f"reinforcement `{entry}` arrives on {at_most} or less of a die with {faces} faces",
            expected=f"a whole number 0 to {faces}",
            subject=(*subject, "chance"),
        )
        return None

    def _required_condition(self, node: Node | None, subject: Subject) -> Condition | None:
        """Return the condition on which a group arrives; None without one."""
        if node is None:
            return None
        return VictoryBuilder(self.ctx, None, self.index, self.id).condition(node, subject)


def build_options(ctx: Context, node: Node | None, subject: Subject) -> dict[str, object]:
    """Return options that differ from the recommended rulings; unknown names and values are reported."""
    options: dict[str, object] = {}
    option_ids = [o.id for o in ctx.series.options]
    for key, item in node.items() if node is not None else ():
        definition = ctx.series.option(key)
        if definition is None:
            ctx.unknown("REF013", item, "option", key, option_ids, (*subject, "options", key))
            continue
        value = item.to_plain()
        if isinstance(value, list):
            value = tuple(value)
        default = definition.default
        good = value in definition.values if definition.values else type(value) is type(default)
        if not good:
            values_allowed = ", ".join(f"`{as_written(v)}`" for v in definition.values)
            ctx.problem(
                "GEN001",
                item,
                f"option `{key}` cannot be {item.describe()}",
                expected=f"one of {values_allowed}"
                if values_allowed
                else f"a value like the default, `{as_written(default)}`",
                subject=(*subject, "options", key),
            )
            continue
        ctx.spans[("option", *subject[1:], key)] = item.span
        options[key] = value
    return options


def _clock(time: str) -> str:
    """Return a clock time; "" for what is none, which the schema has reported."""
    minutes = _minutes(time)
    return time if minutes is not None and minutes < 1440 else ""


def _minutes(clock: str) -> int | None:
    hours, minutes = (number_in_digits(part) for part in clock.partition(":")[::2])
    return None if hours is None or minutes is None else hours * 60 + minutes
