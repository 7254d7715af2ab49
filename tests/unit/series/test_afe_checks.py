"""The checks of Au fil de l'épée: complete against part IV of its rules digest, and what holds by structure."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from jdgtools.checks.base import Check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.exporters.module.boxes import build_boxes
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.hexgrid import HexGrid, direction_name
from jdgtools.loading import check as check_folder
from jdgtools.loading import load
from jdgtools.model.scenario import Turn
from jdgtools.render.map.plan import Room
from jdgtools.render.map.tracks import turn_track
from jdgtools.render.scene import Rect
from jdgtools.render.themes import named_theme
from jdgtools.series.afe.checks import BY_STRUCTURE, CHECKS
from jdgtools.series.afe.edges import directions_towards
from jdgtools.series.registry import find_series
from tests.checks.cases import all_cases, base_folder

# CHK number, severity (E error, W warning), statements without their prefix.
DIGEST = """
1 E 6-a
2 E 0-a 6-c
3 E 6-e
4 E 12.2.1-b 12.2.2-a
5 W 12.2.1-b
6 E 1-c 6.C-h
7 E 8.4-b
8 W 8.4-a 8.4-b
9 E 7.6-h
10 E 8.1-b 10.5-g
11 E 10.6-a 10.5-m 0.3-b
12 E 10.5-j 10.1-c
13 E 9.3-g 9.3-e
14 W 10.9-EX1
20 E 1-d
21 E 1-b 2.1-b
22 E 1-e 1-h
23 W 7.1-d 7.1-e
24 E 1-g 5.1-g
25 E 1-g 5.1-f
26 E 2.1-k 7.6-c
27 E 7.6-d
28 W 7.6-d
29 E 7.5.2-b
30 W 7.6-b
31 W 7.6-j
32 W 6.C-e
33 W 1-a 1-c
34 W 3-f
40 E 2.1-a 2.1-b 2.1-c 2.1-d 2.2-b 2.2-f
41 E 2.1-c
42 W 12.3-e 12.3-f
43 W 11.1-a
44 E 2.3.1-b
45 E 2.2-f 2.2-g
46 E 2.2-c
47 E 2.2-d 2.2-e
48 W 2.2-c 2.2-d
49 W 2.2-c
50 W 2.2-b 2.2-f
51 W 8.4-a
60 E
61 E 8.1-i
62 E 5.1-a
63 E 5.2.1-a 2.2-g
64 E 5.2.2-a
65 E 5.2.2-b 5.2.2-c 5.2.2-d
66 E 5.1-a
67 E 3-a 3-b
68 E 5.2.3-a 5.2.3-b
69 W 3-g 12.2.1-h
70 W 7.2-a
71 W 5.1-f 7.1-j
72 W 12.2.1-e 7.5-g
73 W 8.4-b
74 W 11.2-e 12.3-b 8.4-e 6.B-b 9.1-j
80 E 6.C-b
81 E 1-g 5.1-g
82 W 7.2-a 7.2-d 7.2-e
83 W 2.3.2-c 2.3.2-d
84 W 6.A-b 6.A-d 11.2-c
85 W 6.C-m
86 W 10.2-e
87 W 7.6-j
88 W 7.5.2-a
89 W 6.E-e 6-a
"""
ROWS = {int(n): (grade, rules) for n, grade, *rules in (line.split() for line in DIGEST.split("\n") if line)}
BY_NUMBER = {int(check.code.removeprefix("AFE")): check for check in CHECKS}
CASES = Counter((case.code, case.path.stem.split("-")[0].rstrip("0123456789")) for case in all_cases())
SERIES = find_series("afe")
assert SERIES is not None
CHARTS, DEFINITION = SERIES.charts, SERIES.definition


def test_every_entry_has_one_check_or_holds_by_structure() -> None:
    """All 66: a check of the same number, or an entry of `BY_STRUCTURE` that a test below proves."""
    structure = {int(entry.removeprefix("CHK-")) for entry in BY_STRUCTURE}
    assert len(ROWS) == 66
    assert sorted([*BY_NUMBER, *structure]) == sorted(ROWS)
    assert len(CHECKS) == len(BY_NUMBER) == 61
    assert {f"test_chk_{number}" for number in structure} <= {name[:11] for name in globals()}


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(c.name for c in CHECKS).items() if count > 1] == []


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
class TestDocument:
    def test_agrees_with_the_digest(self, check: Check) -> None:
        number = int(check.code.removeprefix("AFE"))
        grade, rules = ROWS[number]
        assert check.entry == f"CHK-{number:02d}"
        assert check.severity is (Severity.ERROR if grade == "E" else Severity.WARNING)
        assert {f"AFE-{rule}" for rule in rules} <= set(check.rules)

    def test_cites_existing_statements(self, check: Check) -> None:
        assert set(check.rules) <= SERIES.statements

    def test_is_written_out(self, check: Check) -> None:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", check.name)
        assert check.rationale[0].isupper() and check.rationale.endswith(".") and "  " not in check.rationale
        assert check.bad.strip() and check.good.strip() and check.bad != check.good

    def test_has_cases(self, check: Check) -> None:
        assert CASES[check.code, "ok"] and CASES[check.code, "bad"]


# --- what holds by structure ------------------------------------------------------------------------------


def changed(tmp_path: Path, *edits: tuple[str, str, str]) -> list[str]:
    """Codes of a copy of the teaching battle with texts replaced in its files."""
    folder = tmp_path / "battle"
    shutil.copytree(base_folder("teaching-afe"), folder)
    for name, old, new in edits:
        path = folder / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        assert not old or old in text
        path.write_text(text.replace(old, new, 1) if old else new, encoding="utf-8")
    return [d.code for d in check_folder(folder).report]


def null_of(chart: str, key: str) -> tuple[str, str, str]:
    """The edit that takes a cell out of a chart."""
    return (
        "battle.yaml",
        "charts:\n",
        f"charts:\n  - {{chart: {chart}, key: [{key}], value: null, note: x}}\n",
    )


def test_chk_10_the_terrain_tables_are_whole(tmp_path: Path) -> None:
    """AFE-8.1-b, AFE-10.5-g: every terrain, class and direction has its cells; none can be taken out."""
    hexes, sides = CHARTS.get("TBL-TERRAIN-HEX"), CHARTS.get("TBL-TERRAIN-HEXSIDE")
    roads, classes = CHARTS.get("TBL-TERRAIN-ROAD"), set(DEFINITION.movement_classes)
    melee = {"melee_foot", "melee_mounted"}
    for terrain in DEFINITION.terrains:
        if terrain.kind == "hex":
            cells = {name: hexes.value(terrain.id, name) for name in classes | melee}
        elif terrain.kind == "path":
            cells = {name: roads.value(terrain.id, name) for name in classes}
        else:
            cells = {
                f"{way} {name}": sides.value(terrain.id, way, name)
                for way in ("in", "out")
                for name in classes | melee
            }
        assert None not in cells.values(), terrain.id
    assert "REF014" in changed(tmp_path, null_of("TBL-TERRAIN-HEX", "wood, foot"))


def test_chk_10_an_unknown_terrain_is_refused(tmp_path: Path) -> None:
    assert "REF008" in changed(tmp_path, ("map.yaml", '"~": water', '"~": watter'))


def test_chk_12_the_matrix_of_types_is_whole(tmp_path: Path) -> None:
    """AFE-10.5-j, AFE-10.1-c: every class against every class; artillery attacks nobody."""
    matrix, limbs = CHARTS.get("TBL-TYPE"), {t.chart_class for t in DEFINITION.unit_types}
    for attacker in limbs - {"At"}:
        assert all(isinstance(matrix.value(attacker, defender), int) for defender in limbs), attacker
    assert "At" not in matrix.axis("attacker").ids
    assert "REF014" in changed(tmp_path, null_of("TBL-TYPE", "Ch-m, Mi"))


@pytest.mark.parametrize("field", ["type_back", "command_back"])
def test_chk_44_type_and_arms_are_said_once(tmp_path: Path, field: str) -> None:
    """AFE-2.3.1-b: a second type, or second arms, for the back of a counter is no field of a unit."""
    row = f"- {{id: x-1, side: crown, command: aldric, type: pikemen, {field}: militia, sp: 2, quality: 4, mp: 5}}\n"
    codes = changed(
        tmp_path,
        ("battle.yaml", "oob: [oob.xlsx]", "oob: [oob.xlsx, extra.yaml]"),
        ("extra.yaml", "", row),
        ("scenarios/battle.yaml", "unused: []", "unused: [x-1]"),
    )
    assert "REF016" in codes


@pytest.mark.parametrize(("place", "code"), [("A9", "REF007"), ("E7", "GEN070")])
def test_chk_60_no_piece_starts_off_the_map(tmp_path: Path, place: str, code: str) -> None:
    """E7 is a hex of the grid that is out of play."""
    assert code in changed(
        tmp_path, ("scenarios/battle.yaml", "{unit: cr-maf, hex: B2", f"{{unit: cr-maf, hex: {place}")
    )


@pytest.mark.parametrize("count", [1, 4, 40])
def test_chk_89_the_turn_track_has_a_box_for_every_turn(count: int) -> None:
    """AFE-6.E-e, AFE-6-a: on the print map and in the module's box of the track."""
    loaded = load(base_folder("teaching-afe"))
    battle, charts = loaded.battle, loaded.charts
    assert battle is not None and charts is not None
    turns = tuple(Turn(n + 1, "") for n in range(count))
    longer = replace(battle, scenarios=(replace(battle.scenarios[0], turns=turns),))
    part = turn_track(longer, longer.scenarios[0], named_theme("classic"), "en")
    assert part is not None
    drawn = part.draw(Room(180.0, 17.0), 100.0)
    assert sum(isinstance(item, Rect) for item in drawn) == count
    context = ModuleContext(longer, SERIES.module, "en", hex_px=48, counter_px=40, charts=charts)
    assert sum(box.kind == "turn_track" for box in build_boxes(context).values()) == count


# --- rout edges -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("orientation", "edge", "names"),
    [
        ("pointy", "E", ["E"]),
        ("pointy", "W", ["W"]),
        ("pointy", "N", ["NW", "NE"]),
        ("pointy", "S", ["SE", "SW"]),
        ("flat", "N", ["N"]),
        ("flat", "S", ["S"]),
        ("flat", "E", ["NE", "SE"]),
        ("flat", "W", ["SW", "NW"]),
        ("flat", "NE", []),
        ("flat", None, []),
    ],
)
def test_directions_towards_an_edge(orientation: str, edge: str | None, names: list[str]) -> None:
    """AFE-12.2.1-b, AMB-32: the directions that shorten the way most."""
    grid = HexGrid(4, 4, orientation=orientation)  # type: ignore[arg-type]
    assert sorted(direction_name(grid.orientation, d) for d in directions_towards(grid, edge)) == sorted(
        names
    )
