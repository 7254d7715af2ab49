"""What groups may do with orders and without, in which order, and how often a formation acts (JDG-2.2, JDG-2.4)."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.nodes import ChanceNode
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.words import CUP, FIRED, HIDDEN, ORDERS, WITHOUT
from tests.unit.engine.field import Field

HERE = "1515"
STEPS = {"fire": 0, "movement": 1, "shock": 2, "rally": 3}
"""Decisions of an activation in the order of its segments."""


@pytest.fixture
def field() -> Field:
    return Field()


def act(field: Field) -> None:
    """Let the active units of side 0 act, from fire to rally; whether leaders try was asked before."""
    field.begin(("activate", 2, field.t.marker_of["hill-1"]))


def until(field: Field, kind: str) -> None:
    """Decline everything before a kind of decision."""
    while field.s.node.kind != kind:
        field.play("done")


def offers(field: Field, verb: str) -> set[str]:
    """Return what the actions of a verb speak of last."""
    return {text.split()[-1] for text in field.actions() if text.startswith(f"{verb} ")}


def farthest(field: Field, verb: str, start: str) -> int:
    """Return how far the farthest hex is to which the unit on the move may go; 0 without any."""
    t = field.t
    return max((t.distance(field.hex(start), field.hex(h)) for h in offers(field, verb)), default=0)


@pytest.mark.parametrize("orders", [True, False])
def test_all_groups_go_through_the_same_steps(field: Field, orders: bool) -> None:
    """JDG-1-l to -p, JDG-2.4-c, -d, JDG-2.4.1-b, -f, JDG-2.4.2-c, -h, JDG-4.4.2-e: fire, movement, shock, rally, for all groups together."""
    field.put("br-9pdr-a", HERE, facing=0, orders=orders)
    field.put("fr-32", field.beside(HERE, 0, 0), facing=3)
    field.put("br-5", "1005", facing=0, orders=orders)
    field.put("fr-82", field.beside("1005", 0), facing=3)
    field.put("br-38", "2010", level=1, orders=orders)
    act(field)
    asked = []
    while field.s.node.kind != "rest":
        asked.append(field.s.node.kind)
        field.play("done")
    assert asked == sorted(STEPS, key=STEPS.__getitem__)


@pytest.mark.parametrize("orders", [True, False])
def test_fire_needs_no_check(field: Field, orders: bool) -> None:
    """JDG-2.4.1-b, JDG-2.4.2-c: the die that falls is that of the fire."""
    field.put("br-9pdr-a", HERE, facing=0, orders=orders)
    target = field.beside(HERE, 0, 0)
    field.put("fr-32", target, facing=3)
    act(field)
    field.play(f"fire br-9pdr-a {target}")
    assert field.chance == "fire"


@pytest.mark.parametrize(("orders", "reach", "march"), [(True, 4, 8), (False, 2, 0)])
def test_orders_are_worth_the_whole_movement_and_the_march(
    field: Field, orders: bool, reach: int, march: int
) -> None:
    """JDG-2.4.1-c, -d, JDG-2.4.2-d, -i: four points and a forced march, or two points and none."""
    field.put("br-5", HERE, facing=0, orders=orders, movement=4)
    act(field)
    field.play("unit br-5")
    assert (farthest(field, "go", HERE), farthest(field, "march", HERE)) == (reach, march)


def test_every_unit_acts_by_the_orders_of_its_own_group(field: Field) -> None:
    """JDG-2.4-e: of two units in one activation the one marches, the other does not."""
    field.put("br-5", HERE, facing=0, movement=4)
    field.put("br-38", "1005", facing=0, orders=False, movement=4)
    act(field)
    marches = {}
    for name, start in (("br-5", HERE), ("br-38", "1005")):
        field.play(f"unit {name}")
        marches[name] = farthest(field, "march", start)
        field.play("stop")
    assert marches == {"br-5": 8, "br-38": 0}


@pytest.mark.parametrize(("orders", "reach"), [(True, 2), (False, None)])
def test_guns_that_have_fired_limber_up_with_orders_alone(
    field: Field, orders: bool, reach: int | None
) -> None:
    """JDG-2.4.1-c, JDG-2.4.2-e: with half of their points, or not at all."""
    field.put("br-9pdr-a", HERE, facing=0, orders=orders, movement=4, flags=FIRED)
    act(field)
    until(field, "movement")
    assert ("unit br-9pdr-a" in field.actions()) is (reach is not None)
    if reach is not None:
        field.play("unit br-9pdr-a")
        assert farthest(field, "go", HERE) == reach


@pytest.mark.parametrize(
    ("orders", "rolls", "resolved"), [(True, (), True), (False, (9, 0), True), (False, (9, 9), False)]
)
def test_a_shock_without_orders_begins_with_checks(
    field: Field, orders: bool, rolls: tuple[int, ...], resolved: bool
) -> None:
    """JDG-2.4.1-e, JDG-2.4.2-g, JDG-8.3.1-b, JDG-8.4.1-c: who passes attacks, alone where the other fails."""
    target, other = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("fr-32", target, facing=3)
    field.put("br-5", HERE, facing=0, orders=orders, shock=5)
    field.put("br-38", other, facing=4, orders=orders, shock=5)
    act(field)
    until(field, "shock")
    field.play(f"attack {HERE} {target}", f"attack {other} {target}")
    for roll in rolls:
        assert field.chance == "shock check"
        field.play(roll)
    assert (field.chance == "shock") is resolved


@pytest.mark.parametrize("orders", [True, False])
def test_cavalry_chooses_between_shock_and_charge(field: Field, orders: bool) -> None:
    """JDG-8.1-b, JDG-2.4.1-c, -e, JDG-2.4.2-d, -g: it may charge on the move, or attack as infantry does."""
    field.put("br-20ld", HERE, facing=0, orders=orders, shock=9, movement=8)
    target = field.beside(HERE, 0)
    field.put("fr-32", target, facing=3)
    act(field)
    field.play("unit br-20ld")
    assert f"charge {target}" in field.actions()
    charges = Field()
    charges.s = field.s.clone()
    charges.game = field.game
    charges.play(f"charge {target}")
    assert (charges.chance == "shock check") is not orders
    field.play("stop", "done")
    assert f"attack {HERE} {target}" in field.actions()


def test_groups_without_orders_are_asked_one_after_the_other(field: Field) -> None:
    """JDG-2.4.2-b: the second is asked once the first has tried, whatever came of it."""
    units = [field.put("br-5", HERE, orders=False), field.put("br-38", "1005", orders=False)]
    field.s.memory[0] = tuple(u if u in units else -1 for u in range(len(field.t.units)))
    field.begin(("activate", 0, field.t.marker_of["hill-1"]))
    for roll in (0, 9):
        assert field.s.node.kind == "initiative of the leader"
        field.play("try", roll)
    assert field.s.node.kind == "movement"


def test_an_order_that_lies_open_holds_until_the_turn_ends(field: Field) -> None:
    """JDG-2.4-b, JDG-4.4.1-i: after the activation it is there, in the open; points that were left are not."""
    unit = field.put("br-5", HERE, facing=0, movement=4, flags=HIDDEN)
    for _ in range(2):
        field.begin(("activate", 0, field.t.marker_of["hill-1"]))
        field.play("unit br-5")
        assert farthest(field, "go", field.at("br-5")) == 4
        field.play(f"go {field.beside(field.at('br-5'), 0)}", "face 0")
        while not field.rests:
            field.play("done")
        assert field.s.flags[unit] & (ORDERS | WITHOUT | HIDDEN) == ORDERS


def test_a_formation_with_two_markers_acts_in_every_turn(field: Field) -> None:
    """JDG-2.2-f: whatever is drawn, one marker at most stays in the cup."""
    t = field.t
    names = ("hill-1", "hill-2", "charlot-1")
    markers = tuple(sorted(t.marker_of[name] for name in names))
    drawn: list[tuple[int, ...]] = []

    field.game.procedures = {**field.game.procedures, "activate": lambda s, frame: s.pop()}
    field.s.memory[CUP] = markers
    field.begin(("cup",))

    def draw(s: GameState, so_far: tuple[int, ...]) -> None:
        if not isinstance(s.node, ChanceNode):
            drawn.append(so_far)
            return
        for place in range(len(s.node.weights)):
            after = s.clone()
            marker = after.memory[CUP][place]
            field.game.outcome(after, place)
            draw(after, (*so_far, marker))

    draw(field.s, ())
    hill = {t.marker_of["hill-1"], t.marker_of["hill-2"]}
    assert len(drawn) == 6
    assert all(hill & set(order) for order in drawn)
