"""Order markers: given by units within the capacity of the commanders, hidden until they are revealed."""

from __future__ import annotations

from jdgtools.exporters.module.module_context import ModuleContext, ctrl, plain
from jdgtools.exporters.module.pieces import marker_piece
from jdgtools.exporters.module.reports import WHO, move_report
from jdgtools.vassal.codecs import Access, Constraints
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import (
    CalculatedProperty,
    Delete,
    DynamicProperty,
    Mask,
    PlaceMarker,
    ReportAction,
    SubMenu,
    Trait,
    Trigger,
)

HIDE = Key.named("hide order")
"""Masks a marker that was just placed."""
REMOVE = Key.named("remove marker")
GIVEN_BY = "GivenBy"
"""Of an order marker: number of the side whose unit has it."""


def orders_block(context: ModuleContext) -> list[Trait]:
    """Return the commands of a unit that give it a marker; empty where there are none."""
    w = context.words
    traits: list[Trait] = []
    keys: list[Key] = []
    entries: list[str] = []
    for axis in context.series.state_axes:
        if not context.has_own_markers(axis) or "unit" not in axis.applies_to:
            continue
        for value in axis.values:
            marker = context.series.marker(value.marker)
            if marker is None:
                continue
            key, attempt = Key.named(f"place {marker.id}"), Key.named(f"give {marker.id}")
            gpid = str(context.ids[f"placed:{marker.id}"])
            spec = marker_piece(context, marker).with_basic(gpid=gpid).format("null")
            menu = plain(context.say(marker.name))
            traits += _attempt(context, marker.count_field, attempt, key, menu)
            command = PlaceMarker(
                menu="",
                key=key,
                spec=spec,
                after_key=HIDE,
                gpid=gpid,
                placement=2,
                above=True,
                parameters=((GIVEN_BY, "$SideNo$"),),
            )
            traits.append(command)
            keys.append(key)
            entries.append(menu)
    if not traits:
        return []
    axis_title = next(context.say(a.name) for a in context.series.state_axes if context.has_own_markers(a))
    report = ReportAction(tuple(keys), f"{WHO} $location${context.colon}{w('marker_placed')}")
    return [report, SubMenu(plain(axis_title), tuple(entries)), *traits]


def _attempt(context: ModuleContext, field: str, attempt: Key, key: Key, menu: str) -> list[Trait]:
    """Return the command that places a marker where a unit may have one, and says when it may not.

    Args:
        context: the module.
        field: rating of commanders that limits how many markers a side has; '' = any number.
        attempt: command that looks whether a marker may be placed.
        key: command that places it.
        menu: text of the menu.
    """
    table = plain(context.words("map"))
    here = f'CurrentMap=="{table}"'
    off_map = Key.named(f"{attempt.name} off the map")
    orders_on_map = f'CountMap("{table}","{{Order==1&&GivenBy==$SideNo$}}")'
    permission = f"{here}&&{orders_on_map}<Capacity" if field else here
    traits: list[Trait] = [
        ReportAction((off_map,), f"{WHO}{context.colon}{context.words('no_order_off_map')}"),
        Trigger(name=attempt.name, menu=menu, key=Key.named(f"try {attempt.name}"), actions=(attempt,)),
        Trigger(name="given", menu="", key=attempt, filter=f"{{{permission}}}", actions=(key,)),
        Trigger(name="off the map", menu="", key=attempt, filter=f"{{!({here})}}", actions=(off_map,)),
    ]
    if not field:
        return traits
    refusal = Key.named(f"{attempt.name} refused")
    return [
        ReportAction(
            (refusal,), f"{WHO} $location${context.colon}{context.words('no_order_left')} $Capacity$"
        ),
        *traits,
        # Inner traits act first: what the refusal looks at changes once a marker is placed.
        Trigger(
            name="refused",
            menu="",
            key=attempt,
            filter=f"{{{here}&&{orders_on_map}>=Capacity}}",
            actions=(refusal,),
        ),
        CalculatedProperty(
            "Capacity", f'{{SumMap("r_{field}_now","{table}","{{Chief==1&&SideNo==$SideNo$}}")}}'
        ),
    ]


def hidden_block(context: ModuleContext) -> list[Trait]:
    """Return what hides a marker from the opponent."""
    w = context.words
    marker = next((m for m in context.loose_markers if m.hidden), None)
    back = context.picture("marker", marker.id, back=True) if marker else ""
    mask = Key.named("mask")
    # The opponent has only what stands outside the mask.
    return [
        Delete("", REMOVE),
        DynamicProperty(GIVEN_BY, Constraints(False, 0, 9, False), (), value="0"),
        Mask(key=mask, image=back, menu="", style="I", mask_name=w("hidden_marker"), access=Access("side:")),
        ReportAction((ctrl("K"),), f"$location${context.colon}$newPieceName$"),
        move_report(context, f'"{w("hidden_marker")}"'),
        Trigger(name="hide", menu="", key=HIDE, actions=(mask,)),
        Trigger(name="reveal", menu=w("reveal"), key=ctrl("K"), actions=(mask,)),
    ]
