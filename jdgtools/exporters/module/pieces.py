"""The pieces of a module: units, leaders, activation markers, markers, cards of commands.

A piece is a list of traits around a basic piece. What all pieces of a kind do stands once in a prototype,
which the piece names (`use`); what is its own, ratings, faces and marks by which commands find it, is
written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from jdgtools.exporters.module.boxes import Box, has_cup, marker_place, own_place
from jdgtools.exporters.module.command_warnings import (
    COMMAND_WARNINGS,
    command_warning,
    leader_lines,
    leads,
    stands_in,
)
from jdgtools.exporters.module.cup_count import CUP_COUNT, cup_count_piece
from jdgtools.exporters.module.groups import group_way
from jdgtools.exporters.module.ids import fingerprint
from jdgtools.exporters.module.module_context import (
    ModuleContext,
    command_number,
    cone_of,
    has_facing,
    plain,
    side_number,
)
from jdgtools.exporters.module.morale import numbers_commands
from jdgtools.exporters.module.objectives import objective_hexes, objective_key, objective_piece
from jdgtools.exporters.module.piece_faces import face_axis, faces, ratings, upright
from jdgtools.exporters.module.piece_states import PieceAxis, axes_of
from jdgtools.exporters.module.place_names import PLACE_NAME, has_place_names, place_name_piece
from jdgtools.exporters.module.prototype_names import COMBAT, TARGET, TO_POOL, use
from jdgtools.exporters.module.stack_badge import LEADER, STACK_BADGE
from jdgtools.exporters.module.stack_warnings import STACK_WARNINGS, warns_of_stacks
from jdgtools.exporters.module.stacks import orders_stacks
from jdgtools.exporters.module.terms import by_rule, chart, leader_range, state_test, unit_marks
from jdgtools.exporters.module.track import track_marker
from jdgtools.exporters.module.victory import marks_of, piece_marks
from jdgtools.exporters.module.window_parts import MAP_LAYER, UNITS
from jdgtools.model.definition import MarkerDef
from jdgtools.model.pieces import ActivationMarker, Command, Leader, Unit
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import (
    BasicPiece,
    CalculatedProperty,
    GlobalKey,
    Layer,
    Marker,
    Piece,
    Trait,
    Trigger,
)


def piece_keys(context: ModuleContext) -> Iterator[str]:
    """Yield the keys of all pieces: whatever has a number (gpid) by which VASSAL finds it in saved games."""
    battle = context.battle
    yield from (f"unit:{u.id}" for u in battle.units)
    yield from (f"unit:{entry.key}" for entry in battle.scenario_units)
    yield from (f"leader:{x.id}" for x in battle.leaders if has_counter(context, x))
    yield from (f"activation:{a.id}" for a in battle.activation)
    yield from (f"marker:{m.id}" for m in battle.series.markers)
    yield from (f"placed:{m.id}" for m in battle.series.markers if m.hidden)
    yield from (objective_key(context, h) for h in objective_hexes(context))
    if has_cup(context):
        yield CUP_COUNT
    if has_place_names(context):
        yield PLACE_NAME
    if context.axes("command"):
        yield from (f"command:{c.id}" for c in battle.commands)


def fingerprints(context: ModuleContext) -> dict[str, str]:
    """Return a fingerprint of the model behind every piece."""
    battle = context.battle
    things: dict[str, object] = {f"unit:{u.id}": u for u in battle.units}
    things |= {f"unit:{entry.key}": entry.unit for entry in battle.scenario_units}
    things |= {f"leader:{x.id}": x for x in battle.leaders}
    things |= {f"activation:{a.id}": a for a in battle.activation}
    things |= {f"marker:{m.id}": m for m in battle.series.markers}
    things |= {f"placed:{m.id}": m for m in battle.series.markers}
    things |= {objective_key(context, h): h for h in objective_hexes(context)}
    things[CUP_COUNT] = "cup"
    things[PLACE_NAME] = "names"
    things |= {f"command:{c.id}": c for c in battle.commands}
    return {key: fingerprint(things[key]) for key in sorted(piece_keys(context))}


def has_counter(context: ModuleContext, leader: Leader) -> bool:
    """Return whether a leader's role has a counter."""
    role = context.series.role(leader.role or "")
    return role is None or role.has_counter


