"""A button that says in which hexes units stand together that may not, by the stacking rules of the series.

Every unit works out for itself whether the stack in its hex is one of those that the rules allow
(`derived.stacking.StackLimits`), by the scenario that is played, and one unit of a hex says what is wrong.
How units face is left to the players, and a unit of two hexes counts where its head lies.
"""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.derived.stacking import StackCase, StackLimits, StackPart
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.module_context import ModuleContext, ctrl, plain
from jdgtools.exporters.module.scenario_number import by_scenario
from jdgtools.exporters.module.terms import resolve, state_test
from jdgtools.exporters.module.turn_words import turn_phrase
from jdgtools.model.definition import StateAxis
from jdgtools.model.scenario import Scenario
from jdgtools.model.stack_rules import StackRules, members_of
from jdgtools.vassal.build import make
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import DynamicProperty, ReportAction, SetGlobalProperty, Trait, Trigger

STACK_WARNINGS = "Stack warnings"
"""Name of the prototype."""
CROWDED = "Crowded"
"""Property of a unit: number of units in its hex that may not stand together; 0 = they may."""
STACK_KEY = ctrl("J", True)
"""Key of the button."""
_LAST_HEX = "LastCrowded"
"""Global property: the hex of which the chat has told last."""
_COUNT, _TELL = Key.named("count stack"), Key.named("tell stack")
_SAY, _REMEMBER, _FORGET = (Key.named(f"{verb} crowded hex") for verb in ("say", "remember", "forget"))
_FREE = Constraints(False, 0, 100, False)


def warns_of_stacks(context: ModuleContext) -> bool:
    """Return whether the series says who may stand together."""
    return bool(context.stacks)


def stack_warning_traits(context: ModuleContext) -> list[Trait]:
    """Return what a unit needs to judge the stack in its hex, and to say that it may not stand there."""
    place = 'GetString("LocationName")'
    colon, crowd_phrase = context.colon, turn_phrase(context, "crowded")
    text = f'{place}+"{colon}{crowd_phrase} ("+{CROWDED}+"){colon}"+GetString("Side")'
    return [
        ReportAction((_SAY,), f"{{{text}}}"),
        SetGlobalProperty(
            _LAST_HEX, _FREE, (PropertyCommand("", _REMEMBER, PropertyChange("P", f"{{{place}}}")),)
        ),
        Trigger(
            name="tell stack",
            menu="",
            key=_TELL,
            filter=f'{{{CROWDED}>0&&!GetString("{_LAST_HEX}").equals({place})}}',
            actions=(_SAY, _REMEMBER),
        ),
        DynamicProperty(
            CROWDED,
            Constraints(True, 0, 99, False),
            (PropertyCommand("", _COUNT, PropertyChange("P", f"{{{_verdict(context)}}}")),),
            value="0",
        ),
    ]


def stack_warning_buttons(context: ModuleContext, table: Globals) -> list[Component]:
    """Return the button and what it presses; none for a series that does not say who may stand together."""
    if not warns_of_stacks(context):
        return []
    forget = table.set(_LAST_HEX, _FORGET.name, "")
    title = turn_phrase(context, "stacks")
    right = f"{title}{context.colon}{turn_phrase(context, 'stacks_right')}"
    none = f'{_count(context, f"{CROWDED}>0", "Unit==1")}==0?"{right}":""'
    say_none = Key.named("say no crowded hex")
    keys = [Key.named(f"{verb} of all") for verb in ("count stack", "tell stack")]
    sends = [
        make(
            "GlobalKeyCommand",
            {
                "name": key.name,
                "tooltip": key.name,
                "buttonText": "",
                "buttonHotkey": key,
                "hotkey": sent_key,
                "filter": f'{{Unit==1&&CurrentMap=="{plain(context.words("map"))}"}}',
                # The setting keeps pieces silent: those that tell must be heard.
                "reportSingle": sent_key is _COUNT,
                "singleMap": False,
                "deckCount": "0",
            },
        )
        for key, sent_key in zip(keys, (_COUNT, _TELL), strict=True)
    ]
    return [
        *sends,
        do_actions(say_none, [], doReport=True, reportFormat=f"{{{none}}}"),
        do_actions(STACK_KEY, [forget, *keys, say_none], text=title, tooltip=title, name=title),
    ]


def _verdict(context: ModuleContext) -> str:
    """Return the number of units in the hex of a unit when they may not stand together there, else 0."""
    tests = [_forbidden(context, context.stacks[s.id], s) for s in context.battle.scenarios]
    forbidden = by_scenario(context, tests, _forbidden(context, context.stacks[""], None))
    return f"({forbidden})?{_count(context)}:0"


