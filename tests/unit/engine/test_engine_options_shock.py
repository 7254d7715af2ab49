"""Options of shock, charge, withdrawal, pursuit and rout: what each value changes in a small position."""

from __future__ import annotations

from typing import Any

import pytest

from jdgtools.engine.core.state import OFF_MAP
from jdgtools.engine.jdg.activation import forget_routs
from jdgtools.engine.jdg.charges import charge_facings
from jdgtools.engine.jdg.losses import check_sum
from jdgtools.engine.jdg.routs import rout_directions, rout_steps
from jdgtools.engine.jdg.shocks import ratio_modifier, shock_sum
from jdgtools.engine.jdg.withdrawals import kind_of
from jdgtools.engine.jdg.words import DISORDERED, FIRED, ORDERED, ROUTED
from jdgtools.engine.jdg.zones import allowance, threats_to
from tests.unit.engine.field import Field, until

HERE, THERE = "1515", "1511"


@pytest.fixture
def field() -> Field:
    return Field()


def total(field: Field, attackers: tuple[int, ...], at: str = HERE, direction: int = 0) -> int:
    """Return the sum of a shock from a hex against the next one."""
    pair = (field.hex(at), field.hex(field.beside(at, direction)))
    return shock_sum(field.game, field.s, attackers, (pair,), (), False, 0)[0]


def face_off(field: Field, *enemies: str, **how: Any) -> None:
    """Put a unit before enemies in the hex to its north, and begin its attack."""
    field.put("br-5", HERE, 0, **how)
    for enemy in enemies:
        if field.at(enemy) == "-":
            field.put(enemy, field.beside(HERE, 0), 3)
    field.begin(("declare", field.t.side[field.unit("br-5")]))
    field.play(f"attack {HERE} {field.beside(HERE, 0)}")
    if "done" in field.actions():
        field.play("done")


# Allowance (AMB-17, AMB-18)


@pytest.mark.parametrize(("visible", "points"), [(True, 2), (False, 4)])
def test_which_side_is_halved(field: Field, visible: bool, points: int) -> None:
    """`halve_visible_side`: a disordered unit Without Orders."""
    field.t.options["halve_visible_side"] = visible
    unit = field.put("br-5", HERE, level=DISORDERED, orders=False)
    field.t.movement[unit] = (8, 4)
    assert allowance(field.t, field.s, unit) == points * field.t.denominator


@pytest.mark.parametrize(("visible", "points"), [(True, 2), (False, 4)])
def test_which_side_is_halved_on_the_way(field: Field, visible: bool, points: int) -> None:
    """`halve_visible_side`: a unit Without Orders that becomes disordered as it moves."""
    from jdgtools.engine.jdg.reach import NORMAL

    field.t.options["halve_visible_side"] = visible
    unit = field.put("br-5", HERE, orders=False)
    field.t.movement[unit] = (8, 4)
    walk = field.game.walk(field.s, unit, NORMAL, ())
    den = field.t.denominator
    assert walk.budget(allowance(field.t, field.s, unit), DISORDERED) == points * den


@pytest.mark.parametrize(("once", "points"), [(True, 4), (False, 2)])
def test_how_often_an_allowance_is_halved(field: Field, once: bool, points: int) -> None:
    """`halve_once`: cavalry Without Orders charges; artillery Without Orders has fired."""
    field.t.options["halve_once"] = once
    horse = field.put("fr-1ch", HERE, orders=False, movement=8)
    gun = field.put("br-6pdr-a", THERE, orders=False, movement=8, flags=FIRED)
    den = field.t.denominator
    assert allowance(field.t, field.s, horse, charge=True) == points * den
    assert allowance(field.t, field.s, gun) == points * den
    assert allowance(field.t, field.s, horse) == 4 * den


# Sum of a shock (AMB-61, AMB-62, AMB-74)


