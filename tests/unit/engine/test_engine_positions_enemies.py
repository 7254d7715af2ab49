"""What an enemy of each kind does to those near him: zones, fronts, sight, marches and rally, kind by kind.

The statements name arms and states; every question here is put to all of them.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from jdgtools.engine.jdg.words import DISORDERED, ORDERED, RENFORT, ROUTED, SQUARE
from tests.unit.engine.field import Field, by_night, command, said

HERE = "1515"
BETWEEN = "1514"
THERE = "1513"
"""Two hexes north of HERE: BETWEEN is beside it, at its back when it faces north."""


class Enemy(NamedTuple):
    """A kind of enemy, and what the statements say of it."""

    name: str
    level: int = ORDERED
    square: bool = False
    village: bool = False
    zone: bool = True
    """Whether it has a zone of control (JDG-6.2.1-b, -c, -g)."""


ENEMIES = {
    "infantry": Enemy("fr-32"),
    "cavalry": Enemy("fr-3dr"),
    "guns": Enemy("fr-guns-a", zone=False),
    "square": Enemy("fr-32", square=True, zone=False),
    "shaken infantry": Enemy("fr-32", DISORDERED),
    "shaken cavalry": Enemy("fr-3dr", DISORDERED),
    "routed infantry": Enemy("fr-32", ROUTED, zone=False),
    "routed cavalry": Enemy("fr-3dr", ROUTED, zone=False),
    "village": Enemy("fr-32", village=True),
}
WITH_ZONE = {kind for kind, enemy in ENEMIES.items() if enemy.zone}

every_kind = pytest.mark.parametrize("kind", ENEMIES)


@pytest.fixture
def field() -> Field:
    return Field()


def put(field: Field, kind: str, here: str = THERE, facing: int = 0) -> int:
    enemy = ENEMIES[kind]
    if enemy.village:
        field.t.six_front[field.hex(here)] = True
    return field.put(enemy.name, here, facing, level=enemy.level, flags=SQUARE * enemy.square)


def north(count: int, field: Field) -> str:
    return field.beside(HERE, *[0] * count)


@every_kind
def test_whoever_enters_a_zone_stops(field: Field, kind: str) -> None:
    """JDG-6.2.2-a, JDG-6.2.1-b, -c, -g, -EX2, JDG-10.2-o: beside an enemy without a zone the move goes on."""
    put(field, kind)
    field.put("br-5", HERE)
    field.move("br-5")
    field.play(f"go {BETWEEN}")
    assert bool(said(field, "go")) is (kind not in WITH_ZONE)
    assert len(said(field, "face")) == 6


@every_kind
@pytest.mark.parametrize("points", [1, 2])
def test_leaving_a_zone_costs_a_point(field: Field, kind: str, points: int) -> None:
    """JDG-6.2.2-j, -EX1: into the clear hex behind it; without a zone one point is enough."""
    put(field, kind)
    field.put("br-5", BETWEEN, movement=points)
    field.move("br-5")
    assert (f"go {HERE}" in field.actions()) is (points == 2 or kind not in WITH_ZONE)


@every_kind
def test_who_stays_beside_an_enemy_turns_by_a_corner_in_a_zone(field: Field, kind: str) -> None:
    """JDG-6.2.2-i, -EX5: in no zone it faces as it likes."""
    put(field, kind)
    field.put("br-5", BETWEEN, 0)
    field.move("br-5")
    assert said(field, "face") == {f"face {k}" for k in ((1, 5) if kind in WITH_ZONE else range(1, 6))}


@every_kind
def test_from_zone_to_zone_of_one_enemy_nobody_moves(field: Field, kind: str) -> None:
    """JDG-6.2.2-l, -EX2: around him, with any number of points; he looks away."""
    put(field, kind)
    field.put("br-5", BETWEEN, 0, movement=9)
    field.move("br-5")
    around = {f"go {field.beside(THERE, d)}" for d in (0, 1, 2, 4, 5)}
    assert bool(around & said(field, "go")) is (kind not in WITH_ZONE)


@every_kind
@pytest.mark.parametrize("facing", [0, 3])
def test_falling_back_before_an_enemy(field: Field, kind: str, facing: int) -> None:
    """JDG-10.3.5-b, -d, -EX1, -EX2: a level is lost where the hex is in his zone and before his front."""
    put(field, kind, facing=facing)
    unit = field.put("br-5", HERE)
    field.begin(("retreat", unit, field.hex(HERE), 1, (), (), 0))
    field.play(f"retreat {BETWEEN}")
    before = kind in WITH_ZONE and (facing == 3 or kind == "village")
    assert field.level("br-5") == (DISORDERED if before else ORDERED)
    assert field.at("br-5") == BETWEEN


@every_kind
def test_the_routed_are_lost_before_a_front(field: Field, kind: str) -> None:
    """JDG-10.3.5-c, -d: on the way of a retreat of two hexes."""
    put(field, kind, facing=2)
    unit = field.put("br-5", HERE, level=ROUTED)
    field.begin(("retreat", unit, field.hex(HERE), 2, (), (), 1))
    # Facing the south-east and the south he has BETWEEN before him.
    if f"retreat {BETWEEN}" in field.actions():
        field.play(f"retreat {BETWEEN}")
    assert (field.at("br-5") == "-") is (kind in WITH_ZONE)


@every_kind
def test_every_enemy_beside_prevents_rally(field: Field, kind: str) -> None:
    """JDG-11.1-c, -EX5, AMB-110: of whatever arm and state; two hexes away nobody does."""
    put(field, kind)
    for name, here in (("br-5", BETWEEN), ("br-38", HERE)):
        field.put(name, here, level=DISORDERED)
    field.begin(("rally", 0, -1))
    assert said(field, "rally") == {"rally br-38"}


@every_kind
@pytest.mark.parametrize("distance", [5, 6])
def test_every_enemy_within_five_forbids_a_march(field: Field, kind: str, distance: int) -> None:
    """JDG-4.1.3-c, -EX2, -EX3, AMB-19."""
    put(field, kind, north(distance, field))
    field.put("br-5", HERE)
    field.move("br-5")
    assert bool(said(field, "march")) is (distance == 6)
    assert f"march {north(1, field)}" not in field.actions()


@every_kind
def test_the_march_of_a_reinforcement_ends_at_five(field: Field, kind: str) -> None:
    """AMB-36, JDG-5.2.1-f, -h: it enters the first hex within five, and is without orders there."""
    enemy = field.hex(north(8, field))
    put(field, kind, north(8, field))
    unit = field.put("br-5", HERE, orders=False, flags=RENFORT)
    field.move("br-5")
    hexes = [field.hex(text.split()[1]) for text in said(field, "march")]
    assert min(field.t.distance(h, enemy) for h in hexes) == 5
    field.play(f"march {north(3, field)}", "face 0")
    assert not field.s.flags[unit] & RENFORT


@every_kind
def test_guns_alone_enter_no_zone(field: Field, kind: str) -> None:
    """JDG-6.2.2-g, -EX6."""
    put(field, kind)
    field.put("br-6pdr-a", HERE)
    field.move("br-6pdr-a")
    assert (f"go {BETWEEN}" in field.actions()) is (kind not in WITH_ZONE)


@every_kind
def test_a_commander_alone_enters_no_zone(field: Field, kind: str) -> None:
    """JDG-2.5.1-k, AMB-10."""
    put(field, kind)
    command(field, HERE, "wellesley")
    field.begin(("segment", 0))
    field.play("unit wellesley")
    assert (f"go {BETWEEN}" in field.actions()) is (kind not in WITH_ZONE)


@every_kind
def test_at_night_the_disordered_keep_off(field: Field, kind: str) -> None:
    """JDG-12.1-c, AMB-109: from every enemy unit, with a zone or without."""
    put(field, kind)
    field.put("br-5", HERE, level=DISORDERED, movement=9)
    by_night(field)
    field.move("br-5")
    assert f"go {field.beside(HERE, 3)}" in field.actions()
    assert not {f"go {field.beside(THERE, d)}" for d in range(6)} & said(field, "go")


@every_kind
def test_every_unit_hides_what_is_behind_it(field: Field, kind: str) -> None:
    """JDG-7.4.1-b, -EX2: on level ground, of whatever state."""
    put(field, kind)
    field.put("fr-82", north(4, field), 3)
    field.put("br-9pdr-a", HERE, 0)
    field.begin(("fires", 0))
    assert said(field, "fire") == {f"fire br-9pdr-a {THERE}"}


@every_kind
def test_every_enemy_in_front_binds_the_fire(field: Field, kind: str) -> None:
    """JDG-7.2-f, -EX1: another at three hexes is no target then."""
    put(field, kind, BETWEEN)
    field.put("fr-82", field.beside(HERE, 1, 1, 1), 4)
    field.put("br-9pdr-a", HERE, 0)
    field.begin(("fires", 0))
    assert said(field, "fire") == {f"fire br-9pdr-a {BETWEEN}"}


@every_kind
def test_every_enemy_may_be_charged(field: Field, kind: str) -> None:
    """JDG-9.1-a: six fronts alone bar no charge, the ground of a village does (JDG-9.1-k)."""
    put(field, kind, north(4, field))
    if kind == "village":
        field.t.hex_blocks_charge[field.hex(north(4, field))] = True
    field.put("br-20ld", HERE, 0)
    field.move("br-20ld")
    assert bool(said(field, "charge")) is (kind != "village")


@every_kind
def test_nobody_enters_the_hex_of_an_enemy(field: Field, kind: str) -> None:
    """JDG-5.1.2-a: neither units nor, by AMB-12 and JDG-5.1.2-a, a commander."""
    put(field, kind, BETWEEN)
    field.put("br-5", HERE, movement=9)
    command(field, HERE, "wellesley")
    for name in ("br-5", "wellesley"):
        field.begin(("segment", 0))
        field.play(f"unit {name}")
        assert f"go {BETWEEN}" not in field.actions()


@every_kind
def test_who_may_withdraw_before_infantry(field: Field, kind: str) -> None:
    """JDG-8.8.1-a, JDG-8.8.2-EX1: cavalry, disordered or not, and nobody else."""
    put(field, kind, BETWEEN, facing=3)
    field.put("br-5", HERE, 0)
    field.begin(("declare", 0))
    field.play(f"attack {HERE} {BETWEEN}")
    if "done" in field.actions():
        field.play("done")
    assert bool(said(field, "withdraw")) is (kind in ("cavalry", "shaken cavalry"))
