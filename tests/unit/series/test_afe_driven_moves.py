"""Charge, retreat and rout of Au fil de l'épée: sections 10.2, 10.7 and 12.2, with test vectors."""

from __future__ import annotations

import pytest

from jdgtools.derived import MoveRefused
from jdgtools.derived.reach import Search
from tests.small_battles import ends, field, mover

ROUTED = {"organisation": "routed"}


def afe(words, **settings):
    """Units of the teaching battle on open ground."""
    return field(words, series="afe", **settings)


def charges(derived, unit, **question):
    """Hexes where a charge ends -> the hex that it attacks."""
    name, who = derived.map_rules.map.grid.id, mover(derived, unit, kind="charge", **question)
    found = ends(derived, unit, kind="charge", **question)
    return {h: [name(t) for t in who.targets(r.place)] for h, r in found.items()}


def reasons(reached):
    """All reasons of a path in one text."""
    return " | ".join(reason for leg in reached.path for reason in leg.reasons)


def test_a_charge_runs_straight():
    """AFE-10.2-d, -g, -i, -j, AMB-54: along the centre front hex, one hex at least, at most 4 MP."""
    assert charges(afe("cr-kni 0406 0, ot-pik 0402 3"), "cr-kni") == {"0403": ["0402"]}
    assert charges(afe("cr-kni 0406 1, ot-pik 0402 3"), "cr-kni") == {}, "not ahead"
    far = afe("cr-kni 0407 0, ot-pik 0402 3")
    assert (
        charges(far, "cr-kni")["0403"] == ["0402"]
        and charges(afe("cr-kni 0408 0, ot-pik 0402 3"), "cr-kni") == {}
    )
    assert mover(far, "cr-kni", kind="charge").budget.points == 4


def test_who_may_not_charge():
    """DV-33, AFE-10.2-a to -c: light cavalry, dismounted, out of command, routed."""
    place = " 0406 0, ot-pik 0402 3"
    for unit, question, rule in (
        ("gu-cl", {}, "AFE-10.2-c"),
        ("cr-kni", {"state": {"posture": "dismounted"}}, "AFE-10.2-b"),
        ("cr-kni", {"state": {"command": "out_of_command"}}, "AFE-10.2-a"),
        ("gu-man", {"state": ROUTED}, "AFE-10.2-a"),
    ):
        with pytest.raises(MoveRefused, match=rule):
            mover(afe(unit + place), unit, kind="charge", **question)


def test_in_contact_no_charge():
    """DV-34, AFE-10.2-f, AMB-78: an ordinary melee alone; by the option only the target counts."""
    beside = "cr-kni 0406 0, ot-swi 0506 3, ot-pik 0402 3"
    with pytest.raises(MoveRefused, match=r"AFE-10\.2-f"):
        mover(afe(beside), "cr-kni", kind="charge")
    chosen = afe(beside, options={"charge_contact": "target"})
    assert charges(chosen, "cr-kni")


def test_friends_in_the_way_of_a_charge():
    """AFE-10.2-h: they rout; a charge does not end on them."""
    derived = afe("cr-kni 0406 0, cr-li 0404 0, ot-pik 0402 3")
    reached = ends(derived, "cr-kni", kind="charge")
    assert set(reached) == {"0403"} and "AFE-10.2-h" in reasons(reached["0403"])
    assert ends(afe("cr-kni 0406 0, cr-li 0403 0, ot-pik 0402 3"), "cr-kni", kind="charge") == {}


