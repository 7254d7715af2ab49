"""Movement, stacking on the move, reinforcements, sight of guns, and the steps of a charge (JDG-4, -5, -7, -9)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from jdgtools.engine.core.state import EXITED, OFF_MAP
from jdgtools.engine.jdg.arrivals import DUE_NOW, entry_actions, entry_points, zone_cost
from jdgtools.engine.jdg.fire import fire_total, targets
from jdgtools.engine.jdg.retreats import may_end
from jdgtools.engine.jdg.sighting import sees
from jdgtools.engine.jdg.words import (
    ARRIVALS,
    DISORDERED,
    ENTRIES,
    MARKER,
    ROUTED,
    SQUARE,
)
from jdgtools.engine.jdg.zones import allowance
from tests.unit.engine.field import Field
from tests.unit.engine.matches import match

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


def goes(field: Field, verb: str = "go") -> set[str]:
    """Return the hexes to which the unit on the move may go."""
    return {text.split()[1] for text in field.actions() if text.startswith(f"{verb} ")}


def price(field: Field, hexes: set[str], points: int, name: str = "infantry") -> None:
    """Let hexes cost so many points to enter for a class."""
    t = field.t
    inside = {field.hex(h) for h in hexes}
    place = t.classes.index(name)
    row = tuple(
        points * t.denominator if t.neighbours[k] in inside else cost
        for k, cost in enumerate(t.cost[place][0])
    )
    t.cost[place] = [row, row]
    t.steps[place] = t._open_steps(row, row, frozenset())


# Movement (JDG-4)


@pytest.mark.parametrize("points", [1, 3, 5])
def test_with_orders_a_unit_spends_up_to_its_allowance(field: Field, points: int) -> None:
    """JDG-4.1.1-a, -b, JDG-4.4.1-a: point for point, hex by hex."""
    unit = field.put("br-5", HERE, facing=0, movement=points)
    assert allowance(field.t, field.s, unit) == points * field.t.denominator
    field.move("br-5")
    distances = {field.t.distance(field.hex(HERE), field.hex(h)) for h in goes(field)}
    assert distances == set(range(1, points + 1))


def test_the_cost_of_a_hex_is_that_of_the_kind_of_unit(field: Field) -> None:
    """JDG-4.3-b, JDG-4.4.1-f, -g, -h: three points for infantry, which has two and stays; one for the others."""
    ring = {field.beside(HERE, d) for d in range(6)}
    price(field, ring, 3)
    for name, reached in (("br-5", set()), ("br-20ld", ring)):
        field.put(name, HERE, facing=0, movement=2)
        field.move(name)
        assert goes(field) & ring == reached
        field.play("stop")
        field.s.take(field.unit(name), OFF_MAP)


def test_a_path_is_paid_hex_by_hex(field: Field) -> None:
    """JDG-4.4.1-a: after three hexes of five points two are left."""
    field.put("br-5", HERE, facing=0, movement=5)
    far = field.beside(HERE, 0, 0, 0)
    field.move("br-5")
    field.play(f"go {far}")
    left = {field.t.distance(field.hex(far), field.hex(h)) for h in goes(field)}
    assert max(left) == 2


def test_one_unit_ends_its_move_before_another_begins(field: Field) -> None:
    """JDG-4.4.1-b: on the move only it is asked; afterwards it does not move again."""
    field.put("br-5", HERE, facing=0)
    field.put("br-38", field.beside(HERE, 2, 2), facing=0)
    field.begin(("segment", 0))
    field.play("unit br-5")
    assert not any(text.startswith("unit") for text in field.actions())
    field.play(f"go {field.beside(HERE, 0)}", "face 0")
    assert "unit br-38" in field.actions() and "unit br-5" not in field.actions()


def test_units_leave_the_map_only_where_the_battle_says_so(field: Field) -> None:
    """JDG-4.4.1-j, -k."""
    edge = field.t.hex_ids[-1]
    field.put("br-5", edge, facing=0)
    field.move("br-5")
    assert "leave-map" not in field.actions()
    other = Field()
    other.game.special.exit_cost = lambda s, unit: other.t.denominator
    other.put("br-5", edge, facing=0)
    other.move("br-5")
    other.play("leave-map")
    assert other.s.place[other.unit("br-5")] == EXITED


@pytest.mark.parametrize(("flags", "passes"), [(0, True), (SQUARE, False)])
def test_nobody_passes_a_square(field: Field, flags: int, passes: bool) -> None:
    """JDG-4.4.3-a, -d: other friends are passed for a point more."""
    field.put("br-5", HERE, facing=0, movement=3)
    ahead = field.beside(HERE, 0)
    field.put("br-38", ahead, facing=0, flags=flags, formation=1)
    wall = {field.beside(HERE, d) for d in (1, 2, 3, 4, 5)}
    price(field, wall, 9)
    field.move("br-5")
    assert (field.beside(HERE, 0, 0) in goes(field)) is passes


# Stacking on the move (JDG-5.1.2)


def test_who_enters_lies_at_the_bottom(field: Field) -> None:
    """JDG-5.1.2-b, -c, JDG-5.1.2-EX2: B under A; the guns on top."""
    ahead = field.beside(HERE, 0)
    field.put("br-9-1", ahead, facing=0, formation=0)
    for name in ("br-5", "br-9pdr-a"):
        field.put(name, HERE, facing=0, formation=0)
        field.move(name)
        field.play(f"go {ahead}", "face 0")
    assert [field.t.ids[u] for u in field.s.stacks[field.hex(ahead)]] == ["br-9pdr-a", "br-9-1", "br-5"]


def test_limits_hold_where_a_move_ends(field: Field) -> None:
    """JDG-5.1.2-e, JDG-5.1.2-EX1: a full hex is passed, and nobody stops there."""
    field.put("br-5", HERE, facing=0, movement=5, formation=0)
    ahead = field.beside(HERE, 0)
    for name in ("br-38", "br-9-1"):
        field.put(name, ahead, facing=0, formation=0)
    field.move("br-5")
    assert ahead not in goes(field) and field.beside(HERE, 0, 0) in goes(field)


def test_on_a_forced_march_limits_hold_at_every_moment(field: Field) -> None:
    """JDG-5.1.2-f, JDG-4.1.3-f: the hex of a friend is not even passed."""
    field.put("br-5", HERE, facing=0, movement=1)
    for d in range(1, 6):
        price(field, {field.beside(HERE, d) for d in range(1, 6)}, 9)
    field.move("br-5")
    assert field.beside(HERE, 0, 0) in goes(field, "march")
    other = Field()
    other.put("br-5", HERE, facing=0, movement=1)
    price(other, {other.beside(HERE, d) for d in range(1, 6)}, 9)
    other.put("br-38", other.beside(HERE, 0), facing=0)
    other.move("br-5")
    assert goes(other, "march") == set()


@pytest.mark.parametrize(("level", "fits"), [(0, False), (1, False), (ROUTED, True)])
def test_routed_units_end_with_nobody_who_is_not(field: Field, level: int, fits: bool) -> None:
    """JDG-5.1.2-g, -h, JDG-5.1.1-j."""
    ahead = field.beside(HERE, 3)
    unit = field.put("fr-32", HERE, level=ROUTED)
    field.put("fr-82", ahead, level=level)
    assert may_end(field.game, field.s, unit, field.hex(ahead)) is fits
    assert not may_end(field.game, field.s, unit, field.hex(ahead), alone=True)


# Reinforcements (JDG-5.2)


class Arrival:
    """The brigade of Brenier, due on the open field, with its marker drawn."""

    def __init__(self, enemy: str = "", cost: int = 1, entered: int = 0, drawn: str = "brenier-1") -> None:
        """Let it come; `entered`: stacks of it that have entered before."""
        self.field = field = Field()
        game = field.game
        self.place = next(k for k, a in enumerate(game.arrivals) if a.command == "brenier")
        self.entry = min(game.arrivals[self.place].hexes)
        game.entry_cost = {self.entry: dict.fromkeys(field.t.classes, cost * field.t.denominator)}
        states = list(field.s.memory[ARRIVALS])
        states[self.place] = DUE_NOW
        field.s.memory[ARRIVALS] = tuple(states)
        field.s.memory[MARKER] = field.t.marker_of[drawn]
        self.unit = field.unit("fr-2l")
        field.s.memory[ENTRIES] = (field.t.command[self.unit],) * entered
        if enemy:
            field.put("br-5", enemy)
        field.begin(("segment", 1))

    @property
    def enters(self) -> list[str]:
        """Return the entries that are legal."""
        return [text for text in self.field.actions() if text.startswith("enter")]


def test_reinforcements_enter_when_their_marker_is_drawn() -> None:
    """JDG-5.2-a, JDG-5.2.2-a: in the hex that the battle names, the first of the column at first."""
    entry = Arrival().field.t.hex_ids[Arrival().entry]
    assert f"enter fr-2l {entry}" in Arrival().enters
    assert {text.split()[1] for text in Arrival().enters} == {"fr-2l"}
    assert Arrival(drawn="charlot-1").enters == []


@pytest.mark.parametrize("brings", [True, False])
def test_a_combined_marker_brings_reinforcements_if_the_battle_says_so(brings: bool) -> None:
    """JDG-2.1.2-d: those of the formations that it names."""
    arrival = Arrival()
    t, s = arrival.field.t, arrival.field.s
    drawn = s.memory[MARKER]
    t.markers = tuple(
        SimpleNamespace(id=m.id, code="C", reinforcements=brings) if k == drawn else m
        for k, m in enumerate(t.markers)
    )
    game = arrival.field.game
    texts = [game.action_text(action) for action in entry_actions(game, s, t.side[arrival.unit])]
    assert any(text.startswith("enter fr-2l ") for text in texts) is brings


@pytest.mark.parametrize(("cost", "entered", "points"), [(1, 0, 1), (1, 3, 4), (2, 0, 2), (2, 4, 10)])
def test_every_stack_pays_for_those_before_it(cost: int, entered: int, points: int) -> None:
    """JDG-5.2.2-b, -e, JDG-5.2.2-EX1, -EX2."""
    arrival = Arrival(cost=cost, entered=entered)
    field = arrival.field
    paid = entry_points(field.game, field.s, arrival.place, arrival.unit, arrival.entry)[1]
    assert paid == points * field.t.denominator


def test_a_zone_in_the_entry_hex_is_paid_once() -> None:
    """JDG-5.2.2-e, JDG-6.2.2-e: the cost of the hex grows with the stacks before, that of the zone does not."""
    entry = Arrival().field.t.hex_ids[Arrival().entry]
    arrival = Arrival(enemy=Arrival().field.beside(entry, 0), cost=2, entered=3)
    field = arrival.field
    field.s.level[arrival.unit] = DISORDERED
    zone = zone_cost(field.game, field.s, arrival.unit, arrival.entry)
    paid = entry_points(field.game, field.s, arrival.place, arrival.unit, arrival.entry)[1]
    assert zone > 0 and paid == 8 * field.t.denominator + zone


@pytest.mark.parametrize(("entered", "enters"), [(4, True), (5, True), (6, False)])
def test_who_cannot_pay_waits_for_the_next_turn(entered: int, enters: bool) -> None:
    """JDG-5.2.2-c, JDG-5.2.2-EX2: a forced march of twelve points, and two for each stack before."""
    arrival = Arrival(cost=2, entered=entered)
    assert bool(arrival.enters) is enters
    assert arrival.field.s.memory[ARRIVALS][arrival.place] == DUE_NOW


def test_a_column_on_forced_march_enters_no_hex_with_friends() -> None:
    """JDG-5.2.2-d, JDG-4.1.3-f; near an enemy it enters with normal movement, and the usual limits hold."""
    arrival = Arrival()
    field = arrival.field
    field.put("fr-4l", field.t.hex_ids[arrival.entry], facing=0)
    field.begin(("segment", 1))
    assert not any(text.startswith("enter fr-2l ") for text in arrival.enters)
    near = Arrival(enemy=Arrival().field.beside(field.t.hex_ids[arrival.entry], 0, 0))
    near.field.put("fr-4l", field.t.hex_ids[arrival.entry], facing=0)
    near.field.begin(("segment", 1))
    assert any(text.startswith("enter fr-2l ") for text in near.enters)


def test_entry_hexes_are_closed_to_the_enemy_until_all_have_come() -> None:
    """JDG-5.2.3-a, AMB-41: the hex, and those adjacent to it."""
    field = Field()
    place = next(k for k, a in enumerate(field.game.arrivals) if a.command == "brenier")
    entry = min(field.game.arrivals[place].hexes)
    disc = {field.t.hex_ids[h] for h in field.t.disc(entry, 1)}
    for waiting in (True, False):
        field = Field()
        field.game.entry_hexes = [
            field.t.disc(entry, 1) if k == place else frozenset() for k in range(len(field.game.arrivals))
        ]
        states = list(field.s.memory[ARRIVALS])
        states[place] = 0 if waiting else 2
        field.s.memory[ARRIVALS] = tuple(states)
        field.put("br-20ld", field.beside(field.t.hex_ids[entry], 0, 0), facing=0)
        field.move("br-20ld")
        assert bool(goes(field) & disc) is not waiting


# Sight and fire (JDG-7)


def test_guns_fire_at_what_they_see(field: Field) -> None:
    """JDG-7.4-a."""
    gun = field.put("br-9pdr-a", HERE, facing=0)
    ahead = field.beside(HERE, 0, 1)
    field.put("fr-32", ahead, facing=3)
    assert targets(field.game, field.s, gun) == [field.hex(ahead)]
    field.t.sight.sees = lambda origin, target: False
    assert targets(field.game, field.s, gun) == []


@pytest.mark.parametrize(
    ("firer", "target", "between", "sees_it"),
    [
        (0, 0, 2, False),
        (1, 1, 1, True),  # JDG-7.4.3-a, -EX3: both are higher
        (1, 1, 3, True),
        (1, 0, 1, True),  # JDG-7.4.3-b, -EX1: nearer to the firer, and halfway
        (1, 0, 2, True),
        (1, 0, 3, False),
        (0, 1, 3, True),  # JDG-7.4.3-c, -EX2: nearer to the target, and halfway
        (0, 1, 2, True),
        (0, 1, 1, False),
    ],
)
def test_levels_see_over_what_is_between(
    field: Field, firer: int, target: int, between: int, sees_it: bool
) -> None:
    """JDG-7.4.3-a to -c: over a unit on the way to a target four hexes off."""
    there = field.beside(HERE, 0, 0, 0, 0)
    levels = list(field.t.levels)
    levels[field.hex(HERE)], levels[field.hex(there)] = firer, target
    field.t.levels = tuple(levels)
    field.put("fr-82", field.beside(HERE, *(0,) * between))
    assert sees(field.t, field.s, field.hex(HERE), field.hex(there)) is sees_it


@pytest.mark.parametrize("battle", ["rolica-1808", "vimeiro-1808", "teaching-jdg"])
def test_adjacent_hexes_see_each_other_but_over_ridges_and_steep_slopes(battle: str) -> None:
    """JDG-7.4.4-a, -b: in the packages, whatever the ground of both hexes; a cliff is a steep slope, and more."""
    game = match(battle, "battle" if battle == "teaching-jdg" else "historical")
    t = game.t
    barred = 0
    for step, there in enumerate(t.neighbours):
        if there < 0:
            continue
        kinds = {t.like.get(kind, kind) for kind, _ in t.side_kinds.get(step, ())}
        blocks = bool(kinds & {"ridge", "steep_slope", "cliff"})
        barred += blocks
        assert t.sight.sees(step // 6, there) is not blocks, (t.hex_ids[step // 6], t.hex_ids[there])
    assert barred


@pytest.mark.parametrize(("strength", "roll"), [(1, 3), (3, 6), (9, 0)])
def test_roll_strength_and_modifiers_choose_the_row(field: Field, strength: int, roll: int) -> None:
    """JDG-7.5-a, JDG-7.5-EX1."""
    gun = field.put("br-9pdr-a", HERE, facing=0, strength=strength)
    ahead = field.beside(HERE, 0, 1)
    field.put("fr-32", ahead, facing=3)
    total, _ = fire_total(field.game, field.s, (gun,), field.hex(ahead), "normal", -1)
    base = Field()
    base.put("br-9pdr-a", HERE, facing=0, strength=0)
    base.put("fr-32", ahead, facing=3)
    assert total == strength + fire_total(base.game, base.s, (gun,), base.hex(ahead), "normal", -1)[0]
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {ahead}")
    assert field.chance == "fire"
    events = field.game.outcome(field.s, roll)
    assert [event.numbers for event in events if event.kind == "fire"] == [
        (field.hex(ahead), roll, roll + total)
    ]


def test_every_unit_that_fire_strikes_checks_for_itself(field: Field) -> None:
    """JDG-7.5-b, JDG-5.1.3-k, JDG-5.1.3-EX3."""
    ahead = field.beside(HERE, 0, 1)
    for name in ("fr-32", "fr-82"):
        field.put(name, ahead, facing=3, formation=9)
    stack = field.s.stacks[field.hex(ahead)]
    field.begin(("apply-results", ("CC",), 0, stack, 0, (), True, ()))
    field.play(9)
    assert field.chance == "cohesion check"
    field.play(0)
    assert field.rests and sorted((field.level("fr-32"), field.level("fr-82"))) == [0, 1]


# The steps of a charge (JDG-9)


def test_the_steps_of_a_charge_come_in_their_order(field: Field) -> None:
    """JDG-9-c to -g, -k to -m: declaration, check, move, square, recall, resolution, pursuit, check at the end."""
    target = field.beside(HERE, 0, 0, 0, 0)
    field.put("fr-1ch", HERE, facing=0, orders=False, movement=8, shock=6, cohesion=9, strength=9)
    field.put("br-5", target, facing=3, cohesion=6, strength=1)
    field.begin(("segment", 1), ("declare", 1))
    field.play("unit fr-1ch", f"charge {target}")
    order = ["declaration"]
    for _ in range(80):
        if field.rests:
            break
        if field.chance:
            frames = [frame[0] for frame in field.s.frames[-2:]]
            order.append("end check" if frames == ["charge-end", "check"] else field.chance)
            # The square is formed, the charge is not recalled, and the defender gives way.
            field.play(9 if field.chance in ("shock", "recall check") or order[-1] == "recall" else 0)
        else:
            texts = field.actions()
            kind = field.s.node.kind
            form = [text for text in texts if text.startswith(("form", "recall"))]
            go = [text for text in texts if text.startswith("go")]
            order.append("move" if go else kind)
            field.play((form or go or [t for t in texts if t != "stay"] or texts)[0])
    assert list(dict.fromkeys(step for step in order if step in ORDER)) == ORDER, order
    assert order.count("shock") == 2  # the second one is a charge in pursuit


ORDER = ["declaration", "shock check", "move", "square", "recall", "shock", "end check"]
