"""Stacks: their order, artillery that follows a withdrawal, reinforcements in stacks, routed units that separate."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.state import OFF_MAP
from jdgtools.engine.jdg.arrivals import DUE_NOW
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.words import ACTIVE, ARRIVALS, MARKER, ROUTED, SQUARE
from jdgtools.engine.jdg.zones import stack_fits
from tests.unit.engine.field import Field
from tests.unit.package.bundled import packages


def names(field: Field, at: str) -> list[str]:
    return [field.t.ids[unit] for unit in field.s.stacks[field.hex(at)]]


def test_the_order_of_a_stack_is_changed_before_anything_else() -> None:
    """JDG-5.1.2-d: freely, at the start of the activation; JDG-5.1.2-c: artillery stays on top."""
    field = Field()
    for name in ("br-9pdr-a", "br-5", "br-9-1", "br-38"):
        field.put(name, "1515", formation=0)
    field.begin(("stack-order", 0, ()))
    assert field.actions() == ["done", "top br-9-1", "top br-38"]
    field.play("top br-38")
    assert names(field, "1515") == ["br-9pdr-a", "br-38", "br-5", "br-9-1"]
    assert field.actions() == ["done", "top br-5", "top br-9-1"]
    field.play("top br-9-1", "top br-5")
    assert names(field, "1515") == ["br-9pdr-a", "br-5", "br-9-1", "br-38"]
    assert field.rests


def test_who_does_not_act_is_not_put_under_others() -> None:
    field = Field()
    field.put("br-5", "1515", formation=0)
    other = field.put("br-9-1", "1515", formation=0)
    field.s.flags[other] &= ~ACTIVE
    field.begin(("stack-order", 0, ()))
    assert field.rests


def test_an_activation_asks_for_the_order_between_orders_and_fire() -> None:
    """The steps of an activation: reveal, initiative, stacks, fire, movement, combat, rally."""
    field = Field()
    field.put("br-5", "1515", formation=0)
    field.put("br-9-1", "1515", formation=0)
    t = field.t
    marker = next(m for m in range(len(t.markers)) if t.marker_side[m] == 0 and t.markers[m].code == "O")
    field.begin(("activate", 1, marker))
    assert field.s.node is not None and field.actions() == ["done", "top br-9-1"]
    field.play("done")
    assert not any(text.startswith("top") for text in field.actions())


def withdrawal(guns: bool) -> Field:
    field = Field()
    field.put("br-5", "1515", facing=0)
    if guns:
        field.put("br-9pdr-a", "1515", facing=0)
    return field


def test_artillery_enters_the_vacated_hex_with_its_infantry() -> None:
    """JDG-8.8.1-p, an exception to JDG-8.9-f."""
    field = withdrawal(True)
    vacated = field.beside("1515", 0)
    field.begin(("follow", (field.unit("br-5"),), field.hex(vacated), 0))
    field.play(f"step br-5 {vacated}")
    while not any(text.startswith("step br-9pdr-a") for text in field.actions()):
        field.play(next(text for text in field.actions() if text.startswith("face")))
    assert field.actions() == [f"step br-9pdr-a {vacated}", "stay"] or field.actions() == [
        "stay",
        f"step br-9pdr-a {vacated}",
    ]
    field.play(f"step br-9pdr-a {vacated}", "face 1")
    assert field.at("br-9pdr-a") == vacated
    assert names(field, vacated) == ["br-9pdr-a", "br-5"]
    assert field.s.facing[field.unit("br-9pdr-a")] == 1
    assert field.rests


@pytest.mark.parametrize("guns", [True, False])
def test_artillery_may_stay_and_never_goes_alone(guns: bool) -> None:
    field = withdrawal(guns)
    vacated = field.beside("1515", 0)
    field.begin(("follow", (field.unit("br-5"),), field.hex(vacated), 0))
    if guns:
        field.play("stay")
        assert field.rests and field.at("br-9pdr-a") == "1515"
        field.begin(("follow", (field.unit("br-5"),), field.hex(vacated), 0))
    field.play(f"step br-5 {vacated}")
    while field.actions() and field.actions()[0].startswith("face"):
        field.play(field.actions()[0])
    if guns:
        field.play("stay")
        assert field.at("br-9pdr-a") == "1515"
    assert field.rests


def test_artillery_does_not_enter_ground_that_is_closed_to_it() -> None:
    field = withdrawal(True)
    vacated = field.beside("1515", 0)
    t, gun = field.t, field.unit("br-9pdr-a")
    step = 6 * field.hex("1515")
    t.cost[t.cls[gun]] = [
        tuple(-1 if k == step else c for k, c in enumerate(row)) for row in t.cost[t.cls[gun]]
    ]
    field.begin(("follow", (field.unit("br-5"),), field.hex(vacated), 0))
    field.play(f"step br-5 {vacated}")
    while not field.rests:
        assert not any("br-9pdr-a" in text for text in field.actions())
        field.play(field.actions()[0])


def arriving() -> tuple[Match, object, int, tuple[int, ...]]:
    """Roliça with the left column due, its formation's marker drawn."""
    package = next(p for known, p in packages("rolica-1808") if known.id == "historical")
    game = Match(package)
    state = game.start()
    place = next(k for k, a in enumerate(game.arrivals) if any(len(stack) > 1 for stack in a.stacks))
    states = list(state.memory[ARRIVALS])
    states[place] = DUE_NOW
    state.memory[ARRIVALS] = tuple(states)
    stack = next(stack for stack in game.arrivals[place].stacks if len(stack) > 1)
    for name in game.arrivals[place].pieces:
        if name not in stack:
            state.place[game.t.piece_of[name]] = -4
    units = tuple(game.t.piece_of[name] for name in stack)
    command = game.t.command[units[0]]
    state.memory[MARKER] = next(m for m, c in enumerate(game.t.marker_commands) if command in c)
    state.frames = [("segment", game.t.side[units[0]])]
    game.advance(state)
    return game, state, place, units


