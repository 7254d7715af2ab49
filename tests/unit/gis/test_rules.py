"""The rules of docs/gis.md, each on a few hexes of 100 m."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap
from jdgtools.model.survey import CloseCall
from tests.unit.gis.helpers import battle, codes, feature, map_of

GRID = HexGrid(6, 5)
LAYOUT = Layout(GRID, 100.0)
HEIGHT = LAYOUT.height


def at(hex_id: str, dx: float = 0.0, dy: float = 0.0) -> list[float]:
    """A point in metres east and north of the centre of a hex."""
    index = GRID.index(hex_id)
    assert index is not None
    x, y = LAYOUT.centre(index)
    return [x + dx, HEIGHT - y + dy]


def box(hex_id: str, west: float, south: float, east: float, north: float) -> list[list[list[float]]]:
    """A rectangle around the centre of a hex."""
    (x, y) = at(hex_id)
    return [
        [
            [x + west, y + south],
            [x + east, y + south],
            [x + east, y + north],
            [x + west, y + north],
            [x + west, y + south],
        ]
    ]


def made(
    tmp_path: Path, layers: str, features: list[dict[str, Any]], more: str = "", rest: str = "", **kw: Any
) -> BattleMap:
    text = f"anchor: {{at: [0, 0]}}\nlayers:\n{layers}\n{more}"
    loaded = battle(tmp_path, text, features, rest=rest, **kw)
    assert [c for c in codes(loaded) if c.startswith(("MAP06", "REF", "SCH"))] == [], [
        str(d) for d in loaded.report
    ]
    return map_of(loaded)


def of(found: BattleMap, hex_id: str) -> str | None:
    return found.terrain[GRID.index(hex_id) or 0]


def calls(found: BattleMap, kind: str) -> dict[str, CloseCall]:
    assert found.survey is not None
    return {GRID.id(c.hex): c for c in found.survey.calls if c.kind == kind}


# --- terrain -----------------------------------------------------------------------------------------

HEX_AREA = 100 * 100 * 3**0.5 / 2


def part(share: float) -> float:
    """Width of a strip, 40 m high, that covers a share of a hex."""
    return share * HEX_AREA / 40


def test_majority_of_area_counts_bare_ground_too(tmp_path: Path) -> None:
    woods = [
        feature("Polygon", box("0202", -40, -20, -40 + part(0.4), 20), k="wood"),
        feature("Polygon", box("0402", -50, -43, 50, 43), k="wood"),
    ]
    found = made(tmp_path, "  - {terrain: wood}", woods)
    assert of(found, "0202") == "clear"
    assert of(found, "0402") == "wood"


def test_what_lies_below_is_not_seen_and_layers_of_one_terrain_add_up(tmp_path: Path) -> None:
    """Two woods of 30 % each from two layers beat a field below them that covers everything."""
    whole = box("0303", -60, -60, 60, 60)
    left, right = box("0303", -45, -43, -10, 43), box("0303", 10, -43, 45, 43)
    features = [
        feature("Polygon", whole, k="field"),
        feature("Polygon", left, k="wood"),
        feature("Polygon", right, k="park"),
    ]
    layers = "  - {where: {k: field}, terrain: clear_ploughed}\n  - {where: {k: wood}, terrain: wood}\n  - {where: {k: park}, terrain: wood}"
    assert of(made(tmp_path / "a", layers, features), "0303") == "wood"
    above = layers.replace("clear_ploughed", "clear_ploughed, priority: 1")
    assert of(made(tmp_path / "b", above, features), "0303") == "clear_ploughed"


def test_overlapping_areas_of_a_layer_count_once(tmp_path: Path) -> None:
    same = feature("Polygon", box("0303", -40, -20, -40 + part(0.3), 20))
    assert of(made(tmp_path, "  - {terrain: wood}", [same, same]), "0303") == "clear"


def test_a_share_claims_before_the_majority(tmp_path: Path) -> None:
    features = [
        feature("Polygon", box("0303", -60, -60, 60, 60), k="wood"),
        feature("Polygon", box("0303", -40, -20, -40 + part(0.2), 20), k="marsh"),
    ]
    layers = "  - {where: {k: wood}, terrain: wood}\n  - {where: {k: marsh}, terrain: marsh, share: %s}"
    assert of(made(tmp_path / "a", layers % 0.15, features), "0303") == "marsh"
    assert of(made(tmp_path / "b", layers % 0.25, features), "0303") == "wood"


def test_of_two_claims_priority_wins_then_the_first_layer(tmp_path: Path) -> None:
    features = [feature("Polygon", box("0303", -30, -30, 30, 30), k=k) for k in ("a", "b")]
    layers = (
        "  - {where: {k: a}, terrain: marsh, share: 0.1%s}\n  - {where: {k: b}, terrain: wood, share: 0.1%s}"
    )
    assert of(made(tmp_path / "a", layers % ("", ""), features), "0303") == "marsh"
    assert of(made(tmp_path / "b", layers % ("", ", priority: 1"), features), "0303") == "wood"


def test_buildings_by_count_and_by_area(tmp_path: Path) -> None:
    houses = [feature("Polygon", box("0303", x, 0, x + 10, 10), b="yes") for x in (-40, -20, 0, 20)]
    far = [feature("Point", at("0505"), b="yes")]
    assert of(made(tmp_path / "a", "  - {terrain: village, count: 4}", houses + far), "0303") == "village"
    assert of(made(tmp_path / "b", "  - {terrain: village, count: 5}", houses + far), "0303") == "clear"
    assert of(made(tmp_path / "c", "  - {terrain: village, area: 399}", houses + far), "0303") == "village"
    assert of(made(tmp_path / "d", "  - {terrain: village, area: 401}", houses + far), "0303") == "clear"
    one = made(tmp_path / "e", "  - {terrain: farm}", far)
    assert (of(one, "0505"), of(one, "0303")) == ("farm", "clear")


def test_lines_claim_by_length(tmp_path: Path) -> None:
    line = feature("LineString", [at("0303", -40), at("0303", 30)])
    assert of(made(tmp_path / "a", "  - {terrain: brush, length: 0.69}", [line]), "0303") == "brush"
    assert of(made(tmp_path / "b", "  - {terrain: brush, length: 0.71}", [line]), "0303") == "clear"


def test_least_share_and_otherwise(tmp_path: Path) -> None:
    features = [
        feature("Polygon", box("0303", -50, -43, -50 + part(0.3), 43), k="a"),
        feature("Polygon", box("0303", 0, -43, 60, 43), k="b"),
    ]
    layers = "  - {where: {k: a}, terrain: vineyard}\n  - {where: {k: b}, terrain: wood}"
    assert of(made(tmp_path / "a", layers, features), "0303") == "wood"
    strict = made(tmp_path / "b", layers, features, "rules: {share: 0.6}\notherwise: brush")
    assert of(strict, "0303") == "brush"
    assert of(strict, "0101") == "brush"


def test_close_terrain_names_the_runner_up_and_both_shares(tmp_path: Path) -> None:
    west = feature("Polygon", box("0303", -60, -60, 0, 60), k="a")
    east = feature("Polygon", box("0303", 0, -60, 60, 60), k="b")
    layers = "  - {where: {k: a}, terrain: vineyard}\n  - {where: {k: b}, terrain: wood}"
    found = made(tmp_path, layers, [west, east])
    call = calls(found, "terrain")["0303"]
    assert (call.chosen, call.other, call.margin) == ("vineyard", "wood", 0.0)
    assert call.why == "50 % vineyard, 50 % wood"


@pytest.mark.parametrize(
    ("share", "chosen", "close"),
    [(0.18, "clear", True), (0.22, "village", True), (0.3, "village", False), (0.1, "clear", False)],
)
def test_close_claims_on_both_sides_of_the_threshold(
    share: float, chosen: str, close: bool, tmp_path: Path
) -> None:
    area = feature("Polygon", box("0303", -40, -20, -40 + part(share), 20))
    found = made(tmp_path, "  - {terrain: village, share: 0.2}", [area])
    assert of(found, "0303") == chosen
    assert ("0303" in calls(found, "terrain")) is close


# --- overrides and pictures ----------------------------------------------------------------------------


def test_overrides_settle_a_call(tmp_path: Path) -> None:
    west = feature("Polygon", box("0303", -60, -60, 0, 60), k="a")
    found = made(tmp_path, "  - {terrain: wood}", [west], "overrides:\n  terrain: {0303: garden}")
    assert of(found, "0303") == "garden"
    assert "0303" not in calls(found, "terrain")


def test_picture_and_hexes_come_before_the_geometry(tmp_path: Path) -> None:
    everything = feature("Polygon", [[[-50, -50], [900, -50], [900, 900], [-50, 900], [-50, -50]]])
    rest = 'legend: {".": clear, v: vineyard}\nterrain: |\n' + "\n".join(
        ["  . ? v ? ? ?", "  ? ? ? ? ? ?", "  ? ? ? ? ? ?", "  ? ? ? ? ? ?", "  ? ? ? ? ? ?"]
    )
    found = made(tmp_path, "  - {terrain: wood}", [everything], rest=rest + "\nhexes: {0202: marsh}\n")
    assert [of(found, h) for h in ("0101", "0201", "0301", "0202", "0303")] == [
        "clear",
        "wood",
        "vineyard",
        "marsh",
        "wood",
    ]


# --- ways ----------------------------------------------------------------------------------------------


def chain(found: BattleMap) -> list[str]:
    return ["-".join(GRID.id(h) for h in way.hexes) for way in found.ways]


def test_a_corner_that_is_merely_cut_is_left_out(tmp_path: Path) -> None:
    """From 0302 to 0303 by a step of 10 m through 0403."""
    (x, y) = LAYOUT.corner(GRID.index("0302") or 0, 2)  # where 0302, 0303 and 0402 meet, south-east
    corner = [x, HEIGHT - y]
    line = [at("0302"), [corner[0] + 8, corner[1] + 8], [corner[0] + 8, corner[1] - 8], at("0303")]
    found = made(tmp_path / "a", "  - {way: road}", [feature("LineString", line)])
    assert chain(found) == ["0302-0303"]
    kept = made(tmp_path / "b", "  - {way: road, cut: 0}", [feature("LineString", line)])
    assert chain(kept)[0].count("-") == 2
    told = made(
        tmp_path / "c",
        "  - {way: road}",
        [feature("LineString", line)],
        f"overrides: {{ways: {{{chain(kept)[0][5:9]}: keep}}}}",
    )
    assert chain(told) == chain(kept)


def test_a_look_into_the_next_hex_is_left_out(tmp_path: Path) -> None:
    line = [at("0303", -40), at("0303", 0, 45), at("0303", 5, 55), at("0303", 10, 45), at("0304")]
    assert chain(made(tmp_path, "  - {way: road}", [feature("LineString", line)])) == ["0303-0304"]


def test_close_cut_is_a_call_that_can_be_turned(tmp_path: Path) -> None:
    y = 50 - 24 * 3**0.5 / 2  # a chord of about 24 m below the top corner
    line = [at("0303", -60, 43), at("0303", 0, 50 + 12), at("0303", 60, 43)]
    found = made(tmp_path, "  - {way: road, cut: 0.5}", [feature("LineString", line)], "rules: {close: 0.5}")
    assert calls(found, "way")
    assert all("of a hex width" in c.why for c in calls(found, "way").values())
    assert y > 0


def test_pieces_of_a_road_are_joined_and_repeats_dropped(tmp_path: Path) -> None:
    """Cut in three pieces, one of them backwards, and a second carriageway 5 m beside it."""
    points = [at("0102"), at("0202"), at("0303"), at("0402")]
    features = [
        feature("LineString", points[:2], name="Way"),
        feature("LineString", points[1:3][::-1], name="Way"),
        feature("LineString", points[2:], name="Way"),
        feature("LineString", [[x, y + 5] for x, y in points], name="Way"),
    ]
    found = made(tmp_path, "  - {way: road}", features)
    assert sorted(chain(found)) == ["0102-0202-0303-0402"] or sorted(chain(found)) == ["0402-0303-0202-0102"]
    assert found.ways[0].name is not None and found.ways[0].name.get("en") == "Way"


@pytest.mark.parametrize("first", ["road", "trail"])
def test_of_two_ways_between_the_same_hexes_the_layer_listed_first_stays(first: str, tmp_path: Path) -> None:
    """A trail beside a road begins where it leaves it."""
    points = [at("0102"), at("0202"), at("0303"), at("0402")]
    features = [
        feature("LineString", points, k="road"),
        feature("LineString", [*([x, y + 5] for x, y in points[:3]), at("0304"), at("0305")], k="trail"),
    ]
    second = "trail" if first == "road" else "road"
    layers = "".join(f"  - {{where: {{k: {kind}}}, way: {kind}}}\n" for kind in (first, second))
    found = made(tmp_path, layers, features)
    listed = {way.kind: [found.grid.id(h) for h in way.hexes] for way in found.ways}
    assert len(found.ways) == 2
    if first == "road":
        assert listed == {"road": ["0102", "0202", "0303", "0402"], "trail": ["0303", "0304", "0305"]}
    else:
        assert listed == {"trail": ["0102", "0202", "0303", "0304", "0305"], "road": ["0303", "0402"]}


def test_a_branch_reaches_the_road(tmp_path: Path) -> None:
    """A lane that meets the road 10 m inside its hex is not cut off there."""
    main = feature("LineString", [at("0103", 0, -38), at("0303", 0, -38), at("0503", 0, -38)])
    lane = feature("LineString", [at("0303", 0, -38), at("0304", 0, 0)])
    found = made(tmp_path, "  - {way: road}", [main, lane])
    assert any("0303-0304" in c or "0304-0303" in c for c in chain(found))


def test_a_road_leaves_the_map(tmp_path: Path) -> None:
    line = [at("0301", 0, 300), at("0301"), at("0302"), at("0302", 900, 0)]
    found = made(tmp_path, "  - {way: road}", [feature("LineString", line)])
    way = found.ways[0]
    assert way.exits[0] == 0
    assert way.exits[1] is not None and GRID.neighbour(way.hexes[-1], way.exits[1]) is None


# --- rivers and walls ----------------------------------------------------------------------------------


def sides(found: BattleMap, kind: str) -> set[str]:
    return {f"{GRID.id(f.side.a)}/{f.side.d}" for f in found.features if f.kind == kind}


def named(*texts: str) -> set[str]:
    from jdgtools.hexgrid.chain import parse_sides

    got = parse_sides(" ".join(texts), GRID)
    assert isinstance(got, tuple), got
    return {f"{GRID.id(s.a)}/{s.d}" for s in got if len(GRID.side_hexes(s)) == 2}


@pytest.mark.parametrize(("dx", "left"), [(-15, False), (15, True)])
def test_a_river_runs_between_the_banks(dx: float, left: bool, tmp_path: Path) -> None:
    """From north to south through column 3, west or east of the centres."""
    line = feature("LineString", [at("0301", dx, 300), at("0305", dx, -300)])
    found = made(tmp_path, "  - {hexside: river}", [line])
    west = named(*(f"030{r}/NW-SW" for r in range(1, 6)))
    east = named(*(f"030{r}/NE-SE" for r in range(1, 6)))
    # Drawn towards the south: what lies east of the line is on its left.
    assert sides(found, "river") == (east if left else west)


def test_a_river_through_the_centres_is_a_call_of_banks_and_can_be_turned(tmp_path: Path) -> None:
    line = [feature("LineString", [at("0301", 1, 300), at("0305", 1, -300)])]
    found = made(tmp_path / "a", "  - {hexside: river}", line)
    assert sorted(calls(found, "bank")) == [f"030{r}" for r in range(1, 6)]
    call = calls(found, "bank")["0303"]
    assert (call.chosen, call.other) == ("right", "left")
    turned = made(tmp_path / "b", "  - {hexside: river}", line, "overrides: {banks: {0303: left}}")
    assert "0303" not in calls(turned, "bank")
    change = sides(found, "river") ^ sides(turned, "river")
    assert change == named("0303/*")


def test_a_tributary_reaches_the_river_and_a_spring_its_corner(tmp_path: Path) -> None:
    river = feature("LineString", [at("0301", 15, 300), at("0305", 15, -300)])
    brook = feature("LineString", [at("0503"), at("0403", 0, 10), at("0303", 15, 10)])
    found = made(tmp_path, "  - {hexside: river}", [river, brook])
    graph: dict[object, set[object]] = {}
    for f in found.features:
        a, b = GRID.side_ends(f.side)
        graph.setdefault(a, set()).add(b)
        graph.setdefault(b, set()).add(a)
    reached, front = set(), [next(iter(graph))]
    while front:
        reached.add(here := front.pop())
        front += [x for x in graph[here] if x not in reached]
    assert reached == set(graph), "the brook flows into the river"
    assert sides(found, "river") > named("0301/NE-SE", "0304/NE-SE")


def test_wide_rivers_fill_hexes(tmp_path: Path) -> None:
    line = feature("LineString", [at("0301", 0, 300), at("0305", 0, -300)], w="80")
    thin = feature("LineString", [at("0501", 10, 300), at("0505", 10, -300)], w="20")
    layers = "  - {hexside: river, width: w, wide: water}"
    found = made(tmp_path, layers, [line, thin], series="afe")
    assert [of(found, f"030{r}") for r in range(1, 6)] == ["water"] * 5
    assert sides(found, "river") == named(*(f"050{r}/NE-SE" for r in range(1, 6)))


def test_directed_hexsides_know_their_inside(tmp_path: Path) -> None:
    ring = feature("Polygon", box("0303", -60, -60, 60, 60))
    found = made(tmp_path / "a", "  - {hexside: redoubt}", [ring])
    assert sides(found, "redoubt") == named("0303/*")
    assert {f.inside for f in found.features} == {GRID.index("0303")}
    line = [feature("LineString", [at("0301", 20, 300), at("0305", 20, -300)])]
    for inside, hexes in (("left", {"04"}), ("right", {"03"})):
        walls = made(tmp_path / inside, f"  - {{hexside: wall, inside: {inside}}}", line)
        assert {GRID.id(f.inside)[:2] for f in walls.features if f.inside is not None} == hexes


def test_bridges_stand_where_the_road_crosses(tmp_path: Path) -> None:
    river = feature("LineString", [at("0301", 20, 300), at("0305", 20, -300)], k="river")
    road = feature("LineString", [at("0203"), at("0303"), at("0402", 0, -30), at("0503")], k="road")
    ford = feature("Point", at("0305", 45, 20), k="ford")
    layers = "  - {where: {k: river}, hexside: river}\n  - {where: {k: road}, way: road, bridge: bridge}\n  - {where: {k: ford}, crossing: ford}"
    found = made(tmp_path, layers, [river, road, ford])
    assert len(sides(found, "bridge")) == 1
    assert sides(found, "bridge") <= sides(found, "river")
    assert len(sides(found, "ford")) == 1
    assert sides(found, "ford") <= named("0305/NE-SE", "0304/SE")


def test_bridges_over_rivers_of_the_map_file(tmp_path: Path) -> None:
    rest = "rivers:\n  - {kind: river, sides: [0302/NE-SE, 0303/NE-SE, 0304/NE-SE]}\n"
    road = feature("LineString", [at("0203"), at("0303"), at("0402", 0, -30), at("0503")])
    layers = "  - {way: road, bridge: bridge}"
    found = made(tmp_path / "a", layers, [road], rest=rest)
    assert len(sides(found, "bridge")) == 1
    assert sides(found, "bridge") <= sides(found, "river")
    side = next(iter(f for f in found.features if f.kind == "bridge")).side
    written = f"crossings:\n  - {{kind: ford, side: {GRID.id(side.a)}/{('N', 'NE', 'SE', 'S', 'SW', 'NW')[side.d]}}}\n"
    forded = made(tmp_path / "b", layers, [road], rest=rest + written)
    assert (len(sides(forded, "bridge")), len(sides(forded, "ford"))) == (0, 1)


# --- levels --------------------------------------------------------------------------------------------


def heights(found: BattleMap) -> list[list[int | None]]:
    return [list(found.levels[r * 6 : r * 6 + 6]) for r in range(5)]


def east_lines(*pairs: tuple[float, float]) -> list[dict[str, Any]]:
    """North-south contours: (metres east, height)."""
    return [feature("LineString", [[x, -100], [x, 700]], h=h) for x, h in pairs]


def test_levels_rise_from_contour_to_contour(tmp_path: Path) -> None:
    lines = east_lines((0, 0), (110, 10), (200, 20), (290, 30), (375, 40), (460, 50))
    found = made(tmp_path, "  - {contours: h}", lines)
    assert heights(found) == [[0, 1, 2, 3, 4, 5]] * 5


def test_tops_and_hollows_beyond_the_last_contour(tmp_path: Path) -> None:
    """A valley between two lines of 20 m lies below 20 m, a top inside a line of 40 m not above 50 m."""
    valley = made(tmp_path / "a", "  - {contours: h}", east_lines((-50, 30), (100, 20), (450, 20), (600, 30)))
    assert heights(valley)[2][2:4] == [1, 1]
    top = made(tmp_path / "b", "  - {contours: h}", east_lines((-50, 30), (100, 40), (450, 40), (600, 30)))
    assert heights(top)[2][2:4] == [4, 4]


def test_spot_heights_lift_a_top(tmp_path: Path) -> None:
    lines = east_lines((-50, 30), (100, 40), (450, 40), (600, 30))
    spot = feature("Point", at("0303"), h=68)
    layers = "  - {where: {k: line}, contours: h}\n  - {where: {k: spot}, heights: h}"
    for f in lines:
        f["properties"]["k"] = "line"
    spot["properties"]["k"] = "spot"
    found = made(tmp_path, layers, [*lines, spot])
    assert found.levels[GRID.index("0303") or 0] in (5, 6)


def test_a_height_grid_gives_medians(tmp_path: Path) -> None:
    """Cells of 10 m that rise 1 m a column; a spike in one cell decides nothing."""
    rows = [[column + 3 for column in range(60)] for _ in range(60)]
    rows[30][26] = 900
    text = "ncols 60\nnrows 60\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -9999\n"
    text += "\n".join(" ".join(map(str, row)) for row in rows)
    found = made(
        tmp_path,
        "  - {terrain: wood}",
        [feature("Point", at("0101"))],
        "heights: {file: dem.asc, interval: 10}",
        files={"dem.asc": text},
    )
    centres = [LAYOUT.centre(i)[0] for i in range(6)]
    # The middle of column n of cells lies at 10 n + 5 metres and is n + 3 metres high.
    assert heights(found)[2] == [int((x / 10 + 2.5) // 10) for x in centres]


def test_base_interval_overrides_and_close_levels(tmp_path: Path) -> None:
    lines = east_lines((0, 100), (600, 160))
    found = made(
        tmp_path,
        "  - {contours: h}",
        lines,
        "heights: {base: 100, interval: 20}\noverrides: {levels: {0101: 7}}",
    )
    x = [LAYOUT.centre(i)[0] / 10 for i in range(6)]
    assert heights(found)[1] == [int(v // 20) for v in x]
    assert heights(found)[0][0] == 7
    for name, call in calls(found, "level").items():
        assert abs(int(call.chosen) - int(call.other)) == 1
        assert call.margin < 0.05, name
    assert "0101" not in calls(found, "level")


@pytest.mark.parametrize(
    ("series", "gentle", "steep"),
    [
        ("jdg", "slope", "steep_slope"),
        ("afe", "slope", "slope_steep"),
        ("mpbs", "slope_gentle", "slope_steep"),
    ],
)
def test_slopes_come_from_the_levels_by_the_steps_of_the_series(
    series: str, gentle: str, steep: str, tmp_path: Path
) -> None:
    rest = "levels: |\n" + "  0 0 1 1 3 3\n" * 5
    found = made(tmp_path, "  - {contours: h}", east_lines((0, 0), (600, 1)), rest=rest, series=series)
    assert {f.kind for f in found.features} == {gentle, steep}
    for f in found.features:
        a, b = GRID.side_hexes(f.side)
        assert f.inside == (a if (found.levels[a] or 0) > (found.levels[b] or 0) else b)
        assert abs((found.levels[a] or 0) - (found.levels[b] or 0)) == (1 if f.kind == gentle else 2)
    none = made(
        tmp_path / "n",
        "  - {contours: h}",
        east_lines((0, 0), (600, 1)),
        "heights: {slopes: false}",
        rest=rest,
        series=series,
    )
    assert none.features == ()


def test_a_written_slope_or_cliff_replaces_the_slope_from_levels(tmp_path: Path) -> None:
    rest = (
        "levels: |\n"
        + "  0 0 1 1 1 1\n" * 5
        + "hexsides:\n  - {kind: cliff, sides: [0303/NW]}\n  - {kind: steep_slope, sides: [0303/SW]}\n"
    )
    found = made(
        tmp_path,
        "  - {contours: h}",
        east_lines((0, 0), (600, 1)),
        "overrides: {hexsides: {0302/NW: none}}",
        rest=rest,
    )
    kinds = {d: [f.kind for f in found.features_at(GRID.index("0303") or 0, d)] for d in (4, 5)}
    assert kinds == {4: ["steep_slope"], 5: ["cliff"]}
    assert found.features_at(GRID.index("0302") or 0, 5) == ()
    assert [f.kind for f in found.features_at(GRID.index("0304") or 0, 5)] == ["slope"]


# --- names ---------------------------------------------------------------------------------------------


def test_places_regions_and_the_playable_area(tmp_path: Path) -> None:
    village = feature("Point", at("0203"), k="place", name="Óbidos", **{"name:fr": "Obide"})
    twin = feature("Point", at("0404"), k="place", name="Obidos")
    heath = feature("Polygon", box("0303", -110, -110, 110, 110), k="zone", zone="Big Heath")
    field = feature("Polygon", [[[0, 0], [400, 0], [400, 600], [0, 600], [0, 0]]], k="edge")
    layers = "  - {where: {k: place}, place: town}\n  - {where: {k: zone}, region: zone}\n  - {where: {k: edge}, playable: true}"
    found = made(tmp_path, layers, [village, twin, heath, field])
    assert [(p.id, GRID.id(p.hex), p.rank) for p in found.places] == [
        ("obidos", "0203", "town"),
        ("obidos-2", "0404", "town"),
    ]
    assert found.places[0].name.get("fr") == "Obide"
    region = found.region("big-heath")
    assert region is not None and {GRID.id(i) for i in region.hexes} >= {"0303", "0302", "0304"}
    assert found.playable[GRID.index("0303") or 0] and not found.playable[GRID.index("0603") or 0]


def test_shapes_are_handed_over_in_hex_sizes(tmp_path: Path) -> None:
    wood = feature("Polygon", box("0303", -50, -50, 50, 50))
    found = made(tmp_path, "  - {terrain: wood}", [wood], "shapes: true")
    assert found.survey is not None
    (shape,) = found.survey.shapes
    paper = Layout(GRID, 20.0, (7.0, 9.0))
    x, y = paper.centre(GRID.index("0303") or 0)
    xs, ys = zip(*shape.on(paper)[0], strict=True)
    assert shape.terrain == "wood"
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((x - 10, x + 10, y - 10, y + 10), abs=1e-3)


def test_what_the_pictures_say_is_no_close_call(tmp_path: Path) -> None:
    west = feature("Polygon", box("0303", -60, -60, 0, 60), k="a")
    rest = (
        'legend: {".": clear}\nterrain: |\n'
        + "  ? ? ? ? ? ?\n" * 2
        + "  ? ? . ? ? ?\n"
        + "  ? ? ? ? ? ?\n" * 2
    )
    rest += "levels: |\n" + "  ? ? ? 0 0 0\n" * 5
    layers = '  - {where: {k: a}, terrain: wood}\n  - {where: {h: "*"}, contours: h}'
    lines = east_lines((-100, 5), (140, 9.9), (400, 10), (700, 30))
    everything = made(tmp_path / "a", layers, [west, *lines])
    assert "0303" in calls(everything, "terrain")
    assert {name[:2] for name in calls(everything, "level")} >= {"02", "04"}
    spoken = made(tmp_path / "b", layers, [west, *lines], rest=rest)
    assert "0303" not in calls(spoken, "terrain")
    assert {name[:2] for name in calls(spoken, "level")} & {"04", "05", "06"} == set()
    assert "02" in {name[:2] for name in calls(spoken, "level")}
