"""Constructors for the components of a build file, with the attribute names VASSAL knows.

`make` knows every component class of VASSAL, its attributes and the values VASSAL
itself writes; a misspelt attribute (which VASSAL would drop silently) is a `ValueError`.
The functions below are thin: their named arguments are those a war game's module needs, and
every other attribute of the class goes in by its name in VASSAL.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Color, Key, encode_array
from jdgtools.vassal.metadata import VASSAL_VERSION
from jdgtools.vassal.savegame import PlacedBoard, SetBoards
from jdgtools.vassal.traits.piece import Piece

Value = str | int | float | bool | Key | Color | Sequence[str] | None
"""What an attribute may be given as; None leaves the attribute out."""


@cache
def classes() -> Mapping[str, tuple[str, Mapping[str, str | None]]]:
    """Return component classes by short name: full tag, and attributes with VASSAL's own value.

    The value is None for an attribute that VASSAL leaves out by default or that has no
    sensible default (a name, a file).
    """
    raw = json.loads(Path(__file__).with_name("components.json").read_text("utf-8"))
    return {kind: (tag, attributes) for kind, (tag, attributes) in raw.items()}


def attribute_text(value: Value) -> str:
    """Return an attribute value as VASSAL writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Key | Color):
        return value.format()
    if value is None:
        return ""
    return str(value) if isinstance(value, str | int | float) else encode_array(value)


def make(
    kind: str,
    attributes: Mapping[str, Value] | None = None,
    children: Iterable[Component] = (),
    text: str = "",
    defaults: bool = True,
) -> Component:
    """Return a component of any class VASSAL has.

    Args:
        kind: short class name, `Map`, `HexGridNumbering`, …
        attributes: values by their names in VASSAL; None leaves an attribute out.
        children: child components in order.
        text: text of the element.
        defaults: whether attributes not given get VASSAL's own value.

    Raises:
        ValueError: the class or an attribute does not exist.
    """
    component_classes = classes()
    if kind not in component_classes:
        raise ValueError(f"VASSAL has no component {kind!r}")
    tag, table = component_classes[kind]
    explicit_values = attributes or {}
    wrong = [name for name in explicit_values if name not in table]
    if wrong:
        raise ValueError(f"{kind} has no attribute {wrong[0]!r}; it has {', '.join(sorted(table))}")
    values = {k: v for k, v in table.items() if v is not None} if defaults else {}
    for name, value in explicit_values.items():
        if value is None:
            values.pop(name, None)
        else:
            values[name] = attribute_text(value)
    return Component(tag, dict(sorted(values.items())), text, list(children))


def module(
    name: str,
    version: str,
    children: Iterable[Component] = (),
    *,
    description: str = "",
    next_slot: int = 1,
    vassal_version: str = VASSAL_VERSION,
    **more: Value,
) -> Component:
    """Return the root; `next_slot` must be above every gpid."""
    head: dict[str, Value] = {"name": name, "version": version, "description": description}
    head |= {"nextPieceSlotId": next_slot, "VassalVersion": vassal_version}
    return make("GameModule", {**head, **more}, children)


def player_roster(sides: Iterable[str], **more: Value) -> Component:
    """Return the sides."""
    return make("PlayerRoster", more, [Component("entry", text=side) for side in sides])


def global_options(options: Mapping[str, str] | None = None, **more: Value) -> Component:
    """Return the module's options; `options` are `option` elements (`stepHotKey`, …)."""
    children = [Component("option", {"name": k}, v) for k, v in (options or {}).items()]
    return make("GlobalOptions", more, children)


def documentation(children: Iterable[Component]) -> Component:
    """Return the help menu."""
    return make("Documentation", {}, children)


def help_file(title: str, file: str, **more: Value) -> Component:
    """Return a help page; `file` is the full entry name, without a leading slash."""
    return make("HelpFile", {"title": title, "fileName": file, "fileType": "archive", **more})


