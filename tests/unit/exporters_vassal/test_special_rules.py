"""Modifiers of special rules in the checks of modules: added as the predicates say, or asked for.

Each series gets a rule with a modifier for every kind of predicate; all situations of its table are then
worked out by the module's expressions and from the data (`tests/tools`), as those without the rule are.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct, structs

from jdgtools.charts import predicates as p
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.special_modifiers import special_modifiers
from jdgtools.exporters.vassal import make_module
from jdgtools.model.effects import RuleEffect
from jdgtools.model.scenario import SpecialRule
from jdgtools.model.text import Text
from jdgtools.vassal.encoding import decode_array
from tests.tools.engine_results import EngineResult, problems_of_result
from tests.tools.module_compare import Skip, amounts, compare
from tests.tools.module_situations import Situation, check_of
from tests.tools.module_table import ModuleTable, UnitAt
from tests.unit.exporters_vassal.conftest import ALL_BATTLES, built_once, context
from tests.unit.exporters_vassal.test_results import SERIES, situations

CHARTS = {
    "jdg": ("TBL-SHOCK-DRM", "TBL-FIRE-DRM", "TBL-CHECK-DRM"),
    "afe": ("TBL-MELEE-DRM", "TBL-FIRE-DRM"),
    "mpbs": ("T-CC-DRM", "T-FIRE-DRM", "T-ART-DRM"),
}
CONDITIONS: dict[str, dict[str, p.Predicate]] = {
    "jdg": {
        "always": p.AlwaysHolds(),
        "two in the hex": p.UnitCount("defenders", low=2),
        "one gun at most": p.UnitCount("defenders", arms=("artillery",), high=0),
        "horse out of order": p.UnitCount(
            "attackers", arms=("cavalry",), state={"level": ("disordered", "routed")}
        ),
        "steady units": p.UnitCount("unit", field_low={"cohesion": 6}),
        "weak target": p.UnitCount("target", field_high={"strength": 3}),
        "exactly": p.UnitCount("target", fields={"strength": (4, 5)}),
        "rear": p.InZone("attackers", ("rear",)),
        "village": p.OnTerrain("hex", ("village",)),
        "dark": p.OnTurn(("night", "fog")),
        "far": p.FactHolds("distance", low=3),
        "answered": p.FactHolds("fire", words=("reaction",)),
        "neither": p.NoneHolds((p.OnTurn(("night",)), p.UnitCount("target", arms=("infantry",)))),
        "both": p.AllHold((p.UnitCount("defenders", arms=("infantry",)), p.OnTurn(("fog",)))),
        "either": p.AnyHolds((p.UnitCount("target", arms=("cavalry",)), p.OnTurn(("fog",)))),
    },
    "afe": {
        "knights": p.UnitCount("attackers", types=("Ch-m",)),
        "no knights": p.NoneHolds((p.UnitCount("defenders", types=("Ch-m", "Ch-f", "Cl")),)),
        "tired": p.UnitCount("target", state={"fatigue": ("fatigued",)}),
        "good": p.UnitCount("unit", field_low={"quality": 4}),
        "behind": p.InZone("attackers", ("rear",), every=True),
        "march": p.UnitCount("firers", did=("moved",)),
        "charged": p.FactHolds("assault", words=("charge", "momentum")),
        "three hexes": p.FactHolds("distance", low=2, high=3),
    },
    "mpbs": {
        "horse": p.UnitCount("attackers", arms=("cavalry",), state={"momentum": ("momentum",)}),
        "pikes": p.UnitCount("defenders", fields={"pikes": (True,)}),
        "bled": p.UnitCount("unit", state={"casualties": ("1", "2", "3")}),
        "salvo": p.UnitCount("firers", did=("fired_salvo",)),
        "volley": p.FactHolds("fire", words=("salvo",)),
        "shaken": p.UnitCount("target", state={"morale": ("morale_shaken", "morale_broken")}),
    },
}
REPLACES = {"jdg": ("terrain", "charge_bonus"), "afe": ("ratio", "range"), "mpbs": ("momentum", "morale")}
ASKED = {"jdg": {"rear"}, "afe": {"behind"}, "mpbs": {"volley"}}
"""Conditions that the table cannot always judge: the rear of a square or of routed units, which of its fires a unit makes."""
COMBATS = ("TBL-SHOCK-DRM", "TBL-MELEE-DRM", "T-CC-DRM")
STRENGTH = {"jdg": "strength", "afe": "sp", "mpbs": "strength"}
COMBAT_ONLY, FIRE_ONLY = ("charged",), ("answered", "volley", "far", "three hexes")
WITHOUT_TARGET = ("always", "horse out of order", "steady units", "village", "dark")


def effects(series: str) -> tuple[RuleEffect, ...]:
    """Return a modifier for every predicate and chart; two more for some units and some turns."""
    made = [
        RuleEffect(kind="modifier", chart=chart, name=Text.of(f"{name} {chart}"), number=n, when=when)
        for chart in CHARTS[series]
        for n, (name, when) in enumerate(CONDITIONS[series].items(), 1)
        if (chart != "TBL-CHECK-DRM" or name in WITHOUT_TARGET)
        and (chart in COMBATS or not isinstance(when, p.InZone))
        and (name not in COMBAT_ONLY or chart in COMBATS)
        and (name not in FIRE_ONLY or chart not in COMBATS)
    ]
    units = tuple(u.id for u in context(f"teaching-{series}").battle.units[::3])
    for chart in CHARTS[series]:
        odd = p.UnitCount("unit", field_low={STRENGTH[series]: 3})
        base = RuleEffect(kind="modifier", chart=chart, number=-1)
        made += [
            structs.replace(base, name=Text.of(f"some units {chart}"), units=units),
            structs.replace(base, name=Text.of(f"late {chart}"), low=2),
            structs.replace(base, name=Text.of(f"early {chart}"), high=1, replaces=REPLACES[series][:1]),
            structs.replace(base, name=Text.of(f"odd {chart}"), when=odd, replaces=REPLACES[series][1:]),
        ]
    if series == "jdg":
        made.append(structs.replace(made[0], name=Text.of("foggy"), number=-2, flags=("fog",)))
    return tuple(made)


@cache
def ruled(series: str) -> tuple[BuildContext, ModuleTable]:
    """Return a teaching battle with the rule, of the battle, and its module at play."""
    made = context(f"teaching-{series}")
    rule = SpecialRule("trial", Text.of("Trial"), Text.of(""), (), effects=effects(series), of_battle=True)
    scenarios = tuple(structs.replace(s, special_rules=(rule,)) for s in made.battle.scenarios)
    changed = structs.replace(made, battle=structs.replace(made.battle, scenarios=scenarios))
    return changed, ModuleTable(changed, make_module(changed))


@pytest.mark.parametrize("series", SERIES)
def test_every_predicate_counts_as_the_data_say(series: str) -> None:
    made, table = ruled(series)
    problems, added = {}, set()
    for n, row in enumerate(situations(series)):
        for turn in (1, 2):
            try:
                found, touched = compare(made, table, structs.replace(row, turn=turn))
            except Skip:
                continue
            if found:
                problems[n, turn] = found
            added |= {line for _, line, _ in touched}
    assert not problems
    names = {e.name.get("en") for e in effects(series)}
    never = {name.rpartition(" ")[0] for name in names - added} - {
        n.rpartition(" ")[0] for n in names & added
    }
    assert not never


@pytest.mark.parametrize("series", SERIES)
def test_what_the_pieces_show_is_never_asked_with_a_marked_target(series: str) -> None:
    made, table = ruled(series)
    asked = set()
    for row in situations(series):
        try:
            compare(made, table, row)
        except Skip:
            continue
        names = [m.name for m in special_modifiers(terms(made), check_of(made, row.check))]
        asked |= {name for n, name in enumerate(names, 1) if table.globals[f"Rule{n}"] not in ("0", "1")}
    assert {name.rpartition(" ")[0] for name in asked} == ASKED[series]


def terms(made: BuildContext) -> ModuleContext:
    """Return what expressions of a battle are resolved with."""
    return ModuleContext(made.battle, made.series.module, "en", hex_px=48, counter_px=40, charts=made.charts)


@pytest.mark.parametrize(
    ("answer", "said", "total"),
    [
        ("applies", "encircled +2 (Trial: applies, in place of: ratio)", 2),
        ("does not apply", "encircled (Trial: does not apply)", 0),
        ("", "", 0),
    ],
)
def test_players_say_what_the_table_cannot_judge(answer: str, said: str, total: int) -> None:
    """A question that is closed ends the roll."""
    made, table = asking()
    row = next(r for r in situations("afe") if r.check == "melee")
    table.place(row.units)
    table.fixed = {"melee rule 1 ask": answer}
    table.globals["Said"] = "before"
    properties = table.run("melee", 5)
    line = str(properties["Said"])
    assert said in line
    assert bool(line) == bool(answer)
    if answer:
        check = check_of(made, "melee")
        lines = amounts(check, dict(properties), special_modifiers(terms(made), check))
        assert lines.get("encircled", 0) == total
        assert "ratio" not in lines or answer != "applies"


def test_the_question_names_rule_and_modifier() -> None:
    _, table = asking()
    _, switch = table.switches["melee rule 1 ask"]
    kind, question, answers = decode_array(switch.get("propChanger"))
    assert kind == "E"
    assert question == "Melee or charge: Trial: encircled +2 – does the special rule apply?"
    assert tuple(decode_array(answers)) == ("applies", "does not apply")


@cache
def asking() -> tuple[BuildContext, ModuleTable]:
    """Return the teaching battle of Au fil de l'épée with a modifier that only players can judge."""
    made = context("teaching-afe")
    effect = RuleEffect(
        kind="modifier",
        chart="TBL-MELEE-DRM",
        number=2,
        name=Text.of("encircled"),
        when=p.FactHolds("surrounded"),
        replaces=("ratio",),
    )
    rule = SpecialRule("trial", Text.of("Trial"), Text.of(""), (), effects=(effect,), of_battle=True)
    scenarios = tuple(structs.replace(s, special_rules=(rule,)) for s in made.battle.scenarios)
    changed = structs.replace(made, battle=structs.replace(made.battle, scenarios=scenarios))
    return changed, ModuleTable(changed, make_module(changed))


