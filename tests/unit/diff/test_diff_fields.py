"""Every field of a battle's records is looked at by `jdg diff`, or is left out for a reason given here."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from msgspec import Struct

from jdgtools.diff.conditions import _PLAIN
from jdgtools.model import battle, effects, map, pieces, scenario, victory

DIFF = Path(__file__).parents[3] / "jdgtools" / "diff"
PLACE = "where it stands in the files"
FOLLOWS = "follows from what is told"
LEFT_OUT: dict[tuple[str, str], str] = {
    **{
        (record, "key"): PLACE
        for record in ("Acceptance", "Allowance", "HexsideFeature", "Placement", "ScenarioUnit", "Way")
    },
    ("ChartOverride", "key"): PLACE,
    ("Battle", "files"): PLACE,
    ("Battle", "spans"): PLACE,
    ("Battle", "strings"): "a translated text is told with the thing whose text it is",
    ("Battle", "overrides"): "told by the cells of the charts, which hold them",
    ("BattleMap", "by_side"): FOLLOWS,
    ("BattleMap", "survey"): FOLLOWS,
    ("BattleMap", "unknown_sides"): "a battle with a wrong word is told with what is understood of it",
    ("BattleMap", "unknown_ways"): "a battle with a wrong word is told with what is understood of it",
    ("Scenario", "file"): PLACE,
    ("Scenario", "bases"): PLACE,
    ("SpecialRule", "in_words"): FOLLOWS,
    ("SpecialRule", "of_battle"): PLACE,
    ("Unit", "arm"): FOLLOWS,
}
"""Record and field -> why a difference in it is told nowhere, or as another one."""
BY_NAME = {"Condition", "RuleEffect"}
"""Records whose fields `diff/conditions.py` goes through by their names."""


def records() -> list[type[Struct]]:
    return sorted(
        (
            record
            for module in (battle, effects, map, pieces, scenario, victory)
            for record in vars(module).values()
            if isinstance(record, type)
            and issubclass(record, Struct)
            and record.__module__ == module.__name__
            if record.__name__ not in BY_NAME
        ),
        key=lambda record: record.__name__,
    )


def words_of_diff() -> set[str]:
    """Attributes that the modules of `diff` read."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(DIFF.glob("*.py"))]
    return {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


WORDS = words_of_diff()


@pytest.mark.parametrize("record", records(), ids=lambda record: record.__name__)
def test_a_difference_in_every_field_can_be_told(record: type[Struct]) -> None:
    silent = {name for name in record.__struct_fields__ if name not in WORDS}
    reasons = {name for owner, name in LEFT_OUT if owner == record.__name__}
    assert silent == reasons, "read it in jdgtools/diff, or say here why not"


def test_a_difference_in_every_field_of_a_condition_can_be_told() -> None:
    fields = set(victory.Condition.__struct_fields__)
    assert fields <= {"kind", "side", "units", "hexes", "parts", "key", *_PLAIN}
