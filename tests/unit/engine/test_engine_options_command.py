"""Options of cup, orders, leaders, arrivals, night, fog, rally and victory, each with all its values."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.engine.core.nodes import Decision
from jdgtools.engine.core.state import ELIMINATED, FLED
from jdgtools.engine.jdg.losses import eliminate
from jdgtools.engine.jdg.phases import fill_cup, groups_of, markers_to_choose
from jdgtools.engine.jdg.victory import condition, end_of_game
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARRIVALS,
    CHOSEN,
    COMBINED,
    DONE_VERB,
    FOUGHT,
    GROUP,
    INITIATIVE,
    POINTS,
    RALLY_ONLY,
)
from jdgtools.package.model_play import Eliminated
from tests.unit.engine.field import Field
from tests.unit.package.bundled import packages

HERE = "1515"
HILL = ("br-5", "br-9-1", "br-38")


def field_with(battle: str = "vimeiro-1808", **values: object) -> Field:
    """Return an open field on which options have these values."""
    package = packages(battle)[0][1]
    assert set(values) <= {option.id for option in package.option_list}
    changed = replace(
        package,
        option_list=tuple(replace(o, value=values.get(o.id, o.value)) for o in package.option_list),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.unit.engine.field.packages", lambda battle: [(None, changed)])
        return Field(battle)


def hill(field: Field, *hexes: str, orders: bool = False) -> tuple[int, ...]:
    """Put units of Hill's brigade into hexes, and number their groups."""
    units = tuple(field.put(name, at, orders=orders) for name, at in zip(HILL, hexes, strict=False))
    numbers = [0] * len(field.t.units)
    for group in groups_of(field.game, field.s, 0):
        for unit in group:
            numbers[unit] = group[0]
    field.s.memory[GROUP] = tuple(numbers)
    return units


def activate(field: Field, marker: str) -> None:
    """Let a marker be drawn."""
    for unit in field.t.units:
        field.s.flags[unit] &= ~(ACTIVE | INITIATIVE | RALLY_ONLY)
    field.begin(("activate", 0, field.t.marker_of[marker]))


# Markers


@pytest.mark.parametrize("value", [True, False])
def test_a_marker_activates_all_groups_or_one(value: bool) -> None:
    """AMB-01, JDG-2.3.1-g: all tactical groups of the formation, or the one that the player chooses."""
    field = field_with(am_activates_all_groups=value)
    units = hill(field, "1510", "1520", orders=True)
    activate(field, "hill-1")
    if not value:
        assert field.actions() == ["group br-5", "group br-9-1"]
        field.play("group br-9-1")
    assert [bool(field.s.flags[u] & ACTIVE) for u in units] == [value, True]


def test_a_group_that_is_not_activated_tries_nothing() -> None:
    """AMB-01: only the chosen group has to try the initiative of its leader."""
    field = field_with(am_activates_all_groups=False)
    units = hill(field, "1510", "1520")
    activate(field, "hill-1")
    field.play("group br-5", "try", 0)
    assert [bool(field.s.flags[u] & INITIATIVE) for u in units] == [True, False]
    assert field.s.node.kind == "movement"


@pytest.mark.parametrize(
    ("value", "count", "draws"), [(False, 1, 0), (True, 1, 1), (False, 2, 1), (True, 2, 1)]
)
def test_a_marker_alone_in_the_cup_is_set_aside_or_drawn(value: bool, count: int, draws: int) -> None:
    """AMB-06, JDG-2.2-d: alone when the phase begins; the one that is left after draws is never drawn."""
    field = field_with(draw_when_single=value)
    used = []

    def note(s, f):
        used.append(f[2])
        s.pop()

    field.game.procedures = {
        **field.game.procedures,
        "activate": note,
        "routs": lambda s, f: Decision(0, "rest", ((DONE_VERB,),)),
    }
    hill(field, HERE, orders=True)
    marks = [field.t.marker_of[m] for m in ("hill-1", "hill-2")]
    field.s.memory[CHOSEN] = marks[0] if count == 1 else -1
    field.begin(("turn", 2))
    while field.chance == "draw":
        field.play(0)
    assert len(used) - (count == 1) == draws


@pytest.mark.parametrize("value", [True, False])
def test_a_combined_marker_may_be_chosen(value: bool) -> None:
    """AMB-16, JDG-3-e: with strategic initiative; it does not go into the cup as well."""
    field = field_with(choice_allows_cam=value)
    hill(field, HERE)
    combined = next(m for m, marker in enumerate(field.t.markers) if marker.code == "C")
    side = field.t.marker_side[combined]
    field.s.memory[COMBINED] = (combined,)
    assert (combined in markers_to_choose(field.game, field.s, side)) is value
    field.s.memory[CHOSEN] = combined
    assert combined not in fill_cup(field.game, field.s)


