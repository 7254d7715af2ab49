"""Changes of a whole battle: proved by their inverse on all bundled battles, by the check and by packages."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from jdgtools import build, check
from jdgtools.cli.group import main
from jdgtools.desk.documents import Documents
from jdgtools.desk.operations import EditRefused
from jdgtools.desk.refactor import (
    GridChange,
    crop,
    extend,
    mirror,
    move_together,
    quarter_turn,
    renumber,
    rewrite,
    shift_setup,
    turn,
)
from jdgtools.desk.text_edit import apply
from jdgtools.hexgrid import HexGrid, Numbering
from jdgtools.starting import new_project
from tests.documents import documents_of
from tests.unit.desk.project import TEXTS

ROOT = Path(__file__).parents[3]
BATTLES = ["teaching-jdg", "teaching-afe", "bouvines-1214", "bremule-1119", "edgehill-1642", "rolica-1808",
           "vimeiro-1808"]  # fmt: skip
GRIDS = [
    HexGrid(columns, rows, orientation, parity)
    for columns, rows in ((4, 3), (5, 4), (3, 5))
    for orientation in ("flat", "pointy")
    for parity in ("odd", "even")
]
OTHER = replace(Numbering(), first_column=11, first_row=31, order="row-column", separator=".")


def quarter(grid: HexGrid) -> GridChange:
    return quarter_turn(grid, "pointy" if grid.orientation == "flat" else "flat")


def back_to(numbering: Numbering) -> Callable[[HexGrid], GridChange]:
    return lambda grid: renumber(grid, numbering)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("make", [mirror, turn, quarter, lambda grid: extend(grid, {"west": 1, "north": 1})])
def test_hexes_that_touch_still_touch_along_the_same_hexside(
    grid: HexGrid, make: Callable[[HexGrid], GridChange]
) -> None:
    grid = replace(grid, numbering=replace(Numbering(), first_column=5, first_row=5))
    change = make(grid)
    for i in grid.hexes:
        index = change.hexes[i]
        assert index is not None
        for d in range(6):
            j = grid.neighbour(i, d)
            if j is not None:
                assert change.new.neighbour(index, change.direction(d)) == change.hexes[j]
        for k in range(6):
            sides = {change.direction(d) for d in (k, (k + 1) % 6)}
            corner = change.corner(k)
            assert sides == {corner, (corner + 1) % 6}


@cache
def project(battle: str) -> Documents:
    folder = ROOT / "scenarios" / battle
    files = [p for p in sorted(folder.rglob("*")) if p.suffix in (".yaml", ".csv")]
    return documents_of({p.relative_to(folder).as_posix(): p.read_bytes().decode() for p in files})


@pytest.mark.parametrize("battle", BATTLES)
def test_every_change_is_taken_back_to_equal_bytes(battle: str) -> None:
    documents = project(battle)
    assert documents.grid is not None
    numbering = documents.grid.numbering
    sides = {"east": 2, "south": 1} if numbering.letters else {"west": 1, "east": 2, "north": 1}
    pairs: list[tuple[Any, Any]] = [(mirror, mirror), (turn, turn), (quarter, quarter)]
    pairs += [(lambda g: extend(g, sides), lambda g: crop(g, sides)), (back_to(OTHER), back_to(numbering))]
    for make, back in pairs:
        change = make(documents.grid)
        edit = rewrite(documents, change)
        assert edit
        there = documents.with_texts(apply(documents.texts, edit))
        assert there.grid == change.new
        here = apply(there.texts, rewrite(there, back(there.grid)))
        again = {**there.texts, **here}
        text = {path: drop_numbering(again[path]) for path in again}
        assert text == {path: drop_numbering(documents.texts[path]) for path in again}, change.title


def drop_numbering(text: str) -> str:
    """A text without the keys of the numbering: one that was not written before is written afterwards."""
    lines = text.split("\n")
    return "\n".join("  numbering" if line.strip().startswith("numbering:") else line for line in lines)


def change_folder(battle: str, folder: Path, make: Callable[[HexGrid], GridChange]) -> GridChange:
    shutil.copytree(ROOT / "scenarios" / battle, folder)
    documents = project(battle)
    assert documents.grid is not None
    change = make(documents.grid)
    for path, text in apply(documents.texts, rewrite(documents, change)).items():
        (folder / path).write_bytes(text.encode())
    return change


@pytest.mark.parametrize(
    "extra", ["", "  north: 0\n  # the end\n", "  numbering: {digits: 2}\n", "  hex_mm: 20\n"]
)
def test_what_a_change_adds_to_the_grid_its_opposite_takes_away(extra: str) -> None:
    map_text = (
        "grid:\n  columns: 4\n  rows: 3\n  orientation: flat\n  shifted: even\n" + extra + "places: []\n"
    )
    texts = {**TEXTS, "map.yaml": map_text}
    for make in (turn, quarter, mirror, other_numbers):
        documents = documents_of({**texts, "start.yaml": "format: 1\nid: start\n"})
        changed = apply(documents.texts, rewrite(documents, make(documents.grid)))
        after = documents_of({**documents.texts, **changed})
        back = (lambda grid: renumber(grid, Numbering())) if make is other_numbers else make
        again = {**after.texts, **apply(after.texts, rewrite(after, back(after.grid)))}
        assert again["map.yaml"] == map_text


def other_numbers(grid: HexGrid) -> GridChange:
    return renumber(grid, replace(Numbering(), first_column=11, first_row=31))


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe", "edgehill-1642"])
@pytest.mark.parametrize("make", [mirror, turn, quarter], ids=["mirror", "turn", "quarter"])
def test_a_turned_battle_has_no_other_mistakes(
    battle: str, make: Callable[[HexGrid], GridChange], tmp_path: Path
) -> None:
    change_folder(battle, tmp_path / "b", make)
    reports = [check(folder).report for folder in (tmp_path / "b", ROOT / "scenarios" / battle)]
    # Numbers of hexes in texts stay: the command lists these lines, and GEN233 tells of awards among them.
    changed, before = ([d for d in report if d.code != "GEN233"] for report in reports)
    assert [d.code for d in changed] == [d.code for d in before]
    assert reports[0].counts.errors == reports[1].counts.errors


def package(folder: Path, out: Path) -> dict[str, Any]:
    build(check(folder), out, only=("package",))
    return {file.name: json.loads(file.read_bytes()) for file in sorted(out.glob("*.jdgpkg"))}


def test_a_renumbered_battle_gives_the_same_package_but_for_the_numbers(tmp_path: Path) -> None:
    change = change_folder(
        "teaching-jdg",
        tmp_path / "b",
        lambda g: renumber(g, replace(g.numbering, first_column=51, first_row=71)),
    )
    numbers = {change.old.id(i): change.new.id(i) for i in change.old.hexes}
    old = package(ROOT / "scenarios" / "teaching-jdg", tmp_path / "old")
    new = package(tmp_path / "b", tmp_path / "new")
    differences: list[tuple[str, Any, Any]] = []

    def compare(where: str, a: Any, b: Any) -> None:
        if isinstance(a, dict) and isinstance(b, dict):
            keys = {numbers.get(key, key): value for key, value in a.items()}
            assert keys.keys() == b.keys(), where
            for key, value in keys.items():
                compare(f"{where}/{key}", value, b[key])
        elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            for number, (one, other) in enumerate(zip(a, b, strict=True)):
                compare(f"{where}/{number}", one, other)
        elif a != b and numbers.get(a) != b:
            differences.append((where, a, b))

    assert old.keys() == new.keys()
    for name in old:
        compare(name, old[name], new[name])
    assert {where.rpartition("/")[2] for where, _, _ in differences} == {"first_column", "first_row"}


def test_what_is_cut_off_must_not_be_named() -> None:
    documents = documents_of(TEXTS)
    assert documents.grid is not None
    with pytest.raises(EditRefused, match=r"`0101` in map.yaml, line 19"):
        rewrite(documents, crop(documents.grid, {"west": 1}))
    cropped = rewrite(documents, crop(documents.grid, {"east": 1}))
    assert "  . . w\n" in apply(documents.texts, cropped)["map.yaml"]


def test_new_hexes_have_the_terrain_that_is_asked_for_and_the_level_of_the_edge() -> None:
    documents = documents_of(TEXTS)
    assert documents.grid is not None
    text = apply(documents.texts, rewrite(documents, extend(documents.grid, {"east": 1}), "wood"))["map.yaml"]
    assert "grid: {columns: 5, rows: 3}" in text
    assert "  . . w . w\n  . w . . w\n" in text  # the blank line goes, the rest stands
    assert "  0 0 1 1 1\n  0 0 0 1 1\n  0 0 0 0 0\n" in text
    with pytest.raises(EditRefused, match="no character for `marsh`"):
        rewrite(documents, extend(documents.grid, {"east": 1}), "marsh")


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        (
            {"map.yaml": TEXTS["map.yaml"] + "geometry: {file: a.geojson}\n"},
            "what was surveyed is not mirrored",
        ),
        ({"map.yaml": TEXTS["map.yaml"] + "art: {base: [{image: a.png}]}\n"}, "a picture is not mirrored"),
        ({"battle.yaml": TEXTS["battle.yaml"] + "module: imported\n"}, "an imported module"),
        ({"start.yaml": "id: start\nsetup_tables: a.ods\n"}, "is a spreadsheet"),
    ],
)
def test_what_cannot_be_carried_over_is_refused(files: dict[str, str], reason: str) -> None:
    documents = documents_of({**TEXTS, **files}, frozenset({"a.ods"}))
    assert documents.grid is not None
    with pytest.raises(EditRefused, match=reason):
        rewrite(documents, mirror(documents.grid))


def test_a_setup_is_shifted_in_its_shape() -> None:
    documents = documents_of(TEXTS)
    text = apply(documents.texts, shift_setup(documents, "start", ["S", "1SE"], "red"))["start.yaml"]
    assert "{unit: r-1, hex: 0202, facing: NE}   # on the hill" in text
    assert "{unit: r-2, hex: '0202'}" in text
    assert "    hex: 0303" in text  # of the other side
    shifted = documents.with_texts({"start.yaml": text})
    assert apply(shifted.texts, shift_setup(shifted, "start", ["NW", "N"], "red")) == {
        "start.yaml": TEXTS["start.yaml"]
    }
    with pytest.raises(EditRefused, match="would leave the map"):
        shift_setup(documents, "start", ["9N"])
    with pytest.raises(EditRefused, match="no step"):
        shift_setup(documents, "start", ["2:"])


def test_the_command_writes_all_or_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JDG_CACHE", str(tmp_path / "cache"))
    folder = Path(shutil.copytree(ROOT / "scenarios" / "teaching-jdg", tmp_path / "b"))
    before = {p: p.read_bytes() for p in folder.rglob("*.*")}

    def run(*words: str) -> str:
        result = CliRunner().invoke(main, ["refactor", *words])
        return result.output

    shown = run("rename", str(folder), "fr-17", "fr-18", "--dry-run")
    assert "+fr-18,17e Ligne" in shown
    assert "nothing was written" in shown
    assert {p: p.read_bytes() for p in folder.rglob("*.*")} == before
    assert "oob.csv: 1 place\n" in run("rename", str(folder), "fr-17", "fr-18")
    assert check(folder).ok
    assert "scenarios/battle.yaml:" in run("turn", str(folder))
    assert "undone: turn" in run("undo", str(folder))
    assert "undone: rename unit fr-17 to fr-18" in run("undo", str(folder))
    assert {p: p.read_bytes() for p in folder.rglob("*.*")} == before
    assert "nothing to undo" in run("undo", str(folder))
    assert "the check says more than before" in run("extend", str(folder), "--north", "1", "--new-numbers")


def test_edges_and_north_follow_the_sheet() -> None:
    grid = HexGrid(4, 3)
    assert [change.edges("NE") for change in (mirror(grid), turn(grid), quarter(grid))] == ["NW", "SW", "ES"]
    assert [change.north(30) for change in (mirror(grid), turn(grid), quarter(grid))] == [330, 210, 120]
    assert mirror(grid).edges("rest") == "rest"


def test_surveyed_ground_follows_the_hex_that_it_is_tied_to() -> None:
    geometry = "geometry: {file: a.geojson, rotation: 10, anchor: {at: [1, 2], hex: 0101}}\n"
    art = "art: {base: [{image: a.png, points: [{hex: 0101, corner: W, pixel: [0, 0]}]}]}\n"
    documents = documents_of({**TEXTS, "map.yaml": TEXTS["map.yaml"] + geometry + art})
    assert documents.grid is not None
    text = apply(documents.texts, rewrite(documents, turn(documents.grid)))["map.yaml"]
    assert "{file: a.geojson, rotation: 190, anchor: {at: [1, 2], hex: 0403}}" in text
    assert "points: [{hex: 0403, corner: E, pixel: [0, 0]}]" in text
    untied = documents_of({**TEXTS, "map.yaml": TEXTS["map.yaml"] + "geometry: {file: a.geojson}\n"})
    with pytest.raises(EditRefused, match="tie it to a hex"):
        rewrite(untied, extend(documents.grid, {"south": 1}))


@pytest.fixture(scope="module", params=["coast", "river", "ragged"])
def line_battle(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("lines") / "b"
    new_project(folder, "jdg", "", size="12x9", map=request.param)
    return folder


@pytest.mark.parametrize("make", [mirror, turn, quarter, lambda g: extend(g, {"south": 1, "east": 2})])
def test_drawn_lines_turn_with_the_map(
    line_battle: Path, make: Callable[[HexGrid], GridChange], tmp_path: Path
) -> None:
    files = {
        p.relative_to(line_battle).as_posix(): p
        for p in line_battle.rglob("*")
        if p.suffix in (".yaml", ".csv")
    }
    documents = documents_of({path: file.read_bytes().decode() for path, file in files.items()})
    assert documents.grid is not None
    change = make(documents.grid)
    changed = apply(documents.texts, rewrite(documents, change))
    folder = Path(shutil.copytree(line_battle, tmp_path / "b"))
    for path, text in changed.items():
        (folder / path).write_bytes(text.encode())
    loaded, original = check(folder), check(line_battle)
    assert loaded.battle is not None and original.battle is not None
    new, old = loaded.battle.map, original.battle.map
    assert new is not None and old is not None
    if change.title != "extend":
        assert loaded.report.counts == original.report.counts
    for i in old.grid.hexes:
        index = change.hexes[i]
        assert index is not None
        assert (new.terrain[index], new.levels[index]) == (old.terrain[i], old.levels[i])
        for d in range(6):
            if old.grid.neighbour(i, d) is not None:
                here = sorted(f.kind for f in old.features_at(i, d))
                there = sorted(f.kind for f in new.features_at(index, change.direction(d)))
                assert here == there, (old.grid.id(i), d)
    there_documents = documents.with_texts(changed)
    assert there_documents.grid is not None
    back = (
        crop(there_documents.grid, {"south": 1, "east": 2})
        if change.title == "extend"
        else make(there_documents.grid)
    )
    here_texts = apply(there_documents.texts, rewrite(there_documents, back))
    for path, text in {**there_documents.texts, **here_texts}.items():
        # What was not written before, that north is at the top, is written out afterwards.
        assert drop_numbering(text).replace("  north: 0\n", "") == drop_numbering(documents.texts[path])


def test_a_line_beyond_the_cut_is_named_by_a_hex_that_stays() -> None:
    lines = "geometry: {layers: [{way: road, lines: [{through: 0101 0203 0401/NE 0403-10+20}]}]}\n"
    documents = documents_of({**TEXTS, "map.yaml": TEXTS["map.yaml"] + lines})
    assert documents.grid is not None
    text = apply(documents.texts, rewrite(documents, crop(documents.grid, {"east": 1})))["map.yaml"]
    assert "through: 0101 0203 0301+130+25 0303+77+70" in text


def test_pieces_are_moved_together() -> None:
    documents = documents_of(TEXTS)
    edit = move_together(documents, "start", ["r-1", "r-2", "ney"], "0101", "0202", "first")
    assert edit.title == "first from 0101 to 0202"
    text = apply(documents.texts, edit)["start.yaml"]
    assert "{unit: r-1, hex: 0202, facing: NE}   # on the hill" in text
    assert "{unit: r-2, hex: '0202'}" in text
    assert "{leader: ney, hex: 0202}" in text
    assert "    hex: 0303" in text  # not of them
    there = documents.with_texts({"start.yaml": text})
    back = apply(there.texts, move_together(there, "start", ["r-1", "r-2", "ney"], "0202", "0101"))
    assert back == {"start.yaml": TEXTS["start.yaml"]}


@pytest.mark.parametrize(
    ("pieces", "target", "setup", "reason"),
    [
        (["r-1", "b-1"], "0303", "", "would leave the map"),
        (["r-1", "r-3"], "0202", "", "no entry of its own places `r-3`"),
        (["r-1"], "9999", "", "`9999`: "),
        (
            ["r-1"],
            "0202",
            "id: start\nsetup:\n  - {units: [r-1, r-2], along: 0101-0201}\n",
            "places `r-2` as well; place one of them by itself first",
        ),
    ],
)
def test_pieces_that_cannot_be_moved_together(
    pieces: list[str], target: str, setup: str, reason: str
) -> None:
    documents = documents_of({**TEXTS, **({"start.yaml": setup} if setup else {})})
    with pytest.raises(EditRefused, match=reason):
        move_together(documents, "start", pieces, "0101", target)
