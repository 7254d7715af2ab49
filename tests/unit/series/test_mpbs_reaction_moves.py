"""Withdrawal, interception and advance of Musket & Pike: 9.2.4, 9.3 and 11.4.6 to 11.4.10."""

from __future__ import annotations

import pytest

from jdgtools.derived import MoveRefused
from jdgtools.series.mpbs.footprint import right_of
from tests.small_battles import ends, mover
from tests.small_battles import field as any_field


def field(units, **settings):
    return any_field(units, series="mpbs", **settings)


def refused(derived, unit, **question):
    with pytest.raises(MoveRefused) as refusal:
        mover(derived, unit, **question)
    assert refusal.value.ask
    return str(refusal.value)


def gaps(derived, reached, enemy):
    """Distances to a hex along the way to each end."""
    grid = derived.map_rules.map.grid
    there = grid.index(enemy)
    return [[grid.distance(leg.target, there) for leg in r.path] for r in reached.values()]


# --- withdrawal ---------------------------------------------------------------------------------------

BEFORE = {"kind": "withdrawal", "attackers": ("em-kurz",)}


def test_cavalry_withdraws_before_heavy_infantry():
    """MP-9.2.4-c, -e to -g: away from the trigger with its whole allowance; to turn costs movement points."""
    derived = field("un-horn 0504 3, em-kurz 0506 0")
    grid = derived.map_rules.map.grid
    behind = ends(derived, "un-horn", **BEFORE)
    assert behind and "0504" not in behind and mover(derived, "un-horn", **BEFORE).budget.points == 8
    for way in gaps(derived, behind, "0506"):
        assert way == sorted(way) and way[-1] > 2
    assert all(r.cost > grid.distance(r.hex, grid.index("0504")) for r in behind.values()), "turns first"
    facing_away = ends(field("un-horn 0504 0, em-kurz 0506 0"), "un-horn", **BEFORE)
    assert facing_away["0503"].cost == 1


def test_who_withdraws():
    """MP-9.2.4-a to -c, MP-9.1.1a-e: as much MP, two hexes, Rally, lone leaders, cavalry before infantry."""
    assert "MP-9.2.4-b" in refused(field("un-horn 0503 0, em-kurz 0506 0"), "un-horn", **BEFORE)
    assert "MP-9.2.4-b" in refused(field("un-horn 0505 0, em-kurz 0506 0"), "un-horn", **BEFORE)
    before = {"kind": "withdrawal", "attackers": ("em-cuir",)}
    assert "MP-9.2.4-c" in refused(field("un-horn 0504 0, em-cuir 0506 0"), "un-horn", **before)
    rally = {"orders": {"horn": "rally"}}
    assert ends(field("un-horn 0504 0, em-cuir 0506 0", **rally), "un-horn", **before)
    slow = field("un-horn 0504 0 formation_shaken, em-cuir 0506 0", **rally)
    assert "MP-9.2.4-a" in refused(slow, "un-horn", **before)
    assert ends(field("horn 0504, em-cuir 0506 0"), "horn", **before)
    joined = field("horn 0504, un-horn 0504 0, em-cuir 0506 0")
    assert "MP-9.2.4-c" in refused(joined, "horn", **before)
    broken = field("un-horn 0504 - morale_broken, em-kurz 0506 0")
    assert "MP-9.1.1a-e" in refused(broken, "un-horn", **BEFORE)
    for order in ("make_ready", "receive_charge"):
        assert ends(field("un-horn 0504 0, em-kurz 0506 0", orders={"horn": order}), "un-horn", **BEFORE)
    guns = field("un-light 0504 - limbered, em-gun 0506 0", orders={"torsten": "rally"})
    assert "MP-9.2.4-c" in refused(guns, "un-light", kind="withdrawal", attackers=("em-gun",))
    charging = field("un-horn 0504 0, em-kurz 0506 0", orders={"horn": "charge"})
    assert "MP-5.6.1-g" in refused(charging, "un-horn", **BEFORE)
    with pytest.raises(MoveRefused) as nobody:
        mover(field("un-horn 0504 0"), "un-horn", kind="withdrawal")
    assert "--attacker" in nobody.value.ask


