"""Units on random maps: what a move costs is what its explanation says, and no cheaper way is missed; units on lines of sight."""

from __future__ import annotations

import random

import pytest

from jdgtools.derived import MoveRefused
from jdgtools.derived.reach import Search, path_to
from jdgtools.derived.unit_sight import blocking_hexes
from jdgtools.hexgrid import line
from jdgtools.series.registry import find_series
from tests.small_battles import field, teaching

STATES = {
    "jdg": ["disordered", "in_square"],
    "afe": ["fatigued", "discouraged"],
    "mpbs": ["formation_shaken", "open_order"],
}


def random_field(series, seed):
    """Units of the teaching battle scattered over random ground, some of them in another state."""
    dice = random.Random(seed)
    definition = find_series(series).definition
    grid = field("", series=series).map_rules.map.grid
    hexes = list(grid.hexes)
    dice.shuffle(hexes)
    units = []
    for unit in teaching(series).battle.units:
        state = (
            f" {dice.choice(STATES[series])}"
            if dice.random() < 0.3 and unit.arm in ("infantry", "heavy_infantry")
            else ""
        )
        place = grid.id(hexes.pop())
        facing = dice.randrange(6)
        if unit.footprint == 2:
            right = grid.neighbour(grid.index(place), (facing + 2) % 6)
            if right not in hexes:
                continue
            hexes.remove(right)
            place += f"+{grid.id(right)}"
        units.append(f"{unit.id} {place} {facing}{state}")
    for leader in teaching(series).battle.leaders[:3]:
        units.append(f"{leader.id} {units[dice.randrange(len(units))].split()[1].split('+')[0]}")
    kinds = [t.id for t in definition.terrains if t.kind == "hex"]
    sides = [t.id for t in definition.terrains if t.kind == "hexside"]
    terrain = ", ".join(f"{grid.id(h)} {dice.choice(kinds)}" for h in dice.sample(list(grid.hexes), 14))
    features = [
        (dice.choice(sides), grid.id(dice.choice(grid.hexes)), dice.choice(["N", "NE", "SE", "S"]))
        for _ in range(10)
    ]
    features = [
        f
        for f in features
        if grid.neighbour(grid.index(f[1]), {"N": 0, "NE": 1, "SE": 2, "S": 3}[f[2]]) is not None
    ]
    orders = {
        c.id: dice.choice(["charge", "make_ready", "receive_charge", "rally"])
        for c in teaching(series).battle.commands
    }
    return field(
        ", ".join(units),
        series=series,
        terrain=terrain,
        features=features,
        orders=orders if series == "mpbs" else {},
    )


def movers(series, seed):
    derived = random_field(series, seed)
    for placement in derived.scenario.on_map():
        try:
            yield derived.mover(derived.piece(placement.piece))
        except MoveRefused as refused:
            assert refused.ask


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
@pytest.mark.parametrize("seed", range(3))
def test_a_move_costs_what_its_explanation_says(series, seed):
    """The quick answer of `moves` and the explained one of `leg` are the same for every place reached."""
    count = 0
    for mover in movers(series, seed):
        search = Search(mover)
        search.run(mover.budget.points or 0)
        for place in search.best:
            for target, cost in mover.moves(place):
                leg = mover.leg(place, target)
                assert leg.cost == cost and leg.reasons, (place, target, leg)
                assert not any(
                    h in enemy.hexes for enemy in _fighters(mover) for h in mover.pose(target).hexes
                )
                count += 1
    assert count > 100


def _fighters(mover):
    """Enemy units whose hexes nobody enters: all but guns and baggage, which a charge rides over."""
    return [
        e
        for e in mover.piece.enemies
        if e.unit.arm not in ("artillery", "baggage") or mover.piece.map_rules.definition.id != "mpbs"
    ]


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_the_cheapest_path_is_the_least_cost_of_reach(series):
    """A path to every hex that can be reached costs what reach says, and its legs add up."""
    for mover in list(movers(series, 7))[:6]:
        search = Search(mover)
        search.run(mover.budget.points or 0)
        for reached in search.reached_hexes():
            ends = [search.best[place] for place in reached.places if not mover.end(place)]
            if ends and len(mover.pose(reached.place).hexes) == 1:
                path = path_to(mover, reached.hex, mover.budget.points)
                assert path is not None and path.cost == min(ends)
                assert sum(leg.cost for leg in path.path) == path.cost


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_units_block_as_the_package_says(series):
    """What docs/package.md tells an engine about units on lines of sight is what a query answers."""
    dice = random.Random(5)
    grid = field("", series=series).map_rules.map.grid
    levels = ", ".join(f"{grid.id(h)} {dice.randrange(3)}" for h in grid.hexes)
    hexes = dice.sample(list(grid.hexes), 14)
    units = [u.id for u in teaching(series).battle.units if u.footprint == 1]
    placed = ", ".join(f"{unit} {grid.id(h)} 0" for unit, h in zip(units, hexes, strict=False))
    derived = field(placed, series=series, levels=levels)
    rule = derived.series.sight.blocking_units(derived.map_rules)
    blockers = set(blocking_hexes(derived.series, derived.map_rules, derived.battle, derived.scenario))
    blocked = 0
    for a, b in ((a, b) for a in grid.hexes for b in grid.hexes if grid.distance(a, b) > 1):
        if not derived.sight(a, b).clear:
            continue
        steps = line(grid.cube(a), grid.cube(b))[1:-1]
        if any(len(s.hexes) == 2 and sum(grid.find(c) in blockers for c in s.hexes) == 1 for s in steps):
            continue  # ground that blocks on the other side counts with the unit; bits for pairs cannot say so
        hidden = any(_hides(derived, rule, blockers, step, a, b) for step in steps)
        assert derived.sight_among(a, b).clear is not hidden, (grid.id(a), grid.id(b))
        blocked += hidden
    assert blocked > 20


def _hides(derived, rule, blockers, step, a, b):
    """Whether the units in the one or two hexes of a step hide the target, by the words of the package."""
    grid, levels = derived.map_rules.map.grid, derived.map_rules.map.levels
    hexes = [grid.find(cube) for cube in step.hexes]
    if len(hexes) == 2 and rule.along == "never":
        return False
    near = {"firer": step.distance, "target": grid.distance(a, b) - step.distance}

    def overlooked(h, by):
        ends = {"firer": levels[a], "target": levels[b]}
        if by.higher == "both":
            return min(ends.values()) > levels[h]
        other = ends["target" if by.higher == "firer" else "firer"]
        far = near[by.nearer] * 2 - grid.distance(a, b)
        return ends[by.higher] > max(levels[h], other) and (far < 0 or (far == 0 and by.halfway))

    return all(h in blockers and not any(overlooked(h, by) for by in rule.overlooked) for h in hexes)