def test_a_combined_marker_is_asked_for() -> None:
    made = context("teaching-jdg")
    effect = RuleEffect(kind="modifier", chart="TBL-SHOCK-DRM", name=Text.of("elan"), number=1)
    markers = tuple(
        structs.replace(m, effects=(effect,)) if m.is_combined else m for m in made.battle.activation
    )
    changed = structs.replace(made, battle=structs.replace(made.battle, activation=markers))
    found = special_modifiers(terms(changed), check_of(changed, "shock_result"))
    assert [m.holds.is_decidable for m in found if m.name == "elan"] == [False] * sum(
        m.is_combined for m in markers
    )
    assert any(m.name == "elan" for m in found)


def test_brushwood_counts_in_a_shock_and_not_in_a_charge() -> None:
    """Its text speaks of a shock; brushwood blocks charges, and the module says so (JDG-9.1-k)."""
    table = ModuleTable(context("rolica-1808"), built_once("rolica-1808"))
    said = {}
    for combat in ("no_combat", "shock", "charge"):
        horse = UnitAt("br-20ld", "1605", part="acting", state={"combat": combat})
        table.place([horse, UnitAt("fr-2l", "1505", part="target")])
        table.globals["ScenarioNo"] = "1"
        properties = table.run("shock_result", 5)
        said[combat] = "light infantry in brushwood -1" in str(properties["Said"])
        assert ("JDG-9.1-k" in str(properties["Unlawful"])) == (combat == "charge")
    assert said == {"no_combat": True, "shock": True, "charge": False}


