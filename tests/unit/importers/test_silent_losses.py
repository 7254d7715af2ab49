"""What a module says and an import does not take over was in no line of the report: it is now, in its class."""

from __future__ import annotations

import copy
import csv
import io
import json
import zipfile
from collections.abc import Callable

import pytest

from jdgtools.importers.report import MAX_LINES, LossReport
from jdgtools.importers.vassal import import_module
from jdgtools.vassal import build
from jdgtools.vassal.components import Component
from jdgtools.vassal.package import Module, SaveFile, save_archive
from jdgtools.vassal.savebuilder import SaveBuilder
from jdgtools.vassal.savegame import SETUP_STACK, SaveCommand, write_save
from jdgtools.vassal.traits import Layer
from tests.unit.importers.modules import expanded, foreign, hex_board, save, unit
from tests.unit.importers.test_foreign import START

Told = tuple[str, str, int]
"""Outcome, kind and count of a finding."""


def rich() -> Module:
    """A module with a setup, a deck, and two stacks at the start: one at a pixel, one in a hex by its number."""
    module = foreign(hex_board(), saves={"Noon": save(*START)})
    window = next(module.root.find("Map"))
    for name, image, gpid, place in (("Foy", "u3.png", 3, ""), ("Durutte", "u2.png", 2, "0202")):
        slot = build.piece_slot(unit(name, image, 0, SP=str(gpid + 3), Values="5-6-7"), gpid)
        stack = build.setup_stack(f"Stack of {name}", [slot], x=60, y=60, board_name="Field")
        if place:
            stack.attributes |= {"useGridLocation": "true", "location": place}
        window.children.append(stack)
    return module


BEFORE = {(f.outcome, f.kind, f.name, f.note) for f in import_module(rich().data()).report.findings}


def told(module: Module) -> dict[Told, str]:
    """What a report says of losses, and of what it keeps, that it does not say of the same module whole."""
    findings = import_module(module.data()).report.findings
    return {
        (f.outcome, f.kind, f.count): f.note
        for f in findings
        if f.outcome != "converted" and (f.outcome, f.kind, f.name, f.note) not in BEFORE
    }


def part(module: Module, kind: str, name: str = "") -> Component:
    return next(c for c in module.root.find(kind) if not name or c.name == name)


def with_attribute(kind: str, name: str, key: str, value: str | None) -> Callable[[Module], None]:
    def damage(module: Module) -> None:
        component = part(module, kind, name)
        component.attributes.pop(key, None)
        if value is not None:
            component.attributes[key] = value

    return damage


def with_seat(name: str) -> Callable[[Module], None]:
    return lambda module: part(module, "PlayerRoster").children.append(Component("entry", text=name))


@pytest.mark.parametrize(
    ("damage", "finding", "note"),
    [
        (with_seat("French"), ("unread", "entry", 1), "the roster names this side twice; it is one side"),
        (with_seat("  "), ("unread", "entry", 1), "a seat without a name is no side"),
        (with_seat("Umpire"), ("kept", "entry", 1), "no side of the battle: an observer"),
        (
            with_attribute("SetupStack", "Stack of Foy", "x", None),
            ("unread", "PlaceOfStack", 1),
            "it says no x; 0 is taken as in VASSAL",
        ),
        (
            with_attribute("SetupStack", "Stack of Foy", "x", ""),
            ("unread", "SetupStack", 1),
            "SetupStack: x is '', not a number that a map can have",
        ),
        (
            with_attribute("SetupStack", "Stack of Foy", "y", "-900"),
            ("unread", "PlaceOfStack", 1),
            "its place is outside the map, where nobody sees it",
        ),
        (
            with_attribute("SetupStack", "Stack of Durutte", "location", ""),
            ("unread", "PlaceOfStack", 1),
            "it lies in a hex, and it names none; as in VASSAL its pixel counts",
        ),
        (
            with_attribute("SetupStack", "Stack of Durutte", "location", "9999"),
            ("unread", "PlaceOfStack", 1),
            "it lies in a hex, and '9999' is none of the map; as in VASSAL its pixel counts",
        ),
        (
            with_attribute("SetupStack", "Stack of Durutte", "useGridLocation", "yes"),
            ("unread", "PlaceOfStack", 1),
            "useGridLocation is 'yes', which VASSAL takes for false; its pixel counts",
        ),
        (
            lambda module: part(module, "SetupStack").children.clear(),
            ("kept", "SetupStack", 1),
            "it holds no piece that can be read",
        ),
        (
            with_attribute("ListTurnLevel", "", "list", ""),
            ("unread", "Turn", 1),
            "its list of turns is empty; every scenario has one turn",
        ),
        (
            with_attribute("ListTurnLevel", "", "list", "07:00 dawn,,08:00"),
            ("unread", "Turn", 1),
            "1 turn without a name; they are left out",
        ),
        (
            with_attribute("ListTurnLevel", "", "list", "a,b,c," + 90 * "d"),
            ("unread", "Turn", 1),
            "1 turn with a name of more than 80 characters; it is cut off",
        ),
        (
            lambda module: part(module, "TurnTracker").children.clear(),
            ("unread", "TurnTracker", 1),
            "the turn tracker has no level; every scenario has one turn",
        ),
        (
            with_attribute("PredefinedSetup", "Noon", "file", ""),
            ("unread", "PredefinedSetup", 1),
            "the name of its saved game is empty",
        ),
        (
            with_attribute("PredefinedSetup", "Noon", "file", None),
            ("kept", "PredefinedSetup", 1),
            "it names no saved game: VASSAL begins a new game",
        ),
        (
            with_attribute("HexGrid", "", "dx", ""),
            ("unread", "HexGrid", 1),
            "HexGrid: dx is '', not a number that a map can have",
        ),
    ],
)  # fmt: skip
def test_what_a_component_says_wrongly_or_not_at_all_is_said(
    damage: Callable[[Module], None], finding: Told, note: str
) -> None:
    module = rich()
    damage(module)
    notes = told(module)
    assert finding in notes and notes[finding].startswith(note)


