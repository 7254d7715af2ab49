"""Retreat, rout and rout movement of Musket & Pike: 11.4, 12.4.3 and 13.4."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.derived import MoveRefused
from jdgtools.derived.reach import Search
from tests.small_battles import ends, field, mover

BROKEN = {"morale": "morale_broken"}


def mpbs(words, **settings):
    """Units of the teaching battle on open ground; the union routs to the west, the empire to the east."""
    return field(words, series="mpbs", **settings)


def reasons(reached):
    """All reasons of a path in one text."""
    return " | ".join(reason for leg in reached.path for reason in leg.reasons)


def test_retreat_after_close_combat():
    """MP-11.4.1-c, MP-11.4.2-a to -c: one hex or two, away from the enemy, to its edge, facing kept."""
    derived = mpbs("un-horn 0504 1, em-cuir 0604 4")
    grid = derived.map_rules.map.grid
    reached = ends(derived, "un-horn", kind="retreat")
    enemy = grid.index("0604")
    assert {len(r.path) for r in reached.values()} == {1, 2}
    for r in reached.values():
        far = [grid.distance(enemy, leg.target) for leg in r.path]
        assert far == list(range(2, 2 + len(r.path)))
        assert grid.offset(r.hex)[0] < grid.offset(grid.index("0504"))[0], "towards the west"
        assert r.path[-1].pose.facing == 1
    assert "MP-11.4.2-b" in reasons(next(iter(reached.values())))


def test_the_way_that_leads_most_towards_the_edge():
    """MP-11.4.2-a, MP-11.4.2-b: where the straight way is barred, one that leads there more than another."""
    west = ends(mpbs("un-horn 0504 1, em-cuir 0404 1"), "un-horn", kind="retreat")
    grid = mpbs("").map_rules.map.grid
    column = grid.offset(grid.index("0504"))[0]
    firsts = {grid.offset(r.path[0].target)[0] for r in west.values()}
    assert firsts == {column}, "along the edge, and not away from it"


def test_rout_towards_a_corner_of_the_map():
    """MP-13.4.1-a: a corner is both of its edges; the unit leaves over either."""
    derived = mpbs("un-old 0202 1")
    piece = derived.piece("un-old", kind="rout", state=BROKEN)
    sides = tuple(replace(side, rout_edge="NW") for side in piece.scenario.sides)
    search = Search(derived.mover(replace(piece, scenario=replace(piece.scenario, sides=sides))))
    search.run(4)
    assert [p for p in search.best if p[3]]


def test_least_resistance():
    """MP-11.4.2-c: of the hexes towards the edge the cheapest; MP-11.4.10-a: formation hits in a retreat."""
    derived = mpbs("un-old 0504 1, em-cuir 0604 4", terrain="0404 woods")
    first = {
        derived.map_rules.map.grid.id(r.path[0].target)
        for r in ends(derived, "un-old", kind="retreat").values()
    }
    assert "0404" not in first and first


def test_a_unit_that_routs_goes_two_hexes():
    """MP-11.4.1-b, MP-12.4.3-b, MP-11.4.3-a, MP-11.4.5-a, -d: not through friends, but through guns."""
    derived = mpbs("un-horn 0504 1, em-cuir 0604 4")
    reached = ends(derived, "un-horn", kind="rout_retreat", state=BROKEN)
    assert reached and all(len(r.path) == 2 and r.path[-1].pose.facing is None for r in reached.values())
    grid = derived.map_rules.map.grid
    firsts = {r.path[0].target for r in reached.values()}
    names = sorted(grid.id(h) for h in firsts)
    held = ", ".join(f"{u} {h} 1" for u, h in zip(("un-old", "un-green"), names, strict=False))
    passed = ends(
        mpbs(f"un-horn 0504 1, em-cuir 0604 4, {held}"), "un-horn", kind="rout_retreat", state=BROKEN
    )
    assert not any(r.path[0].target in firsts for r in passed.values())
    guns = held.replace("un-old", "un-light").replace("un-green", "un-heavy")
    through = ends(
        mpbs(f"un-horn 0504 1, em-cuir 0604 4, {guns}"), "un-horn", kind="rout_retreat", state=BROKEN
    )
    assert set(through) == set(reached) and all("Disabled" in reasons(r) for r in through.values())
    ring = [grid.id(n) for n in grid.neighbours(grid.index("0504")) if grid.id(n) != "0604"]
    others = ("em-arq", "em-drag", "em-kurz", "un-old", "un-green")
    enemies = ", ".join(f"{u} {h} 1" for u, h in zip(others, ring, strict=True))
    shut = mpbs(f"un-horn 0504 1, em-cuir 0604 4, {enemies}")
    assert ends(shut, "un-horn", kind="rout_retreat", state=BROKEN) == {}
    notes = mover(shut, "un-horn", kind="rout_retreat", state=BROKEN).notes
    assert any("MP-11.4.5-a" in note for note in notes)


def test_two_halves_retreat_together():
    """MP-11.4.4-a: side by side, no wheeling backward."""
    grid = mpbs("").map_rules.map.grid
    left = grid.index("0504")
    right = next(n for n in grid.neighbours(left) if grid.direction(left, n) == 3)
    derived = mpbs(f"un-yellow 0504+{grid.id(right)} 1, em-cuir 0604 4")
    reached = ends(derived, "un-yellow", kind="retreat")
    assert reached
    for r in reached.values():
        hexes = r.path[-1].pose.hexes
        assert len(hexes) == 2 and grid.direction(*hexes) == 3


def test_rout_movement():
    """MP-13.4.1-a, MP-13.4.2-a, MP-13.4.3-a, AMB-52: the base allowance, the cheapest way."""
    derived = mpbs("un-old 0704 1")
    reached = ends(derived, "un-old", kind="rout", state=BROKEN)
    assert reached and {r.cost for r in reached.values()} == {4}
    assert {h[:2] for h in reached} == {"03"}
    search = Search(mover(mpbs("un-old 0204 1"), "un-old", kind="rout", state=BROKEN))
    search.run(4)
    assert [p for p in search.best if p[3] and "MP-13.4.3-a" in search.mover.end(p)]
    walled = mpbs("un-old 0704 1, em-cuir 0603 1, em-arq 0604 1")
    around = ends(walled, "un-old", kind="rout", state=BROKEN)
    assert around and not {"0603", "0604"} & set(around)
    with pytest.raises(MoveRefused, match=r"MP-13\.4\.1-a"):
        mover(derived, "un-old", kind="rout")
    with pytest.raises(MoveRefused, match=r"MP-12\.4\.4-a"):
        mover(mpbs("un-light 0704 1"), "un-light", kind="rout", state=BROKEN)


def test_formation_hits_in_rout_by_option():
    """MP-11.4.10-a, AMB-43: bad terrain costs a unit in rout its formation where the scenario says so."""
    woods = ", ".join(f"{column:02d}{row:02d} woods" for column in range(1, 9) for row in range(1, 9))
    for hits in (False, True):
        options = {"formation_hits_in_rout": hits}
        derived = mpbs("un-old 0504 1, em-cuir 0604 4", terrain=woods, options=options)
        first = [r.path[0] for r in ends(derived, "un-old", kind="rout_retreat", state=BROKEN).values()]
        assert first and {leg.disorders for leg in first} == {hits}
        fled = [r.path[0] for r in ends(derived, "un-old", kind="rout", state=BROKEN).values()]
        assert fled and {leg.disorders for leg in fled} == {hits}
