"""Effects that cannot be read are reported where they stand, and are not in the model."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.cases import Case, run

_EFFECT = "      - free_withdrawal: {side: austria, to: 2}"
_SOURCE = Path(__file__).parents[3] / "scenarios" / "teaching-jdg" / "scenarios" / "battle.yaml"
_LINE = _SOURCE.read_text(encoding="utf-8").splitlines().index(_EFFECT) + 1
"""Where the effect stands that the tests replace."""


def problems(effect: str, folder: Path) -> list[tuple[str, int, str]]:
    edits = [{"file": "scenarios/battle.yaml", "replace": _EFFECT, "with": f"      - {effect}"}]
    case = Case(Path("effects/one.yaml"), {"base": "teaching-jdg", "edits": edits})
    return [
        (d.code, d.span.line if d.span else 0, d.message) for d in run(case, folder) if d.code[:3] != "SUM"
    ]


@pytest.mark.parametrize(
    ("effect", "code", "words"),
    [
        ("free_withdrawal: {side: austia}", "REF001", "unknown side `austia`"),
        ("free_withdrawal: {command: biachi}", "REF002", "unknown command `biachi`"),
        ("free_withdrawal: {units: [au-34]}", "REF004", "unknown unit or leader `au-34`"),
        ("free_withdrawal: {arms: [camels]}", "GEN001", "`camels` is no arm of the series"),
        ("free_withdrawal: {command: lannes, arms: [cavalry]}", "REF002", "unknown command `lannes`"),
        ("no_entry: {region: hil}", "REF009", "unknown region `hil`"),
        ("no_combat: {command: bianchi, against: {command: morad}}", "REF002", "unknown command `morad`"),
        ("hexsides: {sides: [0104/X], rule: closed}", "MAP004", ""),
        ("arrival: {groups: [reserv], how: [forced_march]}", "REF004", "unknown reinforcement `reserv`"),
        ("change_side: {command: bianchi, to: prussia, turn: 3}", "REF001", "unknown side `prussia`"),
        ("change_side: {command: bianchi, to: france, joins: davot, turn: 3}", "REF002", "command `davot`"),
        ("change_side: {leader: davot, to: austria, turn: 3}", "REF003", "unknown leader `davot`"),
        ("change_side: {units: [au-34], to: france, turn: 3}", "REF004", "unknown unit or leader `au-34`"),
        (
            "change_side: {formation: III Corp, to: austria, turn: 3}",
            "GEN159",
            "unknown formation `III Corp`",
        ),
        ("change_side: {to: france, turn: 3}", "GEN010", "names nobody"),
        ("fire_range: {range: 2, flags: [fogg]}", "REF022", "unknown turn flag `fogg`"),
        ("fire_range: {range: 2, types: [dragoon]}", "REF005", "unknown unit type `dragoon`"),
        ("fire_range: {range: 2, types: [line_infantry], arms: [artillery]}", "GEN010", "about no unit"),
        ("modifier: {chart: TBL-SHOCK-DRM, value: 1, name: x, when: {kind: unit}}", "GEN010", "predicate"),
        (
            "modifier: {chart: TBL-SHOCK-DRM, value: 1, name: x, when: {kind: turn, flag: [fog]}}",
            "GEN010",
            "flag",
        ),
        (
            "modifier: {chart: TBL-SHOCK-DRM, value: 1, name: x, when: {kind: not, parts: [{kind: always, of: unit}]}}",
            "GEN010",
            "there is no member `of`",
        ),
    ],
)
def test_what_an_effect_names_must_exist(effect: str, code: str, words: str, tmp_path: Path) -> None:
    [(found, line, message)] = problems(effect, tmp_path)[:1]
    assert (found, line) == (code, _LINE), message
    assert words in message


@pytest.mark.parametrize(
    "effect",
    [
        "stack_limits: {limit: 2}",
        "{stack_limit: {limit: 2}, no_entry: {region: hill}}",
        "stack_limit: {limit: 0}",
        "stack_limit: {limit: 2, alike: [colour]}",
        "stack_limit: {region: hill}",
        "no_combat: {combat: shouting}",
        "fire_range: {range: 0}",
        "fire_range: {flags: [fog]}",
        "stack_limit: {limit: 2, flags: [fog]}",
        "exit: {entry: south-gate, cost: -1}",
        "arrival: {groups: [], how: [forced_march]}",
        "modifier: {chart: TBL-SHOCK-DRM, value: 99, name: x}",
        "modifier: {chart: TBL-SHOCK-DRM, value: 1}",
        "hexsides: {sides: [0104/N], rule: open}",
        "change_side: {command: bianchi, to: france}",
        "change_side: {command: bianchi, to: france, turn: 3, arms: [cavalry]}",
        "free_withdrawal: cavalry",
    ],
)
def test_the_schema_refuses_what_is_no_effect(effect: str, tmp_path: Path) -> None:
    found = problems(effect, tmp_path)
    assert found and all(code.startswith(("SCH", "GEN", "SRC")) for code, _, _ in found), found
    assert found[0][1] == _LINE


def test_a_rule_of_the_battle_names_no_group_of_a_scenario(tmp_path: Path) -> None:
    rule = "special_rules:\n  - {id: late, title: Late, text: Late., effects: [{arrival: {groups: [reserve], how: [near_enemy]}}]}\n"
    case = Case(
        Path("effects/one.yaml"), {"base": "teaching-jdg", "edits": [{"file": "battle.yaml", "append": rule}]}
    )
    [found] = [d for d in run(case, tmp_path) if d.code == "GEN010"]
    assert "every scenario" in found.message


def test_nobody_is_paid_for_own_losses(tmp_path: Path) -> None:
    """MP-15-a: the points of the schedule go to the other side, so the schema refuses a minus sign."""
    slip = {
        "file": "scenarios/battle.yaml",
        "replace": "cavalry_eliminated: 8",
        "with": "cavalry_eliminated: -8",
    }
    case = Case(Path("effects/one.yaml"), {"base": "teaching-mpbs", "edits": [slip]})
    [problem] = [d for d in run(case, tmp_path) if d.code[:3] == "SCH"]
    assert "-8" in problem.message
