"""A whole module, put together from a battle and its pictures.

`build_module` asks every topic of this package for its components, pieces and texts, writes the build file
and the saved games, and gives named commands the codes that VASSAL would give them.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.base import Loss
from jdgtools.exporters.module.boxes import WINDOWS, Box, build_boxes, has_cup
from jdgtools.exporters.module.buttons import global_buttons, module_properties, tools
from jdgtools.exporters.module.grid import ModuleGrid
from jdgtools.exporters.module.ids import Identity, assign
from jdgtools.exporters.module.keycodes import codes_of, recode, recode_tree
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.pages import Page, charts_window, help_pages
from jdgtools.exporters.module.pictures import ModulePictures, used_names
from jdgtools.exporters.module.piece_states import old_pictures
from jdgtools.exporters.module.pieces import build_pieces, piece_keys
from jdgtools.exporters.module.prototypes import build_prototypes
from jdgtools.exporters.module.setups import SetupMaker
from jdgtools.exporters.module.turn import TurnTrack
from jdgtools.exporters.module.turn_begin import tracker_hotkeys, with_turn_traits
from jdgtools.exporters.module.upright import upright_preference
from jdgtools.exporters.module.window_parts import private_windows
from jdgtools.exporters.module.windows import (
    CUP_LAYERS,
    box_window,
    cup,
    main_map,
    palette,
)
from jdgtools.render.map.screen import screen_size
from jdgtools.vassal import build as make
from jdgtools.vassal.components import Component, indent
from jdgtools.vassal.encoding import Color
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import Module, SaveFile
from jdgtools.vassal.savebuilder import SaveBuilder
from jdgtools.vassal.traits import Deck, Piece

WINDOW_PICTURE = "window-{window}.png"


class ModuleBuild(Struct, frozen=True, dict=True):
    """A VASSAL module made of a battle, what it cannot express, and the numbers of its pieces."""

    module: Module
    losses: tuple[Loss, ...]
    ids: Mapping[str, int]
    """Piece key -> gpid."""
    identity: Identity | None = None
    """Numbers and fingerprints of the pieces, beside those of the lock file."""

    @cached_property
    def setups(self) -> Mapping[str, SaveFile]:
        """Entry name -> saved game, read from the module."""
        names = [name for name in self.module.entries if name.endswith(".vsav")]
        return {name: self.module.save(name) for name in names}


def prepare(context: ModuleContext, lock: Mapping[str, int] | None = None) -> dict[str, Box]:
    """Give the pieces their numbers and return the boxes, so that the pictures can be drawn."""
    context.ids = assign(piece_keys(context), lock)
    return build_boxes(context)


def build_module(
    context: ModuleContext, boxes: Mapping[str, Box], pictures: ModulePictures, pages: Mapping[str, bytes]
) -> ModuleBuild:
    """Return the module.

    Args:
        context: battle, series, words; its ids are given (`prepare`).
        boxes: from `prepare`.
        pictures: faces and boxes; only those that the module names go into it. The maps are added later.
        pages: HTML pages of charts by title.
    """
    context.pictures = pictures.faces
    battle = context.battle
    grid = _grid(context, ModuleGrid(pictures.layout, *screen_size(pictures.layout)))
    if grid.numbering is None:
        context.note_loss(
            "map", "VASSAL cannot count hexes as this map does; the module's numbers differ from the print"
        )
    prototypes = build_prototypes(context, dict(boxes))
    pieces = with_turn_traits(context, build_pieces(context, boxes))
    track = TurnTrack(context)
    metadata = Metadata(
        name=context.say(battle.title) or battle.id,
        version=battle.version,
        description=context.say(battle.subtitle) or context.say(battle.series.title),
    )
    deck = cup(context, boxes["cup"], pieces) if has_cup(context) else None
    helps = help_pages(context, [*prototypes.values(), *pieces.values()])
    root = _root(context, grid, boxes, prototypes, pieces, track, deck, metadata, pages, helps)
    codes = codes_of(root)
    recode_tree(root.walk(), codes)
    game = SaveBuilder(prototypes=prototypes, finish=lambda text: recode(text, codes))
    maker = SetupMaker(context, grid, boxes, pieces, track, _deck(context, boxes, deck), metadata, game)
    setups = {f"setup-{s.id}.vsav": maker.scenario(s) for s in battle.scenarios}
    setups["setup-empty.vsav"] = maker.empty()
    module = Module(metadata, indent(root))
    texts = {**pages, **{name: content for _, name, content in helps}}
    _entries(module, pictures, old_pictures(context), setups, texts)
    return ModuleBuild(module, tuple(context.losses), context.ids)


def _grid(context: ModuleContext, grid: ModuleGrid) -> ModuleGrid:
    """Return the grid, with what an earlier build has worked out about its numbers."""
    layout = grid.layout
    inputs = (context.battle.map, layout.size, layout.pitch, layout.origin, grid.width, grid.height)
    fits = context.get_or_make("numbering", inputs, lambda: b"" if grid.numbering is None else b"1")
    return replace(grid, numbers_fit=bool(fits))


def _root(
    context: ModuleContext,
    grid: ModuleGrid,
    boxes: Mapping[str, Box],
    prototypes: Mapping[str, Piece],
    pieces: Mapping[str, Piece],
    track: TurnTrack,
    deck: Component | None,
    metadata: Metadata,
    pages: Mapping[str, bytes],
    helps: list[Page],
) -> Component:
    w = context.words
    battle = context.battle
    windows = []
    for window in WINDOWS:
        window_boxes = [b for b in boxes.values() if b.window == window]
        if window_boxes:
            decks = [deck] if deck is not None and boxes["cup"].window == window else []
            windows.append(
                box_window(context, window, window_boxes, WINDOW_PICTURE.format(window=window), decks)
            )
    setups = [
        make.predefined_setup(context.say(s.title) or s.id, f"setup-{s.id}.vsav", context.say(s.summary))
        for s in battle.scenarios
    ]
    setups.append(make.predefined_setup(w("empty"), "setup-empty.vsav"))
    sides = [context.say(s.name) for s in battle.sides]
    table, steps = global_buttons(context, boxes)
    children = [
        make.make("BasicCommandEncoder"),
        make.documentation([make.help_file(title, name) for title, name, _ in helps]),
        make.player_roster(
            [*sides, w("solo")],
            buttonText=w("retire"),
            buttonToolTip=w("retire"),
            buttonIcon="/images/playerAway.gif",
        ),
        make.global_options(
            autoReport="Always", playerIdFormat="$PlayerName$ ($PlayerSide$)", chatterHTMLSupport="Always"
        ).add(upright_preference(context)),
        make.prototypes([make.prototype(name, piece) for name, piece in prototypes.items()]),
        module_properties(table),
        track.component(tracker_hotkeys(context, boxes)),
        main_map(context, grid),
        *windows,
        *private_windows(context),
        palette(context, pieces),
        *charts_window(context, pages),
        *tools(context, boxes, steps),
        *setups,
    ]
    return make.module(
        metadata.name or battle.id,
        battle.version,
        children,
        description=metadata.description or "",
        next_slot=max(context.ids.values(), default=0) + 1,
    )


def _deck(context: ModuleContext, boxes: Mapping[str, Box], component: Component | None) -> Deck | None:
    """Return the cup as it stands in a saved game, by the same settings as the component."""
    if component is None:
        return None
    box = boxes["cup"]
    x, y = box.place(0)
    return Deck(
        name=box.title,
        width=context.counter_px,
        height=context.counter_px,
        color=Color.parse(component.get("color")),
        face_down_option="Always",
        shuffle_option="Always",
        multi_draw=False,
        select_draw=False,
        reversible=False,
        draw_face_up=True,
        max_stack=CUP_LAYERS,
        map=context.words(box.window),
        x=x,
        y=y,
        face_down=True,
    )


def _entries(
    module: Module,
    pictures: ModulePictures,
    old: AbstractSet[str],
    setups: Mapping[str, bytes],
    pages: Mapping[str, bytes],
) -> None:
    texts = (text for c in module.root.walk() for text in (*c.attributes.values(), c.text))
    names = {*used_names(pictures.data, texts), *(old & pictures.data.keys())}
    for name in sorted(names):
        module.entries[f"images/{name}"] = pictures.data[name]
    module.entries |= setups
    module.entries |= pages
