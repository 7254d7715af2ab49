"""The numbers in the designer's notes of the bundled battles, computed again from the battle: marches, fights, awards, strengths."""

from __future__ import annotations

import re

import pytest

from jdgtools.derived import derive
from jdgtools.loading import load
from tests.checks.cases import base_folder

BATTLES = ["vimeiro-1808", "bremule-1119", "bouvines-1214", "edgehill-1642"]
JDG = ["vimeiro-1808"]
AFE = ["bremule-1119", "bouvines-1214"]
ARMS = {
    "jdg": ("infantry", "cavalry", "artillery"),
    "afe": ("infantry", "cavalry"),
    "mpbs": ("heavy_infantry", "light_infantry", "cavalry"),
}
"""Arms with a column in the table of strengths."""


@pytest.fixture(scope="module", params=BATTLES)
def case(request):
    """The first scenario of a battle with its rules derived, and the text of its notes."""
    return _case(request.param)


def _case(name):
    folder = base_folder(name)
    loaded = load(folder)
    assert loaded.battle and loaded.series and loaded.charts and loaded.battle.map
    derived = derive(loaded.battle, loaded.series, loaded.charts, loaded.battle.scenarios[0])
    return derived, (folder / "NOTES.md").read_text(encoding="utf-8")


def rows(notes, heading):
    """Return the cells of the lines of the table whose heading begins so, without its two lines of heading."""
    _, _, rest = notes.partition(f"\n| {heading}")
    lines = rest.split("\n\n")[0].splitlines()[2:]
    assert lines, heading
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def activations(path, allowance):
    """Return how many activations a path takes: a step that cannot be paid waits for the next one."""
    count, left = 0, 0
    for leg in path:
        if leg.cost > left:
            count, left = count + 1, allowance
        left -= leg.cost
        assert left >= 0
    return count


def test_marches(case):
    """Every row of the table of marches: movement points and activations of the cheapest way."""
    derived, notes = case
    index = derived.map_rules.map.grid.index
    for name, start, end, movement_class, allowance, points, acts, *_ in rows(notes, "March | From"):
        route = derived.path(index(start), index(end), movement_class)
        assert route is not None, name
        expected = (route.cost, activations(route.path, int(allowance)))
        assert (int(points), int(acts)) == expected, name