def test_a_counter_of_turns_that_begins_nowhere_is_said() -> None:
    module = rich()
    level = part(module, "ListTurnLevel")
    level.tag, level.attributes = level.tag.replace("List", "Counter"), {"start": "one", "loop": "false"}
    assert told(module)["unread", "Turn", 1] == "its start 'one' is no number"


def test_the_turn_of_a_saved_game_counts_turns_without_a_name() -> None:
    module = foreign(saves={"Noon": save(*START, turn=3)})
    part(module, "ListTurnLevel").attributes["list"] = "a,,b,c"
    text = import_module(module.data()).files["scenarios/noon.yaml"].decode()
    # The fourth entry is the third turn that has a name.
    assert "first_turn: 3" in text and "label: c" in text


@pytest.mark.parametrize(
    ("setter", "line"),
    [
        (with_attribute("GameModule", "", "version", "2/1 beta"), "version '2/1 beta': no version that a battle may have"),
        (with_attribute("HexGridNumbering", "", "first", "Z"), "numbers of hexes: first is 'Z'"),
        (with_attribute("PieceSlot", "Foy", "gpid", "x"), "the number of the slot (gpid) of 1 piece is no number"),
        (with_attribute("PredefinedSetup", "Noon", "name", ""), "a setup of the module's menu has no name: Noon.vsav"),
        (lambda m: part(m, "Map").children.append(copy.deepcopy(part(m, "DrawPile"))), "2 decks are called 'Events'"),
        (lambda m: m.entries.update({"buildFile": b"<old/>"}), "the archive has two build files"),
    ],
)  # fmt: skip
def test_what_is_taken_otherwise_than_written_is_said(setter: Callable[[Module], None], line: str) -> None:
    module = rich()
    setter(module)
    assert any(doubt.startswith(line) for doubt in import_module(module.data()).report.doubts)


def with_commands(before: str = "", after: str = "") -> SaveFile:
    """The saved game with a command before its end, and one behind it."""
    game = save(*START)
    *head, end = game.root.subs
    subs = (*head, *([SaveCommand(before)] if before else []), end, *([SaveCommand(after)] if after else []))
    game.root = SaveCommand(game.root.text, subs)
    return game


OFF = "+/81/piece;;;u1.png;Marcognet/Main;{};60;1;0"


@pytest.mark.parametrize(
    ("before", "after", "finding", "note"),
    [
        ("", "CHATHello", ("unread", "Command", 1), "it stands behind the end of the saved game"),
        ("", OFF.format(60), ("unread", "Command", 1), "it stands behind the end of the saved game"),
        ("begin_save", "", ("unread", "Command", 1), "it stands behind the end of the saved game, or begins"),
        ("M/1/Main/5/5/null/Main/1/1/null", "", ("unread", "Command", 1), "it moves, changes or removes a piece"),
        ("D/1/x/y", "", ("unread", "Command", 1), "it moves, changes or removes a piece"),
        ("-/1", "", ("unread", "Command", 1), "it moves, changes or removes a piece"),
        ("", "LOG\tCHATHello", ("kept", "LogStep", 1), "moves of a log are not followed"),
        ("NOTES\tHold the bridge.", "", ("kept", "Notes", 1), "what players wrote down stays in the saved game"),
        ("TURNTurnTracker0\t7|9;0;0;true,true,true", "", ("unread", "Turn", 1), "it is turn 10 of 3; turn 1 is taken"),
        ("TURNTurnTracker0\t0|1", "", ("unread", "Turn", 1), "the state of the turn tracker is cut off"),
        ("TURNTurnTracker5\t0|1;0;0;true", "", ("unread", "Turn", 1), "1 setup for the turn tracker 'TurnTracker5'"),
        ("OtherBoardPicker\tField\t0\t0", "", ("unread", "PlaceOfBoard", 1), "1 setup for the map 'Other'"),
        ("MainBoardPicker\tField\t-3\t0", "", ("unread", "PlaceOfBoard", 1), "it lies in column -3, row 0"),
        (OFF.format(-500), "", ("unread", "PlaceOfPiece", 1), "it lies outside the map 'Main'"),
        ("+/78/piece;;;u1.png;Lost/null;0;0;1;0", "", ("kept", "Piece", 1), "it lies on no map"),
        ("+/80/deck;;;;;;;;;;;;;X/Main;60;60;false;1", "", ("unread", "Piece", 1), "a stack and a deck hold it"),
        ("+/83/piece;;;gone.png;Gone/Main;60;60;1;0", "", ("dropped", "Picture", 1), "it is not in the module"),
        (
            "+/84/prototype;Unit\tpiece;;;u1.png;Foy/\tMain;60;60;1;0", "",
            ("unread", "PrototypeDefinition", 1), "1 piece of setups: what it says of them is not read",
        ),
        (
            "+/84/prototype;Nowhere\tpiece;;;u1.png;Foy/\tMain;60;60;1;0", "",
            ("dropped", "PrototypeDefinition", 1), "1 piece names it, and the module does not have it",
        ),
    ],
)  # fmt: skip
def test_what_a_saved_game_says_besides_is_said(before: str, after: str, finding: Told, note: str) -> None:
    module = rich()
    module.entries["Noon.vsav"] = with_commands(before, after).data()
    notes = told(module)
    assert finding in notes and notes[finding].startswith(note)


