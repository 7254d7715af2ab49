"""Facing, front hexes and zones of control (JDG-6), on an open field."""

from __future__ import annotations

import pytest

from jdgtools.engine.jdg.words import DISORDERED, ORDERED, ROUTED, SQUARE
from jdgtools.engine.jdg.zones import exerts_zone, front_hexes, threats_to
from tests.unit.engine.field import Field

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


@pytest.mark.parametrize("facing", range(6))
def test_two_hexes_are_in_front(field: Field, facing: int) -> None:
    """JDG-6.1.1-a, -d, -e: the front points to a corner; the hexes on both sides of it are the front hexes."""
    unit = field.put("br-5", HERE, facing=facing)
    ahead = {field.hex(field.beside(HERE, d)) for d in (facing, (facing + 1) % 6)}
    assert set(front_hexes(field.t, field.s, unit)) == ahead


def test_in_a_village_and_in_square_all_hexes_are_in_front(field: Field) -> None:
    """JDG-6.1.1-f, -g."""
    around = {field.hex(field.beside(HERE, d)) for d in range(6)}
    unit = field.put("br-5", HERE, facing=0, flags=SQUARE)
    assert set(front_hexes(field.t, field.s, unit)) == around
    field.s.flags[unit] &= ~SQUARE
    field.t.six_front[field.hex(HERE)] = True
    assert set(front_hexes(field.t, field.s, unit)) == around


def test_a_routed_unit_has_no_front(field: Field) -> None:
    """JDG-6.1.1-h: not even in a village."""
    unit = field.put("br-5", HERE, level=ROUTED)
    field.t.six_front[field.hex(HERE)] = True
    assert front_hexes(field.t, field.s, unit) == ()


def test_turning_costs_nothing_and_hinders_no_movement(field: Field) -> None:
    """JDG-6.1.2-a, JDG-4.3-c, JDG-4.4.1-e: whatever its facing a unit reaches the same hexes, and faces freely at the end."""
    reached = set()
    for facing in range(6):
        field = Field()
        field.put("br-5", HERE, facing=facing)
        field.move("br-5")
        reached.add(tuple(text for text in field.actions() if text.startswith("go")))
        field.play(next(text for text in field.actions() if text.startswith("go")))
        assert {f"face {k}" for k in range(6)} <= set(field.actions())
    assert len(reached) == 1


def test_units_of_one_kind_in_a_hex_turn_together(field: Field) -> None:
    """JDG-6.1.1-b, -c: the infantry turns, the guns keep a facing of their own; JDG-6.1.1-EX2."""
    for name in ("br-5", "br-9-1", "br-9pdr-a"):
        field.put(name, HERE, facing=0, formation=0)
    field.move("br-5")
    field.play("face 3")
    facing = {name: field.s.facing[field.unit(name)] for name in ("br-5", "br-9-1", "br-9pdr-a")}
    assert facing == {"br-5": 3, "br-9-1": 3, "br-9pdr-a": 0}


@pytest.mark.parametrize(
    ("name", "level", "flags", "hexes"),
    [
        ("fr-32", ORDERED, 0, 6),
        ("fr-32", DISORDERED, 0, 6),  # JDG-6.2.1-g
        ("fr-1ch", DISORDERED, 0, 6),
        ("fr-guns-a", ORDERED, 0, 0),
        ("fr-32", ORDERED, SQUARE, 0),
        ("fr-32", ROUTED, 0, 0),
    ],
)
def test_zones_reach_all_six_hexes_or_none(
    field: Field, name: str, level: int, flags: int, hexes: int
) -> None:
    """JDG-6.2.1-b, -c, -g: front and rear alike, disordered or not; guns, squares and routed units have none."""
    unit = field.put(name, HERE, facing=2, level=level, flags=flags)
    threats = threats_to(field.t, field.s, 0)
    assert exerts_zone(field.t, field.s, unit) is bool(hexes)
    assert set(threats.zone) == {field.hex(field.beside(HERE, d)) for d in range(hexes)}
    # JDG-6.2.1-j: a front zone hex is a front hex within the zone.
    assert set(threats.front) == (set(front_hexes(field.t, field.s, unit)) if hexes else set())


def test_a_front_hex_without_zone_is_no_front_zone_hex(field: Field) -> None:
    """JDG-6.2.1-j: where a hexside bars the zone, the front there threatens nobody."""
    unit = field.put("fr-32", HERE, facing=0)
    masks = [63 & ~1 if hex_index == field.hex(HERE) else 63 for hex_index in range(field.t.size)]
    field.t.zone_hexes = [field.t.hexes_by_masks(masks) for _ in field.t.classes]
    threats = threats_to(field.t, field.s, 0)
    assert set(threats.front) == {field.hex(field.beside(HERE, 1))}
    assert set(front_hexes(field.t, field.s, unit)) == {field.hex(field.beside(HERE, d)) for d in (0, 1)}


def besieged(village: bool) -> Field:
    """A unit that faces north with enemies before and behind it."""
    field = Field()
    field.t.six_front[field.hex(HERE)] = village
    field.put("br-5", HERE, facing=0)
    field.put("fr-32", field.beside(HERE, 0), facing=3)
    field.put("fr-82", field.beside(HERE, 3), facing=0)
    return field


def test_only_what_stands_on_the_ordinary_front_must_be_attacked(field: Field) -> None:
    """JDG-6.1.2-c, -e, -g: from a village all may be attacked, but only the ordinary front has to be."""
    for village in (False, True):
        field = besieged(village)
        field.begin(("declare", 0))
        attacks = {text.split()[-1] for text in field.actions() if text.startswith("attack")}
        ahead, behind = field.beside(HERE, 0), field.beside(HERE, 3)
        assert attacks == ({ahead, behind} if village else {ahead})


def test_for_an_attack_backwards_the_counter_is_turned(field: Field) -> None:
    """JDG-6.1.2-f: before the combat, the shorter way; the ordinary front then has the attacked hex."""
    field = besieged(True)
    unit = field.unit("br-5")
    behind = field.beside(HERE, 3)
    field.begin(("declare", 0))
    field.play(f"attack {HERE} {behind}")
    assert field.s.facing[unit] in (2, 3)
    assert field.hex(behind) in {
        field.hex(field.beside(HERE, (field.s.facing[unit] + k) % 6)) for k in (0, 1)
    }