def prototypes(definitions: Iterable[Component]) -> Component:
    """Return the container of prototypes."""
    return make("PrototypesContainer", {}, definitions)


def prototype(name: str, piece: Piece, description: str = "") -> Component:
    """Return a prototype; the basic piece of `piece` is empty."""
    return make("PrototypeDefinition", {"name": name, "description": description}, text=piece.format("null"))


def piece_slot(
    piece: Piece,
    gpid: int | str,
    *,
    name: str = "",
    width: int = 60,
    height: int = 60,
    kind: str = "PieceSlot",
) -> Component:
    """Return a slot; its gpid also goes into the piece's state."""
    numbered_piece = piece if piece.gpid == str(gpid) else piece.with_basic(gpid=str(gpid))
    values: dict[str, Value] = {"entryName": name or piece.name, "gpid": str(gpid)}
    values |= {"width": width, "height": height}
    return make(kind, values, text=numbered_piece.format("null"))


def card_slot(
    piece: Piece, gpid: int | str, *, name: str = "", width: int = 60, height: int = 60
) -> Component:
    """Return a slot in a deck."""
    return piece_slot(piece, gpid, name=name, width=width, height=height, kind="CardSlot")


def piece_window(name: str, children: Iterable[Component], **more: Value) -> Component:
    """Return a palette with a button."""
    return make("PieceWindow", {"name": name, "text": name, **more}, children)


def tab_widget(name: str, children: Iterable[Component], **more: Value) -> Component:
    """Return tabs inside a palette."""
    return make("TabWidget", {"entryName": name, **more}, children)


def map_window(name: str, children: Iterable[Component], *, kind: str = "Map", **more: Value) -> Component:
    """Return a map; among the children the board picker must come before decks and stacks.

    Args:
        name: the map's name, which states and saves refer to.
        children: board picker, then the parts of `map_parts`, decks, stacks.
        kind: `Map`, `PrivateMap` or `PlayerHand`.
        more: other attributes (`buttonName` is the button's text, `launch` makes it a window).
    """
    return make(kind, {"mapName": name, **more}, children)


MAP_PARTS = (
    "StackMetrics",
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
    "ImageSaver",
    "CounterDetailViewer",
    "Zoomer",
)
"""Parts of a map that VASSAL does not add by itself, in the editor's order."""


def map_parts(
    attributes: Mapping[str, Mapping[str, Value]] | None = None, leave_out: Iterable[str] = ()
) -> list[Component]:
    """Return the parts without which pieces cannot be dragged, shown their menu, or sent keys.

    Args:
        attributes: attributes by class, for those that differ from VASSAL's own.
        leave_out: classes not wanted.
    """
    attributes = attributes or {}
    unknown = [k for k in attributes if k not in MAP_PARTS]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is not one of the parts {', '.join(MAP_PARTS)}")
    out = set(leave_out)
    return [make(kind, attributes.get(kind)) for kind in MAP_PARTS if kind not in out]


def board_picker(
    map_name: str, boards: Iterable[Component], setup: Iterable[PlacedBoard | str] = (), **more: Value
) -> Component:
    """Return the boards of a map, and which of them lie on it from the start.

    Args:
        map_name: name of the map it belongs to.
        boards: the boards.
        setup: boards laid out; a bare name is a board at column 0, row 0.
        more: other attributes.
    """
    setup_boards = tuple(PlacedBoard(b) if isinstance(b, str) else b for b in setup)
    children = [Component("setup", text=SetBoards(map_name, setup_boards).format())] if setup_boards else []
    return make("BoardPicker", more, [*children, *boards])


def board(name: str, image: str, children: Iterable[Component] = (), **more: Value) -> Component:
    """Return a board with a picture (named without `images/`); its size is the picture's.

    Without a picture it has no such attribute, not an empty one: with that VASSAL's editor would forget size
    and colour of the board.
    """
    return make("Board", {"name": name, "image": image or None, **more}, children)


