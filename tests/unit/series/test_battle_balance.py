"""The designer's notes of the bundled battles: who can be where when, what rest is worth, men and leaders as in the files."""

from __future__ import annotations

import re

import pytest

from jdgtools.derived import derive
from jdgtools.loading import load
from tests.checks.cases import base_folder
from tests.unit.series.objectives import STRENGTH, strength_by_turn
from tests.unit.series.test_battle_notes import AFE, BATTLES, rows
from tests.unit.series.victory_at_rest import holders_at_rest, holds_at_rest, level_of, points_at_rest


@pytest.fixture(scope="module", params=BATTLES)
def case(request):
    """A battle as it was loaded, and the text of its notes."""
    folder = base_folder(request.param)
    loaded = load(folder)
    assert loaded.battle is not None and loaded.battle.map is not None
    return loaded, (folder / "NOTES.md").read_text(encoding="utf-8")


def side_named(battle, name):
    return next(side for side in battle.sides if side.name.get("en") == name)


def test_strength_at_objectives_by_turn(case):
    """Both scenarios: points that can be at a hex by the end of turns 1 to 5."""
    loaded, notes = case
    index = loaded.battle.map.grid.index
    by_scenario = {
        scenario.id: strength_by_turn(
            derive(loaded.battle, loaded.series, loaded.charts, scenario), range(1, 6)
        )
        for scenario in loaded.battle.scenarios
    }
    table = rows(notes, "Objective |")
    assert {scenario for _, _, scenario, *_ in table} == set(by_scenario)
    for objective, place, scenario, side, *numbers in table:
        points = by_scenario[scenario].get((side_named(loaded.battle, side).id, index(place)), [0] * 5)
        assert [int(number) for number in numbers] == points, (objective, scenario, side)


def test_points_at_rest(case):
    """Every scenario: what both sides have if nobody moves, and what that is called."""
    loaded, notes = case
    battle = loaded.battle
    table = rows(notes, "At rest |")
    assert [name for name, *_ in table] == [scenario.id for scenario in battle.scenarios]
    for scenario, (name, *numbers, result) in zip(battle.scenarios, table, strict=True):
        points = points_at_rest(battle, scenario)
        assert [int(n) for n in numbers] == [points[side.id] for side in battle.sides], name
        assert result == level_of(scenario, points), name


def test_nobody_wins_at_once_without_a_fight(case):
    loaded, _ = case
    for scenario in loaded.battle.scenarios:
        holders = holders_at_rest(loaded.battle, scenario)
        for victory in scenario.automatic:
            for turn in scenario.turns:
                assert not holds_at_rest(victory.when, holders, turn.number), (scenario.id, victory.id)


def test_nobody_triumphs_at_rest(case):
    """Standing still may be a narrow victory of the defender, never the highest level."""
    loaded, _ = case
    for scenario in loaded.battle.scenarios:
        highest = {scenario.levels[0].name.get("en"), scenario.levels[-1].name.get("en")}
        assert level_of(scenario, points_at_rest(loaded.battle, scenario)) not in highest