@pytest.mark.parametrize(
    ("one", "two", "clamped", "free"),
    [(5, 1, 5, 5), (7, 1, 5, 7), (13, 2, 5, 6), (1, 4, -4, -4), (1, 6, -4, -6), (2, 9, -4, -5), (1, 1, 0, 0)],
)
def test_ratios_beyond_the_table(field: Field, one: int, two: int, clamped: int, free: int) -> None:
    """`ratio_clamp`: the last line, or one more for every further whole number."""
    assert ratio_modifier(field.t, one, two) == clamped
    field.t.options["ratio_clamp"] = False
    assert ratio_modifier(field.t, one, two) == free


@pytest.mark.parametrize(("visible", "change"), [(True, 0), (False, -4)])
def test_which_side_gives_the_cohesion(field: Field, visible: bool, change: int) -> None:
    """`cohesion_diff_visible_side`: a disordered defender with 7 on its front and 3 on its back."""
    attacker = field.put("br-5", HERE, 0, cohesion=6)
    enemy = field.put("fr-32", field.beside(HERE, 0), 3, level=DISORDERED)
    field.t.cohesion[enemy] = (7, 3)
    before = total(field, (attacker,))
    field.t.options["cohesion_diff_visible_side"] = visible
    assert total(field, (attacker,)) == before + change


@pytest.mark.parametrize(
    ("value", "foot", "horse", "barred"), [("always", 0, -2, -2), ("blocked_terrain", 2, 0, -2)]
)
def test_when_a_shock_by_cavalry_is_modified(
    field: Field, value: str, foot: int, horse: int, barred: int
) -> None:
    """`cavalry_shock_drm`: what changes where the chart has -2 before infantry, and before cavalry nothing."""
    attacker = field.put("fr-1ch", HERE, 0)
    ahead = field.beside(HERE, 0)

    def change() -> int:
        field.t.options["cavalry_shock_drm"] = "data"
        before = total(field, (attacker,))
        field.t.options["cavalry_shock_drm"] = value
        return total(field, (attacker,)) - before

    field.put("br-5", ahead, 3)
    assert change() == foot
    field.s.take(field.unit("br-5"), OFF_MAP)
    field.put("br-20ld", ahead, 3)
    assert change() == horse
    field.t.hex_blocks_charge[field.hex(ahead)] = True
    assert change() == barred


# Checks and losses of a shock (AMB-35, AMB-103, AMB-63, AMB-65)


@pytest.mark.parametrize(("value", "goes_on"), [("top_ordered", True), ("top", False)])
def test_which_unit_takes_the_shock_check(field: Field, value: str, goes_on: bool) -> None:
    """`shock_check_unit`: a disordered unit with a rating of 1 stands on top of one with 9."""
    field.t.options["shock_check_unit"] = value
    field.put("br-9-1", HERE, 0, level=DISORDERED, orders=False, shock=1, formation=0)
    face_off(field, "fr-32", orders=False, shock=9, formation=0)
    assert field.s.stacks[field.hex(HERE)][0] == field.unit("br-9-1")
    assert field.chance == "shock check"
    field.play(5)
    assert (field.chance == "shock") is goes_on


@pytest.mark.parametrize(("value", "level"), [("hex_left", ORDERED), ("level_lost", DISORDERED)])
def test_what_losing_a_shock_means(field: Field, value: str, level: int) -> None:
    """`shock_loss`: in row R6 the attacker fails its check and stays; its artillery is disordered or not."""
    field.t.options["shock_loss"] = value
    field.put("br-6pdr-a", HERE, 0, formation=0)
    face_off(field, "fr-32", strength=4, cohesion=5, formation=0)
    unit = field.unit("fr-32")
    field.t.strength[unit], field.t.cohesion[unit] = (4, 4), (5, 5)
    rows = field.t.charts["TBL-SHOCK"]
    sum_now = total(field, (field.unit("br-5"),))
    field.play(next(k for k in range(10) if rows.row(k + sum_now) == "R6"))
    assert field.chance == "cohesion check"
    field.play(9)
    assert (field.level("br-5"), field.at("br-5")) == (DISORDERED, HERE)
    assert field.level("br-6pdr-a") == level


