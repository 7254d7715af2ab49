"""Names of places above the counters, for whoever presses the button: units hide those of the printed map.

Every name is a piece of its own in its hex, which nobody moves or chooses; all are copies of one piece of
the palette, so that they have one number in saved games.
"""

from __future__ import annotations

from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.module_context import ModuleContext, ctrl, plain
from jdgtools.vassal.codecs import Constraints
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Color, Key
from jdgtools.vassal.traits import BasicPiece, DynamicProperty, Immobile, Label, Marker, Piece

PLACE_NAME = "marker:place-name"
"""Key of the piece."""
KIND = "name"
"""Kind of the piece: pointing at a stack does not show it."""
NAME = "PlaceName"
"""Property of a piece: the name that it shows."""
NAMES_KEY = ctrl("W", True)
_SHOWN = "PlaceNames"
"""Global property: 1 while the names are shown."""
_LOW = 0.36
"""How far below the centre of its hex a name stands, in hexes: above the foot of a counter."""


def named_hexes(context: ModuleContext) -> dict[int, str]:
    """Return what is called by a name on the map, by hex: places, outlined regions, hexsides, ways.

    What covers several hexes has its name once, if it can where no other name is near.
    """
    battle_map = context.battle.map
    if battle_map is None:
        return {}
    names = {place.hex: plain(context.say(place.name)) for place in battle_map.places}
    wide: dict[str, list[int]] = {}
    for region in battle_map.regions:
        if region.shown:
            wide.setdefault(context.say(region.name), []).extend(sorted(region.hexes))
    for feature in battle_map.features:
        if feature.name:
            wide.setdefault(context.say(feature.name), []).append(feature.side.a)
    for way in battle_map.ways:
        if way.name:
            wide.setdefault(context.say(way.name), []).extend(way.hexes)
    for name, hexes in sorted(wide.items(), key=lambda item: len(item[1])):
        # From the middle of the thing outwards.
        free = [h for _, h in sorted((abs(2 * n + 1 - len(hexes)), h) for n, h in enumerate(hexes))]
        free = [h for h in free if h not in names]
        alone = (h for h in free if names.keys().isdisjoint(battle_map.grid.neighbour_table[h]))
        if free and name not in names.values():
            names[next(alone, free[0])] = plain(name)
    return {h: name for h, name in names.items() if name}


def has_place_names(context: ModuleContext) -> bool:
    """Return whether something on the map has a name."""
    return bool(named_hexes(context))


def place_name_piece(context: ModuleContext) -> Piece:
    """Return the piece that shows the name of a place."""
    title = context.words("place_names")
    # Without a name, as in the palette, it says what it is: VASSAL complains of a piece that shows nothing.
    text = f'{{GetString("{NAME}").equals("")?"{plain(title)}":{_SHOWN}==1?{NAME}:""}}'
    label = Label(
        # With a command of its own it takes no part in clicks: those are for the counters below it.
        key=Key.named("change name of place"),
        menu="",
        size=max(9, round(context.hex_px * 0.14)),
        background=Color(255, 252, 235),
        foreground=Color(20, 20, 20),
        vertical="c",
        y=round(context.hex_px * _LOW),
        horizontal="c",
        vertical_just="c",
        horizontal_just="c",
        name_format="$pieceName$",
        style=1,
        property="PlaceNameLabel",
        text=text,
    )
    marks = Marker(names=("Kind", "Id"), values=(KIND, PLACE_NAME.partition(":")[2]))
    name = DynamicProperty(NAME, Constraints(), (), value="")
    return Piece((Immobile(select="n", move="V", stack="R"), label, name, marks), BasicPiece(name=title))


def place_names_button(context: ModuleContext, table: Globals) -> list[Component]:
    """Return the button that shows the names, and hides them again."""
    if not has_place_names(context):
        return []
    title = context.words("place_names")
    toggle = table.set(_SHOWN, "toggle place names", f"{{{_SHOWN}==1?0:1}}")
    tip = context.words("place_names_tip")
    return [do_actions(NAMES_KEY, [toggle], name=title, text=title, tooltip=tip)]
