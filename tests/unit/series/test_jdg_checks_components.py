"""Checks of charts, components and routs: findings that no source text can cause, and ways to the edge."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from jdgtools.charts import Chart
from jdgtools.charts.model import Cell
from jdgtools.model.battle import Battle
from jdgtools.model.definition import BoxDef, SeriesDef
from jdgtools.series.jdg.checks.common import setup_of
from jdgtools.series.jdg.rout_paths import RoutMap
from jdgtools.series.strings import say
from tests.unit.series.test_jdg_checks import context, findings, without_row

Definition = Callable[[SeriesDef], SeriesDef]


def unchanged(battle: Battle) -> Battle:
    return battle


def with_series(change: Definition) -> Callable[[Battle], Battle]:
    return lambda battle: replace(battle, series=change(battle.series))


def with_marker(marker: str, **changes: object) -> Callable[[Battle], Battle]:
    def change(series: SeriesDef) -> SeriesDef:
        markers = tuple(replace(m, **changes) if m.id == marker else m for m in series.markers)  # type: ignore[arg-type]
        return replace(series, markers=markers)

    return with_series(change)


def keep(attribute: str, wanted: Callable[[str], bool]) -> Callable[[Battle], Battle]:
    """Keeps only some of the markers, boxes or turn flags of the series."""

    def change(series: SeriesDef) -> SeriesDef:
        found = tuple(x for x in getattr(series, attribute) if wanted(x[0] if isinstance(x, tuple) else x.id))
        return replace(series, **{attribute: found})

    return with_series(change)


@pytest.mark.parametrize("chk", [104, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124])
def test_nothing_is_wrong_with_the_series(chk: int) -> None:
    assert findings(chk, unchanged) == []


# --- charts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chk", "chart", "row", "found"),
    [
        (113, "TBL-FIRE", "F1", ["TBL-FIRE has no row for totals below 9"]),
        (113, "TBL-FIRE", "F3", ["TBL-FIRE has no row for totals 12 to 13"]),
        (113, "TBL-FIRE", "F5", ["TBL-FIRE has no row for totals above 16"]),
        (114, "TBL-SHOCK", "R6", ["TBL-SHOCK has no row for total 4"]),
        (115, "TBL-RATIO", "2:1", ["TBL-RATIO has no line 2:1"]),
        (115, "TBL-RATIO", "1:1.5", ["TBL-RATIO has no line 1:1.5"]),
        (115, "TBL-RATIO", "4:1", []),
        (116, "TBL-RATIO", "2:1", ["TBL-RATIO makes 1.5:1 of 8 SP against 3"]),
        (
            117,
            "TBL-FIRE-DRM",
            "long_range",
            ["TBL-FIRE-DRM has no line for maximum range (long_range, normal)"],
        ),
        (
            118,
            "TBL-SHOCK-DRM",
            "charge_bonus",
            ["TBL-SHOCK-DRM has no line for charge bonus (charge_bonus, charge)"],
        ),
        (
            119,
            "TBL-TEC-HEX",
            "village",
            ["TBL-TEC-HEX has no line for the defender in a village (village, shock_drm_defender)"],
        ),
    ],
)
def test_rows_that_a_chart_needs(chk: int, chart: str, row: str, found: list[str]) -> None:
    assert findings(chk, unchanged, without_row(chart, row)) == found


def test_ratio_lines_stand_in_order() -> None:
    def swapped(chart: Chart) -> Chart:
        if chart.id != "TBL-RATIO":
            return chart
        keys = chart.axes[0].keys
        axis = replace(chart.axes[0], keys=(*keys[:-2], keys[-1], keys[-2]))
        return replace(chart, axes=(axis,))

    assert "TBL-RATIO lists 4:1 after 5:1" in findings(115, unchanged, swapped)


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        (Cell(2, "house", ("HC-1.1",)), False),
        (Cell(2, "house", ()), True),
        (Cell(2, "house", ("HC-99",)), True),
        (Cell(2, "rules", ("JDG-4.3-b",)), False),
        (Cell(2, "rules", ("AMB-28",)), False),
        (Cell(2, "rules", ("JDG-99-z",)), True),
        (Cell(2, "player-aid", ()), True),
    ],
)
def test_cells_name_their_source(cell: Cell, found: bool) -> None:
    def sourced(chart: Chart) -> Chart:
        if chart.id != "TBL-TEC-HEX":
            return chart
        return replace(chart, cells={**chart.cells, ("village", "infantry"): cell})

    expected = "TBL-TEC-HEX has 1 value without a known source, such as village, infantry"
    assert findings(124, unchanged, sourced) == ([expected] if found else [])


# --- inventory ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("marker", ["orders_received", "square", "fired", "renfort", "shock", "shock_check",
                                    "charge", "rout", "turn", "without_orders"])  # fmt: skip
def test_every_marker_of_the_rules_is_demanded(marker: str) -> None:
    found = findings(120, keep("markers", lambda name: name != marker))
    assert len(found) == 1 and found[0].startswith(f"the series has no marker `{marker}`, but ")


def test_markers_for_arms_that_are_absent_are_not_demanded() -> None:
    def change(battle: Battle) -> Battle:
        no_cavalry = tuple(u for u in battle.units if u.arm != "cavalry")
        return replace(battle, units=no_cavalry, markers={"charge": 0, "renfort": 4})

    assert findings(120, change) == []


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"back_legend": say("None", "Aucun", "Brak")}, "differ face down: the legend"),
        ({"colour": "marker_fire"}, "differ face down: the colour"),
        ({"hidden": False}, "marker `without_orders` does not lie face down"),
    ],
)
def test_order_markers_look_alike(changes: dict[str, object], found: str) -> None:
    messages = findings(121, with_marker("without_orders", **changes))
    assert len(messages) == 1 and found in messages[0]


def test_one_cup_for_both_sides() -> None:
    def per_side(series: SeriesDef) -> SeriesDef:
        boxes = tuple(replace(b, per="side") if b.id == "cup" else b for b in series.boxes)
        return replace(series, boxes=boxes)

    def two(series: SeriesDef) -> SeriesDef:
        return replace(series, boxes=(*series.boxes, BoxDef("cup", say("Cup", "Gobelet", "Kubek"))))

    assert findings(123, keep("boxes", lambda name: name != "cup")) == ["the series has no cup"]
    for change in (per_side, two):
        assert findings(123, with_series(change)) == ["the series has no common cup for activation markers"]


def test_turns_have_both_flags() -> None:
    found = findings(104, keep("turn_flags", lambda name: name != "fog"))
    assert set(found) == {"the series gives its turns no flag `fog`"}


# --- routs --------------------------------------------------------------------------------------------------

SLOPES = "hexsides: [{kind: steep_slope, sides: [0302/S, 0202/SE, 0402/SW]}]\n"
WALLS = "hexsides: [{kind: impassable, sides: [0303/N-NE-NW]}]\n"


def routs(folder: Path, edge: str, land: str, movers: tuple[tuple[str, int], ...]) -> set[str]:
    """Hexes without a way to the edge."""
    ctx = context(folder, "red-inf-1 0101", land)
    assert ctx.map_rules is not None
    ground = setup_of(ctx).ground
    assert ground is not None
    free = RoutMap(ground, ctx.map_rules, edge).reached_hexes(movers)
    return {ctx.hex_id(i) for i in ground.map.grid.hexes if i not in free}


INFANTRY = (("infantry", 4),)


@pytest.mark.parametrize(
    ("edge", "land", "movers", "shut"),
    [
        ("N", "", INFANTRY, set()),
        # Hex 0303 opens to the south alone: no way north, and none that goes back first.
        ("N", WALLS, INFANTRY, {"0303"}),
        ("S", WALLS, INFANTRY, set()),
        ("E", WALLS, INFANTRY, set()),
        ("NE", WALLS, INFANTRY, {"0303"}),
        # A road through the wall lifts it (JDG-4.3.2-b).
        ("N", WALLS + "ways: [{kind: trail, hexes: 0302-0303}]\n", INFANTRY, set()),
        # Each step must be affordable (JDG-10.4-EX1).
        ("N", "", (("infantry", 0),), None),
        # Every kind must find a way: infantry climbs a steep slope, artillery does not.
        ("N", SLOPES, INFANTRY, set()),
        ("N", SLOPES, (*INFANTRY, ("foot_artillery", 4)), {"0303"}),
    ],
)
def test_ways_to_the_rout_edge(
    tmp_path: Path, edge: str, land: str, movers: tuple[tuple[str, int], ...], shut: set[str] | None
) -> None:
    found = routs(tmp_path, edge, land, movers)
    if shut is None:
        assert len(found) == 6 * 4  # only the hexes at the edge itself lead off the map
    else:
        assert found == shut


def test_one_search_agrees_with_another(tmp_path: Path) -> None:
    """Searching on from what is known gives what a search from the edge gives."""
    ctx = context(
        tmp_path, "red-inf-1 0101", "hexsides: [{kind: river, sides: [0103/S, 0203/S, 0303/N-NE-SE-S-SW]}]\n"
    )
    assert ctx.map_rules is not None
    ground = setup_of(ctx).ground
    assert ground is not None
    both, guns = (("infantry", 4), ("foot_artillery", 3)), (("foot_artillery", 3),)
    routs = RoutMap(ground, ctx.map_rules, "N")
    assert routs.reached_hexes(guns, routs.reached_hexes(both)) == RoutMap(
        ground, ctx.map_rules, "N"
    ).reached_hexes(guns)


def test_edge_of_the_map(tmp_path: Path) -> None:
    """Beside hexes out of play the map ends; such a hex itself is no entry hex."""
    land = "playable: |\n  . . . . . .\n  . . . . . .\n  . . # . . .\n  . . . . . .\n  . . . . . .\n"
    ctx = context(tmp_path, "red-inf-1 0101", land)
    assert ctx.map is not None
    at = ctx.map.grid.index
    edge = {name: ctx.map.is_edge(at(name) or 0) for name in ("0101", "0302", "0303", "0304", "0504", "0502")}
    assert edge == {"0101": True, "0302": True, "0303": False, "0304": True, "0504": False, "0502": False}
