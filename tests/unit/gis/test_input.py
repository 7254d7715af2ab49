"""GIS files from anywhere: each mistake is one clear line with its place, never a traceback."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from jdgtools.cache import Cache
from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.gis.features import read_features
from jdgtools.loading import Loaded, check, load
from tests.unit.gis.helpers import battle, codes, collection, feature, map_of

ANCHOR = "anchor: {at: [0, 0]}\n"
WOODS = ANCHOR + "layers: [{terrain: wood}]"
SQUARE = [[[0, 0], [200, 0], [200, 200], [0, 200], [0, 0]]]
GOOD = feature("Polygon", SQUARE)


def only(loaded: Loaded, code: str) -> Diagnostic:
    found = [d for d in loaded.report if d.code == code]
    assert len(found) == 1, [f"{d.code} {d.message}" for d in loaded.report]
    return found[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, 2]", "not a GeoJSON object"),
        ('{"type": "Topology", "objects": {}}', "`Topology`"),
        ('{"type": "Feature Collection"}', "not a FeatureCollection"),
        ('{"type": "FeatureCollection"}', "a FeatureCollection without a list of `features`"),
        ('{"type": "FeatureCollection", "features": 3}', "a FeatureCollection without a list of `features`"),
        ('{"type": "FeatureCollection", "features": [', "the file ends in the middle"),
        ('{"type": "FeatureCollection", "features": [{"type": "Feat', "the file ends in the middle"),
        ('{"type": "FeatureCollection", "features": [{"a": 1', "the file ends in the middle"),
        ('{"type": "FeatureCollection", "features": [{"a" 1}]}', "not JSON: a colon is missing after a key"),
        ('{"features": [{"a": 1 "b": 2}]}', "not JSON: a comma or a closing bracket is missing"),
        ('{"features": [{"a": , "b": 2}]}', "not JSON: a value is missing"),
        ('{"features": [{"a": 1, b: 2}]}', "not JSON: a key in double quotes is missing"),
        ('{"features": [{"a": "b\nc"}]}', "not JSON: a text goes on over the end of its line"),
        ('{"features": [{"a": "\\x"}]}', "not JSON: an unknown escape after"),
        ('{"type": "FeatureCollection" "features": []}', "`,` is missing"),
        ('{"type": "FeatureCollection", features: []}', "a key in double quotes is missing"),
        ('{"type": "FeatureCollection", "features": []} more', "text after the end"),
        ("{" + '"a":' * 3 + "1}", "not JSON"),
        ('{"features": ' + "[" * 100_000 + "]" * 100_000 + "}", "beyond all bounds"),
        ('{"features": [' + "9" * 5000 + "]}", "beyond all bounds"),
    ],
)
def test_no_geojson(text: str, message: str, tmp_path: Path) -> None:
    found = only(battle(tmp_path, WOODS, text), "MAP061")
    assert message in found.message
    assert found.span is not None and found.span.file.endswith("ground.geojson")


@pytest.mark.parametrize(
    ("escape", "message"),
    [
        (r"\ud800", "U+D800, half a character"),
        (r"\udc00\ud800", "U+DC00, half a character"),
        (r"\u001b[31m", "U+001B, a control character"),
        (r"\b", "U+0008, a control character"),
        (r"\uffff", "U+FFFF, a control character"),
        ("\x7f", "U+007F, a control character"),
    ],
)
def test_a_character_that_cannot_be_printed_is_said_at_its_place(
    escape: str, message: str, tmp_path: Path
) -> None:
    text = collection([feature("Point", [50, 50], name="HERE", sort="x")]).replace("HERE", f"Mill {escape}")
    for _ in range(2):  # also with a cache, which keeps what was read
        loaded = check_with_cache(tmp_path, text)
        (problem,) = loaded.report.of("MAP061")
        assert message in problem.message
        assert problem.span is not None and problem.span.line == 2


def check_with_cache(folder: Path, text: str) -> Loaded:
    battle(folder / "b", "anchor: {at: [0, 0]}\nlayers: [{where: {sort: x}, place: village}]", text)
    return load(folder / "b", Cache(folder / "cache"))


def test_pairs_and_escaped_backslashes_are_no_control_characters(tmp_path: Path) -> None:
    name = r"\ud834\udd1e \\u001b \u00e9 \n \/"
    text = collection([feature("Point", [50, 50], name="HERE", sort="x")]).replace("HERE", name)
    assert not check_with_cache(tmp_path, text).report.of("MAP061")


@pytest.mark.parametrize(
    ("geometry", "message"),
    [
        ({"type": "LineString", "coordinates": [[0, 0]]}, "a line needs two points"),
        (
            {"type": "LineString", "coordinates": [[0, n % 7] for n in range(200_001)]},
            "has 200,001 points, and 200,000 is the most: simplify it",
        ),
        (
            {"type": "Polygon", "coordinates": SQUARE * 5_002},
            "an area of it has 5,001 holes, and 5,000 is the most",
        ),
        (
            {"type": "MultiPolygon", "coordinates": [SQUARE * 4_000] * 13},
            "the file has more than 50,000 holes in areas",
        ),
        (
            {
                "type": "LineString",
                "coordinates": [[n % 2 * 5000 + n / 1e3, n % 2 * 5000] for n in range(200_000)],
            },
            "it goes to and fro across the map too often",
        ),
        (
            {"type": "MultiPolygon", "coordinates": [[[[0, 0], [9999, 0], [0, 9999], [0, 0]]]] * 10_000},
            "with those before it it covers the hexes of the map too often, and so are ",
        ),
        ({"type": "Polygon", "coordinates": [[[0, 0], [9, 9], [0, 0]]]}, "at least three points"),
        ({"type": "Polygon", "coordinates": []}, "its geometry is empty"),
        ({"type": "Polygon", "coordinates": [[]]}, "lists of positions"),
        ({"type": "Polygon", "coordinates": {}}, "it has no coordinates"),
        ({"type": "Polygon"}, "it has no coordinates"),
        ({"type": "Circle", "coordinates": [0, 0]}, "`Circle`"),
        ({"type": 3, "coordinates": [0, 0]}, "is nothing"),
        ({"type": "Point", "coordinates": ["a", "b"]}, "pairs of numbers"),
        ({"type": "Point", "coordinates": ["1", "2"]}, "pairs of numbers"),
        ({"type": "Point", "coordinates": [1]}, "pairs of numbers"),
        ({"type": "Point", "coordinates": [None, 2]}, "pairs of numbers"),
        ({"type": "MultiPoint", "coordinates": [[1, 2], 3]}, "not lists of numbers"),
        ({"type": "LineString", "coordinates": [[1, 2], [3]]}, "pairs of numbers"),
        ({"type": "LineString", "coordinates": [[1, 2], [float("nan"), 3]]}, "not a finite number"),
        ({"type": "LineString", "coordinates": [[1, 2], [float("inf"), 3]]}, "not a finite number"),
        ({"type": "LineString", "coordinates": [[1, 2], [1e300, 3]]}, "beyond the earth"),
        ({"type": "LineString", "coordinates": [[1, 2], [10**400, 3]]}, "pairs of numbers"),
        ({"type": "GeometryCollection"}, "has no geometries"),
        ({"type": "GeometryCollection", "geometries": [None]}, "is nothing"),
    ],
)
def test_bad_geometry_is_left_out_and_the_rest_used(geometry: Any, message: str, tmp_path: Path) -> None:
    bad = {"type": "Feature", "properties": {}, "geometry": geometry}
    loaded = battle(tmp_path, WOODS, [GOOD, bad])
    found = only(loaded, "MAP063")
    assert message in found.message
    assert "feature 2" in found.message
    assert found.span is not None and found.span.line == 3
    assert "wood" in map_of(loaded).terrain


@pytest.mark.parametrize("bad", [3, None, {"type": "Ding"}, {"type": "Feature", "geometry": []}])
def test_bad_feature_is_left_out(bad: Any, tmp_path: Path) -> None:
    assert "not a GeoJSON feature" in only(battle(tmp_path, WOODS, [GOOD, bad]), "MAP063").message


def test_features_without_geometry_and_properties_are_no_mistake(tmp_path: Path) -> None:
    empty = {"type": "Feature", "properties": None, "geometry": None}
    bare = {"type": "Feature", "geometry": GOOD["geometry"]}
    assert [c for c in codes(battle(tmp_path, WOODS, [empty, bare])) if c != "MAP070"] == []


def test_third_coordinates_collections_and_open_rings_are_read(tmp_path: Path) -> None:
    deep = {
        "type": "GeometryCollection",
        "geometries": [{"type": "GeometryCollection", "geometries": [GOOD["geometry"]]}],
    }
    tall = feature("Polygon", [[[300, 0, 7], [500, 0, 7], [500, 200, 7], [300, 200, 7], [300, 0, 7]]])
    mixed = feature("Polygon", [[[300, 300, 7], [500, 300], [500, 480], [300, 480]]])
    loaded = battle(tmp_path, WOODS, [{"type": "Feature", "geometry": deep}, tall, mixed])
    assert only(loaded, "MAP064").message == "feature 3 has an open ring, which was closed"
    assert map_of(loaded).terrain.count("wood") >= 8


def test_a_bow_tie_is_mended_with_a_note(tmp_path: Path) -> None:
    tie = feature("Polygon", [[[0, 0], [400, 400], [400, 0], [0, 400], [0, 0]]])
    loaded = battle(tmp_path, WOODS, [tie])
    assert "crosses itself" in only(loaded, "MAP064").message
    assert "wood" in map_of(loaded).terrain


def test_scribbles_are_left_out_instead_of_mended_for_hours(tmp_path: Path) -> None:
    rnd = random.Random(1)
    scribble = [[rnd.uniform(0, 500), rnd.uniform(0, 500)] for _ in range(400)]
    loaded = battle(tmp_path, WOODS, [GOOD, feature("Polygon", [[*scribble, scribble[0]]])])
    assert "crosses itself more than 200 times" in only(loaded, "MAP063").message


def test_a_line_that_cuts_thousands_of_corners_is_read(tmp_path: Path) -> None:
    """To and fro over one hexside: what it merely looks into is left out, however often it does so."""
    line = [[150 + n % 2 * 0.5 * 200, 300 - n * 0.01] for n in range(4000)]
    loaded = battle(
        tmp_path, ANCHOR + "layers: [{way: road, cut: 0.9}, {hexside: river}]", [feature("LineString", line)]
    )
    assert codes(loaded) in ([], ["MAP070"])


def test_degrees(tmp_path: Path) -> None:
    square = [
        [[9.18342, 39.31677], [9.1901, 39.31677], [9.1901, 39.3221], [9.18342, 39.3221], [9.18342, 39.31677]]
    ]
    found = only(battle(tmp_path / "a", WOODS, [feature("Polygon", square)]), "MAP062")
    assert "UTM" in (found.hint or "")
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}
    whole = collection([feature("Polygon", [[[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]])], crs=crs)
    assert only(battle(tmp_path / "b", WOODS, whole), "MAP062")
    small = battle(
        tmp_path / "c", WOODS, [feature("Polygon", [[[1, 1], [90, 1], [90, 80], [1, 80], [1, 1]]])]
    )
    assert "MAP062" not in codes(small), "a few round metres near the origin are no degrees"


def test_data_off_the_map_say_where_both_lie(tmp_path: Path) -> None:
    far = feature("Polygon", [[[x + 484000, y + 4351000] for x, y in SQUARE[0]]])
    found = only(battle(tmp_path, WOODS, [far]), "MAP066")
    assert "484000" in found.message and "4351200" in found.message
    assert (
        found.hint
        == "anchor: {at: [484000, 4351000]} puts the lower left corner of the map on that of the data"
    )


def test_layers_and_features_that_do_not_meet(tmp_path: Path) -> None:
    layers = ANCHOR + "layers:\n  - {where: {k: forrest}, terrain: wood}\n  - {where: {k: road}, way: road}"
    features = [
        feature("Polygon", SQUARE, k="forest"),
        feature("LineString", SQUARE[0], k="road"),
        feature("Point", [9, 9], k="road"),
    ]
    loaded = battle(tmp_path, layers, features)
    assert "`forest` (1)" in (only(loaded, "MAP065").hint or "")
    assert "1 of 3 features belong to no layer" in only(loaded, "MAP067").message
    wrong = only(loaded, "MAP068")
    assert "layer 2 can do nothing with feature 3" in wrong.message
    assert wrong.span is not None and wrong.span.line == 4


def test_a_wrong_property_is_named_with_those_that_there_are(tmp_path: Path) -> None:
    loaded = battle(
        tmp_path,
        ANCHOR + "layers: [{where: {landuse: forest}, terrain: wood}]",
        [feature("Polygon", SQUARE, natural="wood")],
    )
    assert only(loaded, "MAP065").hint == "no feature has `landuse`; there are: natural"


@pytest.mark.parametrize(
    ("block", "code", "message"),
    [
        ("layers: [{where: {k: a}}]", "MAP060", "does not say what it is"),
        ("layers: [{terrain: wood, way: road}]", "MAP060", "`terrain` and `way` at once"),
        ("layers: [{terrain: forest}]", "REF008", "unknown hex terrain `forest`"),
        ("layers: [{way: raod}]", "REF008", "unknown way `raod`"),
        ("layers: [{way: road, bridge: brigde}]", "REF008", "unknown crossing `brigde`"),
        ("layers: [{hexside: river, wide: watr}]", "REF008", "unknown hex terrain `watr`"),
        ("layers: [{terrain: wood, shaer: 3}]", "SCH", "shaer"),
        ("layers: [{terrain: wood}]\notherwise: celar", "REF008", "`celar`"),
        ("layers: [{terrain: wood}]\nanchor: {at: [0, 0], hex: 9901}", "REF007", "9901"),
        ("layers: [{terrain: wood}]\noverrides: {terrain: {9901: wood}}", "REF007", "9901"),
        ("layers: [{terrain: wood}]\noverrides: {terrain: {0101: woood}}", "REF008", "woood"),
        ("layers: [{terrain: wood}]\noverrides: {hexsides: {0101/X: none}}", "MAP004", "`X`"),
        ("layers: [{terrain: wood}]\noverrides: {hexsides: {0101/S: rivr}}", "REF008", "rivr"),
        ("layers: [{terrain: wood}]\noverrides: {ways: {0101: no}}", "SCH", "no"),
        ("layers: [{terrain: wood}]\nheights: {file: nothing.asc}", "SRC001", "nothing.asc"),
        ("layers: [{terrain: wood, file: ../x.geojson}]", "GEN003", "leads out"),
        ("layers: [{terrain: wood, file: x.geojson}]", "SRC001", "x.geojson"),
        ("layers: [{contours: h}]\nheights: {slopes: {slop: 1}}", "REF008", "slop"),
    ],
)
def test_mistakes_in_the_block(block: str, code: str, message: str, tmp_path: Path) -> None:
    block = block if "anchor" in block else ANCHOR + block
    loaded = battle(tmp_path, block, [GOOD])
    found = [d for d in loaded.report if d.code.startswith(code)]
    assert found, [f"{d.code} {d.message}" for d in loaded.report]
    assert any(message in d.message for d in found)
    assert all(d.span is not None for d in found)


def test_overrides_written_for_another_numbering_are_one_mistake(tmp_path: Path) -> None:
    sides = ", ".join(f"0{c}0{r}/N: none" for c in range(1, 4) for r in range(2, 5))
    block = WOODS + f"\noverrides:\n  terrain: {{0101: wood, 0202: wood}}\n  hexsides: {{{sides}}}"
    grid = "{columns: 6, rows: 5, orientation: flat, hex_metres: 100, numbering: {letters: column}}"
    found = only(battle(tmp_path, block, [GOOD], grid=grid), "MAP072")
    assert found.message.startswith("11 of 11 mentions") and "without `numbering`" in (found.hint or "")
    assert "MAP004" not in codes(battle(tmp_path, block, [GOOD], grid=grid))


@pytest.mark.parametrize("metres", ["1e308", "-1e308", "0", "-5", "[1]", "wide", "1e400"])
def test_a_refused_scale_is_one_mistake(metres: str, tmp_path: Path) -> None:
    grid = f"{{columns: 6, rows: 5, orientation: flat, hex_metres: {metres}, level_metres: 10}}"
    loaded = battle(tmp_path, WOODS, [GOOD], grid)
    assert {d.code for d in loaded.report if d.code[:3] in ("MAP", "SCH")} <= {"SCH001", "SCH003", "SCH006"}
    assert any(d.code.startswith("SCH") for d in loaded.report)


@pytest.mark.parametrize("number", ["1e308", "-1e308", "1e400"])
def test_refused_heights_and_anchors_are_the_mistakes_of_the_schema(number: str, tmp_path: Path) -> None:
    block = f"anchor: {{at: [{number}, 0]}}\nrotation: {number}\nheights: {{interval: {number}, base: {number}}}\n"
    loaded = battle(
        tmp_path,
        f"{block}layers: [{{contours: height}}]",
        [feature("LineString", [[0, 0], [200, 200]], height=5)],
    )
    assert any(d.code.startswith("SCH") for d in loaded.report)


def test_scale_and_level_height_must_be_known(tmp_path: Path) -> None:
    loaded = battle(tmp_path / "a", WOODS, [GOOD], grid="{columns: 6, rows: 5, orientation: flat}")
    assert "how many metres" in only(loaded, "MAP060").message
    lines = ANCHOR + "layers: [{contours: h}]"
    loaded = battle(tmp_path / "b", lines, [GOOD], grid="{columns: 6, rows: 5, hex_metres: 100}")
    assert "how high a level" in only(loaded, "MAP060").message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "`ncols`"),
        ("ncols x", "`ncols` has no number"),
        ("ncols 2\nnrows 2\ncellsize 10\n1 2 3 4", "where its lower left corner"),
        (
            "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2 3",
            "has 3 heights, its header says 4",
        ),
        ("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2 3 x", "not a number"),
        ("ncols 99999\nnrows 99999\nxllcorner 0\nyllcorner 0\ncellsize 10\n1", "too many"),
        ("ncols nan\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1", "`ncols`"),
    ],
)
def test_bad_height_grids(text: str, message: str, tmp_path: Path) -> None:
    loaded = battle(tmp_path, WOODS + "\nheights: {file: dem.asc}", [GOOD], files={"dem.asc": text})
    assert message in only(loaded, "MAP069").message


def _dem(corner: str, values: str, cell: float = 10) -> str:
    return f"ncols 2\nnrows 2\nxllcorner {corner}\nyllcorner 0\ncellsize {cell}\n{values}"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (_dem("90000", "1 2 3 4"), "MAP066", "from 90000 to 90020 east and 0 to 20 north"),
        (_dem("9.1", "1 2 3 4", 0.001), "MAP066", "from 9.1 to 9.102 east and 0 to 0.002 north"),
        (_dem("0", "-9999 -9999 -9999 -9999", 400), "MAP069", "every cell is without data"),
        (_dem("0", "20 20 20 20", 125), "MAP068", "has no height for 23 hexes, which get level 0: `0101`"),
    ],
)
def test_a_grid_that_misses_the_map_leaves_level_zero(
    text: str, code: str, message: str, tmp_path: Path
) -> None:
    loaded = battle(tmp_path, WOODS + "\nheights: {file: dem.asc}", [GOOD], files={"dem.asc": text})
    found = only(loaded, code)
    assert message in found.message
    assert found.span is not None and found.span.file.endswith("map.yaml")
    if code == "MAP066":
        assert (found.hint is not None) == ("9.1 " in found.message)
    levels = map_of(loaded).levels
    assert 0 in levels and set(levels) <= {0, 2}


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (_dem("0", "1 2 3,5 4"), "the height `3,5` is not a number", "with a point"),
        (_dem("0,5", "1 2 3 4"), "`xllcorner` has no number", "with a point"),
        (_dem("0", "1 2 x 4"), "the height `x` is not a number", None),
        (_dem("0", "1 2 3"), "has 3 heights, its header says 4", "cut off"),
        ("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ndx 5\ndy 6\n1 2 3 4", "not square", "resample"),
        ("0 0 100\n10 0 100\n", "does not say its `ncols`", "AAIGrid"),
    ],
)
def test_what_is_wrong_with_a_height_grid(text: str, message: str, hint: str | None, tmp_path: Path) -> None:
    loaded = battle(tmp_path, WOODS + "\nheights: {file: dem.asc}", [GOOD], files={"dem.asc": text})
    found = only(loaded, "MAP069")
    assert message in found.message
    assert (hint in found.hint) if hint and found.hint else not hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<?xml version='1.0'?><kml/>", "the file is XML (KML, GML) or a web page"),
        ("  <!DOCTYPE html><html/>", "the file is XML (KML, GML) or a web page"),
        ("version https://git-lfs.github.com/spec/v1\noid x\n", "only says where Git keeps the data"),
        ('{"type": "Feature"}\n{"type": "Feature"}\n', "a second object begins after the first"),
    ],
)
def test_other_kinds_of_files_are_called_by_their_name(text: str, message: str, tmp_path: Path) -> None:
    found = only(battle(tmp_path, WOODS, text), "MAP061")
    assert message in found.message and found.hint


def test_a_file_without_features_is_one_warning(tmp_path: Path) -> None:
    block = ANCHOR + "layers: [{where: {k: a}, terrain: wood}, {where: {k: b}, terrain: marsh}]"
    loaded = battle(tmp_path, block, [])
    assert only(loaded, "MAP065").message == "`ground.geojson` has no features"


def test_metres_of_web_maps(tmp_path: Path) -> None:
    """At 50 degrees north a kilometre of web maps is some 643 m."""
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3857"}}
    north = 6446275.8
    there = feature("Polygon", [[[x, y + north] for x, y in SQUARE[0]]])
    block = f"anchor: {{at: [0, {north}]}}\nlayers: [{{terrain: wood}}]"
    found = only(battle(tmp_path / "a", block, collection([there], crs=crs)), "MAP073")
    assert "1000 of them are 643 m of ground" in found.message
    crs["properties"] = {"name": "urn:ogc:def:crs:EPSG::32633"}
    assert "MAP073" not in codes(battle(tmp_path / "b", block, collection([there], crs=crs)))


def test_contours_without_height_are_named(tmp_path: Path) -> None:
    lines = [
        feature("LineString", [[0, 0], [9, 500]], h="high"),
        feature("LineString", [[100, 0], [109, 500]], h="10"),
    ]
    loaded = battle(tmp_path, ANCHOR + "layers: [{contours: h}]", lines)
    assert "feature 1 has no height: `h` is `high`" in only(loaded, "MAP068").message
    assert set(map_of(loaded).levels) == {1}


def test_a_layer_that_fails_is_one_mistake(tmp_path: Path) -> None:
    """What belongs to it is not said to belong to no layer, and a misspelt key is not a missing one."""
    wood, road = feature("Polygon", SQUARE, k="a"), feature("LineString", [[0, 0], [500, 400]], k="b")
    for number, (second, code) in enumerate(
        (
            ("way: raod", "REF008"),
            ("waay: road", "SCH001"),
            ("share: 0.5", "MAP060"),
            ("terrain: [wood]", "SCH003"),
            ("way: [road]", "SCH003"),
            ("hexside: [stream]", "SCH003"),
            ("crossing: {bridge: bridge}", "SCH003"),
        )
    ):
        block = ANCHOR + f"layers: [{{where: {{k: a}}, terrain: wood}}, {{where: {{k: b}}, {second}}}]"
        loaded = battle(tmp_path / str(number), block, [wood, road])
        assert [c for c in codes(loaded) if c != "MAP070"] == [code]


def test_a_file_that_fails_leaves_one_mistake(tmp_path: Path) -> None:
    """No check complains about the hexes that the file would have filled."""
    battle(tmp_path, WOODS + "\nheights: {interval: 5}", [GOOD], rest="levels: |\n" + "  0 0 0 0 0 0\n" * 5)
    sound = set(codes(check(tmp_path)))
    (tmp_path / "ground.geojson").write_text("nonsense", encoding="utf-8")
    assert set(codes(check(tmp_path))) - sound == {"MAP061"}


def test_random_damage_never_ends_in_a_traceback(tmp_path: Path) -> None:
    rnd = random.Random(11)
    layers = (
        ANCHOR
        + "layers:\n  - {terrain: wood}\n  - {way: road}\n  - {hexside: river}\n  - {contours: h}\n  - {place: village}\n  - {region: h}\nshapes: true"
    )
    lines = [[rnd.randrange(-100, 600), rnd.randrange(-100, 600)] for _ in range(8)]
    whole = collection(
        [GOOD, feature("LineString", lines, h=20, name="x"), feature("Point", [50, 50], h=1, name="y")]
    )
    battle(tmp_path, layers, whole)
    path = tmp_path / "ground.geojson"
    from jdgtools.loading import load

    for _ in range(60):
        damaged = list(whole)
        for _ in range(rnd.randrange(1, 4)):
            at = rnd.randrange(len(damaged))
            damaged[at] = rnd.choice(["", "[", "]", "0", "-", '"', ",", "1e9", "null", "{}", damaged[at] * 2])
        path.write_text("".join(damaged), encoding="utf-8")
        loaded = load(tmp_path)
        assert loaded.battle is not None
        assert all(d.span is not None for d in loaded.report)


def test_random_lines_and_blobs_never_end_in_a_traceback(tmp_path: Path) -> None:
    """Whatever is drawn over the map: courses are chains of hexsides, ways chains of adjacent hexes."""
    rnd = random.Random(5)
    layers = (
        ANCHOR
        + "layers:\n  - {where: {k: a}, terrain: wood}\n  - {where: {k: w}, way: road}\n  - {where: {k: h}, hexside: river}\n  - {where: {k: a}, hexside: redoubt}"
    )
    for n in range(12):
        features = []
        for k in ("a", "w", "h", "h", "w"):
            points = [[rnd.randrange(-80, 620), rnd.randrange(-80, 620)] for _ in range(rnd.randrange(3, 9))]
            features.append(
                feature("Polygon", [[*points, points[0]]], k=k)
                if k == "a"
                else feature("LineString", points, k=k)
            )
        grid = f"{{columns: 6, rows: 5, orientation: {('flat', 'pointy')[n % 2]}, hex_metres: 100}}"
        found = map_of(battle(tmp_path / str(n), layers, features, grid=grid))
        for way in found.ways:
            for a, b in zip(way.hexes, way.hexes[1:], strict=False):
                assert found.grid.direction(a, b) is not None
        assert all(len(found.grid.side_hexes(f.side)) == 2 for f in found.features)


def test_battles_without_geometry_load_no_shapely() -> None:
    import subprocess
    import sys

    from tests.unit.gis.helpers import ROOT

    folder = ROOT / "scenarios" / "teaching-mpbs"
    script = f"import sys\nfrom jdgtools.loading import check\ncheck({str(folder)!r})\nprint('shapely' in sys.modules, 'jdgtools.gis.survey' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == ["False", "False"]


def test_the_files_belong_to_the_battle(tmp_path: Path) -> None:
    """The module's own source and the cache of products know them by this list."""
    loaded = battle(tmp_path, WOODS, [GOOD])
    assert loaded.battle is not None
    assert any(name.endswith("ground.geojson") for name in loaded.battle.files)
    assert json.loads((tmp_path / "ground.geojson").read_text(encoding="utf-8"))


