"""Units of Jours de Gloire on the move in their states: sections 4, 5.1.2, 6.2.2, 10.2 and 12, with examples."""

from __future__ import annotations

import re

import pytest

from jdgtools.derived import MoveRefused
from jdgtools.model.scenario import Arrival
from jdgtools.series.registry import find_series
from tests.small_battles import ends, field, mover, path


def points(derived, unit, **question):
    return mover(derived, unit, **question).budget.points


def why_not(derived, unit, hex_id, **question):
    who = mover(derived, unit, **question)
    index = derived.map_rules.map.grid.index(hex_id)
    return who.why_closed(index) or who.end((index, -1))


def test_reduced_movement():
    """JDG-4.1.2-EX1, JDG-4.1.2-EX2, JDG-4.1.2-a, AMB-17, AMB-18: half, rounded up, of the side that is up."""
    for printed, reduced in ((7, 4), (6, 3), (5, 3), (1, 1)):
        derived = field("fr-17 0404", ratings={"fr-17": {"movement": printed}})
        assert points(derived, "fr-17") == printed
        assert points(derived, "fr-17", kind="without_orders") == reduced
    assert points(field("fr-17 0404 - without_orders"), "fr-17") == 3
    assert points(field("fr-17 0404 - without_orders"), "fr-17", kind="orders_received") == 5


def test_artillery_that_fired():
    """JDG-4.4.2-EX1, JDG-4.4.2-EX2, JDG-4.4.2-EX3: fired 3, not fired 5; Without Orders 3 and none at all."""
    five = {"ratings": {"fr-art": {"movement": 5}}}
    fired, ready = field("fr-art 0404 - fired", **five), field("fr-art 0404", **five)
    assert (points(fired, "fr-art"), points(ready, "fr-art")) == (3, 5)
    assert points(ready, "fr-art", kind="without_orders") == 3
    assert points(fired, "fr-art", kind="without_orders") == 0
    assert set(ends(fired, "fr-art", kind="without_orders")) == {"0404"}
    assert set(ends(fired, "fr-art", 9, kind="without_orders")) == {"0404"}, "whatever it is given"


def test_forced_march():
    """JDG-4.1.3-EX1 to JDG-4.1.3-EX4, JDG-4.1.3-b, -c: twice the allowance, farther than 5 hexes from the enemy."""
    far = {"size": (24, 8)}
    assert points(field("fr-17 0404", **far), "fr-17", kind="forced_march") == 10
    six = field("fr-17 0204, au-33 0804 0", **far)
    grid = six.map_rules.map.grid
    enemy = grid.index("0804")
    reached = ends(six, "fr-17", kind="forced_march")
    assert len(reached) > 5
    assert all(grid.distance(r.hex, enemy) >= 6 for r in reached.values())
    with pytest.raises(MoveRefused, match=r"JDG-4\.1\.3-c"):
        mover(field("fr-17 0304, au-33 0804 0", **far), "fr-17", kind="forced_march")
    twenty = field("fr-17 0104, au-33 2104 0", **far)
    assert grid.distance(grid.index("0104"), grid.index("2104")) == 20
    legal = ends(twenty, "fr-17", kind="forced_march")
    assert min(grid.distance(r.hex, grid.index("2104")) for r in legal.values()) == 10
    for state in ("disordered", "without_orders"):
        with pytest.raises(MoveRefused, match=r"JDG-4\.1\.3-b"):
            mover(field(f"fr-17 0404 - {state}"), "fr-17", kind="forced_march")


def test_forced_march_enters_no_hex_with_friends():
    """JDG-4.1.3-f, JDG-4.1.3-g."""
    derived = field("fr-17 0404, fr-30 0405")
    assert "0405" not in ends(derived, "fr-17", kind="forced_march")
    assert "JDG-4.1.3-f" in why_not(derived, "fr-17", "0405", kind="forced_march")


@pytest.mark.parametrize("flag", ["night", "fog"])
def test_no_forced_march_at_night_or_in_fog(flag):
    """JDG-12.1-a, JDG-12.2-a, JDG-4.1.3-i: but for reinforcements, who stop at five hexes (AMB-36)."""
    with pytest.raises(MoveRefused, match=r"JDG-12\.1-a"):
        mover(field("fr-17 0404", flags=[flag]), "fr-17", kind="forced_march")
    arriving = field("fr-17 0104 - renfort, au-33 0904 0", flags=[flag], size=(12, 8))
    reached = ends(arriving, "fr-17", kind="forced_march")
    grid = arriving.map_rules.map.grid
    distances = {r.stops: set() for r in reached.values()}
    for r in reached.values():
        distances[r.stops].add(grid.distance(r.hex, grid.index("0904")))
    assert min(distances[False]) == 6 and distances[True] == {5}


