"""Builds the order of battle: nodes of battle.yaml and of the tables of units -> records of the model.

Each function takes the nodes of one list and gives sides, nationalities, commands, leaders, activation
markers or units (`build_units`). A mistake is reported (`Context`) and becomes None.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from jdgtools.model.build_defaults import UnitDefaults
from jdgtools.model.build_entries import children, children_of_sides, reference, unique_entries
from jdgtools.model.context import Context, Subject
from jdgtools.model.definition import UnitTypeDef
from jdgtools.model.pieces import ActivationMarker, BattleSide, Command, Leader, Nationality, Unit, Value
from jdgtools.source.node import Node

UNIT_COLUMNS = (
    "id",
    "name",
    "short",
    "side",
    "command",
    "type",
    "nationality",
    "parent",
    "footprint",
    "art",
    "effectives",
    "note",
)
"""Columns that a unit has in every series; all others are ratings, each a `FieldDef` of the series."""


def build_nationalities(ctx: Context, root: Node) -> tuple[Nationality, ...]:
    """Return the nationalities of battle.yaml."""
    return tuple(
        Nationality(
            id=entry,
            name=ctx.text(node.get("name")),
            colour=ctx.colour(node.get("colour")),
            ink=ctx.name(node.get("ink")),
        )
        for entry, _, node in unique_entries(ctx, "nationality", children(root, "nationalities"))
    )


def build_sides(ctx: Context, root: Node, nationalities: Iterable[str]) -> tuple[BattleSide, ...]:
    """Return the two sides of battle.yaml."""
    nationality_ids = dict.fromkeys(nationalities)
    sides = []
    for entry, subject, node in unique_entries(ctx, "side", children_of_sides(root)):
        nations = []
        for item in children(node, "nationalities"):
            name = ctx.string(item)
            if name in nationality_ids:
                nations.append(name)
            else:
                ctx.unknown("REF006", item, "nationality", name, nationality_ids, (*subject, "nationalities"))
        values, _ = ctx.values(_mapping(node, "values"), ctx.series.side_fields, subject, f"side `{entry}`")
        sides.append(
            BattleSide(
                entry, ctx.text(node.get("name")), ctx.colour(node.get("colour")), tuple(nations), values
            )
        )
    return tuple(sides)


def _mapping(node: Node, key: str) -> dict[str, Node]:
    child = node.get(key)
    return dict(child.items()) if child is not None else {}


def build_commands(ctx: Context, root: Node, sides: Iterable[str]) -> tuple[Command, ...]:
    """Return the commands of battle.yaml; leaders are resolved later (`leader` is the plain name)."""
    side_ids = list(sides)
    commands = []
    for entry, subject, node in unique_entries(ctx, "command", children(root, "commands")):
        values, _ = ctx.values(
            _mapping(node, "values"), ctx.series.command_fields, subject, f"command `{entry}`"
        )
        commands.append(
            Command(
                id=entry,
                name=ctx.text(node.get("name")) or ctx.text(node.get("id")),
                side=reference(ctx, node.get("side"), "REF001", "side", side_ids, (*subject, "side")),
                colour=ctx.colour(node.get("colour")),
                leader=ctx.name(node.get("leader")),
                letter=ctx.string(node.get("letter")),
                blazon=ctx.string(node.get("blazon")),
                parent=ctx.text(node.get("parent")),
                values=values,
            )
        )
    return tuple(commands)


def build_activation(
    ctx: Context, root: Node, commands: tuple[Command, ...], sides: Collection[str]
) -> tuple[ActivationMarker, ...]:
    """Return activation markers: those listed under their command, then the combined ones."""
    markers: list[ActivationMarker] = []
    entries: list[tuple[Node, Command | None]] = []
    by_id = {c.id: c for c in commands}
    for node in children(root, "commands"):
        command = by_id.get(ctx.string(node.get("id")))
        entries.extend((marker, command) for marker in children(node, "markers"))
    entries.extend((marker, None) for marker in children(root, "combined_markers"))
    owner = {id(node): command for node, command in entries}
    codes = [code for code, _ in ctx.series.activation_codes]
    for entry, subject, node in unique_entries(ctx, "marker", [node for node, _ in entries]):
        command = owner[id(node)]
        code = reference(ctx, node.get("code"), "REF023", "marker code", codes, (*subject, "code"))
        if command is not None:
            ids: tuple[str, ...] = (command.id,)
            side = command.side
        else:
            names = [
                reference(ctx, item, "REF002", "command", by_id, (*subject, "commands"))
                for item in children(node, "commands")
            ]
            ids = tuple(name for name in names if name)
            side = reference(ctx, node.get("side"), "REF001", "side", sides, (*subject, "side"))
        reinforcements = node.get("reinforcements")
        rating = ctx.number(node.get("rating"))
        for definition in ctx.series.activation_fields:
            if definition.id == "rating" and rating is not None:
                where = node.get("rating")
                if not ctx.judge_range(definition, rating, where, (*subject, "rating"), f"marker `{entry}`"):
                    rating = None
        markers.append(
            ActivationMarker(
                id=entry,
                code=code,
                side=side,
                commands=ids,
                rating=rating,
                name=ctx.text(node.get("name")) or (command.name if command else ctx.text(node.get("id"))),
                effect=ctx.text(node.get("effect")),
                entry=ctx.string(node.get("entry")),
                turns=tuple(n for n in (ctx.number(x) for x in children(node, "turns")) if n is not None),
                reinforcements=reinforcements.as_bool() if reinforcements is not None else None,
            )
        )
    return tuple(markers)


def build_leaders(
    ctx: Context, root: Node, commands: Iterable[str], sides: Iterable[str], nationalities: Iterable[str]
) -> tuple[Leader, ...]:
    """Return the leaders of battle.yaml."""
    command_ids, side_ids, nation_ids = list(commands), list(sides), list(nationalities)
    roles = [r.id for r in ctx.series.roles]
    leaders = []
    for entry, subject, node in unique_entries(ctx, "leader", children(root, "leaders")):
        role_id = reference(ctx, node.get("role"), "REF015", "role", roles, (*subject, "role"))
        role = ctx.series.role(role_id) if role_id else None
        fields = role.fields if role else ()
        owner = f"leader `{entry}`"
        ctx.mark(subject, node.get("values"))
        # Without a known role the fields cannot be judged; the role itself has been reported.
        front, _ = ctx.values(_mapping(node, "values"), fields, subject, owner) if role else ({}, {})
        reverse = node.get("back")
        back, _ = (
            ctx.values(_mapping(reverse, "values"), fields, (*subject, "back"), owner)
            if role and reverse is not None
            else ({}, {})
        )
        extra_node = node.get("extra")
        extra = {
            key: ctx.values(dict(child.items()), fields, (*subject, key), owner)[0]
            for key, child in (extra_node.items() if extra_node is not None else ())
            if role
        }
        for definition in fields:
            if definition.default is not None:
                front.setdefault(definition.id, definition.default)
        leaders.append(
            Leader(
                id=entry,
                name=ctx.text(node.get("name")) or ctx.text(node.get("id")),
                side=reference(ctx, node.get("side"), "REF001", "side", side_ids, (*subject, "side")),
                role=role_id,
                command=reference(
                    ctx, node.get("command"), "REF002", "command", command_ids, (*subject, "command")
                ),
                front=front,
                back=back,
                extra=extra,
                nationality=reference(
                    ctx,
                    node.get("nationality"),
                    "REF006",
                    "nationality",
                    nation_ids,
                    (*subject, "nationality"),
                ),
                back_name=ctx.text(reverse.get("name"))
                if reverse is not None and reverse.get("name")
                else None,
                art=ctx.string(node.get("art")),
            )
        )
    return tuple(leaders)


def build_units(
    ctx: Context,
    tables: Iterable[Node],
    commands: Iterable[str],
    sides: Iterable[str],
    nationalities: Iterable[str],
    defaults: UnitDefaults,
) -> tuple[Unit, ...]:
    """Return the units of all order-of-battle files (lists of rows, or maps with `units`)."""
    command_ids, side_ids, nation_ids = list(commands), list(sides), list(nationalities)
    type_ids = [t.id for t in ctx.series.unit_types]
    rows = [row for table in tables for row in (table.elements() or children(table, "units"))]
    units = []
    for entry, subject, node in unique_entries(ctx, "unit", rows):
        cells: dict[str, Node] = node.value
        type_id = reference(ctx, cells.get("type"), "REF005", "unit type", type_ids, (*subject, "type"))
        unit_type = ctx.series.unit_type(type_id) if type_id else None
        front, back = _unit_values(ctx, entry, subject, node, unit_type)
        footprint = _footprint(ctx, entry, subject, cells.get("footprint"), unit_type)
        side = reference(ctx, cells.get("side"), "REF001", "side", side_ids, (*subject, "side"))
        command = reference(
            ctx, cells.get("command"), "REF002", "command", command_ids, (*subject, "command")
        )
        nation = cells.get("nationality")
        units.append(
            Unit(
                id=entry,
                name=ctx.text(cells.get("name")) or ctx.text(cells.get("id")),
                side=side,
                command=command,
                type=type_id,
                nationality=reference(
                    ctx, nation, "REF006", "nationality", nation_ids, (*subject, "nationality")
                )
                if ctx.string(nation)
                else defaults.nationality(entry, side, command),
                parent=ctx.string(cells.get("parent")) or defaults.parent(entry, side, command),
                footprint=footprint,
                front=front,
                back=defaults.backs(entry, side, command, front, back),
                art=ctx.string(cells.get("art")),
                arm=unit_type.arm if unit_type else "",
                short=ctx.text(cells.get("short")),
                effectives=ctx.number(cells.get("effectives")),
            )
        )
    return tuple(units)


def _unit_values(
    ctx: Context, entry: str, subject: Subject, node: Node, unit_type: UnitTypeDef | None
) -> tuple[dict[str, Value], dict[str, Value]]:
    """Return the ratings of a unit, front and back: its cells, its type's, the defaults of the series."""
    fields = ctx.series.unit_fields
    front, back = ctx.values(
        node.value,
        fields,
        subject,
        f"unit `{entry}`",
        known_extra=UNIT_COLUMNS,
        headers=node.key_spans,
    )
    if unit_type is not None:
        for key, value in unit_type.attributes.items():
            front.setdefault(key, value)
    for definition in fields:
        applies = not definition.arms or (unit_type is not None and unit_type.arm in definition.arms)
        if applies and definition.default is not None:
            front.setdefault(definition.id, definition.default)
    return front, back


