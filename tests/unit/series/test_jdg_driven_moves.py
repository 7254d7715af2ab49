"""Charge, rout move, fall-back, retreat and withdrawal of Jours de Gloire: 8.8, 9.1 and 10.2 to 10.5, with examples."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.derived import MoveRefused
from jdgtools.derived.answers import mover_answer
from jdgtools.derived.reach import Search
from jdgtools.model.effects import RuleEffect
from tests.small_battles import ends, field, mover

ROUTED, DISORDERED = {"level": "routed"}, {"level": "disordered"}


def reasons(reached):
    """All reasons of a path in one text."""
    return " | ".join(reason for leg in reached.path for reason in leg.reasons)


def refused(derived, unit, **question):
    with pytest.raises(MoveRefused) as refusal:
        mover(derived, unit, **question)
    assert refusal.value.ask
    return str(refusal.value)


def charges(derived, unit, **question):
    """Hexes where a charge ends -> the hexes that it attacks."""
    who, name = mover(derived, unit, kind="charge", **question), derived.map_rules.map.grid.id
    found = ends(derived, unit, kind="charge", **question)
    return {h: {name(t) for t in who.targets(r.place)} for h, r in found.items()}


# --- charge ---------------------------------------------------------------------------------------------


def test_a_charge_goes_half_as_far():
    """JDG-9.1-EX2, JDG-9.1-f: allowance 9 gives 5 MP, 8 gives 4, with Orders Received too."""
    for unit, points in (("fr-1ch", 5), ("fr-1cu", 4)):
        derived = field(f"{unit} 0405 0, au-33 0402 3")
        assert mover(derived, unit, kind="charge").budget.points == points
        assert mover(derived, unit).budget.points > points


def test_a_charge_ends_in_front_of_an_enemy_that_it_saw():
    """JDG-9.1-a, JDG-9.1-e, JDG-9.1-EX5, JDG-9.2-a: in line of sight through its front hexes."""
    derived = field("fr-1ch 0406 0, au-33 0402 3")
    reached = charges(derived, "fr-1ch")
    grid = derived.map_rules.map.grid
    assert reached and set().union(*reached.values()) == {"0402"}
    assert all(grid.distance(grid.index(h), grid.index("0402")) == 1 for h in reached)
    assert charges(field("fr-1ch 0406 3, au-33 0402 3"), "fr-1ch") == {}, "it is behind"
    hidden = field("fr-1ch 0406 0, au-33 0402 3", terrain="0404 village, 0304 village, 0504 village")
    assert charges(hidden, "fr-1ch") == {}
    faces = mover(derived, "fr-1ch", kind="charge").facings((grid.index("0403"), -1))
    assert faces and all(grid.index("0402") in grid.front(grid.index("0403"), f) for f in faces)


def test_a_charge_moves_at_least_one_hex():
    """JDG-9.1-EX4, JDG-9.1-EX3, JDG-9.1-g: from an enemy ZOC it leaves first, +1 MP, and keeps its facing."""
    beside = field("fr-1cu 0404 0, au-33 0403 3, au-39 0406 3")
    back = {"0304": {"0403"}}
    assert charges(beside, "fr-1cu") == back, (
        "the one beside it from another hex (JDG-6.2.2-m), not the one behind"
    )
    search = Search(mover(field("fr-1cu 0404 0, au-33 0403 3"), "fr-1cu", kind="charge"))
    search.run(4)
    grid = beside.map_rules.map.grid
    costs = {grid.id(place[0]): cost for place, cost in search.best.items()}
    assert costs["0405"] == 2 and max(grid.distance(p[0], grid.index("0404")) for p in search.best) == 3
    bound = field("fr-1cu 0404 0, au-33 0403 3, au-39 0602 3")
    free = field("fr-1cu 0404 0, au-39 0602 3")
    whos = [mover(derived, "fr-1cu", kind="charge") for derived in (bound, free)]
    faces = [
        {f for r in ends(derived, "fr-1cu", kind="charge").values() for f in who.facings(r.place)}
        for derived, who in zip((bound, free), whos, strict=True)
    ]
    assert faces[0] == {0} and len(faces[1]) > 1


def test_terrain_that_blocks_charges():
    """JDG-9.1-j, -k, -l, JDG-9.1-h: hexes, hexsides and friendly artillery; a village is attacked by shock."""
    village = field("fr-1ch 0406 0, au-33 0402 3", terrain="0402 village")
    assert charges(village, "fr-1ch") == {}
    within = field("fr-1ch 0406 0, au-33 0402 3", terrain="0406 village")
    assert "JDG-9.1-j" in refused(within, "fr-1ch", kind="charge")
    slope = field("fr-1ch 0406 0, au-33 0402 3", features=[("slope", "0403", "N", False)])
    assert "0403" not in charges(slope, "fr-1ch")
    guns = field("fr-1ch 0406 0, fr-art 0403 0, au-33 0402 3")
    assert "0403" not in charges(guns, "fr-1ch")
    assert "JDG-9.1-h" in mover(guns, "fr-1ch", kind="charge").why_closed(
        guns.map_rules.map.grid.index("0403")
    )


def test_who_may_not_charge():
    """JDG-9.1-b, JDG-12.1-e, JDG-12.2-d, and rules of the battle."""
    place = "fr-1ch 0406 0, au-33 0402 3"
    assert "JDG-9.1-b" in refused(field(place), "fr-1ch", kind="charge", state=DISORDERED)
    assert "JDG-9-a" in refused(field(place), "au-33", kind="charge")
    for flag in ("night", "fog"):
        assert "JDG-12.1-e" in refused(field(place, flags=[flag]), "fr-1ch", kind="charge")
    sworn = RuleEffect(kind="no_combat", units=("fr-1ch",), against=("au-33",), words=("melee",), low=2)
    derived = field(place, effects=(sworn,), turns=2)
    assert charges(derived, "fr-1ch") and charges(derived, "fr-1ch", turn=2) == {}


# --- fall-back and retreat --------------------------------------------------------------------------------


def test_fall_back_of_one_hex():
    """JDG-10-b, JDG-10.3.1-b, JDG-10.3.2-a, AMB-82: away from the attackers, facing kept."""
    derived = field("fr-17 0404 0, au-33 0403 3")
    reached = ends(derived, "fr-17", kind="retreat")
    assert set(reached) == {"0305", "0405", "0505"}
    who = mover(derived, "fr-17", kind="retreat")
    assert all(who.pose(r.place).facing == 0 for r in reached.values())
    assert who.budget.measure == "hexes" and who.budget.points == 1


def test_retreat_of_routed_units():
    """JDG-10.3.1-EX2, JDG-10.2-h, JDG-10.3.1-c: infantry two hexes, cavalry three, each farther."""
    for unit, hexes in (("fr-17", 2), ("fr-1ch", 3), ("fr-art", 2)):
        derived = field(f"{unit} 0404 0, au-33 0403 3")
        grid = derived.map_rules.map.grid
        reached = ends(derived, unit, kind="retreat", state=ROUTED)
        assert reached
        for r in reached.values():
            far = [grid.distance(grid.index("0404"), leg.target) for leg in r.path]
            assert far == list(range(1, hexes + 1)) and r.path[-1].pose.facing is None


def test_nowhere_to_go():
    """JDG-10.3.1-EX3, JDG-10.2-EX1, JDG-10.3.1-d: eliminated."""
    ring = "0305 lake, 0405 lake, 0505 lake"
    derived = field("fr-17 0404 0, au-33 0403 3", terrain=ring)
    assert ends(derived, "fr-17", kind="retreat") == {}
    assert any("JDG-10.3.1-d" in note for note in mover(derived, "fr-17", kind="retreat").notes)
    corner = field("fr-1ch 0407 0, au-33 0406 3")
    assert ends(corner, "fr-1ch", kind="retreat", state=ROUTED), "along the edge"
    short = field("fr-1ch 0108 0, au-33 0107 3")
    legs = ends(short, "fr-1ch", kind="retreat", state=ROUTED)
    assert all(len(r.path) == 3 for r in legs.values())


def test_front_hexes_of_other_enemies():
    """JDG-10.3.5-EX1, JDG-10.3.5-EX2, JDG-10.3.5-c, -d: a level for a front ZOC hex, none for a rear one."""
    front = field("fr-17 0404 0, au-33 0403 3, au-39 0406 0")
    into = ends(front, "fr-17", kind="retreat", attackers=("au-33",))["0405"]
    assert into.path[-1].pose.state == {"level": "disordered"} and "JDG-10.3.5-b" in reasons(into)
    rear = field("fr-17 0404 0, au-33 0403 3, au-39 0406 3")
    assert ends(rear, "fr-17", kind="retreat", attackers=("au-33",))["0405"].path[-1].pose.state == {}
    routed = ends(front, "fr-17", kind="retreat", state=ROUTED, attackers=("au-33",))
    assert all(front.map_rules.map.grid.id(leg.target) != "0405" for r in routed.values() for leg in r.path)
    guns = field("fr-17 0404 0, au-33 0403 3, au-art 0406 0")
    assert ends(guns, "fr-17", kind="retreat", attackers=("au-33",))["0405"].path[-1].pose.state == {}


def test_a_level_lost_over_a_bridge():
    """JDG-10.3.4-EX1, JDG-10.3.4-a, -b, AMB-83: disordered over the bridge is routed, and goes on from there."""
    river = [("river_uncrossable", "0404", d) for d in ("SW", "S", "SE")]
    shut = field("fr-17 0404 0, au-33 0403 3", features=river)
    assert ends(shut, "fr-17", kind="retreat") == {}
    bridged = field("fr-17 0404 0, au-33 0403 3", features=[*river, ("bridge", "0404", "S")])
    assert set(ends(bridged, "fr-17", kind="retreat")) == {"0405"}
    routed = ends(bridged, "fr-17", kind="retreat", state=DISORDERED)
    grid = bridged.map_rules.map.grid
    assert routed and all(grid.distance(grid.index("0405"), r.hex) == 2 for r in routed.values())
    assert all(r.path[0].pose.state == {"level": "routed"} for r in routed.values())


def test_through_friends_with_whom_it_cannot_stack():
    """JDG-10.5-EX1, JDG-10.5-a, -b: one hex farther, those passed check cohesion."""
    derived = field("fr-17 0404 0, au-33 0403 3, fr-1ch 0405 0, fr-1cu 0305 0, fr-art 0505 0")
    reached = ends(derived, "fr-17", kind="retreat")
    assert "0405" not in reached and "0406" in reached
    assert "JDG-10.5-a" in reasons(reached["0406"]) and "JDG-10.5-b" in reasons(reached["0406"])


# --- withdrawal -------------------------------------------------------------------------------------------


def test_not_into_a_square_of_friends():
    """JDG-4.2-h, JDG-5.1.1-k: nobody stops there; it goes on through, or is eliminated."""
    open_way = field("fr-17 0405 3, au-33 0404 3, fr-13l 0406 3 disordered")
    square = field("fr-17 0405 3, au-33 0404 3, fr-13l 0406 3 in_square")
    assert "0406" in ends(open_way, "fr-17", kind="retreat")
    assert "0406" not in ends(square, "fr-17", kind="retreat")
    assert "0407" in ends(square, "fr-17", kind="retreat")


def test_withdrawal_before_combat():
    """JDG-8.8.1-a, -c, AMB-66, JDG-8.8.1-EX4: one hex or two, each farther from the attacker."""
    derived = field("fr-1ch 0404 0, au-33 0403 3", terrain="0405 wood")
    reached = ends(derived, "fr-1ch", kind="withdrawal")
    grid = derived.map_rules.map.grid
    for r in reached.values():
        far = [grid.distance(grid.index("0403"), leg.target) for leg in r.path]
        assert far == list(range(2, 2 + len(r.path))) and len(r.path) in (1, 2)
    assert reached["0305"].cost == 2 and reached["0305"].path[0].pose.state == {}, "leaving is not counted"
    swamp = [("TBL-TEC-HEX", ("wood", "cavalry"), 3)]
    dear = field("fr-1ch 0404 0, au-33 0403 3", terrain="0405 wood", overrides=swamp)
    into = ends(dear, "fr-1ch", kind="withdrawal")["0405"]
    assert into.cost == 4 and "JDG-8.8.1-k" in reasons(into)


def test_withdrawal_into_the_front_of_another_enemy():
    """JDG-8.8.1-EX3, JDG-8.8.1-m: after a failed check (disordered) the second level is lost: routed."""
    derived = field("fr-1ch 0404 0, au-33 0403 3, au-39 0406 0")
    into = ends(derived, "fr-1ch", kind="withdrawal", state=DISORDERED, attackers=("au-33",))["0405"]
    assert into.path[-1].pose.state == {"level": "routed"} and "JDG-8.8.1-m" in reasons(into)


def test_who_withdraws():
    """JDG-8.8.2-EX1, JDG-8.8.1-a, JDG-8.8.2-a, -e."""
    heavy, light = field("au-hus 0404 0, fr-1cu 0403 3"), field("au-hus 0404 0, fr-1ch 0403 3")
    assert ends(heavy, "au-hus", kind="withdrawal")
    assert "JDG-8.8.2-e" in refused(light, "au-hus", kind="withdrawal")
    both = field("fr-1cu 0404 0, au-hus 0403 3", ratings={"au-hus": {"heavy": True}})
    assert "JDG-8.8.2" in refused(both, "fr-1cu", kind="withdrawal")
    assert "JDG-8.8.1-a" in refused(field("fr-17 0404 0, au-33 0403 3"), "fr-17", kind="withdrawal")
    assert ends(field("fr-1cu 0404 0, au-33 0403 3"), "fr-1cu", kind="withdrawal"), "before infantry"


# --- rout move --------------------------------------------------------------------------------------------


def test_a_straight_line_to_the_edge():
    """JDG-10.4-d, -e, JDG-10.4-EX2: all points of the disordered side; one more leaves the map."""
    derived = field("fr-17 0407 0")
    points = mover(derived, "fr-17", kind="rout", state=ROUTED).budget.points
    reached = ends(derived, "fr-17", kind="rout", state=ROUTED)
    goal = f"04{7 - points:02d}"
    assert set(reached) == {goal} and reached[goal].cost == points
    at_edge = field(f"fr-17 04{points + 1:02d} 0")
    assert set(ends(at_edge, "fr-17", kind="rout", state=ROUTED)) == {"0401"}
    beyond = field(f"fr-17 04{points:02d} 0")
    assert ends(beyond, "fr-17", kind="rout", state=ROUTED) == {}
    search = Search(mover(beyond, "fr-17", kind="rout", state=ROUTED))
    search.run(points)
    off = [place for place in search.best if place[3]]
    assert len(off) == 1 and "JDG-10.4-p" in search.mover.end(off[0])


def test_shifts_around_an_obstacle():
    """JDG-10.4-n, -o, JDG-10.4-EX3: by at most two columns for infantry, three for others."""
    one = field("fr-17 0406 0", terrain="0405 lake")
    reached = ends(one, "fr-17", kind="rout", state=ROUTED)
    assert reached and all(name[:2] in ("03", "05") for name in reached)
    assert all("JDG-10.4-n" in reasons(r) for r in reached.values())
    wide = ", ".join(f"{column:02d}0{row} lake" for column in range(1, 8) for row in (4, 5))
    shut = field("fr-17 0406 0", terrain=wide)
    who = mover(shut, "fr-17", kind="rout", state=ROUTED)
    assert max(p[2] for p in _places(who)) <= 2
    horse = mover(field("fr-1ch 0406 0", terrain=wide), "fr-1ch", kind="rout", state=ROUTED)
    assert max(p[2] for p in _places(horse)) <= 3


def _places(who):
    search = Search(who)
    search.run(who.budget.points)
    return search.best


def test_cannot_move_one_hex():
    """JDG-10.4-EX1, JDG-10.4-f, AMB-85: from one hex in a ZOC to another of the same unit."""
    derived = field("fr-17 0405 0, au-33 0404 3")
    assert ends(derived, "fr-17", kind="rout", state=ROUTED) == {}
    who = mover(derived, "fr-17", kind="rout", state=ROUTED)
    assert "JDG-10.4-f" in who.end(who.start)


def test_shelter_in_rout():
    """JDG-10.4-k: it may stop in a village, or go on."""
    derived = field("fr-17 0407 0", terrain="0406 village")
    reached = ends(derived, "fr-17", kind="rout", state=ROUTED)
    assert "0406" in reached and len(reached) == 2


def test_rout_moves_are_of_routed_units():
    """JDG-10.4-a, JDG-10.4-b."""
    assert "JDG-10.4-b" in refused(field("fr-17 0407 0"), "fr-17", kind="rout")


# --- rulings that a scenario may choose -------------------------------------------------------------------


def test_columns_of_the_map():
    """AMB-84: towards an edge without a straight direction the owner keeps to one of two rows of hexes."""
    scattered = "fr-17 0405 0"
    for chosen, rows in (("perpendicular", {3, 4}), ("map", {0, 1, 2, 3, 4, 5, 6, 7})):
        derived = field(scattered, options={"rout_column": chosen})
        piece = derived.piece("fr-17", kind="rout", state=ROUTED)
        sides = tuple(replace(side, rout_edge="E") for side in piece.scenario.sides)
        search = Search(derived.mover(replace(piece, scenario=replace(piece.scenario, sides=sides))))
        search.run(3)
        grid = derived.map_rules.map.grid
        places = {place[0] for place, cost in search.best.items() if cost == 3}
        lines = {grid.offset(h)[1] for h in places}
        assert lines <= rows and (len(lines) == 1) == (chosen == "perpendicular"), (chosen, lines)


def test_options_that_the_query_does_not_know_are_named():
    """The answer says which rulings of the scenario decide moves and are not counted; by default none."""
    plain = field("fr-17 0404 0, au-33 0403 3")
    piece = plain.piece("fr-17", kind="retreat", state=ROUTED)
    assert not [n for n in mover_answer(plain, plain.mover(piece), piece)["notes"] if "counted" in n]
    options = {**piece.scenario.options, "fall_back_when_routed": "one_hex"}
    chosen = replace(piece, scenario=replace(piece.scenario, options=options))
    notes = mover_answer(plain, plain.mover(chosen), chosen)["notes"]
    assert [n for n in notes if "`fall_back_when_routed: one_hex` is not counted" in n and "AMB-83" in n]


def test_withdrawal_of_two_hexes_by_option():
    """AMB-66: the second hex may lie beside the first, if it is two hexes from the attacker."""
    farther = {}
    for distance in (3, 2):
        derived = field("fr-1cu 0404 0, au-33 0403 3", options={"withdraw_two_final_distance": distance})
        grid = derived.map_rules.map.grid
        places = [p for p in _places(mover(derived, "fr-1cu", kind="withdrawal")) if p[2] == 2]
        farther[distance] = {grid.distance(grid.index("0403"), place[0]) for place in places}
    assert farther == {3: {3}, 2: {2, 3}}


def test_facing_in_a_charge_by_option():
    """AMB-73: cavalry that keeps its facing charges fewer targets than one that turns freely."""
    words = "fr-1cu 0405 0, au-33 0402 3, au-39 0503 3"
    free = ends(field(words), "fr-1cu", kind="charge")
    bound = field(words, options={"charge_facing_free": False})
    who = mover(bound, "fr-1cu", kind="charge")
    assert {f for r in ends(bound, "fr-1cu", kind="charge").values() for f in who.facings(r.places[0])} == {0}
    assert len(free) >= len(ends(bound, "fr-1cu", kind="charge"))


def test_halving_by_option():
    """AMB-17, AMB-18: half of the ordered side, and of a charge Without Orders half of the half."""
    back = field("fr-17 0404 0 disordered")
    unit = next(u for u in back.piece("fr-17").battle.units if u.id == "fr-17")
    front, other = unit.number("movement"), unit.number("movement", True)
    for visible, base in ((True, other), (False, front)):
        derived = field("fr-17 0404 0 disordered", options={"halve_visible_side": visible})
        assert mover(derived, "fr-17", kind="without_orders").budget.points == -(-base // 2)
    horse = next(u for u in back.piece("fr-17").battle.units if u.id == "fr-1cu").number("movement")
    half = -(-horse // 2)
    for once, points in ((True, half), (False, -(-half // 2))):
        derived = field("fr-1cu 0405 0, au-33 0402 3", options={"halve_once": once})
        who = mover(derived, "fr-1cu", kind="charge", state={"orders": "without_orders"})
        assert who.budget.points == points


def test_facing_after_leaving_a_zone_by_option():
    """AMB-48: by option the limit of one corner binds who has left the zone of control as well."""
    for free in (True, False):
        derived = field("fr-17 0404 0, au-33 0403 3", options={"facing_free_after_leaving_zoc": free})
        who = mover(derived, "fr-17")
        away = next(p for p in _places(who) if derived.map_rules.map.grid.id(p[0]) == "0406")
        assert (who.facings(away) is None) == free