@pytest.mark.parametrize("value", [True, False])
def test_the_marker_of_who_is_not_there_yet_may_be_chosen(value: bool) -> None:
    """AMB-16, JDG-3-e."""
    field = field_with(choice_allows_reinforcement=value)
    field.put("fr-32", "2505")
    place = next(k for k, a in enumerate(field.game.arrivals) if a.command == "brenier")
    states = list(field.s.memory[ARRIVALS])
    states[place] = 1
    field.s.memory[ARRIVALS] = tuple(states)
    names = {field.t.markers[m].id for m in markers_to_choose(field.game, field.s, 1)}
    assert any(name.startswith("brenier") for name in names) is value
    assert any(name.startswith("charlot") for name in names)


@pytest.mark.parametrize("value", [True, False])
def test_combined_markers_are_announced_before_or_after_orders(value: bool) -> None:
    """AMB-04, JDG-2.1.2-b."""
    field = field_with(cam_public=value)
    asked = []

    def named(name):
        def note(s, f):
            asked.append(name)
            s.pop()

        return note

    names = ("combined", "orders", "story", "arrivals", "renfort", "initiative")
    field.game.procedures = {**field.game.procedures, **{name: named(name) for name in names}}
    field.begin(("turn", 0))
    assert (asked.index("combined") < asked.index("orders")) is value


# Leaders


@pytest.mark.parametrize("value", [True, False])
def test_a_group_may_try_its_leader_later(value: bool) -> None:
    """AMB-07, JDG-2.4.3-d: before any action alone, or before movement and combat as well."""
    field = field_with(leader_check_before_actions=value)
    units = hill(field, HERE)
    activate(field, "hill-1")
    field.play("limited")
    assert (field.actions() == ["try", "limited"]) is not value
    if not value:
        field.play("limited")
        assert field.s.node.kind == "movement"
        field.play("done")
        assert field.actions() == ["try", "limited"]
        activate(field, "hill-1")
        field.play("limited", "try", 0)
        assert field.s.node.kind == "movement"
        assert field.s.flags[units[0]] & INITIATIVE


@pytest.mark.parametrize("value", [True, False])
def test_each_group_rolls_or_one_roll_counts_for_all(value: bool) -> None:
    """AMB-08, JDG-2.4.2-a."""
    field = field_with(leader_check_per_group=value)
    units = hill(field, "1510", "1520")
    activate(field, "hill-1")
    field.play("try", 0)
    assert [bool(field.s.flags[u] & INITIATIVE) for u in units] == [True, not value]
    assert ("try" in field.actions()) is value


# Commanders


@pytest.mark.parametrize("value", [True, False])
def test_a_commander_without_a_hex_is_lost_or_stays(value: bool) -> None:
    """AMB-12, JDG-2.5.2-g."""
    field = field_with(cinc_eliminated_if_no_hex=value)
    leader = field.unit("wellesley")
    field.s.place[leader] = field.hex(HERE)
    enemy = field.put("fr-32", field.beside(HERE, 0))
    field.t.cost = [[tuple(-1 for _ in row) for row in rows] for rows in field.t.cost]
    field.begin(("displace", leader, enemy))
    assert field.rests
    assert field.s.place[leader] == (ELIMINATED if value else field.hex(HERE))


@pytest.mark.parametrize("value", [True, False])
def test_a_commander_survives_his_unit(value: bool) -> None:
    """AMB-13, JDG-2.5.2-d: the last unit of his hex."""
    field = field_with(cinc_survives_unit_elimination=value)
    leader = field.unit("wellesley")
    field.s.place[leader] = field.hex(HERE)
    units = [field.put(name, HERE) for name in HILL[:2]]
    eliminate(field.game, field.s, units[0], ELIMINATED)
    assert field.s.place[leader] == field.hex(HERE)
    eliminate(field.game, field.s, units[1], ELIMINATED)
    assert (field.s.place[leader] == field.hex(HERE)) is value


@pytest.mark.parametrize("value", ["army", "assigned"])
def test_a_commander_orders_his_army_or_what_is_his(value: str) -> None:
    """AMB-15, JDG-2.5.2-i: the battle says to whom a formation belongs."""
    field = field_with(cinc_scope=value)
    unit = hill(field, HERE)[0]
    leader = field.unit("wellesley")
    field.s.place[leader] = field.hex(HERE)
    package = field.t.package
    for owner, allowed in ((field.t.ids[leader], True), (None, True), ("other", value == "army")):
        field.t.package = replace(
            package,
            commands=tuple(replace(c, leader=owner) if c.id == "hill" else c for c in package.commands),
        )
        field.s.flags[unit] = 0
        field.begin(("orders", 0, ()))
        assert ("order wellesley br-5" in field.actions()) is allowed