@pytest.mark.parametrize(
    ("board", "behind_end", "count"),
    [("", False, 3), ("Other", False, 2), ("", True, 3)],
)
def test_stacks_that_a_saved_game_does_not_keep_vassal_from_laying_out_again_are_said(
    board: str, behind_end: bool, count: int
) -> None:
    module, game = rich(), save(*START)
    part(module, "SetupStack").attributes["owningBoard"] = board
    subs = (*game.root.subs, *([SaveCommand(SETUP_STACK)] if behind_end else []))
    game.root = SaveCommand(game.root.text, tuple(s for s in subs[:-1] if s.text != SETUP_STACK) + subs[-1:])
    module.entries["Noon.vsav"] = game.data()
    note = told(module)["unread", "Piece", count]
    assert note.startswith("it lies in a stack or deck at the start, which VASSAL lays out besides")


def test_a_layer_of_a_saved_piece_that_has_fewer_levels_is_said() -> None:
    module, piece = rich(), expanded(unit("Foy", "u3.png"))
    layer = next(n for n, trait in enumerate(piece.traits) if isinstance(trait, Layer))
    builder = SaveBuilder()
    builder.pile([piece.with_trait(layer, value=9)], "Main", 60, 60)
    game = save(*START)
    game.root = builder.tree()
    module.entries["Noon.vsav"] = game.data()
    note = "a layer of it has fewer levels: level 9, 2 is taken as in VASSAL"
    assert told(module)["unread", "PlaceOfPiece", 1] == note


def test_a_saved_game_whose_metadata_are_damaged_is_read_all_the_same() -> None:
    module, game = rich(), save(*START)
    data = save_archive(write_save(game.root), None, game.module_metadata, {"savedata": b"<data"})
    module.entries["Noon.vsav"] = data
    note = told(module)["unread", "ModuleData", 1]
    assert note.startswith("Noon.vsav: savedata is not well-formed XML")
    assert b"unit: foy" in import_module(module.data()).files["scenarios/noon.yaml"]


def test_text_right_behind_the_end_of_a_saved_game_is_told_from_a_missing_end() -> None:
    module = rich()
    module.entries["Noon.vsav"] = save_archive(b"begin_save\x1bend_save\nand more", None, None)
    assert "has text right behind its end_save" in told(module)["unread", "PredefinedSetup", 1]


def test_entries_beside_the_folder_of_a_module_are_said() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive, zipfile.ZipFile(io.BytesIO(rich().data())) as module:
        for name in module.namelist():
            archive.writestr(f"Old Battle/{name}", module.read(name))
        archive.writestr("read me.txt", b"Have fun")
    losses = [f for f in import_module(out.getvalue()).report.findings if f.outcome == "dropped"]
    assert [(f.kind, f.name) for f in losses] == [("Entry", "read me.txt")]


def test_lines_beyond_the_most_are_said_to_be_left_out() -> None:
    report = LossReport()
    for n in range(MAX_LINES + 5):
        report.doubt(f"line {n}")
    assert len(report.doubts) == MAX_LINES + 1 and "left out" in report.doubts[-1]


def test_properties_that_are_too_long_for_a_cell_are_cut_and_stay_json() -> None:
    module = rich()
    piece = unit("Marcognet", "u1.png", 0, SP="6", Story="x" * 20_000)
    part(module, "PieceSlot", "Marcognet").text = piece.format()
    rows = csv.DictReader(io.StringIO(import_module(module.data()).files["pieces.csv"].decode()))
    values = next(json.loads(row["properties"]) for row in rows if "Story" in row["properties"])
    assert values["SP"] == "6" and values["Story"].endswith("x…")