def test_retreat_after_melee():
    """AFE-10.7-a to -f, AMB-64: any free hex, a front hex at the price of a level."""
    derived = afe("cr-li 0404 0, ot-pik 0403 3")
    reached = ends(derived, "cr-li", kind="retreat")
    assert len(reached) == 5 and "0404" not in reached
    front = {h for h, r in reached.items() if r.path[-1].disorders}
    grid = derived.map_rules.map.grid
    assert front == {grid.id(n) for n in (grid.neighbour(grid.index("0404"), d) for d in (5, 1))}
    facings = mover(derived, "cr-li", kind="retreat").facings(reached["0405"].place)
    assert facings == (0, 1, 5)
    held = "cr-li 0404 0, ot-pik 0403 3, ot-swi 0305 0, be-aq 0405 0, be-xbow 0505 0, ot-knf 0304 0"
    only = ends(afe(held), "cr-li", kind="retreat")
    assert list(only) == ["0504"] and "AMB-64" in reasons(only["0504"])
    optional = {"front_hex_retreat": "optional"}
    assert set(ends(afe(held, options=optional), "cr-li", kind="retreat")) == {"0504", "0404"}
    rear_alone = afe(held.replace("cr-li 0404 0", "cr-li 0404 3"), options=optional)
    assert set(ends(rear_alone, "cr-li", kind="retreat")) == {"0504"}, "not in front of it"
    shut = afe(held + ", th-mar 0504 0")
    assert set(ends(shut, "cr-li", kind="retreat")) == {"0404"}
    assert any("AFE-10.7-c" in note for note in mover(shut, "cr-li", kind="retreat").notes)
    with pytest.raises(MoveRefused, match=r"AFE-10\.7-g"):
        mover(afe("be-gun 0404 0, cr-li 0403 3"), "be-gun", kind="retreat")


def test_two_hexes_of_a_unit_that_routs():
    """AFE-12.2.1-b to -e, AMB-32, AMB-34: straight towards the edge, through friends, not through enemies."""
    derived = afe("cr-li 0505 0")
    reached = ends(derived, "cr-li", kind="rout_retreat")
    grid = derived.map_rules.map.grid
    assert reached and all(grid.distance(r.hex, grid.index("0505")) == 2 for r in reached.values())
    assert all(int(h[:2]) == 3 for h in reached), "its edge is in the west"
    assert all(len({grid.direction(g.origin, g.target) for g in r.path}) == 1 for r in reached.values())
    one = ends(derived, "cr-li", kind="retreat", state=ROUTED)
    assert all(len(r.path) == 1 and int(h[:2]) == 4 for h, r in one.items())
    stops = {h: r.path[0].target for h, r in reached.items()}
    walls = ", ".join(
        f"{e} {grid.id(h)} 0" for e, h in zip(("ot-pik", "ot-swi"), set(stops.values()), strict=True)
    )
    barred = afe(f"cr-li 0505 0, {walls}")
    assert ends(barred, "cr-li", kind="rout_retreat") == {}
    assert any("AMB-34" in note for note in mover(barred, "cr-li", kind="rout_retreat").notes)
    friends = walls.replace("ot-pik", "gu-mi1").replace("ot-swi", "gu-mi2")
    passed = ends(afe(f"cr-li 0505 0, {friends}"), "cr-li", kind="rout_retreat")
    assert set(passed) == set(reached) and "AFE-12.2.3-a" in reasons(next(iter(passed.values())))


def test_rout_movement():
    """AFE-12.2.2-a to -d, AFE-12.2.3-m, AMB-37: the full allowance, straight; off the map eliminated."""
    derived = afe("cr-li 0805 0")
    points = mover(derived, "cr-li", kind="rout", state=ROUTED).budget.points
    reached = ends(derived, "cr-li", kind="rout", state=ROUTED)
    assert reached and {r.cost for r in reached.values()} == {points}
    assert all(int(h[:2]) == 8 - points for h in reached)
    near = Search(mover(afe("cr-li 0205 0"), "cr-li", kind="rout", state=ROUTED))
    near.run(points)
    assert [p for p in near.best if p[3] and "AFE-12.2.3-m" in near.mover.end(p)]
    assert ends(afe("cr-li 0205 0"), "cr-li", kind="rout", state=ROUTED) == {}
    around = ends(afe("cr-li 0805 0, ot-pik 0504 0"), "cr-li", kind="rout", state=ROUTED)
    assert any("AFE-12.2.2-c" in reasons(r) for r in around.values())
    with pytest.raises(MoveRefused, match=r"AFE-12\.2\.2-a"):
        mover(derived, "cr-li", kind="rout")
