"""Disorder, rout, fall-back, retreat and rout move (JDG-10), on an open field.

The French rout to the south; direction 0 is north. `strike` carries out a cell of a chart on a unit.
"""

from __future__ import annotations

import pytest

from jdgtools.engine.core.state import ELIMINATED, FLED
from jdgtools.engine.jdg.losses import retreat_frame
from jdgtools.engine.jdg.morale import may_rally
from jdgtools.engine.jdg.words import (
    CHARGE,
    DISORDERED,
    INITIATIVE_SIDE,
    ORDERED,
    ROUTED,
    SHOCK,
    SQUARE,
    TRAILS,
)
from tests.unit.engine.field import Field

HERE = "1510"


@pytest.fixture
def field() -> Field:
    return Field()


def strike(field: Field, name: str, *codes: str, fire: bool = True, attackers: tuple[int, ...] = ()) -> None:
    """Carry out the codes of a cell on a unit."""
    field.begin(("apply-results", codes, 0, (field.unit(name),), 0, attackers, fire, ()))


def place(field: Field, name: str) -> int:
    return field.s.place[field.unit(name)]


def finish(field: Field) -> None:
    """Take the first way of whatever moves."""
    while not field.rests:
        field.play(field.actions()[0])


def fall_back(field: Field, name: str, attacker: int, hexes: int = 1) -> None:
    unit = field.unit(name)
    field.begin(("retreat", unit, field.s.place[unit], hexes, (attacker,), (), 0))


def close(field: Field, name: str, *directions: int, effect: int = -1) -> None:
    """Close hexsides of a hex to all, or give them an effect on retreats."""
    t = field.t
    for direction in directions:
        step = 6 * field.hex(name) + direction
        if effect < 0:
            t.cost = [
                [tuple(-1 if k == step else c for k, c in enumerate(row)) for row in rows] for rows in t.cost
            ]
        else:
            t.retreat = [effect if k == step else e for k, e in enumerate(t.retreat)]


@pytest.mark.parametrize(
    ("name", "level", "fire", "after"),
    [
        ("fr-32", ORDERED, True, DISORDERED),  # JDG-10.1-a
        ("fr-32", DISORDERED, True, ROUTED),  # JDG-10.1-b, JDG-10.1-EX1
        ("fr-32", ROUTED, True, None),  # JDG-10.2-e, -r, JDG-10.2-EX3
        ("fr-guns-a", ORDERED, True, DISORDERED),  # JDG-10.1-c, JDG-10.1-EX4
        ("fr-guns-a", DISORDERED, True, None),  # JDG-10.1-d, JDG-10.1-EX2: by fire
        ("fr-guns-a", DISORDERED, False, ROUTED),  # JDG-10.1-c: not by fire
        ("fr-1ch", DISORDERED, True, ROUTED),
    ],
)
def test_one_more_disorder(field: Field, name: str, level: int, fire: bool, after: int | None) -> None:
    """JDG-10.1-a to -d, JDG-10.2-e: each disorder is one level, but for guns under fire."""
    field.put(name, HERE, level=level)
    strike(field, name, "DIS", fire=fire)
    finish(field)
    assert place(field, name) == ELIMINATED if after is None else field.level(name) == after


@pytest.mark.parametrize("order", [CHARGE, SHOCK])
def test_who_is_disordered_goes_to_no_shock_and_no_charge(field: Field, order: int) -> None:
    """What he was about to do in this turn ends with his order (JDG-10.1-g)."""
    unit = field.put("fr-1ch", HERE, flags=order)
    strike(field, "fr-1ch", "DIS")
    finish(field)
    assert not field.s.flags[unit] & (CHARGE | SHOCK)


@pytest.mark.parametrize(("name", "length"), [("fr-32", 2), ("fr-guns-a", 2), ("fr-1ch", 3)])
def test_fire_may_rout_at_once_and_a_new_rout_is_a_retreat(field: Field, name: str, length: int) -> None:
    """JDG-10.2-a, -h: from ordered to routed by one result; two hexes, cavalry three."""
    unit = field.put(name, HERE)
    strike(field, name, "ROUT")
    finish(field)
    assert field.level(name) == ROUTED and field.s.facing[unit] == -1
    assert field.t.distance(field.hex(HERE), place(field, name)) == length


def test_guns_in_disorder_that_fire_routs_are_eliminated(field: Field) -> None:
    """JDG-10.1-d: another disorder or a direct rout."""
    field.put("fr-guns-a", HERE, level=DISORDERED)
    strike(field, "fr-guns-a", "ROUT")
    assert place(field, "fr-guns-a") == ELIMINATED


