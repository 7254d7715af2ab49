"""Who may share a hex: a program that has the package alone judges a stack as the checks do."""

from __future__ import annotations

import itertools

import pytest

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.exporters.package import package_of
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Placement
from jdgtools.model.text import NO_TEXT
from jdgtools.series.jdg.checks.common import CombatUnit
from jdgtools.series.jdg.checks.stack_rules import ENTRY_RULES
from tests.unit.package.bundled import BATTLES, battle, packages


def parts_hold(units, parts):
    """Return whether every unit finds a place: the parts of a case are few, so try them in turn."""
    if not units:
        return True
    first, *others = units
    for number, part in enumerate(parts):
        fits = all(
            not wanted or first[name] in wanted
            for name, wanted in (("arm", part.arms), ("type", part.types), ("class", part.classes))
        )
        if fits and part.most and (part.strength is None or first["strength"] <= part.strength):
            fewer = type(part)(part.arms, part.types, part.classes, part.most - 1, part.strength)
            if parts_hold(others, (*parts[:number], fewer, *parts[number + 1 :])):
                return True
    return False


def fits(units, case):
    concerned = [u for u in units if not case.same_of or u["arm"] in case.same_of]
    bound = [u for u in concerned if not case.same_unless or case.same_unless not in u["states"].values()]
    facings = {u["facing"] for u in concerned if u["facing"] is not None}
    total = sum(u["strength"] for u in units if u["arm"] in case.strength_of)
    return (
        parts_hold(units, case.parts)
        and (case.strength is None or total <= case.strength)
        and all(len({u.get(word, u["states"].get(word)) for u in bound}) < 2 for word in case.same)
        and (not case.facing or len(facings) < 2)
        and (not case.only or all(case.only in u["states"].values() for u in units))
    )


def legal(units, limits):
    """Return whether units of one side may share a hex, as docs/package.md says it."""
    counted = [u for u in units if u["arm"] not in limits.uncounted]
    if len(counted) < 2:
        return True
    for value in limits.exclusive:
        if len({value in u["states"].values() for u in counted}) > 1:
            return False
    return any(fits(counted, case) for case in limits.cases)


def unit(arm, strength, command, level):
    return {
        "arm": arm,
        "type": arm,
        "class": arm,
        "strength": strength,
        "command": command,
        "facing": None,
        "states": {"level": level, "square": "not_in_square"},
    }


class Options(dict):
    def option(self, name):
        return self[name]


CHANGES = (
    {},
    {"stack_cav_with_artillery": 0},
    {"stack_cav_with_artillery": 3},
    {"stack_three_inf_plus_artillery": False},
    {"six_sp_counts_artillery": True},
)


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_jours_de_gloire_stacks_are_judged_as_the_checks_judge_them(change, monkeypatch):
    loaded = battle("teaching-jdg")
    scenario = loaded.battle.scenarios[0]
    options = Options({o.id: loaded.battle.option(o.id, scenario) for o in loaded.battle.series.options})
    options.update(change)
    monkeypatch.setattr(type(loaded.battle), "option", lambda self, name, scenario=None: options[name])
    limits = package_of(loaded.battle, loaded.series, loaded.charts, scenario).stacking
    kinds = [
        unit(arm, strength, command, level)
        for arm, strength in (("infantry", 2), ("infantry", 3), ("cavalry", 2), ("artillery", 1))
        for command in ("a", "b")
        for level in ("ordered", "routed")
    ]
    judged = set()
    for size in (2, 3, 4):
        for members in itertools.combinations_with_replacement(kinds, size):
            stack = [
                CombatUnit(
                    Unit(
                        f"u{n}",
                        NO_TEXT,
                        "france",
                        m["command"],
                        None,
                        None,
                        arm=m["arm"],
                        front={"strength": m["strength"]},
                        back={"strength": m["strength"]},
                    ),
                    Placement(f"u{n}", "unit", state=m["states"]),
                    0,
                    m["states"]["level"],
                    False,
                )
                for n, m in enumerate(members)
            ]
            faults = [f for rule in ENTRY_RULES for f in rule(options, stack)]
            allowed = all(fault.severity is Severity.WARNING for fault in faults)
            judged.add(allowed)
            assert legal(list(members), limits) == allowed, (members, faults)
    assert judged == {True, False}


def stacks_at_the_start(package):
    """Yield the units of every hex of the setup, as a program describes them."""
    units = {u.id: u for u in package.units}
    defaults = {axis.id: axis.default for axis in package.states}
    strength = next(f.id for f in package.fields if f.of == "unit" and f.unit == "strength points")
    by_hex = {}
    for entry in package.setup:
        one = units.get(entry.piece)
        for index in entry.hexes if one is not None else ():
            states = {**defaults, **entry.state}
            posture = states.get("posture", "as_printed")
            foot = "foot" if posture == "dismounted" else one.movement_class
            by_hex.setdefault((index, one.side), []).append(
                {
                    "arm": one.arm,
                    "type": one.type,
                    "class": "mounted" if posture == "mounted" else foot,
                    "strength": one.front.get(strength, 0),
                    "command": one.command,
                    "facing": entry.facing,
                    "states": states,
                }
            )
    yield from ((index, stack) for (index, _), stack in by_hex.items() if len(stack) > 1)


@pytest.mark.parametrize("name", BATTLES)
def test_stacks_of_the_bundled_battles_are_legal(name):
    for _, package in packages(name):
        for index, stack in stacks_at_the_start(package):
            effects = [e for rule in package.special_rules for e in rule.effects]
            if not any(type(e).__name__ == "StackLimit" for e in effects):
                assert legal(stack, package.stacking), package.grid.ids[index]


def soldier(arm, type_id, class_, strength=2, command="a", facing=1, **states):
    return {
        "arm": arm,
        "type": type_id,
        "class": class_,
        "strength": strength,
        "command": command,
        "facing": facing,
        "states": states,
    }


def test_stacks_of_au_fil_de_lepee():
    _, package = packages("teaching-afe")[0]
    limits = package.stacking
    gun, foot = soldier("artillery", "artillery", "artillery"), soldier("infantry", "pikes", "foot")
    assert legal([gun, foot], limits)
    assert not legal([gun, soldier("cavalry", "knights", "mounted")], limits)
    assert not legal([gun, gun], limits)
    assert not legal([foot, foot], limits)
    militia = next(u.type for u in package.units if u.chart_class == "Mi")
    first = soldier("infantry", militia, "foot")
    assert legal([first, first], limits)
    assert not legal([first, first, first], limits)
    assert not legal([first, {**first, "command": "b"}], limits)
    assert not legal([first, {**first, "facing": 2}], limits)
    assert legal([first, {**first, "facing": None}], limits)


def test_stacks_of_musket_and_pike():
    limits = packages("teaching-mpbs")[0][1].stacking
    state = {"formation": "formation_normal", "morale": "morale_normal"}
    horse = soldier("cavalry", "cuirassiers", "cavalry", 4, **state)
    light = soldier("light_infantry", "muskets", "light_infantry", 1, **state)
    gun, baggage = soldier("artillery", "gun", "guns", facing=4), soldier("baggage", "baggage", "guns")
    assert legal([horse, light], limits)
    assert legal([horse, baggage, light], limits)
    assert legal([gun, horse], limits)
    assert not legal([gun, gun], limits)
    assert not legal([horse, horse], limits)
    assert not legal([gun, horse, light], limits)
    for change in ({"strength": 3}, {"command": "b"}, {"facing": 2}, {"states": {**state, "morale": "x"}}):
        assert not legal([horse, {**light, **change}], limits), change
