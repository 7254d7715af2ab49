"""Effects of terrain over the steps of a package, held against the charts and the rules."""

from __future__ import annotations

import pytest

from tests.unit.package.bundled import BATTLES, packages

EFFECTS = {
    "jdg": ["shock_drm", "fire_drm", "blocks_charge", "retreat"],
    "afe": ["melee_foot", "melee_mounted", "fire_drm", "blocks_charge"],
    "mpbs": ["cc_infantry", "cc_cavalry", "fire_drm", "artillery_drm"],
}


@pytest.mark.parametrize("name", BATTLES)
def test_every_step_has_a_value_and_plain_ground_has_none(name: str) -> None:
    for _, package in packages(name):
        assert [effect.id for effect in package.effects] == EFFECTS[package.series.id]
        sides = {6 * s.hex + s.direction for s in package.terrain.sides}
        sides |= {
            6 * other + (s.direction + 3) % 6
            for s in package.terrain.sides
            if (other := package.grid.neighbour(s.hex, s.direction)) is not None
        }
        for effect in package.effects:
            steps = [step for other in effect.others for step in other.steps]
            assert len(steps) == len(set(steps)) and all(other.steps for other in effect.others)
            assert all(package.grid.neighbours[step] >= 0 for step in steps)
            for step in set(steps) - sides:
                # Off hexsides with a feature an effect comes from one of the two hexes.
                kinds = {package.terrain.at(step // 6), package.terrain.at(package.grid.neighbours[step])}
                assert kinds != {"clear"}, (effect.id, step)


def test_crossings_replace_what_they_lead_over() -> None:
    """JDG-10.3.4-b: a bridge over a river costs a retreating unit a level; the river alone forbids."""
    _, package = packages("rolica-1808")[0]
    retreat = next(effect for effect in package.effects if effect.id == "retreat")
    rivers = {(s.hex, s.direction) for s in package.terrain.sides if s.kind.startswith("river")}
    bridges = {(s.hex, s.direction) for s in package.terrain.sides if s.kind in ("bridge", "ford")}
    assert bridges
    for hex_index, direction in bridges:
        assert retreat.at(hex_index, direction) in ("level_lost", "needs_mp", "forbidden")
    for hex_index, direction in rivers - bridges:
        assert retreat.at(hex_index, direction) == "forbidden"


def test_the_sum_of_shock_modifiers_has_a_floor() -> None:
    """The terrain of a combat is never worse than -4, and a step that is closed to attack says so."""
    for name in ("teaching-jdg", "rolica-1808"):
        for _, package in packages(name):
            shock = next(effect for effect in package.effects if effect.id == "shock_drm")
            values = [shock.default, *(other.value for other in shock.others)]
            assert all(value == "no_attack" or (isinstance(value, int) and value >= -4) for value in values)
            assert len(values) > 2


def test_effects_follow_direction() -> None:
    """Up a slope the attack is worse than down."""
    _, package = packages("rolica-1808")[0]
    shock = next(effect for effect in package.effects if effect.id == "shock_drm")
    slopes = [s for s in package.terrain.sides if s.kind == "steep_slope" and s.inside is not None]
    both = set()
    for side in slopes:
        other = package.grid.neighbour(side.hex, side.direction)
        assert other is not None
        forth, back = shock.at(side.hex, side.direction), shock.at(other, side.direction + 3)
        both.add((back, forth) if side.inside == side.hex else (forth, back))
    assert slopes and any(up != down for up, down in both)