@pytest.mark.parametrize(("value", "other"), [("best_unit", HERE), ("stack", "ahead")])
def test_who_advances_of_one_stack(field: Field, value: str, other: str) -> None:
    """`advance_single_stack`: the unit with more cohesion, or all that attacked."""
    field.t.options["advance_single_stack"] = value
    ahead = field.beside(HERE, 0)
    field.put("br-9-1", HERE, 0, cohesion=5, formation=0)
    face_off(field, "fr-32", cohesion=7, strength=20, formation=0)
    field.t.strength[field.unit("fr-32")] = (1, 1)
    field.play(9)
    until(field, "face")
    assert field.at("br-5") == ahead
    assert field.at("br-9-1") == (ahead if other == "ahead" else HERE)


@pytest.mark.parametrize("allowed", [True, False])
def test_reactions_before_a_combat_that_follows(field: Field, allowed: bool) -> None:
    """`reactions_in_followup`: withdrawal and reaction fire before a breakthrough combat, not before a first."""
    field.t.options["reactions_in_followup"] = allowed
    here, ahead = field.hex(HERE), field.beside(HERE, 0)
    field.put("br-5", HERE, 0)
    field.put("fr-1ch", ahead, 3)
    field.begin(("shock", ((here, field.hex(ahead)),), (), 0, 0, 1, 0))
    assert any(text.startswith("withdraw") for text in field.actions()) is allowed
    field.begin(("shock", ((here, field.hex(ahead)),), (), 0, 0, 0, 0))
    assert any(text.startswith("withdraw") for text in field.actions())
    field.s.take(field.unit("fr-1ch"), OFF_MAP)
    for name in ("fr-32", "fr-guns-a"):
        field.put(name, ahead, 3, formation=field.t.command[field.unit("fr-32")])
    field.begin(("shock", ((here, field.hex(ahead)),), (), 0, 0, 1, 0))
    assert any(text.startswith("react") for text in field.actions()) is allowed
    field.begin(("shock", ((here, field.hex(ahead)),), (), 0, 0, 0, 0))
    assert any(text.startswith("react") for text in field.actions())


# Charges (AMB-72, AMB-73)


@pytest.mark.parametrize(("free", "facings"), [(True, (0, 5)), (False, (0,))])
def test_cavalry_turns_or_keeps_its_facing_in_a_charge(
    field: Field, free: bool, facings: tuple[int, ...]
) -> None:
    """`charge_facing_free`: the target lies straight ahead."""
    field.t.options["charge_facing_free"] = free
    unit = field.put("fr-1ch", HERE, 0, movement=8)
    field.put("br-5", THERE, 3)
    target = field.hex(THERE)
    assert charge_facings(field.game, field.s, (unit,), field.hex("1512"), target, ()) == facings
    field.move("fr-1ch")
    assert f"charge {THERE}" in field.actions()


@pytest.mark.parametrize("binding", [True, False])
def test_the_declared_target_binds_or_not(field: Field, binding: bool) -> None:
    """`charge_target_binding`: another enemy stands where the charge can strike it alone."""
    field.t.options["charge_target_binding"] = binding
    field.put("fr-1ch", HERE, 0, movement=10)
    field.put("br-5", THERE, 3)
    other = field.beside(THERE, 1, 2)
    field.put("br-38", other, 3)
    field.move("fr-1ch")
    field.play(f"charge {THERE}")
    beside_other = f"go {field.beside(other, 3)}"
    assert (beside_other in field.actions()) is not binding
    if not binding:
        field.play(beside_other)
        field.play("face 0", f"form {other}")
        assert field.chance == "square"


# Withdrawal (AMB-64, AMB-66, AMB-68, AMB-69, AMB-70, AMB-105, AMB-114)


def withdraw(field: Field, *enemies: str) -> None:
    """Let infantry attack the hex to its north, up to the decision on withdrawals."""
    face_off(field, *enemies)
    until(field, "withdraw")


@pytest.mark.parametrize(("value", "kind"), [("none", "free"), ("before_withdrawal", "check")])
def test_light_cavalry_before_heavy(field: Field, value: str, kind: str) -> None:
    """`withdraw_check_882`."""
    field.t.options["withdraw_check_882"] = value
    heavy = field.put("fr-3dr", HERE, 0, heavy=True)
    light = field.put("br-20ld", field.beside(HERE, 0), 3)
    assert kind_of(field.game, field.s, light, (heavy,)) == kind


