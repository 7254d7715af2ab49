"""Checks: what they look up, what they know, what they say."""

from __future__ import annotations

import re

import pytest

from jdgtools.exporters.module.checks import cell_words
from jdgtools.exporters.module.terms import resolve
from jdgtools.model.module import CheckDef
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key, decode_array
from jdgtools.vassal.traits import GlobalHotKey, ReportAction, Trigger, expand
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context, module_context_of
from tests.unit.exporters_vassal.test_module import prop, prototypes, slots

NAME = "teaching-jdg"


def switches(name: str) -> dict[str, str]:
    """What every switch of a global property gives it, by the command that presses it."""
    found = {}
    for switch in built_once(name).module.root.find("ChangePropertyButton"):
        found[Key.parse(switch.get("hotkey")).name] = decode_array(switch.get("propChanger"))[1]
    return found


def actions(name: str) -> dict[str, Component]:
    buttons = built_once(name).module.root.find("DoActionButton")
    return {Key.parse(b.get("hotkey")).name: b for b in buttons if b.get("hotkey")}


def presses(steps: dict[str, Component], key: str) -> list[str]:
    """All commands that a step presses, and those that they press, in order."""
    if key not in steps:
        return [key]
    pressed = [Key.parse(k).name for k in decode_array(steps[key].get("hotkeys"))]
    return [last for press in pressed for last in presses(steps, press)]


def check_of(name: str, check: str) -> CheckDef:
    return next(c for c in context(name).series.module.checks if c.id == check)


def chosen(expression: str, total: int) -> str:
    """The text that a chain of `Total<=n?"text":` gives."""
    for limit, text in re.findall(r'Total<=(-?\d+)\?"([^"]*)"', expression):
        if total <= int(limit):
            return text
    return re.findall(r'"([^"]*)"\)+\}$', expression)[0]


@pytest.mark.parametrize("total", range(25))
def test_fire_reads_the_chart_of_the_battle_in_words(total: int) -> None:
    book = context(NAME).charts
    cell = book.get("TBL-FIRE").lookup(total)
    assert cell is not None
    assert isinstance(cell.value, tuple)
    words = {code: text.get("en") for code, text in check_of(NAME, "artillery_fire").words}
    wanted = ", ".join(words[str(code)] for code in cell.value) or "no effect"
    assert chosen(switches(NAME)["artillery_fire said"], total) == wanted


@pytest.mark.parametrize("total", range(-12, 22))
def test_shock_says_all_columns_of_the_row(total: int) -> None:
    chart = context(NAME).charts.get("TBL-SHOCK")
    text = chosen(switches(NAME)["shock_result said"], total)
    words = {code: t.get("en") for code, t in check_of(NAME, "shock_result").words}
    for column in ("attacker", "defender"):
        cell = chart.lookup(total, column)
        assert cell is not None
        assert isinstance(cell.value, tuple)
        label = chart.axis("side").key(column).label.get("en")
        said = ", ".join(words[str(code)] for code in cell.value)
        assert (f"{label}: {said}" in text) == bool(cell.value)


@pytest.mark.parametrize("name", BATTLES)
def test_every_code_of_a_chart_has_words(name: str) -> None:
    book = context(name).charts
    for check in context(name).series.module.checks:
        if not check.chart:
            continue
        chart = book.get(check.chart)
        for keys in chart.cells:
            text = cell_words(module_context_of(name), check, chart, keys)
            value = chart.value(*keys)
            codes = value if isinstance(value, tuple) else ()
            if chart.value_type(keys).kind == "codes":
                assert not [c for c in codes if c != "advance" and str(c) in text.split(", ")], (
                    check.id,
                    keys,
                    text,
                )


def test_known_modifiers_come_from_the_charts() -> None:
    book = context(NAME).charts
    found = switches(NAME)
    routed = book.get("TBL-CHECK-DRM").value("rally_routed")
    assert f"?{routed}:0)" in found["rally m1"]
    assert found["leader_initiative sum"] == "{0-Asked}"
    column = book.get("TBL-TEC-HEX").value("wood", "fire_drm")
    assert f'startsWith("wood,")?{column}:' in found["artillery_fire m7"]
    best = book.get("TBL-RATIO").value("5:1")
    assert found["shock_result m1"].startswith(f"{{((DS>0)?(AS*1>=DS*5?{best}:")


