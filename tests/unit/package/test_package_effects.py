"""Effects of special rules and combined markers in packages."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from jdgtools.exporters.effect_words import effect_sentence
from jdgtools.exporters.package import package_of
from jdgtools.loading import load
from jdgtools.model.effects import EffectKind
from jdgtools.package import model_effects as me
from jdgtools.package.model_play import Exited, Holds
from tests.unit.package.bundled import battle, packages

SCENARIOS = Path(__file__).parents[3] / "scenarios"


def effects(name: str, scenario: str, rule: str) -> tuple[me.Effect, ...]:
    package = next(package for one, package in packages(name) if one.id == scenario)
    return next(r.effects for r in package.special_rules if r.id == rule)


def test_every_kind_stands_in_a_teaching_battle() -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(me.Effect)}
    assert tags == set(get_args(EffectKind))
    used = {
        effect.__struct_config__.tag
        for name in ("teaching-jdg", "teaching-afe", "teaching-mpbs")
        for _, package in packages(name)
        for rule in package.special_rules
        for effect in rule.effects
    }
    assert used == tags


def test_effects_of_the_kinds_have_their_members() -> None:
    press, guns, pikes = effects("teaching-afe", "battle", "press")
    package = next(p for one, p in packages("teaching-afe") if one.id == "battle")
    hill = package.regions[[r.id for r in package.regions].index("hill")].hexes
    units = {unit.id: unit for unit in package.units}
    assert isinstance(press, me.StackLimit) and isinstance(guns, me.NoEntry)
    assert (press.limit, press.alike, set(press.hexes)) == (2, ("command",), set(hill))
    assert {units[u].command for u in press.units} == {"otto"}
    assert [units[u].arm for u in guns.units] == ["artillery"] and set(guns.hexes) == set(hill)
    assert isinstance(pikes, me.NoEntry) and (pikes.units, pikes.high) == (("ot-pik",), 2)
    inside = {index for index, playable in enumerate(package.grid.in_play) if playable} - set(pikes.hexes)
    assert inside == set(hill), "those outside of which they do not go"
    (oath,) = effects("teaching-afe", "battle", "oath")
    assert isinstance(oath, me.NoCombat)
    # AFE-9.1-l: no melee between these units, and so they may fire at each other when adjacent.
    assert (oath.combat, oath.against, oath.steps) == ("melee", ("th-mar",), ())
    modifier, leave, back, march, closed = effects("teaching-jdg", "battle", "sun")
    assert isinstance(modifier, me.ModifierRule)
    assert (modifier.chart, modifier.column, modifier.value) == ("TBL-SHOCK-DRM", "charge", -1)
    assert msgspec.to_builtins(modifier.when) == {"kind": "units", "of": "attackers", "arms": ("cavalry",)}
    assert dict(modifier.name)["fr"] == "soleil dans les yeux" and "au-33" not in modifier.units
    assert isinstance(leave, me.ExitRule)
    assert (leave.cost, leave.points, leave.low, leave.high) == (2, 1, 2, None)
    assert isinstance(back, me.FreeWithdrawal) and (back.low, back.high) == (None, 2)
    assert isinstance(march, me.NoForcedMarch) and (march.low, march.high) == (3, 3)
    assert isinstance(closed, me.HexsideRule) and closed.rule == "closed" and len(closed.steps) == 2
    (arrival,) = effects("teaching-jdg", "battle", "small-field")
    assert isinstance(arrival, me.ArrivalRule)
    assert arrival.arrivals == ("reserve", "jacquinot-late", "batterie") and len(arrival.how) == 3
    hedge, momentum = effects("teaching-mpbs", "battle", "trodden-hedge")
    assert isinstance(hedge, me.HexsideRule) and hedge.rule == "not_reciprocal" and len(hedge.steps) == 4
    assert isinstance(momentum, me.ModifierRule) and momentum.replaces == ("momentum",)
    (turn,) = effects("teaching-mpbs", "battle", "turncoats")
    assert turn == me.ChangeOfSide("leslie", "empire", 4, ("un-green", "leslie"))
    horse, leader = effects("teaching-mpbs", "battle", "deserters")
    assert horse == me.ChangeOfSide("", "union", 3, ("em-arq",), "horn")
    assert leader == me.ChangeOfSide("", "empire", 3, ("sinclair",), "falk")


def test_what_a_formation_holds_goes_over_or_leaves(tmp_path: Path) -> None:
    """A corps is its units and the commands that belong to it; a leader is counted with them or alone."""
    package = next(p for one, p in packages("teaching-mpbs") if one.id == "battle")
    saved = next(a.when for a in package.victory.awards if a.id == "saved")
    foot = {unit.id for unit in package.units if unit.command == "falk"}
    assert isinstance(saved, Exited) and set(saved.units) == foot | {"archduke"}
    project = tmp_path / "teaching-mpbs"
    copytree(SCENARIOS / "teaching-mpbs", project)
    path = project / "scenarios" / "battle.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace(
        "{units: [em-arq], to: union, joins: horn,", "{formation: Piechota cesarska, to: union,"
    )
    text = text.replace("formation: Foot of the Empire, leader: archduke", "leader: archduke")
    path.write_text(text, encoding="utf-8")
    loaded = load(project)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert not loaded.report.has_errors
    scenario = loaded.battle.scenarios[0]
    package = package_of(loaded.battle, loaded.series, loaded.charts, scenario)
    change = next(r.effects[0] for r in package.special_rules if r.id == "deserters")
    assert isinstance(change, me.ChangeOfSide) and set(change.units) == foot | {"falk"}
    saved = next(a.when for a in package.victory.awards if a.id == "saved")
    assert isinstance(saved, Exited) and saved.units == ("archduke",)


@pytest.mark.parametrize(
    ("language", "who", "leader"),
    [
        (
            "en",
            "Light horse: from turn 3 on belongs to The Union, with Left wing",
            "Sinclair: from turn 3 on belongs",
        ),
        (
            "fr",
            "Cavalerie légère : passe au tour 3 dans le camp : L'Union, avec Aile gauche",
            "Sinclair : passe",
        ),
        ("pl", "Lekka jazda: od etapu 3 po stronie: Unia, razem z: Lewe skrzydło", "Sinclair: od etapu 3"),
    ],
)
def test_who_changes_sides_is_said(language: str, who: str, leader: str) -> None:
    loaded = battle("teaching-mpbs")
    assert loaded.battle is not None
    rules = {rule.id: rule.effects for rule in loaded.battle.scenarios[0].special_rules}
    said = [effect_sentence(loaded.battle, e, language, loaded.charts) for e in rules["deserters"]]
    assert said[0] == who and said[1].startswith(leader)
    reserve = effect_sentence(loaded.battle, rules["turncoats"][0], "en", loaded.charts)
    assert reserve == "Reserve: from turn 4 on belongs to The Empire"
    # A leader whom his command names goes over with it, whether or not he names it as well.
    leaders = tuple(replace(x, command=None) if x.id == "leslie" else x for x in loaded.battle.leaders)
    named = replace(loaded.battle, leaders=leaders)
    assert named.command("leslie").leader == "leslie"  # type: ignore[union-attr]
    assert effect_sentence(named, rules["turncoats"][0], "en", loaded.charts) == reserve


def test_an_effect_is_bound_to_turns_flags_sides_and_types() -> None:
    (modifier,) = effects("teaching-jdg", "dawn", "sunrise")
    assert isinstance(modifier, me.ModifierRule)
    package = next(p for one, p in packages("teaching-jdg") if one.id == "dawn")
    units = {unit.id: unit for unit in package.units}
    assert {(units[u].side, units[u].arm) for u in modifier.units} == {("france", "cavalry")}
    assert (modifier.low, modifier.high, modifier.flags) == (None, None, ("sun",))
    assert {turn.number for turn in package.turns.track if set(turn.flags) & set(modifier.flags)} == {2}
    always, *_ = effects("teaching-jdg", "battle", "sun")
    assert isinstance(always, me.ModifierRule) and (always.low, always.flags) == (2, ())
    (reach,) = effects("teaching-afe", "battle", "wet-strings")
    crossbows = {u.id for p in packages("teaching-afe")[0][1:] for u in p.units if u.type == "crossbowmen"}
    assert isinstance(reach, me.FireRange) and set(reach.units) == crossbows
    assert (reach.range, reach.flags) == (1, ("rain",))


def test_a_leader_may_leave_by_an_effect() -> None:
    loaded = battle("teaching-jdg")
    assert loaded.battle is not None
    scenario = loaded.battle.scenarios[0]
    leave = next(e for r in scenario.special_rules for e in r.effects if e.kind == "exit")
    alone = replace(leave, units=("davout",))
    assert effect_sentence(loaded.battle, alone, "en", loaded.charts, scenario).startswith(
        "Davout: may leave"
    )


def test_steps_lie_on_both_sides_of_a_hexside() -> None:
    package = next(p for one, p in packages("teaching-jdg") if one.id == "battle")
    closed = effects("teaching-jdg", "battle", "sun")[-1]
    assert isinstance(closed, me.HexsideRule)
    there, back = closed.steps
    assert package.grid.neighbours[there] == back // 6 and package.grid.neighbours[back] == there // 6


def test_a_rule_says_whether_its_words_say_more() -> None:
    package = next(p for one, p in packages("teaching-jdg") if one.id == "battle")
    assert {rule.id for rule in package.special_rules if not rule.in_words} == {"small-field", "sun"}
    assert all(rule.effects or rule.in_words for rule in package.special_rules)


def test_a_combined_marker_has_effects() -> None:
    package = next(p for one, p in packages("teaching-jdg") if one.id == "battle")
    marker = next(m for m in package.activation if m.id == "davout-c")
    (effect,) = marker.effects
    assert isinstance(effect, me.NoForcedMarch) and len(effect.units) == 6


def test_effects_are_sentences_in_the_languages() -> None:
    loaded = battle("teaching-jdg")
    assert loaded.battle is not None
    scenario = loaded.battle.scenarios[0]
    rules = {rule.id: rule.effects for rule in scenario.special_rules}

    def say(rule: str, number: int, language: str) -> str:
        return effect_sentence(loaded.battle, rules[rule][number], language, loaded.charts, scenario)

    assert say("sun", 0, "en").endswith(" (Charge): −1 sun in the eyes, French, from turn 2 on")
    assert say("sun", 1, "fr") == (
        "Brigade Jacquinot : peut sortir : porte sud (0305), pour 2 PM, 1 PV chacun pour son camp, à partir du tour 2"
    )
    assert say("sun", 2, "pl") == "Austriacy: wycofuje się bez rzutu, do etapu 2"
    assert say("sun", 3, "en") == "French: no forced march, turn 3"
    assert say("sun", 4, "en") == "hexsides 0102/S: closed"
    assert say("sun", 4, "hu") == "hatszögoldalak 0102/D: járhatatlan"
    assert say("small-field", 0, "en").startswith("30e Ligne, ")
    dawn = loaded.battle.scenario("dawn")
    assert dawn is not None
    (modifier,) = next(rule for rule in dawn.special_rules if rule.id == "sunrise").effects
    said = effect_sentence(loaded.battle, modifier, "fr", loaded.charts, dawn)
    assert said.endswith("Brigade Jacquinot, seulement aux tours avec : soleil dans les yeux"), said


def test_an_arrival_waits_for_its_condition() -> None:
    package = next(p for one, p in packages("teaching-jdg") if one.id == "battle")
    groups = {group.id: group.required for group in package.arrivals}
    mill = package.grid.index("0402")
    assert groups == {
        "reserve": None,
        "jacquinot-late": None,
        "batterie": Holds("austria", (mill,), None),
    }
