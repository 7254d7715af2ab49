"""Effects of terrain over steps in packages: all steps but those over plain ground, each value once."""

from __future__ import annotations

from jdgtools.derived.protocols import StepEffect
from jdgtools.exporters.jdgpkg.effects import _effect
from jdgtools.package.model_map import EffectSteps
from tests.unit.package.bundled import battle, packages


def test_steps_stand_by_value_in_order_and_plain_ground_is_left_out() -> None:
    values = [(3, 1), (4, 0), (6, True), (7, -2), (9, 1), (12, False), (13, "no"), (20, 0)]
    made = _effect(StepEffect("e", "E."), values)
    assert (made.id, made.meaning, made.default) == ("e", "E.", 0)
    expected = {
        ("bool", False): (12,),
        ("bool", True): (6,),
        ("int", -2): (7,),
        ("int", 1): (3, 9),
        ("str", "no"): (13,),
    }
    assert {(type(s.value).__name__, s.value): s.steps for s in made.others} == expected
    assert made.others == tuple(EffectSteps(value, steps) for (_, value), steps in expected.items())


def test_each_step_of_a_battle_is_that_of_its_hex_and_direction() -> None:
    """A step that leads off the map has no effect, and none stands under two values."""
    battle_map = battle("teaching-jdg").battle.map
    grid_steps = 6 * len(battle_map.grid.hexes)
    for _, package in packages("teaching-jdg"):
        assert package.effects
        for effect in package.effects:
            steps = [step for one in effect.others for step in one.steps]
            assert len(steps) == len(set(steps))
            assert all(0 <= step < grid_steps for step in steps)
            assert all(
                list(one.steps) == sorted(one.steps) and one.value != effect.default for one in effect.others
            )