@pytest.mark.parametrize(("ring", "lives"), [(4, True), (3, False)])
def test_who_is_routed_and_cannot_retreat_the_whole_way_is_eliminated(
    field: Field, ring: int, lives: bool
) -> None:
    """JDG-10.2-i, JDG-10.2-EX1: cavalry retreats three hexes or is lost."""
    field.put("fr-1ch", HERE)
    t = field.t
    center = field.hex(HERE)
    t.cost = [
        [
            tuple(
                -1 if t.neighbours[k] >= 0 and t.distance(center, t.neighbours[k]) >= ring else c
                for k, c in enumerate(row)
            )
            for row in rows
        ]
        for rows in t.cost
    ]
    strike(field, "fr-1ch", "ROUT")
    finish(field)
    assert (place(field, "fr-1ch") >= 0) is lives


def test_an_eliminated_unit_is_out_of_the_game(field: Field) -> None:
    """JDG-10.2-f: it stands on no hex, in no stack, and is asked for nothing."""
    unit = field.put("fr-32", HERE)
    strike(field, "fr-32", "ELIM")
    assert place(field, "fr-32") == ELIMINATED
    assert all(unit not in stack for stack in field.s.stacks)
    assert field.s.flags[unit] == 0


def test_a_routed_unit_attacks_nobody(field: Field) -> None:
    """JDG-10.2-m, JDG-10.1-g: neither a routed nor a disordered unit begins a shock."""
    for level, attacks in ((ORDERED, True), (DISORDERED, False), (ROUTED, False)):
        field = Field()
        field.put("br-5", HERE, facing=0, level=level)
        field.put("fr-32", field.beside(HERE, 0), facing=3)
        field.begin(("declare", 0))
        assert any(text.startswith("attack") for text in field.actions()) is attacks, level


def test_a_retreat_off_the_map_eliminates(field: Field) -> None:
    """JDG-10.2-v, JDG-10.3.1-d: at the edge there are no hexes to retreat into."""
    corner = field.t.hex_ids[-1]
    field.put("fr-1ch", corner)
    attacker = field.put("br-5", field.beside(corner, 5), facing=2)
    strike(field, "fr-1ch", "ROUT", fire=False, attackers=(attacker,))
    finish(field)
    assert place(field, "fr-1ch") in (ELIMINATED, FLED)


def test_a_fall_back_leads_out_of_the_zone_of_the_attacker(field: Field) -> None:
    """JDG-10.3.1-a, -b: one hex, away from those that caused it."""
    field.put("fr-32", HERE, facing=0)
    attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
    fall_back(field, "fr-32", attacker)
    assert set(field.actions()) == {f"retreat {field.beside(HERE, d)}" for d in (2, 3, 4)}


def test_every_hex_of_a_retreat_is_farther_from_its_start(field: Field) -> None:
    """JDG-10.3.1-c, JDG-10.3.1-EX2: distances 1, 2, 3."""
    field.put("fr-1ch", HERE)
    attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
    unit = field.unit("fr-1ch")
    field.s.level[unit], field.s.facing[unit] = ROUTED, -1
    field.begin(retreat_frame(field.game, field.s, unit, (attacker,)))
    for step in (1, 2, 3):
        hexes = {field.hex(text.split()[1]) for text in field.actions()}
        assert {field.t.distance(field.hex(HERE), h) for h in hexes} == {step}
        field.play(field.actions()[0])
    assert field.rests


def test_who_has_no_way_back_is_eliminated(field: Field) -> None:
    """JDG-10.3.1-d, JDG-10.3.1-EX3."""
    field.put("fr-32", HERE, facing=0)
    attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
    close(field, HERE, 2, 3, 4)
    fall_back(field, "fr-32", attacker)
    assert place(field, "fr-32") == ELIMINATED


@pytest.mark.parametrize("zone", [True, False])
def test_beside_the_attacker_only_where_it_has_no_zone(field: Field, zone: bool) -> None:
    """JDG-10.3.1-e, JDG-10.3.1-EX1: across a bridge or into a castle the zone of the attacker does not reach."""
    field.put("fr-32", HERE, facing=0)
    at = field.beside(HERE, 0)
    attacker = field.put("br-5", at, facing=3)
    t = field.t
    side = field.beside(HERE, 1)
    if not zone:
        direction = next(d for d in range(6) if t.neighbours[6 * field.hex(at) + d] == field.hex(side))
        masks = [63 & ~(1 << direction) if k == field.hex(at) else 63 for k in range(t.size)]
        t.zone_hexes = [t.hexes_by_masks(masks) for _ in t.classes]
    fall_back(field, "fr-32", attacker)
    assert (f"retreat {side}" in field.actions()) is not zone


