"""Units of Musket & Pike on the move in their states: 5.6, 6.2, 6.3, 7 and 8 of the digest, with examples."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from jdgtools.derived import MoveRefused
from jdgtools.series.mpbs.footprint import right_of, zones
from jdgtools.series.registry import find_series
from tests.small_battles import ends, mover, path
from tests.small_battles import field as any_field


def field(units, **settings):
    return any_field(units, series="mpbs", **settings)


def cost(derived, unit, goal, **question):
    return path(derived, unit, goal, **question)[-1].total


def reasons(legs):
    return " ".join(reason for leg in legs for reason in leg.reasons)


def pair(derived, left, facing):
    """`0404+0504` of a two-hex unit with its left half there."""
    grid = derived.map_rules.map.grid
    return f"{left}+{grid.id(right_of(grid, grid.index(left), facing))}"


@pytest.mark.parametrize(
    ("unit", "state", "points"),
    [
        ("un-horn", "formation_normal", 8),
        ("un-horn", "formation_shaken", 4),
        ("un-horn", "column", 10),
        ("un-horn", "open_order", 8),
        ("un-cmd", "formation_normal", 6),
        ("un-cmd", "formation_shaken", 3),
        ("un-cmd", "column", 8),
        ("un-old", "formation_normal", 4),
        ("un-old", "formation_shaken", 2),
        ("un-old", "formation_broken", 0),
        ("un-old", "column", 6),
        ("un-green", "hedgehog", 0),
        ("em-kurz", "formation_normal", 4),
        ("un-old", "morale_broken", 0),
        ("un-light", "limbered", 2),
        ("un-light", "unlimbered", 0),
    ],
)
def test_allowances(unit, state, points):
    """MP-7.2.1-a, T-MA, EX-6.3.1-1, EX-6.3.4-1, MP-6.3.3-f, MP-12.4.3-c."""
    derived = field(f"{unit} 0404 0 {state}")
    assert mover(derived, unit).budget.points == points
    if points == 0:
        assert set(ends(derived, unit)) == {"0404"}


def test_leaders_and_baggage():
    """MP-7.1.1-d, MP-6.1-d, MP-7.2.1-b: a leader has 8 MP and no facing; baggage stays."""
    derived = field("horn 0404, un-bag 0606")
    assert mover(derived, "horn").budget.points == 8 and cost(derived, "horn", "0407") == 3
    assert "MP-7.2.1-b" in mover(derived, "un-bag").budget.reasons[0]
    mobile = replace(derived, scenario=replace(derived.scenario, settings={"baggage_mobile": True}))
    assert mover(mobile, "un-bag").budget.points == 2 and len(ends(mobile, "un-bag")) > 1


def test_a_unit_moves_into_its_front():
    """MP-7.1.1-c, MP-6.1-b: two hexes in front; for the others it turns first."""
    derived = field("un-horn 0404 0")
    grid = derived.map_rules.map.grid
    front = {grid.id(h) for h in grid.front(grid.index("0404"), 0)}
    near = {name: found.cost for name, found in ends(derived, "un-horn").items()}
    assert {name for name, points in near.items() if points == 1} == front
    behind = grid.id(grid.neighbour(grid.index("0404"), 3))
    assert cost(derived, "un-horn", behind) == 3
    legs = path(field("un-old 0404 0"), "un-old", behind)
    assert legs[-1].total == 3 and "MP-6.2.2-a" in reasons(legs), "countermarch and one hex"


def test_turning_costs():
    """EX-6.2.2-1, MP-6.2.1-a, MP-6.2.1-b: cavalry 1 a corner, heavy infantry 2, about face 2 for all."""
    for unit, one in (("un-horn", 1), ("un-cmd", 1), ("un-old", 2), ("em-kurz", 2)):
        derived = field(f"{unit} 0404 0")
        search = ends(derived, unit)["0404"].search
        turns = {
            place[1]: points for place, points in search.best.items() if place[0] == search.mover.start[0]
        }
        assert (turns[1], turns[5], turns[3]) == (one, one, 2)


@pytest.mark.parametrize("facing", range(6))
def test_turns_from_every_facing(facing):
    """MP-6.2.1-a, MP-6.2.2-a: to the corners beside its own, and about."""
    there = ends(field(f"un-horn 0404 {facing}"), "un-horn")["0404"]
    turned = [
        place[1]
        for place, _ in there.search.mover.moves(there.search.mover.start)
        if place[0] == there.place[0]
    ]
    assert sorted(turned) == sorted((facing + k) % 6 for k in (1, 3, 5))


def test_too_few_movement_points():
    """MP-7.1.1-e: no minimum move of one hex, unless the scenario gives one."""
    around = {"terrain": ", ".join(f"{h} marsh" for h in ("0403", "0503", "0504"))}
    derived = field("un-old 0404 0 formation_shaken", **around)
    if cost_of := [c for c in (ends(derived, "un-old", 9)[h].cost for h in ("0403",)) if c > 2]:
        assert cost_of and "0403" not in ends(derived, "un-old")
    given = replace(derived, scenario=replace(derived.scenario, settings={"minimum_move": True}))
    assert "0403" in ends(given, "un-old")


def test_formation_hits_stop_a_unit():
    """EX-7.3.1-2, MP-7.3.1-c, MP-7.3.1-d: down a steep slope and over a stream: Broken, the move ends."""
    features = [("slope_steep", "0404", "N"), ("stream", "0403", "N")]
    walls = [("river", h, d) for h in ("0404", "0403") for d in ("NE", "NW")]
    derived = field("un-horn 0404 0", features=[*features, *walls])
    legs = [leg for leg in path(derived, "un-horn", "0402") if leg.origin != leg.target]
    assert [leg.disorders for leg in legs] == [True, True]
    assert legs[-1].pose.state == {"formation": "formation_broken"} and "MP-7.3.1-d" in legs[-1].reasons[-1]
    there = ends(derived, "un-horn")["0402"]
    assert there.stops and there.search.mover.moves(there.place) == (), "neither on nor about"


def test_a_hit_of_the_terrain_is_told_once():
    """MP-7.3.1-c: beside a reason that tells it the second gentle slope is none."""
    derived = field("un-horn 0404 0", features=[("stream", "0404", "N")])
    [leg] = [leg for leg in path(derived, "un-horn", "0403") if leg.origin != leg.target]
    assert leg.disorders
    assert [("formation hit" in reason, "second" in reason) for reason in leg.reasons] == [
        (False, False),
        (True, False),
    ]


@pytest.mark.parametrize("state", ["open_order", "column"])
def test_no_hits_in_open_order_and_column(state):
    """EX-6.3-1, MP-6.3.3-a, MP-6.3.4-c: 4 MP for both hexes; the first ends Broken, the second unhurt."""
    features = [("slope_steep", "0404", "N"), ("stream", "0403", "N")]
    walls = [("river", h, d) for h in ("0404", "0403") for d in ("NE", "NW")]
    ground = {"features": [*features, *walls]}
    hurt = path(field("un-old 0404 0", **ground), "un-old", "0402")
    assert hurt[-1].total == 4 and hurt[-1].pose.state == {"formation": "formation_broken"}
    whole = path(field(f"un-old 0404 0 {state}", **ground), "un-old", "0402")
    assert whole[-1].total == 4 and not any(leg.disorders for leg in whole)


def test_gentle_slopes_hit_at_the_second_crossing():
    """EX-7.3.1-3, MP-7.3.1-f."""
    ring = [("slope_gentle", h, d) for h, d in (("0404", "N"), ("0403", "N"))]
    walls = [("river", h, d) for h in ("0404", "0403") for d in ("NE", "NW")]
    derived = field("un-horn 0404 0", features=[*ring, *walls])
    legs = path(derived, "un-horn", "0402")
    assert [leg.disorders for leg in legs] == [False, True] and "MP-7.3.1-f" in legs[1].reasons[-1]


def test_two_hex_units_step_with_both_halves():
    """EX-7.1.2-1, MP-7.1.2-a, MP-6.1-c: the dearest terrain; both halves go the same way."""
    derived = field(f"un-yellow {pair(field('un-horn 0101 0'), '0405', 0)} 0")
    got = ends(derived, "un-yellow")
    steps = {name for name, found in got.items() if found.cost == 1}
    assert steps == {pair(derived, "0404", 0), pair(derived, "0505", 0)}
    rough = field(f"em-red {pair(derived, '0405', 0)} 0", terrain="0505 rough")
    both = path(rough, "em-red", "0404")
    assert both[-1].total == 2 and both[-1].pose.hexes[0] == rough.map_rules.map.grid.index("0404")


def test_wheel():
    """EX-6.2.1-1, MP-6.2.1-c: 2 MP in clear terrain, forward only; one half stays."""
    derived = field(f"em-red {pair(field('un-horn 0101 0'), '0405', 0)} 0")
    grid = derived.map_rules.map.grid
    halves = {grid.index("0405"), right_of(grid, grid.index("0405"), 0)}
    wheels = [f for f in ends(derived, "em-red").values() if f.cost == 2 and len(f.path) == 1 and
              halves & set(f.path[0].pose.hexes) and set(f.path[0].pose.hexes) != halves]  # fmt: skip
    assert {f.path[0].pose.facing for f in wheels} == {1, 5}
    assert all("MP-6.2.1-c" in f.path[0].reasons[0] for f in wheels)
    centre = grid.neighbour(grid.index("0405"), 1)
    assert all(centre in f.path[0].pose.hexes for f in wheels)


def test_countermarch_of_two_hexes():
    """EX-6.2.2-1, MP-6.2.2-a, AMB-75: 2 MP, the same hexes, halves exchanged."""
    derived = field(f"em-red {pair(field('un-horn 0101 0'), '0405', 0)} 0")
    start = mover(derived, "em-red").start
    about = [(p, c) for p, c in mover(derived, "em-red").moves(start) if p[1] == 3]
    assert [c for _, c in about] == [2]
    hexes = mover(derived, "em-red").pose(about[0][0]).hexes
    assert hexes == tuple(reversed(mover(derived, "em-red").pose(start).hexes))


def test_two_hex_column():
    """MP-6.3.4-d, -e, MP-6.2.1-d, AMB-19: the head leads, a turn costs 2, the tail follows for nothing."""
    derived = field("em-red 0406+0405 - column")
    grid = derived.map_rules.map.grid
    ahead = grid.direction(grid.index("0406"), grid.index("0405"))
    straight = path(derived, "em-red", "0404")
    assert straight[-1].total == 1
    assert straight[-1].pose.hexes == (grid.index("0405"), grid.index("0404"))
    for turn in (1, 5):
        aside = grid.id(grid.neighbour(grid.index("0405"), (ahead + turn) % 6))
        assert cost(derived, "em-red", aside) == 3 and "MP-6.2.1-d" in reasons(path(derived, "em-red", aside))


def test_bridges():
    """EX-7.3.5-1, MP-7.3.5-b to -d: from beside it with the whole move; not Shaken; a column crosses."""
    start = pair(field("un-horn 0101 0"), "0405", 0)
    ground = {"terrain": "0404 bridge"}
    derived = field(f"em-red {start} 0", **ground)
    grid, bridge = derived.map_rules.map.grid, derived.map_rules.map.grid.index("0404")
    beyond = [f for f in ends(derived, "em-red").values() if "MP-7.3.5-c" in reasons(f.path)]
    assert beyond
    for found in beyond:
        pose = found.path[-1].pose
        assert found.cost == 4 and pose.state == {"formation": "formation_broken"}
        assert bridge in zones(grid, pose.hexes, 0).rear and bridge not in pose.hexes
    assert not any("0404" in name.split("+") for name in ends(derived, "em-red"))
    shaken = field(f"em-red {start} 0 formation_shaken", **ground)
    assert not any("MP-7.3.5-c" in reasons(f.path) for f in ends(shaken, "em-red").values())
    far = field(f"em-red {pair(derived, '0407', 0)} 0", **ground)
    assert not any("MP-7.3.5-c" in reasons(f.path) for f in ends(far, "em-red").values())
    column = field("em-red 0406+0405 - column", **ground)
    through = ends(column, "em-red")
    assert "0403+0402" in through and not any("0404" in name.split("+") for name in through)


def test_orders():
    """MP-5.6.1-d, MP-5.6.2-a, MP-5.6.3-a: who may enter hexes next to the enemy, and how far."""
    units = "un-horn 0406 0, em-cuir 0403 3"
    charge = field(units, orders={"horn": "charge"})
    assert ends(charge, "un-horn")["0404"].stops, "MP-5.6.1-e"
    assert "0403" not in ends(charge, "un-horn"), "held by the enemy"
    for order in ("make_ready", "rally"):
        assert "0404" not in ends(field(units, orders={"horn": order}), "un-horn")
        assert "0404" not in ends(charge, "un-horn", kind=order)
    one = ends(charge, "un-horn", kind="receive_charge")
    grid = charge.map_rules.map.grid
    assert len(one) > 1 and all(grid.distance(grid.index("0406"), f.hex) <= 1 for f in one.values())
    bound = field("un-horn 0404 0, em-cuir 0403 3", orders={"horn": "charge"})
    assert set(ends(bound, "un-horn")) == {"0404"}, "it may turn, not leave"
    assert len({p[1] for p in ends(bound, "un-horn")["0404"].places}) == 6


def test_receive_charge_of_two_hexes():
    """MP-5.6.3-b, AMB-15: one step forward or one wheel, not both; the countermarch enters no hex."""
    derived = field(f"em-red {pair(field('un-horn 0101 0'), '0405', 0)} 0", orders={"falk": "receive_charge"})
    got = ends(derived, "em-red")
    moved = [leg for f in got.values() for leg in f.path if "countermarch" not in leg.reasons[0]]
    assert moved and all(
        len([g for g in f.path if "countermarch" not in g.reasons[0]]) <= 1 for f in got.values()
    )


def test_rally_ends_no_closer():
    """MP-5.6.4-a, AMB-14."""
    derived = field("un-horn 0407 0, em-cuir 0403 3", orders={"horn": "rally"})
    grid = derived.map_rules.map.grid
    got = ends(derived, "un-horn")
    assert got and all(grid.distance(f.hex, grid.index("0403")) >= 4 for f in got.values())


def test_a_lone_gun_stops_nobody_under_charge():
    """AMB-71, MP-10.8.9-b: its hex may be entered; under other orders it keeps units away."""
    derived = field("un-horn 0406 0, em-gun 0404 3", orders={"horn": "charge"})
    assert {"0405", "0404", "0403"} <= set(ends(derived, "un-horn"))
    assert "0405" not in ends(derived, "un-horn", kind="make_ready")
    disabled = field("un-horn 0406 0, em-gun 0404 3 gun_disabled", orders={"horn": "make_ready"})
    assert "0405" in ends(disabled, "un-horn")


def test_no_passing_through_friends():
    """MP-8.1.2-a, MP-8.1.2-b, EX-8.1-1: not through cavalry or infantry, through guns yes."""
    walls = [("river", h, d) for h in ("0406", "0405") for d in ("NE", "NW")]
    held = field("un-old 0406 0, un-green 0405 0", features=walls)
    assert "0405" not in ends(held, "un-old") and "0404" not in ends(held, "un-old")
    assert "MP-8.1.2-a" in mover(held, "un-old").why_closed(held.map_rules.map.grid.index("0405"))
    guns = field("un-old 0406 0, un-light 0405 0", features=walls)
    assert {"0405", "0404"} <= set(ends(guns, "un-old"))
    horse = field("un-horn 0406 0, un-blue 0405 0", features=walls)
    assert "MP-8.4-a" in mover(horse, "un-horn").why_closed(horse.map_rules.map.grid.index("0405"))


def test_cavalry_joins_light_infantry():
    """EX-8.2-1, MP-8.2.2-a, MP-8.2.2-b, MP-8.2.1-a: same wing and facing, strength 1 or 2; it stops."""
    walls = [("river", "0406", d) for d in ("NE", "NW")]
    same = field("un-horn 0406 0, un-cmd 0405 0", features=walls)
    joined = ends(same, "un-horn")["0405"]
    assert joined.stops and {p[1] for p in joined.places} == {0}
    strong = field("un-horn 0406 0, un-cmd 0405 0", features=walls, ratings={"un-cmd": {"strength": 3}})
    assert "0405" not in ends(strong, "un-horn")
    other_wing = field("un-horn 0406 0, em-drag 0405 0", features=walls)
    assert "0405" not in ends(other_wing, "un-horn")
    with_gun = "un-horn 0406 0, un-cmd 0405 0, un-heavy 0405 0"
    assert "0405" not in ends(field(with_gun, features=walls), "un-horn"), "AMB-23"
    may = {"artillery_on_mixed_stack": True}
    assert "0405" in ends(field(with_gun, features=walls, options=may), "un-horn")
    stack = field("un-horn 0406 0, un-cmd 0406 0")
    assert mover(stack, "un-horn").budget.points == 6, "EX-7.3.1-1, EX-8.2-2"


def test_limbered_guns_join_and_stop():
    """MP-7.3.3-h: they may enter a hex with infantry or cavalry, and end their move there."""
    derived = field("un-light 0406 - limbered, un-old 0405 0")
    assert ends(derived, "un-light")["0405"].stops
    two = field("un-light 0406 - limbered, un-heavy 0405 0")
    assert "0405" not in ends(two, "un-light"), "MP-8.1.1-a"


def test_guns_of_a_regiment_keep_it_out_of_woods():
    """MP-7.3.4-a: heavy infantry with regimental artillery goes, and stands, where guns may."""
    ratings = {"un-green": {"regimental_artillery": True}}
    woods = {"terrain": "0404 woods", "ratings": ratings}
    near = field("un-green 0405 0", **woods)
    assert "0404" not in ends(near, "un-green") and "0404" in ends(
        field("un-green 0405 0", terrain="0404 woods"), "un-green"
    )
    assert "MP-7.3.4-a" in mover(near, "un-green").why_closed(near.map_rules.map.grid.index("0404"))
    with pytest.raises(MoveRefused, match=r"MP-7\.3\.4-a"):
        mover(field("un-green 0404 0", **woods), "un-green")
    assert mover(field("un-green 0404 0", **woods, ways=[("road", "0405-0404")]), "un-green")


def test_a_unit_without_facing_is_refused():
    """MP-6.1-a: what it needs is asked for."""
    with pytest.raises(MoveRefused) as refused:
        mover(field("un-horn 0404"), "un-horn")
    assert "--facing" in refused.value.ask
    assert ends(field("un-horn 0404"), "un-horn", facing=2)


def test_every_reason_names_a_statement_that_exists():
    """What a unit is told cites the digest."""
    known = find_series("mpbs").statements
    derived = field(
        "em-red 0606+0605 - column, un-horn 0404 0, un-cmd 0403 0, em-cuir 0201 3, un-light 0406 - limbered",
        orders={"horn": "charge"}, terrain="0503 woods",
        features=[("stream", "0405", "N"), ("slope_gentle", "0404", "NE")],
    )  # fmt: skip
    for unit in ("em-red", "un-horn", "un-cmd", "un-light"):
        who = mover(derived, unit)
        texts = [*who.budget.reasons, *who.notes]
        for found in ends(derived, unit).values():
            texts += [reason for leg in found.path for reason in leg.reasons]
        assert texts
        for text in texts:
            ids = re.findall(r"(?:MP|AMB)-[0-9A-Za-z.-]+", text)
            assert ids and all(i in known or i.startswith("AMB-") for i in ids), text


@pytest.mark.parametrize(
    ("words", "unit", "fate"),
    [
        ("un-horn 0404 0, em-gun 0403 3", "un-horn", "is Captured (MP-10.8.9-b)"),
        ("em-cuir 0404 0, em-gun 0403 - gun_captured", "em-cuir", "becomes Disabled (MP-10.8.9-d)"),
        ("un-horn 0404 0, em-gun 0403 - gun_disabled", "un-horn", "is Captured (MP-10.8.9-b)"),
        ("un-horn 0404 0, em-gun 0403 - gun_captured", "un-horn", ""),
        ("em-cuir 0404 0, em-gun 0403 3", "em-cuir", ""),
        ("un-horn 0404 0, em-bag 0403 -", "un-horn", "changes hands (MP-14.1-b)"),
        ("em-cuir 0404 0, em-bag 0403 -", "em-cuir", ""),
    ],
)
def test_guns_and_baggage_change_hands(words, unit, fate):
    """EX-10.8.9-1, MP-14.1-b: entered by an enemy Captured, by their owner Disabled, by an enemy Captured."""
    derived = any_field(words, series="mpbs", orders={"horn": "charge", "rohan": "charge"})
    reasons = " ".join(path(derived, unit, "0403")[-1].reasons)
    assert fate in reasons if fate else "em-gun" not in reasons and "em-bag" not in reasons


def test_cavalry_absorbs_cavalry():
    """MP-8.4-a to -c, AMB-25: only who has lost strength enters, of any wing by default, and ends its move."""
    words, lost = "un-horn 0506 0, un-blue 0505 0", {"casualties": "1"}
    whole = field(words)
    assert "0505" not in ends(whole, "un-horn")
    worn = ends(whole, "un-horn", state=lost)
    assert worn["0505"].cost == 1 and "MP-8.4-b" in worn["0505"].path[-1].reasons[-1]
    assert worn["0504"].cost == ends(whole, "un-horn")["0504"].cost, "not through it"
    assert "0505" not in ends(field(f"{words}, un-cmd 0505 0"), "un-horn", state=lost)
    other = "em-cuir 0506 0, em-arq 0505 0"
    assert "0505" in ends(field(other), "em-cuir", state=lost)