def test_strengths_follow_the_men(case):
    """Men over the size of a point, halves up, at least 1; the back a quarter less, at least one less."""
    derived, _ = case
    battle = derived.battle
    strength = "sp" if battle.series.id == "afe" else "strength"
    sizes = battle.men_per_point
    for unit in battle.units:
        if unit.effectives:
            size = sizes.get(unit.arm) or sizes[unit.type]
            assert unit.number(strength) == max(1, int(unit.effectives / size + 0.5)), unit.id
    if battle.series.id == "jdg":
        for unit in battle.units:
            front, back = unit.number(strength), unit.number(strength, back=True)
            assert back == max(1, front - max(1, front // 4)), unit.id


def test_strength_of_the_sides(case):
    """The table of the points of each side by arm."""
    derived, notes = case
    battle = derived.battle
    strength = "sp" if battle.series.id == "afe" else "strength"
    for name, *numbers in rows(notes, "Side |"):
        side = next(s for s in battle.sides if s.name.get("en") == name)
        arms = ARMS[battle.series.id]
        sums = [
            sum(u.number(strength) for u in battle.units if u.side == side.id and u.arm == arm)
            for arm in arms
        ]
        assert [int(n) for n in numbers] == [*sums, sum(sums)], name


def test_strength_of_the_smaller_scenario():
    """The points of both sides among the pieces that the scenario uses."""
    derived, notes = _case("vimeiro-1808")
    battle = derived.battle
    hill = next(s for s in battle.scenarios if s.id == "hill")
    used = {p.piece for p in hill.placements} | {
        unit for a in hill.arrivals for stack in a.stacks for unit in stack
    }
    points = {
        side.id: sum(u.number("strength") for u in battle.units if u.side == side.id and u.id in used)
        for side in battle.sides
    }
    assert f"the French have {points['france']} points against {points['allied']}" in notes


def test_awards(case):
    """The table of awards of the first scenario: points each and at most."""
    derived, notes = case
    scenario, battle = derived.scenario, derived.battle
    table = {name: (int(points), int(largest)) for name, points, largest in rows(notes, "Award |")}
    expected = {}
    for award in scenario.awards:
        many = 1
        if award.each:
            when = award.when
            side = [u for u in battle.units if u.side == when.side] if when.kind == "eliminated" else []
            # Who fulfils several parts of an `any` counts once.
            units = {unit for part in (when, *when.parts * (when.kind == "any")) for unit in part.units}
            many = max(len(units), len(when.hexes), len(side))
        turns = [p for p in award.when.parts if p.kind == "turn"]
        if award.at == "turn" and turns:
            many *= turns[0].high - turns[0].low + 1
        expected[award.id] = (award.points, award.points * many)
    assert table == expected


@pytest.mark.parametrize("name", JDG)
def test_fights(name):
    """Sums of modifiers, and chances of 1d10 + DRM: 6 or more, 3 or less; the ratio is that of the chart."""
    derived, notes = _case(name)
    for attack, sum_text, leaves, thrown, *_ in rows(notes, "Attack |"):
        terms, _, total = sum_text.rpartition("=")
        drm = int(total)
        assert sum(int(n) for n in re.findall(r"[+-]?\d+", terms)) == drm, attack
        wins = sum(die + drm >= 6 for die in range(10)) * 10
        loses = sum(die + drm <= 3 for die in range(10)) * 10
        assert f"{wins} %" in leaves, (attack, wins)
        assert thrown == ("0" if loses == 0 else f"{loses} %"), (attack, loses)
        attacker, defender = (int(n) for n in re.findall(r"\((\d+), coh", attack))
        ratio = re.search(r"ratio ([+-]?\d+)", sum_text)
        assert ratio and int(ratio[1]) == ratio_drm(
            derived.map_rules.charts.get("TBL-RATIO"), attacker, defender
        ), attack


def test_a_ride_through_the_village_does_not_end_the_battle():
    """Dragoons reach Vimeiro by turn 2, so its automatic victory waits until they can be driven out again."""
    derived, notes = _case("vimeiro-1808")
    sea = next(a for a in derived.scenario.automatic if a.id == "into-the-sea")
    first = sea.when.parts[0]
    assert (first.kind, first.low) == ("turn", 5)
    assert "held at the end of turn 5 or later" in notes


@pytest.mark.parametrize("name", AFE)
def test_marches_with_turning(name):
    """The second table of marches: movement points of a unit from its place and facing in the setup."""
    derived, notes = _case(name)
    index = derived.map_rules.map.grid.index
    where = {p.piece: p.hexes[0] for p in derived.scenario.placements if p.hexes}
    units = {u.id: u for u in derived.battle.units}
    for unit, start, end, points in rows(notes, "Unit | From"):
        assert where[unit] == index(start), unit
        movement_class = "mounted" if units[unit].arm == "cavalry" else "foot"
        route = derived.path(index(start), index(end), movement_class, unit)
        assert route is not None and route.cost == int(points), unit


@pytest.mark.parametrize("name", AFE)
def test_melees(name):
    """Sums of modifiers, and chances of 1d10 + sum: 7 or more, 3 or less; ratio and quality are those of the charts."""
    derived, notes = _case(name)
    charts = derived.map_rules.charts
    for melee, sum_text, leaves, thrown, *_ in rows(notes, "Melee |"):
        terms, _, total = sum_text.rpartition("=")
        named = {word: int(number) for word, number in re.findall(r"([a-z]+) ([+-]?\d+)", terms)}
        assert sum(named.values()) == int(total), melee
        assert -7 <= int(total) <= 7
        wins = sum(die + int(total) >= 7 for die in range(10)) * 10
        loses = sum(die + int(total) <= 3 for die in range(10)) * 10
        assert (leaves, thrown) == tuple("0" if n == 0 else f"{n} %" for n in (wins, loses)), (
            melee,
            wins,
            loses,
        )
        (attacker, its_quality), (defender, other_quality) = re.findall(r"\((\d+), q(\d)", melee)
        assert named["ratio"] == ratio_drm(charts.get("TBL-MELEE-RATIO"), int(attacker), int(defender)), melee
        difference = int(its_quality) - int(other_quality)
        assert named.get("quality", 0) == (difference > 0) - (difference < 0) and abs(difference) <= 2, melee


def test_close_combats():
    """Edgehill: sums of modifiers, and chances of 1d10 + sum by T-CC; strength ratio, morale and pistols as printed."""
    derived, notes = _case("edgehill-1642")
    results = derived.map_rules.charts.get("T-CC")
    lost = [results.value(str(total))[0] for total in range(10)]
    effects = [e for rule in derived.battle.special_rules for e in rule.effects if e.kind == "modifier"]
    momentum = {unit: effect.number for effect in effects for unit in effect.units}
    for combat, sum_text, defender, attacker in rows(notes, "Combat |"):
        terms, _, total = sum_text.rpartition("=")
        named = {word: int(number) for word, number in re.findall(r"([a-z]+) ([+-]?\d+)", terms)}
        assert sum(named.values()) == int(total), combat
        totals = [min(9, max(0, die + int(total))) for die in range(10)]
        chances = [sum(lost[n] == side for n in totals) * 10 for side in "DA"]
        assert [defender, attacker] == ["0" if n == 0 else f"{n} %" for n in chances], (combat, chances)
        (_, high), (_, low) = re.findall(r"\((\d+), m(\d)", combat)
        assert named.get("morale", 0) == int(high) - int(low), combat
        for start, unit in {
            "Rupert's": "ro-rupert",
            "Prince of Wales's": "ro-wales",
            "Balfour's": "pa-balfour",
        }.items():
            if combat.startswith(start):
                assert named["momentum"] == momentum[unit], combat


def ratio_drm(chart, attacker, defender):
    """Return the modifier of the highest ratio that the attacker reaches."""
    best = None
    for row in chart.axes[0].keys:
        parts = re.fullmatch(r"(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)", row.id)
        if parts and attacker * float(parts[2]) >= defender * float(parts[1]):
            best = chart.value(row.id)
    return best
