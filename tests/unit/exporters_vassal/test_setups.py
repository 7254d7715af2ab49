"""Pieces of the setups are those of the palette, expanded; sizes of what is written."""

from __future__ import annotations

import io
import zipfile

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.module.boxes import arrival_id, build_boxes
from jdgtools.model.battle import Battle
from jdgtools.vassal.savegame import AddPiece, parse_command
from jdgtools.vassal.traits import BasicPiece, Expander, Piece
from tests.unit.exporters_vassal.conftest import built_once, context, module_context_of


def definitions(built: ModuleBuild) -> dict[str, Piece]:
    return {c.get("name"): c.piece() for c in built.module.root.find("PrototypeDefinition")}


def test_every_piece_of_a_setup_is_that_of_the_palette_expanded(made: tuple[Battle, ModuleBuild]) -> None:
    _, built = made
    expander = Expander(definitions(built))
    slots = {
        c.get("gpid"): c.piece() for c in built.module.root.walk() if c.kind in ("PieceSlot", "CardSlot")
    }
    seen: set[str] = set()
    for save in built.setups.values():
        for text in save.root.walk():
            command = parse_command(text)
            if isinstance(command, AddPiece) and isinstance(command.piece.basic, BasicPiece):
                piece = command.piece
                assert piece.type_text() == expander.expand(slots[piece.gpid]).type_text()
                assert len(piece.traits) + 1 == len(piece.state_text().split("\t"))
                seen.add(piece.gpid)
    assert len(seen) > 5


def test_what_pieces_share_is_compressed_once(made: tuple[Battle, ModuleBuild]) -> None:
    _, built = made
    for name, content in built.module.entries.items():
        if not name.endswith(".vsav"):
            continue
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            info = archive.getinfo("savedGame")
            assert archive.testzip() is None
        pieces = sum(t.startswith("+/") for t in built.setups[name].root.walk())
        # Some 30,000 hex digits each.
        assert info.compress_size < 6_000 * pieces + 20_000


@pytest.mark.parametrize("name", ["rolica-1808", "vimeiro-1808", "bremule-1119", "teaching-jdg"])
def test_stacks_are_laid_from_north_to_south(name: str) -> None:
    """The later is drawn over the earlier: no counter to the north hides the badge at a stack's upper edge."""
    built = built_once(name)
    units = {f"unit:{unit.id}" for unit in context(name).battle.units}
    gpids = {str(number) for key, number in built.ids.items() if key in units}
    for scenario in context(name).battle.scenarios:
        rows = [
            basic.y
            for text in built.setups[f"setup-{scenario.id}.vsav"].root.walk()
            if isinstance(command := parse_command(text), AddPiece)
            and isinstance(basic := command.piece.basic, BasicPiece)
            and basic.map == "Map"
            and command.piece.gpid in gpids
        ]
        assert rows
        assert rows == sorted(rows)


def lying(built: ModuleBuild, setup: str, window: str) -> list[tuple[str, int, int]]:
    """Return the pieces of a window in the order in which a setup has them: key, x, y."""
    keys = {str(number): key for key, number in built.ids.items()}
    commands = [parse_command(text) for text in built.setups[setup].root.walk()]
    basics = [c.piece.basic for c in commands if isinstance(c, AddPiece)]
    return [(keys[b.gpid], b.x, b.y) for b in basics if isinstance(b, BasicPiece) and b.map == window]


@pytest.mark.parametrize("name", ["rolica-1808", "bremule-1119", "teaching-mpbs"])
def test_reinforcements_wait_stack_by_stack(name: str) -> None:
    """In the box of their group, each stack in a cell of its own; the first of a stack lies on top."""
    built, made = built_once(name), module_context_of(name)
    size = next(int(slot.get("width")) for slot in built.module.root.find("PieceSlot"))
    boxes = build_boxes(replace(made, counter_px=size))
    for scenario in made.battle.scenarios:
        expected = [
            (piece, *boxes[arrival_id(arrival)].place(cell))
            for arrival in scenario.arrivals
            for cell, stack in enumerate(arrival.stacks)
            for piece in reversed(stack)
        ]
        found = lying(built, f"setup-{scenario.id}.vsav", made.words("reserves"))
        assert [(key.partition(":")[2].partition("@")[0], x, y) for key, x, y in found] == expected
