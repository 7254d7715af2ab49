"""The checks of Musket & Pike: complete against part 5 of its rules digest, and what holds without a code."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from jdgtools.checks.base import Check
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.loading import load
from jdgtools.render.counters import counter_list
from jdgtools.series.mpbs.checks import BY_STRUCTURE, CHECKS
from jdgtools.series.registry import find_series
from tests.checks.cases import Case, all_cases, base_folder, run

# SC number, severity (E error, W warning), statements without the prefix MP-.
DIGEST = """
1 E 2.1.2-c
2 E 2.1.2-e 12.1-a
3 E 2.1.3-a
4 E 2.1.2-d
5 E 10.8-a 2.1.2-d
6 W 2.1.2-h
7 E 2.3-k
8 E 2.3-e 2.3-f 10.4-a
9 E 14.3-b 2.3-k
10 W 2.1.2-g 2.3-d
11 W 2.4-a
12 W 2.1.2-b EX-8.4-1
13 E 6.3.1-b 6.2.3-a 2.3-j 14.1-b
20 E 5.2.1-a
21 W 5.2.1-a 8.3.3-a
22 E 5.2.1-a 5.3.2-a
23 E 2.3-i
24 W 2.1.2-g
25 E 5.5.1-b 5.5.3-a
26 W 4.1.1-f 4.6-a
27 W 7.4-a
28 E 5.1.1-a
29 W 5.1.1-a
30 W 5.3.5-a 5.3.5-b
31 E 5.3.5-c
32 W 5.2.1-b
33 E 5.4.2-f
34 W 5.4.2-a
35 E 4.2.3-a
36 W 5.8-a
40 E 8.1.1-a
41 E 8.1.1-a
42 E 8.2.1-a 8.2.2-b 8.2.2-d
43 E 8.1.1-c 8.3.1-a
44 E 8.1.1-d 8.3.4-a
45 E 14.1-a 8.1.1-a
46 E 8.1.1-b 8.1.1-c
47 E 8.1.1-e
48 E 10.8.9-b 14.1-b
49 E 8.3.1-e
50 E 10.3.2-b 11.1.2-e
51 E 7.3.5-b 7.3.5-c
52 W 5.2.1-b 5.2.1-c
53 W 5.3.1-b
54 W 5.6.1-d
60 E 6.1-a
61 W 6.1-d
62 E 2.3-k 6.1-c
63 E 6.1-c
64 E 6.1-c 6.3.4-d
65 E 6.1-a 6.3.4-d
66 W 6.1-b
70 E 6.3.4-a 7.3.3-g
71 E 6.3.2-a 14.2-a 14.3-b
72 E 6.3.3-d 7.3.3-g
73 E 6.3.1-a 12.4.3-a
74 E 7.3.3-c
75 E 10.6.1-c 12.5.2-a 12.5.2-b
76 E 10.7.1-a 14.3-a
77 E 10.4-a 10.4-g
78 E 11.3.6-a 9.3.6-a
79 E 7.3.3-a 7.3.3-f
80 E 3.2-d 4.4.2-c 2.3-j 3.4-a
90 E 10.9.3B-a
91 W 10.9.2-c
92 E 10.9.3A-b 14.4-e
93 E 7.1.1-a 7.3.1-a
94 E 13.4.1-a
95 E 9.4.5-a 9.4.5-c
96 E 15-g
100 E 3-a
101 E 7.4-a 7.4-c
102 E 7.4-d
103 W 7.4-e 7.1.1-e
104 E 10.4-g
105 E 7.3.3-a 7.3.3-f
106 E 7.2.1-b 14.1-d
107 W 9.4.1a-a
108 E 2.2-b
109 E 15-b
110 E 15-d
111 W 15-c
"""
ROWS = {int(n): (grade, rules) for n, grade, *rules in map(str.split, DIGEST.strip().splitlines())}
BY_NUMBER = {int(check.entry.removeprefix("SC-")): check for check in CHECKS}
CASES = Counter((case.code, case.path.stem.split("-")[0]) for case in all_cases())
SERIES = find_series("mpbs")
assert SERIES is not None


def statement(rule: str) -> str:
    return rule if rule.startswith("EX-") else f"MP-{rule}"


def test_every_entry_has_one_check_or_holds_without() -> None:
    without = [int(entry.removeprefix("SC-")) for entry in BY_STRUCTURE]
    assert sorted([*BY_NUMBER, *without]) == sorted(ROWS)
    assert len(ROWS) == 82 and len(CHECKS) == len(BY_NUMBER)
    assert {number for number, *_ in VIOLATIONS} | {13} == set(without)


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(c.name for c in CHECKS).items() if count > 1] == []


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
class TestDocument:
    def test_agrees_with_the_digest(self, check: Check) -> None:
        number = int(check.code.removeprefix("MPB"))
        grade, rules = ROWS[number]
        assert check.entry == f"SC-{number:02d}"
        assert check.severity is (Severity.ERROR if grade == "E" else Severity.WARNING)
        assert {statement(rule) for rule in rules} <= set(check.rules)

    def test_cites_existing_statements_and_options(self, check: Check) -> None:
        assert set(check.rules) <= SERIES.statements
        assert all(SERIES.definition.option(option) for option in check.options)

    def test_is_written_out(self, check: Check) -> None:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", check.name)
        assert check.rationale[0].isupper() and check.rationale.endswith(".") and "  " not in check.rationale
        assert check.bad.strip() and check.good.strip() and check.bad != check.good

    def test_has_cases(self, check: Check) -> None:
        assert CASES[check.code, "ok"] and CASES[check.code, "bad"]


# --- what another code reports, or the form of a battle -----------------------------------------------------

BATTLE, MAP, OOB, SETUP = "battle.yaml", "map.yaml", "oob.yaml", "scenarios/battle.yaml"
CHARTS = "options: {ratio_exact: true}\n\ncharts:\n"
BRIDGE = "{holds: {side: union, hexes: [1405]}}\n    - id: hill"
VIOLATIONS = [
    (7, "GEN008", [(OOB, "nationality: northern, strength: 4", "footprint: 2, strength: 4")]),
    (7, "GEN008", [(OOB, "type: dismounted_cavalry,", "type: dismounted_cavalry, footprint: 2,")]),
    (21, "MPB020", [(OOB, "command: torsten, type: heavy_artillery", "type: heavy_artillery")]),
    (21, "MPB020", [(OOB, "command: falk, type: baggage", "type: baggage")]),
    (
        29,
        "MPB028",
        [(BATTLE, "side: empire\n    role: army_commander", "side: empire\n    role: replacement_wc")],
    ),
    (33, "GEN008", [(SETUP, "{leader: torsten, hex: 1204}", "{leader: torsten, hexes: [1203, 1204]}")]),
    (45, "MPB048", [(SETUP, "{leader: baner, hex: 1103}", "{leader: baner, hex: 1505}")]),
    (53, "MPB052", [(SETUP, "{leader: baner, hex: 1103}", "{leader: baner, hex: 1404}")]),
    (90, "REF008", [(MAP, "kind: slope_steep, sides", "kind: slope, sides")]),
    (
        92,
        "GEN047",
        [
            (
                BATTLE,
                CHARTS,
                f"{CHARTS}  - {{chart: T-TEC-HEXSIDE, key: [stream, in, reciprocal], value: false}}\n",
            )
        ],
    ),
    (
        95,
        "GEN047",
        [(BATTLE, CHARTS, f"{CHARTS}  - {{chart: T-TEC-HEX, key: [village, avoid_fire], value: false}}\n")],
    ),
    (
        95,
        "GEN047",
        [(BATTLE, CHARTS, f"{CHARTS}  - {{chart: T-TEC-HEX, key: [woods, avoid_fire], value: true}}\n")],
    ),
    (96, "REF007", [(SETUP, BRIDGE, BRIDGE.replace("1405", "1905"))]),
    (96, "REF009", [(SETUP, "region: hill, count", "region: hills, count")]),
    (96, "REF018", [(SETUP, "place: rosenau", "place: roosenau")]),
    (106, "MPB104", [(SETUP, "  baggage_mobile: false\n", "")]),
    (107, "MPB104", [(SETUP, "  reaction_fire_exhaustion: true\n", "")]),
    (110, "REF014", [(BATTLE, CHARTS, f"{CHARTS}  - {{chart: T-VP, key: [king_james], value: 50}}\n")]),
]


def changed(tmp_path: Path, edits: list[tuple[str, str, str]]) -> list[Diagnostic]:
    """What is said of a copy of the teaching battle with texts replaced in its files."""
    content = {
        "base": "teaching-mpbs",
        "edits": [{"file": file, "replace": old, "with": new} for file, old, new in edits],
    }
    return run(Case(tmp_path / "case.yaml", content), tmp_path)


@pytest.mark.parametrize(("number", "code", "edits"), VIOLATIONS, ids=lambda v: str(v)[:12])
def test_a_violation_is_reported(
    number: int, code: str, edits: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    diagnostics = [d for d in changed(tmp_path, edits) if d.code == code]
    severity = Severity.ERROR if ROWS[number][0] == "E" else Severity.WARNING
    assert severity in {d.severity for d in diagnostics}
    assert code in BY_STRUCTURE[f"SC-{number:02d}"]
    if code.startswith("MPB"):
        cited = {rule for d in diagnostics if d.severity is severity for rule in d.rules}
        assert cited & {statement(rule) for rule in ROWS[number][1]}


def test_backs_of_counters() -> None:
    """SC-13: FS, Fired, Finished and captured backs; an army commander is never finished (MP-5.1.1-b)."""
    loaded = load(base_folder("teaching-mpbs"))
    battle = loaded.battle
    assert battle is not None and SERIES is not None
    backs = {c.id: c.back is not None for c in counter_list(battle, SERIES)}
    assert all(backs[f"unit-{unit.id}"] for unit in battle.units)
    for leader in battle.leaders:
        assert backs[f"leader-{leader.id}"] is (leader.role not in ("army_commander", "sovereign")), leader.id


def test_slopes_fall_from_the_hex_they_are_written_from() -> None:
    """SC-90: every slope of a map is gentle or steep and has a high side (MP-10.9.3B-a)."""
    battle = load(base_folder("teaching-mpbs")).battle
    assert battle is not None and battle.map is not None
    slopes = [f for f in battle.map.features if f.kind.startswith("slope")]
    assert slopes and all(f.inside is not None for f in slopes)
    kinds = {t.id for t in battle.series.terrains if t.id.startswith("slope")}
    assert kinds == {"slope_gentle", "slope_steep"}
    assert all(t.directed for t in battle.series.terrains if t.id in kinds)


def test_what_is_reciprocal() -> None:
    """SC-92: the list of MP-10.9.3A-b, and a ford."""
    assert SERIES is not None
    sides, hexes = SERIES.charts.get("T-TEC-HEXSIDE"), SERIES.charts.get("T-TEC-HEX")
    reciprocal = {k for k in sides.axis("hexside").ids if sides.value(k, "in", "reciprocal") is True}
    works = {"abatis", "redoubt", "entrenchment", "fortified_line"}
    assert reciprocal == {"stream", "hedge", "berm", "elevated_road", "ford"} | works
    assert [k for k in hexes.axis("terrain").ids if hexes.value(k, "reciprocal") is True] == ["bridge"]


def test_where_fire_may_be_avoided() -> None:
    """SC-95, MP-9.4.5-a, MP-9.4.5-c: castle, town and village; works are hexsides and have no such value."""
    assert SERIES is not None
    hexes = SERIES.charts.get("T-TEC-HEX")
    avoided = [k for k in hexes.axis("terrain").ids if hexes.value(k, "avoid_fire") is True]
    assert avoided == ["village", "town", "castle"]
    assert "avoid_fire" not in SERIES.charts.get("T-TEC-HEXSIDE").axis("property").ids