def unit_piece(context: ModuleContext, unit: Unit, boxes: Mapping[str, Box], face: str = "") -> Piece:
    """Return a unit.

    Args:
        context: the module.
        unit: with the ratings that the piece has.
        boxes: beside the map.
        face: id of its counter; '' = that of the unit.
    """
    axes = axes_of(context, unit)
    fields = [f for f in context.series.unit_fields if not f.arms or unit.arm in f.arms]
    front = context.picture("unit", face or unit.id)
    traits = use(STACK_BADGE, "Losses", "Movement", *[a.prototype for a in axes])
    checks = [
        c
        for c in context.rules.checks
        if c.on == "unit"
        and (not c.arms or unit.arm in c.arms)
        and (not c.field or c.field in unit.front)
        and (not c.required_rating or unit.front.get(c.required_rating) is True)
        and (not c.required_axis or c.required_axis in {a.axis.id for a in axes})
    ]
    if any(c.target for c in context.rules.checks):
        traits += use(COMBAT if any(c.target for c in checks) else TARGET)
    if checks:
        traits += use("Acting", *[f"Check {c.id}" for c in checks])
    if context.has_orders:
        traits += use("Orders")
    if orders_stacks(context):
        traits += use("Stack order")
    if warns_of_stacks(context):
        traits += use(STACK_WARNINGS)
    if command_warning(context) is not None:
        traits += use(COMMAND_WARNINGS)
    # Prototypes that follow one another are written as one text, the same for all units of a kind.
    if has_facing(context, unit):
        traits += upright(context, unit, axes, face)
        traits += use("Facing", cone_of(context, unit).name)
    if context.rules.group is not None:
        traits += use("Group", *(["Group by chain"] if context.rules.group.units else []))
    traits += ratings(context, fields, unit, axes)
    traits += faces(context, unit, axes, front, face)
    marks = {
        "Kind": "unit",
        "Unit": "1",
        MAP_LAYER: UNITS,
        "SideNo": side_number(context, unit.side),
        "ArmNo": str(context.arm_numbers.get(unit.arm, 0)),
        "Id": unit.id,
        "Side": context.side_name(unit.side),
        "Formation": context.command_name(unit.command),
        "Arm": next((context.say(t) for a, t in context.series.arms if a == unit.arm), unit.arm),
        "Parent": unit.parent,
        **_away_marks(context, boxes, "unit", unit),
    }
    if numbers_commands(context):
        marks["CmdNo"] = command_number(context, unit.command)
    marks |= unit_marks(context, unit) | marks_of(context, unit.id)
    # A face that turns or covers two hexes is a layer: it gives way to an arrow, or lies beside the piece.
    picture = front if unit.footprint == 1 and not has_facing(context, unit) else ""
    return Piece((*traits, _marks(marks)), _basic(context.say(unit.name), picture))


def leader_piece(context: ModuleContext, leader: Leader, boxes: Mapping[str, Box]) -> Piece:
    """Return a leader."""
    axes = axes_of(context, leader)
    role = context.series.role(leader.role or "")
    front = context.picture("leader", leader.id)
    traits = use(STACK_BADGE, "Losses", "Movement", *[a.prototype for a in axes])
    reach = leader_range(context, leader)
    if reach is not None:
        traits += [*use("Command range"), *_reach(context, leader, reach, axes)]
    way = group_way(context, leader)
    if way is not None and reach is not None:
        traits += use("Group", "Acts", f"Group by {way}")
    traits += leader_lines(context, leader)
    traits += ratings(context, role.fields if role else (), leader, axes)
    traits += faces(context, leader, axes, front)
    marks = {
        "Kind": "leader",
        LEADER: "1",
        MAP_LAYER: UNITS,
        "Id": leader.id,
        "Side": context.side_name(leader.side),
        "Formation": context.command_name(leader.command) or (context.say(role.name) if role else ""),
        **_away_marks(context, boxes, "leader", leader),
        "SideNo": side_number(context, leader.side),
        "LeadNo": command_number(context, leader.command) if context.rules.command_check else "",
        "Chief": "1" if leader.role == context.rules.chief else "",
        "Leads": leads(context, leader),
        "StandsIn": "1" if stands_in(context, leader) else "",
    } | marks_of(context, leader.id)
    return Piece((*traits, _marks(marks)), _basic(context.say(leader.name), front))


