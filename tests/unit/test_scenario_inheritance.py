"""Scenarios that extend another: what is joined, what is replaced, what is taken away, and where mistakes are told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.loading import check
from jdgtools.loading.inheritance import ScenarioFile, inherit
from jdgtools.model.build_groups import LEFT_GROUP
from jdgtools.model.inheritance import SaidOfBases, with_scenario
from jdgtools.schema.registry import schema
from jdgtools.source.span import Span
from jdgtools.source.yaml_reader import read_yaml
from tests.bundled import bundled
from tests.conftest import Changed

TABLE = "rows.csv"


def node(text: str, file: str) -> Any:
    root, problems = read_yaml(text, file)
    assert not problems and root is not None
    return root


def joined(base: str, own: str, rows: str = "", own_rows: str = "") -> ScenarioFile:
    """Return the scenario `own`, which extends `base`, with the problems asserted away."""
    report = Report()
    tables = tuple(node(text, f"{name}.yaml") for name, text in (("rows", rows), ("more", own_rows)) if text)
    files = [
        ScenarioFile("base.yaml", node("id: base\n" + base, "base.yaml"), tables[:1] if rows else ()),
        ScenarioFile(
            "own.yaml", node("id: own\nextends: base\n" + own, "own.yaml"), tables[-1:] if own_rows else ()
        ),
    ]
    _, scenario = inherit(files, True, report)
    assert not list(report)
    return scenario


CASES = {
    "not said": ("turns: {count: 3}\nfirst_turn: 2", "last_turn: 3", {"turns": {"count": 3}, "first_turn": 2, "last_turn": 3}),
    "replaced whole": ("turns: {count: 3, minutes: 20}", "turns: {count: 4}", {"turns": {"count": 4}}),
    "texts are not mixed": ("notes: {en: a, fr: b}", "notes: {en: c}", {"notes": {"en": "c"}}),
    "entries by name, in their place": (
        "setup: [{unit: a, hex: x}, {leader: l, hex: x}, {unit: b, hex: x}]",
        "setup: [{unit: c, hex: y}, {leader: l, hex: z}]",
        {"setup": [{"unit": "a", "hex": "x"}, {"leader": "l", "hex": "z"}, {"unit": "b", "hex": "x"}, {"unit": "c", "hex": "y"}]},
    ),
    "an entry is replaced whole": (
        "reinforcements: [{id: r, units: [a], turn: 3, entry: n}]",
        "reinforcements: [{id: r, units: [a], hexes: [x]}]",
        {"reinforcements": [{"id": "r", "units": ["a"], "hexes": ["x"]}]},
    ),
    "blocks by key": (
        "orders: {left: charge, right: hold}\nvictory: {held: {f: [x]}, levels: [{name: a}], awards: [{id: a, points: 1}]}",
        "orders: {left: hold}\nvictory: {held: {g: [y]}, levels: [{name: b}], awards: [{id: b, points: 2}]}",
        {
            "orders": {"left": "hold", "right": "hold"},
            "victory": {
                "held": {"f": ["x"], "g": ["y"]},
                "levels": [{"name": "b"}],
                "awards": [{"id": "a", "points": 1}, {"id": "b", "points": 2}],
            },
        },
    ),
    "without an entry": (
        "setup: [{unit: a/1, hex: x}, {unit: b, hex: x}]\norders: {left: charge, right: hold}\nunused: rest",
        "without: [setup/a/1, orders/left, unused]",
        {"setup": [{"unit": "b", "hex": "x"}], "orders": {"right": "hold"}},
    ),
    "out of a group": (
        "setup: [{units: [a, b, c], along: x}, {units: [d, e], hex: y}, {units: [f], hex: y}]",
        "without: [setup/d, setup/e]\nsetup: [{unit: b, hex: z}, {unit: f, hex: z}]",
        {
            "setup": [
                {"units": ["a", "b", "c"], "along": "x", LEFT_GROUP: ["b"]},
                {"unit": "b", "hex": "z"},
                {"unit": "f", "hex": "z"},
            ]
        },
    ),
    "begun anew": (
        "setup: [{unit: a, hex: x}]", "without: [setup]\nsetup: [{unit: b, hex: y}]", {"setup": [{"unit": "b", "hex": "y"}]}
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_join(name: str) -> None:
    base, own, expected = CASES[name]
    content = joined(base, own).root.to_plain()
    assert {key: content[key] for key in content if key not in ("id", "extends", "without")} == expected


def test_what_is_taken_over_keeps_its_place() -> None:
    root = joined("first_turn: 2\nsetup: [{unit: a, hex: x}]", "setup: [{unit: b, hex: y}]").root
    assert [str(n.span) for n in (root.at("first_turn"), *(root.get("setup") or ()))] == [
        "base.yaml:2:13", "base.yaml:3:9", "own.yaml:3:9",
    ]  # fmt: skip


def test_rows_of_tables_are_entries_of_the_setup() -> None:
    rows = "[{unit: a, hex: x}, {unit: b, hex: x}, {unit: c, hex: x}]"
    more = joined(
        "setup: [{unit: d, hex: x}]",
        "without: [setup/c]\nsetup: [{unit: a, hex: y}]",
        rows,
        "[{unit: d, hex: z}]",
    )
    assert more.root.to_plain()["setup"] == [{"unit": "a", "hex": "y"}]
    assert [table.to_plain() for table in more.tables] == [
        [{"unit": "b", "hex": "x"}],
        [{"unit": "d", "hex": "z"}],
    ]
    assert joined("setup: []", "without: [setup]", rows).tables == ()


def test_every_key_that_is_joined_says_by_what() -> None:
    keys = {key for key, part in schema("scenario")["properties"].items() if "x-join" in part}
    assert keys >= {"sides", "setup", "reinforcements", "special_rules", "victory", "orders", "settings"}


def test_a_mistake_of_the_base_is_told_once(changed: Changed) -> None:
    path = changed(
        "rolica-1808", ("scenarios/historical.yaml", "unit: br-60, hex: 0805", "unit: br-60, hex: 9905")
    )
    (problem,) = check(path).report.of("REF007")
    assert problem.related == ()


def test_a_mistake_of_the_heir_names_the_line_and_the_way(changed: Changed) -> None:
    """The base places the unit rightly; the heir puts an enemy into its hex."""
    edit = (
        "reinforcements:\n  # Loison",
        "setup: [{unit: fr-82, hex: 0805, facing: N}]\nreinforcements:\n  # Loison",
    )
    unit = "    units: [fr-32, fr-82]", "    units: [fr-32]"
    path = changed("rolica-1808", *(("scenarios/loison.yaml", *pair) for pair in (edit, unit)))
    problems = [p for p in check(path).report if "0805" in p.message]
    assert problems
    for problem in problems:
        assert problem.span is not None
        if problem.span.file.endswith("historical.yaml"):
            assert any("extends `historical`" in r.message for r in problem.related)
    assert any(p.span.file.endswith("historical.yaml") or "historical" in str(p.related) for p in problems)  # type: ignore[union-attr]


HEIR = """format: 1
id: heir
title: {en: Heir, fr: Héritier, pl: Dziedzic}
"""
TAKEN_OVER = """extends: battle
victory:
  awards:
    - {id: more, name: More, side: france, points: 9, when: {holds: {side: france, hexes: [0104]}}}