def test_a_reinforcement_without_forced_march_goes_nearer():
    """JDG-5.2.1-f, AMB-36: what ends five hexes from the enemy is the forced march."""
    arriving = field("fr-17 0304 - renfort, au-33 0904 0", size=(12, 8))
    grid = arriving.map_rules.map.grid
    goes_on = [r for r in ends(arriving, "fr-17").values() if not r.stops]
    assert min(grid.distance(r.hex, grid.index("0904")) for r in goes_on) < 5


def test_leaving_a_square():
    """JDG-4.2-EX1, JDG-4.2-EX2, JDG-4.2-i, -j: 2 MP, then the rest."""
    derived = field("fr-17 0404 0 in_square")
    first, second = path(derived, "fr-17", "0405")
    assert (first.cost, second.total) == (2, 3) and "JDG-4.2-j" in first.reasons[0]
    assert first.pose.state == {"square": "not_in_square"}
    costs = {name: reached.cost for name, reached in ends(derived, "fr-17").items()}
    assert costs["0404"] == 0 and max(costs.values()) == 5
    assert {c for name, c in costs.items() if name != "0404"} == {3, 4, 5}
    without = ends(derived, "fr-17", kind="without_orders")
    assert len(without) == 7, "3 MP: two to leave the square, one hex"
    assert set(ends(derived, "fr-17", 1)) == {"0404"}


def test_routed_units_do_not_move():
    """JDG-10.2-k, JDG-10.2-l: in an activation they stay."""
    derived = field("fr-17 0404 0 routed")
    assert set(ends(derived, "fr-17")) == {"0404"}
    assert points(derived, "fr-17") == 0 and "JDG-10.2-k" in mover(derived, "fr-17").budget.reasons[0]
    assert set(ends(field("fr-17 0404"), "fr-17", state={"level": "routed"})) == {"0404"}


def test_commander():
    """JDG-2.5.1-g, -h, -k, AMB-10: 7 MP once a turn; stops among friends in a zone, +1 for leaving one."""
    assert points(field("davout 0404"), "davout") == 7
    assert set(ends(field("davout 0404 - moved"), "davout")) == {"0404"}
    beside = field("davout 0406, au-33 0403 0, fr-17 0404 0")
    assert ends(beside, "davout")["0404"].stops
    leaving = field("davout 0404, fr-17 0404 0, au-33 0403 0")
    assert ends(leaving, "davout")["0405"].cost == 2
    assert "JDG-6.2.2-j" in " ".join(path(leaving, "davout", "0405")[0].reasons)


def test_night_and_fog():
    """JDG-12.1-EX3, JDG-12.2-EX1, JDG-6.2.2-f: +2 at night, +1 in fog, +1 when disordered."""
    units = "fr-17 0405, au-33 0403 0"
    assert ends(field(units), "fr-17")["0404"].cost == 1
    assert ends(field(units, flags=["night"]), "fr-17")["0404"].cost == 3
    assert ends(field(units, flags=["fog"]), "fr-17")["0404"].cost == 2
    disordered = "fr-17 0405 0 disordered, au-33 0403 0"
    assert ends(field(disordered, flags=["fog"]), "fr-17")["0404"].cost == 3
    both = {"flags": ["night", "fog"]}
    assert ends(field(units, **both), "fr-17")["0404"].cost == 3, "AMB-95"
    assert ends(field(units, **both, options={"night_fog": "fog"}), "fr-17")["0404"].cost == 2
    assert ends(field(units, **both, options={"night_fog": "added"}), "fr-17")["0404"].cost == 4
    assert ends(field(units), "fr-17", turn=1)["0404"].cost == 1


def test_no_contact_at_night_for_disordered_units():
    """JDG-12.1-c, AMB-109: not even beside artillery; by option only zones of control."""
    units = "fr-17 0405 0 disordered, au-art 0403 0"
    night = field(units, flags=["night"])
    assert "0404" not in ends(night, "fr-17") and "0404" in ends(field(units), "fr-17")
    assert "JDG-12.1-c" in why_not(night, "fr-17", "0404")
    assert "0404" in ends(field(units, flags=["night"], options={"night_contact": "zoc"}), "fr-17")
    leaving = field("fr-17 0404 0 disordered, au-33 0403 0", flags=["night"])
    assert "0406" in ends(leaving, "fr-17"), "it may leave a zone"


