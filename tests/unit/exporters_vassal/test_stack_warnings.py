"""The button that says in which hexes units stand together that may not."""

from __future__ import annotations

import pytest

from tests.tools.module_table import ModuleTable, UnitAt
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context

RIGHT = "Stacking: every stack is allowed"
ROUTED = {"level": "routed"}
# Battle, units of one side in one hex, how many of them may not stand together.
CASES: tuple[tuple[str, list[UnitAt], int], ...] = (
    # JDG-5.1.1-c, -h: infantry of one formation with a gun; three of six points; not of two formations.
    ("teaching-jdg", [UnitAt("fr-13l", ""), UnitAt("fr-17", ""), UnitAt("fr-art", "")], 0),
    ("teaching-jdg", [UnitAt("fr-13l", ""), UnitAt("fr-17", ""), UnitAt("fr-30", "")], 3),
    ("teaching-jdg", [UnitAt("fr-13l", ""), UnitAt("fr-1ch", "")], 2),
    ("teaching-jdg", [UnitAt("fr-1ch", ""), UnitAt("fr-1cu", "")], 0),
    ("teaching-jdg", [UnitAt("au-gren", ""), UnitAt("au-hus", "")], 2),
    # JDG-5.1.1-j, -5.1.2-f: a routed unit shares its hex with routed ones alone.
    ("teaching-jdg", [UnitAt("fr-13l", "", state=ROUTED), UnitAt("fr-17", "")], 2),
    ("teaching-jdg", [UnitAt("fr-13l", "", state=ROUTED), UnitAt("fr-17", "", state=ROUTED)], 0),
    # AFE-5.1-a, -5.2.1-a: one unit, or artillery with foot; horse that has dismounted is foot.
    ("teaching-afe", [UnitAt("cr-maf", ""), UnitAt("cr-arc", "")], 2),
    ("teaching-afe", [UnitAt("be-gun", ""), UnitAt("be-xbow", "")], 0),
    ("teaching-afe", [UnitAt("be-gun", ""), UnitAt("th-mar", "")], 2),
    ("teaching-afe", [UnitAt("be-gun", ""), UnitAt("th-mar", "", state={"posture": "dismounted"})], 0),
    # MP-8.1.1-c, -8.2.1-a, -8.2.2-b, -14.1-a: a gun with a unit; light foot with horse of its wing; baggage.
    ("teaching-mpbs", [UnitAt("un-heavy", ""), UnitAt("un-green", "")], 0),
    ("teaching-mpbs", [UnitAt("un-heavy", ""), UnitAt("un-light", "")], 2),
    ("teaching-mpbs", [UnitAt("un-blue", ""), UnitAt("un-cmd", "")], 0),
    ("teaching-mpbs", [UnitAt("un-blue", "", state={"morale": "morale_shaken"}), UnitAt("un-cmd", "")], 2),
    ("teaching-mpbs", [UnitAt("un-blue", ""), UnitAt("un-horn", "")], 2),
    ("teaching-mpbs", [UnitAt("un-bag", ""), UnitAt("un-green", "")], 0),
)


def tell(name: str, units: list[UnitAt]) -> list[str]:
    """Return what the button says when the units stand in one hex of the map, each as the others face."""
    made = context(name)
    table = ModuleTable(made, built_once(name))
    assert made.battle.map is not None
    here = made.battle.map.grid.id(next(iter(made.battle.map.grid.hexes)))
    table.place([UnitAt(u.unit, u.hex or here, state=u.state) for u in units])
    table.button("Stacking")
    return table.lines()


@pytest.mark.parametrize(("name", "units", "count"), CASES)
def test_what_the_rules_forbid_is_said_once(name: str, units: list[UnitAt], count: int) -> None:
    [line] = tell(name, units)
    made = context(name)
    side = made.battle.unit(units[0].unit)
    assert side is not None
    if not count:
        assert line == RIGHT
        return
    assert f": units that may not stand together ({count}): " in line
    assert line.endswith(made.battle.side(side.side).name.get("en"))  # type: ignore[union-attr]


@pytest.mark.parametrize("name", BATTLES)
def test_units_of_two_sides_are_no_stack(name: str) -> None:
    sides = context(name).battle.sides[:2]
    units = [next(u for u in context(name).battle.units if u.side == s.id) for s in sides]
    assert tell(name, [UnitAt(u.id, "") for u in units]) == [RIGHT]


@pytest.mark.parametrize("name", BATTLES)
def test_units_that_tell_are_heard(name: str) -> None:
    """A global command with single reports keeps its pieces silent."""
    buttons = {b.get("name"): b for b in built_once(name).module.root.find("GlobalKeyCommand")}
    assert buttons["tell stack of all"].get("reportSingle") == "false"
    assert buttons["count stack of all"].get("reportSingle") == "true"