@pytest.mark.parametrize(("value", "sums"), [((1, -2), (1, -2)), ((-1, 2), (-1, 2)), ((0, 0), (0, 0))])
def test_modifiers_of_a_withdrawal(field: Field, value: tuple[int, int], sums: tuple[int, int]) -> None:
    """`withdraw_drm`."""
    field.t.options["withdraw_drm"] = value
    unit = field.put("fr-1ch", HERE, 0)
    assert tuple(check_sum(field.game, field.s, unit, n) for n in (1, 2)) == sums
    assert check_sum(field.game, field.s, unit) == 0


@pytest.mark.parametrize(("value", "distances"), [(3, {3}), (2, {2, 3}), (4, set())])
def test_where_a_withdrawal_of_two_hexes_ends(field: Field, value: int, distances: set[int]) -> None:
    """`withdraw_two_final_distance`: the first hex leads away in any case."""
    field.t.options["withdraw_two_final_distance"] = value
    withdraw(field, "fr-1ch")
    two = [text for text in field.actions() if text.startswith("withdraw") and text.endswith("2")]
    assert bool(two) is bool(distances)
    if two:
        field.play(two[0], 0)
        here = field.hex(HERE)
        field.play(f"retreat {field.beside(HERE, 0, 0)}")
        found = {field.t.distance(here, field.hex(a.split()[1])) for a in field.actions()}
        assert found == distances


@pytest.mark.parametrize(
    ("value", "distance"), [("retreat_instead", 4), ("withdraw_then_retreat", 5), ("eliminated", 0)]
)
def test_a_unit_that_is_routed_as_it_withdraws(field: Field, value: str, distance: int) -> None:
    """`withdraw_routed`: a retreat of three hexes, one after the withdrawal of one, or the end."""
    field.t.options["withdraw_routed"] = value
    unit = field.put("fr-1ch", field.beside(HERE, 0), 3, level=DISORDERED)
    withdraw(field, "fr-1ch")
    field.play(next(a for a in field.actions() if a.startswith("withdraw") and a.endswith("1")), 9)
    while any(text.startswith("retreat") for text in field.actions()):
        field.play(field.actions()[0])
    if not distance:
        assert field.at("fr-1ch") == "-"
        return
    assert field.level("fr-1ch") == ROUTED
    assert field.t.distance(field.hex(HERE), field.s.place[unit]) == distance


@pytest.mark.parametrize("goes", [False, True])
def test_artillery_beside_cavalry_that_withdraws(field: Field, goes: bool) -> None:
    """`artillery_withdraws`: it stays alone and is lost, or goes too."""
    field.t.options["artillery_withdraws"] = goes
    ahead = field.beside(HERE, 0)
    for name in ("fr-1ch", "fr-guns-a"):
        field.put(name, ahead, 3)
    withdraw(field, "fr-1ch")
    field.play(next(a for a in field.actions() if a.startswith("withdraw") and a.endswith("1")), 0)
    until(field, "step", "advance", "stay")
    if goes:
        assert field.at("fr-guns-a") not in (ahead, "-")
    else:
        assert field.at("fr-guns-a") in (ahead, "-")


@pytest.mark.parametrize(("each", "left"), [(True, 1), (False, 0)])
def test_cavalry_of_a_hex_withdraws_unit_by_unit_or_together(field: Field, each: bool, left: int) -> None:
    """`withdraw_per_unit`."""
    field.t.options["withdraw_per_unit"] = each
    ahead = field.beside(HERE, 0)
    for name in ("fr-1ch", "fr-3dr"):
        field.put(name, ahead, 3)
    withdraw(field, "fr-1ch", "fr-3dr")
    field.play(next(a for a in field.actions() if a.startswith("withdraw") and a.endswith("1")))
    for _ in range(20):
        if not field.chance and not any(a.startswith(("retreat", "face")) for a in field.actions()):
            break
        field.play(0 if field.chance else field.actions()[0])
    assert len(field.s.stacks[field.hex(ahead)]) == left