def activation_piece(context: ModuleContext, marker: ActivationMarker, boxes: Mapping[str, Box]) -> Piece:
    """Return an activation marker, which knows its place in the box of its side's removed markers."""
    commands = " + ".join(context.command_name(c) for c in marker.commands)
    name = context.say(marker.name) or commands or marker.id
    rating = "" if marker.rating is None else f" {marker.rating}"
    marks = {
        "Kind": "activation",
        "Id": marker.id,
        "Side": context.side_name(marker.side),
        "Formation": commands,
        "Info": plain(f"{commands}{rating}"),
        "Spare": "1"
        if not marker.is_combined and spare_marker(context, marker.commands[0]) == marker.id
        else "",
    }
    removal_box = next((b for b in boxes.values() if b.holds_activation and b.side == marker.side), None)
    if removal_box is not None:
        x, y = marker_place(context, removal_box, marker)
        marks |= {"AwayX": str(x), "AwayY": str(y)}
    code = f" [{marker.code}{rating}]" if marker.code else ""
    checks = [c for c in context.rules.checks if c.on == "activation" and marker.rating is not None]
    if checks:
        marks["r_rating_now"] = str(marker.rating)
    acting = ["Acting marker"] if checks else []
    traits = [*use("Activation", *acting, *[f"Check {c.id}" for c in checks]), _marks(marks)]
    return Piece(tuple(traits), _basic(f"{name}{code}", context.picture("activation", marker.id)))


def marker_piece(context: ModuleContext, marker: MarkerDef) -> Piece:
    """Return a marker of the series' inventory."""
    front, back = context.picture("marker", marker.id), context.picture("marker", marker.id, back=True)
    traits: list[Trait] = []
    if marker.hidden:
        # Outside the mask: commands of the table must find it whoever gives them.
        traits += [_marks({"Kind": "order"}), *use("Hidden marker")]
    traits += use("Marker") if marker.hidden else use("Marker move", "Marker")
    if back and not marker.hidden and back != front:
        legend = plain(context.say(marker.back_legend or marker.legend))
        traits.append(
            Layer(
                images=("", back),
                names=("", f"{legend}"),
                name="Face",
                increase=Key.ctrl("F"),
                increase_menu=context.words("flip"),
                loop=True,
            )
        )
    marks = {"Id": marker.id} if marker.hidden else {"Kind": "marker", "Id": marker.id, MAP_LAYER: UNITS}
    if marker.hidden and marker.count_field:
        marks["Order"] = "1"
    return Piece((*traits, _marks(marks)), _basic(context.say(marker.name), front))


def command_piece(context: ModuleContext, command: Command) -> Piece:
    """Return the card of a command, which carries the command's states."""
    axes = axes_of(context, command)
    marks = {
        "Kind": "command",
        "CmdNo": command_number(context, command.id) if numbers_commands(context) else "",
        "Id": command.id,
        "Side": context.side_name(command.side),
        "Formation": context.say(command.name),
    }
    names = [a.prototype for a in axes]
    if context.rules.morale_check is not None and axes:
        names.append("Morale check")
    traits = [*(_removal(context, command) if axes else []), *use(*names), _marks(marks)]
    return Piece(tuple(traits), _basic(context.say(command.name), context.picture("command", command.id)))


def _removal(context: ModuleContext, command: Command) -> list[Trait]:
    """Return what takes a command's marker out of play when it comes into a state, and back after it."""
    axis = context.series.axis(context.rules.marker_lost_in[0]) if context.rules.marker_lost_in else None
    if axis is None or spare_marker(context, command.id) is None:
        return []
    value = [v.id for v in axis.values].index(context.rules.marker_lost_in[1]) + 1
    name = plain(context.say(command.name))
    toggle_key = Key.named(f"{axis.id} toggle")
    traits: list[Trait] = []
    # What a trigger watches has done its work when the trigger looks at the state.
    for step, sent_key, test in (("away", Key.named("to removed"), "=="), ("back", TO_POOL, "!=")):
        key = Key.named(f"marker {step}")
        traits.append(
            Trigger(
                name=f"marker {step}",
                menu="",
                key=None,
                filter=f"{{{axis.id}{test}{value}}}",
                watch=(toggle_key,),
                actions=(key,),
            )
        )
        filter_ = f'{{Kind=="activation"&&Spare==1&&Formation=="{name}"}}'
        traits.append(GlobalKey(menu="", key=key, sent=sent_key, filter=filter_, report_single=False))
    return traits


