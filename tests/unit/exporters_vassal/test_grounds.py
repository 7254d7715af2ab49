"""Grounds of Au fil de l'épée and Musket & Pike: what the chat says is not allowed, and when it is silent."""

from __future__ import annotations

import pytest

from tests.tools.module_table import UnitAt
from tests.unit.exporters_vassal.test_results import made, table

Row = tuple[str, str, list[UnitAt]]


def at(unit: str, hex_id: str, faces: int, part: str = "acting", **state: str) -> UnitAt:
    """Return a unit on the map."""
    return UnitAt(unit, hex_id, faces, part, state)


ARCHERS, TARGET = at("cr-arc", "B1", 2), at("ot-pik", "D1", 0, "target")
AFE: list[Row] = [
    ("", "fire", [at("cr-arc", "C3", 0), at("ot-pik", "C5", 0, "target")]),
    ("AFE-9.3-g", "fire", [at("cr-arc", "C2", 0), at("ot-pik", "C5", 0, "target")]),
    ("AFE-9.1-c", "fire", [at("cr-arc", "C3", 3), at("ot-pik", "C5", 0, "target")]),
    ("AFE-9.1-h", "fire", [at("cr-arc", "C3", 0), at("ot-pik", "C5", 0, "target"), at("ot-swi", "C2", 0, "none")]),
    ("AFE-9.3-a", "fire", [at("cr-arc", "C3", 0), at("gu-mi1", "C5", 0, "target")]),
    ("AFE-9.1-b", "fire", [at("cr-arc", "C3", 0, organisation="routed"), at("ot-pik", "C5", 0, "target")]),
    ("AFE-7.4-e", "fire", [at("cr-arc", "C3", 0, command="out_of_command"), at("ot-pik", "C5", 0, "target")]),
    ("AFE-9.1-e", "fire", [at("cr-arc", "C3", 0), at("cr-li", "C4", 0, "attacker"), at("ot-pik", "C5", 0, "target")]),
    ("", "melee", [at("cr-kni", "C3", 0), at("ot-pik", "C4", 0, "target")]),
    ("", "melee", [at("cr-kni", "C3", 0, combat="charge"), at("ot-pik", "C4", 0, "target")]),
    ("AFE-10.1-b", "melee", [at("cr-kni", "C2", 0), at("ot-pik", "C4", 0, "target")]),
    ("AFE-10.4-c", "melee", [at("cr-kni", "C3", 0), at("gu-cl", "C5", 0, "attacker"), at("ot-pik", "C4", 0, "target")]),
    ("AFE-10.4-c", "melee", [at("cr-kni", "C3", 0), at("gu-mi1", "C4", 0, "target")]),
    ("AFE-10.1-c", "melee", [at("cr-kni", "C3", 0, organisation="routed"), at("ot-pik", "C4", 0, "target")]),
    ("AFE-10.1-c", "melee", [at("cr-kni", "C3", 0, command="out_of_command"), at("ot-pik", "C4", 0, "target")]),
    ("AFE-10.2-a", "melee", [at("cr-li", "C3", 0, combat="charge"), at("ot-pik", "C4", 0, "target")]),
    ("AFE-10.2-a", "melee", [
        at("cr-kni", "C3", 0, combat="charge", posture="dismounted"), at("ot-pik", "C4", 0, "target")]),
    ("", "rally", [at("cr-kni", "C3", 0, organisation="routed"), at("ot-pik", "C5", 0, "none")]),
    ("AFE-12.3-b", "rally", [at("cr-kni", "C3", 0, organisation="routed"), at("ot-pik", "C4", 0, "none")]),
]  # fmt: skip
PIKES = at("em-kurz", "1304", 5, "target")
MPBS: list[Row] = [
    ("", "fire", [at("un-old", "1303", 2), PIKES]),
    ("", "fire", [at("un-old", "1303", 1), PIKES]),
    ("MP-10.1.2-a", "fire", [at("un-old", "1302", 2), PIKES]),
    ("MP-10.1.3-a", "fire", [at("un-old", "1303", 5), PIKES]),
    ("MP-10.1.1-c", "fire", [at("un-old", "1303", 2), at("un-horn", "1304", 0, "target")]),
    ("MP-6.3.4-i", "fire", [at("un-old", "1303", 2, morale="morale_broken"), PIKES]),
    ("MP-6.3.4-i", "fire", [at("un-old", "1303", 2, formation="column"), PIKES]),
    ("", "salvo_fire", [at("un-yellow", "1303", 2), PIKES]),
    ("MP-10.4-a", "salvo_fire", [at("un-yellow", "1303", 2, salvo="salvo_fired"), PIKES]),
    ("", "light_fire", [at("un-horn", "1303", 2, pistols="first_pistol_used"), PIKES]),
    ("MP-10.7.1-a", "light_fire", [at("un-horn", "1303", 2, pistols="no_pistols"), PIKES]),
    ("", "artillery_fire", [at("un-heavy", "1303", 2), at("em-kurz", "1305", 5, "target")]),
    ("MP-10.1.3-a", "artillery_fire", [at("un-heavy", "1303", 5), at("em-kurz", "1305", 5, "target")]),
    ("MP-10.8.1-a", "artillery_fire", [at("un-heavy", "1303", 2, gun_fire="gun_fired"), PIKES]),
    ("MP-12.4.4-a", "artillery_fire", [at("un-heavy", "1303", 2, limbering="limbered"), PIKES]),
    ("MP-10.1.1-c", "artillery_fire", [at("un-heavy", "1303", 2), at("un-horn", "1304", 0, "target")]),
    ("", "close_combat", [at("un-horn", "1303", 2), PIKES]),
    ("MP-11.1.2-d", "close_combat", [at("un-horn", "1302", 2), PIKES]),
    ("MP-11.1.2-d", "close_combat", [at("un-horn", "1303", 5), PIKES]),
    ("MP-11.1.2-d", "close_combat", [at("un-horn", "1303", 2), at("un-old", "1304", 0, "target")]),
    ("MP-6.3.2-c", "close_combat", [at("un-green", "1303", 2, formation="hedgehog"), PIKES]),
    ("MP-11.6-a", "close_combat", [at("un-cmd", "1303", 2), PIKES]),
    ("", "close_combat", [at("un-cmd", "1303", 2), at("em-drag", "1304", 0, "target")]),
]