BLOCK = """
anchor: {at: [0, 0], hex: "0101"}
rotation: 12.5
otherwise: clear
rules: {share: 0.2, cut: 0.3, close: 0.1}
shapes: true
heights: {file: dem.asc, interval: 5, base: 2, slopes: {slope: 1, steep_slope: 2}}
layers:
  - {where: {k: [a, b]}, terrain: wood, share: 0.3, priority: 2}
  - {where: {k: "*"}, terrain: village, count: 2, area: 300, length: 0.3}
  - {where: {k: w}, way: road, bridge: bridge, cut: 0.1, name: title}
  - {where: {k: r}, hexside: river, width: w, wide: marsh, inside: right}
  - {where: {k: c}, crossing: ford}
  - {where: {k: p}, place: town, id: ref}
  - {where: {k: z}, region: zone}
  - {where: {h: "*"}, contours: h}
  - {heights: z, where: {k: s}}
  - {playable: true, where: {k: e}, share: 0.4}
overrides:
  terrain: {0102: wood}
  levels: {0102: 3}
  ways: {0102: keep}
  banks: {0102: left}
  hexsides: {0102/N-NE: none, 0203/S: hedge}
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_block_never_ends_in_a_traceback(seed: int, tmp_path: Path) -> None:
    rnd = random.Random(seed)
    ring = [[10, 10], [300, 40], [280, 300], [40, 260], [10, 10]]
    features = [feature("Polygon", [ring], k=k, zone="Z", h=7) for k in "abze"]
    features += [feature("LineString", ring, k=k, w="60", title="T") for k in "wr"]
    features += [feature("Point", [120, 130, 9], k=k, name="N", ref="n") for k in "cps"]
    dem = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 300\n1 20 3 40\n"
    assert "MAP060" not in codes(battle(tmp_path, BLOCK, features, files={"dem.asc": dem}))
    path = tmp_path / "map.yaml"
    whole = path.read_text(encoding="utf-8")
    start = whole.index("geometry:")
    from jdgtools.loading import load

    for _ in range(25):
        words = re.split(r"(\W)", whole[start:])
        for _ in range(rnd.randrange(1, 4)):
            at = rnd.randrange(len(words))
            words[at] = rnd.choice(
                ["", "null", "-1", "1e99", "[]", "{}", '"', "x", "0", "*", rnd.choice(words)]
            )
        path.write_text(whole[:start] + "".join(words), encoding="utf-8")
        loaded = load(tmp_path)
        assert all(d.span is not None for d in loaded.report)


def test_geometries_stay_texts_until_they_are_asked_for() -> None:
    """As objects a hundred thousand of them take 130 MB, which nobody needs at once."""
    whole, _ = read_features(collection([feature("Point", [1.5, 2], a=1), feature("Point", [3, 4])]), "g")
    assert whole is not None
    assert all(isinstance(one.geometry_source, msgspec.Raw) for one in whole.features)
    assert [one.geometry["coordinates"] for one in whole.features] == [[1.5, 2], [3, 4]]
    assert whole.features[0].properties == {"a": 1}
    odd, _ = read_features(collection([feature("Point", [float("nan"), 2]), feature("Point", [3, 4])]), "g")
    assert odd is not None and odd.features[1].geometry["coordinates"] == [3, 4]


@pytest.mark.parametrize(
    ("fit", "others"), [(3, ""), (2, ", and so is the area after it"), (0, ", and so are 3 areas after it")]
)
def test_the_first_area_that_is_too_much_is_named(
    fit: int, others: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four areas of which each lies in one hex, and room for so many."""
    found = only(areas_with_room(fit, tmp_path, monkeypatch), "MAP063")
    assert f"with those before it it covers the hexes of the map too often{others}: join" in found.message
    assert f"feature {fit + 1}" in found.message