@pytest.mark.parametrize("value", ["optional", "compulsory"])
def test_advance_after_a_withdrawal(field: Field, value: str) -> None:
    """`advance_after_withdrawal`: the infantry may stay, or enters the hex without being asked."""
    field.t.options["advance_after_withdrawal"] = value
    ahead = field.beside(HERE, 0)
    withdraw(field, "fr-1ch")
    field.play(next(a for a in field.actions() if a.startswith("withdraw") and a.endswith("1")), 0)
    for _ in range(20):
        if not any(a.startswith(("retreat", "face")) for a in field.actions()) or field.at("br-5") == ahead:
            break
        field.play(field.actions()[0])
    if value == "optional":
        assert "stay" in field.actions()
        assert field.at("br-5") == HERE
    else:
        assert field.at("br-5") == ahead


# Pursuit (AMB-76, AMB-77)


@pytest.mark.parametrize(
    ("value", "codes", "met", "pursues"),
    [
        ("either", ("PU",), False, True),
        ("either", (), True, True),
        ("both", ("PU",), False, False),
        ("both", (), True, False),
        ("both", ("PU",), True, True),
    ],
)
def test_when_attacked_cavalry_pursues(
    field: Field, value: str, codes: tuple[str, ...], met: bool, pursues: bool
) -> None:
    """`defender_pursuit`: the row says so, the counter-charge succeeded, or both."""
    field.t.options["defender_pursuit"] = value
    here = field.hex(HERE)
    horse = field.put("br-20ld", HERE, 0)
    foe = field.put("fr-1ch", field.beside(HERE, 0, 0), 3)
    start = field.hex(field.beside(HERE, 0))
    side = field.t.side[foe]
    hits = (here,) if met else ()
    field.begin(("follow-up", (foe,), (horse,), (start, here), (), (here,), side, codes, (), 0, hits))
    assert ("pursue br-20ld" in field.actions()) is pursues


@pytest.mark.parametrize("may", [True, False])
def test_pursuing_cavalry_stops_before_a_new_enemy(field: Field, may: bool) -> None:
    """`pursuit_stop_choice`."""
    field.t.options["pursuit_stop_choice"] = may
    unit = field.put("fr-1ch", "1512", 0, movement=8)
    field.put("br-38", field.beside(THERE, 0), 3, level=DISORDERED)
    field.begin(("chase", (unit,), -1, (field.hex(THERE),), 0, 0, 0))
    until(field, "face")
    field.play("face 0")
    assert ("stop" in field.actions()) is may
    assert any(event.kind == "charge" for event in field.s.events) is not may


# Disorder and rout (AMB-80, AMB-83, AMB-85, AMB-86, AMB-111)


@pytest.mark.parametrize(("value", "dies"), [("routed", False), ("eliminated", True)])
def test_direct_rout_of_artillery_by_fire(field: Field, value: str, dies: bool) -> None:
    """`artillery_direct_rout`: by fire alone, and of ordered artillery."""
    field.t.options["artillery_direct_rout"] = value
    for fire in (True, False):
        gun = field.put("fr-guns-a", HERE, 0)
        field.begin(("apply-results", ("ROUT",), 0, (gun,), 0, (), fire, ()))
        assert (field.at("fr-guns-a") == "-") is (dies and fire)


@pytest.mark.parametrize(("value", "length"), [("retreat", 2), ("one_hex", 1)])
def test_a_fall_back_of_who_is_routed(field: Field, value: str, length: int) -> None:
    """`fall_back_when_routed`: infantry retreats two hexes, or falls back by one."""
    field.t.options["fall_back_when_routed"] = value
    unit = field.put("br-5", HERE, level=ROUTED)
    field.begin(("apply-results", ("FB",), 0, (unit,), 0, (), False, ()))
    until(field, "retreat")
    while any(text.startswith("retreat") for text in field.actions()):
        field.play(field.actions()[0])
    assert field.t.distance(field.hex(HERE), field.s.place[unit]) == length