RECORDS = Path(__file__).parent / "situations" / "special_rules.json"


class Record(Struct, frozen=True):
    """A situation played in VASSAL with a special rule of a battle in force, and the line of the chat."""

    battle: str
    situation: Situation
    said: str


def records() -> list[Record]:
    """Return what was played in VASSAL 3.7."""
    return msgspec.convert(json.loads(RECORDS.read_text("utf-8")), list[Record])


@pytest.mark.parametrize("battle", sorted({r.battle for r in records()}))
def test_the_engine_adds_what_the_data_say(battle: str) -> None:
    made = context(battle)
    table = ModuleTable(made, built_once(battle))
    problems = {
        r.said: found
        for r in records()
        if r.battle == battle
        and (found := problems_of_result(made, table, EngineResult(r.situation, r.said)))
    }
    assert not problems


def test_every_modifier_of_our_battles_was_added_in_the_engine() -> None:
    said = "\n".join(r.said for r in records())
    names = {
        f"{effect.name.get('en')} {effect.number:+d} ({rule.title.get('en')}"
        for battle in ALL_BATTLES
        for scenario in context(battle).battle.scenarios
        for rule in scenario.special_rules
        for effect in rule.effects
        if effect.kind == "modifier"
    }
    assert names
    assert not [name for name in names if name not in said]
