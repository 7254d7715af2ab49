"""A battle with errors is drawn as far as it is understood, as a draft; nothing else is made of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from jdgtools import check
from jdgtools.building import build
from jdgtools.cache import Cache
from jdgtools.cli.group import main
from jdgtools.errors import BattleHasErrors
from jdgtools.exporters.aids import EXPORTER as AIDS
from jdgtools.exporters.booklet.whole_booklet import booklet
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.counters import EXPORTER as COUNTERS
from jdgtools.exporters.counters import SheetWork
from jdgtools.exporters.map import map_digest
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.registry import all_exporters
from jdgtools.loading import Loaded
from jdgtools.render.map.draw import print_map, screen_map
from jdgtools.render.scene import DrawingLayer, Group, Polygon, Scene, TextItem
from tests.bundled import cache_of_run
from tests.checks.cases import Case, all_cases, apply

ROOT = Path(__file__).parent.parent.parent
TEACHING = ROOT / "scenarios" / "teaching-jdg"
NOTHING = Cache(None)
DRAWN = {"map", "counters", "aids", "svg", "tiles"}


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """The teaching battle with three hexes of a terrain that nobody knows."""
    folder = tmp_path / "battle"
    shutil.copytree(TEACHING, folder)
    text = (folder / "map.yaml").read_text(encoding="utf-8")
    head, rows = text.split("terrain: |\n", 1)
    first, rest = rows.split("\n", 1)
    damaged = first.replace(first.strip()[:5], "Q Q Q", 1)
    (folder / "map.yaml").write_text(f"{head}terrain: |\n{damaged}\n{rest}", encoding="utf-8")
    return folder


def _context(loaded: Loaded, draft: str = "DRAFT", cache: Cache = NOTHING) -> BuildContext:
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    options = BuildOptions(printing=loaded.printing)
    return BuildContext(
        loaded.battle, loaded.series, loaded.charts, loaded.folder, options, draft=draft, cache=cache
    )


def _jdg(line: list[str]) -> Result:
    return CliRunner().invoke(main, line, standalone_mode=False, catch_exceptions=False)


def _layer(scene: Scene, name: str) -> DrawingLayer | None:
    return next((layer for layer in scene.layers if layer.name == name), None)


@pytest.mark.parametrize(
    ("old", "new", "signs"),
    [
        ("kind: ridge, sides: [0402/S]", "kind: rigde, sides: [0402/S, 0401/S]", 2),
        ("kind: slope, sides: [0401/SW-NW, 0402/SW-NW]", "kind: slop, sides: [0401/SW-NW, 0402/SW-NW]", 4),
        ("kind: river\n", "kind: rivr\n", 7),
        ("kind: ford, side: 0204/N", "kind: frod, side: 0204/N", 1),
        ("kind: trail, hexes", "kind: trial, hexes", 1),
    ],
)
def test_hexsides_and_ways_of_unknown_kinds_carry_a_sign(tmp_path: Path, old: str, new: str, signs: int):
    folder = Path(shutil.copytree(TEACHING, tmp_path / "battle"))
    text = (folder / "map.yaml").read_text(encoding="utf-8")
    assert old in text
    (folder / "map.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    loaded = check(folder)
    assert [problem.code for problem in loaded.report].count("REF008") == 1
    for draw in (print_map, screen_map):
        layer = _layer(draw(_context(loaded)), "unknown lines")
        assert layer is not None
        items = [
            inner for item in layer.items for inner in (item.items if isinstance(item, Group) else (item,))
        ]
        assert [item.string for item in items if isinstance(item, TextItem)] == ["?"] * signs
    assert _layer(print_map(_context(check(TEACHING))), "unknown lines") is None


def test_hexes_of_unknown_terrain_carry_a_sign(faulty: Path):
    loaded = check(faulty)
    assert {p.code for p in loaded.report if p.severity.label == "error"} == {"MAP003"}
    for draw in (print_map, screen_map):
        scene = draw(_context(loaded))
        layer = _layer(scene, "unknown terrain")
        assert layer is not None
        items = layer.items
        if isinstance(items[0], Group):
            items = items[0].items
        assert sum(isinstance(item, Polygon) for item in items) == 3
        assert [item.string for item in items if isinstance(item, TextItem)] == ["?", "?", "?"]
        assert _layer(scene, "draft") is not None


@pytest.mark.parametrize(
    "colour",
    ["red", "5", "[1]", '"#12345"', '"?blue"', '"$shade"', '"#b5322"'],
    ids=lambda text: text.strip('"'),
)
def test_refused_colours_of_sides_nations_and_formations_do_not_end_a_draft(tmp_path: Path, colour: str):
    folder = Path(shutil.copytree(TEACHING, tmp_path / "battle"))
    text = (folder / "battle.yaml").read_text(encoding="utf-8")
    for written in ("#6f8fc4", "#33559b", "#b5322b"):
        assert f'colour: "{written}"' in text
        text = text.replace(f'colour: "{written}"', f"colour: {colour}", 1)
    (folder / "battle.yaml").write_text(text, encoding="utf-8")
    loaded = check(folder)
    assert len([problem for problem in loaded.report if problem.code in ("SCH003", "SCH005")]) == 3
    context = _context(loaded, cache=cache_of_run())
    print_map(context)
    COUNTERS.export(context, tmp_path)
    AIDS.export(context, tmp_path)


def test_sound_battles_carry_neither_sign_nor_word():
    context = _context(check(TEACHING), draft="")
    for scene in (print_map(context), *SheetWork(context).pages(context.print_settings.spec("a4"))):
        assert not {"draft", "unknown terrain"} & {layer.name for layer in scene.layers}


def test_every_sheet_of_a_draft_says_so(faulty: Path):
    context = _context(check(faulty))
    sheets = SheetWork(context).pages(context.print_settings.spec("a4"))
    for scene in (*sheets, *booklet(context).pages, print_map(context)):
        layer = scene.layers[-1]
        assert layer.name == "draft"
        assert [item.string for item in layer.items if isinstance(item, TextItem)] == ["DRAFT"]


def test_exporters_say_whether_they_bear_errors():
    assert {part.name for part in all_exporters() if part.bears_errors} == DRAWN


def test_what_needs_a_sound_battle_is_refused_before_any_work(faulty: Path, tmp_path: Path):
    with pytest.raises(BattleHasErrors, match="vassal"):
        build(check(faulty), tmp_path / "out", BuildOptions.of(only=("map", "vassal")))
    assert not (tmp_path / "out").exists()


def test_the_command_draws_what_it_is_asked_for(faulty: Path, tmp_path: Path):
    out = tmp_path / "out"
    result = _jdg(["build", str(faulty), "-o", str(out), "--only", "counters"])
    assert result.return_value == 1
    assert "MAP003" in result.output and "drafts of a battle with errors" in result.output
    report = json.loads((out / "build-report.json").read_text(encoding="utf-8"))
    assert report["draft"] is True and report["diagnostics"]["errors"] == 1
    assert (out / "counters-a4.pdf").is_file()


@pytest.mark.parametrize("only", [(), ("vassal",), ("map", "package")])
def test_the_command_writes_nothing_else(faulty: Path, tmp_path: Path, only: tuple[str, ...]):
    out = tmp_path / "out"
    chosen = [word for name in only for word in ("--only", name)]
    result = _jdg(["build", str(faulty), "-o", str(out), *chosen])
    assert result.return_value == 1
    assert "nothing was built: mend the errors first, or draw it" in result.output
    assert "`--only map`" in result.output
    assert not out.exists()


def test_a_map_with_the_word_is_never_taken_for_one_without():
    """The mistake may lie in a row of units, which no map shows: mended, the map is the same but for the word."""
    loaded = check(TEACHING)
    drafts = {map_digest(_context(loaded, draft)) for draft in ("", "DRAFT", "ÉBAUCHE")}
    assert len(drafts) == 3


def test_a_kept_map_is_no_draft_afterwards(faulty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JDG_CACHE", str(tmp_path / "cache"))
    run_build = [
        "build",
        str(TEACHING),
        "-o",
        str(tmp_path / "sound"),
        "--only",
        "counters",
        "--only",
        "aids",
    ]
    assert _jdg(run_build).return_value == 0
    run_build[1], run_build[3] = str(faulty), str(tmp_path / "draft")
    assert _jdg(run_build).return_value == 1
    for name in ("counters-a4.pdf", "player-aids.pdf"):
        assert (tmp_path / "sound" / name).read_bytes() != (tmp_path / "draft" / name).read_bytes()


def _sample() -> list[Case]:
    """Return every eleventh of the cases with an error."""
    wrong = [
        case for case in all_cases() if any(" error " in line for line in case.content.get("expect", ()))
    ]
    return wrong[7::11]


@pytest.mark.parametrize("case", _sample(), ids=lambda case: case.name)
def test_whatever_is_wrong_the_rest_is_drawn(case: Case, tmp_path: Path):
    loaded = check(apply(case, tmp_path))
    if loaded.battle is None:
        return  # no series, so there is nothing to draw
    context = _context(loaded, cache=cache_of_run())
    if loaded.battle.map is not None:
        print_map(context)
    COUNTERS.export(context, tmp_path)
    AIDS.export(context, tmp_path)
    assert (tmp_path / "player-aids.pdf").stat().st_size > 10_000