def test_a_withdrawal_ends_next_to_no_enemy():
    """MP-9.2.4-f: not next to another enemy unit either."""
    derived = field("un-horn 0504 0, em-kurz 0506 0, em-cuir 0501 3")
    grid = derived.map_rules.map.grid
    reached = ends(derived, "un-horn", **BEFORE)
    assert reached and all(grid.distance(r.hex, grid.index("0501")) > 1 for r in reached.values())
    assert "MP-9.2.4-f" in mover(derived, "un-horn", **BEFORE).why_closed(grid.index("0502"))


# --- interception -------------------------------------------------------------------------------------

AGAINST = {"kind": "interception", "attackers": ("em-kurz",)}


def test_interception_goes_straight_to_its_target():
    """MP-9.3.3-a, MP-9.3.3-c: every hex one hex closer, to a hex next to the target, which it may attack."""
    derived = field("un-horn 0405 0, em-kurz 0402 3")
    reached = ends(derived, "un-horn", **AGAINST)
    assert reached
    for way in gaps(derived, reached, "0402"):
        assert sorted(set(way), reverse=True) == [2, 1] and way == sorted(way, reverse=True)
    who = mover(derived, "un-horn", **AGAINST)
    target = derived.map_rules.map.grid.index("0402")
    assert all(who.targets(r.place) == (target,) and r.stops for r in reached.values())


def test_who_intercepts():
    """MP-9.3.1-a to -h, MP-10.9.3B-e: cavalry not Broken, in Column or under Rally; front or flank, in sight."""
    assert "MP-9.3.1-a" in refused(field("un-old 0404 0, em-kurz 0402 3"), "un-old", **AGAINST)
    assert "MP-9.3.1-c" in refused(field("un-horn 0405 3, em-kurz 0402 3"), "un-horn", **AGAINST)
    assert "MP-9.3.1-b" in refused(field("un-horn 0407 0, em-kurz 0402 3"), "un-horn", **AGAINST)
    column = field("un-horn 0405 0 column, em-kurz 0402 3")
    assert "MP-9.3.1-d" in refused(column, "un-horn", **AGAINST)
    rally = field("un-horn 0405 0, em-kurz 0402 3", orders={"horn": "rally"})
    assert "MP-9.3.1-d" in refused(rally, "un-horn", **AGAINST)
    hidden = field("un-horn 0405 0, em-kurz 0402 3", terrain="0404 woods, 0304 woods, 0504 woods")
    assert "MP-9.3.1-e" in refused(hidden, "un-horn", **AGAINST)
    height = {"levels": "0405 1", "features": [("slope_steep", "0405", "N")]}
    assert "MP-10.9.3B-e" in refused(field("un-horn 0405 0, em-kurz 0402 3", **height), "un-horn", **AGAINST)
    gentle = {**height, "features": [("slope_gentle", "0405", "N")]}
    assert ends(field("un-horn 0405 0, em-kurz 0402 3", **gentle), "un-horn", **AGAINST)
    behind_enemy_guns = field("un-horn 0405 0, em-kurz 0402 3, em-gun 0403 3")
    behind_own_guns = field("un-horn 0405 0, em-kurz 0402 3, un-light 0403 0")
    assert "MP-9.3.1-e" in refused(behind_enemy_guns, "un-horn", **AGAINST)
    assert ends(behind_own_guns, "un-horn", **AGAINST), "AMB-30, MP-9.3.7-a"
    fast = {"kind": "interception", "attackers": ("em-cuir",)}
    shaken = field("un-horn 0405 0 formation_shaken, em-cuir 0402 3")
    assert "MP-9.3.1-h" in refused(shaken, "un-horn", **fast)


