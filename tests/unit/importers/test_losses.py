"""What a module holds and an import cannot read is said, apart from what it keeps on purpose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from jdgtools.cli.import_ import command
from jdgtools.importers.pictures import PictureCopies
from jdgtools.importers.report import LossReport
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.limits import DEFAULT
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import Module, SaveFile
from jdgtools.vassal.savebuilder import SaveBuilder
from jdgtools.vassal.savegame import PlacedBoard, SaveCommand
from jdgtools.vassal.traits import BasicPiece, Layer, Piece, Prototype, UnknownTrait
from tests.unit.importers.modules import expanded, foreign, hex_board, picture, save, unit
from tests.unit.importers.test_foreign import START
from tests.unit.importers.test_hostile import huge_png, slot, with_slots


def report_of(module: Module) -> LossReport:
    return import_module(module.data()).report


def row(report: LossReport, what: str) -> tuple[int, int, str]:
    """Read, total and reasons of a row of the table."""
    (found,) = (r for r in report.table() if r.what == what)
    return found.read, found.total, " ".join(note for note, _ in found.reasons)


def damaged() -> Module:
    module = with_slots(slot("+/null/mark;A\tpiece;;;x.png;Two/only"))
    module.entries["images/u3.png"] = picture()[:-20]
    return module


def test_the_table_counts_what_was_not_read_and_why_worst_first() -> None:
    report = report_of(damaged())
    read, total, why = row(report, "pieces")
    assert read == total - 1 and "no state for trait" in why
    read, total, why = row(report, "pictures")
    assert read == total - 1 and "truncated" in why
    shares = [r.read / r.total for r in report.table()]
    assert shares == sorted(shares)
    assert report.counts()["unread"] == report.losses == 2


def test_slots_of_one_number_are_said() -> None:
    assert not any("share the number" in line for line in report_of(foreign()).doubts)
    module = foreign()
    for component in list(module.root.find("PieceSlot"))[:3]:
        component.attributes["gpid"] = "7"
    report = report_of(module)
    assert any(line.startswith("3 pieces of different names share the number") for line in report.doubts)


def test_a_reason_that_many_pictures_share_is_one() -> None:
    module = foreign()
    pictures = [n for n in module.entries if n.startswith("images/u")]
    for name in pictures:
        module.entries[name] = b""
    (found,) = (r for r in report_of(module).table() if r.what == "pictures")
    reasons = dict(found.reasons)
    assert reasons["it cannot be read as PNG, GIF, JPEG, BMP or WebP"] >= len(pictures) > 1


def test_a_setup_without_a_file_of_its_own_is_not_among_those_that_could_not_be_read() -> None:
    module = foreign(saves={"Noon": save(*START)})
    module.root.children.append(
        make("PredefinedSetup", {"name": "New", "useFile": False, "file": "Noon.vsav"})
    )
    [entry] = [n for n in module.entries if n.endswith(".vsav")]
    module.entries[entry] = b"PK"
    [line] = [x for x in report_of(module).missing if x.startswith("setups")]
    assert "the module has 1, and none" in line


def test_a_whole_module_has_no_losses() -> None:
    report = report_of(foreign(saves={"Noon": save(*START)}))
    assert report.losses == 0 and all(r.read == r.total for r in report.table())


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("style", ["text", "json"])
def test_the_terminal_shows_the_table_and_strict_ends_with_one(
    tmp_path: Path, strict: bool, style: str
) -> None:
    (tmp_path / "m.vmod").write_bytes(damaged().data())
    options = ["--strict"] if strict else []
    arguments = [str(tmp_path / "m.vmod"), "-o", str(tmp_path / "p"), "--format", style, *options]
    result = CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)
    assert result.return_value == (1 if strict else 0)
    assert (tmp_path / "p" / "battle.yaml").exists()
    if style == "json":
        rows = {r["what"]: r for r in json.loads(result.output)["table"]}
        assert rows["pictures"]["total"] - rows["pictures"]["read"] == 1
        kept = json.loads((tmp_path / "p" / "import-report.json").read_text())
        assert {r["what"]: r["read"] for r in kept["table"]} == {w: r["read"] for w, r in rows.items()}
    else:
        assert "2 not read (damaged" in result.output and "pictures: " in result.output


def test_a_truncated_save_is_not_a_module_without_setups() -> None:
    module = foreign(saves={"Noon": save(*START)})
    module.entries["Noon.vsav"] = module.entries["Noon.vsav"][:-60]
    report = report_of(module)
    assert row(report, "setups and saves")[:2] == (0, 1)
    assert any("the module has 1, and none could be read" in line for line in report.missing)
    assert not any("no predefined setup" in line for line in report.missing)


def test_a_grid_that_cannot_be_used_is_not_a_module_without_grids() -> None:
    (line,) = (x for x in report_of(foreign(hex_board(dx="wide"))).missing if x.startswith("map.yaml"))
    assert line.startswith("map.yaml: the module has 1 grids of hexes, and none can be used")
    assert "dx is 'wide'" in line


def test_a_grid_without_its_picture_is_a_map_and_a_loss() -> None:
    module = foreign(hex_board(), saves={"Noon": save(*START)})
    del module.entries["images/field.png"]
    report = report_of(module)
    assert row(report, "boards")[:2] == (0, 1) and row(report, "grids and zones")[:2] == (2, 2)
    (line,) = (line for line in report.missing if line.startswith("picture of board"))
    assert "'field.png' is not in the module" in line


def test_a_missing_prototype_is_named() -> None:
    odd = Piece((Prototype("Nowhere"),), BasicPiece(image="u1.png", name="Odd"))
    report = report_of(foreign(more=[build.piece_window("More", [build.piece_slot(odd, 95)])]))
    assert "1 piece names it" in row(report, "prototypes")[2]


def test_a_prototype_that_only_prototypes_name_is_missed_and_a_comment_is_not() -> None:
    inner = Piece((Prototype("Nowhere"), Prototype("*** Movement ***")), BasicPiece())
    module = foreign()
    (holder,) = (c for c in module.root.children if c.kind == "PrototypesContainer")
    holder.children.append(build.prototype("Foot", inner))
    report = report_of(module)
    assert "1 prototype names it" in row(report, "prototypes")[2] and report.losses == 1
    (comment,) = (f for f in report.findings if f.name == "*** Movement ***")
    assert comment.outcome == "kept"


def test_two_pieces_with_one_id_are_named() -> None:
    game = save(*START)
    builder = SaveBuilder()
    builder.pile([expanded(unit("Foy", "u3.png", 0)).with_basic(gpid="3")], "Main", 60, 60)
    root = builder.tree()
    twice = root.subs[0]
    first = twice.subs[0]
    game.root = type(root)(root.text, (type(twice)(twice.text, (first, *twice.subs)), *root.subs[1:]))
    report = report_of(foreign(saves={"Noon": game}))
    assert "a second piece with the id" in row(report, "pieces in setups and saves")[2]


def test_pieces_on_an_unknown_map_are_counted() -> None:
    builder = SaveBuilder()
    foy = expanded(unit("Foy", "u3.png", 0)).with_basic(gpid="3")
    builder.pile([foy, foy], "Elsewhere", 60, 60)
    game = save(*START)
    game.root = builder.tree()
    report = report_of(foreign(saves={"Noon": save(*START), "Old": game}))
    read, total, why = row(report, "pieces in setups and saves")
    assert (read, total, why) == (3, 5, "it lies on the map 'Elsewhere', which the module does not have")
    (finding,) = (f for f in report.findings if f.outcome == "unread")
    assert finding.count == 2 == report.losses and "2 x Piece: Old: it lies" in report.text("Import")


def test_pieces_of_a_named_saved_game_on_an_unknown_map_are_counted(tmp_path: Path) -> None:
    game = save(*START)
    builder = SaveBuilder()
    builder.pile([expanded(unit("Foy", "u3.png", 0)).with_basic(gpid="3")], "Elsewhere", 60, 60)
    game.root = builder.tree()
    (tmp_path / "now.vsav").write_bytes(game.data())
    done = import_module(foreign().data(), ImportOptions(save=tmp_path / "now.vsav"))
    assert row(done.report, "pieces in setups and saves")[:2] == (0, 1)


def test_pieces_on_a_page_of_a_window_of_charts_lie_on_a_map_of_the_module() -> None:
    module = foreign(saves={"Noon": save(*START)})
    (window,) = (c for c in module.root.children if c.kind == "Map" and c.get("mapName") == "Main")
    module.root.children.remove(window)
    window.tag = "VASSAL.build.widget.WidgetMap"
    page = make("MapWidget", {"entryName": "Main"}, [window])
    module.root.children.append(make("ChartWindow", {"name": "Charts"}, [page]))
    report = report_of(module)
    assert row(report, "pieces in setups and saves")[:2] == (3, 3) and report.losses == 0


def test_prototypes_and_maps_of_one_name_are_said() -> None:
    module = foreign()
    (holder,) = (c for c in module.root.children if c.kind == "PrototypesContainer")
    holder.children.append(build.prototype(holder.children[0].name, Piece((), BasicPiece())))
    assert any("2 prototypes are called" in line for line in report_of(module).doubts)
    module = foreign(saves={"Noon": save(*START)})
    module.root.children.append(build.map_window("Main", []))
    report = report_of(module)
    assert any("several maps are called 'Main'" in line for line in report.doubts)
    assert row(report, "pieces in setups and saves")[:2] == (3, 3), (
        "they lie on the first, which has the board"
    )


def test_a_version_that_moduledata_alone_has_is_said() -> None:
    module = foreign()
    assert not any("moduledata" in line for line in report_of(module).doubts)
    assert module.metadata is not None
    other = replace(module, metadata=replace(module.metadata, version="0.0.77"))
    (line,) = (line for line in report_of(other).doubts if "moduledata" in line)
    assert "'0.0.77'" in line and repr(module.root.get("version")) in line


def test_a_picture_of_many_pixels_is_not_copied() -> None:
    module = foreign()
    module.entries["images/u3.png"] = huge_png(60_000, 60_000)
    done = import_module(module.data())
    assert "art/counters/u3.png" not in done.files
    read, total, why = row(done.report, "pictures")
    assert read == total - 1 and "pixels" in why


def test_a_square_grid_is_kept_on_purpose() -> None:
    squares = build.board("Field", "field.png", [make("SquareGrid", {"dx": 50.0, "dy": 50.0})])
    report = report_of(foreign(squares))
    assert report.losses == 0
    assert any(line == "map.yaml: no map of the module has a grid of hexes" for line in report.missing)


@pytest.mark.parametrize("content", [b"", b"GIF89a", picture()[:-20], b"no picture"])
def test_a_damaged_picture_that_no_counter_shows_is_said(content: bytes) -> None:
    module = foreign()
    module.entries |= {"images/icon.png": content, "images/whole.png": picture(), "images/notes.txt": b"x"}
    report = report_of(module)
    (finding,) = (f for f in report.findings if f.outcome == "unread")
    assert (finding.kind, finding.name) == ("Picture", "icon.png") and "kept in module/" in finding.note


def test_an_entry_with_the_separator_of_windows_is_named() -> None:
    module = foreign()
    image = next(name for name in module.entries if name.startswith("images/"))
    module.entries[image.replace("/", "\\")] = module.entries.pop(image)
    assert module.missing_picture(image[7:]).endswith("has a backslash for a slash")


def test_a_stack_on_a_board_that_is_nowhere_and_a_trait_of_nobody_are_said() -> None:
    """Both were among what is kept on purpose, or in no line at all."""
    module = foreign()
    traits = (UnknownTrait(type_text="frobnicate;A"),)
    piece = build.piece_slot(Piece(traits, BasicPiece(image="x.png", name="Lost")), 77)
    stack = build.setup_stack("Lost", [piece], x=9, y=9, board_name="Feld")
    next(module.root.find("Map")).children.append(stack)
    findings = report_of(module).findings
    assert [f.outcome for f in findings if "the board 'Feld', which the module does not have" in f.note] == [
        "unread"
    ]
    assert [(f.outcome, f.kind) for f in findings if f.name == "frobnicate"] == [("kept", "Trait")]


def test_a_tracker_that_is_too_long_says_of_how_many_it_is_read() -> None:
    module = foreign()
    next(module.root.find("ListTurnLevel")).attributes["list"] = ",".join(map(str, range(300)))
    notes = [f.note for f in report_of(module).findings if f.kind == "Turn"]
    assert notes == ["100 turns beyond the 200 that are read; they are left out"]


def test_a_trait_of_nobody_that_only_pieces_of_a_setup_have_is_said() -> None:
    builder = SaveBuilder()
    foy = expanded(unit("Foy", "u3.png", 0)).with_basic(gpid="3")
    odd = Piece((UnknownTrait("frobnicate;7", ""), *foy.traits), foy.basic)
    builder.pile([odd], "Main", 60, 60)
    game = save(*START)
    game.root = builder.tree()
    report = report_of(foreign(saves={"Noon": game}))
    (finding,) = (f for f in report.findings if f.kind == "Trait")
    assert finding.name == "frobnicate" and finding.note.startswith("a trait of 1 piece in setups")


def test_a_picture_that_is_not_there_is_one_loss_whatever_shows_it() -> None:
    report = LossReport()
    copies = PictureCopies(foreign(), report, DEFAULT)
    assert [copies.take("gone.png", folder) for folder in ("counters", "cards")] == ["", ""]
    assert [(f.kind, f.name) for f in report.findings] == [("Picture", "gone.png")]


def changed(game: SaveFile, old: str, new: str, *more: str) -> SaveFile:
    """Return a saved game with another text in each of its commands, and commands more."""

    def change(command: SaveCommand) -> SaveCommand:
        return SaveCommand(command.text.replace(old, new), tuple(map(change, command.subs)))

    root = change(game.root)
    head, end = root.subs[:-1], root.subs[-1]
    return SaveFile(
        game.metadata, game.module_metadata, SaveCommand(root.text, (*head, *map(SaveCommand, more), end))
    )


def notes_of_save(game: SaveFile) -> list[tuple[str, str, int, str]]:
    report = report_of(foreign(saves={"Noon": game}))
    losses = [f for f in report.findings if f.outcome in ("unread", "dropped")]
    text, data = report.text("Import"), json.loads(report.json({}))
    for f in losses:
        assert f.note in text and {"note": f.note, "count": f.count}.items() <= next(
            d.items() for d in data["findings"] if d["note"] == f.note
        )
    return [(f.outcome, f.kind, f.count, f.note) for f in losses]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Main;60;60;", "Main;abc;60;", "x 'abc', 0 is taken as in VASSAL"),
        ("Main;60;60;", "Main;60;6e1;", "y '6e1', 0 is taken as in VASSAL"),
        ("Main;60;60;", "Main;;60;", "x '', 0 is taken as in VASSAL"),
        ("Main;60;60;", "Main;60;99999999999;", "y '99999999999', 0 is taken as in VASSAL"),
    ],
)
def test_a_place_that_is_no_number_is_said(old: str, new: str, said: str) -> None:
    game = save(("Foy", 3, 60, 60, 0), ("Durutte", 2, 146, 110, 0))
    # The piece, and the stack in which it lies.
    assert notes_of_save(changed(game, old, new)) == [
        ("unread", "PlaceOfPiece", 2, f"no number stands in its state: {said}")
    ]


def test_facings_and_levels_that_are_no_numbers_are_said() -> None:
    foy = expanded(unit("Foy", "u3.png", 0)).with_basic(gpid="3")
    states = {t.to_state(): t for t in foy.traits}
    assert set(states) >= {"0", "1"}
    builder = SaveBuilder()
    builder.pile([Piece(tuple(type(t).parse(t.to_type(), "x") if t in (states["0"], states["1"]) else t
                              for t in foy.traits), foy.basic)], "Main", 60, 60)  # fmt: skip
    builder.boards("Main", ["Field"])
    game = save(*START)
    game.root = builder.tree()
    assert sorted(note for *_, note in notes_of_save(game)) == [
        "no number stands in its state: facing 'x', 0 is taken as in VASSAL",
        "no number stands in its state: value 'x', -1 is taken as in VASSAL",
    ]


def test_commands_of_nobody_are_said() -> None:
    known = ("CHAT<Hello", "NOTES\tSnow", "MutableProperty\t;Weather;;Rain;Module", "")
    game = changed(save(*START), "\x00", "\x00", "FROBNICATE\t1", "FROBNICATE\t2", "?/7/piece", *known)
    assert notes_of_save(game) == [
        ("unread", "Command", 2, "a command that is none of VASSAL's: 'FROBNICATE'; nothing is made of it"),
        ("unread", "Command", 1, "a command that is none of VASSAL's: '?'; nothing is made of it"),
    ]


def test_a_piece_that_a_stack_holds_and_nobody_made_is_said() -> None:
    game = save(*START)
    stacks = [t for t in game.root.walk() if "/stack/" in t]
    other = changed(game, stacks[0], stacks[0] + ";987654")
    note = "a stack or deck holds it, and the saved game does not have it"
    assert notes_of_save(other) == [("unread", "Piece", 1, note)]


def test_the_innermost_trait_of_a_piece_may_be_nobody_s() -> None:
    game = changed(save(*START), "\x00", "\x00", "+/55/myStack;A/Main;60;60")
    note = "its innermost trait is none of VASSAL's; nobody knows where it lies"
    assert notes_of_save(game) == [("unread", "Piece", 1, note)]


def test_a_board_that_a_layout_of_several_names_and_the_map_lacks_is_said() -> None:
    boards = [PlacedBoard("Field", 0, 0), PlacedBoard("East", 1, 0)]
    assert notes_of_save(save(*START, boards=boards)) == [
        (
            "unread",
            "Piece",
            3,
            "it lies on a layout with the board 'East' of 'Main', which the module does not have",
        ),
        ("dropped", "Board", 1, "1 setup lays it out, and the map does not have it"),
    ]
    empty = save(boards=boards)
    assert [n[1:3] for n in notes_of_save(empty)] == [("Board", 1)]


def test_the_place_of_a_board_that_is_no_number_is_said() -> None:
    game = changed(save(*START), "Field\t0\t0", "Field\tleft\t0")
    assert notes_of_save(game) == [
        (
            "unread", "PlaceOfBoard", 1,
            "its place in the layout cannot be read: Main: 'left', 0 is taken as in VASSAL",
        )
    ]  # fmt: skip


def test_a_layout_and_a_turn_that_cannot_be_read_are_said() -> None:
    game = save(*START)
    (boards,) = [t for t in game.root.walk() if "BoardPicker" in t]
    (turn,) = [t for t in game.root.walk() if t.startswith("TURN")]
    assert [n[1::2] for n in notes_of_save(changed(game, boards, boards.rpartition("\t")[0]))] == [
        ("PlaceOfBoard", "its place in the layout cannot be read: Main: a name, column or row is missing")
    ]
    assert [n[1::2] for n in notes_of_save(changed(game, turn, turn.partition("\t")[0] + "\tx"))] == [
        ("Turn", "the state of a turn tracker says no turn: 'x'; the first one is taken")
    ]


def test_a_stack_whose_place_is_no_number_costs_itself_alone() -> None:
    module = foreign(saves={"Noon": save(*START)})
    piece = build.piece_slot(unit("Rapp", "u1.png"), 77)
    stack = build.setup_stack("Lost", [piece], x=9, y=9)
    stack.attributes["y"] = "abc"
    next(module.root.find("Map")).children.append(stack)
    report = report_of(module)
    (finding,) = (f for f in report.findings if f.outcome == "unread")
    assert (finding.kind, finding.note) == (
        "SetupStack",
        "SetupStack: y is 'abc', not a number that a map can have",
    )
    assert any("3 pieces in hexes" in f.note for f in report.findings if f.kind == "PredefinedSetup")


def test_module_data_of_another_module_are_said() -> None:
    module = foreign()
    module.metadata = Metadata("Elsewhere", "2.1")
    (line,) = (line for line in report_of(module).doubts if line.startswith("moduledata"))
    assert "'Elsewhere', the build file 'Old Battle'" in line


def test_a_piece_in_two_stacks_is_said() -> None:
    game = save(*START)
    first, second = [t for t in game.root.walk() if "/stack/" in t][:2]
    other = changed(game, first, f"{first};{second.rpartition(';')[2]}")
    note = "two stacks hold it; the last one counts, as in VASSAL"
    assert notes_of_save(other) == [("unread", "Piece", 1, note)]


def test_of_two_boards_of_one_name_the_first_counts_and_both_are_said() -> None:
    module = foreign(saves={"Noon": save(*START)})
    before = import_module(module.data()).files["scenarios/noon.yaml"]
    (picker,) = (c for c in module.root.walk() if c.kind == "BoardPicker")
    picker.children.append(hex_board(x0=160))
    done = import_module(module.data())
    assert done.files["scenarios/noon.yaml"] == before
    assert any("2 boards of 'Main' are called 'Field'" in line for line in done.report.doubts)


def test_a_picture_in_other_capitals_or_accents_is_missed_with_a_word() -> None:
    module = foreign()
    module.entries["images/U1.PNG"] = module.entries.pop("images/u1.png")
    note = "it is not in the module, which has a picture of that name in other capitals or other accents"
    (lost,) = (f for f in report_of(module).findings if f.outcome == "dropped")
    assert (lost.name, lost.note) == ("u1.png", note)
    board = next(module.root.find("Board"))
    module.entries["images/fore\N{COMBINING CIRCUMFLEX ACCENT}t.png"] = module.entries[
        f"images/{board.get('image')}"
    ]
    board.attributes["image"] = "for\N{LATIN SMALL LETTER E WITH CIRCUMFLEX}t.png"
    assert note in {f.note for f in report_of(module).findings if f.outcome == "dropped" and "for" in f.name}


def test_a_module_of_a_newer_vassal_is_said_to_be_one() -> None:
    for version, is_newer in (("3.8.2", False), ("3.10.0", True), ("4.0", True), ("x", False)):
        module = foreign()
        assert module.metadata is not None
        module.metadata = replace(module.metadata, vassal_version=version)
        assert any("has made it" in line for line in report_of(module).doubts) == is_newer, version


@pytest.mark.parametrize(
    ("key", "value", "note"),
    [
        ("x", "far", "x is 'far', not a number"),
        ("y", "NaN", "y is 'NaN', not a number"),
        ("owningBoard", "Nowhere", "it lies on the board 'Nowhere', which the module does not have"),
    ],
)
def test_a_deck_that_lies_nowhere_is_said(key: str, value: str, note: str) -> None:
    module = foreign()
    (deck,) = module.root.find("DrawPile")
    deck.attributes[key] = value
    done = import_module(module.data())
    (line,) = (f for f in done.report.findings if f.kind == "DrawPile")
    assert line.outcome == "unread" and note in line.note
    assert b"Event 1" in done.files["decks.csv"]


def test_a_layer_beyond_its_levels_shows_the_last_one_as_in_vassal() -> None:
    module = foreign()
    slot = next(module.root.find("PieceSlot"))
    piece = slot.piece()
    layer = next(n for n, trait in enumerate(piece.traits) if isinstance(trait, Layer))
    slot.text = piece.with_trait(layer, value=7).format()
    rows = import_module(module.data()).files["pieces.csv"].decode().splitlines()
    assert '""Step_Level"": ""2""' in next(row for row in rows if "Marcognet" in row)


def test_where_a_component_lies_is_told_in_whole_names() -> None:
    module, inner = foreign(), make("Chart", {"chartName": "Retreats"})
    for n in range(9):
        inner = make("TabWidget", {"entryName": f"Reinforcements {n}"}, [inner])
    module.root.children.append(make("ChartWindow", {"name": "Charts"}, [inner]))
    (chart,) = (f for f in report_of(module).findings if f.kind == "Chart")
    head, *parts, name = chart.name.split(" / ")
    assert (head, name) == ("…", "Retreats") and all(p.startswith("Reinforcements ") for p in parts)
