"""What the ground of whole maps does to moves, zones and sight, and what fog does (JDG-4.3, -6.2, -7.4, -12)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from shutil import copytree

import pytest

from jdgtools.engine.jdg.fire import fire_total
from jdgtools.engine.jdg.losses import check_sum
from jdgtools.engine.jdg.predicates import PredicateScene, lines_sum
from jdgtools.engine.jdg.reach import FORCED, NORMAL
from jdgtools.engine.jdg.shocks import shock_sum
from jdgtools.engine.jdg.sighting import _through, sees
from jdgtools.engine.jdg.staff import make_game
from jdgtools.engine.jdg.tables import Tables
from jdgtools.engine.jdg.words import DISORDERED, ORDERED, SQUARE
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.loading import load
from jdgtools.package import loads
from tests.unit.engine.field import Field
from tests.unit.engine.matches import match

HERE = "1515"
MAPS = [("rolica-1808", "historical"), ("vimeiro-1808", "historical")]


@pytest.fixture(params=MAPS, ids=[battle for battle, _ in MAPS])
def t(request: pytest.FixtureRequest) -> Tables:
    return match(*request.param).t


def along_ways(t: Tables) -> set[int]:
    """Return the steps between two hexes that follow one another on the same road or trail."""
    steps = set()
    for way in t.package.terrain.ways:
        for one, two in pairwise(way.hexes):
            for here, there in ((one, two), (two, one)):
                around = list(t.neighbours[6 * here : 6 * here + 6])
                if there in around:
                    steps.add(6 * here + around.index(there))
    return steps


def sides(t: Tables, *names: str) -> set[int]:
    """Return the steps over hexsides of these kinds and no other."""
    return {
        step
        for step, found in t.side_kinds.items()
        if t.neighbours[step] >= 0 and {name for name, _ in found} <= set(names)
    }


def cost(t: Tables, name: str, step: int, near: bool = False) -> int:
    """Return what a class pays for a step; -1 = it may not go there."""
    return int(t.cost[t.classes.index(name)][near][step])


def ground(t: Tables, name: str, step: int) -> int:
    """Return what the chart asks of a class for the ground of the hex that a step enters."""
    return int(t.charts["TBL-TEC-HEX"].cells[t.terrain[t.neighbours[step]], name]) * t.denominator


# Movement over ground (JDG-4.3)


def test_the_price_of_a_road_is_for_those_who_follow_it(t: Tables) -> None:
    """JDG-4.3-a, JDG-4.3.1-a, -b, -c: along the road one point, from aside or beside an enemy that of the ground."""
    followed = {
        step
        for step in along_ways(t)
        if step not in t.side_kinds and t.terrain[t.neighbours[step]] in ("village", "light_wood", "garden")
    }
    assert followed
    for step in followed:
        assert cost(t, "infantry", step) == t.denominator < cost(t, "infantry", step, near=True)
        target = t.neighbours[step]
        for direction in range(6):
            back = t.neighbours[6 * target + direction]
            aside = 6 * back + (direction + 3) % 6
            if back >= 0 and aside not in along_ways(t) and aside not in t.side_kinds:
                assert cost(t, "infantry", aside) == ground(t, "infantry", aside)


@pytest.mark.parametrize(
    ("name", "slopes"),
    [
        ("cavalry", ("steep_slope",)),
        ("foot_artillery", ("slope", "steep_slope")),
        ("horse_artillery", ("slope", "steep_slope")),
    ],
)
def test_roads_lead_horses_and_guns_over_slopes(t: Tables, name: str, slopes: tuple[str, ...]) -> None:
    """JDG-4.3.1-d, -e, -f: elsewhere the slope bars them; on the road they pay two points more."""
    ways, steps = along_ways(t), sides(t, *slopes)
    cells = t.charts["TBL-TEC-ROAD"].cells
    prices = {(cells[kind, name] + 2) * t.denominator for kind in ("road", "trail")}
    assert steps & ways and steps - ways
    for step in steps:
        if step in ways:
            assert cost(t, name, step) in prices
        else:
            assert cost(t, name, step) == -1


def test_cliffs_let_nobody_pass_but_along_a_road() -> None:
    """JDG-4.3.2-a, -b, JDG-6.2.1-d: neither units nor zones; a road over such a side would."""
    t = match("rolica-1808", "historical").t
    cliffs = sides(t, "cliff") - along_ways(t)
    assert cliffs
    for step in cliffs:
        for place, name in enumerate(t.classes):
            assert cost(t, name, step) == -1
            assert step % 6 not in {direction for direction, _ in t.zone_hexes[place][step // 6]}


def test_zones_reach_out_of_works_and_not_into_them() -> None:
    """JDG-6.2.1-f, -h: of a redoubt and a wall, from inside to outside alone."""
    t = match("teaching-jdg", "battle").t
    reached = {"in": set(), "out": set()}
    for step in sides(t, "redoubt", "wall"):
        for _, way in t.side_kinds[step]:
            zones = t.zone_hexes[t.classes.index("infantry")][step // 6]
            reached[way].add(step % 6 in {direction for direction, _ in zones})
    assert reached == {"in": {False}, "out": {True}}


def test_no_crossing_takes_a_zone_over_an_uncrossable_river(tmp_path: Path) -> None:
    """JDG-6.2.1-b, -e: bridge and ford of the teaching battle carry zones until its river is uncrossable."""
    reached = {}
    for kind in ("river", "river_uncrossable"):
        copytree("scenarios/teaching-jdg", tmp_path / kind)
        source = tmp_path / kind / "map.yaml"
        source.write_text(
            source.read_text("utf-8").replace("kind: river\n", f"kind: {kind}\n"), encoding="utf-8"
        )
        loaded = load(tmp_path / kind)
        assert loaded.battle and loaded.series and loaded.charts
        scenario = loaded.battle.scenarios[0]
        content = package_bytes(package_of(loaded.battle, loaded.series, loaded.charts, scenario))
        t = make_game(loads(content)).t
        for crossing in ("bridge", "ford"):
            steps = sides(t, kind, crossing) - sides(t, kind)
            assert steps
            zones = t.zone_hexes[t.classes.index("infantry")]
            reached[kind, crossing] = {step % 6 in {way for way, _ in zones[step // 6]} for step in steps}
    assert reached == {
        ("river", "bridge"): {True},
        ("river", "ford"): {True},
        ("river_uncrossable", "bridge"): {False},
        ("river_uncrossable", "ford"): {False},
    }


def test_friends_do_not_take_a_zone_away() -> None:
    """JDG-6.2.1-i: a step into it costs the same with a friend in the hex, whose zone is there too."""
    field = Field()
    unit = field.put("br-5", HERE, facing=0)
    ahead = field.beside(HERE, 0)
    field.put("fr-32", field.beside(HERE, 0, 0), facing=3)
    alone = field.game.walk(field.s, unit, NORMAL, ()).step(field.hex(HERE), 0, True, DISORDERED)
    field.put("br-38", ahead, facing=0)
    joined = field.game.walk(field.s, unit, NORMAL, ()).step(field.hex(HERE), 0, True, DISORDERED)
    assert alone == joined > field.t.denominator


@pytest.mark.parametrize(("kind", "enters"), [(NORMAL, True), (FORCED, False)])
def test_friends_are_joined_for_nothing_and_not_on_a_march(kind: int, enters: bool) -> None:
    """JDG-4.4.3-b, -c: to stop with them costs the hex alone; a forced march neither enters nor passes."""
    field = Field()
    unit = field.put("br-5", HERE, facing=0, formation=0)
    field.put("br-38", field.beside(HERE, 0), facing=0, formation=0)
    ways = field.game.walk(field.s, unit, kind, ()).legs(4 * field.t.denominator, 0, True)
    target = field.hex(field.beside(HERE, 0))
    assert (target in ways) is enters
    if enters:
        assert ways[target].cost == field.t.denominator


def test_disorder_ends_marches_and_makes_zones_dear() -> None:
    """JDG-10.1-e, -f."""
    field = Field()
    unit = field.put("br-5", HERE, facing=0, level=DISORDERED, movement=4)
    field.move("br-5")
    assert not any(text.startswith("march") for text in field.actions())
    field.put("fr-32", field.beside(HERE, 0, 0), facing=3)
    walk = field.game.walk(field.s, unit, NORMAL, ())
    ordered, disordered = (walk.step(field.hex(HERE), 0, True, level) for level in (ORDERED, DISORDERED))
    assert disordered - ordered == field.t.denominator


# Fog (JDG-12.2)


def test_fog_makes_zones_dear_and_checks_hard_and_leaves_rallies_alone() -> None:
    """JDG-12.2-b, -e, -f: a point more, two on the die, nothing."""
    values = []
    for weather in (frozenset(), frozenset({"fog"})):
        field = Field()
        field.t.turn_flags = dict.fromkeys(field.t.turn_flags, weather)
        unit = field.put("br-5", HERE, facing=0)
        field.put("fr-32", field.beside(HERE, 0, 0), facing=3)
        step = field.game.walk(field.s, unit, NORMAL, ()).step(field.hex(HERE), 0, True, ORDERED)
        scene = PredicateScene({"unit": (unit,), "adjacent_enemies": ()}, {"idle": True}, field.hex(HERE))
        rally = lines_sum(field.t, field.s, "TBL-CHECK-DRM", (), scene, {}, "rally")[0]
        values.append((step, check_sum(field.game, field.s, unit), rally))
    (step, check, rally), (fog_step, fog_check, fog_rally) = values
    assert (fog_step - step, fog_check - check, fog_rally - rally) == (field.t.denominator, 2, 0)


# Lines of sight (JDG-7.4)


def pairs(t: Tables) -> list[tuple[int, int, list[tuple[int, ...]]]]:
    """Return pairs of hexes four apart, spread over the map, with the hexes between their centres."""
    found = []
    for origin in range(0, t.size, 3):
        row = t.distances_from(origin)
        found += [(origin, h, _through(t, origin, h)) for h in range(t.size) if row[h] == 4]
    return [pair for pair in found if pair[2]]


def tall(t: Tables, here: int) -> bool:
    """Return whether what grows or stands in a hex blocks a line (JDG-7.4.1-b)."""
    return t.charts["TBL-TEC-HEX"].cells.get((t.terrain[here], "los")) == "blocked"


def test_hills_and_woods_block_the_line_through_them(t: Tables) -> None:
    """JDG-7.4-b, -c, JDG-7.4.1-a, -b: a hex above both, or a village or wood as high as both, on the line."""
    blocked = {"hill": 0, "wood": 0}
    for origin, target, hexes in pairs(t):
        high = max(t.levels[origin], t.levels[target])
        for part in hexes:
            if len(part) > 1 or part[0] < 0:
                continue
            if t.levels[part[0]] > high:
                assert not t.sight.sees(origin, target), (t.text(origin), t.text(target))
                blocked["hill"] += 1
            elif tall(t, part[0]) and t.levels[part[0]] == high:
                assert not t.sight.sees(origin, target), (t.text(origin), t.text(target))
                blocked["wood"] += 1
    assert min(blocked.values()) > 20, blocked


def test_a_line_between_two_hexes_is_blocked_by_both_alone(t: Tables) -> None:
    """JDG-7.4.2-a, -b: along a hexside one of the two hexes is no obstacle, both are."""
    both = one = 0
    for origin, target, hexes in pairs(t):
        levels = {t.levels[h] for part in hexes for h in part if h >= 0} | {
            t.levels[origin],
            t.levels[target],
        }
        if len(levels) > 1 or any(min(part) < 0 for part in hexes):
            continue
        double = [sum(tall(t, h) for h in part) for part in hexes if len(part) == 2]
        single = [tall(t, part[0]) for part in hexes if len(part) == 1]
        if 2 in double:
            assert not t.sight.sees(origin, target), (t.text(origin), t.text(target))
            both += 1
        elif 1 in double and not any(single) and t.sight.sees(origin, target):
            one += 1
    assert both and one


def straight(t: Tables, *names: str) -> list[tuple[int, int, int]]:
    """Return first, middle and last of three hexes in a row of which the first two are parted by such sides."""
    rows = []
    for step in sides(t, *names):
        here, middle = step // 6, t.neighbours[step]
        last = t.neighbours[6 * middle + step % 6]
        if last >= 0:
            rows.append((here, middle, last))
    return rows


@pytest.mark.parametrize(("battle", "scenario"), [*MAPS, ("teaching-jdg", "battle")])
def test_ridges_and_steep_slopes_block_whatever_the_levels(battle: str, scenario: str) -> None:
    """JDG-7.4.1-c: across such a side nothing is seen, from either end."""
    t = match(battle, scenario).t
    rows = straight(t, "ridge", "steep_slope")
    assert rows
    assert not any(
        t.sight.sees(one, two) for here, _, last in rows for one, two in ((here, last), (last, here))
    )


def test_works_are_seen_over_by_who_is_next_to_them() -> None:
    """JDG-7.4.1-d: into a redoubt and out of it, one hex and two hexes off."""
    t = match("teaching-jdg", "battle").t
    rows = straight(t, "redoubt")
    assert rows
    assert all(t.sight.sees(here, there) for here, middle, last in rows for there in (middle, last))


def test_a_line_along_a_steep_slope_is_blocked() -> None:
    """JDG-7.4.2-c: the line between the two hexes next to both, which stand no higher than the side."""
    blocked = 0
    for battle, scenario in MAPS:
        t = match(battle, scenario).t
        around = [set(t.neighbours[6 * h : 6 * h + 6]) - {-1} for h in range(t.size)]
        for step in sides(t, "steep_slope"):
            one, two = step // 6, t.neighbours[step]
            ends = sorted(around[one] & around[two])
            if len(ends) == 2 and max(t.levels[h] for h in ends) <= max(t.levels[one], t.levels[two]):
                blocked += 1
                assert not t.sight.sees(*ends), [t.text(h) for h in ends]
    assert blocked > 20


# What a front is for (JDG-6.1.2)


def test_an_attack_into_the_rear_is_worth_more_where_there_is_one() -> None:
    """JDG-6.1.2-d, -i: a unit that looks away is easier prey, but not in a village, which has no rear."""
    sums = {}
    for village in (False, True):
        for facing in (3, 0):
            field = Field()
            target = field.beside(HERE, 0)
            field.t.six_front[field.hex(target)] = village
            unit = field.put("br-5", HERE, facing=0)
            field.put("fr-32", target, facing=facing)
            pair = (field.hex(HERE), field.hex(target))
            sums[village, facing] = shock_sum(field.game, field.s, (unit,), (pair,), (), False, 0)[0]
    assert sums[False, 0] > sums[False, 3]
    assert sums[True, 0] == sums[True, 3]


def test_a_square_attacks_nobody() -> None:
    """JDG-6.1.2-h: though all six hexes are in its front, none has to be attacked."""
    field = Field()
    field.put("br-5", HERE, facing=0, flags=SQUARE)
    field.put("fr-32", field.beside(HERE, 0), facing=3)
    field.begin(("declare", 0))
    assert field.rests


@pytest.mark.parametrize(("flags", "less"), [(0, 1), (SQUARE, 2)])
def test_guns_with_a_square_react_with_less(flags: int, less: int) -> None:
    """JDG-9.3.2-b, -c: one less for the reaction, and one more for the square that was formed before."""
    field = Field()
    gun = field.put("fr-guns-a", HERE, facing=0, flags=flags)
    field.put("fr-32", HERE, facing=0, flags=flags)
    target = field.beside(HERE, 0)
    unit = field.put("br-20ld", target, facing=3)
    fires = {
        kind: fire_total(field.game, field.s, (gun,), field.hex(target), kind, unit)[0]
        for kind in ("normal", "reaction")
    }
    field.s.flags[gun] &= ~SQUARE
    field.s.flags[field.unit("fr-32")] &= ~SQUARE
    plain = fire_total(field.game, field.s, (gun,), field.hex(target), "normal", unit)[0]
    assert plain - fires["reaction"] == less


def test_units_stand_in_the_line_and_guns_fire_past_one() -> None:
    """JDG-7.4.1-b, JDG-7.4.2-a, -b: friends and enemies alike; beside the line one does no harm, two do."""
    field = Field()
    t, here = field.t, field.hex(HERE)
    along = field.hex(field.beside(HERE, 0, 1))
    for name in ("br-38", "fr-32"):
        unit = field.put(name, field.beside(HERE, 0))
        assert not sees(t, field.s, here, field.hex(field.beside(HERE, 0, 0)))
        assert sees(t, field.s, here, along)
        other = field.put("br-82", field.beside(HERE, 1))
        assert not sees(t, field.s, here, along)
        field.s.take(unit)
        field.s.take(other)
