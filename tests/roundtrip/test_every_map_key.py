"""Every key below the second level of a map file does something: with it the map is another, in package or drawing.

`test_every_source_key` takes keys out of whole battles. What stands here needs a ground of its own to be seen: a
survey, a picture, a numbering.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.loading import load
from tests.checks.cases import Case, apply
from tests.roundtrip.outputs import Outputs
from tests.tools.source_keys import optional_keys

GROUND = """{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"is": "wood", "zone": "forest", "ele": 14}, "geometry": {"type": "Polygon", "coordinates":
 [[[180, 380], [640, 400], [620, 840], [200, 860], [180, 380]]]}},
{"type": "Feature", "properties": {"is": "marsh"}, "geometry": {"type": "Polygon", "coordinates":
 [[[420, 420], [900, 420], [900, 800], [420, 800], [420, 420]]]}},
{"type": "Feature", "properties": {"is": "house", "name": "Ashby", "other": "Elmby", "code": "ash"}, "geometry":
 {"type": "Point", "coordinates": [830, 930]}},
{"type": "Feature", "properties": {"is": "house"}, "geometry": {"type": "Point", "coordinates": [840, 940]}},
{"type": "Feature", "properties": {"is": "peak", "ele": 27}, "geometry": {"type": "Point", "coordinates": [300, 900]}},
{"type": "Feature", "properties": {"is": "pit", "ele": 3}, "geometry": {"type": "Point", "coordinates": [900, 300]}},
{"type": "Feature", "properties": {"is": "road"}, "geometry": {"type": "LineString", "coordinates":
 [[100, 100], [350, 260], [520, 640], [1000, 900]]}},
{"type": "Feature", "properties": {"is": "river", "wide": 150}, "geometry": {"type": "LineString", "coordinates":
 [[-100, 700], [500, 560], [1300, 500]]}}
]}"""
HEIGHTS = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 900\n10 42\n11 73\n"
FILE = "file: ground.geojson\nanchor: {at: [0, 0]}\n"
RIVER = "{where: {is: river}, hexside: river}"
HOUSE = "{where: {is: house}, place: village}"
CLOSED = "{terrain: wood, lines: [{through: 0202-40-40 0402 0404+30+30 0204"
TRAIL = "{way: trail, lines: [{through: 0401 0406}]}"
CONTOUR = "{contours: height, lines: [{height: %s, through: 0301-50-60 0306-50+60}, {height: 30, through: 0501 0506}]}"

LAYERS = {
    "file": (FILE + "layers: [{terrain: rough, where: {is: reed}}]",
             FILE + "layers: [{terrain: rough, where: {is: reed}, file: reeds.geojson}]"),
    "lines": (f"layers: [{TRAIL}]", "layers: [{way: road, lines: [{through: 0101 0104}]}]"),
    "lines.[].closed": (f"layers: [{CLOSED}}}]}}]", f"layers: [{CLOSED}, closed: true}}]}}]"),
    "lines.[].name": ("layers: [{hexside: river, lines: [{through: 0103-40+10 0303+10+20 0603}]}]",
                      "layers: [{hexside: river, lines: [{through: 0103-40+10 0303+10+20 0603, name: Ash}]}]"),
    "lines.[].height": (f"layers: [{CONTOUR % 10}]", f"layers: [{CONTOUR % 20}]"),
    "lines.[].width": ("layers: [{hexside: river, wide: water, width: width, lines: [{through: 0201 0206, width: 20}]}]",
                       "layers: [{hexside: river, wide: water, width: width, lines: [{through: 0201 0206, width: 180}]}]"),
    "where": (FILE + "layers: [{terrain: wood}]", FILE + "layers: [{terrain: wood, where: {is: wood}}]"),
    "terrain": (FILE + f"layers: [{TRAIL}]", FILE + "layers: [{terrain: wood, where: {is: wood}}]"),
    "way": (FILE + f"layers: [{TRAIL}]", FILE + "layers: [{way: road, where: {is: road}}]"),
    "hexside": (FILE + f"layers: [{TRAIL}]", FILE + f"layers: [{RIVER}]"),
    "crossing": (FILE + f"layers: [{RIVER}]", FILE + f"layers: [{RIVER}, {{where: {{is: road}}, crossing: bridge}}]"),
    "place": (FILE + f"layers: [{TRAIL}]", FILE + f"layers: [{HOUSE}]"),
    "region": (FILE + f"layers: [{TRAIL}]", FILE + "layers: [{where: {zone: '*'}, region: zone}]"),
    "contours": (FILE + f"layers: [{TRAIL}]", FILE + "layers: [{where: {is: wood}, contours: ele}]"),
    "heights": (FILE + f"layers: [{TRAIL}]", FILE + "layers: [{where: {is: [peak, pit]}, heights: ele}]"),
    "playable": (FILE + f"layers: [{TRAIL}]", FILE + "layers: [{where: {is: marsh}, playable: true}]"),
    "share": (FILE + "layers: [{where: {is: wood}, terrain: wood}]",
              FILE + "layers: [{where: {is: wood}, terrain: wood, share: 0.05}]"),
    "area": (FILE + "layers: [{where: {is: wood}, terrain: wood}]",
             FILE + "layers: [{where: {is: wood}, terrain: wood, area: 1000}]"),
    "count": (FILE + "layers: [{where: {is: house}, terrain: town}]",
              FILE + "layers: [{where: {is: house}, terrain: town, count: 3}]"),
    "length": (FILE + "layers: [{where: {is: road}, terrain: rough}]",
               FILE + "layers: [{where: {is: road}, terrain: rough, length: 0.95}]"),
    "priority": (FILE + "layers: [{where: {is: wood}, terrain: wood}, {where: {is: marsh}, terrain: marsh}]",
                 FILE + "layers: [{where: {is: wood}, terrain: wood, priority: 1}, {where: {is: marsh}, terrain: marsh}]"),
    "cut": (FILE + "layers: [{where: {is: road}, way: road}]",
            FILE + "layers: [{where: {is: road}, way: road, cut: 0.9}]"),
    "bridge": (FILE + f"layers: [{RIVER}, {{where: {{is: road}}, way: road}}]",
               FILE + f"layers: [{RIVER}, {{where: {{is: road}}, way: road, bridge: bridge}}]"),
    "inside": ("layers: [{hexside: slope, lines: [{through: 0103-40+10 0303+10+20 0603}]}]",
               "layers: [{hexside: slope, inside: right, lines: [{through: 0103-40+10 0303+10+20 0603}]}]"),
    "width": (FILE + "layers: [{where: {is: river}, hexside: river, wide: water}]",
              FILE + "layers: [{where: {is: river}, hexside: river, wide: water, width: wide}]"),
    "wide": (FILE + "layers: [{where: {is: river}, hexside: river, width: wide}]",
             FILE + "layers: [{where: {is: river}, hexside: river, width: wide, wide: water}]"),
    "name": (FILE + f"layers: [{HOUSE}]", FILE + "layers: [{where: {is: house}, place: village, name: other}]"),
}  # fmt: skip
"""Key of a layer -> the block `geometry` without it and with it."""
WOODS = FILE + "layers: [{where: {is: wood}, terrain: wood}]\n"
PEAKS = FILE + "layers: [{where: {is: [peak, pit]}, heights: ele}]\n"
GEOMETRY = {
    "anchor.hex": ("file: ground.geojson\nanchor: {at: [300, 300]}\nlayers: [{where: {is: wood}, terrain: wood}]",
                   "file: ground.geojson\nanchor: {at: [300, 300], hex: 0404}\nlayers: [{where: {is: wood}, terrain: wood}]"),
    "rules.share": (WOODS + "rules: {share: 0.1}", WOODS + "rules: {share: 0.95}"),
    "rules.cut": (FILE + "layers: [{where: {is: road}, way: road}]",
                  FILE + "layers: [{where: {is: road}, way: road}]\nrules: {cut: 0.9}"),
    "heights.file": (PEAKS, PEAKS + "heights: {file: heights.asc}"),
    "heights.interval": (PEAKS, PEAKS + "heights: {interval: 5}"),
    "heights.base": (PEAKS, PEAKS + "heights: {base: 8}"),
    "heights.slopes": (PEAKS, PEAKS + "heights: {slopes: {slope: 3}}"),
    "overrides.terrain": (WOODS, WOODS + "overrides: {terrain: {0303: town}}"),
    "overrides.levels": (PEAKS, PEAKS + "overrides: {levels: {0303: 3}}"),
    "overrides.ways": (FILE + "layers: [{where: {is: road}, way: road, cut: 0.1}]",
                       FILE + "layers: [{where: {is: road}, way: road, cut: 0.1}]\noverrides: {ways: {0206: skip}}"),
    "overrides.banks": (FILE + f"layers: [{RIVER}]", FILE + f"layers: [{RIVER}]\noverrides: {{banks: {{0303: left, 0304: right}}}}"),
    "overrides.hexsides": (FILE + f"layers: [{RIVER}]", FILE + f"layers: [{RIVER}]\noverrides: {{hexsides: {{0303/N: river}}}}"),
}  # fmt: skip
"""Key of `geometry` -> the block without it and with it."""
POINTS = "points: [{hex: 0101, pixel: [0, 0]}, {hex: 0601, pixel: [1, 0]}, {hex: 0106, pixel: [0, 1]}]"
CORNERS = (
    "points: [{hex: 0101, corner: W, pixel: [0, 0]}, {hex: 0601, pixel: [1, 0]}, {hex: 0106, pixel: [0, 1]}]"
)
BASE = f"base: [{{image: art/scan.png, {POINTS}"
ART = {
    "base.[].points.[].corner": (f"{BASE}}}]", f"base: [{{image: art/scan.png, {CORNERS}}}]"),
    "base.[].replace": (f"{BASE}}}]", f"{BASE}, replace: [terrain]}}]"),
    "base.[].replace_terrain": (f"{BASE}}}]", f"{BASE}, replace_terrain: wood}}]"),
    "base.[].under": (f"{BASE}}}]", f"{BASE}, under: grid}}]"),
    "base.[].opacity": (f"{BASE}}}]", f"{BASE}, opacity: 0.5}}]"),
    "terrain.[].fit": ("terrain: [{terrain: wood, image: art/scan.png}]",
                       "terrain: [{terrain: wood, image: art/scan.png, fit: tile}]"),
    "terrain.[].size": ("terrain: [{terrain: wood, image: art/scan.png}]",
                        "terrain: [{terrain: wood, image: art/scan.png, size: 0.5}]"),
    "terrain.[].opacity": ("terrain: [{terrain: wood, image: art/scan.png}]",
                           "terrain: [{terrain: wood, image: art/scan.png, opacity: 0.5}]"),
    "symbols.[].places": ("symbols: []", "symbols: [{image: art/scan.png, places: upper}]"),
    "symbols.[].rank": ("symbols: []", "symbols: [{image: art/scan.png, rank: town}]"),
    "symbols.[].terrain": ("symbols: []", "symbols: [{image: art/scan.png, terrain: wood}]"),
    "symbols.[].size": ("symbols: [{image: art/scan.png, places: upper}]",
                        "symbols: [{image: art/scan.png, places: upper, size: 0.3}]"),
    "symbols.[].offset": ("symbols: [{image: art/scan.png, places: upper}]",
                          "symbols: [{image: art/scan.png, places: upper, offset: [0.2, 0.1]}]"),
    "symbols.[].keep_buildings": ("symbols: [{image: art/scan.png, places: upper}]",
                                  "symbols: [{image: art/scan.png, places: upper, keep_buildings: true}]"),
}  # fmt: skip
"""Key of `art` -> the block without it and with it."""
NUMBERING = {
    "order": ("{}", "{order: row-column}"),
    "first_column": ("{}", "{first_column: 4}"),
    "first_row": ("{}", "{first_row: 0}"),
    "digits": ("{}", "{digits: 3}"),
    "leading_zeros": ("{}", "{leading_zeros: false, separator: '.'}"),
    "letters": ("{}", "{letters: column}"),
    "letter_style": ("{letters: column, first_column: 25}", "{letters: column, first_column: 25, letter_style: doubled}"),
    "column_digits": ("{}", "{column_digits: 3}"),
    "row_digits": ("{}", "{row_digits: 3}"),
    "stagger": ("{}", "{stagger: even}"),
    "separator": ("{}", "{separator: '.'}"),
    "descending_columns": ("{first_column: 9}", "{first_column: 9, descending_columns: true}"),
    "descending_rows": ("{first_row: 9}", "{first_row: 9, descending_rows: true}"),
}  # fmt: skip
"""Key of `grid: numbering` -> the block without it and with it."""
ELSEWHERE = {
    "geometry.layers.[].id": "below, by a place that a condition names",
    "geometry.layers.[].lines.[].id": "an id to refer to, which no output has",
    "geometry.rules.close": "below, by the report",
}
"""Keys -> where it is seen what they do."""
BLANK = """format: 1
grid: {columns: 6, rows: 6, orientation: flat, hex_metres: 200, hex_mm: 20, level_metres: 10}
places: [{id: upper, name: Upper, hex: 0202, rank: town}]
regions: [{id: lower, name: Lower, hexes: [0505]}]
entries:
  - {id: north-road, name: North road, side: north, hexes: [0101]}
  - {id: south-road, name: South road, side: south, hexes: [0106]}