def test_stacking_at_the_end_of_a_move():
    """JDG-5.1.2-e, JDG-5.1.2-EX1, JDG-5.1.2-h: passing a full hex is legal, stopping there is not."""
    derived = field("fr-17 0406, fr-30 0405, fr-13l 0405")
    mine = {derived.battle.unit(u).command for u in ("fr-17", "fr-30", "fr-13l")}
    assert len(mine) > 1 or derived.battle.unit("fr-17").number("strength") > 2
    assert "0405" not in ends(derived, "fr-17") and "JDG-5.1.1" in why_not(derived, "fr-17", "0405")
    assert [leg.target for leg in path(derived, "fr-17", "0404")], "through it or around it"
    routed = field("fr-17 0406, fr-30 0405 0 routed")
    assert "JDG-5.1.1-j" in why_not(routed, "fr-17", "0405")
    guns = field("fr-17 0406, fr-art 0405")
    assert "0405" in ends(guns, "fr-17"), "JDG-5.1.1-c"


def test_entry_hexes_of_the_enemy():
    """JDG-5.2.3-a, AMB-41: closed as an end, with the hexes around, while units are due there."""
    loaded = field("fr-17 0404")
    entry = loaded.map_rules.map.grid.index("0406")
    due = Arrival("late", ("au-hus",), (("au-hus",),), 1, None, "austria", (entry,))
    derived = field("fr-17 0404", arrivals=(due,))
    sides = {u.side for u in derived.battle.units}
    assert due.side in sides
    assert not {"0405", "0406"} & set(ends(derived, "fr-17"))
    assert "JDG-5.2.3-a" in why_not(derived, "fr-17", "0405")
    own = field("au-33 0404 0", arrivals=(due,))
    assert "0406" in ends(own, "au-33")


def test_facing_of_a_unit_that_stays_in_a_zone():
    """JDG-6.2.2-EX5, JDG-6.2.2-i, AMB-48: corners 0, 1 and 5; who leaves is free."""
    derived = field("fr-17 0404 0, au-33 0403 0")
    who = mover(derived, "fr-17")
    assert who.facings(who.start) == (0, 1, 5)
    assert who.facings((derived.map_rules.map.grid.index("0405"), -1)) is None
    free = mover(field("fr-17 0404 0"), "fr-17")
    assert free.facings(free.start) is None
    assert any("JDG-6.2.2-i" in note for note in who.notes)


def test_terrain_that_disorders_on_the_way():
    """JDG-10.1-b, JDG-6.2.2-e, JDG-10.1-a: the other allowance, +1 MP for a zone; once more and it is routed."""
    ratings = {"au-hus": {"movement": 11}}
    walls = [("impassable", h, d) for h in ("0404", "0403", "0402") for d in ("NE", "NW", "SE", "SW")]
    derived = field("au-hus 0404 0", terrain="0403 village, 0402 village", features=walls, ratings=ratings)
    first, second = path(derived, "au-hus", "0402")
    assert first.pose.state == {"level": "disordered"} and "JDG-10.1-a" in first.reasons[-1]
    assert second.pose.state == {"level": "routed"} and "JDG-10.1-b" in second.reasons[-1]
    there = ends(derived, "au-hus")["0402"]
    assert there.stops and there.search.mover.moves(there.place) == ()
    back = derived.battle.unit("au-hus").number("movement", True)
    far = field(
        "au-hus 0408 0",
        terrain="0407 village",
        features=[("impassable", "0408", d) for d in ("NE", "NW")],
        ratings=ratings,
    )
    assert max(f.cost for f in ends(far, "au-hus").values()) == back == 9
    zone = field("au-hus 0404 0, fr-17 0401 0", terrain="0403 village", features=walls, ratings=ratings)
    legs = path(zone, "au-hus", "0402")
    assert legs[1].cost == 2 and "JDG-6.2.2-e" in " ".join(legs[1].reasons)
    tired = field("au-hus 0404 0 disordered", terrain="0403 village", features=walls)
    assert path(tired, "au-hus", "0403")[0].pose.state == {"level": "routed"}


def test_every_reason_names_a_statement_that_exists():
    """What a unit is told cites the digest."""
    known = find_series("jdg").statements
    derived = field(
        "fr-17 0404 0 disordered, fr-30 0405, au-33 0403 0, au-39 0606 0, davout 0505", flags=["fog"]
    )
    for unit in ("fr-17", "davout"):
        who = mover(derived, unit)
        texts = [*who.budget.reasons, *who.notes]
        for reached in ends(derived, unit).values():
            texts += [reason for leg in reached.path for reason in leg.reasons]
        for text in texts:
            ids = re.findall(r"(?:JDG|AMB)-[0-9A-Za-z.-]+", text)
            assert ids, text
            assert all(i in known or i.startswith("AMB-") for i in ids), text
