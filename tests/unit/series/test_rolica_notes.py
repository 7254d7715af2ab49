"""The numbers in the designer's notes of Roliça, reckoned again from the battle."""

from __future__ import annotations

import re

import pytest

from jdgtools.derived import derive
from jdgtools.loading import load
from tests.checks.cases import base_folder

FOLDER = base_folder("rolica-1808")
NOTES = (FOLDER / "NOTES.md").read_text(encoding="utf-8")
FOOT, HORSE, GUNS = "infantry", "cavalry", "foot_artillery"

# Row of the table of marches (its beginning) -> per figure: class, MP of an activation, ways from and to.
MARCHES = {
    "Rifles 0805": [(FOOT, 6, ["0805-0810"])],
    "Hill 0704": [(FOOT, 5, ["0704-0710", "0603-0710"]), (FOOT, 5, ["0804-0910", "0904-0910"])],
    "Craufurd 0902": [(FOOT, 5, ["0902-0910"])],
    "9-pdr 0903": [(GUNS, 5, ["0903-0907"])],
    "Trant 0304": [(FOOT, 5, ["0304-0513"]), (FOOT, 5, ["0302-0513"])],
    "Ferguson 1601": [(FOOT, 5, ["1601-1413"])],
    "French foot 0811, 0911": [(FOOT, 5, ["0811-0822", "0911-1022"])],
    "French guns 0911": [(GUNS, 5, ["0911-1020"]), (GUNS, 5, ["1020-1022"])],
    "Allied foot Roliça": [(FOOT, 5, ["0912-1020", "0912-0820", "0912-0620", "0912-1220"])],
    "Allied guns 0903": [(GUNS, 5, ["0903-1020"])],
    "Trant 0513": [(FOOT, 5, ["0513-0422"])],
    "Ferguson 1413": [(FOOT, 5, ["1413-1422"])],
    "Ferguson straight": [(FOOT, 5, ["1601-1422"]), (GUNS, 5, ["1601-1422"])],
    "Foot from a mouth": [(FOOT, 5, ["0820-0822"])],
    "French foot from the heads": [
        (FOOT, 5, ["0622-0930", "0822-0930", "1022-0930", "1222-0930"]),
        (GUNS, 5, ["1022-0930"]),
    ],
    "Chasseurs 0914": [(HORSE, 9, ["0914-0930"])],
    "Portuguese horse 0301": [(HORSE, 9, ["0301-0924"]), (HORSE, 9, ["0924-0930"])],
    "20th Light Dragoons": [(HORSE, 9, ["1103-0930"])],
    "Loison 1825": [(FOOT, 5, ["1825-1222"]), (FOOT, 5, ["1825-0924"])],
}


@pytest.fixture(scope="module")
def rolica():
    loaded = load(FOLDER)
    assert loaded.battle and loaded.series and loaded.charts and loaded.battle.map
    return derive(loaded.battle, loaded.series, loaded.charts, loaded.battle.scenarios[0])


def rows(heading):
    """Cells of the lines of the table whose heading begins so, without the two lines of the heading."""
    _, _, rest = NOTES.partition(f"\n| {heading}")
    lines = rest.split("\n\n")[0].splitlines()[2:]
    assert lines
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def activations(path, allowance):
    """How many activations a path takes: a step that cannot be paid waits for the next one."""
    count, left = 0, 0
    for leg in path:
        if leg.cost > left:
            count, left = count + 1, allowance
        left -= leg.cost
        assert left >= 0
    return count


def span(numbers):
    low, high = min(numbers), max(numbers)
    return f"{low}" if low == high else f"{low}-{high}"


def test_marches(rolica):
    """Every row of the table: movement points and activations of the cheapest ways, nobody in the way."""
    index = rolica.map_rules.map.grid.index
    found = {}
    for first, points, acts, *_ in rows("March |"):
        if not first.startswith("**So**"):
            found[first] = (points, acts)
    keys = {next((k for k in MARCHES if row.startswith(k)), row) for row in found}
    assert keys == set(MARCHES)
    for row, (points, acts) in found.items():
        key = next(k for k in MARCHES if row.startswith(k))
        expected, needed = [], []
        for movement_class, allowance, ways in MARCHES[key]:
            ends = [way.split("-") for way in ways]
            assert all(start in row for start, _ in ends) or key in ("Ferguson straight",)
            paths = [rolica.path(index(a), index(b), movement_class) for a, b in ends]
            assert all(paths)
            expected.append(span([p.cost for p in paths]))
            needed.append(span([activations(p.path, allowance) for p in paths]))
        plus = "; +" if "; +" in points else "; "
        assert points == plus.join(expected), row
        acts = re.sub(r" \(light .*\)", "", acts)
        assert acts in (plus.join(needed), span(needed)), (row, needed)


