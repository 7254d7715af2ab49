"""Rally at the end of an activation (JDG-11.1), and what night and fog forbid (JDG-12), on an open field."""

from __future__ import annotations

import pytest

from jdgtools.engine.jdg.fire import targets
from jdgtools.engine.jdg.morale import may_rally
from jdgtools.engine.jdg.movement import may_march
from jdgtools.engine.jdg.words import (
    DISORDERED,
    FIRED,
    MOVED,
    ORDERED,
    RALLY_ONLY,
    RENFORT,
    ROUTED,
    TURNED,
)
from tests.unit.engine.field import Field

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


def rally(field: Field, name: str, roll: int) -> None:
    """Let a unit try to rally."""
    field.begin(("rally", field.t.side[field.unit(name)], -1))
    field.play(f"rally {name}", roll)


@pytest.mark.parametrize(
    ("level", "flags", "allowed"),
    [
        (ORDERED, 0, False),
        (DISORDERED, 0, True),
        (DISORDERED, MOVED, False),
        (DISORDERED, TURNED, False),
        (DISORDERED, FIRED, False),
        (DISORDERED, RALLY_ONLY, True),  # JDG-11.1-d, JDG-11.1-EX4
        (ROUTED, 0, True),  # JDG-11.1-b
    ],
)
def test_who_may_try(field: Field, level: int, flags: int, allowed: bool) -> None:
    """JDG-11.1-a, -b, -d: the disordered who did nothing, the routed, with orders or without."""
    unit = field.put("br-9pdr-a", HERE, level=level, flags=flags, orders=False)
    assert may_rally(field.game, field.s, unit) is allowed
    field.begin(("rally", 0, -1))
    assert ("rally br-9pdr-a" in field.actions()) is allowed


@pytest.mark.parametrize(
    ("enemy", "distance", "allowed"), [("fr-32", 1, False), ("fr-guns-a", 1, False), ("fr-32", 2, True)]
)
@pytest.mark.parametrize("level", [DISORDERED, ROUTED])
def test_beside_an_enemy_nobody_rallies(
    field: Field, enemy: str, distance: int, allowed: bool, level: int
) -> None:
    """JDG-11.1-c, JDG-11.1-EX5: of any arm, in whatever direction."""
    for direction in range(6):
        field = Field()
        unit = field.put("br-5", HERE, level=level)
        field.put(enemy, field.beside(HERE, *(direction,) * distance), facing=0)
        assert may_rally(field.game, field.s, unit) is allowed


@pytest.mark.parametrize(
    ("level", "roll", "after"),
    [
        (DISORDERED, 5, ORDERED),  # JDG-11.1-EX1
        (DISORDERED, 6, DISORDERED),
        (ROUTED, 4, DISORDERED),  # JDG-11.1-EX2
        (ROUTED, 5, ROUTED),
    ],
)
def test_a_roll_up_to_the_reduced_cohesion_rallies(field: Field, level: int, roll: int, after: int) -> None:
    """JDG-11.1-e, -f, -i: one more for the routed; one level at a time; one try in an activation."""
    unit = field.put("br-5", HERE, level=level)
    field.t.cohesion[unit] = (9, 5)
    rally(field, "br-5", roll)
    assert field.level("br-5") == after
    if after < level:
        assert field.actions() == [f"face {k}" for k in range(6)]  # JDG-11.1-g, -h, JDG-6.1.2-b
        field.play("face 4")
        assert field.s.facing[unit] == 4
    assert field.rests
    assert not may_rally(field.game, field.s, unit)


def test_who_rallies_beside_friends_takes_their_facing(field: Field) -> None:
    """JDG-6.1.1-b: all of one kind in a hex look one way; JDG-6.1.2-b gives the choice only to one alone."""
    unit = field.put("br-5", HERE, level=DISORDERED, formation=0)
    field.put("br-9-1", HERE, facing=2, formation=0)
    field.s.facing[unit] = 2
    rally(field, "br-5", 0)
    assert field.rests and field.s.facing[unit] == 2


@pytest.mark.parametrize(("strength", "allowed"), [(2, True), (3, False)])
def test_no_rally_that_would_make_a_stack_too_strong(field: Field, strength: int, allowed: bool) -> None:
    """JDG-11.1-j, JDG-5.1.1-i, JDG-5.1.1-EX9: of three units the full strength of the ordered one would count."""
    unit = field.put("br-5", HERE, level=DISORDERED, formation=0)
    for name in ("br-9-1", "br-38"):
        field.put(name, HERE, formation=0, strength=2)
    field.t.strength[unit] = (strength, 2)
    assert may_rally(field.game, field.s, unit) is allowed


def dark(field: Field, kind: str) -> None:
    """Make it night, or fog, on the turn that is played."""
    field.t.turn_flags = {field.s.turn: frozenset({kind})}


@pytest.mark.parametrize("kind", ["night", "fog"])
@pytest.mark.parametrize(("flags", "allowed"), [(0, False), (RENFORT, True)])
def test_in_the_dark_only_reinforcements_march(field: Field, kind: str, flags: int, allowed: bool) -> None:
    """JDG-12.1-a, JDG-12.2-a."""
    unit = field.put("br-5", HERE, flags=flags)
    assert may_march(field.game, field.s, unit)
    dark(field, kind)
    assert may_march(field.game, field.s, unit) is allowed


@pytest.mark.parametrize("kind", ["night", "fog"])
def test_in_the_dark_guns_fire_at_what_is_adjacent(field: Field, kind: str) -> None:
    """JDG-12.1-d, JDG-12.2-c, JDG-12.1-EX4."""
    gun = field.put("br-9pdr-a", HERE, facing=0)
    near, far = field.beside(HERE, 0), field.beside(HERE, 1, 0)
    field.put("fr-82", far, facing=3)
    assert targets(field.game, field.s, gun) == [field.hex(far)]
    dark(field, kind)
    assert targets(field.game, field.s, gun) == []
    field.put("fr-32", near, facing=3)
    assert targets(field.game, field.s, gun) == [field.hex(near)]


@pytest.mark.parametrize(
    ("kind", "level", "allowed"),
    [
        ("night", ORDERED, True),
        ("night", DISORDERED, False),
        ("fog", DISORDERED, True),
        ("", DISORDERED, True),
    ],
)
def test_at_night_the_disordered_do_not_come_near_an_enemy(
    field: Field, kind: str, level: int, allowed: bool
) -> None:
    """JDG-12.1-c."""
    field.put("br-5", HERE, facing=0, level=level, movement=9)
    enemy = field.beside(HERE, 0, 0, 0)
    field.put("fr-32", enemy, facing=0)
    if kind:
        dark(field, kind)
    field.move("br-5")
    near = {f"go {field.beside(enemy, d)}" for d in range(6)}
    assert bool(near & set(field.actions())) is allowed


def test_at_night_the_disordered_may_leave_a_zone(field: Field) -> None:
    """JDG-12.1-c: what it forbids is to come into contact, not to break it."""
    field.put("br-5", HERE, facing=0, level=DISORDERED)
    field.put("fr-32", field.beside(HERE, 0), facing=0)
    dark(field, "night")
    field.move("br-5")
    assert f"go {field.beside(HERE, 3)}" in field.actions()