def test_a_fall_back_costs_no_points(field: Field) -> None:
    """JDG-10.3.1-f: a unit without movement points falls back as far as any other."""
    field.put("fr-32", HERE, facing=0, movement=0)
    attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
    fall_back(field, "fr-32", attacker)
    assert len(field.actions()) == 3
    field.play(f"retreat {field.beside(HERE, 3)}")
    assert field.at("fr-32") == field.beside(HERE, 3)


def test_friends_on_the_way_cost_nothing(field: Field) -> None:
    """JDG-10.3.1-g, JDG-10.3.3-b, JDG-10.5-a, -c: full hexes are passed, the way becomes longer."""
    field.put("fr-32", HERE, facing=0, movement=0)
    behind = field.beside(HERE, 3)
    for name in ("fr-2l", "fr-4l"):
        field.put(name, behind, facing=0)
    attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
    close(field, HERE, 2, 4)
    fall_back(field, "fr-32", attacker)
    while not field.chance:
        field.play(field.actions()[0])
    assert field.t.distance(field.hex(HERE), place(field, "fr-32")) == 2
    assert field.chance == "cohesion check"  # JDG-10.5-b, JDG-10.5-EX1: each of both
    field.play(0)
    assert field.chance == "cohesion check"
    field.play(0)
    assert field.rests


def test_who_falls_back_keeps_its_facing(field: Field) -> None:
    """JDG-10.3.2-a, -b: nobody is asked, whatever way it went."""
    for facing in range(6):
        field = Field()
        unit = field.put("fr-32", HERE, facing=facing)
        attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
        fall_back(field, "fr-32", attacker)
        field.play(f"retreat {field.beside(HERE, 2)}")
        assert field.rests and field.s.facing[unit] == facing


@pytest.mark.parametrize("name", ["fr-82", "fr-guns-a"])
def test_who_joins_a_stack_takes_its_facing(field: Field, name: str) -> None:
    """JDG-10.3.2-c: that of the unit that stood there; of artillery it may differ (JDG-6.1.1-c)."""
    unit = field.put("fr-32", HERE, facing=0)
    behind = field.beside(HERE, 3)
    field.put(name, behind, facing=4)
    attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
    fall_back(field, "fr-32", attacker)
    field.play(f"retreat {behind}")
    assert field.s.facing[unit] == (4 if name == "fr-82" else 0)


def test_units_of_a_stack_fall_back_each_its_own_way(field: Field) -> None:
    """JDG-10.3.3-a."""
    for name in ("fr-32", "fr-82"):
        field.put(name, HERE, facing=0)
    attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
    field.begin(
        *(("retreat", field.unit(n), field.hex(HERE), 1, (attacker,), (), 0) for n in ("fr-32", "fr-82"))
    )
    field.play(f"retreat {field.beside(HERE, 2)}", f"retreat {field.beside(HERE, 4)}")
    assert (field.at("fr-32"), field.at("fr-82")) == (field.beside(HERE, 2), field.beside(HERE, 4))


def test_ground_that_a_retreat_may_not_cross(field: Field) -> None:
    """JDG-10.3.4-a: a river without ford or bridge closes the way, though the unit could march across it."""
    field.put("fr-32", HERE, facing=0)
    attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
    close(field, HERE, 3, effect=3)
    fall_back(field, "fr-32", attacker)
    assert set(field.actions()) == {f"retreat {field.beside(HERE, d)}" for d in (2, 4)}


@pytest.mark.parametrize(("level", "after"), [(ORDERED, DISORDERED), (DISORDERED, ROUTED)])
def test_a_bridge_on_the_way_back_costs_a_level(field: Field, level: int, after: int) -> None:
    """JDG-10.3.4-b, JDG-10.3.4-EX1: in addition to whatever the result has cost."""
    field.put("fr-32", HERE, facing=0, level=level)
    attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
    close(field, HERE, 2, 4)
    close(field, HERE, 3, effect=1)
    fall_back(field, "fr-32", attacker)
    finish(field)
    assert field.level("fr-32") == after


