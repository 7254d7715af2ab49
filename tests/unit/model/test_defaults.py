"""What holds for units whose row of the order of battle is silent."""

from __future__ import annotations

import shutil
from pathlib import Path

from jdgtools.exporters.package import package_of
from jdgtools.loading import check, load
from tests.checks.cases import base_folder

_HUSSARS = "Frimont,4,6,6,9,3,5,5,9,,"
"""Parent and ratings of the hussars of Frimont, which the table gives in full."""


def _project(folder: Path, *edits: tuple[str, str, str]) -> Path:
    target = folder / "battle"
    shutil.copytree(base_folder("teaching-jdg"), target)
    for file, old, new in edits:
        text = (target / file).read_text(encoding="utf-8")
        assert old in text
        (target / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return target


def test_rows_win_and_the_nearest_default_holds(tmp_path: Path) -> None:
    folder = _project(
        tmp_path,
        (
            "battle.yaml",
            "\ncombined_markers:",
            "\ndefaults: {back: {strength: -1, cohesion: -3}}\ncombined_markers:",
        ),
        (
            "battle.yaml",
            "  - {id: austria, ",
            "  - {id: austria, defaults: {back: {cohesion: -2, shock: -2}}, ",
        ),
        ("oob.csv", "Bianchi,6,6,5,5,5,5,4,5,,\nau-39", "Bianchi,6,6,5,5,5,,,5,,\nau-39"),
        ("oob.csv", _HUSSARS, ",4,6,6,9,0,,,,,"),
        ("oob.csv", "Morand,5,6,6,5,4,5,5,5,,\nfr-30", "Morand,5,6,6,5,,,5,5,,\nfr-30"),
    )
    loaded = load(folder)
    battle = loaded.battle
    assert battle is not None and not [d for d in loaded.report if d.code.startswith("GEN15")]
    guns, line, hussars, foot = (battle.unit(u) for u in ("au-kav", "fr-17", "au-hus", "au-33"))
    assert guns is not None and line is not None and hussars is not None and foot is not None
    # of the command, not of the side or the battle; a row's 0 is written; no shock on the front, none on the back
    assert dict(guns.back) == {"strength": 1, "cohesion": 5, "movement": 7}
    assert guns.parent == hussars.parent == "Frimont's cavalry" and line.parent == "Morand"
    assert (foot.back["cohesion"], foot.back["shock"], foot.parent) == (4, 3, "Bianchi"), "of the side"
    assert (line.back["strength"], line.back["cohesion"], line.back["shock"]) == (4, 3, 5)
    assert {k: hussars.back[k] for k in ("strength", "cohesion", "shock", "movement")} == {
        "strength": 0, "cohesion": 5, "shock": 4, "movement": 9}  # fmt: skip


def test_the_nearest_default_nationality_holds_where_the_row_has_none(tmp_path: Path) -> None:
    folder = _project(
        tmp_path,
        ("battle.yaml", "\ncombined_markers:", "\ndefaults: {nationality: french}\ncombined_markers:"),
        ("battle.yaml", "  - {id: austria, ", "  - {id: austria, defaults: {nationality: hungarian}, "),
        (
            "battle.yaml",
            "defaults: {parent: command, ",
            "defaults: {parent: command, nationality: austrian, ",
        ),
        ("oob.csv", "line_infantry,french,Morand", "line_infantry,,Morand"),
        ("oob.csv", "bianchi,line_infantry,hungarian", "bianchi,line_infantry,"),
        ("oob.csv", "horse_artillery,austrian", "horse_artillery,"),
    )
    loaded = load(folder)
    assert loaded.battle is not None and not loaded.report.has_errors
    nations = [loaded.battle.unit(unit) for unit in ("fr-17", "au-33", "au-kav", "au-hus")]
    assert [unit and unit.nationality for unit in nations] == ["french", "hungarian", "austrian", "hungarian"]
    assert not [d for d in loaded.report if d.code == "GEN152"]


def test_a_default_nationality_that_is_unknown_or_taken_by_nobody_is_told(tmp_path: Path) -> None:
    edit = ("battle.yaml", "\ncombined_markers:", "\ndefaults: {nationality: %s}\ncombined_markers:")
    for name, code in (("frensh", "REF006"), ("french", "GEN152")):
        folder = _project(tmp_path / name, (*edit[:2], edit[2] % name))
        assert code in {d.code for d in load(folder).report}


def test_a_default_below_nothing_is_reported_at_its_place(tmp_path: Path) -> None:
    folder = _project(tmp_path, ("battle.yaml", "{cohesion: -1", "{cohesion: -9"))
    (problem,) = [d for d in check(folder).report if d.code == "SCH006"]
    assert "`au-kav` has on the back -3" in problem.message and problem.span is not None
    assert problem.span.line > 50, "in battle.yaml, at the default"


def test_packages_have_what_the_defaults_give(tmp_path: Path) -> None:
    """The same project with every cell written gives the same units."""
    silent = load(base_folder("teaching-jdg"))
    written = load(
        _project(
            tmp_path,
            ("oob.csv", "austrian,,2,6,,7,1,,,,3,7", "austrian,Frimont's cavalry,2,6,,7,1,5,,7,3,7"),
            ("battle.yaml", "    defaults: {parent", "    # {parent"),
        )
    )
    units = []
    for loaded in (silent, written):
        assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
        package = package_of(loaded.battle, loaded.series, loaded.charts, loaded.battle.scenarios[0])
        units.append(package.units)
    assert units[0] == units[1]