@pytest.mark.parametrize(("value", "stops"), [("nearest_edge_first", False), ("owner_choice", True)])
def test_the_order_of_rout_moves(field: Field, value: str, stops: bool) -> None:
    """`rout_order`: two routed units of a side at different distances from the edge."""
    field.t.options["rout_order"] = value
    field.put("br-5", HERE, level=ROUTED)
    field.put("br-38", field.beside(HERE, 1, 1, 1), level=ROUTED)
    assert len({field.game.edge_distance(field.s, field.unit(name)) for name in ("br-5", "br-38")}) == 2
    field.begin(("routs", -1))
    if field.chance == "order of routs":
        field.play(1)
    assert ({"unit br-5", "unit br-38"} <= set(field.actions())) is stops


@pytest.mark.parametrize(
    ("option", "value", "goes"),
    [
        ("rout_zoc_to_zoc", "forbidden", False),
        ("rout_zoc_to_zoc", "allowed", True),
        ("rout_pays_zoc", False, False),
    ],
)
def test_a_rout_from_zone_to_zone(field: Field, option: str, value: object, goes: bool) -> None:
    """`rout_zoc_to_zoc`: an enemy whose zone is all around stands beside the way; its front looks away."""
    field.t.options[option] = value  # type: ignore[assignment]
    unit = field.put("br-5", HERE, level=ROUTED, movement=12)
    straight, nearer, along = rout_directions(
        field.game, field.hex(HERE), field.t.rout_edge[field.t.side[unit]]
    )
    beside = (*nearer, *along)[0]
    field.put("fr-1ch", field.beside(HERE, beside), beside)
    steps, _ = rout_steps(field.game, field.s, field.game.rout_frame(field.s, unit))
    ahead = field.hex(field.beside(HERE, straight))
    zones = threats_to(field.t, field.s, field.t.side[unit])
    assert ahead in zones.zone and ahead not in zones.front
    assert (ahead in {step[0] for step in steps}) is goes


@pytest.mark.parametrize("pays", [True, False])
def test_what_zones_cost_in_a_rout(field: Field, pays: bool) -> None:
    """`rout_pays_zoc`: leaving a zone of control costs a point more, entering one for the disordered too."""
    field.t.options["rout_pays_zoc"] = pays
    field.t.options["rout_zoc_to_zoc"] = "allowed"
    unit = field.put("br-5", HERE, level=ROUTED, movement=12)
    _, nearer, along = rout_directions(field.game, field.hex(HERE), field.t.rout_edge[field.t.side[unit]])
    beside = (*nearer, *along)[0]
    field.put("fr-1ch", field.beside(HERE, beside), beside)
    steps, _ = rout_steps(field.game, field.s, field.game.rout_frame(field.s, unit))
    assert {step[1] for step in steps} == {(3 if pays else 1) * field.t.denominator}


def checks(field: Field, unit: int, number: int) -> None:
    """Begin so many checks of a unit."""
    field.begin(*[("check", (unit,), 0, 0, 0, ())] * number)


@pytest.mark.parametrize(("limit", "hexes"), [(1, 2), (2, 4), (3, 6), (9, 6), (0, 2)])
def test_how_many_rout_moves_an_event_allows(field: Field, limit: int, hexes: int) -> None:
    """`rout_chain_limit`: three checks of a unit with two points; a first move is made in any case."""
    field.t.options["rout_chain_limit"] = limit
    unit = field.put("br-5", HERE, level=ROUTED, movement=2)
    checks(field, unit, 3)
    assert field.rests
    assert field.t.distance(field.hex(HERE), field.s.place[unit]) == hexes
    forget_routs(field.s)
    checks(field, unit, 1)
    assert field.t.distance(field.hex(HERE), field.s.place[unit]) == hexes + 2


@pytest.mark.parametrize(("value", "roll", "stands"), [("rout_move_only", None, True), ("move_and_check", 6, True),
                                                       ("move_and_check", 7, False)])  # fmt: skip