def test_losses_that_end_the_game(case):
    """`N % (a of b points)`: b is the strength of a side, a the first whole number of N percent or more."""
    loaded, notes = case
    battle = loaded.battle
    field = STRENGTH[battle.series.id]
    whole = {
        sum(u.number(field) or 0 for u in battle.units if u.side == side.id and u.id not in scenario.unused)
        for side in battle.sides
        for scenario in battle.scenarios
    }
    shares = {v.when.percent for s in battle.scenarios for v in s.automatic if v.when.kind == "losses"}
    table = re.findall(r"lost (\d+) % \(([^)]*) points\)", notes)
    assert {int(percent) for percent, _ in table} == shares
    for percent, numbers in table:
        for lost, points in re.findall(r"(\d+) of (\d+)", numbers):
            assert int(points) in whole
            assert int(lost) == -(-int(points) * int(percent) // 100), numbers


def test_the_emperor_pays_for_his_flight_whoever_goes_with_him():
    """Bouvines: he may leave with any unit of his battle, so his own exit counts and not that of his knights alone."""
    battle = load(base_folder("bouvines-1214")).battle
    for scenario in battle.scenarios:
        award = next(a for a in scenario.awards if a.id == "emperor-away")
        exits = next(part for part in award.when.parts if part.kind == "exited")
        assert "otto" in exits.units and exits.count == 1


@pytest.mark.parametrize("name", AFE)
def test_ratings_of_leaders(name):
    """Bonus, rating, range, MP of the leaders of the table, several to a row."""
    battle = load(base_folder(name)).battle
    notes = (base_folder(name) / "NOTES.md").read_text(encoding="utf-8")
    checked = 0
    for names, values, *_ in rows(notes, "Leader |"):
        for leader_name, numbers in zip(names.split("; "), values.split("; "), strict=False):
            leader = next((x for x in battle.leaders if leader_name in x.name.get("en")), None)
            if leader is None:
                assert not re.search(r"\d, \d", numbers), leader_name
                continue
            expected = [leader.front[key] for key in ("bonus", "rating", "range", "mp")]
            assert [int(n) for n in numbers.split(", ")] == expected, leader_name
            checked += 1
    assert checked >= 8


def test_ratings_of_the_commanders_of_vimeiro():
    battle = load(base_folder("vimeiro-1808")).battle
    notes = (base_folder("vimeiro-1808") / "NOTES.md").read_text(encoding="utf-8")
    text = "\n".join(first for first, *_ in rows(notes, "Marker or leader |"))
    for name, drm, capacity, reach in re.findall(r"(\w+) DRM (\d), capacity (\d), range (\d)", text):
        values = next(x for x in battle.leaders if x.name.get("en") == name).front
        assert (values["drm"], values["capacity"], values["range"]) == (int(drm), int(capacity), int(reach))
    for names, first, second in re.findall(r"([A-Z][^/\n;]*?) (\d)/(\d)", text):
        for name in re.split(r", | and ", names):
            command = next(c for c in battle.commands if name in c.name.get("en"))
            ratings = [m.rating for m in battle.activation if m.commands == (command.id,) and not m.effect]
            assert ratings == [int(first), int(second)], name


@pytest.mark.parametrize(
    ("name", "headings"),
    [
        ("bremule-1119", {"Banner | Knights": None}),
        ("bouvines-1214", {"French | Men": "france", "Allies | Men": "allies"}),
        ("edgehill-1642", {"Royalists | Men": "royal", "Parliament | Men": "parliament"}),
    ],
)
def test_men(name, headings):
    """The men of a table are those of the order of battle, and of the units that a row lists."""
    battle = load(base_folder(name)).battle
    notes = (base_folder(name) / "NOTES.md").read_text(encoding="utf-8")
    for heading, side in headings.items():
        whole = 0
        for row, men, *cells in rows(notes, heading):
            if "hole" in row:
                continue
            total, _, parts = men.partition(" = ")
            listed = parts or (cells[0] if heading != "Royalists | Men" else "")
            whole += people(total)
            if re.search(r"\d", listed) and "[" not in listed:
                assert people(listed) in (people(total), 0), row
        expected = sum(u.effectives or 0 for u in battle.units if side in (None, u.side))
        assert whole == expected, heading


def people(text):
    """Return the sum of numbers such as `1,800, 3 x 200 and 150 each`; `each` counts for two names."""
    each = sum(int(n) * (k.count(",") + 1) for k, n in re.findall(r"((?:\w+, )*\w+) (\d+) each", text))
    text = re.sub(r"(?:\w+, )*\w+ \d+ each", "", text)
    times = sum(int(a) * int(b) for a, b in re.findall(r"(\d+) x (\d+)", text))
    text = re.sub(r"\d+ x \d+", "", text)
    return each + times + sum(int(n.replace(",", "")) for n in re.findall(r"\d{1,3}(?:,\d{3})+|\d+", text))