@pytest.mark.parametrize(("series", "rows"), [("afe", AFE), ("mpbs", MPBS)])
def test_the_chat_names_the_rule_that_forbids(series: str, rows: list[Row]) -> None:
    problems = []
    for rule, check, units in rows:
        table(series).place(units)
        said = str(table(series).run(check, 5).get("Unlawful", ""))
        if bool(said) != bool(rule) or (rule and f"({rule})" not in said):
            problems.append((rule, check, [(u.unit, u.hex, u.faces) for u in units], said))
    assert not problems


@pytest.mark.parametrize("series", ["afe", "mpbs"])
def test_a_command_without_a_target_is_not_judged_by_one(series: str) -> None:
    unit = {"afe": at("cr-arc", "C3", 0), "mpbs": at("un-old", "1303", 2)}[series]
    table(series).place([unit])
    assert not table(series).run("fire", 5)["Unlawful"]


@pytest.mark.parametrize(("series", "rows"), [("afe", AFE), ("mpbs", MPBS)])
def test_nearly_every_ground_has_a_case(series: str, rows: list[Row]) -> None:
    """What needs hills, long ranges or two activations is left to played games."""
    checks = [c for c in made(series).series.module.checks if c.grounds]
    rules = {g.rule for c in checks for g in c.grounds if g.kind not in ("sight", "used")}
    assert rules <= {rule for rule, _, _ in rows} | {"AFE-10.2-g"}
