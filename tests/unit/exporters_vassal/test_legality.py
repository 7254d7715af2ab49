"""What the module says is not allowed: cones and lines of sight by expression, objections as data, closed questions."""

from __future__ import annotations

from math import atan2, degrees

import pytest
from msgspec.structs import replace

from jdgtools.derived import derive
from jdgtools.exporters.module import unit_lines
from jdgtools.exporters.module.globals import ANSWERS
from jdgtools.exporters.module.grid import MAP_EDGE, ModuleGrid
from jdgtools.exporters.module.legality import legality_facts, objection_tests
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.sight_table import sight_reach
from jdgtools.model.module import CheckDef, Objection
from jdgtools.model.text import Text
from jdgtools.render.map.screen import screen_layout
from jdgtools.vassal.encoding import Key, decode_array
from tests.tools.vassal_expressions import Scope, evaluate
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context, module_context_of
from tests.unit.exporters_vassal.test_checks import actions, presses

NAME = "teaching-jdg"


@pytest.fixture(scope="module")
def module_context() -> ModuleContext:
    """The module of the teaching battle, with its lines of sight."""
    made = context(NAME)
    assert made.battle.map is not None
    los = derive(made.battle, made.series, made.charts).los
    layout = screen_layout(made.battle.map, made.screen_hex_px)
    return replace(module_context_of(NAME), hex_px=round(layout.size), layout=layout, los=lambda reach: los)


def places(made: ModuleContext, first: int, second: int) -> dict[str, int]:
    assert made.layout is not None
    grid = ModuleGrid(made.layout, 0, 0)
    (ax, ay), (tx, ty) = ((x + MAP_EDGE, y + MAP_EDGE) for x, y in (grid.centre(first), grid.centre(second)))
    return {"AX": ax, "AY": ay, "TX": tx, "TY": ty, "TN": 1, "Dist": grid.grid.distance(first, second)}


def test_every_line_of_sight_within_reach_is_that_of_the_map(module_context: ModuleContext) -> None:
    assert module_context.layout is not None
    assert module_context.los is not None
    grid, los = module_context.layout.grid, module_context.los(module_context.layout.grid.size)
    reach = sight_reach(module_context)
    assert reach == 8
    facts = [(n, e) for n, e in legality_facts(module_context) if not e.startswith("SumMap")]
    blocked = 0
    for first in grid.hexes:
        for second in grid.hexes:
            values = places(module_context, first, second)
            for name, expression in facts:
                values[name] = evaluate(f"{{{expression}}}", Scope(values.get))
            assert values["Seen"] == (1 if first == second else int(los[first, second])), (first, second)
            blocked += values["Seen"] == 0
    assert blocked > 0


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("front", [1, 2, 3])
def test_a_cone_holds_the_hexes_between_its_outermost_directions(
    module_context: ModuleContext, facing: int, front: int
) -> None:
    assert module_context.layout is not None
    # Fronts of an even number of hexes face a corner, others a hexside.
    turned = 60 * facing + (30 if front == 2 else 0)
    made = replace(module_context, rules=replace(module_context.rules, front=front, fronts=()))
    check = CheckDef(
        "x", Text.of("x"), "", "", objections=(Objection("cone", "[acting_cone]", Text.of("x"), "X"),)
    )
    [(test, *_)] = objection_tests(made, check)
    grid = module_context.layout.grid
    directions = [(turned - 30 * (front - 1) + 60 * n) % 360 for n in range(front)]
    for first in grid.hexes:
        for second in grid.hexes:
            if first != second:
                values = {**places(module_context, first, second), "AF": turned, "AArm": 1}
                found = evaluate(f"{{{test}}}", Scope(values.get))
                assert found == _between(values, directions), (grid.id(first), grid.id(second))


def test_the_cone_behind_is_the_front_of_a_piece_that_has_turned_about(module_context: ModuleContext) -> None:
    made = replace(module_context, rules=replace(module_context.rules, front=2, fronts=()))
    tests = []
    for cone in ("[acting_cone]", "[acting_rear]"):
        check = CheckDef("x", Text.of("x"), "", "", objections=(Objection("cone", cone, Text.of("x"), "X"),))
        tests.append(objection_tests(made, check)[0][0])
    assert module_context.layout is not None
    grid = module_context.layout.grid
    for first, second in ((a, b) for a in grid.hexes for b in grid.hexes if a != b):
        values = {**places(module_context, first, second), "AArm": 1}
        ahead, behind = (
            evaluate(f"{{{test}}}", Scope({**values, "AF": facing}.get))
            for test, facing in zip(tests, (210, 30), strict=True)
        )
        assert ahead == behind, (grid.id(first), grid.id(second))


