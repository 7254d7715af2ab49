"""`--setup` converts the named setups alone; at-start stacks of markers make no scenario beside others."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.cli.import_ import command
from jdgtools.errors import InputRefused
from jdgtools.importers.vassal import ImportedProject, ImportOptions, import_module
from jdgtools.loading import check
from jdgtools.vassal import build
from jdgtools.vassal.package import Module
from jdgtools.vassal.traits import BasicPiece, Piece
from tests.unit.importers.modules import foreign, save, unit
from tests.unit.importers.test_foreign import START


def three_battles() -> Module:
    names = ("B1 - Noon", "B2 - Dusk", "C1 - Dusk (2)")
    return foreign(saves={name: save(*START[: n + 1]) for n, name in enumerate(names)})


def chosen(*names: str) -> ImportedProject:
    return import_module(three_battles().data(), ImportOptions(setups=names))


def scenarios(done: ImportedProject) -> list[str]:
    return sorted(name.partition("/")[2] for name in done.files if name.startswith("scenarios/"))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ((), ["b1-noon.yaml", "b2-dusk.yaml", "c1-dusk-2.yaml"]),
        (("B1 - Noon",), ["b1-noon.yaml"]),
        (("b*",), ["b1-noon.yaml", "b2-dusk.yaml"]),
        (("*dusk (2)", "*NOON"), ["b1-noon.yaml", "c1-dusk-2.yaml"]),
    ],
)
def test_named_setups_become_scenarios(names: tuple[str, ...], expected: list[str]) -> None:
    done = chosen(*names)
    assert scenarios(done) == expected
    left = [f.name for f in done.report.findings if "not asked for" in f.note and f.outcome == "kept"]
    assert len(left) == 3 - len(expected) and done.report.losses == 0


def test_a_name_that_no_setup_has_is_refused_with_names_that_there_are() -> None:
    with pytest.raises(
        InputRefused, match=r"--setup 'Dusk': the module has no setup of that name; it has 'B1 - Noon'"
    ):
        chosen("B1 - Noon", "Dusk")


def test_the_module_is_built_with_all_its_setups(tmp_path: Path) -> None:
    (tmp_path / "m.vmod").write_bytes(three_battles().data())
    arguments = [str(tmp_path / "m.vmod"), "--setup", "b2*", "-o", str(tmp_path / "p")]
    assert CliRunner().invoke(command, arguments, standalone_mode=False).return_value == 0
    assert [str(problem) for problem in check(tmp_path / "p").report] == []
    assert len(list((tmp_path / "p" / "module").rglob("*.vsav"))) == 3


def with_stack(piece: Piece) -> ImportedProject:
    module = foreign(saves={"Noon": save(*START)})
    window = next(c for c in module.root.children if c.kind == "Map")
    stack = build.setup_stack("Here", [build.piece_slot(piece, 77)], owningBoard="Field", x=60, y=60)
    window.children.append(stack)
    return import_module(module.data())


def test_stacks_of_markers_alone_are_no_scenario() -> None:
    done = with_stack(Piece((), BasicPiece(image="mark.gif", name="Turn marker")))
    assert scenarios(done) == ["noon.yaml"]
    (finding,) = (f for f in done.report.findings if f.kind == "SetupStack")
    assert finding.outcome == "kept"
    done = with_stack(unit("Foy", "u3.png", 0))
    assert scenarios(done) == ["at-start.yaml", "noon.yaml"]
    (finding,) = (f for f in done.report.findings if f.kind == "SetupStack")
    assert (finding.outcome, finding.note) == ("converted", "scenarios/at-start.yaml")
