"""The checks of Jours de Gloire: complete against part G of its rules digest; helpers and rare findings."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from io import BufferedReader
from pathlib import Path

import pytest
from msgspec.structs import replace

from jdgtools.charts import Chart
from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import hex_names
from jdgtools.checks.run import run_checks
from jdgtools.checks.setup import SetupView
from jdgtools.derived import derive
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.hexgrid import direction_name
from jdgtools.loading import load
from jdgtools.model.battle import Battle
from jdgtools.model.map import Way
from jdgtools.model.pieces import ActivationMarker
from jdgtools.model.scenario import Arrival, Scenario
from jdgtools.series.jdg.checks import CHECKS, art
from jdgtools.series.jdg.checks.common import CombatUnit, normal_markers, number, setup_of
from jdgtools.series.registry import find_series
from jdgtools.untrusted.files import open_file
from tests.checks.cases import all_cases, base_folder
from tests.unit.series.jdg_field import CLEAR, context

# CHK number, severity (E error, W warning), statements without their prefix.
DIGEST = """
1 E 0.3-a 0.3-b 0.3-c 0.3-d 0.3-e
2 E 0.3-a
3 E 0.3-c
4 E 0.3-f 0.3-g 0.3-i 0.3-j
5 E 0.3-h
6 E 8.9-d
7 W 0.3-j 11.1-f
8 W 0.4-b 0.4.1-a
9 W 0.3-f 4.1.1-a
10 E 8.7.3-d 8.8.2-a
11 E 5.1.1-d
12 E 7.3-f
13 E 0.3-e 2.1.1-c
14 W 6.1.1-a 10.1-a
15 W 0.3-d
16 W 0.1-b 0.1-c
17 E 2.1.1-c
18 E 2.1.1-b
19 W 2.1.1-d 2.1.1-e
20 W 2.1.1-d
21 E 2.1-a
22 E 2.1.1-b
23 E 2.1.2-b 2.1.2-c
24 W 2.1.2-d
25 W 2.4.3-f
26 W 2.1.1-c
27 W 2.2-d 1-q
28 W 5.2.1-c
29 W 11.2-b
30 W 11.2-b
31 E 2.5.1-a
32 E 2.5.1-b 2.5.1-c 2.5.1-d 2.5.1-e
33 E 2.5.1-h
34 E 2.5.1-j
35 E 3-b
36 W 2.3.2-b
37 E 2.5.1-k
38 W 2.5.2-b
39 W 2.3.2-b
40 E 5.1.2-a
41 W 2.3.2-e
42 E 0.2-a 4.3-b
43 E 4.3-b
44 E 7.4.1-a
45 E 4.3-b 4.3.1-f
46 E 9.1-i
47 E 9.1-l
48 E 7.4.1-b
49 E 7.4.1-c
50 E 6.1.1-f 10.4-k
51 E 8.7.1-i 10.4-h
52 E 6.2.1-f
53 W 7.4.1-a 7.4.3-a
54 E 4.3.1-a
55 E 6.2.1-e 10.3.4-a
56 E 4.3.2-b
57 W 4.3.2-a
58 E 4.2-a
59 E 6.1.1-a 10.4-o
60 E 5.1.2-a
61 E 5.1.1-l
62 E 5.1.1-b
63 E 5.1.1-h 5.1.1-m
64 E 5.1.1-b 5.1.1-g
65 E 5.1.1-n
66 E 5.1.1-c
67 E 5.1.1-e
68 W 5.1.1-c 5.1.1-h
69 E 5.1.1-j
70 W 5.1.2-g 10.4-r
71 E 5.1.1-a
72 E 5.1.2-c
73 E 4.3.2-a
74 W 5.1.1-i
75 E 4.4.1-a
76 E 6.1.1-a
77 E 6.1.1-b
78 E 6.1.1-c
79 E 10.2-q
80 W 6.1.1-d
81 E 4.2-a
82 E 4.2-a 10.1-h
83 E 4.2-p 5.1.1-k
84 E 4.2-g
85 W 0.3-j
86 E 4.4.2-c 8.3.1-e 9.1-c
87 W 2.3.2-d 1-v
88 W 6.2.2-g
89 W 6.2.2-a
90 W 12.1-c
91 E 5.2.1-a 5.2.2-a
92 E 5.2.2-a
93 E 4.3.2-a 4.3.2-b
94 E 5.2.3-a
95 W 4.1.3-f 5.2.2-d
96 E 5.2.3-a
97 E 5.1.1-b 5.1.1-c 5.1.1-d 5.1.1-e 5.1.1-f 5.1.1-g 5.1.1-h 5.1.1-i 5.1.1-j 5.1.1-k 5.1.1-l 5.2.2-b
98 W 5.2.2-b 5.2.2-c
99 W 5.2.1-l
100 W 5.2.1-d
101 W 5.2.1-c
102 E 5.2-a
103 E 1-u
104 E 12.1-a 12.2-a
105 W 12.1-b 12.2-b
106 E 10.4-d
107 W 10.4-e 10.4-f
108 W 10.4-d
109 E 13.2-b
110 E 13.1-a 13.1-c
111 E 4.4.1-k
112 W 2.1.2-c
113 E 7.5-a
114 E 8.5-a
115 E 8.6.1-d 8.6.1-EX1 8.6.1-EX2
116 E 8.6.1-EX1 8.6.1-EX2
117 E 7.3-e 9.3.2-b 9.3.2-c 7.1-h 7.3-h
118 E 9.1-EX1 6.1.2-e 10.2-s 9.3.2-a 9.5.2-p 6.1.2-d 9.4-d
119 E 9.1-EX1
120 E 2.3.2-d 4.2-d 4.4.2-b 5.2.1-e 8.3.1-e 9.1-c 10.2-c
121 E 2.3.2-d
122 W 2.3.2-b 2.3.2-d
123 E 2.2-a 1-g
124 W
"""
ROWS = {int(n): (grade, rules) for n, grade, *rules in (line.split() for line in DIGEST.split("\n") if line)}
BY_NUMBER = {int(check.code.removeprefix("JDG")): check for check in CHECKS}
CASES = Counter((case.code, case.path.stem.split("-")[0].rstrip("0123456789")) for case in all_cases())


def test_every_entry_has_one_check() -> None:
    assert sorted(BY_NUMBER) == sorted(ROWS) == list(range(1, 125))
    assert len(CHECKS) == len(BY_NUMBER)


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(c.name for c in CHECKS).items() if count > 1] == []


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
class TestDocument:
    def test_agrees_with_the_digest(self, check: Check) -> None:
        chk = int(check.code.removeprefix("JDG"))
        grade, rules = ROWS[chk]
        assert check.entry in (f"CHK-{chk:02d}", f"CHK-{chk}")
        assert check.severity is (Severity.ERROR if grade == "E" else Severity.WARNING)
        assert {f"JDG-{rule}" for rule in rules} <= set(check.rules)

    def test_cites_existing_statements_and_options(self, check: Check) -> None:
        series = find_series("jdg")
        assert series is not None
        assert set(check.rules) <= series.statements
        assert all(series.definition.option(option) for option in check.options)

    def test_is_written_out(self, check: Check) -> None:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", check.name)
        assert check.rationale[0].isupper() and check.rationale.endswith(".") and "  " not in check.rationale
        assert check.bad.strip() and check.good.strip() and check.bad != check.good

    def test_has_cases(self, check: Check) -> None:
        assert CASES[check.code, "ok"] and CASES[check.code, "bad"]


# --- a field of six by five hexes ------------------------------------------------------------------------


def zone(ctx: CheckContext, unit: str = "red-inf-1") -> str:
    """Directions into which the zone of control of a unit in hex 0303 reaches."""
    assert ctx.map is not None
    grid = ctx.map.grid
    placed = next(p for p in setup_of(ctx).units if p.id == unit)
    there = (grid.direction(placed.hex, index) for index in setup_of(ctx).zoc(placed))
    return " ".join(direction_name("flat", d) for d in there if d is not None)


ALL = "N NE SE S SW NW"
RIVER = "rivers: [{kind: river_uncrossable, sides: [0303/N-NE]}]\n"


@pytest.mark.parametrize(
    ("setup", "land", "options", "reached"),
    [
        ("red-inf-1 0303", "", "", ALL),
        # JDG-6.2.1-EX1: an impassable hexside takes one hex away.
        ("red-inf-1 0303", "hexsides: [{kind: impassable, sides: [0303/N]}]\n", "", "NE SE S SW NW"),
        # JDG-6.2.1-EX2: artillery and squares have none, disordered units have all.
        ("red-art-1 0303", "", "", ""),
        ("red-inf-1 0303 in_square", "", "", ""),
        ("red-cav-1 0303 disordered", "", "", ALL),
        # JDG-6.2.1-c: routed units have none.
        ("red-inf-1 0303 routed", "", "", ""),
        # JDG-6.2.1-e: neither bridge nor road carries a zone over an uncrossable river; over another they do.
        ("red-inf-1 0303", RIVER, "", "SE S SW NW"),
        ("red-inf-1 0303", RIVER + "crossings: [{kind: bridge, side: 0303/N}]\n", "", "SE S SW NW"),
        (
            "red-inf-1 0303",
            RIVER + "crossings: [{kind: bridge, side: 0303/N}]\nways: [{kind: road, hexes: 0302-0303}]\n",
            "",
            "SE S SW NW",
        ),
        (
            "red-inf-1 0303",
            "rivers: [{kind: river, sides: [0303/N-NE]}]\ncrossings: [{kind: ford, side: 0303/N}]\n",
            "",
            ALL,
        ),
        # JDG-6.2.1-f and -h: not into a redoubt, even along a road; out of it.
        ("red-inf-1 0303", "hexsides: [{kind: redoubt, sides: [0302/S]}]\n", "", "NE SE S SW NW"),
        (
            "red-inf-1 0303",
            "hexsides: [{kind: redoubt, sides: [0302/S]}]\nways: [{kind: road, hexes: 0302-0303}]\n",
            "",
            "NE SE S SW NW",
        ),
        ("red-inf-1 0303", "hexsides: [{kind: redoubt, sides: [0303/N]}]\n", "", ALL),
        # JDG-6.2.1-d: what is prohibited to the type stops its zone; a road opens it (AMB-45) unless ruled out.
        ("red-cav-1 0303", "hexsides: [{kind: steep_slope, sides: [0303/N]}]\n", "", "NE SE S SW NW"),
        ("red-inf-1 0303", "hexsides: [{kind: steep_slope, sides: [0303/N]}]\n", "", ALL),
        (
            "red-cav-1 0303",
            "hexsides: [{kind: steep_slope, sides: [0303/N]}]\nways: [{kind: trail, hexes: 0302-0303}]\n",
            "",
            ALL,
        ),
        (
            "red-cav-1 0303",
            "hexsides: [{kind: steep_slope, sides: [0303/N]}]\nways: [{kind: trail, hexes: 0302-0303}]\n",
            "zoc_through_road_gap: false",
            "NE SE S SW NW",
        ),
        (
            "red-inf-1 0303",
            "hexsides: [{kind: cliff, sides: [0303/N-S]}]\nways: [{kind: trail, hexes: 0302-0303}]\n",
            "",
            "N NE SE SW NW",
        ),
    ],
)
def test_zone_of_control(tmp_path: Path, setup: str, land: str, options: str, reached: str) -> None:
    ctx = context(tmp_path, setup, land, options=options)
    assert zone(ctx, setup.split()[0]) == reached


def test_companions_may_start_in_one_of_the_same_hexes_in_setup_order(tmp_path: Path) -> None:
    """Of an area every hex counts, not only its first one."""
    ctx = context(tmp_path, "red-inf-2 0303\nred-inf-1 0302\nred-cav-1 0505")
    assert ctx.scenario is not None
    first, second, third = ctx.scenario.placements
    area = replace(first, hexes=(), area=(*third.hexes, *second.hexes, *first.hexes))
    setup = SetupView(
        CheckContext(
            ctx.battle, replace(ctx.scenario, placements=(second, first, area)), ctx.series, ctx.charts
        )
    )
    assert [p.placement for p in setup.companions(area)] == [second, first, area]
    assert [p.placement for p in setup.companions(second)] == [second, area]
    assert setup.companions(third) == (setup.units_on_map[2],)


@pytest.mark.parametrize("battle_id", ["rolica-1808", "teaching-jdg"])
def test_checks_and_package_have_one_zone(battle_id: str) -> None:
    """JDG-6.2.1: what checks say of every hexside of a real map is what package and queries say."""
    loaded = load(base_folder(battle_id))
    assert loaded.battle and loaded.series and loaded.charts and loaded.battle.map
    ctx = CheckContext(loaded.battle, loaded.battle.scenarios[0], loaded.series, loaded.charts)
    derived = derive(loaded.battle, loaded.series, loaded.charts, loaded.battle.scenarios[0])
    masks = {name: derived.zoc_masks(name) for name in ("infantry", "cavalry")}
    setup = setup_of(ctx)
    for placed in setup.units:
        assert sorted(setup.zoc(placed)) == sorted(h for z in derived.zones[placed.id] for h in z.hexes)
        if placed.unit.arm not in masks:
            continue
        name = setup.movement_class(placed.unit)
        for index in loaded.battle.map.grid.hexes:
            there = CombatUnit(placed.unit, placed.placement, index, "ordered", False)
            found = sum(1 << d for d in range(6) if setup.zoc_crosses(there, d))
            assert found == masks[name][index], (placed.id, index)


def test_zone_of_control_and_castles(tmp_path: Path) -> None:
    """Not from outside into a castle, out of it everywhere, and through the whole of one castle."""
    picture = CLEAR.splitlines()
    picture[1] = picture[2] = "  . . C . . ."
    ctx = context(tmp_path, "red-inf-1 0303\nred-inf-2 0304", picture="\n".join(picture))
    assert zone(ctx, "red-inf-1") == ALL
    assert zone(ctx, "red-inf-2") == "NE SE S SW NW"


def test_controllers_are_enemies_only(tmp_path: Path) -> None:
    ctx = context(tmp_path, "blue-inf-1 0302\nred-inf-1 0304\nblue-art-1 0203\nchief 0303")
    setup = setup_of(ctx)
    leader, index = setup.commanders[0]
    assert leader.id == "chief"
    assert [p.id for p in setup.controllers(index, "red")] == ["blue-inf-1"]
    assert [p.id for p in setup.controllers(index, "blue")] == ["red-inf-1"]
    assert [p.id for p in setup.enemies_next_to(index, "red")] == ["blue-inf-1", "blue-art-1"]
    assert setup.controllers(index, None) == ()


@pytest.mark.parametrize(
    ("setup", "groups"),
    [
        # JDG-2.3.1-EX1, JDG-2.3.1-EX2, JDG-2.3.1-EX3, JDG-2.3.1-EX4: on a straight column of hexes.
        ("red-inf-1 0201\nred-inf-2 0203\nred-inf-3 0205", ["red-inf-1 red-inf-2 red-inf-3"]),
        ("red-inf-1 0201\nred-inf-2 0202\nred-inf-3 0205", ["red-inf-1 red-inf-2", "red-inf-3"]),
        ("red-inf-1 0202\nred-inf-2 0202\nred-inf-3 0205", ["red-inf-1 red-inf-2", "red-inf-3"]),
        ("red-inf-1 0201\nred-inf-x 0203\nred-inf-3 0205", ["red-inf-1", "red-inf-3"]),
        ("red-inf-1 0202\nred-inf-2 0203\nred-inf-3 0204", ["red-inf-1 red-inf-2 red-inf-3"]),
        # AMB-09: units with the status of reinforcements stay outside.
        ("red-inf-1 0201\nred-inf-2 0203 renfort\nred-inf-3 0205", ["red-inf-1", "red-inf-3"]),
    ],
)
def test_tactical_groups(tmp_path: Path, setup: str, groups: list[str]) -> None:
    found = setup_of(context(tmp_path, setup)).groups("r")
    assert [" ".join(p.id for p in group) for group in found] == groups


def test_front_hexes(tmp_path: Path) -> None:
    """Two of a unit in the open, six in a castle or square, none when routed (JDG-6.1.1-d to -h)."""
    picture = CLEAR.splitlines()
    picture[4] = "  . . C . . ."
    setup = "red-inf-1 0303\nred-inf-2 0202 in_square\nred-inf-3 0305\nred-inf-4 0502 routed"
    ctx = context(tmp_path, setup, picture="\n".join(picture))
    fronts = {p.id: [ctx.hex_id(i) for i in setup_of(ctx).front(p)] for p in setup_of(ctx).units}
    assert fronts["red-inf-1"] == ["0402", "0403"]
    assert len(fronts["red-inf-2"]) == 6
    assert len(fronts["red-inf-3"]) == 5  # the sixth lies off the map
    assert fronts["red-inf-4"] == []


def test_visible_strength_and_words(tmp_path: Path) -> None:
    ctx = context(tmp_path, "red-inf-1 0303 disordered")
    assert setup_of(ctx).units[0].strength is None
    assert name_list([]) == "" and name_list(["a"]) == "`a`" and name_list("abc", "or") == "`a`, `b` or `c`"
    assert (number(1, "hex", "hexes"), number(2, "hex", "hexes")) == ("1 hex", "2 hexes")
    assert hex_names(ctx, range(3)) == "hexes 0101, 0201 and 0301"
    assert hex_names(ctx, range(14)).endswith(", 0502, 0602 and 2 more")


# --- findings that no source text can cause ----------------------------------------------------------------


def findings(
    number: int, change: Callable[[Battle], Battle], chart: Callable[[Chart], Chart] | None = None
) -> list[str]:
    """Messages of a check over the teaching battle with a changed model or changed charts."""
    loaded = load(base_folder("teaching-jdg"))
    assert loaded.battle and loaded.series and loaded.charts
    charts = loaded.charts
    if chart is not None:
        charts = replace(charts, charts={key: chart(value) for key, value in charts.charts.items()})
    answers = run_checks(change(loaded.battle), loaded.series, charts, [BY_NUMBER[number]])
    return [answer.problem.message for answer in answers]


def without_row(chart_id: str, row: str) -> Callable[[Chart], Chart]:
    """A change of charts that takes a row out of one of them."""

    def change(chart: Chart) -> Chart:
        if chart.id != chart_id:
            return chart
        first = replace(chart.axes[0], keys=tuple(k for k in chart.axes[0].keys if k.id != row))
        cells = {keys: cell for keys, cell in chart.cells.items() if keys[0] != row}
        return replace(chart, axes=(first, *chart.axes[1:]), cells=cells)

    return change


def with_unit(unit_id: str, **changes: object) -> Callable[[Battle], Battle]:
    """A change of one unit of a battle."""

    def change(battle: Battle) -> Battle:
        units = tuple(replace(u, **changes) if u.id == unit_id else u for u in battle.units)  # type: ignore[arg-type]
        return replace(battle, units=units)

    return change


def test_unit_of_no_arm() -> None:
    assert findings(3, with_unit("au-hus", arm="baggage")) == [
        "unit `au-hus` is of type `light_cavalry`, which belongs to no arm"
    ]


def test_cavalry_without_flag() -> None:
    assert findings(10, with_unit("au-hus", front={"strength": 4})) == [
        "cavalry unit `au-hus` is neither heavy nor not heavy"
    ]


def test_artillery_without_kind() -> None:
    assert findings(11, with_unit("au-art", front={"strength": 3})) == [
        "artillery unit `au-art` is neither foot nor horse artillery"
    ]


def test_terrain_without_line_in_the_chart() -> None:
    assert findings(42, lambda b: b, without_row("TBL-TEC-HEX", "garden")) == [
        "terrain `garden` of hex 0303 has no line in the terrain effects chart"
    ]


def test_hexside_without_line_in_the_chart() -> None:
    assert findings(43, lambda b: b, without_row("TBL-TEC-HEXSIDE", "ridge")) == [
        "hexside feature `ridge` has no line in TBL-TEC"
    ]
    assert findings(43, lambda b: b, without_row("TBL-TEC-ROAD", "trail")) == [
        "`trail` has no line in TBL-TEC",
        "`trail` has no line in TBL-TEC",  # the map of the dawn has one more
    ]


def test_cells_of_no_value() -> None:
    def emptied(chart: Chart) -> Chart:
        if chart.id != "TBL-TEC-HEX":
            return chart
        gone = {("wood", "cavalry"), ("wood", "disorders"), ("clear", "blocks_charge")}
        return replace(
            chart, cells={k: replace(c, value=None) if k in gone else c for k, c in chart.cells.items()}
        )

    assert findings(45, lambda b: b, emptied) == [
        "in TBL-TEC `wood` costs cavalry nothing, which is neither a cost nor a prohibition"
    ]
    assert findings(46, lambda b: b, emptied) == ["in TBL-TEC terrain `clear` says nothing of charges"]
    assert findings(51, lambda b: b, emptied) == [
        "in TBL-TEC terrain `wood` does not list the types that it disorders"
    ]


def test_road_with_a_gap() -> None:
    def torn(battle: Battle) -> Battle:
        assert battle.map is not None
        start, end = battle.map.grid.index("0201"), battle.map.grid.index("0203")
        assert start is not None and end is not None
        return replace(battle, map=replace(battle.map, ways=(Way("road", (start, end), key="torn"),)))

    assert findings(54, torn) == ["road `torn` leaves hex 0201 and goes on in 0203, which is not next to it"]


def test_every_finding_has_a_place() -> None:
    """No bad case is reported at the top of a file for want of a better place, but for what is absent there."""
    vague = []
    for case in all_cases():
        for line in case.content.get("expect", ()) if case.code.startswith("JDG0") else ():
            if re.match(r"\S+:1:1 ", line):
                vague.append(f"{case.name}: {line}")
    assert vague == []


def test_findings_have_one_line() -> None:
    assert Finding(("battle",), "x").expected is None
    for case in all_cases():
        if case.code.startswith("JDG"):
            assert all(
                "\n" not in line and "  " not in line and "None" not in line
                for line in case.content.get("expect", ())
            )


def first_rivals(scenario: Scenario, distance: Callable[[int, int], int]) -> list[tuple[str, str, int, int]]:
    """Of each group the first one before it of another side that enters beside it: each compared with each."""
    pairs = []
    arrivals = [a for a in scenario.arrivals if a.side is not None]
    for count, one in enumerate(arrivals):
        for other in arrivals[:count]:
            near = [(i, j) for i in one.hexes for j in other.hexes if distance(i, j) <= 1]
            if other.side != one.side and near:
                pairs.append((one.id, other.id, *near[0]))
                break
    return pairs


def test_entries_of_both_sides_are_those_that_comparing_each_with_each_finds(tmp_path: Path) -> None:
    ctx = context(tmp_path, "red-inf-1 0101")
    assert ctx.map is not None and ctx.scenario is not None
    found = 0
    for seed in range(60):
        dice = random.Random(seed)
        arrivals = tuple(
            Arrival(
                f"g{n}",
                (),
                (),
                2,
                None,
                dice.choice(("red", "blue", None)),
                tuple(dice.sample(range(30), dice.randint(0, 3))),
            )
            for n in range(8)
        )
        scenario = replace(ctx.scenario, arrivals=arrivals)
        ctx.scenario = scenario
        said = [finding.message for finding in BY_NUMBER[96].run(ctx)]
        expected = first_rivals(scenario, ctx.map.grid.distance)
        assert len(said) == len(expected)
        for message, (one, other, here, there) in zip(said, expected, strict=True):
            how = "where" if here == there else f"next to hex {ctx.hex_id(there)}, where"
            assert re.sub(r" of `\w+`", "", message) == (
                f"`{one}` enters in hex {ctx.hex_id(here)}, {how} `{other}` enters"
            )
        found += len(said)
    assert found > 50


def test_markers_of_a_formation_are_those_of_code_o_that_name_it_alone(tmp_path: Path) -> None:
    ctx = context(tmp_path, "red-inf-1 0101")
    markers = tuple(
        ActivationMarker(f"m{n}", code, None, commands, 1)
        for n, (code, commands) in enumerate(
            (code, commands)
            for code in ("O", "C", None)
            for commands in ((), ("r",), ("b", "r"), ("b",), ("r",), ("nobody",))
        )
    )
    ctx.battle = replace(ctx.battle, activation=markers)
    names = {command: [m.id for m in normal_markers(ctx, command)] for command in ("r", "r2", "b", "nobody")}
    assert names == {"r": ["m1", "m4"], "r2": [], "b": ["m3"], "nobody": ["m5"]}


def test_a_picture_is_looked_for_once_however_many_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load(base_folder("teaching-jdg"))
    assert loaded.battle and loaded.series and loaded.charts
    assert any(scenario.map_changes for scenario in loaded.battle.scenarios)  # which are judged again
    looks: list[Path] = []

    def look(path: Path, within: Path | None, limit: int) -> BufferedReader:
        looks.append(path)
        return open_file(path, within=within, limit=limit)

    monkeypatch.setattr(art, "open_file", look)
    battle = replace(loaded.battle, units=tuple(replace(u, art="lost.png") for u in loaded.battle.units))
    results = run_checks(battle, loaded.series, loaded.charts, [BY_NUMBER[14]])
    assert len(results) == len(battle.units) > 1
    assert [path.name for path in looks] == ["lost.png"]


def test_guns_under_many_units_are_told_of_with_the_first_of_them(tmp_path: Path) -> None:
    lines = [f"red-inf-{n} 0303" for n in range(20)] + ["red-art-1 0303", "red-inf-20 0303", "red-art-2 0303"]
    ctx = context(tmp_path, "\n".join(lines))
    one, two = BY_NUMBER[72].run(ctx)
    assert (
        one.message
        == f"artillery `red-art-1` lies under {name_list(f'red-inf-{n}' for n in range(20))} in hex 0303"
    )
    assert "`red-inf-11` and 9 more in hex" in two.message
    assert len(two.related) == 12