def test_areas_that_just_fit_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not areas_with_room(4, tmp_path, monkeypatch).report.of("MAP063")


def areas_with_room(fit: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Loaded:
    monkeypatch.setattr("jdgtools.gis.shapes.MAX_COVERS", 0)
    monkeypatch.setattr("jdgtools.gis.shapes.MAX_AREA_LOOKS", fit + 0.5)
    corners = [[50, 50], [51, 50], [51, 51], [50, 51], [50, 50]]
    return battle(folder, WOODS, [feature("Polygon", [corners])] * 4)


def test_two_lists_of_features_are_said() -> None:
    """The first list would be lost; a property of that name is a property."""
    feature = '{"type": "Feature", "properties": {"features": 1}, "geometry": {"type": "Point", "coordinates": [0, 0]}}'
    one = f'{{"type": "FeatureCollection", "features": [{feature}]'
    found, problems = read_features(one + "}", "g.geojson")
    assert found is not None and len(found.features) == 1 and not problems
    found, [problem] = read_features(one + ', "features": []}', "g.geojson")
    assert found is None and problem.code == "MAP061" and "two lists of `features`" in problem.message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"properties":', '"properties": {"natural": "scrub"}, "properties":'),
        ('"geometry":', '"geometry": null, "geometry":'),
        ('"name":', '"name": "Hag Wood", "name":'),
    ],
)
def test_a_feature_that_says_something_twice_is_left_out(tmp_path: Path, old: str, new: str) -> None:
    """The last one counted in silence, as it does for the readers of JSON."""
    text = collection([feature("Polygon", SQUARE, name="Big Wood")])
    assert text.count(old) == 1
    loaded = battle(tmp_path, WOODS, text.replace(old, new))
    assert only(loaded, "MAP063").message == f"feature 1 is left out: `{old[1:-2]}` stands twice in it"