@pytest.mark.parametrize("name", BATTLES)
def test_sight_is_looked_up_as_far_as_units_fire(name: str) -> None:
    """Series whose fronts are one hex deep say their ranges as well: their guns look farther than their fronts."""
    made = context(name)
    assert made.battle.map is not None
    layout = screen_layout(made.battle.map, made.screen_hex_px)
    los = derive(made.battle, made.series, made.charts).los
    reach = sight_reach(replace(module_context_of(name), layout=layout, los=lambda reach: los))
    assert reach == {"teaching-jdg": 8, "teaching-afe": 6, "teaching-mpbs": 10}[name]


def _between(values: dict[str, int], directions: list[int]) -> bool:
    """Whether the direction of the target lies in a sector, worked out in degrees."""
    angle = degrees(atan2(values["TX"] - values["AX"], values["AY"] - values["TY"]))
    middle = directions[0] + 30 * (len(directions) - 1)
    return abs((angle - middle + 180) % 360 - 180) <= 30 * (len(directions) - 1) + 2.5


@pytest.mark.parametrize("name", BATTLES)
def test_every_ground_speaks_all_languages_and_cites_a_statement(name: str) -> None:
    series = context(name).series
    statements = set(series.statements)
    for check in series.module.checks:
        for objection in check.objections:
            assert objection.rule in statements, objection
            assert all(objection.text.get(language) for language in series.definition.languages)
            assert len({objection.text.get(n) for n in series.definition.languages}) > 1, objection


def test_fire_shock_and_rally_of_jours_de_gloire_have_their_grounds() -> None:
    checks = {c.id: {g.kind for g in c.objections} for c in context(NAME).series.module.checks}
    assert checks["artillery_fire"] == {"range", "cone", "sight", "adjacency", "side", "state", "used"}
    assert checks["shock_result"] == {"adjacency", "cone", "side", "state", "used", "charge", "order"}
    assert checks["rally"] == {"adjacency", "state", "used"}
    assert checks["withdrawal_1"] == {"adjacency", "side", "state", "used", "charge"}


@pytest.mark.parametrize("name", BATTLES)
def test_what_is_allowed_once_is_marked_when_it_is_done(name: str) -> None:
    """A ground that asks for it finds the mark; pistols, of which there are two, and finished wings the player marks."""
    checks = context(name).series.module.checks
    for check in checks:
        for objection in check.objections:
            by_player = "[pistols " in objection.when or "[activation finished]" in objection.when
            if objection.kind == "used" and not by_player:
                marks = [spend.name for spend in check.spends]
                if check.id == "rally":
                    marks += [spend.name for other in checks for spend in other.spends]
                assert any(mark in objection.when for mark in marks), (check.id, objection.when)


@pytest.mark.parametrize("name", BATTLES)
def test_a_question_that_is_closed_rolls_nothing(name: str) -> None:
    """The property is empty before the question, which is a list; what follows waits for an answer."""
    steps, root = actions(name), built_once(name).module.root
    changes = {
        Key.parse(s.get("hotkey")).name: decode_array(s.get("propChanger"))
        for s in root.find("ChangePropertyButton")
    }
    questions = {key for key, change in changes.items() if change[0] in "RE"}
    assert questions
    assert all(tuple(decode_array(changes[key][2])) == ANSWERS for key in questions)
    assert len(ANSWERS) < 20
    asked = 0
    for key, step in steps.items():
        pressed = presses(steps, key)
        if not questions & set(pressed):
            continue
        asked += 1
        last = max(pressed.index(q) for q in questions if q in pressed)
        assert "ask" in pressed[:last]
        assert tuple(changes["ask"][:2]) == ("P", "")
        assert not [p for p in pressed[:last] if "Random(" in "".join(changes.get(p, ()))]
        [after] = [k for k in decode_array(step.get("hotkeys")) if Key.parse(k).name.endswith(" resolve")]
        resolve = steps[Key.parse(after).name]
        assert resolve.get("doLoop") == "true"
        assert resolve.get("loopCount") == '{GetString("Asked").equals("")?0:1}'
    assert asked


def test_units_on_a_line_of_sight_are_counted_in_decimals() -> None:
    # A unit 96 points beside a line of 250 gives 2 419 200 000 in whole numbers, more than 32 bits hold.
    text = unit_lines.between(module_context_of("teaching-jdg"))
    assert text.count("*1000.0)<") == text.count("*0.97") == 3
