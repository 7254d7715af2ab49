"""Units of Au fil de l'épée on the move in their states: sections 3, 5, 7.4 and 8 of the digest, with examples."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from jdgtools.derived import MoveRefused
from jdgtools.series.registry import find_series
from tests.small_battles import ends, mover, path
from tests.small_battles import field as any_field


def field(units, settings=None, held=None, **ground):
    derived = any_field(units, series="afe", **ground)
    scenario = replace(derived.scenario, settings=settings or {}, held=held or {})
    return replace(derived, scenario=scenario)


def total(derived, unit, goal, **question):
    return path(derived, unit, goal, **question)[-1].total


def reasons(legs):
    return " ".join(reason for leg in legs for reason in leg.reasons)


def close(derived, hex_id, unit):
    return mover(derived, unit).why_closed(derived.map_rules.map.grid.index(hex_id))


def test_allowances():
    """AFE-2.1-p, AFE-11.1-a, AFE-12.2.3-l, AFE-7.4-b; DV-10: 1, 4, 5, 7 halved are 1, 2, 3, 4."""
    for printed, half in ((1, 1), (4, 2), (5, 3), (7, 4)):
        derived = field("ot-swi 0404 0", ratings={"ot-swi": {"mp": printed}})
        assert mover(derived, "ot-swi").budget.points == printed
        assert mover(derived, "ot-swi", kind="out_of_command").budget.points == half
    tired = field("ot-swi 0404 0 fatigued")
    unit = tired.battle.unit("ot-swi")
    assert mover(tired, "ot-swi").budget.points == unit.number("mp", back=True)
    routed = field("ot-swi 0404 - routed")
    assert mover(routed, "ot-swi").budget.points == 0 and set(ends(routed, "ot-swi")) == {"0404"}


def test_a_unit_steps_into_its_front():
    """AFE-8.1-e, AFE-8.1-f, AFE-8.1-g: three hexes, artillery one, leaders any."""
    grid = field("").map_rules.map.grid
    here = grid.index("0404")
    around = {d: grid.id(grid.neighbour(here, d)) for d in range(6)}
    swiss = {n for n, f in ends(field("ot-swi 0404 0"), "ot-swi").items() if f.cost == 1 and n != "0404"}
    assert swiss == {around[0], around[1], around[5]}
    gun = {n for n, f in ends(field("be-gun 0404 0"), "be-gun").items() if f.cost == 1 and n != "0404"}
    assert gun == {around[0]}
    friends = ", ".join(f"{u} {around[d]} 0" for d, u in ((0, "ot-swi"), (3, "ot-pik")))
    leader = ends(field(f"otto 0404, {friends}"), "otto")
    assert {n for n, f in leader.items() if f.cost == 1} == {around[0], around[3]}


def turns_of(derived):
    """Facing of the Swiss in their starting hex -> what it costs to turn there."""
    search = ends(derived, "ot-swi", 9)["0404"].search
    return {place[1]: cost for place, cost in search.best.items() if place[0] == search.mover.start[0]}


def test_turning():
    """AFE-8.2-c, AMB-19; DV-15: 1 MP a hexside, 2 in front of an enemy; DV-73: a routed enemy has no front."""
    free = field("ot-swi 0404 0")
    turns = turns_of(free)
    assert (turns[1], turns[2], turns[3]) == (1, 2, 3)
    enemy = field("ot-swi 0404 0, cr-maf 0403 3")
    turns = turns_of(enemy)
    assert (turns[1], turns[2]) == (2, 4)
    routed = field("ot-swi 0404 0, cr-maf 0403 3 routed")
    turns = turns_of(routed)
    assert turns[1] == 1 and total(routed, "ot-swi", "0504") == 1
    assert total(field("ot-swi 0404 0", options={"facing_cost_normal": 0}), "ot-swi", "0405") == 1


def test_leaving_the_front_of_an_enemy():
    """AFE-8.3-a, AFE-8.3-b, AMB-27; DV-16: turn 2, leave 1, hex 1 = 4; once for several enemies; not leaders."""
    derived = field("ot-swi 0404 0, cr-maf 0403 3", ratings={"ot-swi": {"mp": 5}})
    legs = path(derived, "ot-swi", "0505")
    assert [leg.cost for leg in legs] == [2, 2] and "AFE-8.3-a" in reasons(legs)
    two = field("ot-swi 0404 0, cr-maf 0403 3, cr-li 0503 4")
    assert total(two, "ot-swi", "0304") == 2
    lord = field("otto 0404, ot-swi 0405 0, cr-maf 0403 3")
    assert total(lord, "otto", "0405") == 1


def test_no_zone_stops_a_unit():
    """AFE-4-a, AFE-4-c: from one enemy's front into another's."""
    derived = field("gu-man 0404 0, ot-swi 0303 3, ot-pik 0503 3")
    grid = derived.map_rules.map.grid
    fronts = mover(derived, "gu-man").around.enemy_front
    assert {grid.index("0404"), grid.index("0403")} & fronts
    assert not any(f.stops for f in ends(derived, "gu-man").values() if f.cost < 7)


def test_stacks():
    """AFE-5.2.4-a, -b, AFE-5.2.3-a; DV-17, DV-18: leaving and joining cost 1 each; the facing is taken."""
    leaves = field("be-aq 0404 0, be-gun 0404 0")
    assert total(leaves, "be-aq", "0403") == 2
    joins = field("be-aq 0404 0, be-gun 0403 2")
    there = ends(joins, "be-aq")["0403"]
    legal = [p for p in there.places if not there.search.mover.end(p)]
    assert there.search.best[legal[0]] == 2 and {p[1] for p in legal if p[2] == 1} == {2}
    assert "AFE-5.2.3-a" in reasons(path(joins, "be-aq", "0403"))


def test_one_unit_in_a_hex():
    """AFE-5.1-a, -c, -d, AFE-5.2.2-a, DV-70: passed for nothing more, not an end, unless the scenario allows it."""
    derived = field("gu-mi1 0404 0, gu-mi2 0403 0")
    assert "0403" not in ends(derived, "gu-mi1") and total(derived, "gu-mi1", "0402") == 2
    allowed = {"stack_types": "Mi", "stack_maximum": 2, "stack_same_banner": True}
    both = field("gu-mi1 0404 0, gu-mi2 0403 0", settings=allowed)
    assert "0403" in ends(both, "gu-mi1")
    other = field("gu-man 0404 0, gu-mi2 0403 0", settings=allowed)
    assert "0403" not in ends(other, "gu-man")


def test_enemy_hexes_are_closed():
    """AMB-28: for units and leaders."""
    derived = field("ot-swi 0404 0, cr-maf 0403 0, otto 0404")
    for unit in ("ot-swi", "otto"):
        assert "0403" not in ends(derived, unit) and "AMB-28" in close(derived, "0403", unit)


def test_advance_and_withdrawal():
    """AFE-8.1-i, AFE-8.3-c to -g; DV-20, DV-21, DV-22: one hex whatever it costs, but not NM."""
    dear = [("TBL-TERRAIN-HEX", ("marsh", "foot"), 5)]
    derived = field(
        "ot-swi 0404 0", terrain="0403 marsh, 0405 marsh", overrides=dear, ratings={"ot-swi": {"mp": 3}}
    )
    ahead, behind = path(derived, "ot-swi", "0403"), path(derived, "ot-swi", "0405")
    assert ahead[-1].total == 3 and "AFE-8.1-i" in reasons(ahead) and ahead[-1].pose.facing == 0
    assert behind[-1].total == 3 and "AFE-8.3-c" in reasons(behind) and behind[-1].pose.facing == 0
    horse = field("cr-kni 0404 0", terrain="0403 marsh, 0405 marsh")
    assert not {"0403", "0405"} & set(ends(horse, "cr-kni")) and "AFE-8.1-i" in close(horse, "0403", "cr-kni")


def test_mounting():
    """AFE-8.4-a to -e, AMB-29; DV-23: MA 5 leaves 3; DV-24: not beside an enemy, not routed."""
    may = {"ot-swi": {"can_mount": True, "mp": 5}}
    derived = field("ot-swi 0404 0 discouraged", ratings=may)
    assert mover(derived, "ot-swi", kind="mount").budget.points == 3
    assert mover(derived, "ot-swi", kind="mount").movement_class == "mounted"
    for units, rule in (
        ("ot-swi 0404 0, cr-maf 0403 - routed", "AFE-8.4-e"),
        ("ot-swi 0404 - routed", "AFE-8.4-d"),
    ):
        with pytest.raises(MoveRefused, match=re.escape(rule)):
            mover(field(units, ratings=may), "ot-swi", kind="mount")
    with pytest.raises(MoveRefused, match="AMB-29"):
        mover(field("ot-swi 0404 0"), "ot-swi", kind="mount")
    changed = field("gu-man 0404 0")
    assert mover(changed, "gu-man", kind="dismount").budget.points == 2, "4 in the other posture, less 2"
    assert mover(field("gu-man 0404 0 dismounted"), "gu-man").movement_class == "foot"


def test_out_of_command():
    """AFE-7.4-b, AFE-7.4-d, AMB-11; DV-11: ends closer to its leader, not as far as before."""
    derived = field("gu-man 0404 0 out_of_command, guiscard 0401, gu-mi1 0401 0")
    grid = derived.map_rules.map.grid
    lord, start = grid.index("0401"), grid.index("0404")
    got = ends(derived, "gu-man")
    assert len(got) > 1
    for found in got.values():
        assert found.hex == start or grid.distance(found.hex, lord) < grid.distance(start, lord)
    assert len(ends(derived, "gu-man", kind="in_command")) > len(got)
    away = {"units": "gu-man 0404 3 out_of_command, guiscard 0401, gu-mi1 0401 0", "terrain": "0403 rough"}
    dear = {"overrides": [("TBL-TERRAIN-HEX", ("rough", "mounted"), 9)]}
    assert "0403" not in ends(field(**away, **dear), "gu-man"), "AMB-31: no withdrawal"
    may = field(**away, **dear, options={"out_of_command_withdrawal": True})
    assert "0403" in ends(may, "gu-man")


def test_leaders():
    """AFE-5.1-e to -g, AFE-7.1-b, -c, AFE-7.5.1-a, AFE-7.5.2-b: they end with a unit of their own."""
    derived = field("guiscard 0404, gu-man 0402 0, cr-maf 0403 0, aldric 0405")
    assert set(ends(derived, "guiscard")) == {"0402"}
    assert {"0402", "0403"} <= set(ends(derived, "aldric")), "the commander-in-chief with any unit"
    captured = field("guiscard 0404, gu-man 0404 0")
    assert mover(captured, "guiscard", state={"health": "captured"}).budget.points == 0


def test_gates_open_to_their_own_side():
    """AFE-8.1-b, AFE-9.1-k."""
    gate = {"features": [("gate", "0403", "S")]}
    shut = field("cr-maf 0404 0", **gate)
    inside = shut.map_rules.map.grid.index("0403")
    own = field("cr-maf 0404 0", held={inside: "crown"}, **gate)
    assert total(own, "cr-maf", "0403") == 1
    assert "AFE-8.1-i" not in reasons(path(own, "cr-maf", "0403"))
    foreign = field("cr-maf 0404 0", held={inside: "league"}, **gate)
    assert all(
        leg.origin != shut.map_rules.map.grid.index("0404") for leg in path(foreign, "cr-maf", "0403")[-1:]
    )


def test_refusals():
    """AFE-3-b, AFE-8.1-i: what is missing is asked for; nobody stands where he is excluded."""
    with pytest.raises(MoveRefused) as refused:
        mover(field("ot-swi 0404"), "ot-swi")
    assert "--facing" in refused.value.ask
    with pytest.raises(MoveRefused, match=re.escape("AFE-8.1-i")):
        mover(field("cr-kni 0404 0", terrain="0404 marsh"), "cr-kni")


def test_every_reason_names_a_statement_that_exists():
    """What a unit is told cites the digest."""
    known = find_series("afe").statements
    derived = field(
        "be-aq 0404 0, be-gun 0404 0, be-xbow 0405 0, cr-maf 0403 3, bertrade 0405, ot-swi 0606 0 out_of_command"
    )
    for unit in ("be-aq", "ot-swi", "bertrade"):
        who = mover(derived, unit)
        texts = [
            *who.budget.reasons,
            *who.notes,
            *(why for f in ends(derived, unit).values() if (why := f.end)),
        ]
        for found in ends(derived, unit).values():
            texts += [reason for leg in found.path for reason in leg.reasons]
        assert texts
        for text in texts:
            ids = re.findall(r"(?:AFE|AMB)-[0-9A-Za-z.-]+", text)
            assert ids and all(i in known or i.startswith("AMB-") for i in ids), text