def test_a_stack_of_reinforcements_enters_for_the_cost_of_one() -> None:
    """JDG-5.2.2-b: the second stack pays twice, not the second unit; JDG-4.4.1-d: the highest cost counts."""
    game, state, _, units = arriving()
    texts = [game.action_text(action) for action in game.legal(state)]
    together = next(text for text in texts if text.startswith(f"enter-stack {game.t.ids[units[0]]} "))
    alone = together.replace("enter-stack", "enter")
    assert alone in texts
    spent = {}
    for text in (together, alone):
        after = state.clone()
        events = game.apply(after, texts.index(text))
        spent[text] = next(event.numbers[1] for event in events if event.kind == "enter")
        entered = [unit for unit in units if after.place[unit] >= 0]
        assert len(entered) == (len(units) if text == together else 1)
        if text == together:
            assert len({after.place[unit] for unit in units}) == 1
            assert after.frames[-1][0] == "move" and {after.frames[-1][1], *after.frames[-1][6]} == set(units)
        else:
            assert after.place[units[1]] == OFF_MAP
    assert spent[together] == spent[alone]


def routed(field: Field, company: str) -> tuple[str, str]:
    """A unit has routed from `before` into the hex of another routed unit."""
    edge = field.t.rout_edge[field.t.side[field.unit("fr-32")]]
    ahead = {"S": 3, "N": 0}[edge]
    before = "1515"
    here = field.beside(before, ahead)
    field.put(company, here, level=ROUTED)
    field.put("fr-32", here, level=ROUTED)
    return before, here


def test_routed_units_separate_by_a_hex_less_or_a_shift_of_columns() -> None:
    """JDG-10.4-q: the player chooses."""
    field = Field()
    before, here = routed(field, "fr-82")
    start = field.beside(before, 0)
    frame = ("separate", field.unit("fr-32"), tuple(field.hex(name) for name in (start, before, here)))
    field.begin(frame)
    assert field.s.node is not None and len(field.actions()) == 3
    assert f"retreat {before}" in field.actions()
    shift = next(text for text in field.actions() if text != f"retreat {before}").split()[1]
    assert field.t.distance(field.hex(shift), field.hex(before)) == 1
    field.play(f"retreat {shift}")
    assert field.at("fr-32") == shift and field.at("fr-82") == here
    assert field.rests


def test_where_there_is_no_other_hex_routed_units_stay_stacked() -> None:
    field = Field()
    before, here = routed(field, "fr-82")
    for name, at in zip(
        ("fr-15l", "fr-12l", "fr-58"),
        {before, *(field.beside(before, d) for d in (2, 3, 4))} - {here},
        strict=True,
    ):
        field.put(name, at)
    field.begin(("separate", field.unit("fr-32"), (field.hex(before), field.hex(here))))
    while not field.rests and field.s.node is not None and field.actions():
        field.play(field.actions()[0])
    assert field.at("fr-32") == here


def test_artillery_that_is_disordered_stays_in_the_hex_of_a_square_and_nobody_joins_one() -> None:
    """AMB-22, JDG-4.2-h, -p."""
    field = Field()
    foot = field.put("br-5", "1515", formation=0, flags=SQUARE)
    gun = field.put("br-9pdr-a", "1515", formation=0, level=1)
    assert stack_fits(field.t, field.s, (gun, foot))
    near = field.put("br-9pdr-b", field.beside("1515", 0), formation=0)
    infantry = field.put("br-38", field.beside("1515", 1), formation=0)
    assert not stack_fits(field.t, field.s, (near, foot))
    assert not stack_fits(field.t, field.s, (foot, infantry))
    field.s.flags[foot] &= ~SQUARE
    assert stack_fits(field.t, field.s, (near, foot))
    assert stack_fits(field.t, field.s, (foot, infantry))