"""
TOLD_ONCE = {
    "GEN211": ("  automatic:\n", "  automatic:\n    - {id: x, name: X, side: france, when: {difference: {side: france, from: 99}}}\n"),
    "GEN141": ("france, from: 2}", "france, from: 99}"),
    "GEN020": ("{en: Morning mist, fr: Brume du matin, pl: Poranna mgła}", "{en: Morning mist, fr: Brume du matin}"),
    "GEN043": ("accepts:\n", "accepts:\n  - {code: GEN048, for: chart TBL-TEC, reason: It is to stay.}\n"),
    "GEN210": ("pl: Poranna mgła", "pl: Poranna mgĹ‚a"),
}  # fmt: skip
"""Code -> an edit of the base that is told so; in the heir France can get more points."""


@pytest.mark.parametrize("code", TOLD_ONCE)
def test_what_is_said_of_the_base_is_not_said_of_the_heir(code: str, changed: Changed) -> None:
    folder = changed(
        "teaching-jdg",
        ("battle.yaml", "scenarios/dawn.yaml]", "scenarios/dawn.yaml, heir.yaml]"),
        ("scenarios/battle.yaml", *TOLD_ONCE[code]),
    )
    (folder / "heir.yaml").write_text(HEIR + TAKEN_OVER, "utf-8")
    found = check(folder).report.of(code)
    assert len(found) == 1
    assert "heir" not in f"{found[0].subject} {found[0].message}"
    # A battle without the heir has the same message.
    (folder / "heir.yaml").write_text(HEIR, "utf-8")
    assert [p.message for p in check(folder).report.of(code)] == [found[0].message]


MARSH = "  hexes: {0103: marsh, 0203: marsh, 0303: marsh, 0403: marsh, 0503: marsh, 0603: marsh}\n"
TOLD_IN_PART = {
    "fewer pieces": ("teaching-afe", "GEN173", ("unused: []", "unused: [] "), "setup: [{unit: cr-kni, hex: A2, facing: E}]"),
    "as many pieces, and no line": ("teaching-afe", "GEN173", ("unused: []\n", ""), ""),
    "fewer pieces, and no line": ("teaching-afe", "GEN173", ("unused: []\n", ""), "setup: [{unit: cr-kni, hex: A2, facing: E}]"),
    "fewer kinds of units": ("teaching-jdg", "JDG107", ("unused: []\n", f"unused: []\nmap:\n{MARSH}"), "unused: [au-kav]\nwithout: [reinforcements/batterie]"),
}  # fmt: skip
"""Case -> battle, code, an edit of the base, what the heir says."""


@pytest.mark.parametrize("name", TOLD_IN_PART)
def test_what_the_heir_lists_in_part_was_said_of_the_base(name: str, changed: Changed) -> None:
    """What the base does not list is told."""
    battle, code, edit, own = TOLD_IN_PART[name]
    folder = changed(battle, ("scenarios/battle.yaml", *edit))
    root = folder / "battle.yaml"
    root.write_text(
        re.sub("scenarios: .*", "scenarios: [scenarios/battle.yaml, heir.yaml]", root.read_text("utf-8")),
        "utf-8",
    )
    base = folder / "scenarios/battle.yaml"
    text = base.read_text("utf-8")
    for placed in ("unit: cr-kni, hex: A2, facing: E", "unit: cr-maf, hex: B2, facing: E"):
        text = text.replace(f"  - {{{placed}}}\n", "")
    base.write_text(text, "utf-8")
    lost = "without: [setup/otto]" if code == "GEN173" else ""
    (folder / "heir.yaml").write_text(f"{HEIR}extends: battle\n{own}\n", "utf-8")
    told = check(folder).report.of(code)
    assert told and all("heir" not in f"{p.message} {p.related}" for p in told)
    (folder / "heir.yaml").write_text(f"{HEIR}extends: battle\n{own}\n{lost}\n", "utf-8")
    more = [p for p in check(folder).report.of(code) if p not in told]
    assert len(more) == (1 if lost else 0) and all("heir" in p.message for p in more)


def test_what_the_base_accepts_the_heir_accepts_and_it_is_judged_there(changed: Changed) -> None:
    path: Path = changed("rolica-1808")
    report = check(path).report
    assert not list(report) and {e.scenario for _, e in report.suppressed_problems} >= {
        "historical",
        "loison",
    }


def test_a_text_that_is_taken_over_is_translated_under_the_key_of_the_base(changed: Changed) -> None:
    """Of two texts of the base that stand in lang/ alone one is said anew, so the translation is not its own."""
    award = "      name: {en: Each head of a gully, fr: Chaque haut de ravin, pl: Każdy wylot żlebu}\n      side: allied"
    path = changed(
        "rolica-1808",
        ("scenarios/historical.yaml", award, award.replace(", fr: Chaque haut de ravin", "")),
        ("lang/fr.yaml", "\nstrings:\n", "\nstrings:\n  scenario.historical.award.heads.name: Chaque haut\n"),
    )
    loaded = check(path)
    assert not loaded.report.of("GEN020") and loaded.battle is not None
    names = {s.id: next(a.name for a in s.awards if a.id == "heads") for s in loaded.battle.scenarios}
    assert {name.get("fr") for name in names.values()} == {"Chaque haut"} and set(names) >= {"loison"}

    heir = path / "scenarios/loison.yaml"
    own = "  awards:\n    - {id: heads, name: {en: Each head, pl: Wylot}, side: allied, points: 1, when: {holds: {side: allied, hexes: [0912]}}}\n"
    heir.write_text(heir.read_text("utf-8").replace("  awards:\n", own, 1), encoding="utf-8")
    battle = check(path).battle
    assert battle is not None
    names = {s.id: next(a.name for a in s.awards if a.id == "heads") for s in battle.scenarios}
    assert names["historical"].get("fr") == "Chaque haut" and not names["loison"].has("fr")


def test_another_code_and_another_place_say_something_new() -> None:
    line, other = (Span("base.yaml", number, 1, number, 5) for number in (3, 4))
    said = SaidOfBases([Diagnostic("GEN010", Severity.ERROR, "unit `a` stands", line)], ("own", "base"), {})
    asked = [("GEN010", line), ("GEN011", line), ("GEN010", other)]
    assert [said.repeats(Diagnostic(code, Severity.ERROR, "unit `a` stands", at)) for code, at in asked] == [
        True, False, False,
    ]  # fmt: skip


def test_the_way_through_which_a_line_came_is_told_once() -> None:
    line, through = Span("base.yaml", 3, 1, 3, 5), Span("own.yaml", 1, 1, 1, 5)
    battle = bundled("teaching-afe").battle
    assert battle is not None
    heir = structs.replace(battle.scenarios[0], id="own", extends="base", bases=("base.yaml",))
    problem = with_scenario(Diagnostic("GEN010", Severity.ERROR, "x", line), heir, through)
    assert [related.span for related in problem.related] == [through]
    assert with_scenario(problem, heir, through) is problem
