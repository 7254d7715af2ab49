"""Worked examples of Au fil de l'épée that the module answers by its own expressions: fire, melee, rally."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.tools.legality import module_table
from tests.tools.module_situations import FLAG_TURNS
from tests.tools.module_table import ModuleTable, UnitAt


def table(*units: UnitAt) -> ModuleTable:
    """The module of the teaching battle with these units alone on its map."""
    made = module_table("teaching-afe")
    made.place(list(units), FLAG_TURNS[""], orders={})
    return made


def answer(check: str, *units: UnitAt) -> Mapping[str, Any]:
    """What the module knows when a command has been given; `Unlawful` is its objection."""
    return table(*units).run(check, die=5)


def test_two_weapons_do_not_fire_together() -> None:
    """DV-27: archers and crossbowmen at one target; two crossbows may."""
    target = UnitAt("cr-maf", "C4", part="target")
    bow, crossbow = UnitAt("th-mar", "C3", part="acting"), UnitAt("be-xbow", "B3", 1, part="attacker")
    assert "(AFE-9.1-e)" in answer("fire", bow, crossbow, target)["Unlawful"]
    assert "(AFE-9.1-e)" not in str(answer("fire", bow, target)["Unlawful"])


def test_quality_of_a_stack_with_artillery() -> None:
    """DV-42: it defends with the lower quality of the two, and attacks with that of the infantry."""
    guns, infantry = 4, 5
    knights = UnitAt("cr-kni", "C3", part="acting")
    defends = answer("melee", knights, UnitAt("be-gun", "C4", part="target"), UnitAt("be-xbow", "C4"))
    assert defends["QD"] == guns
    stack = UnitAt("be-xbow", "C3", part="acting"), UnitAt("be-gun", "C3", part="attacker")
    assert answer("melee", *stack, UnitAt("cr-kni", "C4", part="target"))["QA"] == infantry


def test_no_rally_beside_an_enemy_whatever_lies_between() -> None:
    """DV-59: AFE-12.3-c, an impassable hexside between them changes nothing."""
    battle = module_table("teaching-afe").made.battle
    assert battle.map is not None
    grid, (here, there) = battle.map.grid, ("D1", "E1")
    side = grid.hexside(grid.index(here), grid.direction(grid.index(here), grid.index(there)))
    assert [f.kind for f in battle.map.by_side[side]] == ["impassable"]
    routed = UnitAt("cr-maf", here, part="acting", state={"organisation": "routed"})
    assert "(AFE-12.3-b)" in answer("rally", routed, UnitAt("ot-pik", there))["Unlawful"]
    assert "(AFE-12.3-b)" not in answer("rally", routed, UnitAt("ot-pik", "E3"))["Unlawful"]


def test_attacked_once_in_an_activation() -> None:
    """DV-69: a second melee in the activation is against the rules, one in the next leader's is not."""
    attacker = UnitAt("cr-kni", "C3", part="acting")
    target = UnitAt("ot-pik", "C4", part="target", marks=["Fought"])
    assert "(AFE-10.1-e)" in answer("melee", attacker, target)["Unlawful"]
    made = table(attacker, target)
    made.button("End activation")
    for piece, role, acting in zip(made.pieces, ("2", "3"), ("1", "0"), strict=True):
        piece.values |= {"Role": role, "Acting": acting}
    assert not made.run("melee", die=5)["Unlawful"]