@pytest.mark.parametrize("value", ["movement", "any"])
def test_a_commander_rides_with_the_movement_or_at_any_time(value: str) -> None:
    """AMB-106, JDG-2.5.1-g: once in a turn all the same."""
    field = field_with(cinc_move_segment=value)
    hill(field, HERE, orders=True)
    field.put("br-6pdr-a", field.beside(HERE, 2), facing=0)
    field.put("fr-32", field.beside(HERE, 2, 0, 0), facing=3)
    leader = field.unit("wellesley")
    field.s.place[leader] = field.hex("0510")
    activate(field, "hill-1")
    assert (
        field.actions() == ["unit wellesley", "done"] or field.actions() == ["done", "unit wellesley"]
    ) is (value == "any")
    if value == "any":
        field.play("unit wellesley", f"go {field.beside('0510', 3)}")
        while "stop" in field.actions():
            field.play("stop")
        kinds = []
        while field.s.node.kind != "rest":
            kinds.append(field.s.node.kind)
            assert "unit wellesley" not in field.actions()
            field.play("done")
        assert "movement" in kinds


@pytest.mark.parametrize("value", ["cavalry", "infantry"])
def test_the_column_of_a_commander_is_worked_into_the_package(value: str) -> None:
    """AMB-10, JDG-2.5.1-h: the compiler gives commanders the costs of the column."""
    from jdgtools.engine.jdg.match import Match
    from jdgtools.exporters.package import package_bytes, package_of
    from jdgtools.package import loads
    from tests.unit.package.bundled import battle

    loaded = battle("teaching-jdg")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    scenario, _ = packages("teaching-jdg")[0]
    changed = replace(scenario, options={**scenario.options, "cinc_terrain_column": value})
    t = Match(loads(package_bytes(package_of(loaded.battle, loaded.series, loaded.charts, changed)))).t
    column = t.cost[t.cls[t.leaders[0]]]
    other = {"cavalry": "infantry", "infantry": "cavalry"}[value]
    assert column == t.cost[t.classes.index(value)] != t.cost[t.classes.index(other)]


# Combat


@pytest.mark.parametrize("value", [True, False])
def test_attackers_go_on_when_one_of_them_fails_its_check(value: bool) -> None:
    """AMB-60, JDG-8.4.1-c."""
    field = field_with(combined_continue=value)
    target = field.beside(HERE, 0)
    one = field.put("br-5", HERE, facing=0, orders=False, shock=0)
    other_hex = field.beside(target, 2)
    two = field.put("br-82", other_hex, facing=5)
    field.put("fr-32", target, facing=3)
    pairs = tuple(sorted((field.hex(h), field.hex(target)) for h in (HERE, other_hex)))
    field.begin(("shock", pairs, (), 0, 1, 0, 0))
    assert field.chance == "shock check"
    field.play(9)
    assert (field.chance == "shock") is value
    assert field.s.flags[one] & FOUGHT
    assert not field.s.flags[two] & FOUGHT


# Victory


@pytest.mark.parametrize(("value", "winner"), [("draw", -1), ("first_side", 0), ("second_side", 1)])
def test_equal_points(value: str, winner: int) -> None:
    """AMB-96, JDG-13.2-a."""
    field = field_with(tie=value)
    package = field.t.package
    victory = replace(package.victory, awards=(), levels=(), automatic=())
    field.t.package = replace(package, victory=victory)
    field.s.memory[POINTS] = (3, 3)
    assert end_of_game(field.game, field.s).winner == winner
    field.s.memory[POINTS] = (3, 4)
    assert end_of_game(field.game, field.s).winner == 1


@pytest.mark.parametrize("value", [True, False])
def test_who_routs_off_the_map_counts_as_eliminated(value: bool) -> None:
    """AMB-108, JDG-10.4-p."""
    field = field_with(rout_exit_counts_as_eliminated=value)
    unit = field.put("br-5", HERE)
    when = Eliminated(units=("br-5",), count=None)
    assert not condition(field.game, field.s, when)
    field.s.take(unit, FLED)
    assert condition(field.game, field.s, when) is value
    field.s.place[unit] = ELIMINATED
    assert condition(field.game, field.s, when)
