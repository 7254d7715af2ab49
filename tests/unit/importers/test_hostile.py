"""Hostile and damaged modules: refused in one line or reported; nothing outside the folder, nothing half."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.cli.import_ import command
from jdgtools.errors import InputRefused
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.importers.write import write_project
from jdgtools.project_folder import FolderInUse
from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.folder import safe_files
from jdgtools.vassal.package import Module
from jdgtools.vassal.traits import BasicPiece, Piece, Prototype
from tests.unit.importers.modules import foreign, hex_board, picture, save


def slot(text: str, gpid: str = "77") -> Component:
    return Component("VASSAL.build.widget.PieceSlot", {"entryName": "Odd", "gpid": gpid}, text)


def with_slots(*slots: Component) -> Module:
    return foreign(
        more=[build.piece_window("More", [build.make("ListWidget", {"entryName": "French"}, slots)])]
    )


def notes(module: Module, kind: str, outcome: str = "unread") -> list[str]:
    return [
        f.note for f in import_module(module.data()).report.findings if (f.kind, f.outcome) == (kind, outcome)
    ]


def huge_png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 100))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    "name", ["../evil.png", "images/../../evil", "/etc/x", "C:/x", "images/CON.png", "a\\..\\b"]
)
def test_entries_that_leave_the_folder_refuse_the_module(name: str, tmp_path: Path) -> None:
    module = foreign()
    module.entries[name] = b"x"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("buildFile.xml", b"<VASSAL.build.GameModule/>")
        archive.writestr(name, b"x")
    with pytest.raises(InputRefused) as error:
        import_module(out.getvalue())
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "image", ["../../evil.png", "/etc/passwd", "CON", "a" * 400 + ".png", "x\x01.png", "..", "nul.png"]
)
def test_image_names_never_become_paths(image: str, tmp_path: Path) -> None:
    piece = Piece((), BasicPiece(image=image, name=image.replace("\x01", "")))
    text = piece.format("null").replace("\x01", "")
    done = import_module(with_slots(slot(text)).data())
    files = write_project(tmp_path / "deep" / "p", done.files)
    assert {p.name for p in tmp_path.iterdir()} == {"deep"}
    assert all(not part.startswith("..") for name in files for part in name.split("/"))


def test_names_of_saves_and_sides_never_become_paths(tmp_path: Path) -> None:
    module = foreign(saves={"x": save(("Foy", 3, 60, 60, 0))}, sides=("../French", "Prussians/../.."))
    next(module.root.find("PredefinedSetup")).attributes["name"] = "../../../tmp/evil"
    files = write_project(tmp_path / "deep" / "p", import_module(module.data()).files)
    assert any(n.startswith("scenarios/tmp-evil") for n in files)
    assert {p.name for p in tmp_path.iterdir()} == {"deep"}


def test_prototype_cycles_are_reported() -> None:
    module = foreign()
    container = next(module.root.find("PrototypesContainer"))
    for a, b in (("A", "B"), ("B", "A")):
        container.children.append(build.prototype(a, Piece((Prototype(b),))))
    module.root.children.append(
        build.piece_window("More", [build.piece_slot(Piece((Prototype("A"),), BasicPiece(name="Loop")), 500)])
    )
    assert any("contains itself" in n for n in notes(module, "PieceSlot"))


def test_doubling_prototypes_do_not_take_for_ever() -> None:
    module = foreign()
    container = next(module.root.find("PrototypesContainer"))
    for n in range(60):
        container.children.append(
            build.prototype(f"P{n}", Piece((Prototype(f"P{n + 1}"), Prototype(f"P{n + 1}"))))
        )
    module.root.children.append(
        build.piece_window(
            "More", [build.piece_slot(Piece((Prototype("P0"),), BasicPiece(name="Bomb")), 500)]
        )
    )
    assert any("deeper than 50" in n for n in notes(module, "PieceSlot"))


@pytest.mark.parametrize(
    "text",
    [
        "+/null/mark;A\tpiece;;;x.png;Two/only",
        "no piece",
        "+/null/piece",
        "",
        "+/null/" + "\t".join(["mark;a"] * 3) + "\tpiece;;;;/\t",
    ],
)
def test_damaged_pieces_are_kept_and_named(text: str) -> None:
    assert len(notes(with_slots(slot(text)), "PieceSlot")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "+/null/emb2;;x;;;y;;;z;;;;q;w;e;r;t;y;u;i;o;p\tpiece;;;;Odd/NaN\tnull;x;y;;z",
        "+/null/rotate;0;;;;\tpiece;;;;Odd/-99999999999999999999\tnull;1e99;0;;0",
        "+/null/rotate;1;;;\tpiece;;;;Odd/inf\tnull;0;0;;0",
        "+/null/rotate;99999999;;;;\tpiece;;;;Odd/NaN\tnull;0;0;;0",
        "+/null/some.unknown.Trait;1;2\tpiece;;;;Odd/\tnull;0;0;;-5",
    ],
)
def test_mad_numbers_in_pieces_do_not_stop_the_import(text: str) -> None:
    done = import_module(with_slots(slot(text)).data())
    assert any("Odd" in f.name for f in done.report.findings if f.kind == "PieceSlot")


def test_pieces_far_off_the_map_are_left_out() -> None:
    far = save(("Foy", 3, 2**31, -(2**31), 0), ("Marcognet", 1, -5, 60, 99))
    done = import_module(foreign(saves={"far": far}).data())
    assert b"setup: []" in done.files["scenarios/far.yaml"]


def test_huge_pictures_are_not_decoded() -> None:
    module = foreign(field=huge_png(60000, 60000))
    assert any("pixels" in f.note for f in import_module(module.data()).report.findings if f.kind == "Board")
    module = foreign(field=huge_png(9000, 9000))
    done = import_module(module.data())
    assert any("no draft from the picture" in line for line in done.report.missing)


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", picture()[:40], huge_png(500, 500), b"<svg/>"]
)
def test_damaged_pictures_are_reported(data: bytes) -> None:
    module = foreign(field=data)
    module.entries["images/u1.png"] = data
    done = import_module(module.data())
    assert "battle.yaml" in done.files


def test_a_setup_without_its_end_is_named() -> None:
    module = foreign(saves={"half": save(("Foy", 3, 60, 60, 0))})
    whole = save(("Foy", 3, 60, 60, 0))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("savedGame", whole.root.format().replace("\x1bend_save", ""))
    module.entries["half.vsav"] = out.getvalue()
    assert any("end_save" in n for n in notes(module, "PredefinedSetup"))


def test_wrong_encodings_are_refused_in_one_line() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("buildFile.xml", b'<?xml version="1.0" encoding="UTF-8"?><a name="\xff\xfe"/>')
    with pytest.raises(InputRefused) as error:
        import_module(out.getvalue())
    assert "\n" not in str(error.value)


def test_names_that_no_file_can_carry_are_replaced(tmp_path: Path) -> None:
    module = foreign(sides=("Fr\x7fench\u2028", "Pru\ufeffssians: [x]"))
    done = import_module(module.data())
    write_project(tmp_path / "p", done.files)
    import yaml

    battle = yaml.safe_load(done.files["battle.yaml"])
    assert len(battle["sides"]) == 2


def test_a_folder_in_use_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "mine.txt").write_text("mine")
    with pytest.raises(FolderInUse):
        write_project(tmp_path / "p", {"a": b""})
    assert [x.name for x in (tmp_path / "p").iterdir()] == ["mine.txt"]
    (tmp_path / "f").write_text("file")
    with pytest.raises(FolderInUse):
        write_project(tmp_path / "f", {"a": b""})
    (tmp_path / "empty").mkdir()
    assert write_project(tmp_path / "empty", {"a/b": b"1"}) == ["a/b"]
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FolderInUse):
        write_project(tmp_path / "link", {"a": b""})


@pytest.mark.parametrize(
    "name", ["../a", "/a", "a/../b", "con", "x/aux.txt", "a\\b", "a:b", "a//b", "a/", "b.", "c ", "n\x00"]
)
def test_unsafe_names_are_refused(name: str) -> None:
    with pytest.raises(InputRefused):
        safe_files({name: b""})


def test_names_that_differ_by_case_alone_are_refused() -> None:
    with pytest.raises(InputRefused, match="case alone"):
        safe_files({"A": b"", "a": b""})
    with pytest.raises(InputRefused, match="file and a folder"):
        safe_files({"A": b"", "a/b": b""})


def test_the_command_answers_in_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    bad = tmp_path / "bad.vmod"
    bad.write_bytes(b"PK\x03\x04 nothing")
    result = CliRunner().invoke(command, [str(bad), "-o", str(tmp_path / "out")])
    assert isinstance(result.exception, InputRefused) and "\n" not in str(result.exception)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.vmod"]


def test_the_limit_of_megabytes_is_kept(tmp_path: Path) -> None:
    module = foreign()
    module.entries["big"] = bytes(range(256)) * 8192
    (tmp_path / "m.vmod").write_bytes(module.data())
    result = CliRunner().invoke(
        command, [str(tmp_path / "m.vmod"), "-o", str(tmp_path / "o"), "--limit-mb", "1"]
    )
    assert isinstance(result.exception, InputRefused)
    result = CliRunner().invoke(
        command, [str(tmp_path / "m.vmod"), "-o", str(tmp_path / "o"), "--limit-mb", "8", "--format", "json"]
    )
    assert result.exit_code == 0, result.output


def test_a_module_of_nothing_is_still_a_project(tmp_path: Path) -> None:
    module = Module(None, make("GameModule", {"name": "", "version": ""}))
    done = import_module(module.data())
    write_project(tmp_path / "p", done.files)
    assert "scenarios/empty.yaml" in done.files


def test_missing_saves_and_rules_are_refused(tmp_path: Path) -> None:
    data = foreign().data()
    for options in (ImportOptions(save=tmp_path / "no.vsav"), ImportOptions(rules=tmp_path / "no.yaml")):
        with pytest.raises(InputRefused):
            import_module(data, options)


@pytest.mark.parametrize("column", ["0", "99", "-1", "2147483647", "x"])
def test_mad_layouts_of_boards(column: str) -> None:
    module = foreign()
    next(module.root.find("setup")).text = f"MainBoardPicker\tField\t{column}\t0\tNone\t0\t{column}"
    assert "battle.yaml" in import_module(module.data()).files


@pytest.mark.parametrize(
    "path", ["", "1,2", "a,b;c,d;e,f", "1,1;1,1;1,1", ";".join(["9,9"] * 5000), "1e9,1;2,2;3,3"]
)
def test_mad_zones(path: str) -> None:
    module = foreign(hex_board(zones=[build.zone("Z", [(0, 0), (9, 0), (9, 9)])]))
    next(module.root.find("Zone")).attributes["path"] = path
    assert any(f.kind == "Zone" for f in import_module(module.data()).report.findings)


@pytest.mark.parametrize("state", ["", "x", "0|", "0|9;9;9;true", "0|-5;0;0;true,false;", "|||;;;"])
def test_mad_turns(state: str) -> None:
    start = save(("Foy", 3, 60, 60, 0))
    from jdgtools.vassal.savegame import SaveCommand

    subs = tuple(
        SaveCommand(f"TURNTurnTracker0\t{state}") if s.text.startswith("TURN") else s for s in start.root.subs
    )
    start.root = SaveCommand(start.root.text, subs)
    assert "scenarios/t.yaml" in import_module(foreign(saves={"t": start}).data()).files
