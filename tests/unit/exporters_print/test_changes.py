"""Errata sheets print what changed and nothing else; print settings reach the files; the list is complete."""

from __future__ import annotations

import json
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from pypdf import PdfReader

from jdgtools.building import build
from jdgtools.cli.group import main
from jdgtools.exporters.changes import EXPORTER
from jdgtools.exporters.checklist import ChecklistLine, lines_of, list_pages
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.faces import compare, counters_of, faces_of_build
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.words import print_word
from jdgtools.loading import load, read_print_file
from jdgtools.model.pieces import Unit
from jdgtools.render.bounds import inside, overlap, placed_texts
from jdgtools.render.sheets import PRESETS

TEACHING = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"


def context(**options: object) -> BuildContext:
    loaded = load(TEACHING)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    chosen = BuildOptions.of(**options)  # type: ignore[arg-type]
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, chosen)


def with_unit(given: BuildContext, unit: Unit, **options: object) -> BuildContext:
    units = tuple(unit if u.id == unit.id else u for u in given.battle.units)
    chosen = BuildOptions.of(**options)  # type: ignore[arg-type]
    return BuildContext(replace(given.battle, units=units), given.series, given.charts, given.project, chosen)


def report_of(faces: dict[str, str], folder: Path) -> Path:
    """Write the report of a build whose counters looked like that."""
    path = folder / "former-report.json"
    path.write_text(json.dumps({"faces": faces}), encoding="utf-8")
    return path


def test_equal_battles_have_equal_faces_and_a_changed_rating_changes_one() -> None:
    given = context()
    faces = faces_of_build(given)
    assert faces == faces_of_build(context())
    unit = given.battle.units[0]
    stronger = replace(unit, front={**unit.front, "strength": 9})
    changed = faces_of_build(with_unit(given, stronger))
    assert compare(faces, changed).alterations == (f"unit-{unit.id}",)
    assert compare(faces, changed).copies_to_print == {f"unit-{unit.id}": None}
    front, back, copies = faces[f"unit-{unit.id}"].split()
    other = changed[f"unit-{unit.id}"].split()
    assert other[0] != front
    assert other[1:] == [back, copies]


def test_colours_of_the_battle_are_part_of_a_face() -> None:
    given = context()
    theme = {**given.battle.theme, "counters": {"nation": {"french": "#123456"}}}
    other = BuildContext(replace(given.battle, theme=theme), given.series, given.charts, given.project)
    assert faces_of_build(other) != faces_of_build(given)
    # A colour of the map is no erratum.
    mapped = BuildContext(
        replace(given.battle, theme={**given.battle.theme, "map": {"ground": "#123456"}}),
        given.series, given.charts, given.project,
    )  # fmt: skip
    assert faces_of_build(mapped) == faces_of_build(given)


def test_new_more_and_withdrawn_counters() -> None:
    former = {"a": "1 2 1", "b": "3 - 4", "c": "5 6 1", "gone": "7 8 1"}
    present = {"new": "9 9 2", "a": "1 2 1", "b": "3 - 6", "c": "5 7 1"}
    found = compare(former, present)
    assert (found.additions, found.alterations, found.more, found.withdrawn) == (
        ("new",),
        ("c",),
        {"b": 2},
        ("gone",),
    )
    assert compare({"b": "3 - 6"}, {"b": "3 - 4"}).copies_to_print == {}


def test_errata_sheets_hold_only_what_changed(tmp_path: Path) -> None:
    given = context()
    former = {**faces_of_build(given), "unit-gone": "1 2 1"}
    unit = given.battle.units[0]
    stronger = replace(unit, front={**unit.front, "strength": 9})
    report = report_of(former, tmp_path)
    EXPORTER.export(with_unit(given, stronger, changed_since=report), tmp_path)
    for paper in ("a4", "letter"):
        reader = PdfReader(BytesIO((tmp_path / f"counters-changed-{paper}.pdf").read_bytes()))
        texts = [page.extract_text() for page in reader.pages]
        assert len(texts) == 3
        assert "unit-gone" in texts[2]
        assert given.battle.units[1].name.get() not in texts[0]
        heading = f"{given.battle.title.get()}: {print_word('changed', 'en')}"
        assert all(heading in text for text in texts)


