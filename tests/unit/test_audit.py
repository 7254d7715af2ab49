"""The audit of a series: the slips that docs/new-series.md tells of, and parts that cannot be loaded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.audit import UnknownSeries, audit
from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.loading import check
from jdgtools.source.project import Sources
from tests.unit.test_fourth_series import GUIDE, forget, new_raid, site

__all__ = ["site"]

SLIP = re.compile(r"^\| `(shieldwall/[\w.]+)` \| `(.+?)` \| `(.+?)` \| (SER\d{3}): (.+?) \|$", re.MULTILINE)
SLIPS = SLIP.findall(GUIDE.read_text(encoding="utf-8"))


def plant(site: Path, file: str, old: str, new: str) -> int:
    """Put a slip into a file of the series and return its line."""
    path = site / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    forget()
    return text[: text.index(old)].count("\n") + 1


def problems() -> list[Diagnostic]:
    return [problem for problem in audit("wall") if problem.code != "SER003"]


def test_the_series_of_the_guide_has_one_remark(site: Path) -> None:
    (remark,) = audit("wall")
    assert remark.code == "SER003" and remark.span is not None
    assert f"info[SER003]: {remark.message}" in GUIDE.read_text(encoding="utf-8")
    assert remark.span.file == "shieldwall/definition.py"


def test_the_guide_tells_of_five_slips() -> None:
    assert len(SLIPS) == 5 and len({code for *_, code, _ in SLIPS}) == 5


@pytest.mark.parametrize(("file", "old", "new", "code", "message"), SLIPS, ids=[slip[3] for slip in SLIPS])
def test_a_slip_is_found_at_its_place(
    site: Path, file: str, old: str, new: str, code: str, message: str
) -> None:
    line = plant(site, file, old, new)
    slips = problems()
    assert slips[0].message.startswith(message)
    assert {(p.code, p.span.file, p.span.line) for p in slips if p.span is not None} == {(code, file, line)}


def test_all_slips_together(site: Path) -> None:
    for file, old, new, _, _ in SLIPS:
        plant(site, file, old, new)
    assert {code for *_, code, _ in SLIPS} <= {problem.code for problem in audit("wall")}


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "message"),
    [
        ("definition.py", '"militia"', '"millitia"', "SER004", "unknown symbol `millitia` of `levy`"),
        ("definition.py", 'marker="fled"', 'marker="flight"', "SER006", "unknown marker `flight` of `fled`"),
        ("definition.py", '"horse", "ride", "li', '"hors", "ride", "li', "SER007", "unknown arm `hors` of `riders`"),
        ("definition.py", 'TerrainDef("thorns"', 'TerrainDef("bog"', "SER008", "the terrain (hex) `bog` is"),
        ("definition.py", 'say("Fight", "Kampf")', 'Text.of("Fight")', "SER009", "“Fight” has no translation into `de`"),
        ("charts/move.json", '"en": "Bog", "de": "Moor"', '"en": "Bog"', "SER009", "“Bog” has no translation"),
        ("charts/move.json", '"rules": ["SW-3-a"]', '"rules": ["SW-3-z"]', "SER010", "the statement `SW-3-z`"),
        ("checks.py", '"WAL001"', '"AFE900"', "SER011", "the code `AFE900` begins like those of the series `afe`"),
        ("checks.py", "if unit.number", "if unit.nummer", "SER013", "`checks` raises AttributeError"),
        ("movement.py", "            cost += 1", "            cost -= 9", "SER014", "a step of class `walk` costs"),
        ("module.py", 'turn_resets=("arrows",)', 'turn_resets=("arrow",)', "SER007", "unknown state axis `arrow`"),
        ("faces.py", "super().unit(context, unit, back)", "unit.face", "SER013", "`faces` raises AttributeError"),
    ],
)  # fmt: skip
def test_other_slips(site: Path, file: str, old: str, new: str, code: str, message: str) -> None:
    line = plant(site, f"shieldwall/{file}", old, new)
    problem = next(problem for problem in problems() if problem.code == code)
    assert problem.message.startswith(message)
    assert problem.span is not None and problem.span.file == f"shieldwall/{file}"
    assert problem.span.line == (1 if code == "SER014" else line)


def test_sight_that_contradicts_itself(site: Path) -> None:
    plant(site, "shieldwall/sight.py", "self.sight(map_rules, a, b).clear for", "a != 0 for")
    (problem,) = problems()
    assert problem.code == "SER014" and "`all_pairs` the opposite" in problem.message


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("__init__.py", "SERIES = ", "SERIES = = ", "cannot be loaded: SyntaxError"),
        (
            "definition.py",
            "DEFINITION = SeriesDef(",
            "DEFINITION = = SeriesDef(",
            "imported: SyntaxError",
        ),
        ("sight.py", "from jdgtools.hexgrid import line", "import nothing_there", "ModuleNotFoundError"),
        ("movement.py", "RULES = ", "RULLES = ", "has no `RULES`"),
        ("charts/move.json", '"value": 1}', '"value": 99}', "the part `shieldwall.charts`"),
        ("checks.py", "CHECKS = (too_small,)", "CHECKS = (too_smal,)", "NameError"),
    ],
)
def test_a_part_that_cannot_be_loaded(site: Path, file: str, old: str, new: str, message: str) -> None:
    line = plant(site, f"shieldwall/{file}", old, new)
    problem = problems()[0]
    assert problem.code == "SER001" and message in problem.message and "wall" in problem.message
    assert problem.span is not None and problem.span.file == f"shieldwall/{file}"
    at_top = "has no" in message or file.startswith("charts")
    assert problem.span.line == (2 if file.startswith("charts") else 1 if at_top else line)


def test_a_battle_of_a_broken_series_names_the_plugin(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = new_raid(tmp_path)
    plant(site, "shieldwall/definition.py", "DEFINITION = SeriesDef(", "DEFINITION = = SeriesDef(")
    from jdgtools.cli.group import main
    from jdgtools.errors import SeriesBroken

    result = CliRunner().invoke(main, ["check", str(folder)])
    assert isinstance(result.exception, SeriesBroken)
    assert "the part `shieldwall.definition` of the series `wall`" in str(result.exception)


def test_a_missing_chart_cell_is_the_defect_of_the_plugin(site: Path, tmp_path: Path) -> None:
    folder = new_raid(tmp_path)
    plant(site, "shieldwall/checks.py", "    for unit in", '    ctx.charts.get("TBL-NONE")\n    for unit in')
    (problem,) = (p for p in check(folder).report if p.code == "GEN041")
    assert (
        "a defect of the series plug-in `wall` (shieldwall 0.1), in shieldwall.checks, line"
        in problem.message
    )


def test_a_hook_that_raises_in_a_question_is_the_defect_of_the_plugin(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new_raid(tmp_path)
    cell = 'map_rules.charts.get("TBL-MOVE").value(kind, movement_class)'
    line = plant(site, "shieldwall/movement.py", cell, "[][3]")
    from jdgtools.cli.main import run

    with pytest.raises(SystemExit) as ended:
        run(["query", "adjacent", str(folder), "0302"])
    assert ended.value.code == 5
    words = (
        f"jdg: a defect of the series plug-in `wall` (shieldwall 0.1), in shieldwall.movement, line {line}, `"
    )
    assert capsys.readouterr().err.startswith(words)


def test_the_command(site: Path) -> None:
    from jdgtools.cli.group import main

    result = CliRunner().invoke(main, ["check", "--series", "wall"])
    assert result.exit_code == 0 and "shieldwall/definition.py:" in result.output
    assert 'TerrainDef("thorns"' in result.output  # the line is quoted
    plant(site, *SLIPS[1][:3])
    assert CliRunner().invoke(main, ["check", "--series", "wall"], standalone_mode=False).return_value == 1
    assert CliRunner().invoke(main, ["check"]).exit_code == 2
    assert CliRunner().invoke(main, ["check", "x", "--series", "wall"]).exit_code == 2


def test_an_unknown_series() -> None:
    with pytest.raises(UnknownSeries, match="there is no series `walls`; known are `jdg`"):
        audit("walls")


@pytest.mark.parametrize("series_id", ["generic", "jdg", "afe", "mpbs"])
def test_series_of_ours_are_sound(series_id: str) -> None:
    sources = Sources()
    assert [problem.message for problem in audit(series_id, sources)] == []


def test_the_trial_battle_holds_every_word(tmp_path: Path) -> None:
    from jdgtools.audit.trial import write_trial
    from jdgtools.loading import load
    from jdgtools.series.registry import find_series

    for series_id in ("jdg", "afe", "mpbs"):
        folder = tmp_path / series_id
        folder.mkdir()
        series = find_series(series_id)
        assert series is not None
        write_trial(folder, series.definition)
        battle = load(folder).battle
        assert battle is not None and battle.map is not None
        found = {
            *battle.map.terrain,
            *(f.kind for f in battle.map.features),
            *(w.kind for w in battle.map.ways),
        }
        assert {terrain.id for terrain in series.definition.terrains} <= found
        assert {unit.type for unit in battle.units} == {entry.id for entry in series.definition.unit_types}
        assert {leader.role for leader in battle.leaders} == {role.id for role in series.definition.roles}
        assert all(p.hexes for p in battle.scenarios[0].placements)
