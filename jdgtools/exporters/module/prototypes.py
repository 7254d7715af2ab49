"""Prototypes of a module: one per job. Each is a block of traits, reports outermost.

A block holds everything its job needs, so a piece is a list of blocks. What must not turn with
the counter (trail, badges, labels) stands outside the block `Facing`, the faces inside it.
"""

from __future__ import annotations

from jdgtools.exporters.module.boxes import Box
from jdgtools.exporters.module.checks import check_block
from jdgtools.exporters.module.command_warnings import (
    COMMAND_WARNINGS,
    command_warning,
    command_warning_traits,
    leader_blocks,
)
from jdgtools.exporters.module.cup import PLACES, place_trait, send_in_row, send_to_pool
from jdgtools.exporters.module.facings import facing_table
from jdgtools.exporters.module.groups import Way, acting_traits, group_commands, member_traits
from jdgtools.exporters.module.module_context import Cone, ModuleContext, choose, cones, ctrl, plain
from jdgtools.exporters.module.morale import morale_block
from jdgtools.exporters.module.objectives import PROTOTYPE, objective_block, objective_hexes
from jdgtools.exporters.module.orders import hidden_block, orders_block
from jdgtools.exporters.module.pictures import cone_reach
from jdgtools.exporters.module.piece_states import all_piece_axes
from jdgtools.exporters.module.prototype_names import COMBAT, DRAW, TARGET, TO_CUP
from jdgtools.exporters.module.reports import (
    MARKER_TEXT,
    WHO,
    WHO_HERE,
    WHO_OF_CARD,
    WHO_TEXT,
    departure_report,
    move_report,
)
from jdgtools.exporters.module.roles import acting, combat_roles
from jdgtools.exporters.module.stack_badge import STACK_BADGE, stack_badge
from jdgtools.exporters.module.stack_warnings import STACK_WARNINGS, stack_warning_traits, warns_of_stacks
from jdgtools.exporters.module.stacks import orders_stacks, stack_order
from jdgtools.exporters.module.states import axis_block
from jdgtools.exporters.module.terms import leader_range
from jdgtools.exporters.module.victory import FLED, has_exits, tells_flight
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.encoding import CTRL, Color, Key
from jdgtools.vassal.traits import (
    AreaOfEffect,
    CalculatedProperty,
    Clone,
    Delete,
    DynamicProperty,
    Footprint,
    Layer,
    MarkWhenMoved,
    Mask,
    NonRectangular,
    Piece,
    ReportAction,
    ReturnToDeck,
    Rotator,
    SendTo,
    Trait,
    Trigger,
)

MOVED_PICTURE = "moved.png"
CUP_PICTURE = "cup.png"
END_ACTIVATION = Key.named("end activation")
END_TURN = Key.named("end turn")


def build_prototypes(context: ModuleContext, boxes: dict[str, Box]) -> dict[str, Piece]:
    """Return all prototypes by name, in the order in which the editor lists them."""
    blocks: dict[str, list[Trait]] = {
        "Movement": _movement(context),
        "Losses": _losses(context),
        STACK_BADGE: stack_badge(context),
        "Facing": _facing(context),
        "Marker": _marker(context),
        "Marker move": [move_report(context, "PieceName")],
    }
    if warns_of_stacks(context):
        blocks[STACK_WARNINGS] = stack_warning_traits(context)
    rule = command_warning(context)
    if rule is not None:
        blocks[COMMAND_WARNINGS] = command_warning_traits(context, rule)
        blocks |= leader_blocks(context)
    if morale_block(context):
        blocks["Morale check"] = morale_block(context)
    if objective_hexes(context):
        blocks[PROTOTYPE] = objective_block(context)
    if orders_stacks(context):
        blocks["Stack order"] = stack_order(context)
    for piece_axis in all_piece_axes(context):
        who = WHO_OF_CARD if piece_axis.axis.applies_to == ("command",) else WHO_HERE
        blocks[piece_axis.prototype] = axis_block(context, piece_axis, who)
    for check in context.rules.checks:
        blocks[f"Check {check.id}"] = check_block(context, check)
    if context.rules.checks:
        users = {c.on for c in context.rules.checks if c.objections}
        blocks["Acting"] = acting(context, WHO_TEXT, bool(users))
        blocks["Acting marker"] = acting(context, MARKER_TEXT, bool(users - {"unit"}))
    if any(c.target for c in context.rules.checks):
        blocks[COMBAT] = combat_roles(context, WHO)
        blocks[TARGET] = combat_roles(context, WHO, attacks=False)
    blocks |= {c.name: _cone(context, c) for c in cones(context)}
    orders = orders_block(context)
    if orders:
        blocks["Orders"] = orders
        blocks["Hidden marker"] = hidden_block(context)
    if context.battle.activation:
        blocks["Activation"] = _activation(context, boxes)
    if any(leader_range(context, x) is not None for x in context.battle.leaders):
        blocks["Command range"] = _range(context)
    if context.rules.group is not None:
        blocks |= {"Group": member_traits(), "Acts": acting_traits()}
        blocks |= {f"Group by {way}": group_commands(context, way) for way in _ways(context)}
    return {name: Piece(tuple(traits)) for name, traits in blocks.items()}