"""
"""A map of which the survey says all."""
GRID = "grid: {columns: 6, rows: 6, orientation: flat, hex_metres: 200, hex_mm: 20, level_metres: 10"
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="


def block(name: str, text: str) -> str:
    return f"\n{name}:\n" + "".join(f"  {line}\n" for line in text.splitlines())


def edits_for(name: str, text: str) -> list[dict[str, str]]:
    """Return what makes a project of the plain battle in which a block of the map file can be seen."""
    if name == "numbering":
        return [{"file": "map.yaml", "replace": GRID, "with": f"{GRID}, numbering: {text}"}]
    if name == "art":
        return [{"file": "map.yaml", "append": block(name, text)}, {"file": "art/scan.png", "base64": DOT}]
    edits = [{"file": "map.yaml", "content": BLANK + block(name, text)}]
    reeds = GROUND.replace('"is": "wood"', '"is": "reed"')
    edits += [{"file": "ground.geojson", "content": GROUND}, {"file": "reeds.geojson", "content": reeds}]
    return [*edits, {"file": "heights.asc", "content": HEIGHTS}]


def project(name: str, text: str, folder: Path, more: tuple[dict[str, str], ...] = ()) -> Path:
    content = {"base": "plain", "edits": [*edits_for(name, text), *more]}
    return apply(Case(Path("keys/one.yaml"), content), folder)


TABLES = {
    "numbering": NUMBERING,
    "geometry": {f"layers.[].{k}": v for k, v in LAYERS.items()} | GEOMETRY,
    "art": ART,
}
ROWS = [(name, key) for name, table in TABLES.items() for key in table]


@pytest.mark.parametrize(("name", "key"), ROWS, ids=[f"{n}-{k}" for n, k in ROWS])
def test_the_key_makes_another_map(name: str, key: str, tmp_path: Path) -> None:
    before, after = (
        project(name, text, tmp_path / side)
        for text, side in zip(TABLES[name][key], ("before", "after"), strict=True)
    )
    if name == "numbering":
        assert ids(before) != ids(after)
        return
    one, other = Outputs(before, ("map",)), Outputs(after, ("map",))
    assert not one.refused and not other.refused, [str(d) for d in (*one.loaded.report, *other.loaded.report)]
    assert not one.same(other)


def ids(folder: Path) -> list[str]:
    loaded = load(folder)
    assert loaded.battle is not None and loaded.battle.map is not None
    grid = loaded.battle.map.grid
    return [grid.id(index) for index in grid.hexes]


def test_every_key_has_its_row() -> None:
    """All that the schema allows below the second level is in one of the tables, or says where it is seen."""
    shallow = optional_keys("map", 2)
    keys = {".".join(key).removeprefix("grid.") for key in optional_keys("map", 9) if key not in shallow}
    rows = {f"{name}.{key}" for name, key in ROWS} | set(ELSEWHERE)
    assert keys - rows == set()
    assert {row for row in rows if not row.startswith("art.symbols")} - keys == set()


def test_the_id_of_a_surveyed_place_is_one_to_refer_to(tmp_path: Path) -> None:
    """Without `id` the place has an id made of its name; a condition names it by the one that it is given."""
    held = {
        "file": "scenarios/battle.yaml",
        "replace": "{holds: {side: north, region: lower}}",
        "with": "{holds: {side: north, place: ash}}",
    }
    without = Outputs(project("geometry", FILE + f"layers: [{HOUSE}]", tmp_path / "a", (held,)), ())
    text = FILE + "layers: [{where: {is: house}, place: village, id: code}]"
    assert without.refused and not Outputs(project("geometry", text, tmp_path / "b", (held,)), ()).refused


def test_the_width_of_a_close_call_is_told(tmp_path: Path) -> None:
    def notes(rules: str, name: str) -> list[str]:
        folder = project("geometry", WOODS + rules, tmp_path / name)
        return [d.message for d in load(folder).report if d.code == "MAP070"]

    assert notes("rules: {close: 0.001}", "a") != notes("rules: {close: 0.4}", "b")
