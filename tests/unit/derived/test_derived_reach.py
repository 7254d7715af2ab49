"""Reach and paths among other units: JdG rules 4.4, 6.2.2, with their examples."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.derived import MoveRefused, derive
from jdgtools.derived.movers import Pose
from jdgtools.derived.reach import Search
from jdgtools.derived.unit_moves import unit_moves
from jdgtools.series.registry import find_series
from tests.small_battles import field, teaching


def reached(derived, unit, start, budget, movement_class="infantry"):
    grid = derived.map_rules.map.grid
    found = derived.reach(grid.index(start), budget, movement_class, unit)
    return {grid.id(index): answer for index, answer in found.items()}


def test_reach_on_an_empty_map_is_the_disc():
    """JDG-4.4.1-a: a path of adjacent hexes, every hex paid for."""
    derived = field("")
    grid = derived.map_rules.map.grid
    start = grid.index("0404")
    found = derived.reach(start, 2, "infantry")
    assert set(found) == set(grid.disc(start, 2))
    assert all(answer.cost == grid.distance(start, index) for index, answer in found.items())
    assert found[start].path == ()


def test_of_paths_that_cost_the_same_the_first_stays():
    """Answers are the same whatever is found later: of two ways around, that by the lower hexes."""
    derived = field("")
    grid = derived.map_rules.map.grid
    found = reached(derived, None, "0404", 3)
    for goal, answer in found.items():
        path = [grid.index("0404"), *(leg.target for leg in answer.path)]
        for before, here, after in zip(path, path[1:], path[2:], strict=False):
            between = set(grid.neighbours(before)) & set(grid.neighbours(after))
            assert here == min(between), (goal, grid.id(here))


def test_too_few_movement_points():
    """JDG-4.4.1-f, -g, -h, JDG-4.4.1-EX1: 1 MP left, hex cost 2: the unit may not enter."""
    assert set(reached(field("", terrain="0403 wood"), None, "0404", 1)) == {
        "0404", "0405", "0304", "0305", "0504", "0505",
    }  # fmt: skip


def test_leaving_a_zone_costs_one():
    """JDG-6.2.2-j, JDG-6.2.2-EX1, JDG-6.2.2-h."""
    derived = field("fr-17 0404, au-33 0403 0")
    found = reached(derived, "fr-17", "0404", 5)
    assert found["0405"].cost == 2
    assert found["0406"].cost == 3
    assert any("JDG-6.2.2-j" in reason for reason in found["0405"].path[0].reasons)


def test_entering_a_zone_ends_the_move():
    """JDG-6.2.2-a, JDG-6.2.2-d: stop at once, no extra cost."""
    derived = field("fr-17 0406, au-33 0403 0")
    found = reached(derived, "fr-17", "0406", 5)
    assert found["0404"].cost == 2 and found["0404"].stops
    assert not found["0405"].stops
    assert "0403" not in found, "JDG-5.1.2-a: held by the enemy"


def test_a_move_that_must_stop_goes_no_farther():
    """JDG-6.2.2-a: behind a wall of zones nothing is reached, and no path leads on from a hex of a zone."""
    enemies = ", ".join(f"{piece} {hex_id} 0" for piece, hex_id in (("au-33", "0203"), ("au-39", "0503")))
    derived = field(f"fr-17 0408, {enemies}")
    grid = derived.map_rules.map.grid
    zones = {index for zone in derived.zones.values() for z in zone for index in z.hexes if z.unit != "fr-17"}
    found = derived.reach(grid.index("0408"), 100, "infantry", "fr-17")
    stops = {index for index, answer in found.items() if answer.stops}
    assert stops and stops <= zones
    for answer in found.values():
        assert all(leg.origin not in stops for leg in answer.path), grid.id(answer.hex)
    path = derived.path(grid.index("0408"), grid.index("0401"), "infantry", "fr-17")
    assert path is None or all(leg.origin not in zones for leg in path.path)
    # A row of zones from edge to edge: what lies behind it is out of reach, whatever may be paid.
    narrow = field("fr-17 0408, au-33 0203 0, au-39 0503 0, au-gren 0803 0")
    behind = reached(narrow, "fr-17", "0408", 1000)
    assert not {f"0{c}0{r}" for c in range(1, 9) for r in (1, 2)} & set(behind)


def test_no_other_hex_in_the_zone_just_left():
    """JDG-6.2.2-l, JDG-6.2.2-EX2: neither directly nor indirectly."""
    derived = field("fr-17 0404, au-33 0403 0")
    found = reached(derived, "fr-17", "0404", 20)
    zone = derived.zones["au-33"][0].hexes
    ids = {derived.map_rules.map.grid.id(index) for index in zone} - {"0404"}
    assert len(ids) == 5 and not ids & set(found)


def test_front_zone_hex_closed_to_a_unit_that_leaves_a_zone():
    """JDG-6.2.2-k, AMB-46, JDG-6.2.2-EX3, JDG-6.2.2-EX4: rear ZOC hex yes, front ZOC hex no."""
    # au-39 in 0406 faces corner 0 (hexes 0405 and 0506): 0405 is a front hex; turned away a rear one.
    for facing, entered in ((0, False), (3, True)):
        derived = field(f"fr-17 0404, au-33 0403 0, au-39 0406 {facing}")
        found = reached(derived, "fr-17", "0404", 2)
        assert ("0405" in found) is entered, facing
    free = field("fr-17 0404, au-33 0403 0, au-39 0406 0", options={"zoc_to_front_zoc": "same_unit"})
    assert "0405" in reached(free, "fr-17", "0404", 2)


def test_artillery_needs_friends_in_a_zone():
    """JDG-6.2.2-g, JDG-6.2.2-EX6."""
    assert "0404" not in reached(field("fr-art 0405, au-33 0403 0"), "fr-art", "0405", 5, "foot_artillery")
    held = field("fr-art 0405, fr-17 0404 0, au-33 0403 0")
    assert "0404" in reached(held, "fr-art", "0405", 5, "foot_artillery")


def test_disordered_unit_pays_to_enter_a_zone():
    """JDG-6.2.2-e."""
    assert reached(field("fr-17 0406 0 disordered, au-33 0403 0"), "fr-17", "0406", 5)["0404"].cost == 3


@pytest.mark.parametrize("enemy", ["au-art 0403 0", "au-33 0403 0 in_square", "au-33 0403 0 routed"])
def test_units_without_a_zone_do_not_stop(enemy):
    """JDG-6.2.1-c."""
    found = reached(field(f"fr-17 0406, {enemy}"), "fr-17", "0406", 5)
    assert not found["0404"].stops and "0403" not in found


def test_passing_friends():
    """JDG-4.4.3-a, -b, JDG-4.4.3-EX1, JDG-4.4.3-EX2: 1 MP to stop there, 2 to go on; once for two."""
    one = [("impassable", "0405", d) for d in ("NE", "SE", "NW", "SW")]
    derived = field("fr-17 0406, fr-30 0405, fr-13l 0405", features=one)
    found = reached(derived, "fr-17", "0406", 3)
    assert found["0405"].cost == 1
    assert found["0404"].cost == 3


def test_nobody_enters_a_friendly_square():
    """JDG-4.4.3-d, JDG-4.2-h, JDG-4.2-p: neither to pass nor to join it."""
    derived = field("fr-17 0406, fr-30 0405 0 in_square")
    answers = reached(derived, "fr-17", "0406", 3)
    assert "0405" not in answers and "0404" in answers, "around it"
    assert "JDG-4.4.3-d" in derived.mover(derived.piece("fr-17")).why_closed(
        derived.map_rules.map.grid.index("0405")
    )


def test_road_does_not_help_next_to_an_enemy():
    """JDG-4.3.1-c, JDG-4.3.1-EX2: also beside artillery, which has no ZOC; beside friends it helps."""
    road = {"terrain": "0405 wood, 0404 wood", "ways": [("road", "0406-0405-0404")]}
    found = reached(field("fr-17 0406, au-art 0403 0", **road), "fr-17", "0406", 9)
    assert (found["0405"].cost, found["0404"].cost) == (1, 3)
    for others in ("", ", fr-art 0403 0", ", fr-30 0504 0"):
        assert reached(field(f"fr-17 0406{others}", **road), "fr-17", "0406", 9)["0404"].cost == 2, others


def test_commander_may_not_enter_a_zone_alone():
    """JDG-2.5.1-k."""
    assert "0404" not in reached(field("davout 0406, au-33 0403 0"), "davout", "0406", 7, "commander")
    held = field("davout 0406, au-33 0403 0, fr-17 0404 0")
    assert "0404" in reached(held, "davout", "0406", 7, "commander")


def test_path_is_the_cheapest_and_explains_itself():
    """JDG-4.3.1-a: by the only road through a belt of wood."""
    belt = ", ".join(f"0{column}03 wood" for column in range(1, 9))
    derived = field("", terrain=belt, ways=[("road", "0404-0403-0402")])
    grid = derived.map_rules.map.grid
    found = derived.path(grid.index("0404"), grid.index("0401"), "cavalry")
    assert [grid.id(leg.target) for leg in found.path] == ["0403", "0402", "0401"]
    assert [leg.way for leg in found.path] == ["road", "road", ""]
    assert found.cost == 3 == sum(leg.cost for leg in found.path) == found.path[-1].total
    assert all(leg.reasons for leg in found.path)
    within = derived.reach(grid.index("0404"), 20, "cavalry")
    assert found.cost == within[grid.index("0401")].cost
    lake = field("", terrain="0101 impassable")
    assert lake.path(grid.index("0404"), 0, "infantry") is None


def test_units_of_a_series_without_unit_moves():
    """They move as their class with their printed allowance, and never into the enemy."""
    derived = field("fr-17 0404, au-33 0403 0, fr-30 0405")
    piece = replace(derived.piece("fr-17"), series=find_series("generic"), by_class="any")
    mover = unit_moves(piece.series).mover(piece)
    grid = derived.map_rules.map.grid
    search = Search(mover)
    search.run(mover.budget.points)
    assert (mover.budget.points, mover.movement_class) == (5, "any")
    assert mover.why_closed(grid.index("0403")) and grid.index("0403") not in {
        r.hex for r in search.reached_hexes()
    }
    assert search.best[(grid.index("0406"), -1)] == 2, "friends are passed for nothing"


def test_a_piece_where_it_stands():
    """Its own hex, or one of its two, keeps both halves; another hex moves it there."""
    derived = field("em-red 0404+0505 0", series="mpbs")
    grid = derived.map_rules.map.grid
    both = (grid.index("0404"), grid.index("0505"))
    assert derived.piece("em-red").hexes == derived.piece("em-red", both[1]).hexes == both
    assert derived.piece("em-red", grid.index("0606")).hexes == (grid.index("0606"),)
    with pytest.raises(MoveRefused, match="no unit or leader"):
        derived.piece("nobody")


def test_bad_calls():
    derived = field("")
    with pytest.raises(ValueError, match="two hexes"):
        derived.path(0, 999, "infantry")
    with pytest.raises(ValueError, match="unknown movement class"):
        derived.reach(0, 3, "navy")


def test_zones_of_the_teaching_battle():
    """JDG-6.2.1-b to -f: who has a zone at the start, and where walls and rivers keep it out."""
    loaded = teaching()
    derived = derive(loaded.battle, loaded.series, loaded.charts, loaded.battle.scenarios[0])
    assert derived.zones["fr-art"][0].hexes == ()
    assert "JDG-6.2.1-c" in derived.zones["fr-art"][0].reasons[0]
    assert len(derived.zones["fr-17"][0].hexes) >= 2
    assert all(zone.hex not in zone.hexes for zones in derived.zones.values() for zone in zones)


@pytest.mark.parametrize(("series", "unit"), [("jdg", "fr-17"), ("afe", "cr-kni"), ("mpbs", "em-red")])
def test_a_unit_of_no_known_type_cannot_be_asked(series: str, unit: str):
    """A draft knows units whose type is misspelt; no chart has a row for them."""
    derived = field(f"{unit} 0404 0", series=series)
    units = tuple(replace(one, type=None, arm="") for one in derived.battle.units)
    faulty = replace(derived, battle=replace(derived.battle, units=units))
    with pytest.raises(MoveRefused, match=f"the type of `{unit}`"):
        faulty.mover(faulty.piece(unit))


class LineMover:
    """A piece that goes on for one point each, disorders at once, and may end its move nowhere."""

    start = (0,)

    def moves(self, place):
        return [((place[0] + 1,), 1)]

    def limit(self, place):
        return 5

    def pose(self, place):
        return Pose((7,))

    def end(self, place):
        return f"not after {place[0]} steps"


@pytest.mark.parametrize(("budget", "steps"), [(2, 2), (4, 4), (9, 5)])
def test_what_a_place_allows_lowers_what_may_be_spent_and_never_raises_it(budget, steps):
    search = Search(LineMover())
    search.run(budget)
    assert max(search.best) == (steps,)


def test_a_hex_in_which_no_move_may_end_says_why_the_cheapest_may_not():
    search = Search(LineMover())
    search.run(3)
    (reached_hex,) = search.reached_hexes()
    assert (reached_hex.cost, reached_hex.end) == (0, "not after 0 steps")
