"""Results of the module's checks beside those of the charts, over tables of situations.

The tables (`situations/*.json`) hold units on the map of the teaching battles; what they give is worked out
twice: by the buttons of the generated module, and from the data of the charts (`tests/tools`).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.terms import chart, resolve
from jdgtools.exporters.vassal import make_module
from jdgtools.vassal.traits import Trigger
from tests.tools.module_compare import amounts, compare
from tests.tools.module_situations import Situation, check_of, command_key, line_of
from tests.tools.module_table import ModuleTable, UnitAt
from tests.tools.tabletop_counters import key_id
from tests.tools.vassal_expressions import Scope, evaluate
from tests.unit.exporters_vassal.conftest import built_once, context, module_context_of

SERIES = ("jdg", "afe", "mpbs")
HERE = Path(__file__).parent / "situations"
BATTLES = sorted(path.stem for path in (HERE / "battles").glob("*.json"))
ASKED = {
    "T-CC-DRM": {"leader_attacker", "leader_defender", "pistols_attacker", "pistols_defender"}
    | {"salvo_attacker", "salvo_defender", "morale_state"},
    "T-FIRE-DRM": {"advancing", "advancing_reaction", "retreating", "retreating_reaction", "target_leader"}
    | {"second_half_salvo", "hi_at_moving_cavalry", "morale"},
    "T-ART-DRM": {"target_leader", "reaction"},
    "TBL-FIRE-DRM": {"combined_battery", "other", "fatigue", "level", "leader"},
    "TBL-SHOCK-DRM": {"out_of_six_front", "pursuit", "other"},
    "TBL-MELEE-DRM": {"countercharged", "stakes", "higher", "lower", "surrounded", "fatigue", "leader"},
}
"""Chart -> lines that add nothing, or that the players are asked for."""
UNREACHED = {"many_sp"}
"""Lines that no unit of the teaching battles can have; tests of their own are below."""


@cache
def made(series: str) -> BuildContext:
    """Return the teaching battle of a series."""
    return context(f"teaching-{series}")


@cache
def table(series: str) -> ModuleTable:
    """Return its module at play."""
    return ModuleTable(made(series), built_once(f"teaching-{series}"))


def module_context(series: str) -> ModuleContext:
    """Return what expressions of the series are resolved with."""
    return module_context_of(f"teaching-{series}")


def situations(series: str) -> list[Situation]:
    """Return the table of a series."""
    return _read(HERE / f"{series}.json")


def situations_of_battle(battle: str) -> list[Situation]:
    """Return the table of a battle, on its own map."""
    return _read(HERE / "battles" / f"{battle}.json")


def _read(path: Path) -> list[Situation]:
    return msgspec.convert(json.loads(path.read_text("utf-8")), list[Situation])


@pytest.mark.parametrize("series", SERIES)
def test_module_and_charts_agree_in_every_situation(series: str) -> None:
    rows = situations(series)
    assert len(rows) >= 60
    problems = {
        n: found for n, row in enumerate(rows) if (found := compare(made(series), table(series), row)[0])
    }
    assert not problems


@pytest.mark.parametrize("name", BATTLES)
def test_module_and_charts_agree_on_the_map_of_a_battle(name: str) -> None:
    """Its own units and ground, its special rules: as the teaching battles have them, and as only it does."""
    rows = situations_of_battle(name)
    battle = context(name)
    on_map = ModuleTable(battle, built_once(name))
    assert len(rows) >= 15
    problems = {n: found for n, row in enumerate(rows) if (found := compare(battle, on_map, row)[0])}
    assert not problems


@pytest.mark.parametrize("name", [*SERIES, *BATTLES])
def test_the_counter_of_every_situation_has_its_command(name: str) -> None:
    """A result of a command that no player can give proves nothing."""
    rows = situations(name) if name in SERIES else situations_of_battle(name)
    battle = f"teaching-{name}" if name in SERIES else name
    on_map = ModuleTable(context(battle), built_once(battle))
    without = [
        (n, acting.unit, row.check)
        for n, row in enumerate(rows)
        for acting in row.units
        if acting.part == "acting"
        and command_key(check_of(on_map.made, row.check))
        not in {key_id(t.key) for t in on_map.slots["unit", acting.unit].all(Trigger)}
    ]
    assert not without


@pytest.mark.parametrize("series", SERIES)
def test_the_table_touches_every_line_and_both_ends(series: str) -> None:
    rows = situations(series)
    touched = set().union(*(compare(made(series), table(series), row)[1] for row in rows))
    lines = {line for _, line, _ in touched}
    for check in {row.check: check_of(made(series), row.check) for row in rows}.values():
        for n, modifier in enumerate(check.modifiers):
            cell = (
                chart(module_context(series), modifier.cell[0]).value(*modifier.cell[1:])
                if modifier.cell
                else 1
            )
            assert cell == 0 or line_of(check, n) in lines | UNREACHED, (check.id, line_of(check, n))
        for n in range(len(check.instead)):
            assert (check.id, "instead", str(n)) in touched, (check.id, n)
        dice = {row.die for row in rows if row.check == check.id}
        assert check.id in ("counter_battery", "reaction_fire", "flank_fire") or dice >= {0, 9}, check.id


@pytest.mark.parametrize("series", SERIES)
def test_every_line_of_a_chart_is_counted_or_asked_for(series: str) -> None:
    checks = made(series).series.module.checks
    for chart_id, asked in ASKED.items():
        book = made(series).charts
        assert book is not None
        if chart_id not in {c.id for c in book}:
            continue
        counted = {line_of(c, n) for c in checks for n in range(len(c.modifiers))}
        assert set(book.get(chart_id).axes[0].ids) <= counted | asked, chart_id


def close_combat(target: UnitAt, *attackers: UnitAt) -> dict[str, int]:
    """Return line -> amount of a close combat, after a comparison with the charts."""
    problems, _ = compare(made("mpbs"), table("mpbs"), Situation("close_combat", [*attackers, target]))
    assert not problems
    return amounts(check_of(made("mpbs"), "close_combat"), table("mpbs").properties)


@pytest.mark.parametrize(
    ("formation", "kinds"),
    [("formation_normal", -4), ("formation_broken", -1), ("column", -1), ("hedgehog", -6)],
)
def test_cavalry_against_pikes_by_their_formation(formation: str, kinds: int) -> None:
    """MP-11.3.8-a: a broken block is not formed, and a column that is attacked breaks (MP-6.3.4-h)."""
    pikes = UnitAt("em-red", "1304", 5, "target", {"formation": formation})
    assert close_combat(pikes, UnitAt("un-horn", "1303", 2, "acting"))["matrix"] == kinds


def test_halves_in_flank_and_rear_count_both() -> None:
    """EX-11.3.7-1, AMB-55."""
    grid = table("mpbs").map.grid
    centre = grid.index("1303")
    assert centre is not None
    left = grid.neighbour(centre, 5)
    assert left is not None
    target = UnitAt("em-kurz", "1303", 2, "target")
    lines = close_combat(target, UnitAt("un-yellow", grid.id(left), 1, "acting"))
    assert (lines.get("right_flank"), lines.get("rear"), lines.get("left_flank")) == (1, 1, None)


def test_flanks_of_a_unit_of_two_hexes_are_found() -> None:
    """MP-6.1-c: one flank hex at each end."""
    grid = table("mpbs").map.grid
    left = grid.index("1303")
    assert left is not None
    target = UnitAt("em-red", "1303", 0, "target")
    right = grid.neighbour(left, 2)
    assert right is not None
    ends = {"left_flank": grid.neighbour(left, 5), "right_flank": grid.neighbour(right, 2)}
    for line, index in ends.items():
        assert index is not None
        lines = close_combat(target, UnitAt("un-horn", grid.id(index), 0, "acting"))
        assert lines[line] == 1
        assert lines["matrix"] == -1


@pytest.mark.parametrize(("firers", "more"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3)])
def test_more_firers_add_up_to_three(firers: int, more: int) -> None:
    """AFE-9.3-e: one for each after the first, three at most."""
    value = next(m for m in check_of(made("afe"), "fire").modifiers if m.name.get("en") == "more units")
    text = resolve(module_context("afe"), value.value)
    assert evaluate("{" + text + "}", Scope({"Firers": firers}.get)) == more


@pytest.mark.parametrize("gun", ["12-24", "4-8", "3"])
def test_artillery_beyond_its_last_band_uses_that_band(gun: str) -> None:
    terms = module_context("mpbs")
    text = "{" + resolve(terms, "[grid T-ART-RANGE|Size|Reach]") + "}"
    ranges = chart(terms, "T-ART-RANGE")
    last = 0
    for reach in range(1, 21):
        cell = ranges.lookup(gun, reach)
        assert cell is not None
        last = cell.value if isinstance(cell.value, int) else last
        size = ranges.axes[0].ids.index(gun)
        assert evaluate(text, Scope({"Size": size, "Reach": reach}.get)) == last


@pytest.mark.parametrize(
    ("series", "key"), [("jdg", "TBL-RATIO"), ("afe", "TBL-MELEE-RATIO"), ("mpbs", "T-CC-RATIO")]
)
def test_ratios_are_those_of_the_chart(series: str, key: str) -> None:
    terms = module_context(series)
    text = "{" + resolve(terms, f"[ratio {key}|AS|DS]") + "}"
    for first in range(25):
        for second in range(1, 25):
            best = [
                chart(terms, key).value(k.id)
                for k in chart(terms, key).axes[0].keys
                if k.ratio is not None and first * k.ratio[1] >= second * k.ratio[0]
            ]
            wanted = best[-1] if best else chart(terms, key).value(chart(terms, key).axes[0].ids[0])
            assert evaluate(text, Scope({"AS": first, "DS": second}.get)) == wanted


def test_exact_ratios_round_nothing() -> None:
    """The option of exact ratios: 3:5 and 9:10 give 0, 1:2 and less −1, 1:4 and less −2 (AMB-39)."""
    terms = module_context("mpbs")
    ratio = next(m for m in check_of(made("mpbs"), "close_combat").modifiers if m.name.get("en") == "ratio")
    text = "{" + resolve(terms, ratio.value) + "}"
    sides = {
        (3, 5): 0,
        (9, 10): 0,
        (5, 10): -1,
        (3, 9): -1,
        (1, 4): -2,
        (5, 5): 0,
        (8, 4): 1,
        (8, 2): 2,
        (7, 4): 0,
    }
    for (first, second), wanted in sides.items():
        assert evaluate(text, Scope({"AS": first, "DS": second}.get)) == wanted
    rounded = text.replace("(true&&", "(false&&")
    assert rounded != text
    sides = {(3, 5): -1, (9, 10): -1, (5, 9): -1, (3, 8): -1, (3, 9): -1, (1, 4): -2, (5, 5): 0}
    for (first, second), wanted in sides.items():
        assert evaluate(rounded, Scope({"AS": first, "DS": second}.get)) == wanted


def test_large_units_fire_better() -> None:
    battle = made("afe").battle
    units = tuple(
        structs.replace(u, front={**u.front, "sp": 9}) if u.id in ("be-xbow", "cr-arc") else u
        for u in battle.units
    )
    large = structs.replace(made("afe"), battle=structs.replace(battle, units=units))
    large_table = ModuleTable(large, make_module(large))
    target = UnitAt("gu-mi1", "C3", 0, "target")
    row = Situation("fire", [UnitAt("be-xbow", "C1", 3, "acting"), target])
    problems, touched = compare(large, large_table, row)
    assert not problems
    assert ("fire", "many_sp", "1") in touched


@pytest.mark.parametrize("series", SERIES)
@pytest.mark.parametrize("language", ["en", "fr", "pl", "hu"])
def test_no_terrain_is_taken_for_another(series: str, language: str) -> None:
    """A zone is recognised by the beginning of its name."""
    names = [t.name.get(language) for t in made(series).battle.series.terrains if t.kind == "hex"]
    assert not [(a, b) for a in names for b in names if a != b and b.startswith(f"{a},")]
