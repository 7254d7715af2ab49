"""Positions of what follows a combat: advance, breakthrough, counter-attack, retreat and rout, worked out by hand."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.nodes import Event
from jdgtools.engine.jdg.words import (
    DISORDERED,
    FOLLOW_UP,
    INITIATIVE_SIDE,
    ROUT_MOVED,
    ROUTED,
    SHELTERED,
    SQUARE,
)
from tests.unit.engine.field import Field, answered, by_night, said, until

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


def shock(field: Field, roll: int, *pairs: tuple[str, str], stop: tuple[str, ...], checks: int = 0) -> None:
    """Declare attacks, let the die fall, and go on to a question."""
    field.begin(("declare", 0), ("combats", 0))
    for origin, target in pairs:
        if f"attack {origin} {target}" in field.actions():
            field.play(f"attack {origin} {target}")
    answered(field, roll, "done", checks=checks, stop=stop)


AHEAD = "1514"
BESIDE = "1614"
"""The front hexes of who stands in HERE and looks to the north."""


def defend(field: Field, name: str = "fr-32", at: str = AHEAD, facing: int = 3, **more: int) -> int:
    return field.put(name, at, facing, **{"strength": 4, "cohesion": 6, **more})


def attack(field: Field, name: str = "br-5", at: str = HERE, facing: int = 0, **more: int) -> int:
    return field.put(name, at, facing, **{"strength": 4, "cohesion": 6, "shock": 9, **more})


# Advance (JDG-8.7.1)


def test_of_one_stack_the_best_unit_advances_alone(field: Field) -> None:
    """JDG-8.7.1-a, -b, -d, AMB-63: the other stays where it is."""
    attack(field, cohesion=6)
    attack(field, "br-9-1", cohesion=7)
    defend(field)
    shock(field, 6, (HERE, AHEAD), stop=("face",))
    assert (field.at("br-9-1"), field.at("br-5")) == (AHEAD, HERE)
    assert set(field.actions()) == {"face 5", "face 0", "face 1"}


def test_of_equals_in_one_stack_and_of_two_hexes_left_the_player_chooses(field: Field) -> None:
    """JDG-8.7.1-a, -c: who goes, and into which of the hexes."""
    attack(field, strength=9)
    attack(field, "br-9-1", strength=9)
    defend(field)
    defend(field, "fr-82", BESIDE, 4)
    shock(field, 5, (HERE, AHEAD), (HERE, BESIDE), stop=("step",))
    assert set(field.actions()) == {f"step {u} {h}" for u in ("br-5", "br-9-1") for h in (AHEAD, BESIDE)}


def test_a_unit_that_its_own_check_disordered_advances_where_it_is_the_best(field: Field) -> None:
    """JDG-8.7.1-a, JDG-8.5-d: row R8 disorders the attacker, who still enters the hex; nothing follows."""
    attack(field)
    defend(field)
    defend(field, "fr-82", field.beside(AHEAD, 0))
    shock(field, 6, (HERE, AHEAD), checks=9, stop=("face",))
    assert (field.level("br-5"), field.at("br-5")) == (DISORDERED, AHEAD)
    assert not said(field, "resolve")


@pytest.mark.parametrize("withdraws", [1, 2])
def test_after_a_withdrawal_the_attacker_may_stay(field: Field, withdraws: int) -> None:
    """JDG-8.8.1-o, -p, AMB-64: he or not; the guns with him too."""
    attack(field)
    field.put("br-9pdr-a", HERE, 0)
    defend(field, "fr-1ch", cohesion=9)
    shock(field, 5, (HERE, AHEAD), stop=("withdraw",))
    assert said(field, "withdraw", "stay") == {"withdraw fr-1ch 1", "withdraw fr-1ch 2", "stay"}
    field.play(f"withdraw fr-1ch {withdraws}")
    answered(field, 5, stop=("step", "advance", "stay"))
    assert said(field, "step", "advance", "stay") >= {"stay"}
    entering = next(text for text in field.actions() if text != "stay")
    field.play(entering)
    answered(field, 5, "face 0", stop=("advance", "stay", "step"))
    assert field.at("br-5") == AHEAD
    assert any("br-9pdr-a" in text for text in field.actions())


# Withdrawal (JDG-8.8.1)


def withdrawal(field: Field, length: int) -> None:
    attack(field)
    defend(field, "fr-1ch", cohesion=9)
    shock(field, 5, (HERE, AHEAD), stop=("withdraw",))
    field.play(f"withdraw fr-1ch {length}", 0)


@pytest.mark.parametrize(
    ("other", "ways"),
    [
        ((), ((0,), (1,), (5,))),  # the attacker's zone holds the hexes on both sides
        ((0, 0), ((0,), (1,), (5,))),  # the front of another is entered for a level
        ((1,), ((5,),)),  # he has a zone in its hex: no other hex of that, and not his own
    ],
)
def test_where_one_hex_of_a_withdrawal_leads(
    field: Field, other: tuple[int, ...], ways: tuple[tuple[int, ...], ...]
) -> None:
    """JDG-8.8.1-c, -l, -m, -n: into no other hex of a zone in which it stands."""
    if other:
        attack(field, "br-38", field.beside(AHEAD, *other), 2)
        field.s.flags[field.unit("br-38")] = 0
    withdrawal(field, 1)
    if len(ways) > 1:
        assert said(field, "retreat") == {f"retreat {field.beside(AHEAD, *way)}" for way in ways}
    else:
        assert field.at("fr-1ch") == field.beside(AHEAD, *ways[0])


def test_a_withdrawal_of_two_hexes_stops_in_no_zone_on_its_way(field: Field) -> None:
    """JDG-8.8.1-l, JDG-6.2.2-a: in a zone it would have to stop, so its first hex lies in none; its last may."""
    other = field.beside(AHEAD, 1, 1)
    attack(field, "br-38", other, 1)  # looks away
    withdrawal(field, 2)
    assert said(field, "retreat") == {f"retreat {field.beside(AHEAD, d)}" for d in (0, 5)}
    field.play(f"retreat {field.beside(AHEAD, 0)}")
    assert field.beside(AHEAD, 0, 1) in {text.split()[1] for text in said(field, "retreat")}


@pytest.mark.parametrize("night", [False, True])
def test_disordered_cavalry_withdraws_beside_nobody_at_night(field: Field, night: bool) -> None:
    """JDG-8.8.1-l, JDG-12.1-c, AMB-109: guns count as well, though they have no zone."""
    if night:
        field.t.turn_flags = {**field.t.turn_flags, field.s.turn: frozenset({"night"})}
    field.put("br-9pdr-a", field.beside(AHEAD, 1, 1), 1)
    attack(field)
    defend(field, "fr-1ch", cohesion=9, level=DISORDERED)
    shock(field, 5, (HERE, AHEAD), stop=("withdraw",))
    field.play("withdraw fr-1ch 1", 0)
    assert said(field, "retreat") == {
        f"retreat {field.beside(AHEAD, d)}" for d in ((0, 5) if night else (0, 1, 5))
    }


def test_a_withdrawal_at_night_is_made_though_its_check_disorders(field: Field) -> None:
    """JDG-8.8.1-i, -h, JDG-12.1-c: a battery is beside every hex behind it, and it declared while ordered."""
    by_night(field)
    field.put("br-9pdr-a", field.beside(AHEAD, 0, 0), 0)
    field.put("br-6pdr-a", field.beside(AHEAD, 5, 5), 5)
    attack(field)
    defend(field, "fr-1ch", cohesion=6)
    shock(field, 5, (HERE, AHEAD), stop=("withdraw",))
    field.play("withdraw fr-1ch 1", 9)
    assert field.level("fr-1ch") == DISORDERED
    assert said(field, "retreat") == {f"retreat {field.beside(AHEAD, d)}" for d in (0, 1, 5)}


def test_disordered_cavalry_at_night_declares_no_withdrawal_beside_an_enemy(field: Field) -> None:
    """JDG-12.1-c, JDG-8.8.1-l: the same hexes are closed to who is disordered when it would declare."""
    by_night(field)
    field.put("br-9pdr-a", field.beside(AHEAD, 0, 0), 0)
    field.put("br-6pdr-a", field.beside(AHEAD, 5, 5), 5)
    field.put("pt-cav", field.beside(AHEAD, 1, 1), 1)
    attack(field)
    defend(field, "fr-1ch", cohesion=6, level=DISORDERED)
    shock(field, 5, (HERE, AHEAD), stop=("withdraw",))
    assert not said(field, "withdraw")


def test_where_two_hexes_of_a_withdrawal_lead(field: Field) -> None:
    """AMB-66, JDG-8.8.1-c: each of them farther from the attacker, so that it ends three hexes off."""
    withdrawal(field, 2)
    assert said(field, "retreat") == {f"retreat {field.beside(AHEAD, d)}" for d in (0, 1, 5)}
    field.play(f"retreat {field.beside(AHEAD, 1)}")
    assert said(field, "retreat") == {f"retreat {field.beside(AHEAD, 1, d)}" for d in (0, 1, 2)} - {
        f"retreat {h}" for h in _near(field, 2)
    }


def _near(field: Field, distance: int) -> list[str]:
    """Return the hexes within a distance of HERE."""
    return [field.t.hex_ids[h] for h in field.t.disc(field.hex(HERE), distance)]


# Six fronts (JDG-6.1.2-e to -g)


def test_who_has_six_fronts_attacks_behind_and_owes_what_is_then_before_him(field: Field) -> None:
    """JDG-6.1.2-e, -f, -g, AMB-43, AMB-44: ahead, behind, or both; behind it turns, and nobody else is owed."""
    attack(field)
    field.t.six_front[field.hex(HERE)] = True
    defend(field)
    behind = field.beside(HERE, 3)
    defend(field, "fr-82", behind, 0)
    field.begin(("declare", 0), ("combats", 0))
    assert said(field, "attack") == {f"attack {HERE} {AHEAD}", f"attack {HERE} {behind}"}
    field.play(f"attack {HERE} {behind}")
    if not field.chance:
        assert "done" in field.actions()


def test_guns_that_fall_back_do_not_stop_in_a_square(field: Field) -> None:
    """JDG-5.1.1-k, JDG-4.2-h, JDG-10.5-a: they pass it, and who stands there makes a check."""
    attack(field)
    defend(field)
    field.put("fr-guns-a", AHEAD, 3)
    behind = field.beside(AHEAD, 0)
    defend(field, "fr-82", behind, 3, flags=SQUARE, strength=1)
    shock(field, 7, (HERE, AHEAD), stop=("retreat",))
    passed = []
    for _ in range(12):
        legal = field.actions()
        if f"retreat {behind}" in legal and field.at("fr-32") != AHEAD:
            field.play(f"retreat {behind}")
        else:
            field.play(next(a for a in legal if a != f"retreat {behind}") if legal else 0)
        passed += [event for event in field.s.events if event.kind == "pass"]
        if field.rests:
            break
    assert passed and field.at("fr-guns-a") not in (AHEAD, behind)


def test_only_who_is_attacked_beyond_the_ordinary_front_has_the_modifier(field: Field) -> None:
    """JDG-6.1.2-e, AMB-43: he to whom the counter turned withdraws, the other was before it from the start."""
    attack(field)
    field.t.six_front[field.hex(HERE)] = True
    defend(field, "fr-32", BESIDE, 4)
    beyond = field.beside(HERE, 2)
    field.put("fr-1ch", beyond, 5, strength=4, cohesion=9, movement=8)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {BESIDE}", f"attack {HERE} {beyond}")
    until(field, "withdraw")
    field.play("withdraw fr-1ch 1")
    fought: list[Event] = []
    while not fought:
        legal = field.actions()
        field.play("stay" if "stay" in legal else legal[0] if legal else 0)
        fought = [event for event in field.s.events if event.kind == "shock"]
    assert ("TBL-SHOCK-DRM", "out_of_six_front") not in fought[0].lines


@pytest.mark.parametrize("beside", [False, True])
def test_who_has_six_fronts_owes_his_ordinary_fronts(field: Field, beside: bool) -> None:
    """JDG-6.1.2-g, JDG-8.2-e: the enemy behind is owed to nobody, the one on the other front hex is."""
    attack(field)
    field.t.six_front[field.hex(HERE)] = True
    defend(field)
    defend(field, "fr-82", BESIDE if beside else field.beside(HERE, 3), 4)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}")
    assert field.chance or ("done" in field.actions()) is not beside


def test_a_stack_of_several_enters_together_after_a_withdrawal(field: Field) -> None:
    """JDG-8.8.1-o, JDG-8.7.1-b, -c: as after a shock, either stack, both units of the one that has two."""
    attack(field)
    attack(field, "br-9-1")
    beside = field.beside(AHEAD, 2)
    attack(field, "br-38", beside, 5)
    defend(field, "fr-1ch", cohesion=9)
    shock(field, 5, (HERE, AHEAD), (beside, AHEAD), stop=("withdraw",))
    field.play("withdraw fr-1ch 1", 0, f"retreat {field.beside(AHEAD, 5)}")
    answered(field, 5, stop=("step",))
    assert field.actions() == ["stay", f"step br-5 {AHEAD}", f"step br-38 {AHEAD}"]
    field.play(f"step br-5 {AHEAD}")
    assert [field.at(n) for n in ("br-5", "br-9-1", "br-38")] == [AHEAD, AHEAD, beside]
    field.play("face 1")
    assert [field.s.facing[field.unit(n)] for n in ("br-5", "br-9-1")] == [1, 1]


@pytest.mark.parametrize("closed", [False, True])
def test_nobody_advances_into_the_entry_of_enemies(field: Field, closed: bool) -> None:
    """JDG-5.2.3-a, JDG-8.7.1-a: no unit may occupy it while somebody is due there."""
    if closed:
        field.game.entry_hexes = [frozenset([field.hex(AHEAD)]) for _ in field.game.arrivals]
    attack(field)
    defend(field)
    shock(field, 8, (HERE, AHEAD), stop=("face",))
    assert field.at("fr-32") != AHEAD
    assert field.at("br-5") == (HERE if closed else AHEAD)


# Breakthrough (JDG-8.7.2)


def test_a_breakthrough_strikes_all_on_its_front_without_turning(field: Field) -> None:
    """JDG-8.7.2-c, -d, -e, -f: without orders no check is made; who turns has done."""
    attack(field, orders=False)
    defend(field, level=DISORDERED)
    ahead, beside = field.beside(AHEAD, 0), field.beside(AHEAD, 1)
    defend(field, "fr-82", ahead, 0)
    defend(field, "fr-58", beside, 0)
    defend(field, "fr-12l", field.beside(AHEAD, 5, 5), 3)
    shock(field, 9, (HERE, AHEAD), stop=("face",))
    assert field.at("br-5") == AHEAD
    assert said(field, "face") == {"face 5", "face 0", "face 1"}
    (go,) = said(field, "resolve")
    field.play(go)
    assert field.chance == "shock"
    assert {h for _, h in field.s.frames[-1][1]} == {field.hex(ahead), field.hex(beside)}


def test_one_breakthrough_in_an_activation(field: Field) -> None:
    """JDG-8.7.2-a, JDG-8.7.2-EX1."""
    attack(field, flags=FOLLOW_UP)
    defend(field, level=DISORDERED)
    defend(field, "fr-82", field.beside(AHEAD, 0), 0)
    shock(field, 9, (HERE, AHEAD), stop=("face",))
    assert field.at("br-5") == AHEAD and not said(field, "resolve")


def test_no_breakthrough_after_guns_that_were_alone(field: Field) -> None:
    """JDG-8.7.2-k, JDG-8.7.3-e: they are lost without a roll, and the unit advances."""
    attack(field)
    field.put("fr-guns-a", AHEAD, 0)
    defend(field, "fr-82", field.beside(AHEAD, 0), 0)
    shock(field, 9, (HERE, AHEAD), stop=("face",))
    assert field.at("br-5") == AHEAD and field.at("fr-guns-a") == "-"
    assert set(field.actions()) == {"face 5", "face 0", "face 1"}


def test_of_two_stacks_the_whole_stack_breaks_through(field: Field) -> None:
    """JDG-8.7.1-b, JDG-8.7.2-c, JDG-5.1.3-e: both units of the better stack go, and strike together."""
    attack(field, cohesion=7)
    attack(field, "br-9-1", cohesion=5)
    attack(field, "br-38", field.beside(AHEAD, 2), 5, cohesion=6)
    defend(field, level=DISORDERED, facing=2)
    ahead = field.beside(AHEAD, 0)
    defend(field, "fr-82", ahead, 0)
    shock(field, 9, (HERE, AHEAD), (field.beside(AHEAD, 2), AHEAD), stop=("face",))
    assert [field.at(n) for n in ("br-5", "br-9-1", "br-38")] == [AHEAD, AHEAD, field.beside(AHEAD, 2)]
    assert said(field, "resolve") == {f"resolve {ahead}"}


def test_equals_of_one_stack_among_two_are_one_advance(field: Field) -> None:
    """JDG-8.7.1-b, -c: the stack goes as one, so nobody is asked which of them is meant."""
    attack(field, cohesion=6)
    attack(field, "br-9-1", cohesion=6)
    attack(field, "br-38", field.beside(AHEAD, 2), 5, cohesion=6)
    defend(field, level=DISORDERED, facing=2)
    shock(field, 9, (HERE, AHEAD), (field.beside(AHEAD, 2), AHEAD), stop=("step",))
    assert field.actions() == [f"step br-5 {AHEAD}", f"step br-38 {AHEAD}"]
    field.play(f"step br-5 {AHEAD}")
    assert [field.at(n) for n in ("br-5", "br-9-1", "br-38")] == [AHEAD, AHEAD, field.beside(AHEAD, 2)]


# Counter-attack (JDG-8.7.2-g to -l)


@pytest.mark.parametrize(
    ("level", "flags", "answers"),
    [(0, 0, True), (DISORDERED, 0, False), (0, SQUARE, False), (0, FOLLOW_UP, False)],
)
def test_who_counter_attacks(field: Field, level: int, flags: int, answers: bool) -> None:
    """JDG-8.7.2-a, -g, -h, -j, -l: row R4; the attacker fell back, another enemy stands on the other front hex."""
    attack(field, strength=1, cohesion=4)
    defend(field, level=level, flags=flags, strength=6, cohesion=6)
    other = field.beside(AHEAD, 4)
    attack(field, "br-38", other, 3)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}")
    # 1 to 4 or less is -4, cohesion -2; disordered +1, square +2, the die makes 0 of them.
    bonus = (1 if level else 0) + (2 if flags & SQUARE else 0)
    answered(field, 6 - bonus, "done", f"retreat {field.beside(HERE, 3)}", stop=("stay", "counter-attack"))
    if answers:
        assert set(field.actions()) == {"stay", f"advance fr-32 {HERE}", f"counter-attack {AHEAD} {other}"}
    else:
        assert field.rests


def test_a_counter_attack_strikes_one_of_the_hexes_before_it(field: Field) -> None:
    """JDG-8.7.2-h, -j, JDG-8.2-g: it has entered without turning, and now either of two; then no other."""
    attack(field, strength=1, cohesion=4)
    defend(field, strength=6)
    left, right = field.beside(HERE, 3), field.beside(HERE, 4)
    attack(field, "br-38", right, 3)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}")
    answered(field, 6, "done", f"retreat {left}", stop=("stay", "counter-attack"))
    field.play(f"advance fr-32 {HERE}")
    assert field.s.facing[field.unit("fr-32")] == 3
    assert said(field, "counter-attack") == {f"counter-attack {HERE} {h}" for h in (left, right)}
    field.play(f"counter-attack {HERE} {right}")
    assert field.chance == "shock"
    assert {h for _, h in field.s.frames[-1][1]} == {field.hex(right)}
    answered(field, 5, stop=("counter-attack",))
    assert not said(field, "counter-attack")


# Rout moves (JDG-10.4, JDG-10.5): the French flee to the south, column 15 ends in hex 1522


def rout(field: Field, *names: str, roll: int = 0) -> None:
    """Carry out rout moves; what is asked gets its first answer, checks show `roll`."""
    field.begin(*(field.game.rout_frame(field.s, field.unit(name)) for name in names))
    answered(field, 0, checks=roll)


def test_a_rout_that_ends_among_friends_goes_on(field: Field) -> None:
    """JDG-10.5-a, -b, -c, JDG-5.1.2-h: one point, and two hexes with units in order; both check, one fails."""
    field.put("fr-32", HERE, level=ROUTED, movement=1)
    one, two, three = (field.beside(HERE, *[3] * n) for n in (1, 2, 3))
    field.put("fr-82", one, 0, cohesion=9)
    field.put("fr-12l", two, 0, cohesion=4)
    rout(field, "fr-32", roll=5)
    assert field.at("fr-32") == three
    assert (field.level("fr-82"), field.level("fr-12l")) == (0, DISORDERED)


def test_a_routed_unit_that_is_passed_routs_on_and_spares_who_passed_it(field: Field) -> None:
    """JDG-10.5-d, -e, -f: first A through B, three hexes; then B five hexes through A, who stays."""
    field.put("fr-32", HERE, level=ROUTED, movement=3)
    field.put("fr-82", field.beside(HERE, 3), level=ROUTED, movement=5)
    rout(field, "fr-32")
    assert field.at("fr-32") == field.beside(HERE, 3, 3, 3)
    assert field.at("fr-82") == field.beside(HERE, *[3] * 6)


def test_a_retreat_through_a_routed_unit_spares_who_retreats(field: Field) -> None:
    """JDG-10.5-d, -e, -f: the unit passed routs through the one that caused it, which stays where it is."""
    unit = field.put("fr-32", HERE, level=ROUTED)
    field.put("fr-82", field.beside(HERE, 3), level=ROUTED, movement=3)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    field.begin(("retreat", unit, field.hex(HERE), 2, (attacker,), (), 1))
    field.play(f"retreat {field.beside(HERE, 3)}", f"retreat {field.beside(HERE, 3, 3)}")
    answered(field, 0)
    assert field.at("fr-32") == field.beside(HERE, 3, 3)
    assert field.at("fr-82") == field.beside(HERE, 3, 3, 3, 3)
    assert not field.s.flags[unit] & ROUT_MOVED


def test_a_routed_unit_may_retreat_through_friends_though_it_need_not(field: Field) -> None:
    """JDG-10.3.3-b, JDG-10.5-a, -c: its owner likes it; other ways of two hexes are free."""
    unit = field.put("fr-32", HERE, level=ROUTED)
    full = field.beside(HERE, 3, 3)
    field.put("fr-12l", full, 0, cohesion=9)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    field.begin(("retreat", unit, field.hex(HERE), 2, (attacker,), (), 1))
    field.play(f"retreat {field.beside(HERE, 3)}")
    assert set(field.actions()) == {f"retreat {field.beside(HERE, 3, d)}" for d in (2, 3, 4)}
    field.play(f"retreat {full}")
    assert set(field.actions()) == {f"retreat {field.beside(full, d)}" for d in (2, 3, 4)}


def test_a_check_of_a_unit_passed_may_start_another_retreat(field: Field) -> None:
    """JDG-10.5-b, JDG-10.2-b, -h: the disordered unit fails, is routed, and retreats two hexes at once."""
    field.put("fr-32", HERE, level=ROUTED, movement=3)
    behind = field.beside(HERE, 3)
    field.put("fr-82", behind, 0, level=DISORDERED, cohesion=3)
    rout(field, "fr-32", roll=4)
    assert field.level("fr-82") == ROUTED
    assert field.t.distance(field.hex(field.at("fr-82")), field.hex(behind)) == 2


@pytest.mark.parametrize(("points", "stays"), [(4, True), (5, False)])
def test_the_edge_of_the_map_is_a_point_away(field: Field, points: int, stays: bool) -> None:
    """JDG-10.4-EX2, AMB-84, JDG-10.4-p: four points reach the last hex, the fifth leads off the map."""
    field.put("fr-32", "1518", level=ROUTED, movement=points)
    rout(field, "fr-32")
    assert field.at("fr-32") == ("1522" if stays else "-")


def test_a_rout_may_stop_in_a_village(field: Field) -> None:
    """JDG-10.4-k, -l, -m: there it may stop, and in the next phase E stay or go on."""
    field.put("fr-32", HERE, level=ROUTED, movement=4)
    village = field.beside(HERE, 3, 3)
    field.t.shelter[field.hex(village)] = True
    field.begin(field.game.rout_frame(field.s, field.unit("fr-32")))
    assert set(field.actions()) == {"stop", "done"} or len(field.actions()) == 2
    field.play("stop")
    assert field.at("fr-32") == village and field.s.flags[field.unit("fr-32")] & SHELTERED
    field.begin(("routs", -1))
    answered(field, 0, stop=("stay", "stop", "go"))
    assert len(field.actions()) == 2


def test_a_rout_shifts_round_the_front_of_an_enemy(field: Field) -> None:
    """JDG-10.4-j, -n, JDG-10.3.5-c: the hex ahead is a front hex of his; the columns beside it are open."""
    field.put("fr-32", HERE, level=ROUTED, movement=1)
    ahead = field.beside(HERE, 3)
    field.put("br-5", field.beside(ahead, 3), 0)
    field.begin(field.game.rout_frame(field.s, field.unit("fr-32")))
    assert set(field.actions()) == {f"retreat {field.beside(HERE, d)}" for d in (2, 4)}


@pytest.mark.parametrize(("sides", "lost"), [((2,), False), ((2, 4), True)])
def test_a_rout_that_fronts_close_in_is_the_end(field: Field, sides: tuple[int, ...], lost: bool) -> None:
    """JDG-10.4-f, -j, -n: ahead and beside are fronts of enemies who look to the north; one column, or none."""
    field.put("fr-32", HERE, level=ROUTED, movement=1)
    for name, side in zip(("br-5", "br-38", "br-40"), (3, *sides), strict=False):
        field.put(name, field.beside(HERE, side, 3), 0)
    rout(field, "fr-32")
    assert field.at("fr-32") == ("-" if lost else field.beside(HERE, 4))


@pytest.mark.parametrize("ahead", [True, False])
def test_a_rout_goes_from_no_hex_of_a_zone_to_another(field: Field, ahead: bool) -> None:
    """JDG-10.4-EX1, AMB-85: the enemy beside it looks away; two of the three ways lie in his zone."""
    field.put("fr-32", HERE, level=ROUTED, movement=2)
    field.put("br-5", field.beside(HERE, 2 if ahead else 1), 0)
    rout(field, "fr-32")
    # South-east of HERE stands he; south lies in his zone: south-west is left. North-east of it: south is free.
    assert field.at("fr-32") == field.beside(HERE, *((4,) if ahead else (3,)))


def test_two_who_rout_to_one_hex_part(field: Field) -> None:
    """JDG-5.1.2-g, JDG-10.4-q: the second shifts a column, or goes a hex less; it is not left with the first."""
    field.put("fr-32", field.beside(HERE, 3, 3), level=ROUTED, movement=1)
    field.put("fr-82", HERE, level=ROUTED, movement=3)
    rout(field, "fr-32", "fr-82")
    assert field.at("fr-32") == field.beside(HERE, 3, 3, 3)
    assert field.at("fr-82") in (
        field.beside(HERE, 3, 3),
        field.beside(HERE, 3, 3, 2),
        field.beside(HERE, 3, 3, 4),
    )


def test_the_order_of_rout_moves(field: Field) -> None:
    """AMB-111: first the side without the initiative; of a side the unit nearest to its edge."""
    field.s.memory[INITIATIVE_SIDE] = (0,) if isinstance(field.s.memory[INITIATIVE_SIDE], tuple) else 0
    far = field.put("fr-32", "1510", level=ROUTED)
    near = field.put("fr-82", "1712", level=ROUTED)
    ally = field.put("br-5", "0905", level=ROUTED)
    field.begin(("routs", -1))
    answered(field, 0)
    order = []
    for event in field.s.events:
        if event.kind == "rout" and event.pieces[0] not in order:
            order.append(event.pieces[0])
    assert order == [near, far, ally]


def test_a_check_on_a_routed_unit_is_a_rout_move(field: Field) -> None:
    """JDG-10.2-t, AMB-81, JDG-8.5-e: row R8 makes a routed defender retreat; its check is then a rout move."""
    attack(field, strength=4)
    defend(field, level=ROUTED, movement=4)
    field.begin(("apply-results", ("CC",), 0, (field.unit("fr-32"),), 0, (), True, ()))
    answered(field, 0)
    assert field.level("fr-32") == ROUTED and field.at("fr-32") != AHEAD


@pytest.mark.parametrize(("roll", "stands"), [(6, True), (7, False)])
def test_a_rout_through_a_square_makes_it_check(field: Field, roll: int, stands: bool) -> None:
    """JDG-10.5-a, -b, JDG-4.2-m: nobody stacks with a square (JDG-5.1.1-k), so it is passed and checks."""
    field.put("fr-32", HERE, level=ROUTED, movement=2)
    square = field.put("fr-82", field.beside(HERE, 3), 0, flags=SQUARE, cohesion=6)
    rout(field, "fr-32", roll=roll)
    assert field.at("fr-32") == field.beside(HERE, 3, 3)
    assert bool(field.s.flags[square] & SQUARE) is stands and (field.level("fr-82") == 0) is stands


def test_nobody_routs_into_the_entry_of_enemies(field: Field) -> None:
    """JDG-5.2.3-a, AMB-41: it is blocked for retreats and routs, both hexes to the west; it shifts."""
    entry = field.hex("0910")
    field.game.entry_hexes = [frozenset(field.t.disc(entry, 1)) for _ in field.game.arrivals]
    unit = field.put("br-5", "1110", level=ROUTED, movement=1)
    assert field.game.entry_closed(field.s, unit, field.hex("1010"))
    field.begin(field.game.rout_frame(field.s, unit))
    assert set(field.actions()) == {"retreat 1109", "retreat 1111"}