def test_a_check_of_who_is_routed(field: Field, value: str, roll: int | None, stands: bool) -> None:
    """`routed_check`: the rout move alone, or a check after it that eliminates who fails."""
    field.t.options["routed_check"] = value
    unit = field.put("br-5", HERE, level=ROUTED, movement=2, cohesion=6)
    checks(field, unit, 1)
    assert field.t.distance(field.hex(HERE), field.s.place[unit]) == 2
    if roll is not None:
        field.play(roll)
    assert field.rests
    assert (field.at("br-5") != "-") is stands


@pytest.mark.parametrize(("code", "stands"), [("CC", True), ("CC+2", False)])
def test_the_modifier_of_a_result_counts_for_who_is_routed(field: Field, code: str, stands: bool) -> None:
    """`routed_check`: a roll of 5 against a cohesion of 6."""
    field.t.options["routed_check"] = "move_and_check"
    unit = field.put("br-5", HERE, level=ROUTED, movement=2, cohesion=6)
    field.begin(("apply-results", (code,), 0, (unit,), 0, (), False, ()))
    field.play(5)
    assert (field.at("br-5") != "-") is stands


@pytest.mark.parametrize(("roll", "stands"), [(4, True), (5, False)])
def test_the_modifier_of_a_check_counts_for_who_is_routed(field: Field, roll: int, stands: bool) -> None:
    """`routed_check`: a check at +2 against a cohesion of 6."""
    field.t.options["routed_check"] = "move_and_check"
    unit = field.put("br-5", HERE, level=ROUTED, movement=2, cohesion=6)
    field.begin(("check", (unit,), 0, 2, 0, ()))
    field.play(roll)
    assert (field.at("br-5") != "-") is stands


@pytest.mark.parametrize("value", ["perpendicular", "map"])
def test_columns_of_a_rout(field: Field, value: str) -> None:
    """`rout_column`: towards the western edge it zigzags, or goes along the row that it chose first."""
    field.t.options["rout_column"] = value
    unit = field.put("br-5", HERE, level=ROUTED, movement=4)
    assert field.t.rout_edge[field.t.side[unit]] == "W"
    rows = {field.beside(HERE, 4), field.beside(HERE, 5)}
    field.begin(field.game.rout_frame(field.s, unit))
    if value == "perpendicular":
        assert field.rests
        assert field.at("br-5")[2:] == HERE[2:]
        return
    assert set(field.actions()) == {f"retreat {name}" for name in rows}
    field.play(f"retreat {field.beside(HERE, 4)}")
    assert field.rests
    assert field.at("br-5") == field.beside(HERE, 4, 4, 4, 4)


def test_a_row_that_is_barred_is_left_for_the_other(field: Field) -> None:
    """`rout_column`: a shift around an enemy, and then the chosen row again."""
    field.t.options["rout_column"] = "map"
    unit = field.put("br-5", HERE, level=ROUTED, movement=4)
    field.put("fr-guns-a", field.beside(HERE, 4, 4), 0)
    field.begin(field.game.rout_frame(field.s, unit))
    field.play(f"retreat {field.beside(HERE, 4)}")
    assert field.at("br-5") == field.beside(HERE, 4, 5, 4, 4)


@pytest.mark.parametrize(("value", "end"), [("none", "1509"), ("allowance", "1510")])
def test_the_points_of_a_pursuit(field: Field, value: str, end: str) -> None:
    """`pursuit_mp_limit`: cavalry with two points follows a unit for three hexes, or for two."""
    field.t.options["pursuit_mp_limit"] = value
    unit = field.put("fr-1ch", "1512", 0, movement=2)
    quarry = field.put("br-38", "1508", level=ROUTED)
    way = tuple(field.hex(name) for name in (THERE, "1510", "1509", "1508"))
    field.begin(("chase", (unit,), quarry, way, 0, 0, 0), ("chase", (unit,), quarry, way, 2, 1, 0))
    while not field.rests and field.at("fr-1ch") != "1509":
        field.play("face 0" if "face 0" in field.actions() else field.actions()[0])
    assert field.at("fr-1ch") == end
    field.begin(("charge-end", (unit,)))
    field.begin(("chase", (unit,), quarry, way, 2, 0, 0))
    assert field.at("fr-1ch") == "1509"  # a new pursuit
