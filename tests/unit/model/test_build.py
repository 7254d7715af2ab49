"""Damage to the teaching battle and what the model builder says of it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from jdgtools.checks.catalogue import all_documents
from jdgtools.loading import Loaded, check, load
from tests.checks.cases import base_folder

DAMAGE = [
    # file, text, replacement, code, message, column of the place
    ("battle.yaml", "series: jdg", "series: jgd", "REF020", "unknown series `jgd`"),
    ("battle.yaml", "side: austria\n    colour: \"#7a4ea0\"", "side: austira\n    colour: \"#7a4ea0\"", "REF001", "unknown side `austira`"),
    ("battle.yaml", "leader: hiller\n    markers:\n      - {id: frimont-1", "leader: hiler\n    markers:\n      - {id: frimont-1", "REF003", "unknown leader `hiler`"),
    ("battle.yaml", "orders_received: 6", "order_recieved: 6", "REF011", "unknown marker `order_recieved`"),
    ("battle.yaml", "los_town_castle_block: true", "los_town_castle_blocks: true", "REF013", "unknown option `los_town_castle_blocks`"),
    ("battle.yaml", "los_town_castle_block: true", "los_town_castle_block: 3", "GEN001", "option `los_town_castle_block` cannot be number `3`"),
    ("battle.yaml", "key: [garden, infantry]", "key: [gardn, infantry]", "REF014", "no row or column `gardn`"),
    ("battle.yaml", "scale: regiment", "scale: regimant", "REF024", "unknown scale `regimant`"),
    ("battle.yaml", "map: map.yaml", "map: ../map.yaml", "GEN003", "leads out of the project folder"),
    ("battle.yaml", "role: commander_in_chief\n    nationality: french", "role: comander\n    nationality: french", "REF015", "unknown role `comander`"),
    ("battle.yaml", "capacity: 3", "capacitiy: 3", "REF016", "unknown field `capacitiy`"),
    ("oob.csv", "morand,light_infantry", "moran,light_infantry", "REF002", "unknown command `moran`"),
    ("oob.csv", "light_infantry", "light_infanty", "REF005", "unknown unit type `light_infanty`"),
    ("oob.csv", "fr-17,17e Ligne", "fr-13l,17e Ligne", "REF021", "the unit id `fr-13l` is used twice"),
    ("oob.csv", "Morand,4,7,6,5", "Morand,four,7,6,5", "GEN001", "`four` is no strength"),
    ("oob.csv", "strength,cohesion,shock,movement,strength_back", "strenght,cohesion,shock,movement,strength_back", "REF016", "unknown column `strenght`"),
    ("map.yaml", "w: wood", "w: forest", "REF008", "unknown hex terrain `forest`"),
    ("map.yaml", "  . v . . w .\n", "", "MAP001", "the terrain picture has 4 rows, the grid has 5"),
    ("map.yaml", "  . v . . w .\n", "  . v . . w\n", "MAP002", "row 2 of the terrain picture has 5 characters"),
    ("map.yaml", "  . v . . w .\n", "  . x . . w .\n", "MAP003", "`x` is not in the legend"),
    ("map.yaml", "sides: [0503/SW-S]", "sides: [0503/SSW]", "MAP004", "`SSW` is not a hexside"),
    ("map.yaml", "0102-0202-0302-0402", "0102-0202-0402", "MAP005", "`0202` and `0402` are not adjacent"),
    ("map.yaml", "from: N, to: S", "from: N, to: SE", "MAP008", "from 0105 to SE: hex 0205 lies there"),
    ("map.yaml", "hex: 0504", "hex: 0904", "REF007", "hex `0904` is not on the map"),
    ("scenarios/battle.yaml", "{unit: fr-13l, hex: 0102", "{unit: fr-13, hex: 0102", "REF004", "unknown unit `fr-13`"),
    ("scenarios/battle.yaml", "{leader: davout, hex", "{unit: davout, hex", "REF004", "`davout` is a leader, not a unit"),
    ("scenarios/battle.yaml", "hex: 0102, facing: E", "hex: 0102, facing: N", "GEN004", "`N` is not a corner"),
    ("scenarios/battle.yaml", "{unit: fr-13l, hex: 0102, facing: E}", "{unit: fr-13l, facing: E}", "GEN007", "unit `fr-13l` has no place"),
    ("scenarios/battle.yaml", "{unit: fr-13l, hex: 0102, facing: E}", "{hex: 0102, facing: E}", "GEN006", "names no piece"),
    ("scenarios/battle.yaml", "region: hill, facing", "region: hills, facing", "REF009", "unknown region `hills`"),
    ("scenarios/battle.yaml", "entry: north-road", "entry: nort-road", "REF010", "unknown entry area `nort-road`"),
    ("scenarios/battle.yaml", "state: disordered", "state: disorderd", "REF012", "unknown state `disorderd`"),
    ("scenarios/battle.yaml", "{number: 2,", "{number: 1,", "REF021", "turn 1 stands twice"),
    ("scenarios/battle.yaml", "flags: [night]", "flags: [nite]", "REF022", "unknown turn flag `nite`"),
    ("scenarios/battle.yaml", "{holds: {side: austria, hexes: [0104]}}", "{holds: {side: austria}}", "GEN010", "names no hexes"),
    ("scenarios/battle.yaml", "{eliminated: {side: france}}", "{always: false}", "SCH004", "found `false`"),
    ("scenarios/battle.yaml", "{eliminated: {side: france}}", "{eliminated: {count: 1}}", "GEN010", "names nobody"),
    ("battle.yaml", "series: jdg", 'series: ""', "REF020", "the name of the series is empty"),
    ("battle.yaml", "scale: regiment", 'scale: " "', "REF024", "the name of the scale is empty"),
    ("map.yaml", "kind: road,", 'kind: "",', "REF008", "the name of the way is empty"),
    ("map.yaml", "kind: slope,", 'kind: "  ",', "REF008", "the name of the hexside terrain is empty"),
    ("oob.csv", "Morand,4,7,6,5", "Morand,--5,7,6,5", "GEN001", "`--5` is no strength"),
    ("scenarios/battle.yaml", "hex: 0102, facing: E", "hex: 0102, facing: -5", "GEN004", "`-5` is not a corner"),
    ("scenarios/battle.yaml", "unused: []", "unused: all", "GEN009", "`unused` is `all`"),
]  # fmt: skip


def damaged(folder: Path, file: str, text: str, replacement: str) -> Loaded:
    target = folder / "battle"
    shutil.copytree(base_folder("teaching-jdg"), target)
    path = target / file
    content = path.read_text(encoding="utf-8")
    assert content.count(text) >= 1, f"{text!r} is not in {file}"
    path.write_text(content.replace(text, replacement, 1), encoding="utf-8")
    return load(target)


@pytest.mark.parametrize(("file", "text", "replacement", "code", "message"), DAMAGE)
def test_damage(file: str, text: str, replacement: str, code: str, message: str, tmp_path: Path) -> None:
    loaded = damaged(tmp_path, file, text, replacement)
    found = [d for d in loaded.report if d.code == code]
    assert found, [f"{d.code} {d.message}" for d in loaded.report]
    assert message in found[0].message
    assert found[0].span is not None
    assert found[0].span.file.endswith(file)
    lines = loaded.sources.lines(found[0].span.file)
    assert lines is not None
    assert 1 <= found[0].span.line <= len(lines)


def test_one_typo_does_not_hide_the_rest(tmp_path: Path) -> None:
    target = tmp_path / "battle"
    shutil.copytree(base_folder("teaching-jdg"), target)
    for file, text, replacement, *_ in DAMAGE:
        path = target / file
        content = path.read_text(encoding="utf-8")
        if text in content and "series" not in text and "map: map.yaml" not in text:
            path.write_text(content.replace(text, replacement, 1), encoding="utf-8")
    codes = {d.code for d in load(target).report}
    assert len(codes) > 20, sorted(codes)


def test_teaching_battle_is_clean_and_complete() -> None:
    loaded = load(base_folder("teaching-jdg"))
    assert [f"{d.span} {d.message}" for d in loaded.report] == []
    battle = loaded.battle
    assert battle is not None and battle.map is not None
    assert len(battle.units) == 12
    assert battle.unit("fr-1cu") is not None and battle.unit("fr-1cu").front["heavy"] is True  # type: ignore[union-attr]
    scenario = battle.scenario("battle")
    assert scenario is not None
    grid = battle.map.grid
    stack = [p.piece for p in scenario.stacks()[grid.index("0101")]]  # type: ignore[index]
    assert stack[:2] == ["fr-art", "fr-17"]
    assert scenario.arrivals[1].chance == (4, 10)
    dawn = battle.scenario("dawn")
    assert dawn is not None
    assert [t.time for t in dawn.turns] == ["05:00", "06:00", "07:00"]
    assert "fr-30" in dawn.unused


def test_every_code_of_the_builder_has_a_document() -> None:
    known = {d.code for d in all_documents()}
    root = Path(__file__).parents[3] / "jdgtools"
    used = set()
    for path in [*(root / "model").glob("*.py"), *(root / "loading").glob("*.py")]:
        if path.name != "docs.py":
            used |= set(re.findall(r'"((?:REF|MAP|GEN)\d{3})"', path.read_text(encoding="utf-8")))
    assert used - known == set()


def test_a_hex_column_of_numbers_is_reported_once(tmp_path: Path) -> None:
    target = tmp_path / "battle"
    shutil.copytree(base_folder("teaching-jdg"), target)
    path = target / "scenarios" / "dawn-austria.csv"
    text, count = re.subn(r",0(\d{3}),", r",\1,", path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    report = load(target).report
    assert [(d.code, d.span.column if d.span else None) for d in report] == [("SRC042", "hex")]
    assert count == 3
    assert "3 cells" in next(iter(report)).message


@pytest.mark.parametrize(("file", "code"), [("oob.csv", "SRC"), ("map.yaml", "SRC")])
def test_an_unreadable_file_is_one_problem_not_a_flood(file: str, code: str, tmp_path: Path) -> None:
    target = tmp_path / "battle"
    shutil.copytree(base_folder("teaching-jdg"), target)
    (target / file).write_bytes(b"\xff\xfe\x00broken")
    found = [d.code for d in check(target).report]
    assert len(found) == 2, found
    assert found.count("GEN012") == 1
    assert any(c.startswith(code) for c in found)


def test_the_rules_wait_where_the_files_hold_too_many_errors(tmp_path: Path, monkeypatch) -> None:
    target = tmp_path / "battle"
    shutil.copytree(base_folder("teaching-jdg"), target)
    path = target / "oob.csv"
    text, count = re.subn(r",morand,", ",nowhere,", path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    found = [d.code for d in check(target).report]
    monkeypatch.setattr("jdgtools.loading.checking.MAX_ERRORS_BEFORE_RULES", 1)
    waiting = list(check(target).report)
    (why,) = [d.message for d in waiting if d.code == "GEN012"]
    assert "GEN012" not in found
    assert why.endswith(f"because the files hold {count} errors already")
    assert {d.code for d in waiting} - {"GEN012"} <= set(found)


def test_no_battle_is_made_of_files_that_are_full_of_errors(tmp_path: Path, monkeypatch) -> None:
    target = tmp_path / "battle"
    shutil.copytree(base_folder("teaching-jdg"), target)
    path = target / "map.yaml"
    lines = (
        "  - {kind: canal, sides: [0402/S], bogus: 1}\n" * 3
    )  # an unknown key, and an unknown word as well
    path.write_text(
        path.read_text(encoding="utf-8").replace("hexsides:\n", "hexsides:\n" + lines), encoding="utf-8"
    )
    assert {"SCH001", "REF008"} <= {d.code for d in check(target).report}
    monkeypatch.setattr("jdgtools.loading.battle.MAX_ERRORS_BEFORE_MODEL", 2)
    loaded = check(target)
    assert loaded.battle is None and [d.code for d in loaded.report] == ["GEN012", *["SCH001"] * 3]
    assert "names and rules were not checked, because the files hold 3 errors already" in [
        d.message for d in loaded.report
    ]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("battle.yaml", "oob: [oob.csv]", "oob: [oob.csv, oob.csv, ./oob.csv]"),
        ("battle.yaml", "scenarios: [", "scenarios: [scenarios/battle.yaml, ./scenarios//battle.yaml, "),
        ("scenarios/dawn.yaml", "setup_tables: scenarios/dawn-austria.csv", "setup_tables: [{0}, {0}]"),
    ],
)
def test_a_file_that_is_named_twice_is_read_once(file: str, old: str, new: str, tmp_path: Path) -> None:
    new = new.replace("{0}", "scenarios/dawn-austria.csv")
    assert {code for code, _ in _damaged(tmp_path, file, old, new)} == {"SCH008"}


def _damaged(tmp_path: Path, file: str, old: str, new: str) -> list[tuple[str, str]]:
    folder = tmp_path / "battle"
    shutil.copytree(base_folder("teaching-jdg"), folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return [(p.code, p.message) for p in check(folder).report]


def test_a_misspelt_column_is_one_mistake(tmp_path: Path):
    found = _damaged(tmp_path, "oob.csv", "parent,strength,", "parent,strenght,")
    assert found == [("REF016", "unknown column `strenght`")]


def test_a_rating_of_a_thousand_million_is_no_rating(tmp_path: Path):
    found = _damaged(tmp_path, "oob.csv", "Morand,4,7,6,5", "Morand,1e9,7,6,5")
    assert [code for code, _ in found] == ["GEN001"]


def test_a_chart_change_without_value_is_reported_once(tmp_path: Path):
    found = _damaged(tmp_path, "battle.yaml", "    value: 1\n", "")
    assert [code for code, _ in found] == ["SCH002"]


@pytest.mark.parametrize("art", ["base", "symbols"])
def test_links_in_a_circle_are_damaged_pictures(tmp_path: Path, art: str):
    folder = tmp_path / "battle"
    shutil.copytree(base_folder("teaching-jdg"), folder)
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "loop.png").symlink_to("loop.png")
    points = "[{hex: 0101, pixel: [0, 0]}, {hex: 0601, pixel: [9, 0]}, {hex: 0105, pixel: [0, 9]}]"
    rest = f"points: {points}" if art == "base" else "rank: town"
    with (folder / "map.yaml").open("a", encoding="utf-8") as file:
        file.write(f"art:\n  {art}:\n    - {{image: art/loop.png, {rest}}}\n")
    assert [p.code for p in check(folder).report] == ["MAP043"]


def test_a_clock_that_does_not_exist_is_reported_once(tmp_path: Path):
    found = _damaged(tmp_path, "scenarios/battle.yaml", '"08:00"', '"25:00"')
    assert [code for code, _ in found] == ["SCH005"]


def test_a_map_that_cannot_be_read_leaves_no_string_unused(tmp_path: Path):
    found = _damaged(tmp_path, "map.yaml", "columns: 6", "columns: 1000000000")
    assert [code for code, _ in found] == ["SCH006"]


def test_a_cell_that_became_a_date_is_one_mistake(tmp_path: Path):
    import datetime

    import openpyxl

    folder = tmp_path / "battle"
    shutil.copytree(base_folder("teaching-afe"), folder)
    book = openpyxl.load_workbook(folder / "oob.xlsx")
    sheet = book.worksheets[0]
    column = next(cell.column for cell in sheet[1] if cell.value == "mp")
    sheet.cell(2, column).value = datetime.date(2020, 1, 2)
    book.save(folder / "oob.xlsx")
    assert [p.code for p in check(folder).report] == ["SRC043"]


def test_a_table_without_ids_is_one_mistake(tmp_path: Path):
    found = _damaged(tmp_path, "oob.csv", "id,name", "idd,name")
    assert ("SCH002", "the table has no column `id`") in found
    assert [code for code, _ in found] == ["GEN012", "SCH002"]


def test_a_chance_beyond_the_die_is_no_chance(tmp_path: Path):
    found = _damaged(tmp_path, "scenarios/battle.yaml", "{at_most: 4, of: 10}", "{at_most: 40, of: 10}")
    assert found == [
        ("GEN001", "reinforcement `jacquinot-late` arrives on 40 or less of a die with 10 faces")
    ]


def test_a_picture_narrower_than_the_grid_in_every_row_is_one_mistake(tmp_path: Path):
    found = [
        message
        for code, message in _damaged(tmp_path, "map.yaml", "columns: 6", "columns: 7")
        if code == "MAP002"
    ]
    assert found == [
        f"all rows of the {picture} picture have 6 characters, the grid has 7 columns"
        for picture in ("terrain", "levels", "playable")
    ]


@pytest.mark.parametrize("series", ['""', '"  "', "~"])
def test_a_build_without_a_series_says_what_is_wrong(tmp_path: Path, series: str):
    from click.testing import CliRunner

    from jdgtools.cli.build_ import command

    damaged(tmp_path, "battle.yaml", "series: jdg", f"series: {series}")
    result = CliRunner().invoke(
        command, [str(tmp_path / "battle"), "--no-cache", "-o", str(tmp_path / "out")]
    )
    assert "no problems found" not in result.output
    assert "error" in result.output and "nothing was built" in result.output


@pytest.mark.parametrize(
    ("row", "severity", "message"),
    [
        ("Morand,4,7,6,5,-5,6,5,5", "error", "has on the back -5 strength points"),
        ("Morand,999,7,6,5,3,6,5,5", "warning", "has 999 strength points"),
        ("Morand,4,7,6,5,0,6,5,5", None, ""),
    ],
)
def test_ratings_keep_to_the_range_of_the_series(
    tmp_path: Path, row: str, severity: str | None, message: str
):
    damaged(tmp_path, "oob.csv", "Morand,4,7,6,5,3,6,5,5", row)
    found = check(tmp_path / "battle").report.of("SCH006")
    assert [(p.severity.name.lower(), message in p.message) for p in found] == (
        [(severity, True)] if severity else []
    )


@pytest.mark.parametrize(("turn", "known"), [(0, False), (1, True), (3, True), (4, False), (99, False)])
def test_a_flag_is_given_for_a_turn_of_the_track(tmp_path: Path, turn: int, known: bool):
    folder = tmp_path / "battle"
    shutil.copytree(base_folder("teaching-afe"), folder)
    path = folder / "scenarios/outriders.yaml"
    path.write_text(path.read_text("utf-8").replace("{rain: [2, 3]}", f"{{rain: [2, {turn}]}}"), "utf-8")
    found = [p.message for p in check(folder).report if "rain" in p.message]
    assert found == ([] if known else [f"`rain` is given for turn {turn}, which the track does not have"])


@pytest.mark.parametrize(
    ("rating", "said"), [(9, []), (10, ["marker `davout-c` has 10 leader initiative rating"])]
)
def test_the_rating_of_a_marker_keeps_to_the_range_of_the_series(
    tmp_path: Path, rating: int, said: list[str]
):
    damaged(
        tmp_path,
        "battle.yaml",
        "    rating: 6\n    name: {en: Davout",
        f"    rating: {rating}\n    name: {{en: Davout",
    )
    assert [p.message for p in load(tmp_path / "battle").out_of_range] == said
    # Where half of the battle cannot be read, no rule of the series says it.
    (tmp_path / "battle/map.yaml").write_text("format: [1", "utf-8")
    assert [p.message for p in check(tmp_path / "battle").report.of("SCH006")] == said


def test_an_empty_reference_is_said_once_with_the_names_that_are_known(tmp_path: Path):
    found = _damaged(tmp_path, "battle.yaml", "    code: C\n", "    code: '  '\n")
    assert ("REF023", "the name of the marker code is empty") in found
    assert "SCH012" not in [code for code, _ in found]