@pytest.mark.parametrize(
    ("enemy", "facing", "flags", "level", "after"),
    [
        ("br-9-1", 0, 0, ORDERED, DISORDERED),  # JDG-10.3.5-EX1: into its front
        ("br-9-1", 3, 0, ORDERED, ORDERED),  # JDG-10.3.5-EX2: into its rear
        ("br-9pdr-a", 0, 0, ORDERED, ORDERED),  # JDG-10.3.5-d: artillery has no zone
        ("br-9-1", 0, SQUARE, ORDERED, ORDERED),  # JDG-10.3.5-d: nor has a square
        ("br-9-1", 0, 0, ROUTED, None),  # JDG-10.3.5-c: who is routed already is lost
    ],
)
def test_the_front_of_an_enemy_on_the_way_back(
    field: Field, enemy: str, facing: int, flags: int, level: int, after: int | None
) -> None:
    """JDG-10.3.5-a to -d: zones do not stop a fall-back; each front hex that is entered costs a level.

    Who has none left is eliminated; guns and squares have no zone.
    """
    field.put("fr-32", HERE, facing=0, level=level)
    attacker = field.put("br-5", field.beside(HERE, 0), facing=3)
    back = field.beside(HERE, 3)
    close(field, HERE, 2, 4)
    field.put(enemy, field.beside(back, 3), facing=facing, flags=flags)
    fall_back(field, "fr-32", attacker)
    finish(field)
    if after is None:
        assert place(field, "fr-32") == ELIMINATED
    else:
        assert (field.level("fr-32"), field.at("fr-32")) == (after, back)


# Rout moves (JDG-10.4)


def rout(field: Field, name: str) -> None:
    field.begin(field.game.rout_frame(field.s, field.unit(name)))


def test_a_routed_unit_that_must_check_makes_a_rout_move(field: Field) -> None:
    """JDG-10.4-a, JDG-10.2-t, JDG-10.2-EX2: at once, and without a roll."""
    field.put("fr-32", HERE, level=ROUTED, movement=3)
    strike(field, "fr-32", "CC")
    assert field.rests and field.at("fr-32") == field.beside(HERE, 3, 3, 3)
    assert field.level("fr-32") == ROUTED


def test_in_phase_e_every_routed_unit_moves(field: Field) -> None:
    """JDG-10.4-b, -c: of both sides, each once, by the same procedure; the others stay."""
    for name in ("fr-32", "fr-82"):
        field.put(name, HERE if name == "fr-32" else "1810", level=ROUTED, movement=2)
    field.put("fr-15l", "1310", facing=0, level=DISORDERED)
    field.put("br-5", "0810", level=ROUTED, movement=2)
    field.s.memory[INITIATIVE_SIDE] = 0
    field.begin(("routs", -1))
    finish(field)
    assert field.at("fr-32") == field.beside(HERE, 3, 3)
    assert field.at("fr-82") == field.beside("1810", 3, 3)
    assert field.at("fr-15l") == "1310"
    assert field.t.distance(field.hex("0810"), place(field, "br-5")) == 2


@pytest.mark.parametrize("points", [1, 2, 4])
def test_a_rout_spends_all_points_of_the_disordered_side_straight_on(field: Field, points: int) -> None:
    """JDG-10.4-d, -e, -g: in a straight line, also where another way would be cheaper."""
    unit = field.put("fr-32", HERE, level=ROUTED)
    field.t.movement[unit] = (9, points)
    rout(field, "fr-32")
    assert field.rests
    assert field.at("fr-32") == field.beside(HERE, *(3,) * points)


def test_a_rout_goes_straight_though_it_is_dear(field: Field) -> None:
    """JDG-10.4-e: not the path that is cheapest in points."""
    field.put("fr-32", HERE, level=ROUTED, movement=4)
    t = field.t
    step = 6 * field.hex(HERE) + 3
    t.cost = [
        [tuple(3 * t.denominator if k == step else c for k, c in enumerate(r)) for r in rows]
        for rows in t.cost
    ]
    rout(field, "fr-32")
    assert field.rests and field.at("fr-32") == field.beside(HERE, 3, 3)


def test_who_cannot_rout_a_single_hex_is_eliminated(field: Field) -> None:
    """JDG-10.4-f, JDG-10.4-EX1: the hexes cost more than it has."""
    field.put("fr-32", HERE, level=ROUTED, movement=2)
    t = field.t
    steps = range(6 * field.hex(HERE), 6 * field.hex(HERE) + 6)
    t.cost = [
        [tuple(3 * t.denominator if k in steps else c for k, c in enumerate(r)) for r in rows]
        for rows in t.cost
    ]
    rout(field, "fr-32")
    assert place(field, "fr-32") == ELIMINATED