def _movement(context: ModuleContext) -> list[Trait]:
    w = context.words
    size = context.counter_px
    # Written as engines up to 3.7 write it: later ones read it with their defaults.
    looks = "10;255,255,255;40,40,40;100;50;20;30;2.0;;;;"
    subject = 'PieceName+(GetString("Formation").length()>0?" ["+GetString("Formation")+"]":"")'
    trail = f"footprint;{ctrl('T').format()};{plain(w('trail'))};false;false;{looks}"
    return [
        move_report(context, subject),
        Footprint.parse(trail, "false;;0;false"),
        MarkWhenMoved(
            icon=MOVED_PICTURE,
            x=size // 2 - 8,
            y=-size // 2 - 6,
            menu=w("mark_moved"),
            key=ctrl("M"),
            ignore_same=True,
        ),
    ]


def _losses(context: ModuleContext) -> list[Trait]:
    w = context.words
    away, back = ctrl("E"), ctrl("E", True)
    leave, enter = ctrl("X", True), Key.named("enter the map")
    exits: list[Trait] = []
    if has_exits(context):
        exits = [
            departure_report(context, leave, "left_report"),
            ReportAction((enter,), f"{WHO}{context.colon}{w('back_report')}{context.colon}$location$"),
            SendTo(
                menu=w("leave"),
                key=leave,
                map=w("losses"),
                board=w("losses"),
                x="$ExitX$",
                y="$ExitY$",
                back_menu=w("enter"),
                back_key=enter,
            ),
        ]
    flight: list[Trait] = []
    loss_key, return_key = away, back
    if tells_flight(context):
        flee = Key.named("flee off the map")
        fled, stood = Key.named("has fled"), Key.named("has not fled")
        loss_key, return_key = Key.named("to the losses"), Key.named("from the losses")
        flight = [
            DynamicProperty(
                FLED,
                Constraints(True, 0, 1, False),
                tuple(
                    PropertyCommand("", key, PropertyChange("P", n)) for key, n in ((stood, "0"), (fled, "1"))
                ),
                value="0",
            ),
            departure_report(context, flee, "fled_report"),
            Trigger(name="flee", menu=w("flee"), key=flee, actions=(fled, loss_key)),
            Trigger(name="eliminate", menu=w("eliminate"), key=away, actions=(stood, loss_key)),
            Trigger(name="bring back", menu=w("bring_back"), key=back, actions=(stood, return_key)),
        ]
    return [
        *exits,
        # Reports come before what acts on their command: they are made when that has been done.
        departure_report(context, away, "eliminated_report"),
        ReportAction((back,), f"{WHO}{context.colon}{w('back_report')}{context.colon}$location$"),
        *flight,
        SendTo(
            menu="" if flight else w("eliminate"),
            key=loss_key,
            map=w("losses"),
            board=w("losses"),
            x="$LostX$",
            y="$LostY$",
            back_menu="" if flight else w("bring_back"),
            back_key=return_key,
        ),
    ]


