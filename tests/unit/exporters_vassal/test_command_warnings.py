"""The button that says which units are out of command, by the rules of each series."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.module.command_warnings import leads
from jdgtools.exporters.module.module_context import command_number
from jdgtools.exporters.vassal import make_module
from tests.tools.module_table import ModuleTable, UnitAt
from tests.tools.tabletop_counters import Counter
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context, module_context_of

UNLIMBERED = {"limbering": "unlimbered"}
LIMBERED = {"limbering": "limbered"}


class Case(Struct, frozen=True):
    """Pieces on the map, by their place in a row of hexes, and who is out of command then."""

    name: str
    leaders: dict[str, int]
    units: dict[str, int]
    missed: tuple[str, ...] = ()
    state: dict[str, dict[str, str]] = {}
    """State of a piece that is not in its default."""
    option: tuple[str, str] = ("", "")


CASES = (
    # JDG-2.3.2-EX4: the nearest unit of the group one hex beyond the range (4): nobody.
    Case("teaching-jdg", {"davout": 0}, {"fr-13l": 5, "fr-17": 7}, ("fr-13l", "fr-17")),
    # JDG-2.3.2-EX5: one unit in range, the others follow by the chain.
    Case("teaching-jdg", {"davout": 0}, {"fr-13l": 4, "fr-17": 6, "fr-30": 8}),
    # JDG-2.3.1-EX2, -EX4: chains break beyond two hexes; a unit of another formation does not join them.
    Case(
        "teaching-jdg",
        {"davout": 0},
        {"fr-13l": 4, "fr-1cu": 2, "fr-1ch": 6, "fr-17": 7},
        ("fr-1ch", "fr-17"),
    ),
    # JDG-2.3.2-e: a commander of the enemy orders nobody, nor does who is only present.
    Case("teaching-jdg", {"davout": 0, "palatine": 3}, {"au-33": 2}, ("au-33",)),
    # AFE-7.2-EX1: command range 5 means four hexes between; AFE-6.A-e: of his arms alone.
    Case("teaching-afe", {"aldric": 0}, {"cr-kni": 5, "cr-maf": 6, "gu-man": 1}, ("cr-maf", "gu-man")),
    # AFE-7.6-b: a wounded leader reaches less far.
    Case("teaching-afe", {"aldric": 0}, {"cr-kni": 5}, ("cr-kni",), {"aldric": {"health": "wounded"}}),
    # AFE-7.2-c: nobody leads who is not on the map; units pass nothing on.
    Case("teaching-afe", {"guiscard": 0}, {"gu-man": 3, "gu-cl": 9, "cr-kni": 0}, ("gu-cl", "cr-kni")),
    # EX-5.4.2-1, -2: horse at three and six hexes; foot at three hexes from the horse is out.
    Case("teaching-mpbs", {"horn": 0}, {"un-blue": 3, "un-horn": 6}),
    Case("teaching-mpbs", {"horn": 0}, {"un-blue": 3, "un-cmd": 6}, ("un-cmd",)),
    # AMB-11: the option asks the unit that is in command.
    Case(
        "teaching-mpbs",
        {"horn": 0},
        {"un-blue": 3, "un-cmd": 6},
        (),
        {},
        ("command_gap_limit", "near_unit"),
    ),
    Case(
        "teaching-mpbs",
        {"horn": 0},
        {"un-cmd": 2, "un-blue": 5},
        ("un-blue",),
        {},
        ("command_gap_limit", "near_unit"),
    ),
    # MP-7.3.3-d: guns that are limbered need command, others do not; MP-5.4.2-e: they pass nothing on.
    Case("teaching-mpbs", {"torsten": 0}, {"un-heavy": 6}, ("un-heavy",), {"un-heavy": LIMBERED}),
    Case(
        "teaching-mpbs", {"torsten": 0}, {"un-heavy": 2, "un-old": 4}, ("un-old",), {"un-heavy": UNLIMBERED}
    ),
    # MP-5.3.2-b: without a wing commander nobody is in command; a replacement leads his wing.
    Case("teaching-mpbs", {"horn": 0}, {"un-yellow": 1}, ("un-yellow",)),
    Case("teaching-mpbs", {"union-spare": 0}, {"un-yellow": 2}),
    Case("teaching-mpbs", {"union-spare": 0, "torsten": 9}, {"un-yellow": 2}, ("un-yellow",)),
)


class RowTable(ModuleTable):
    """A map that goes on beyond its last line of hexes: places in one such line are counted from 0."""

    def place_in_row(self, piece: Counter, place: int) -> None:
        """Put a piece at a place of the row."""
        step, size = self.grid.layout.step, self.grid.layout.size
        first_across, first_along = self.grid.origin_of_pieces
        across, along = round(first_across + 20 * step), round(first_along + place * size)
        x, y = (along, across) if self.grid.sideways else (across, along)
        piece.values |= {"CurrentX": str(x), "CurrentY": str(y), "LocationName": f"#{place}"}

    def distance(self, x1: int, y1: int, x2: int, y2: int) -> int:
        """Return the number of hexes between two places."""
        return round((abs(x1 - x2) + abs(y1 - y2)) / self.grid.layout.size)


def tell(case: Case) -> list[str]:
    """Return what the button says."""
    made = context(case.name)
    table = RowTable(made, built_with(case.name, case.option))
    assert made.battle.map is not None
    here = made.battle.map.grid.id(next(iter(made.battle.map.grid.hexes)))
    table.place([UnitAt(u, here, state=case.state.get(u, {})) for u in case.units])
    for leader in case.leaders:
        table.place_leader(leader, here, case.state.get(leader, {}))
    for piece, place in zip(table.pieces, [*case.units.values(), *case.leaders.values()], strict=True):
        table.place_in_row(piece, place)
    table.button("Command range")
    return table.lines()


@cache
def built_with(name: str, option: tuple[str, str]) -> ModuleBuild:
    """Return the module of a battle with an option."""
    if not option[0]:
        return built_once(name)
    made = context(name)
    battle = replace(made.battle, options={**made.battle.options, option[0]: option[1]})
    return make_module(replace(made, battle=battle))


@pytest.mark.parametrize("case", CASES)
def test_units_out_of_command_are_named_and_no_others(case: Case) -> None:
    battle = context(case.name).battle
    names = {u.id: u.name.get("en") for u in battle.units}
    [line] = tell(case)
    side, _, said = line.partition(": ")
    unit = battle.unit(next(iter(case.units)))
    assert unit is not None
    assert side == battle.side(unit.side).name.get("en")  # type: ignore[union-attr]
    told, dash, _ = said.partition(" – ")
    assert (told.split(", ") if dash else []) == [f"{names[u]} #{case.units[u]}" for u in case.missed]


def test_a_commander_leads_what_names_nobody_on_his_side_alone() -> None:
    """JDG-2.3.2-e: a commander of the enemy orders nobody."""
    made = module_context_of("teaching-jdg")
    commands = tuple(replace(c, leader=None) for c in made.battle.commands)
    leaders = tuple(replace(x, command=None) for x in made.battle.leaders)
    given = replace(made, battle=replace(made.battle, commands=commands, leaders=leaders))
    led = {}
    for leader in leaders:
        if leader.role == "commander_in_chief":
            led[leader.side] = leads(given, leader)
    for side, numbers in led.items():
        own = [command_number(given, c.id) for c in commands if c.side == side]
        assert numbers == f",{','.join(own)},"
    assert len(led) == 2


@pytest.mark.parametrize("name", BATTLES)
def test_each_side_has_its_line(name: str) -> None:
    battle = context(name).battle
    first = [next(u.id for u in battle.units if u.side == s.id) for s in battle.sides]
    said = tell(Case(name, {}, dict.fromkeys(first, 0)))
    assert [line.partition(":")[0] for line in said] == [s.name.get("en") for s in battle.sides]
    rule = context(name).series.module.command_warning
    assert rule is not None
    assert all(line.endswith(str(rule.missed.get("en"))) for line in said)


@pytest.mark.parametrize("name", BATTLES)
def test_nothing_on_the_table_changes(name: str) -> None:
    """Only the marks that the button itself makes and reads: nobody sees them, and it makes them anew."""
    made = context(name)
    table = ModuleTable(made, built_once(name))
    assert made.battle.map is not None
    here = made.battle.map.grid.id(next(iter(made.battle.map.grid.hexes)))
    table.place([UnitAt(u.id, here) for u in made.battle.units])
    before = [dict(p.values) for p in table.pieces]
    table.button("Command range")
    for piece, values in zip(table.pieces, before, strict=True):
        assert {k: v for k, v in piece.values.items() if v != values[k]}.keys() <= {"Reached"}
