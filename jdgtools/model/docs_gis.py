"""Documents of the codes that maps made of GIS data give (MAP060 to MAP071, MAP073)."""

from __future__ import annotations

from jdgtools.diagnostics.catalogue import CodeDoc, register
from jdgtools.diagnostics.diagnostic import Severity

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

DOCS = (
    CodeDoc(
        "MAP060",
        "geometry-block-incomplete",
        _E,
        "GIS data become hexes only when the scale is known and every layer says what it is: one use, "
        "one file. Heights become levels only when the height of a level is known.",
        "geometry:\n  file: map.geojson\n  layers:\n    - {where: {landuse: forest}}",
        "geometry:\n  file: map.geojson\n  layers:\n    - {where: {landuse: forest}, terrain: wood}",
    ),
    CodeDoc(
        "MAP061",
        "no-geojson",
        _E,
        "The file of a geometry block is a GeoJSON FeatureCollection: other JSON (TopoJSON, a bare "
        "geometry) has no features whose properties could be asked for.",
        '{"type": "Topology", "objects": {}}',
        '{"type": "FeatureCollection", "features": []}',
    ),
    CodeDoc(
        "MAP062",
        "coordinates-in-degrees",
        _E,
        "Hexes have a size in metres. A degree of longitude is no fixed number of metres, so the data "
        "must be saved in a projected system first; every GIS does that in its export dialogue.",
        '"coordinates": [-9.18342, 39.31677]',
        '"coordinates": [484210.5, 4351883.2]',
    ),
    CodeDoc(
        "MAP063",
        "feature-left-out",
        _W,
        "A feature whose geometry cannot be read (no numbers, no points, an unknown type, not finite) "
        "is left out; everything else is used.",
        '{"type": "LineString", "coordinates": [[500, NaN]]}',
        '{"type": "LineString", "coordinates": [[500, 20], [560, 40]]}',
    ),
    CodeDoc(
        "MAP064",
        "feature-mended",
        _I,
        "Areas whose outline is open or crosses itself have no clear inside. They are closed or cut at the "
        "crossings, which is mostly, not always, what was meant.",
        '"coordinates": [[[0, 0], [100, 100], [100, 0], [0, 100], [0, 0]]]',
        '"coordinates": [[[0, 0], [100, 0], [100, 100], [0, 100], [0, 0]]]',
    ),
    CodeDoc(
        "MAP065",
        "layer-without-features",
        _W,
        "A layer that no feature matches does nothing; mostly a property or a value is misspelt.",
        "layers:\n  - {where: {landuse: forrest}, terrain: wood}",
        "layers:\n  - {where: {landuse: forest}, terrain: wood}",
    ),
    CodeDoc(
        "MAP066",
        "data-off-the-map",
        _E,
        "When no feature, or no height of a grid, meets the map, the anchor is wrong or the data lie in "
        "another coordinate system.",
        "anchor: {at: [0, 0]}   # the data lie around 484000, 4351000",
        "anchor: {at: [482500, 4349000]}",
    ),
    CodeDoc(
        "MAP067",
        "features-without-layer",
        _I,
        "Features that no layer asks for leave no trace on the map. That may be intended.",
        "layers: [{where: {landuse: forest}, terrain: wood}]   # the file has highways as well",
        'layers:\n  - {where: {landuse: forest}, terrain: wood}\n  - {where: {highway: "*"}, way: road}',
    ),
    CodeDoc(
        "MAP068",
        "feature-does-not-suit-its-layer",
        _W,
        "A road needs a line, contours need a height in metres, a bridge needs water beside it. What "
        "does not fit is left out. A height grid should reach over the whole map: hexes without a height get "
        "level 0.",
        'layers: [{where: {highway: "*"}, way: road}]   # one of them is a point',
        "layers: [{where: {highway: [primary, track]}, way: road}]",
    ),
    CodeDoc(
        "MAP069",
        "unusable-height-grid",
        _E,
        "A height grid is a text with a header (ncols, nrows, xllcorner, yllcorner, cellsize) and one "
        "height for every cell.",
        "ncols 2\nnrows 2\n10 12 11",
        "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 25\n10 12\n11 13",
    ),
    CodeDoc(
        "MAP070",
        "close-calls",
        _I,
        "Rules decide what a hex is, and some decisions hang on a few square metres. The designer knows "
        "the ground better: `jdg info BATTLE --close-calls` lists these hexes with their numbers and a "
        "block to paste under `geometry:`, where each decision can be kept or turned.",
        "geometry: {file: map.geojson, layers: [...]}",
        "geometry:\n  file: map.geojson\n  layers: [...]\n  overrides:\n    terrain: {0305: wood}",
    ),
    CodeDoc(
        "MAP071",
        "override-without-line",
        _W,
        "An override of ways or banks speaks of a hex through which no such line runs: the number is wrong, "
        "or the data have changed since.",
        "overrides:\n  banks: {0105: left}   # the river runs through 0305",
        "overrides:\n  banks: {0305: left}",
    ),
    CodeDoc(
        "MAP081",
        "point-of-a-line-not-understood",
        _E,
        "A line of the map goes through hexes, middles of hexsides and places in hexes. A word that is none "
        "of them would bend the line, or end it, where nobody meant it to.",
        "lines:\n  - {through: 0305 0406/EAST 0507}   # no hexside has that name",
        "lines:\n  - {through: 0305 0406/NE 0507+30-20}",
    ),
    CodeDoc(
        "MAP073",
        "metres-of-web-maps",
        _W,
        "Web maps (EPSG:3857) stretch the ground the more the further it lies from the equator: in central "
        "Europe a kilometre of theirs is some 640 m, and hexes would be that much too small.",
        '"crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3857"}}',
        '"crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32633"}}',
    ),
)

for _doc in DOCS:
    register(_doc)