def test_prose_of_the_marches(rolica):
    """What rows and sections say beside their columns."""
    grid, index = rolica.map_rules.map.grid, rolica.map_rules.map.grid.index
    light = rolica.path(index("0811"), index("0822"), FOOT)
    assert "3 (light 2)" in NOTES and activations(light.path, 6) == 2
    # Wellesley's range at the start.
    scenario, battle = rolica.scenario, rolica.battle
    where = {p.piece: p.hexes[0] for p in scenario.placements if p.hexes}
    trant = {grid.distance(where["wellesley"], where[u.id]) for u in battle.units if u.command == "trant"}
    assert trant == {6} and "Trant's brigade 6 hexes away" in NOTES
    assert "range 7" in NOTES and battle.leader("wellesley").front["range"] == 7
    # A gully next to an enemy: wood 2, slope 1.
    direction = grid.direction(index("0820"), index("0821"))
    near = rolica.series.movement.step_near_enemy(rolica.map_rules, index("0820"), direction, FOOT)
    assert "next to an enemy the gully costs 3 (wood 2, slope 1)" in NOTES and near.cost == 3
    assert "9-pdr 0903 to 0907, four hexes" in NOTES
    assert grid.distance(index("0907"), where["fr-guns-a"]) == 4
    # One brook, one height, one ridge.
    assert "13 `cliff` hexsides" in NOTES
    assert sum(f.kind == "cliff" for f in rolica.map_rules.map.features) == 13
    assert "| Height of Roliça | 16 hexes, 5 wide, 3 deep" in NOTES
    assert len(rolica.map_rules.map.region("first-position").hexes) == 16
    assert "10 hexes" in NOTES and grid.distance(index("0912"), index("0922")) == 10
    assert "5 MP x 200 m" in NOTES and rolica.map_rules.map.hex_metres == 200


def test_cut_off_needs_more_than_a_ride(rolica):
    """A regiment can be in both hexes by turn 2: it does not count before turn 6, nor for an army that is behind."""
    for scenario in rolica.battle.scenarios:
        cut = next(a for a in scenario.automatic if a.id == "cut-off")
        turn, holds, lead = cut.when.parts
        assert (turn.kind, turn.low, turn.high, holds.kind) == ("turn", 6, 9, "holds")
        assert (lead.kind, lead.side, lead.low, lead.high) == ("difference", "allied", 1, None)
    assert "held at the end of one of the turns 6 to 9, and they lead" in NOTES


def test_a_broken_division_must_leave_the_allies_ahead(rolica):
    """What one automatic victory asks for, the other lacks by a point."""
    for scenario in rolica.battle.scenarios:
        whens = {a.id: a.when.parts for a in scenario.automatic if a.id in ("division-broken", "sold-dearly")}
        (losses, lead), (same, no_lead) = whens["division-broken"], whens["sold-dearly"]
        assert (losses.kind, losses.units, losses.percent) == (same.kind, same.units, same.percent)
        assert f"they lead by {lead.low} points or more" in NOTES and lead.high is None
        assert f"the Allies do not lead by {lead.low}" in NOTES and no_lead.high == lead.low - 1


