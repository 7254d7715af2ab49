"""Synthetic foreign modules."""

from __future__ import annotations

import io
from collections.abc import Iterable

from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import Module, SaveFile
from jdgtools.vassal.savebuilder import SaveBuilder, list_level, turn_state
from jdgtools.vassal.savegame import PlacedBoard, SaveCommand
from jdgtools.vassal.traits import BasicPiece, Layer, Marker, Mask, Piece, Prototype, Rotator

WIDTH, HEIGHT = 700, 560


def picture(
    width: int = 20, height: int = 20, colour: tuple[int, int, int] = (90, 120, 200), form: str = "PNG"
) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, form)
    return out.getvalue()


def landscape(
    grid_centre: Iterable[tuple[int, int]] = (), colours: Iterable[tuple[int, int, int]] = ()
) -> bytes:
    """A board of one green with squares of other colours around given points."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), (170, 190, 120))
    draw = ImageDraw.Draw(image)
    for (x, y), colour in zip(grid_centre, colours, strict=False):
        draw.rectangle((x - 30, y - 30, x + 30, y + 30), fill=colour)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def unit(name: str, image: str, facing: int | None = None, **marks: str) -> Piece:
    back = Layer(images=("", image.replace(".", "-b.")), names=("", ""), name="Step", value=1)
    traits = [back, Marker(names=tuple(marks), values=tuple(marks.values()))]
    if facing is not None:
        traits.insert(0, Rotator(facings=6, name="Facing", position=str(facing)))
    return Piece((Prototype("Unit"), *traits), BasicPiece(image=image, name=name))


def expanded(piece: Piece) -> Piece:
    """The piece as a saved game holds it."""
    return Piece(tuple(t for t in piece.traits if not isinstance(t, Prototype)), piece.basic)


NUMBERING = {"first": "H", "sep": "", "hType": "N", "vType": "N", "hLeading": 1, "vLeading": 1,
             "hOff": 1, "vOff": 1, "hDescend": False, "vDescend": False, "stagger": False}  # fmt: skip


def hex_board(
    sideways: bool = False,
    numbering: dict[str, object] | None = None,
    zones: Iterable[Component] = (),
    **grid: object,
) -> Component:
    values: dict[str, object] = {"dx": 86.0, "dy": 100.0, "x0": 60, "y0": 60, "sideways": sideways, **grid}
    count = [make("HexGridNumbering", {**NUMBERING, **(numbering or {})})] if numbering != {} else []  # type: ignore[dict-item]
    made = make("HexGrid", values, count)  # type: ignore[arg-type]
    own = list(zones)
    inner = build.zoned_grid([*own, made]) if own else made
    return build.board("Field", "field.png", [inner])


def foreign(board: Component | None = None, *, saves: dict[str, SaveFile] | None = None, field: bytes | None = None,
            more: Iterable[Component] = (), sides: Iterable[str] = ("French", "Prussians", "Observer")) -> Module:  # fmt: skip
    units = {
        "French": {"I Corps": ["Marcognet", "Durutte"], "II Corps": ["Foy"]},
        "Prussians": {"Bülow": ["13. Brigade", "14. Brigade"]},
    }
    gpid = 1
    tabs, entries = [], {"images/field.png": field or landscape()}
    for side, corps in units.items():
        panels = []
        for name, people in corps.items():
            slots = []
            for person in people:
                image = f"u{gpid}.png"
                entries[f"images/{image}"] = picture(colour=(gpid * 20, 80, 90))
                entries[f"images/u{gpid}-b.png"] = picture(colour=(gpid * 20, 180, 90))
                slots.append(build.piece_slot(unit(person, image, 0, SP=str(gpid + 3), Values="5-6-7"), gpid))
                gpid += 1
            panels.append(build.make("ListWidget", {"entryName": name}, slots))
        tabs.append(make("BoxWidget", {"entryName": side}, panels))
    entries["images/mark.gif"] = picture(form="GIF")
    marker = Piece((), BasicPiece(image="mark.gif", name="Disordered"))
    tabs.append(build.make("PanelWidget", {"entryName": "Status markers"}, [build.piece_slot(marker, 90)]))
    card = Piece((Mask(image="mark.gif", style="B"),), BasicPiece(image="mark.gif", name="Event 1"))
    deck = build.draw_pile("Events", [build.card_slot(card, 91)], x=10, y=10)
    setups = []
    for name, save in (saves or {}).items():
        entries[f"{name}.vsav"] = save.data()
        setups.append(build.predefined_setup(name, f"{name}.vsav", "a start"))
    picker = build.board_picker("Main", [board or hex_board()], ["Field"])
    root = build.module(
        "Old Battle",
        "2.1",
        [
            make("BasicCommandEncoder"),
            build.player_roster(sides),
            build.prototypes([build.prototype("Unit", Piece((Marker(names=("Proto",), values=("yes",)),)))]),
            build.map_window("Main", [picker, *build.map_parts(), deck]),
            build.piece_window("Pieces", [build.tab_widget("Pieces", tabs)]),
            build.turn_tracker("Turn", [build.turn_list("Turn", ["07:00 dawn", "08:00", "09:00"])]),
            build.dice_button("1d10"),
            *setups,
            *more,
        ],
        next_slot=1000,
    )
    return Module(Metadata("Old Battle", "2.1"), root, entries)


def save(
    *places: tuple[str, int, int, int, int | None],
    turn: int = 1,
    boards: Iterable[PlacedBoard | str] = ("Field",),
) -> SaveFile:
    """A saved game: (name, gpid, x, y, facing) of every piece."""
    builder = SaveBuilder()
    for name, gpid, x, y, facing in places:
        piece = expanded(unit(name, f"u{gpid}.png", facing)).with_basic(gpid=str(gpid))
        builder.pile([piece], "Main", x, y)
    builder.boards("Main", list(boards))
    builder.turn(turn_state([list_level(turn, 3)]))
    return SaveFile(Metadata(version="2.1"), Metadata("Old Battle", "2.1"), builder.tree())


def save_of_both_sides() -> SaveFile:
    """A saved game in which the same unit lies on its first side, and below on its second."""
    builder = SaveBuilder()
    for n, level in enumerate((1, 2)):
        piece = expanded(unit("Foy", "u3.png"))
        layer = next(i for i, t in enumerate(piece.traits) if isinstance(t, Layer))
        piece = piece.with_trait(layer, value=level).with_basic(gpid="3")
        builder.pile([piece], "Main", 60, 60 + 100 * n)
    builder.boards("Main", ["Field"])
    return SaveFile(Metadata(version="2.1"), Metadata("Old Battle", "2.1"), builder.tree())


def with_quarters(command: SaveCommand) -> SaveCommand:
    """A saved game in which the pieces turn by quarters, as blocks do."""
    text = command.text.replace("rotate;6", "rotate;4")
    return SaveCommand(text, tuple(with_quarters(sub) for sub in command.subs))