@pytest.mark.parametrize(
    ("place", "may"),
    [
        ("0406 0", True),  # four hexes
        ("0405 0", True), ("0405 1", True), ("0405 4", True), ("0405 5", True),
        ("0405 2", False), ("0405 3", False),  # the enemy is due north, behind who faces south-east or south-west
    ],
)  # fmt: skip
def test_a_target_at_four_hexes_and_around(place: str, may: bool) -> None:
    """MP-9.3.1-b, -c, MP-9.1.2-g, AMB-29: to four hexes, in front and at the flanks."""
    derived = field(f"un-horn {place}, em-kurz 0402 3")
    if may:
        assert ends(derived, "un-horn", **AGAINST)
    else:
        assert "MP-9.3.1-c" in refused(derived, "un-horn", **AGAINST)


def test_guns_that_move_are_no_screen_of_themselves() -> None:
    """MP-9.3.1-e: enemy artillery blocks the line to what stands behind it."""
    guns = {"kind": "interception", "attackers": ("em-gun",)}
    assert ends(field("un-horn 0405 0, em-gun 0402 3 limbered"), "un-horn", **guns)


def test_formation_broken_on_the_way_bars_an_interception():
    """MP-9.3.1-f: it would not become Formation Broken on the way."""
    walls = [("slope_steep", "0404", "N"), ("stream", "0403", "N")]
    walls += [("river", h, d) for h in ("0404", "0403") for d in ("NE", "NW", "SE", "SW")]
    shaken = field("un-horn 0404 0 formation_shaken, em-kurz 0401 3", features=walls)
    reached = ends(shaken, "un-horn", **AGAINST)
    assert "0402" not in reached


# --- advance ------------------------------------------------------------------------------------------

WON = {"kind": "advance", "attackers": ("em-kurz",)}


def test_advance_into_the_hex_of_the_loser():
    """MP-11.4.6-a, -c, MP-11.4.7-a: in any direction, no MP, then one corner at most from its facing."""
    derived = field("un-horn 0404 3, em-kurz 0403 3")
    reached = ends(derived, "un-horn", **WON)
    assert set(reached) == {"0403"} and reached["0403"].cost == 1
    assert mover(derived, "un-horn", **WON).facings(reached["0403"].place) == (2, 3, 4)
    assert "MP-11.4.6-c" in mover(derived, "un-horn", **WON).budget.reasons[0]
    assert "MP-11.4.6-a" in refused(field("un-horn 0406 3, em-kurz 0403 3"), "un-horn", kind="advance")
    assert "MP-11.4.6-a" in refused(field("un-light 0404 3, em-kurz 0403 3"), "un-light", **WON)


def test_an_advance_through_bad_terrain_hits_the_formation():
    """MP-11.4.10-a, MP-6.3.3-a: a formation hit by the chart, none in Open Order."""
    hit = field("un-horn 0404 0, em-kurz 0403 3", terrain="0403 woods")
    assert ends(hit, "un-horn", **WON)["0403"].path[-1].disorders
    open_order = field("un-horn 0404 0 open_order, em-kurz 0403 3", terrain="0403 woods")
    assert not ends(open_order, "un-horn", **WON)["0403"].path[-1].disorders


def test_two_halves_advance_together_or_wheel():
    """MP-11.4.8-a, -b: both halves if possible, else a wheel with one half; no turn afterwards."""
    grid = field("").map_rules.map.grid
    left = grid.index("0404")
    right = grid.id(right_of(grid, left, 0))
    ahead = grid.id(grid.neighbour(left, 1))
    derived = field(f"un-yellow 0404+{right} 0, em-kurz {ahead} 3")
    reached = ends(derived, "un-yellow", **WON)
    assert reached and all(ahead in name.split("+") and "+" in name for name in reached)
    who = mover(derived, "un-yellow", **WON)
    assert all(who.facings(r.place) == (0,) for r in reached.values())
    others = {grid.id(h) for name in reached for h in map(grid.index, name.split("+"))} - {
        ahead,
        "0404",
        right,
    }
    held = ", ".join(f"{u} {h} 3" for u, h in zip(("em-cuir", "em-arq"), sorted(others), strict=False))
    wheels = ends(field(f"un-yellow 0404+{right} 0, em-kurz {ahead} 3, {held}"), "un-yellow", **WON)
    assert wheels and all({"0404", right} & set(name.split("+")) for name in wheels)
    assert all("MP-11.4.8-a" in " ".join(r.path[-1].reasons) for r in wheels.values())