def _facing(context: ModuleContext) -> list[Trait]:
    w = context.words
    grid = context.battle.map.grid if context.battle.map else None
    count, index = facing_table(context.series.facing, grid.orientation if grid else "flat")
    # Brackets are where the keyboard has them; arrows are on every keyboard.
    right, left, about = Key(39, CTRL), Key(37, CTRL), ctrl("B", True)
    step_right, step_left = Key.named("step right"), Key.named("step left")
    texts = [w.direction(i * 360 // count) for i in range(count)]
    half = count // 6
    return [
        ReportAction((right, left, about), f"{WHO} $location${context.colon}{w('faces')} $FacingText$"),
        Trigger(name="about face", menu=w("about_face"), key=about, actions=(step_right,) * (count // 2)),
        Trigger(name="turn left", menu=w("turn_left"), key=left, actions=(step_left,) * half),
        Trigger(name="turn right", menu=w("turn_right"), key=right, actions=(step_right,) * half),
        Trigger(name="left bracket", menu="", key=ctrl("["), actions=(left,)),
        Trigger(name="right bracket", menu="", key=ctrl("]"), actions=(right,)),
        CalculatedProperty("FacingText", choose("Facing_Facing", texts)),
        Rotator(
            facings=count,
            clockwise_key=step_right,
            counter_key=step_left,
            name="Facing",
            position=str(index[0]),
        ),
    ]


def _marker(context: ModuleContext) -> list[Trait]:
    w = context.words
    return [Delete(w("delete"), ctrl("D")), Clone(w("clone"), ctrl("C"))]


def _activation(context: ModuleContext, boxes: dict[str, Box]) -> list[Trait]:
    w = context.words
    who = "$BasicName$"
    traits: list[Trait] = []
    targets = {b.kind: b for b in boxes.values() if b.holds_activation}
    last, active = targets.get("last"), targets.get("active")
    sends: list[Trait] = []
    entries: list[str] = []
    for kind, box in targets.items():
        if kind == "cup":
            continue
        key = Key.named(f"to {kind}")
        title = plain(box.kind_title)
        menu = w("to_box", box=title)
        entries.append(menu)
        traits.append(ReportAction((key,), f"{who}{context.colon}{title}"))
        if kind == "pool":
            sends.append(send_to_pool(context, box, menu))
            continue
        if kind in PLACES and box.columns > 1:
            sends.append(send_in_row(context, box, menu, key))
            continue
        x, y = ("$AwayX$", "$AwayY$") if box.side else box.place(0)
        sends.append(SendTo(menu=menu, key=key, map=w(box.window), board=w(box.window), x=f"{x}", y=f"{y}"))
    traits.append(ReportAction((TO_CUP,), f"{who}{context.colon}{w('to_cup')}"))
    deck = boxes.get("cup")
    if deck is not None:
        if active is not None:
            sends.append(
                Trigger(
                    name="draw",
                    key=DRAW,
                    filter=f'{{GetProperty("{deck.title}_numPieces")>1}}' if last else "",
                    actions=(Key.named("to active"),),
                )
            )
        if last is not None:
            sends.append(
                Trigger(
                    name="last",
                    key=DRAW,
                    filter=f'{{GetProperty("{deck.title}_numPieces")==1}}',
                    actions=(Key.named("to last"),),
                )
            )
        sends.append(ReturnToDeck(menu=w("to_cup"), key=TO_CUP, deck=deck.title, deck_expression=deck.title))
    # One back for both sides: a marker in the cup must not say whose it is.
    mask = Mask(key=None, image=CUP_PICTURE, menu="", style="B", mask_name=w("hidden_marker"))
    return [*traits, *sends, place_trait(boxes), mask]


def _range(context: ModuleContext) -> list[Trait]:
    return [
        AreaOfEffect(
            color=Color(60, 90, 200),
            opacity_percent=22,
            always_active=False,
            menu=context.words("show_range"),
            key=ctrl("G"),
            fixed_radius=False,
            radius_property=f"r_{context.rules.range_field or 'range'}_now",
            name="Range",
        )
    ]


def _ways(context: ModuleContext) -> list[Way]:
    rule = context.rules.group
    if rule is None:
        return []
    ways: list[Way] = ["chain"] if rule.chain else []
    return [*ways, "range"] if rule.leaders == "range" else ways


def _cone(context: ModuleContext, cone: Cone) -> list[Trait]:
    """Return the front cone, which goes inside the block `Facing`, and the counter's outline for clicks."""
    half = context.counter_px / 2
    right = half + (cone.footprint - 1) * context.hex_px
    corners = ((-half, -half), (right, -half), (right, half), (-half, half))
    shape = " L ".join(f"{x} {y}" for x, y in corners)
    layer = Layer(
        activate_menu=context.words("show_cone"),
        activate=ctrl("J"),
        images=(cone.picture,),
        names=("",),
        name="Cone",
        always_active=False,
        y=-cone_reach(cone.radius, context.hex_px) // 2,
        value=-1,
    )
    # VASSAL wants to know a picture that the outline was taken from.
    return [NonRectangular(1.0, f"dM {shape} Z N {cone.picture}"), layer]
