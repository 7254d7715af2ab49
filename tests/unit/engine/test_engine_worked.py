"""Worked examples of the rules that are played: cup, orders, fire, shock and what follows, by their ids."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from jdgtools.engine.core.state import ELIMINATED
from jdgtools.engine.jdg.fire import fire_total
from jdgtools.engine.jdg.losses import lose_level
from jdgtools.engine.jdg.morale import may_rally
from jdgtools.engine.jdg.phases import fill_cup, markers_in_play
from jdgtools.engine.jdg.words import (
    ARRIVALS,
    CHOSEN,
    CUP,
    DEMORALISED,
    FIRED,
    FOLLOW_UP,
    FOUGHT,
    MISSED,
    MOVED,
    ORDERS,
    RALLY_ONLY,
    REPLIED,
    SQUARE,
    WITHOUT,
)
from jdgtools.engine.jdg.zones import has_orders
from tests.unit.engine.field import Field

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


def markers(field: Field, *names: str) -> tuple[int, ...]:
    """Return markers by their ids."""
    return tuple(field.t.marker_of[name] for name in names)


# --- the cup ----------------------------------------------------------------------------------------------


def activations(field: Field, cup: tuple[int, ...], draws: tuple[int, ...], chosen: int = -1) -> list[str]:
    """Draw from a cup, the places in it that are given, and return the markers that were used."""
    used: list[str] = []

    def activate(s, f):
        used.append(field.t.markers[f[2]].id)
        s.pop()

    field.game.procedures = {**field.game.procedures, "activate": activate}
    field.s.memory[CUP], field.s.memory[CHOSEN] = cup, chosen
    field.begin(("cup",))
    for place in draws:
        assert field.chance == "draw"
        field.play(place)
    assert field.rests
    return used


def test_one_marker_stays_in_the_cup(field: Field) -> None:
    """JDG-1-EX1: six in the cup are five activations; JDG-1-EX2: so are one chosen and five in the cup."""
    cup = markers(field, "hill-1", "hill-2", "fane-1", "charlot-1", "charlot-2", "brenier-1")
    assert len(activations(field, cup, (0,) * 5)) == 5
    assert activations(Field(), cup[1:], (0,) * 4, cup[0])[0] == "hill-1"
    assert len(activations(Field(), cup[1:], (0,) * 4, cup[0])) == 5


@pytest.mark.parametrize(
    ("example", "cup", "draws", "used", "missed"),
    [
        ("JDG-2.2-EX1", ("hill-1", "hill-2", "charlot-1"), (0, 1), ["hill-1", "charlot-1"], "hill"),
        ("JDG-2.2-EX2", ("hill-1", "charlot-1"), (0,), ["hill-1"], "charlot"),
        ("JDG-2.2-EX3", ("hill-1",), (), [], "hill"),
    ],
)
def test_the_last_marker_is_not_drawn(
    field: Field, example: str, cup: tuple[str, ...], draws: tuple[int, ...], used: list[str], missed: str
) -> None:
    assert activations(field, markers(field, *cup), draws) == used
    assert field.s.memory[MISSED] == (field.t.command_ids.index(missed),)
    assert field.s.memory[CUP] == ()


def test_the_chosen_marker_is_not_in_the_cup(field: Field) -> None:
    """JDG-3-EX3: of the two of a formation the other one goes into it."""
    field.put("br-5", HERE)
    chosen, other = markers(field, "hill-1", "hill-2")
    field.s.memory[CHOSEN] = chosen
    assert fill_cup(field.game, field.s) == (other,)


def rated(field: Field) -> tuple[int, int]:
    """Rate the markers of Hill 6 and 4."""
    six, four = markers(field, "hill-1", "hill-2")
    field.t.markers = tuple(
        SimpleNamespace(code=m.code, rating=4 if place == four else m.rating)
        for place, m in enumerate(field.t.markers)
    )
    assert field.t.markers[six].rating == 6
    return six, four


def test_the_markers_of_reinforcements(field: Field) -> None:
    """JDG-5.2.1-EX1: on the turn of arrival the best; JDG-5.2.1-EX2: both when it was not drawn.

    JDG-5.2.1-EX3: both when a part of the formation is on the map already.
    """
    six, four = rated(field)
    field.game.arrivals = (SimpleNamespace(command="hill"),)
    field.s.memory[ARRIVALS] = (1,)
    assert markers_in_play(field.game, field.s) == [six]
    field.s.memory[MISSED] = (field.t.command_ids.index("hill"),)
    assert markers_in_play(field.game, field.s) == [six, four]
    field.s.memory[MISSED] = ()
    field.put("br-5", HERE)
    assert markers_in_play(field.game, field.s) == [six, four]


def test_demoralisation_takes_the_better_marker(field: Field) -> None:
    """JDG-11.2-e, -g, JDG-11.2-EX3: the higher marker is out as long as the formation is demoralised."""
    six, four = rated(field)
    field.put("br-5", HERE)
    field.s.memory[DEMORALISED] = (field.t.command_ids.index("hill"),)
    assert markers_in_play(field.game, field.s) == [four]
    field.s.memory[DEMORALISED] = ()
    assert markers_in_play(field.game, field.s) == [six, four]


def test_a_single_marker_stays(field: Field) -> None:
    """JDG-11.2-f: a formation with one marker keeps it when it is demoralised."""
    six, four = rated(field)
    field.put("br-5", HERE)
    hill = field.t.command_ids.index("hill")
    field.t.marker_commands = tuple(
        () if place == six else commands for place, commands in enumerate(field.t.marker_commands)
    )
    field.s.memory[DEMORALISED] = (hill,)
    assert markers_in_play(field.game, field.s) == [four]


# --- orders and commanders --------------------------------------------------------------------------------


def test_an_order_lasts_the_turn_wherever_the_units_go(field: Field) -> None:
    """JDG-2.3.2-EX1: one order for five units; some are far away later, and all act with it a second time."""
    units = ("br-45", "br-91", "pt-line-a", "pt-line-b", "pt-cac")
    hexes = (HERE, HERE, "1514", "1513", "1512")
    for name, at in zip(units, hexes, strict=True):
        field.s.flags[field.put(name, at)] = 0
    field.s.place[field.unit("wellesley")] = field.hex(HERE)
    field.begin(("orders", 0, ()))
    assert [text for text in field.actions() if text.startswith("order")] == ["order wellesley br-45"]
    field.play("order wellesley br-45")
    for name, at in zip(units, (HERE, "1505", "0515", "1520", "2515"), strict=True):
        unit = field.unit(name)
        field.s.take(unit)
        field.s.put(unit, field.hex(at))
    for marker in markers(field, "craufurd-1", "craufurd-2"):
        field.begin(("activate", 0, marker))
        assert all(has_orders(field.s, field.unit(name)) for name in units)
        assert not any(text in ("try", "limited") for text in field.actions())
        while not field.rests:
            field.play("done")


def test_without_a_commander_a_leader_may_still_try(field: Field) -> None:
    """JDG-2.5.2-EX3: every group is without orders, and the roll has no modifier."""
    field.put("br-5", HERE, orders=False)
    field.s.flags[field.unit("br-5")] = 0
    field.s.place[field.unit("wellesley")] = ELIMINATED
    field.begin(("orders", 0, ()))
    assert field.rests
    assert field.s.flags[field.unit("br-5")] & (WITHOUT | ORDERS) == WITHOUT
    (marker,) = markers(field, "hill-1")
    rating = field.t.markers[marker].rating
    for roll, passes in ((rating, True), (rating + 1, False)):
        field.begin(("activate", 0, marker))
        field.play("try", roll)
        assert has_orders(field.s, field.unit("br-5")) is passes
        while not field.rests:
            field.play("done")


def test_a_commander_with_infantry_may_stay(field: Field) -> None:
    """JDG-2.5.2-EX2: staying, one hex and two hexes are all legal when an enemy comes next to him."""
    field.put("fr-32", "1510", facing=0)
    leader = field.unit("junot")
    field.s.place[leader] = field.hex("1510")
    unit = field.put("br-5", field.beside("1510", 0, 0), facing=3)
    field.begin(("walk", (unit,), (field.hex(field.beside("1510", 0)),), 0))
    assert "stay" in field.actions()
    hexes = [field.hex(text.split()[1]) for text in field.actions() if text.startswith("displace")]
    assert {field.t.distance(field.hex("1510"), h) for h in hexes} == {1, 2}


# --- fire -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "checks"), [("normal", 3), ("reaction", 1)])
def test_checks_of_a_stack_under_fire(field: Field, kind: str, checks: int) -> None:
    """JDG-5.1.3-EX3: three units under normal fire, three checks; JDG-5.1.3-EX4: reaction fire, one."""
    gun = field.put("fr-guns-a", HERE, 0, strength=4)
    at = field.beside(HERE, 0)
    names = ("br-5", "br-9-1", "br-38")
    top, *_ = [field.put(name, at, 3, formation=0, cohesion=9) for name in names]
    aim = top if kind == "reaction" else -1
    total, _ = fire_total(field.game, field.s, (gun,), field.hex(at), kind, aim)
    field.begin(("shot", (gun,), field.hex(at), kind, aim))
    field.play(10 - total)  # row F2: a cohesion check
    for _ in range(checks):
        assert field.chance == "cohesion check"
        field.play(0)
    assert field.rests


def test_who_is_disordered_by_fire_does_not_reply(field: Field) -> None:
    """JDG-7.1-EX1; in order it would."""
    for roll, replies in ((14, False), (8, True)):
        field = Field()
        gun = field.put("br-9pdr-a", HERE, 0, strength=9)
        at = field.beside(HERE, 0, 0, 0)
        target = field.put("fr-guns-a", at, 3)
        total, _ = fire_total(field.game, field.s, (gun,), field.hex(at), "normal", -1)
        field.begin(
            ("shot", (gun,), field.hex(at), "normal", -1),
            ("replies", (gun,), field.hex(at), field.s.place[gun]),
        )
        field.play(max(0, roll - total))
        assert field.s.level[target] == (0 if replies else 1)
        assert ("reply fr-guns-a" in field.actions()) is replies


def shocked(field: Field, *attackers: str, flags: int = 0, strength: int = 2, formation: int = 0) -> str:
    """Put attackers into a hex before artillery, declare their attack, and return its hex."""
    target = field.beside(HERE, 0)
    for name in attackers:
        field.put(name, HERE, 0, formation=formation, cohesion=6)
    field.put("fr-guns-a", target, 3, flags=flags, strength=strength)
    field.begin(("declare", 0))
    field.play(f"attack {HERE} {target}")
    while "done" in field.actions():
        field.play("done")
    return target


def test_one_answer_of_artillery_in_an_enemy_activation(field: Field) -> None:
    """JDG-7.1-EX2: after counter-battery fire no reaction fire; JDG-7.1-EX3: in the next activation again."""
    field.put("fr-32", field.beside(HERE, 0), 3)
    shocked(field, "br-5", flags=REPLIED)
    assert field.chance == "shock"
    field = Field()
    target = field.beside(HERE, 0)
    field.put("fr-32", target, 3)
    gun = field.put("fr-guns-a", target, 3, flags=REPLIED)
    (marker,) = markers(field, "fane-1")
    field.begin(("activate", 6, marker))
    field.s.take(gun)
    shocked(field, "br-5", flags=field.s.flags[gun])
    assert "react fr-guns-a br-5" in field.actions()


def test_artillery_does_not_turn_away_from_the_enemy_before_it(field: Field) -> None:
    """JDG-7.2-EX2."""
    field.put("br-9pdr-a", HERE, 0)
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.put("fr-82", field.beside(HERE, 2, 2, 2), 3)
    field.begin(("fires", 0))
    turns = [text for text in field.actions() if text.startswith("turn")]
    assert turns == ["turn br-9pdr-a 5"]  # facing 1 would leave the enemy to the north out
    assert [text for text in field.actions() if text.startswith("fire")] == [
        f"fire br-9pdr-a {field.beside(HERE, 0)}"
    ]


def test_batteries_of_two_formations_fire_one_by_one(field: Field) -> None:
    """JDG-7.3-EX2: roll + 4 and roll + 3; JDG-7.3-EX1: of one formation they may fire together, roll + 4 + 2."""
    target = field.beside(HERE, 0, 0, 0)
    one = field.put("br-9pdr-a", HERE, 0, strength=4, formation=0)
    two = field.put("br-9pdr-b", HERE, 0, strength=3, formation=1)
    field.put("fr-32", target, 3)
    field.begin(("fires", 0))
    assert not any(text.startswith("together") for text in field.actions())
    sums = [fire_total(field.game, field.s, (u,), field.hex(target), "normal", -1)[0] for u in (one, two)]
    assert sums == [4, 3]
    field.t.command[two] = 0
    field.begin(("fires", 0))
    assert f"together br-9pdr-a br-9pdr-b {target}" in field.actions()
    assert fire_total(field.game, field.s, (one, two), field.hex(target), "normal", -1)[0] == 6


def test_of_two_ranges_the_worse_counts(field: Field) -> None:
    """JDG-7.3-EX3: one battery fires within its effective range, the other beyond."""
    target = field.beside(HERE, 0, 0, 0)
    one = field.put("br-9pdr-a", HERE, 0, strength=4, formation=0)
    two = field.put("br-9pdr-b", HERE, 0, strength=4, formation=0)
    field.put("fr-32", target, 3)

    def total(*units: int) -> int:
        return fire_total(field.game, field.s, units, field.hex(target), "normal", -1)[0]

    near = total(one, two)
    front, back = field.t.values[two]
    field.t.values[two] = ({**front, "effective_range": 2}, back)
    assert total(two) - total(one) < 0
    assert total(one, two) - near == total(two) - total(one)


# --- shock ------------------------------------------------------------------------------------------------


def test_both_enemies_ahead_or_none(field: Field) -> None:
    """JDG-8.2-EX1: who attacks one must attack both; JDG-8.2-EX2: a friend may attack the other one."""
    left, right = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("br-5", HERE, 0)
    field.put("fr-32", left, 3)
    field.put("fr-82", right, 3)
    field.begin(("declare", 0))
    assert "done" in field.actions()
    field.play(f"attack {HERE} {right}")
    assert field.actions() == [f"attack {HERE} {left}"]
    field = Field()
    field.put("br-5", HERE, 0)
    field.put("br-38", field.beside(left, 5), 1)
    field.put("fr-32", left, 3)
    field.put("fr-82", right, 3)
    field.begin(("declare", 0))
    field.play(f"attack {field.beside(left, 5)} {left}", f"attack {HERE} {right}")
    assert "done" in field.actions()


@pytest.mark.parametrize(("roll", "targets"), [(9, 2), (0, 1)])
def test_who_fails_its_check_leaves_its_enemy_to_the_other(field: Field, roll: int, targets: int) -> None:
    """JDG-8.3.2-EX1: A fails, so B attacks X and Y together; were it to pass, each has its combat."""
    x, y = field.beside(HERE, 0), field.beside(HERE, 1)
    a = field.beside(x, 5)
    field.put("br-5", a, 1, orders=False, shock=5, formation=0)
    field.put("br-38", HERE, 0, orders=False, shock=5, formation=0)
    field.put("fr-32", x, 3)
    field.put("fr-82", y, 3)
    field.begin(("declare", 0))
    field.play(f"attack {a} {x}", f"attack {HERE} {y}")
    while "done" in field.actions():
        field.play("done")
    rolls = iter((roll, 0))
    while field.chance != "shock" or field.hex(x) not in {h for _, h in field.s.frames[-1][1]}:
        field.play(next(rolls) if field.chance == "shock check" else field.actions()[0])
    frame = field.s.frames[-1]
    assert (field.chance, frame[0]) == ("shock", "roll")
    assert len({h for _, h in frame[1]}) == targets


def test_who_is_disordered_by_reaction_fire_does_not_attack(field: Field) -> None:
    """JDG-8.3.3-EX1: of two units the other attacks with its 4 points; JDG-8.3.3-EX2: one alone does not."""
    field.put("fr-32", field.beside(HERE, 0), 3)
    shocked(field, "br-5", "br-9-1", strength=9)
    field.play("react fr-guns-a br-5")
    field.play(14 - 9 - reaction_modifier(field))
    assert field.level("br-5") == 1 and field.chance == "shock"
    field.play(9)
    event = next(e for e in field.s.events if e.kind == "shock")
    assert field.unit("br-5") not in event.pieces and field.unit("br-9-1") in event.pieces
    field = Field()
    field.put("fr-32", field.beside(HERE, 0), 3)
    shocked(field, "br-5", strength=9)
    field.play("react fr-guns-a br-5")
    field.play(14 - 9 - reaction_modifier(field))
    assert field.level("br-5") == 1
    assert field.rests and field.at("fr-32") == field.beside(HERE, 0)


def reaction_modifier(field: Field) -> int:
    """Return what is added to reaction fire of 9 points at the attacker."""
    gun, unit = field.unit("fr-guns-a"), field.unit("br-5")
    return fire_total(field.game, field.s, (gun,), field.hex(HERE), "reaction", unit)[0] - 9


@pytest.mark.parametrize(("effect", "dies"), [(8, True), (14, False)])
def test_artillery_alone(field: Field, effect: int, dies: bool) -> None:
    """JDG-8.9-EX1: fire without effect, then it is eliminated without a roll; JDG-8.9-EX2: it stops the attack."""
    target = shocked(field, "br-5", strength=9 if not dies else 1)
    field.play("react fr-guns-a br-5")
    gun, unit = field.unit("fr-guns-a"), field.unit("br-5")
    total = fire_total(field.game, field.s, (gun,), field.hex(HERE), "reaction", unit)[0]
    field.play(max(0, effect - total))
    assert field.chance != "shock"
    assert field.at("fr-guns-a") == ("-" if dies else target)
    assert field.level("br-5") == (0 if dies else 1)


def test_one_breakthrough_in_an_activation(field: Field) -> None:
    """JDG-8.7.2-EX1: a second result of breakthrough lets the unit advance, not attack once more."""
    for flags, more in ((0, True), (FOLLOW_UP, False)):
        field = Field()
        unit = field.put("br-5", HERE, 0, flags=flags)
        ahead = field.beside(HERE, 0)
        field.put("fr-32", field.beside(ahead, 0), 3)
        field.begin(("advance", (unit,), (field.hex(ahead),), 0, (), 1))
        assert field.at("br-5") == ahead
        assert any(text.startswith("resolve") for text in field.actions()) is more
        assert "face 0" in field.actions()


def test_a_counter_attack_is_on_one_hex(field: Field) -> None:
    """JDG-8.7.2-EX2: of two enemies ahead either may be attacked alone."""
    unit = field.put("fr-32", HERE, 0)
    left, right = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("br-5", left, 3)
    field.put("br-38", right, 3)
    field.begin(("counter", (unit,), (), 1, 1, (), ()))
    attacks = [f"counter-attack {HERE} {h}" for h in (left, right)]
    assert set(attacks) <= set(field.actions())
    field.play(attacks[0])
    assert field.chance == "shock"
    assert field.s.frames[-1][1] == ((field.hex(HERE), field.hex(left)),)


# --- what results do, and rally ---------------------------------------------------------------------------


def test_a_square_ends_for_the_whole_hex(field: Field) -> None:
    """JDG-4.2-EX6."""
    names = ("br-9pdr-a", "br-5", "br-38")
    units = [field.put(name, HERE, 0, flags=SQUARE, formation=0) for name in names]
    assert not lose_level(field.game, field.s, units[1])
    assert [bool(field.s.flags[unit] & SQUARE) for unit in units] == [False] * 3
    assert [field.level(name) for name in names] == [0, 1, 0]


@pytest.mark.parametrize(
    ("example", "flags", "may"),
    [
        ("JDG-1-EX3", FIRED, False),
        ("JDG-1-EX3", MOVED, False),
        ("JDG-1-EX3", FOUGHT, False),
        ("JDG-1-EX3", 0, True),
        ("JDG-11.1-EX4", RALLY_ONLY, True),
    ],
)
def test_who_may_rally(field: Field, example: str, flags: int, may: bool) -> None:
    unit = field.put("br-5", HERE, 0, level=1, flags=flags)
    assert may_rally(field.game, field.s, unit) is may


def test_a_unit_that_has_routed_stays_when_the_one_it_passed_passes_it(field: Field) -> None:
    """JDG-10.5-EX2: routed A passes routed B and finishes, then B makes a rout move; it passes A, and A stays."""
    foot = field.put("br-5", HERE, level=2)
    horse = field.put("br-20ld", "1315", level=2)  # which no infantry stacks with
    field.s.events = []
    field.begin(field.game.rout_frame(field.s, foot))
    moves = [e.pieces[0] for e in field.s.events if e.kind in ("rout", "fled")]
    assert field.rests
    assert moves == [foot] * 5 + [horse] * 9
    assert (field.at("br-5"), field.at("br-20ld")) == ("1015", "0415")  # straight to the west