@pytest.mark.parametrize("name", BATTLES)
def test_no_term_is_left_in_an_expression(name: str) -> None:
    found = switches(name)
    assert found
    for key, value in found.items():
        if value.startswith("{"):
            assert not re.search(r"\[[a-z_]+[ \]]", value), key


def test_unknown_terms_are_errors_of_the_author() -> None:
    module_context = module_context_of(NAME)
    assert resolve(module_context, "[level routed]") == "(level==3)"
    assert resolve(module_context, "[arms infantry artillery]") == "(ArmNo==1||ArmNo==3)"
    for wrong in ("[nothing here]", "[arms elephants]", "[level sideways]", "[cell TBL-NONE x]"):
        with pytest.raises((KeyError, ValueError, LookupError)):
            resolve(module_context, wrong)


@pytest.mark.parametrize("name", BATTLES)
def test_every_step_of_a_check_exists(name: str) -> None:
    steps = actions(name)
    known = set(switches(name)) | set(steps)
    known |= {
        Key.parse(c.get("buttonHotkey")).name for c in built_once(name).module.root.find("GlobalKeyCommand")
    }
    for check in context(name).series.module.checks:
        if f"{check.id} resolve" not in steps:
            continue
        chain = [f"{check.id} asked", f"{check.id} resolve"]
        for step in chain:
            pressed = [Key.parse(k).name for k in decode_array(steps[step].get("hotkeys"))]
            assert pressed, step
            assert set(pressed) <= known, (step, set(pressed) - known)


def fact(command: str) -> str:
    """The fact that a command sets, whatever the window that it speaks of."""
    return command.removeprefix("fact ").partition(" in ")[0]


@pytest.mark.parametrize("name", BATTLES)
def test_facts_are_set_before_what_uses_them(name: str) -> None:
    found = switches(name)
    facts = {fact(k): v for k, v in found.items() if k.startswith("fact ")}
    steps = actions(name)
    commands = [key for key in steps if key.endswith((" asked", " run"))]
    assert commands
    for key in commands:
        have: set[str] = set()
        for press in presses(steps, key):
            for word in re.findall(r"[A-Za-z_][A-Za-z_0-9]*", found.get(press, "")):
                assert word not in facts or word in have, (key, press, word)
            have.add(fact(press))


@pytest.mark.parametrize("name", BATTLES)
def test_every_check_calls_the_table_and_has_its_rating(name: str) -> None:
    built = built_once(name)
    rules = context(name).series.module
    seen = set()
    for slot in slots(built):
        piece = expand(slot, prototypes(built))
        called = {t.sent.name for t in piece.all(GlobalHotKey) if t.sent is not None}
        text = "".join(str(t) for t in piece.traits)
        for check in rules.checks:
            if f"{check.id} asked" not in called:
                continue
            seen.add(check.id)
            assert not check.field or f"r_{check.field}_now" in text
            [trigger] = [t for t in piece.all(Trigger) if f"{check.id} asked" in {k.name for k in t.actions}]
            told = [r for r in piece.all(ReportAction) if set(r.keys) & set(trigger.actions)]
            assert len(told) == 1
    assert seen == {c.id for c in rules.checks}


@pytest.mark.parametrize("name", BATTLES)
def test_units_carry_the_numbers_that_expressions_read(name: str) -> None:
    marks = context(name).series.module.unit_marks
    units = {u.id: u for u in context(name).battle.units}
    pieces = [p for p in slots(built_once(name)) if prop(p, "Kind") == "unit"]
    # Units whose ratings a scenario changes have a counter more.
    assert len(pieces) == len(units) + sum(len(s.ratings) for s in context(name).battle.scenarios)
    for piece in pieces:
        arm = units[prop(piece, "Id")].arm
        for mark in marks:
            assert prop(piece, mark.name).isdigit() == (not mark.arms or arm in mark.arms)