def test_without_changes_there_is_a_page_that_says_so(tmp_path: Path) -> None:
    given = context()
    chosen = context(changed_since=report_of(faces_of_build(given), tmp_path), papers=("a4",))
    EXPORTER.export(chosen, tmp_path)
    reader = PdfReader(BytesIO((tmp_path / "counters-changed-a4.pdf").read_bytes()))
    assert [page.extract_text().count("No counter has changed") for page in reader.pages] == [1]


def test_a_build_remembers_its_faces_and_the_next_compares(tmp_path: Path) -> None:
    loaded = load(TEACHING)
    build(loaded, tmp_path / "one", BuildOptions(only=("counters",)))
    report = json.loads((tmp_path / "one" / "build-report.json").read_text(encoding="utf-8"))
    assert report["faces"] == faces_of_build(context())
    project = tmp_path / "project"
    shutil.copytree(TEACHING, project)
    oob = project / "oob.csv"
    text = oob.read_text(encoding="utf-8")
    assert ",Morand,5,6,6,5," in text
    oob.write_text(text.replace(",Morand,5,6,6,5,", ",Morand,9,6,6,5,", 1), encoding="utf-8")
    for former in (tmp_path / "one", tmp_path / "one" / "build-report.json", TEACHING):
        out = tmp_path / "two"
        line = [
            "build",
            str(project),
            "-o",
            str(out),
            "-q",
            "--only",
            "changes",
            "--changed-since",
            str(former),
        ]
        assert CliRunner().invoke(main, line, standalone_mode=False, catch_exceptions=False).return_value == 0
        pages = PdfReader(out / "counters-changed-a4.pdf").pages
        assert len(pages) == 3
        assert "17e Ligne" in pages[2].extract_text()


def test_a_tag_of_the_project_is_a_former_project(tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("needs git")
    repository = tmp_path / "repository"
    project = repository / "battles" / "mill"
    shutil.copytree(TEACHING, project)

    def git(*words: str) -> None:
        name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *name, *words], cwd=repository, check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    git("tag", "v1.0")
    oob = project / "oob.csv"
    text = oob.read_text(encoding="utf-8")
    oob.write_text(text.replace(",Morand,5,6,6,5,", ",Morand,9,6,6,5,", 1), encoding="utf-8")
    out = tmp_path / "out"
    line = ["build", str(project), "-o", str(out), "-q", "--only", "changes", "--changed-since", "v1.0"]
    assert CliRunner().invoke(main, line, standalone_mode=False, catch_exceptions=False).return_value == 0
    assert "17e Ligne" in PdfReader(out / "counters-changed-a4.pdf").pages[2].extract_text()
    assert CliRunner().invoke(main, [*line[:-1], "v9.9"]).exit_code == 2