def test_strength_points(rolica):
    """Men / 200 for infantry, / 150 for cavalry, halves up, at least 1; guns by the piece."""
    units = {u.id: u for u in rolica.battle.units}
    size = rolica.battle.men_per_point
    assert size == {"infantry": 200, "cavalry": 150}
    for unit in units.values():
        assert (unit.effectives is None) == (unit.arm == "artillery"), unit.id
        if unit.effectives is not None:
            right = max(1, int(unit.effectives / size[unit.arm] + 0.5))
            assert unit.number("strength") == right, unit.id
            assert f"{unit.effectives:,}" in NOTES, unit.id
        front, back = unit.number("strength"), unit.number("strength", back=True)
        assert back == max(1, front - max(1, front // 4)), unit.id

    def total(side, arm, *without):
        return sum(
            u.number("strength")
            for u in units.values()
            if u.side == side and u.arm == arm and u.command not in without
        )

    british = sum(
        u.number("strength")
        for u in units.values()
        if u.side == "allied" and u.arm == FOOT and u.command != "trant"
    )
    assert f"{british} British foot + {total('allied', FOOT) - british} Portuguese foot" in NOTES
    horse, guns = total("allied", "cavalry"), total("allied", "artillery")
    assert f"+ {horse} horse + {guns} artillery = {total('allied', FOOT) + horse + guns}" in NOTES
    loison = ("solignac", "charlot")
    parts = [total("france", arm, *loison) for arm in (FOOT, "cavalry", "artillery")]
    assert "Whole: {} foot + {} horse + {} artillery = {}".format(*parts, sum(parts)) in NOTES
    assert f"{total('france', FOOT) - parts[0]} points" in NOTES
    assert f"60 % (15 of {sum(parts)} points)" in NOTES and 14 < 0.6 * sum(parts) <= 15
    assert "25 % (22 of 86 points)" in NOTES and 21 < 0.25 * 86 <= 22


def test_fights(rolica):
    """Sums of modifiers, and chances of 1d10 + DRM: 6 or more, 3 or less."""
    for attack, sum_text, leaves, thrown, *_ in rows("Attack |"):
        terms, _, total = sum_text.rpartition("=")
        drm = int(total.strip().replace("−", "-"))
        numbers = [int(n.replace(" ", "")) for n in re.findall(r"(?<![\w])[+-]?\d+", terms)]
        assert sum(numbers) == drm, (attack, numbers)
        wins = sum(die + drm >= 6 for die in range(10)) * 10
        loses = sum(die + drm <= 3 for die in range(10)) * 10
        assert leaves.startswith("never" if wins == 0 else f"{wins} %"), (attack, wins)
        assert thrown.startswith("0" if loses == 0 else f"{loses} %"), (attack, loses)


@pytest.mark.parametrize(("ratio", "drm"), [("1:2", -2), ("1:1", 0), ("1.5:1", 1), ("2:1", 2), ("5:1", 5)])
def test_ratios(rolica, ratio, drm):
    """The modifiers of the ratio that the table of fights uses are those of the chart."""
    assert rolica.map_rules.charts.get("TBL-RATIO").value(ratio) == drm


def test_victory_points(rolica):
    """The table of awards: points each and at most."""
    awards = {a.id: a for a in rolica.scenario.awards}

    def most(award):
        many = max(len(award.when.units), len(award.when.hexes), 1) if award.each else 1
        turns = [p for p in award.when.parts if p.kind == "turn"]
        many *= turns[0].high - turns[0].low + 1 if award.at == "turn" and turns else 1
        return award.points * many

    expected = {
        "heads of gullies | 1 |": "heads",
        "Zambujeira in hand at the end of turn 9 (15:00-16:00) | |": "afternoon",
        "French battalion, voltigeurs, Swiss, chasseurs eliminated | 2 |": "french-losses",
        "section of guns eliminated (taken) | 2 |": "guns-taken",
        "Roliça held at the end of turns 2 to 5 | 1 |": "first-bound",
        "three heads held at the end of turns 5 to 10 | 1 |": "second-bound",
        "section of guns away by the Lisbon road | 2 |": "guns-saved",
    }
    for row, name in expected.items():
        assert f"{row} {most(awards[name])} |" in NOTES, name
    assert "| Roliça 1, Columbeira 1 | | 2 |" in NOTES
    assert most(awards["rolica"]) + most(awards["columbeira"]) == 2
    assert "| Zambujeira 2, the Lisbon road 2 | | 4 |" in NOTES
    assert most(awards["zambujeira"]) + most(awards["road-south"]) == 4
    assert "seven units of foot and horse, from the start | 2 | 14 |" in NOTES
    assert awards["division"].points == most(awards["french-losses"]) == 14
    assert f"Allied unit eliminated | 2 | ({most(awards['allied-losses'])})" in NOTES


def test_counts_and_chances(rolica):
    """Markers of section 6, the uncertain arrival of section 10."""
    battle = rolica.battle
    removed = rolica.scenario.removed_markers
    normal = [m for m in battle.activation if m.code == "O" and m.id not in removed]
    formations = {c for m in normal for c in m.commands}
    assert f"{len(formations)} formations x 2 markers = {len(normal)}" in NOTES
    arrivals = {a.id: a for a in battle.scenario("loison").arrivals}
    chances = {}
    for name in ("loison-first", "loison-second"):
        turns = arrivals[name].until - arrivals[name].turn + 1
        chances[name] = 1 - 0.8**turns
        assert f"1 - 0.8^{turns} = {chances[name] * 100:.0f} %" in NOTES
    first, second = (1 - c for c in chances.values())
    assert f"{first:.2f} x {second:.2f} = {first * second * 100:.0f} %" in NOTES
    assert f"Solignac by turn 8 | 1 - 0.8^3 = {(1 - 0.8**3) * 100:.0f} %" in NOTES