def _reach(context: ModuleContext, leader: Leader, reach: int, axes: Sequence[PieceAxis]) -> list[Trait]:
    """Return the command range in force, by the states in which it changes."""
    name = f"r_{context.rules.range_field or 'range'}"
    steps = ""
    for state in context.rules.range_states:
        axis = context.series.axis(state.axis)
        if axis is not None:
            extra_range = leader.extra.get(state.extra, {}).get(context.rules.range_field)
            value = extra_range
            if not isinstance(extra_range, int):
                value = by_rule(chart(context, state.cell[0]), state.cell[1:], reach)
            steps += f"{state_test(axis, state.state)}?{value}:"
    faces = face_axis(axes)
    back = leader.back.get(context.rules.range_field)
    if faces is not None and isinstance(back, int) and back != reach:
        back_values = [v.id for v in faces.values if v.face == "back"]
        steps += "||".join(state_test(faces, v) for v in back_values) + f"?{back}:"
    if steps:
        return [CalculatedProperty(f"{name}_now", f"{{{steps}{reach}}}")]
    return [Marker(names=(f"{name}_now",), values=(str(reach),))]


def spare_marker(context: ModuleContext, command: str) -> str | None:
    """Return the marker that a demoralised command loses: the higher of its two; None with one only."""
    command_markers = [
        a
        for a in context.battle.activation
        if not a.is_combined and a.commands == (command,) and a.rating is not None
    ]
    if len(command_markers) < 2:
        return None
    return max(command_markers, key=lambda a: (a.rating or 0, a.id)).id


def _away_marks(
    context: ModuleContext, boxes: Mapping[str, Box], kind: str, piece: Unit | Leader
) -> dict[str, str]:
    """Return where a piece goes when it is lost or leaves the map: title of the box, its own cell there."""
    marks: dict[str, str] = {}
    for name, box in (
        ("Lost", _lost_box(boxes, piece.side, kind)),
        ("Exit", boxes.get(f"exited/{piece.side}")),
    ):
        if box is not None:
            x, y = own_place(context, box, kind, piece.id)
            marks |= {f"{name}Box": box.title, f"{name}X": str(x), f"{name}Y": str(y)}
    return marks


def _lost_box(boxes: Mapping[str, Box], side: str | None, kind: str) -> Box:
    """Return the box into which a lost piece goes."""
    leaders = ("leaders_lost", "leaders_waiting")
    for name in (*(leaders if kind == "leader" else ()), "eliminated"):
        box = boxes.get(f"{name}/{side}")
        if box is not None:
            return box
    return boxes["unused"]


def _basic(name: str, image: str) -> BasicPiece:
    return BasicPiece(image=image, name=plain(name))


def _marks(values: Mapping[str, str]) -> Marker:
    properties = {k: plain(v) for k, v in values.items() if v}
    return Marker(names=tuple(properties), values=tuple(properties.values()))


def build_pieces(context: ModuleContext, boxes: Mapping[str, Box]) -> dict[str, Piece]:
    """Return every piece of a module by its key, with its gpid; prototypes are not expanded."""
    battle = context.battle
    context.victory_marks = piece_marks(context)
    pieces: dict[str, Piece] = {}
    for unit in battle.units:
        pieces[f"unit:{unit.id}"] = unit_piece(context, unit, boxes)
    for entry in battle.scenario_units:
        pieces[f"unit:{entry.key}"] = unit_piece(context, entry.unit, boxes, entry.key)
    for leader in battle.leaders:
        if has_counter(context, leader):
            pieces[f"leader:{leader.id}"] = leader_piece(context, leader, boxes)
    for marker in battle.activation:
        pieces[f"activation:{marker.id}"] = activation_piece(context, marker, boxes)
    for definition in context.loose_markers:
        piece = marker_piece(context, definition)
        pieces[f"marker:{definition.id}"] = track_marker(context, definition.id, piece, boxes)
    for index in objective_hexes(context):
        pieces[objective_key(context, index)] = objective_piece(context, index)
    if has_cup(context):
        pieces[CUP_COUNT] = cup_count_piece(context, boxes["cup"])
    if has_place_names(context):
        pieces[PLACE_NAME] = place_name_piece(context)
    if context.axes("command"):
        for command in battle.commands:
            pieces[f"command:{command.id}"] = command_piece(context, command)
    return {k: p.with_basic(gpid=str(context.ids[k])) for k, p in pieces.items()}
