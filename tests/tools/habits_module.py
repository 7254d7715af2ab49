"""A module of nobody with the habits of many: docs/import.md and the tests convert it.

At-start stacks, strength and movement in names (`Infantry_3-2`), morale only as a digit in the counter's
picture, prototypes inside prototypes, wood as tiles that lie on the board, and 150 saved games. Write it with
`python -m tests.tools.habits_module FILE.vmod`.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import Module, SaveFile
from jdgtools.vassal.savebuilder import SaveBuilder, list_level, turn_state
from jdgtools.vassal.traits import BasicPiece, Marker, MarkWhenMoved, Piece, Prototype

TITLE = "Alder Ford 1809"
COLUMNS, ROWS = 14, 9
DX, DY, X0, Y0 = 69.0, 80.0, 50, 60
COUNTER = 60
SAVES = 150
WOODS = ((6, 2), (6, 3), (7, 3), (7, 6))
"""Hexes with a tile, columns and rows from 0."""
_GROUND = (176, 196, 128)
_WOOD = (66, 110, 58)


class HabitUnit(NamedTuple):
    """What is true of one counter; the picture alone says its morale."""

    side: str
    corps: str
    arm: str
    strength: int
    movement: int
    morale: int
    number: int

    @property
    def name(self) -> str:
        """Its name in the module."""
        return f"{self.arm}_{self.strength}-{self.movement}"

    @property
    def image(self) -> str:
        """Its picture."""
        return f"{self.side[:2].lower()}{self.number:02d}.png"


_COLOURS = {"French": (150, 180, 225), "Austrians": (235, 232, 215)}
_CORPS = {"French": ("Reille", "Oudin", "Cavalry Reserve"), "Austrians": ("Hiller", "Rosen", "Advance Guard")}
_ARMS = ("Infantry", "Infantry", "Infantry", "Grenadiers", "Hussars", "Foot Artillery", "Dragoons")


def units() -> list[HabitUnit]:
    """Return the 42 units of the module."""
    every = []
    for side, corps in _CORPS.items():
        for n in range(21):
            arm = _ARMS[n % 7]
            movement = {"Infantry": 4, "Grenadiers": 4, "Foot Artillery": 3}.get(arm, 7)
            strength, morale = 2 + (n * 5 + len(side)) % 7, 3 + (n * 3 + len(side)) % 6
            every.append(HabitUnit(side, corps[n // 7], arm, strength, movement, morale, n + 1))
    return every


def counter(unit: HabitUnit) -> bytes:
    """Return the picture of a counter: symbol, strength and movement below, morale in its corner."""
    image = Image.new("RGB", (COUNTER, COUNTER), _COLOURS[unit.side])
    draw = ImageDraw.Draw(image)
    large, small = ImageFont.load_default(16), ImageFont.load_default(13)
    draw.rectangle((0, 0, COUNTER - 1, COUNTER - 1), outline=(90, 90, 90))
    draw.rectangle((17, 18, 42, 34), outline=(20, 20, 20), fill=(250, 250, 245))
    if "Artillery" in unit.arm:
        draw.ellipse((27, 23, 33, 29), fill=(20, 20, 20))
    else:
        draw.line((17, 34, 42, 18), fill=(20, 20, 20))
        if unit.movement < 7:
            draw.line((17, 18, 42, 34), fill=(20, 20, 20))
    draw.text((15, 38), str(unit.strength), (20, 20, 20), font=large, anchor="la")
    draw.line((27, 48, 32, 48), fill=(20, 20, 20), width=2)
    draw.text((35, 38), str(unit.movement), (20, 20, 20), font=large, anchor="la")
    draw.text((47, 3), str(unit.morale), (170, 20, 20), font=small, anchor="la")
    return _png(image)


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def centre(column: int, row: int) -> tuple[int, int]:
    """Return the pixel of a hex on the board, columns and rows from 0."""
    return round(X0 + column * DX), round(Y0 + row * DY + (DY / 2 if column % 2 else 0))


def _board() -> bytes:
    image = Image.new("RGB", (round(COLUMNS * DX + 40), round(ROWS * DY + 60)), _GROUND)
    draw = ImageDraw.Draw(image)
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = centre(column, row)
            corners = [(-46, 0), (-23, -40), (23, -40), (46, 0), (23, 40), (-23, 40)]
            draw.polygon([(x + a, y + b) for a, b in corners], outline=(120, 130, 90))
    return _png(image)


def piece(unit: HabitUnit) -> Piece:
    """Return the piece of a unit; side and corps stand in prototypes inside prototypes."""
    return Piece((Prototype(f"{unit.side} {unit.corps}"),), BasicPiece(image=unit.image, name=unit.name))


def _prototypes() -> Component:
    moved = Piece((MarkWhenMoved(),))
    definitions = [build.prototype("Unit", moved)]
    for side, corps in _CORPS.items():
        marks = Marker(names=("Army",), values=(side,))
        definitions.append(build.prototype(side, Piece((Prototype("Unit"), marks))))
        for name in corps:
            formation = Marker(names=("Corps",), values=(name,))
            definitions.append(build.prototype(f"{side} {name}", Piece((Prototype(side), formation))))
    definitions.append(build.prototype("Tile", Piece((Marker(names=("Tile",), values=("yes",)),))))
    return build.prototypes(definitions)


def _save(number: int) -> SaveFile:
    builder = SaveBuilder()
    for n, unit in enumerate(units(), 1):
        plain = Piece((), BasicPiece(image=unit.image, name=unit.name)).with_basic(gpid=str(n))
        east = unit.side == "Austrians"
        column = (n + number) % 5 + (9 if east else 0)
        builder.pile([plain], "Main", *centre(column, (n * 2 + number) % ROWS))
    builder.boards("Main", ["Field"])
    builder.turn(turn_state([list_level(number % 8, 8)]))
    return SaveFile(Metadata(version="1.0"), Metadata(TITLE, "1.0"), builder.tree())


def habits_module(saves: int = SAVES) -> Module:
    """Return the module.

    Args:
        saves: how many saved games it has as setups.
    """
    entries = {"images/field.png": _board(), "images/wood.png": _png(Image.new("RGB", (70, 70), _WOOD))}
    tabs, stacks = [], []
    for side, corps in _CORPS.items():
        lists = []
        for name in corps:
            slots = []
            for n, unit in enumerate(units(), 1):
                if (unit.side, unit.corps) == (side, name):
                    entries[f"images/{unit.image}"] = counter(unit)
                    slots.append(build.piece_slot(piece(unit), n))
                    x, y = centre((n - 1) % 5 + (9 if side == "Austrians" else 0), (n * 2) % ROWS)
                    copy = build.piece_slot(piece(unit), n)
                    stacks.append(build.setup_stack(f"{name[:3]}_{n}", [copy], x=x, y=y, board_name="Field"))
            lists.append(make("ListWidget", {"entryName": name}, slots))
        tabs.append(make("BoxWidget", {"entryName": side}, lists))
    wood = Piece((Prototype("Tile"),), BasicPiece(image="wood.png", name="Wood"))
    tabs.append(make("PanelWidget", {"entryName": "Terrain markers"}, [build.piece_slot(wood, 900)]))
    for column, row in WOODS:
        x, y = centre(column, row)
        stacks.append(build.setup_stack("Wood", [build.piece_slot(wood, 900)], x=x, y=y, board_name="Field"))
    setups = []
    for number in range(saves):
        entries[f"{number:03d}.vsav"] = _save(number).data()
        setups.append(build.predefined_setup(f"Game {number:03d}", f"{number:03d}.vsav"))
    numbering = build.hex_numbering(hOff=1, vOff=1, hLeading=1, vLeading=1)
    grid = build.hex_grid(DX, DY, X0, Y0, numbering)
    picker = build.board_picker("Main", [build.board("Field", "field.png", [grid])], ["Field"])
    root = build.module(
        TITLE,
        "1.0",
        [
            make("BasicCommandEncoder"),
            build.player_roster(list(_CORPS)),
            _prototypes(),
            build.map_window("Main", [picker, *build.map_parts(), *stacks]),
            build.piece_window("Pieces", [build.tab_widget("Pieces", tabs)]),
            build.turn_tracker("Turn", [build.turn_list("Turn", [f"{9 + n}:00" for n in range(8)])]),
            *setups,
        ],
        next_slot=1000,
    )
    return Module(Metadata(TITLE, "1.0"), root, entries)


def board_picture() -> Image.Image:
    """Return the board with its stacks and tiles at the start, as docs/import.md shows it."""
    image = Image.open(io.BytesIO(_board())).convert("RGB")
    for column, row in WOODS:
        x, y = centre(column, row)
        image.paste(Image.new("RGB", (70, 70), _WOOD), (x - 35, y - 35))
    for n, unit in enumerate(units(), 1):
        x, y = centre((n - 1) % 5 + (9 if unit.side == "Austrians" else 0), (n * 2) % ROWS)
        image.paste(Image.open(io.BytesIO(counter(unit))), (x - COUNTER // 2, y - COUNTER // 2))
    return image.resize((image.width * 3 // 4, image.height * 3 // 4), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    habits_module().write(Path(sys.argv[1]))
