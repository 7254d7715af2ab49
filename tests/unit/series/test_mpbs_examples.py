"""Worked examples of Musket & Pike that checks, geometry, states and the module prove; and which ones wait.

Examples that charts, movement and sight prove stand beside those; `mpbs_examples.yaml` lists all of them, each with the
file that proves it or with what it waits for.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.line import line_template
from jdgtools.series.mpbs.footprint import zones
from jdgtools.series.mpbs.module_facts import morale_in_force
from jdgtools.series.registry import find_series
from tests.unit.series.test_mpbs_checks import OOB, SETUP, changed

SERIES = find_series("mpbs")
assert SERIES is not None

# --- checks -------------------------------------------------------------------------------------------------

TORSTEN = "{leader: torsten, hex: 1204}"
CUIRASSIERS = "{unit: em-cuir, hex: 1501, facing: W}"
LIGHT_HORSE = "{unit: em-arq, region: hilltop, facing: W}"
OLD = "{unit: un-old, hex: 1205, facing: E, state: [formation_shaken, morale_shaken]}"
MUSKETS = "{unit: un-cmd, hex: 1202, facing: E}"
BLUE = "{unit: un-blue, hex: 1202, facing: E}"
HEAVY_GUN = "{unit: un-heavy, hex: 1203, facing: E}"
LIGHT_GUN = "{unit: un-light, hex: 1104, state: limbered}"
RED = "{unit: em-red, hexes: [1504, 1503], facing: W}"
RED_WING = (OOB, "command: falk, type: pike_and_shot, nationality: imperial, footprint: 2, strength: 14",
            "command: rohan, type: pike_and_shot, nationality: imperial, footprint: 2, strength: 14")  # fmt: skip
SHAKEN_WING = [
    RED_WING,
    (SETUP, RED, RED.replace("W}", "W, state: formation_broken}")),
    (SETUP, CUIRASSIERS, CUIRASSIERS.replace("W}", "W, state: morale_shaken}")),
    (SETUP, "W, state: {formation: formation_broken}}", "W}"),
]


def codes(tmp_path: Path, edits: list[tuple[str, str, str]]) -> set[str]:
    return {d.code for d in changed(tmp_path, edits)}


def test_leaving_the_field(tmp_path: Path) -> None:
    """EX-4.6-1: two wings on the map under Rally; the third, not yet arrived, does not count (AMB-07)."""
    rally = (SETUP, "horn: charge, torsten: make_ready", "horn: rally, torsten: rally")
    [problem] = [d for d in changed(tmp_path, [rally]) if d.code == "MPB026"]
    assert "`horn` and `torsten`" in problem.message and "leslie" not in problem.message


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ((TORSTEN, "{leader: torsten, hex: 1304}"), {"MPB052"}),
        ((TORSTEN, "{leader: torsten, hex: 1201}"), {"MPB032"}),
        (("{leader: baner, hex: 1103}", "{leader: baner, hex: 1304}"), set()),
    ],
    ids=["alone", "with another wing", "army commander"],
)
def test_stray_commanders(edit: tuple[str, str], expected: set[str], tmp_path: Path) -> None:
    """EX-5.2.1-1: a wing commander alone, or with a unit of another wing only, is lost; an army commander not."""
    assert codes(tmp_path, [(SETUP, *edit)]) & {"MPB032", "MPB052"} == expected


def test_forced_rally(tmp_path: Path) -> None:
    """EX-5.8-1: horse shaken or gone in pursuit, foot broken; light infantry and guns do not count."""
    edits = [*SHAKEN_WING, (SETUP, LIGHT_HORSE, "{unit: em-arq, box: pursuit}")]
    assert "MPB036" in codes(tmp_path, edits)


def test_no_forced_rally_while_reinforcements_wait(tmp_path: Path) -> None:
    """EX-5.8-2: the same wing with a cavalry unit that is due later."""
    edits = [
        *SHAKEN_WING,
        (SETUP, f"  - {LIGHT_HORSE}\n", ""),
        (SETUP, "    units: [em-grey]", "    units: [em-grey, em-arq]"),
    ]
    assert "MPB036" not in codes(tmp_path, edits)


STACKING = {"MPB041", "MPB042", "MPB043", "MPB044", "MPB046", "MPB047"}
LIGHT_UNIT = (OOB, "command: horn, type: arquebusiers", "command: horn, type: dragoons")


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([(SETUP, LIGHT_GUN, "{unit: un-light, hex: 1204, facing: W}"), (SETUP, MUSKETS, f"{MUSKETS}\n  - {{unit: un-bag, hex: 1202}}"),
          (SETUP, "  - {unit: un-bag, hex: 1105}\n", ""), (SETUP, "{unit: em-gun, hex: 1505", "{unit: em-gun, hex: 1501")],
         {"MPB044"}),
        ([(SETUP, f"  - {LIGHT_GUN}\n", ""), (SETUP, HEAVY_GUN, f"{HEAVY_GUN}\n  - {{unit: un-light, hex: 1204, facing: W}}")], set()),
        ([(SETUP, OLD, "{unit: un-old, hex: 1203, facing: E}")], {"MPB041"}),
        ([(SETUP, MUSKETS, "{unit: un-cmd, hex: 1205, facing: E}")], {"MPB041"}),
        ([LIGHT_UNIT], {"MPB041"}),
        ([(SETUP, OLD, "{unit: un-old, hex: 1201, facing: E}")], {"MPB041"}),
        ([(SETUP, LIGHT_GUN, "{unit: un-light, hex: 1203, facing: E}")], {"MPB043"}),
        ([(OOB, "commanded_muskets, nationality: northern, strength: 2", "commanded_muskets, nationality: northern, strength: 3")],
         {"MPB042"}),
        ([(SETUP, "{unit: un-horn, hex: 1201", "{unit: un-horn, hex: 1202")], {"MPB041", "MPB047"}),
    ],
    ids=["one gun above, one beneath", "a gun on each half", "two heavy", "heavy and light", "two light",
         "heavy and cavalry", "two guns", "three points", "cavalry with a full stack"],
)  # fmt: skip
def test_stacks(edits: list[tuple[str, str, str]], expected: set[str], tmp_path: Path) -> None:
    """EX-8.1-1: who may share a hex; the teaching battle itself has cavalry with light infantry, and leaders."""
    assert codes(tmp_path, edits) & STACKING == expected


BOTH = "state: [formation_shaken, morale_shaken]}"


@pytest.mark.parametrize(
    ("blue", "muskets", "oob", "legal"),
    [
        (BOTH, BOTH, "", True),
        ("state: morale_shaken}", "state: formation_shaken}", "", False),
        (BOTH, BOTH, "strength: 3", False),
        (BOTH, BOTH, "command: torsten", False),
        (BOTH, f"facing: NE, {BOTH}", "", False),
    ],
    ids=["worse of both", "not yet", "three points", "other wing", "other facing"],
)
def test_cavalry_joins_light_infantry(blue: str, muskets: str, oob: str, legal: bool, tmp_path: Path) -> None:
    """EX-8.2-1: the stack has the worse of both states; three points, another wing or facing are illegal."""
    facing = "facing: E, " if "facing" not in muskets else ""
    edits = [
        (SETUP, BLUE, f"{{unit: un-blue, hex: 1202, facing: E, {blue}"),
        (SETUP, MUSKETS, f"{{unit: un-cmd, hex: 1202, {facing}{muskets}"),
    ]
    old = "side: union, command: horn, type: commanded_muskets, nationality: northern, strength: 2"
    if oob:
        new = re.sub(rf"{oob.split(':')[0]}: \w+", oob, old)
        edits.append((OOB, old, new))
    assert ("MPB042" not in codes(tmp_path, edits)) is legal


# --- geometry -----------------------------------------------------------------------------------------------


def test_fire_along_a_hexside() -> None:
    """EX-10.8-1: two hexes lie along the line; the unit on the other side than was chosen is not fired at."""
    grid = HexGrid(9, 9, orientation="flat")
    gun, target = grid.cube(grid.index("0303")), grid.cube(grid.index("0503"))
    between = line_template(target.q - gun.q, target.r - gun.r).steps[1]
    assert between.tied and len(between.hexes) == 2
    sides = {grid.id(grid.find(gun + cube)) for cube in between.hexes}
    assert sides == {"0402", "0403"}


def test_grazing_fire_has_a_range_for_each_target() -> None:
    """EX-10.8-2: Y stands on the line of fire to Z; each is fired at with the modifier of its own range."""
    grid = HexGrid(9, 9, orientation="flat")
    gun, nearer, farther = (grid.index(name) for name in ("0301", "0303", "0306"))
    delta = grid.cube(farther) - grid.cube(gun)
    line = {
        grid.find(grid.cube(gun) + cube)
        for step in line_template(delta.q, delta.r).steps
        for cube in step.hexes
    }
    assert nearer in line
    ranges = SERIES.charts.get("T-ART-RANGE")
    drms = [ranges.lookup("12-24", grid.distance(gun, there)).value for there in (nearer, farther)]
    assert drms == [2, 1]
    assert SERIES.charts.get("T-LOS-UNITS").value("heavy_infantry", "grazing") == "hit"


def test_a_two_hex_unit_attacks_its_central_front_hex() -> None:
    """MP-11.1.3-a, of EX-11.1-1: the outer front hexes touch one half only."""
    grid = HexGrid(9, 9, orientation="flat")
    left = grid.index("0404")
    right = grid.neighbour(left, 2)
    front = zones(grid, (left, right), 0).front
    central = [h for h in front if grid.distance(h, left) == 1 and grid.distance(h, right) == 1]
    assert central == [grid.neighbour(left, 1)] and len(front) == 3


# --- states and the module ----------------------------------------------------------------------------------


def test_two_salvos() -> None:
    """EX-10.2-1: after two salvos a cavalry unit has none left; a third state there is not."""
    pistols = SERIES.definition.axis("pistols")
    assert [value.id for value in pistols.values] == ["pistols_loaded", "first_pistol_used", "no_pistols"]


def morale(printed: int, state: str) -> int:
    """What the module takes for the morale in force of a unit."""
    text = morale_in_force("acting")
    for name in ("morale_broken", "morale_shaken"):
        count = rf'CountMap\("\[map\]","\{{[^}}]*\[morale {name}\][^}}]*\}}"\)>0'
        text = re.sub(count, str(int(state == name)), text)
    text = re.sub(r'SumMap\("r_morale_now",[^)]*\)', str(printed), re.sub(r"Acting==1", "", text))
    while match := re.search(r"\((\d+)\?([\d-]+):([\d-]+)\)", text):
        chosen = match[2] if match[1] != "0" else match[3]
        first, _, rest = chosen.partition("-")
        text = text.replace(match[0], str(int(first) - int(rest or 0)))
    return int(text)


@pytest.mark.parametrize(
    ("printed", "state", "expected"),
    [(7, "morale_normal", 7), (7, "morale_shaken", 6), (8, "morale_shaken", 7), (7, "morale_broken", 1)],
)
def test_morale_in_force(printed: int, state: str, expected: int) -> None:
    """EX-12.4.2-1: Morale Shaken is one less than printed; Morale Broken is 1 (MP-12.4.3-a)."""
    assert morale(printed, state) == expected


def test_morale_checks_against_the_morale_in_force() -> None:
    """EX-12.2-1, EX-12.2-2, EX-13.2.5-1: the roll and one leader's rating against the morale in force."""
    check = next(c for c in SERIES.module.checks if c.id == "morale_check")
    assert check.rating == morale_in_force("acting")
    ratings = {f.low for role in SERIES.definition.roles for f in role.fields if f.id == "rating"}
    assert ratings == {-2}

    def passes(roll: int, leader: int, printed: int, state: str) -> bool:
        return roll + leader <= morale(printed, state)

    assert not passes(7, 0, 7, "morale_shaken") and not passes(2, 0, 7, "morale_broken")
    assert passes(8, -1, 7, "morale_normal") and passes(9, -2, 7, "morale_normal")
    assert not passes(9, -1, 7, "morale_normal")
    assert passes(3, -2, 7, "morale_broken") and not passes(4, -2, 7, "morale_broken")
    assert [roll for roll in range(10) if passes(roll, 0, 7, "morale_broken")] == [0, 1]
    assert SERIES.charts.get("T-ORDERS").value("rally_self", "rally") == "yes"


def test_the_legend_of_close_combat_says_what_a_second_shaken_does() -> None:
    """MP-12.4.6-a, MP-11.4.1-c: Morale Shaken before, the unit becomes Morale Broken and routs, with MS too."""
    chart = SERIES.charts.get("T-CC")
    legend = next(note.text for note in chart.notes if note.id == "legend")
    for language, words in {
        "en": "if Shaken before",
        "fr": "si déjà ébranlé",
        "pl": "już było obniżone",
    }.items():
        of_shaken = (legend.get(language) or "").partition("MS")[2].partition("MB")[0]
        assert words in of_shaken