def _footprint(
    ctx: Context, entry: str, subject: Subject, cell: Node | None, unit_type: UnitTypeDef | None
) -> int:
    """Return how many hexes a unit covers; a number that its type does not allow is reported."""
    footprint = ctx.number(cell, 1) or 1
    if unit_type is not None and footprint not in unit_type.footprints:
        sizes = " or ".join(str(n) for n in unit_type.footprints)
        ctx.problem(
            "GEN008",
            cell,
            f"unit `{entry}` covers {footprint} hexes, but a {unit_type.name.get()} covers {sizes}",
            expected=f"{sizes} hex" + ("es" if sizes != "1" else ""),
            subject=(*subject, "footprint"),
        )
    return footprint


def build_men_per_point(ctx: Context, node: Node | None) -> dict[str, int]:
    """Return men of one strength point by arm or unit type; unknown names are reported."""
    men: dict[str, int] = {}
    ctx.mark(("battle", "men_per_point"), node)
    arm_names = [*(arm for arm, _ in ctx.series.arms), *(t.id for t in ctx.series.unit_types)]
    for key, item in node.items() if node is not None else ():
        if key not in arm_names:
            ctx.unknown("REF005", item, "arm or unit type", key, arm_names)
            continue
        count = ctx.number(item)
        if count is not None and count > 0:
            men[key] = count
    return men
