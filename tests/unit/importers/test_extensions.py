"""An extension is imported together with the module that it extends."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.cli.import_ import command
from jdgtools.errors import InputRefused
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.vassal import build
from jdgtools.vassal.archive import read_archive, write_archive
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import Module
from tests.unit.importers.modules import foreign, picture, save, unit

WINDOW = "VASSAL.build.module.PieceWindow:Pieces"
TABS = "VASSAL.build.widget.TabWidget:Pieces"
BOX = "VASSAL.build.widget.BoxWidget:French"


def extension(
    target: str = f"{WINDOW}/{TABS}/{BOX}", module: str = "Old Battle", name: str = "Reille"
) -> bytes:
    slot = build.piece_slot(unit(name, "x1.png"), "abc:1")
    corps = make(
        "ListWidget",
        {"entryName": "II Corps bis"},
        [slot, build.piece_slot(unit("Bachelu", "x2.png"), "abc:2")],
    )
    element = Component("VASSAL.build.module.ExtensionElement", {"target": target}, children=[corps])
    root = Component(
        "VASSAL.build.module.ModuleExtension", {"module": module, "name": "More"}, children=[element]
    )
    entries = {"images/x1.png": picture(), "images/x2.png": picture(), "images/u1.png": b"another"}
    return Module(Metadata("More", "1"), root, entries, metadata_name="extensiondata").data()


def names(files: dict[str, bytes] | object) -> dict[str, str]:
    assert isinstance(files, dict)
    return {u["name"]: u["command"] for u in csv.DictReader(io.StringIO(files["oob.csv"].decode()))}


def test_pieces_of_an_extension_join_the_order_of_battle(tmp_path: Path) -> None:
    (tmp_path / "more.vmdx").write_bytes(extension())
    (tmp_path / "late.vmdx").write_bytes(extension(name="Lobau"))
    data = foreign(saves={"Noon": save(("Foy", 3, 60, 60, 0))}).data()
    both = ImportOptions(extensions=(tmp_path / "more.vmdx", tmp_path / "late.vmdx"))
    done = import_module(data, both)
    units = names(done.files)
    assert units["Reille"] == units["Lobau"] == units["Bachelu"] == "ii-corps-bis" and "Foy" in units
    assert done.files["module/images/u1.png"] == picture(colour=(20, 80, 90))
    assert any("u1.png" in line for line in done.report.doubts)
    assert sum(f.kind == "Extension" for f in done.report.findings) == 2


def test_what_finds_no_place_stands_at_the_top_and_is_said(tmp_path: Path) -> None:
    (tmp_path / "more.vmdx").write_bytes(extension(target=f"{WINDOW}/VASSAL.build.widget.TabWidget:Gone"))
    done = import_module(foreign().data(), ImportOptions(extensions=(tmp_path / "more.vmdx",)))
    assert any("has no place" in line and "Gone" in line for line in done.report.doubts)


def test_a_module_or_the_extension_of_another_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.vmdx").write_bytes(extension(module="Another"))
    (tmp_path / "module.vmod").write_bytes(foreign().data())
    for name, words in (("other.vmdx", "extends the module 'Another'"), ("module.vmod", "not an extension")):
        with pytest.raises(InputRefused, match=words):
            import_module(foreign().data(), ImportOptions(extensions=(tmp_path / name,)))
    with pytest.raises(InputRefused, match="--extension"):
        import_module(extension())


def test_the_option_may_be_given_several_times(tmp_path: Path) -> None:
    (tmp_path / "m.vmod").write_bytes(foreign().data())
    for name in ("a", "b"):
        (tmp_path / f"{name}.vmdx").write_bytes(extension(name=name.upper() + " Reserve"))
    extensions = ["--extension", str(tmp_path / "a.vmdx"), "--extension", str(tmp_path / "b.vmdx")]
    done = CliRunner().invoke(command, [str(tmp_path / "m.vmod"), "-o", str(tmp_path / "p"), *extensions])
    assert done.exit_code == 0, done.output
    assert (
        "A Reserve" in (tmp_path / "p/oob.csv").read_text()
        and "B Reserve" in (tmp_path / "p/oob.csv").read_text()
    )


def test_a_module_packed_with_its_folder_is_read() -> None:
    data = foreign().data()
    inside = write_archive([(f"Old Battle 2.1/{n}", d) for n, d in read_archive(data).items()])
    assert import_module(inside).files == import_module(data).files
    twice = write_archive([(f"{f}/{n}", d) for f in "ab" for n, d in read_archive(data).items()])
    with pytest.raises(InputRefused, match="no buildFile"):
        import_module(twice)