def test_a_rout_past_friends_and_bridges_costs_neither_points_nor_order(field: Field) -> None:
    """JDG-10.4-h: no point more for friends on the way, no disorder for a bridge."""
    unit = field.put("fr-32", HERE, level=ROUTED, movement=2)
    field.put("fr-2l", field.beside(HERE, 3), facing=0)
    field.t.disorders = [[frozenset({6 * field.hex(HERE) + 3})] * 2 for _ in field.t.classes]
    rout(field, "fr-32")
    assert field.at("fr-32") == field.beside(HERE, 3, 3) and field.s.level[unit] == ROUTED
    assert field.chance == "cohesion check"  # JDG-10.5-b: the unit that was passed


@pytest.mark.parametrize("barred", [False, True])
def test_a_rout_ends_in_no_hex_with_friends_who_keep_their_order(field: Field, barred: bool) -> None:
    """JDG-10.4-i, JDG-10.5-a, -c: stacking limits hold; it goes on without points, or it is eliminated."""
    field.put("fr-32", HERE, level=ROUTED, movement=1)
    friends = field.beside(HERE, 3)
    field.put("fr-2l", friends, facing=0)
    if barred:
        close(field, friends, *range(6))
    rout(field, "fr-32")
    while field.chance:
        field.play(0)
    assert place(field, "fr-32") == (ELIMINATED if barred else field.hex(field.beside(friends, 3)))


@pytest.mark.parametrize(("shift", "arm"), [(2, "fr-32"), (3, "fr-1ch"), (3, "fr-guns-a")])
def test_a_rout_shifts_by_columns_round_an_obstacle(field: Field, shift: int, arm: str) -> None:
    """JDG-10.4-n, -o, JDG-10.4-EX3: infantry by two columns at the most, others by three."""
    unit = field.put(arm, HERE, level=ROUTED, movement=12)
    t = field.t
    blocked = {6 * h + 3 for h in range(t.size)}  # no way south anywhere
    t.cost = [[tuple(-1 if k in blocked else c for k, c in enumerate(r)) for r in rows] for rows in t.cost]
    rout(field, arm)
    finish(field)
    assert len([u for u, _ in field.s.memory[TRAILS] if u == unit]) == shift


def test_the_front_zone_of_an_enemy_is_an_obstacle_to_a_rout(field: Field) -> None:
    """JDG-10.4-j, -n: it would cost a level, and so the unit; it turns aside."""
    field.put("fr-32", HERE, level=ROUTED, movement=2)
    ahead = field.beside(HERE, 3)
    field.put("br-5", field.beside(ahead, 3), facing=0)
    rout(field, "fr-32")
    assert f"retreat {ahead}" not in field.actions()
    finish(field)
    assert field.at("fr-32") not in (HERE, ahead)


def test_a_rout_off_the_map_is_the_end_of_the_unit(field: Field) -> None:
    """JDG-10.4-p, JDG-10.4-EX2: the fourth point reaches the edge, the fifth leaves the map."""
    last = max(name for name in field.t.hex_ids if name.startswith("15"))
    start = field.beside(last, 0, 0, 0, 0)
    for points, leaves in ((4, False), (5, True)):
        field = Field()
        field.put("fr-32", start, level=ROUTED, movement=points)
        rout(field, "fr-32")
        assert (place(field, "fr-32") < 0) is leaves
        if not leaves:
            assert field.at("fr-32") == last


def test_a_rout_leaves_the_map_before_hexes_out_of_play() -> None:
    """JDG-10.4-p, AMB-84: 0605 is out of play, so the map ends at 0604; 0505 beside it lies in a front zone."""
    for points, leaves in ((1, False), (2, True)):
        field = Field("teaching-jdg")
        field.put("au-hus", "0603", level=ROUTED, movement=points)
        field.put("fr-1cu", "0404", facing=1)
        field.begin(field.game.rout_frame(field.s, field.unit("au-hus")))
        assert field.at("au-hus") == ("-" if leaves else "0604")


def test_two_routed_units_in_a_hex_do_not_rally(field: Field) -> None:
    """JDG-10.4-r: one alone may try."""
    first = field.put("fr-32", HERE, level=ROUTED)
    assert may_rally(field.game, field.s, first)
    second = field.put("fr-82", HERE, level=ROUTED)
    assert not may_rally(field.game, field.s, first) and not may_rally(field.game, field.s, second)