def hex_grid(
    dx: float,
    dy: float,
    x0: int,
    y0: int,
    numbering: Component | None = None,
    *,
    sideways: bool = False,
    visible: bool = False,
    **more: Value,
) -> Component:
    """Return a hex grid; with `sideways` x and y change places in all four numbers."""
    values: dict[str, Value] = {"dx": float(dx), "dy": float(dy), "x0": x0, "y0": y0}
    values |= {"sideways": sideways, "visible": visible}
    return make("HexGrid", {**values, **more}, [numbering] if numbering else [])


def hex_numbering(*, stagger: bool = False, visible: bool = False, **more: Value) -> Component:
    """Return the numbering of a hex grid; without `stagger` rows start alike in every column."""
    return make("HexGridNumbering", {"stagger": stagger, "visible": visible, **more})


def zoned_grid(children: Iterable[Component]) -> Component:
    """Return a grid of zones; the background grid comes last."""
    return make("ZonedGrid", {}, children)


def zone(
    name: str, path: Iterable[tuple[int, int]], children: Iterable[Component] = (), **more: Value
) -> Component:
    """Return a zone with its outline in board pixels."""
    outline = ";".join(f"{x},{y}" for x, y in path)
    return make("Zone", {"name": name, "path": outline, **more}, children)


def draw_pile(
    name: str,
    cards: Iterable[Component],
    *,
    x: int,
    y: int,
    board_name: str = "",
    width: int = 40,
    height: int = 40,
    **more: Value,
) -> Component:
    """Return a deck; the first card is the bottom one. Face-down cards need a `Mask` trait."""
    values: dict[str, Value] = {"name": name, "x": x, "y": y, "width": width, "height": height}
    return make("DrawPile", {**values, "owningBoard": board_name, **more}, cards)


def setup_stack(
    name: str,
    slots: Iterable[Component],
    *,
    x: int = 0,
    y: int = 0,
    location: str = "",
    board_name: str = "",
    **more: Value,
) -> Component:
    """Return an at-start stack, at board pixels or at a grid location."""
    values: dict[str, Value] = {"name": name, "x": x, "y": y, "owningBoard": board_name}
    values |= {"useGridLocation": bool(location), "location": location}
    return make("SetupStack", {**values, **more}, slots)


def global_property(name: str, initial: str = "", **more: Value) -> Component:
    """Return a global property."""
    return make("GlobalProperty", {"name": name, "initialValue": initial, **more})


def turn_tracker(name: str, levels: Iterable[Component], **more: Value) -> Component:
    """Return a turn tracker; the first of the module has the id `TurnTracker0` in saves."""
    return make("TurnTracker", {"name": name, "buttonText": name, **more}, levels)


def turn_list(
    prop: str, entries: Sequence[str], *, children: Iterable[Component] = (), **more: Value
) -> Component:
    """Return a list level; `prop` is the global property it sets."""
    return make("ListTurnLevel", {"property": prop, "list": encode_array(entries), **more}, children)


def dice_button(name: str, *, dice: int = 1, sides: int = 10, **more: Value) -> Component:
    """Return a dice button."""
    values: dict[str, Value] = {"name": name, "text": name, "tooltip": name, "nDice": dice, "nSides": sides}
    return make("DiceButton", {**values, **more})


def chart_window(name: str, charts: Iterable[Component], **more: Value) -> Component:
    """Return a window of charts."""
    return make("ChartWindow", {"name": name, "text": name, "tooltip": name, **more}, charts)


def chart(name: str, image: str) -> Component:
    """Return a chart that is a picture (named without `images/`)."""
    return make("Chart", {"chartName": name, "fileName": image})


def html_chart(name: str, file: str) -> Component:
    """Return a chart that is an HTML entry of the archive."""
    return make("HtmlChart", {"chartName": name, "fileName": file})


def predefined_setup(name: str, file: str, description: str = "") -> Component:
    """Return a setup read from the save `file` at the root of the archive."""
    return make("PredefinedSetup", {"name": name, "file": file, "description": description, "useFile": True})