@pytest.mark.parametrize("former", ["nowhere", "empty", "broken"])
def test_what_cannot_be_compared_is_a_usage_error(former: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").write_text('{"faces": {"a": 1}}', encoding="utf-8")
    line = ["build", str(TEACHING), "-o", str(tmp_path / "o"), "--changed-since", str(tmp_path / former)]
    assert CliRunner().invoke(main, line).exit_code == 2
    assert not (tmp_path / "o").exists()


def test_print_settings_of_the_project_reach_the_sheets_and_options_overrule_them(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(TEACHING, project)
    settings = "format: 1\npreset: die-cut-140\npaper: [a3]\ntiles: {paper: [letter]}\n"
    (project / "print.yaml").write_text(settings, encoding="utf-8")
    line = ["build", str(project), "-q", "--only", "counters", "-o"]
    CliRunner().invoke(main, [*line, str(tmp_path / "a")], standalone_mode=False, catch_exceptions=False)
    assert sorted(p.name for p in (tmp_path / "a").iterdir()) == [
        "build-report.json", "counters-a3.pdf", "map-tiles-letter.pdf"
    ]  # fmt: skip
    page = PdfReader(tmp_path / "a" / "counters-a3.pdf").pages[0]
    assert float(page.mediabox.width) == pytest.approx(297 / 25.4 * 72, abs=0.01)
    assert float(page.trimbox.width) == pytest.approx(127 / 25.4 * 72, abs=0.01)
    assert float(page.bleedbox.width) == pytest.approx(129 / 25.4 * 72, abs=0.01)
    more = [str(tmp_path / "b"), "--print", "home", "--paper", "letter", "--calibration", "--counter-list"]
    CliRunner().invoke(main, [*line, *more], standalone_mode=False, catch_exceptions=False)
    assert sorted(p.name for p in (tmp_path / "b").iterdir()) == [
        "build-report.json", "calibration.pdf", "counter-list.pdf", "counters-letter.pdf"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("format: 1\npresets: home\n", "SCH001", 2),
        ("format: 1\npaper: [a9]\n", "SCH004", 2),
        ("format: 1\npaper: [a4]\ngrid: {columns: 30, rows: 2}\n", "GEN013", 3),
        ("format: 1\npaper: [a4\n", "SRC", None),
    ],
)
def test_mistakes_in_print_settings_are_diagnostics(
    text: str, code: str, line: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "print.yaml"
    path.write_text(text, encoding="utf-8")
    settings, report, _ = read_print_file(path)
    [found] = list(report)
    assert found.code.startswith(code)
    assert line is None or (found.span is not None and found.span.line == line)
    assert settings is None or code == "GEN013"
    project = tmp_path / "project"
    shutil.copytree(TEACHING, project)
    shutil.copy(path, project / "print.yaml")
    assert [d.code for d in load(project).report if d.span and d.span.file.endswith("print.yaml")] == [
        found.code
    ]


def test_counters_too_large_for_the_paper_are_a_usage_error(tmp_path: Path) -> None:
    line = ["build", str(TEACHING), "-o", str(tmp_path / "o"), "--print", "die-cut-176", "--counter-mm", "30"]
    answer = CliRunner().invoke(main, line)
    assert answer.exit_code == 2
    assert "does not fit" in answer.output


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_list_names_every_counter_once_and_nothing_overlaps(paper: str) -> None:
    given = context()
    counters = counters_of(given)
    lines = lines_of(given, counters)
    assert [line.counter.id for line in lines if line.counter is not None] == [c.id for c in counters]
    assert sum(line.copies for line in lines if line.counter) == sum(c.copies for c in counters)
    spec = PRESETS["home"].spec(paper)
    for page in list_pages(given, lines, spec, "Title", ("page", "label")):
        boxes = [box for text, at, box in placed_texts(page) if text.size >= 2.5 and at[0] == 1.0]
        for index, box in enumerate(boxes):
            assert inside(box, (4, 4, spec.width - 4, spec.height - 4))
            assert not any(overlap(box, other) for other in boxes[index + 1 :])


def test_columns_of_the_list_say_what_they_go_on_with_and_long_names_are_whole() -> None:
    given = context()
    name = "The provisional regiment of the garrisons beyond the river that came late"
    counter = replace(counters_of(given)[0], title=name)
    lines = [ChecklistLine("A corps", heading=True), *(ChecklistLine(name, counter) for _ in range(40))]
    texts = [
        text.string
        for page in list_pages(given, lines, PRESETS["home"].spec("a4"), "Title", ("page", "label"))
        for text, at, _ in placed_texts(page)
        if at[0] == 1.0
    ]
    assert texts.count("A corps (continued)") >= 1
    assert " ".join(texts).count(name) == 40


def test_the_list_tells_leaders_of_a_side_from_its_activation_markers() -> None:
    given = context()
    headings = [line.text for line in lines_of(given, counters_of(given)) if line.heading]
    assert len(set(headings)) == len(headings)
