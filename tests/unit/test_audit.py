"""The audit of a series: the slips that docs/new-series.md tells of, and parts that cannot be loaded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.audit import audit
from jdgtools.audit.files import SeriesFiles
from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.errors import UnknownSeries
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


def text_line(site: Path, file: str, words: str) -> int:
    text = (site / file).read_text(encoding="utf-8")
    return text[: text.index(words)].count("\n") + 1


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
        ("movement.py", "            cost += 1", "            cost -= 9", "SER014", "the answer for a step of class `walk` "),
        ("module.py", 'turn_resets=("arrows",)', 'turn_resets=("arrow",)', "SER007", "unknown state axis `arrow`"),
        ("faces.py", "super().unit(context, unit, back)", "unit.face", "SER013", "`faces` raises AttributeError"),
    ],
)  # fmt: skip
def test_other_slips(site: Path, file: str, old: str, new: str, code: str, message: str) -> None:
    line = plant(site, f"shieldwall/{file}", old, new)
    problem = next(problem for problem in problems() if problem.code == code)
    assert problem.message.startswith(message)
    assert problem.span is not None and problem.span.file == f"shieldwall/{file}"
    at_method = text_line(site, "shieldwall/movement.py", "    def step(") if code == "SER014" else line
    assert problem.span.line == at_method


@pytest.mark.parametrize(
    ("file", "old", "new", "message", "expected"),
    [
        ("definition.py", 'face="back"', 'face="rear"', "`face` of `wavering` is `rear`", "one of `front`, `back`"),
        ("definition.py", 'facing="hexside"', 'facing="side"', "`facing` of `wall` is `side`", "one of `corner`, `hexside`"),
        ("definition.py", '"hexside", directed', '"edge", directed', "`kind` of `dyke` is `edge`", "one of `hex`, `hexside`, `path`, `crossing`"),
        ("definition.py", 'scales=("warband",)', 'scales="warband"', "`scales` of `wall` is `warband`", "a tuple, each entry a text"),
        ("definition.py", 'measures="movement"', 'measures="speed"', "`measures` of `pace` is `speed`", "one of nothing, `strength`, `movement`"),
        ("definition.py", 'id="wall"', 'id="walls"', "`walls` has its id", "`wall`, the name of the entry point"),
        ("definition.py", 'statement_prefix="SW-"', 'statement_prefix="WS-"', "`wall` has the prefix `WS-`", "that of the ids in `statements.txt`"),
        ("definition.py", 'low=0, high=5', 'low=5, high=0', "`fame` has low=5, high=0", "`low` below `high`"),
        ("definition.py", '"d6", say("die", "Würfel"), 1, 1, 6', '"d6", say("die", "Würfel"), 0, 1, 6', "`d6` has count=0, low=1, high=6", "one die or more, `low` below `high`"),
        ("definition.py", 'glyph="t"', 'glyph="th"', "`thorns` has the glyph `th`", "one character of text maps"),
        ("definition.py", ' count_high=3,', '', "`arrows` has neither `values` nor `count_high`", "one of them"),
        ("definition.py", '"line_infantry"),', '"line_infantry", footprints=()),', "`huscarls` has footprints=()", "1 or 2 hexes, or both"),
        ("definition.py", '"Mut"), low=1', '"Mut"), "choice", low=1', "`nerve` has a choice without `choices`", "the values to choose from"),
        ("module.py", "front=3", 'front="3"', "`front` of `ModuleRules` is `3`", "a whole number"),
        ("checks.py", 'scope="battle"', 'scope="army"', "`scope` of `WAL001` is `army`", "one of `battle`, `scenario`"),
        ("checks.py", '"WAL001"', '"WALL1"', "`WALL1` has its code", "three capital letters and three digits"),
        ("checks.py", "CHECKS = (too_small,)", "CHECKS = too_small", "the part is a Check", "a tuple, each entry a `Check`"),
    ],
)  # fmt: skip
def test_values_that_a_field_does_not_allow(
    site: Path, file: str, old: str, new: str, message: str, expected: str
) -> None:
    line = plant(site, f"shieldwall/{file}", old, new)
    (problem,) = problems()
    assert (problem.code, problem.message, problem.expected) == ("SER015", message, expected)
    assert problem.span is not None and problem.span.file == f"shieldwall/{file}"
    assert problem.span.line == (1 if old.startswith("CHECKS") else line)


def test_a_word_that_no_file_has_stands_at_the_top_of_the_vocabulary(site: Path) -> None:
    """One that the series computes, say."""
    span = SeriesFiles("shieldwall", Sources()).span_of_word("no such word", "no such owner")
    assert span is not None
    assert (span.file, span.line, span.col) == ("shieldwall/definition.py", 1, 1)


def test_a_statement_that_is_listed_twice(site: Path) -> None:
    line = plant(site, "shieldwall/statements.txt", "SW-3-b ", "SW-3-a ")
    (problem,) = (p for p in problems() if p.code == "SER008")
    assert problem.code == "SER008" and problem.message == "the statement `SW-3-a` is listed twice"
    assert problem.span is not None
    assert (problem.span.file, problem.span.line) == ("shieldwall/statements.txt", line)


def test_a_statement_that_only_an_answer_cites(site: Path) -> None:
    line = plant(site, "shieldwall/sight.py", '("SW-4-a",)', '("SW-4-b",)')
    (problem,) = problems()
    assert problem.code == "SER010" and problem.span is not None
    assert (problem.span.file, problem.span.line) == ("shieldwall/sight.py", line)


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "line"),
    [
        ("oob.csv", "huscarls,5", "huscarls,50", "SCH006", 2),
        ("map.yaml", ". . . t t .", ". . . q t .", "MAP003", 4),
        ("scenarios/raid.yaml", "hex: 0503, facing: W", "hex: 0503, facing: N", "GEN004", 9),
        ("battle.yaml", "oob: oob.csv", "oob: oobs.csv", "SRC001", 1),
        ("battle.yaml", "series: wall", "series: jdg", "SER016", 1),
    ],
)
def test_slips_in_the_battle_to_start_from(
    site: Path, file: str, old: str, new: str, code: str, line: int
) -> None:
    plant(site, f"shieldwall/template/{file}", old, new)
    problem = next(problem for problem in problems() if problem.code == code)
    shown = "oobs.csv" if code == "SRC001" else file
    assert problem.span is not None and problem.span.file == f"shieldwall/template/{shown}"
    assert problem.span.line == line


@pytest.mark.parametrize(
    ("old", "new", "file", "message"),
    [
        ('"kind": "table",', '"kind": "table"', "move.json", "move.json: JSON is malformed"),
        ('["move.json"]', '["moves.json"]', "index.json", "moves.json: there is no such file"),
    ],
)
def test_chart_files_that_cannot_be_read(site: Path, old: str, new: str, file: str, message: str) -> None:
    plant(site, f"shieldwall/charts/{file}", old, new)
    (problem,) = problems()
    assert problem.code == "SER001" and message in problem.message
    assert problem.span is not None and problem.span.file == f"shieldwall/charts/{file}"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("movement.py", "return StepCost(cost, way, reasons=tuple(reasons))", "return cost", "the answer for a step of class `walk` from hex 0101 in a battle of all words of the series is of the type `int`"),
        ("sight.py", "for a in every])", "for a in every][1:])", "`all_pairs` gives "),
        ("sight.py", "return np.array([[self", "return np.array([[reach is None and self", "`sight` says that"),
    ],
)  # fmt: skip
def test_answers_of_another_kind(site: Path, file: str, old: str, new: str, message: str) -> None:
    plant(site, f"shieldwall/{file}", old, new)
    assert any(p.code == "SER014" and p.message.startswith(message) for p in problems())


def test_a_check_that_yields_no_finding(site: Path) -> None:
    plant(site, "shieldwall/checks.py", "    for unit in", '    yield "small"\n    for unit in')
    (problem,) = problems()
    assert problem.code == "SER013" and "it yields a `str`, not a `Finding`" in problem.message


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