def _forbidden(context: ModuleContext, limits: StackLimits, scenario: Scenario | None) -> str:
    """Return a test whether the stack of a unit is none of those that the rules allow."""
    if limits.uncounted:
        count_test = f"!{_arms(limits.uncounted)}"
        outside = f"{_arms(limits.uncounted)}||"
    else:
        count_test, outside = "", ""
    cases = [_case(context, case, count_test) for case in limits.cases]
    cases += _by_special_rules(context, scenario, count_test)
    mixed_cases = [
        f"{_count(context, count_test, test)}>0&&{_count(context, count_test, f'!({test})')}>0"
        for value in limits.exclusive
        for test in [_state(context, value)]
        if test
    ]
    crowd = f"{_count(context, count_test)}>1"
    permission = "||".join(f"({case})" for case in cases) or "false"
    text = f"{crowd}&&(!({permission})" + "".join(f"||({test})" for test in mixed_cases) + ")"
    return resolve(context, f"(!({outside}false)&&{text})" if outside else f"({text})")


def _case(context: ModuleContext, case: StackCase, test_of_counted: str) -> str:
    """Return a test whether the stack of a unit is one that a case allows, whichever way units face."""
    everybody = _count(context, test_of_counted)
    parts = [_part(context, part) for part in case.parts]
    tests = [
        f"{_count(context, test_of_counted, p)}<={part.most}"
        for p, part in zip(parts, case.parts, strict=True)
    ]
    tests.append("+".join(_count(context, test_of_counted, p) for p in parts) + f"=={everybody}")
    strength = _strength(context)
    for p, part in zip(parts, case.parts, strict=True):
        if part.strength is not None and strength:
            tests.append(f"{_count(context, test_of_counted, p, f'{strength}>{part.strength}')}==0")
    if case.strength is not None and strength:
        units = _filter(test_of_counted, _arms(case.strength_of))
        tests.append(f'SumMap("{strength}","[map]","{{{units}}}")<={case.strength}')
    exempt = _state(context, case.same_unless)
    for name in case.same:
        prop = "CmdNo" if name == "command" else name
        other = [_arms(case.same_of)] if case.same_of else []
        other += [f"!({exempt})"] if exempt else []
        exempt_tests = [f"!{_arms(case.same_of)}"] if case.same_of else []
        exempt_tests += [exempt] if exempt else []
        alike = f"{_count(context, test_of_counted, *other, f'{prop}!=${prop}$')}==0"
        tests.append(f"({'||'.join([*exempt_tests, alike])})")
    if only := _state(context, case.only):
        tests.append(f"{_count(context, test_of_counted, f'!({only})')}==0")
    return "&&".join(tests)


def _by_special_rules(context: ModuleContext, scenario: Scenario | None, test_of_counted: str) -> list[str]:
    """Return tests whether special rules of a scenario allow the stack of a unit, wherever it stands."""
    battle = context.battle
    tests = []
    for _, effect in StackRules.of(scenario).limits:
        ids = [unit.id for unit in battle.units if members_of(effect, [unit])]
        members = _ids(ids)
        rows = [f"{_count(context, test_of_counted, f'!{members}')}==0"]
        if effect.number is not None:
            rows.append(f"{_count(context, test_of_counted)}<={effect.number}")
        if "command" in effect.words:
            rows.append(f"{_count(context, test_of_counted, 'CmdNo!=$CmdNo$')}==0")
        tests.append("&&".join(rows))
    return tests


def _part(context: ModuleContext, part: StackPart) -> str:
    """Return a condition of the units of a part."""
    tests = [_arms(part.arms)] if part.arms else []
    classes = dict(context.rules.movement_classes)
    tests += [f"({'||'.join(f'({classes[c]})' for c in part.classes)})"] if part.classes else []
    if part.types:
        tests.append(_ids([u.id for u in context.battle.units if u.type in part.types]))
    return "&&".join(tests) or "true"


def _ids(ids: Sequence[str]) -> str:
    """Return a condition of units with one of some ids, as it stands inside quotes."""
    return "(" + "||".join(f'Id==\\"{unit}\\"' for unit in ids) + ")" if ids else "false"


def _arms(arms: Sequence[str]) -> str:
    return f"[arms {' '.join(arms)}]" if arms else "true"


def _state(context: ModuleContext, value: str) -> str:
    """Return a test whether a unit is in a state, by the value alone; '' for none."""
    axis: StateAxis | None = next(
        (
            a
            for a in context.series.state_axes
            if "unit" in a.applies_to and value in {v.id for v in a.values}
        ),
        None,
    )
    return f"({state_test(axis, value)})" if axis is not None and value else ""


def _strength(context: ModuleContext) -> str:
    """Return the property with the strength points of a unit; '' when the series has none."""
    field = next((f for f in context.series.unit_fields if f.measures == "strength"), None)
    return f"r_{field.id}_now" if field is not None else ""


def _filter(*tests: str) -> str:
    """Return the condition of units of the same side in the same hex that fulfil some tests."""
    here = "SideNo==$SideNo$&&CurrentX==$CurrentX$&&CurrentY==$CurrentY$"
    return "&&".join(("Unit==1", here, *(f"({t})" for t in tests if t)))


def _count(context: ModuleContext, *tests: str) -> str:
    """Return the number of such units; with the test `Unit==1` that of all units on the map."""
    test = "&&".join(t for t in tests if t) if "Unit==1" in tests else _filter(*tests)
    return f'CountMap("{plain(context.words("map"))}","{{{test}}}")'
