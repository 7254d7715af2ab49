"""Documents of the codes that building the model gives: names (REF), maps (MAP), values (GEN)."""

from __future__ import annotations

from jdgtools.diagnostics.catalogue import CodeDoc, register
from jdgtools.diagnostics.diagnostic import Severity

_E = Severity.ERROR
_NAME = (
    "A name that nothing carries cannot be drawn, placed or counted; the rest of the entry is still checked."
)


def _name(code: str, name: str, bad: str, good: str, why: str = _NAME) -> CodeDoc:
    return CodeDoc(code, name, _E, why, bad, good)


DOCS = (
    _name("REF001", "unknown-side", "commands:\n  - {id: hill, side: britsh}", "commands:\n  - {id: hill, side: british}"),
    _name("REF002", "unknown-command", "id,command\n1-9,hil", "id,command\n1-9,hill"),
    _name("REF003", "unknown-leader", "setup:\n  - {leader: welesley, hex: 0305}", "setup:\n  - {leader: wellesley, hex: 0305}"),
    _name("REF004", "unknown-unit", "setup:\n  - {unit: 1-29x, hex: 0305}", "setup:\n  - {unit: 1-29, hex: 0305}"),
    _name("REF005", "unknown-unit-type", "id,type\n1-9,line_infanty", "id,type\n1-9,line_infantry"),
    _name("REF006", "unknown-nationality", "id,nationality\n1-9,britain", "id,nationality\n1-9,british"),
    _name("REF007", "hex-off-the-map", "setup:\n  - {unit: 1-9, hex: 4501}", "setup:\n  - {unit: 1-9, hex: 0501}",
          "A hex number must name a hex of the map, written as the map prints it."),
    _name("REF008", "unknown-terrain", "legend: {w: forrest}", "legend: {w: wood}",
          "Terrain carries movement, sight and combat effects, so only the terrains of the series' chart can stand on a map."),
    _name("REF009", "unknown-region", "setup:\n  - {unit: 1-9, region: hills}", "setup:\n  - {unit: 1-9, region: hill}"),
    _name("REF010", "unknown-entry-area", "reinforcements:\n  - {id: r1, units: [1-9], turn: 2, entry: nort}", "reinforcements:\n  - {id: r1, units: [1-9], turn: 2, entry: north}"),
    _name("REF011", "unknown-marker", "markers: {order_recieved: 6}", "markers: {orders_received: 6}"),
    _name("REF012", "unknown-state", "setup:\n  - {unit: 1-9, hex: 0305, state: disorderd}", "setup:\n  - {unit: 1-9, hex: 0305, state: disordered}"),
    _name("REF013", "unknown-option", "options: {halve_onces: false}", "options: {halve_once: false}",
          "Options are the rulings of unclear rules; their names come from the series. A misspelt one would silently keep the default."),
    _name("REF014", "unknown-chart-cell", "charts:\n  - {chart: TBL-TEK, key: [clear, move_infantry], value: 1}", "charts:\n  - {chart: TBL-TEC, key: [clear, move_infantry], value: 1}",
          "A changed chart cell must exist and get a value of its kind, otherwise the game would be played with the old one."),
    _name("REF015", "unknown-role", "leaders:\n  - {id: hill, role: general}", "leaders:\n  - {id: hill, role: commander_in_chief}"),
    _name("REF016", "unknown-field", "id,strenght\n1-9,5", "id,strength\n1-9,5",
          "Ratings and settings have the names that the series gives them; a misspelt column would leave the counter without its value."),
    _name("REF017", "unknown-box", "setup:\n  - {unit: 1-9, box: reserv}", "setup:\n  - {unit: 1-9, box: reserve}"),
    _name("REF018", "unknown-place", "setup:\n  - {unit: 1-9, place: rolika}", "setup:\n  - {unit: 1-9, place: rolica}"),
    _name("REF020", "unknown-series", "series: jgd", "series: jdg",
          "The series decides what a battle may say and which rules check it."),
    _name("REF021", "id-used-twice", "commands:\n  - {id: hill}\n  - {id: hill}", "commands:\n  - {id: hill}\n  - {id: fane}",
          "Other entries refer to an id, so it must mean one thing. The first entry counts; the second is not read."),
    _name("REF022", "unknown-turn-flag", "turns:\n  - {number: 1, flags: [nite]}", "turns:\n  - {number: 1, flags: [night]}"),
    _name("REF023", "unknown-order", "orders: {right: charje}", "orders: {right: charge}"),
    _name("REF024", "unknown-scale", "scale: regimant", "scale: regiment"),
    _name("MAP001", "picture-with-wrong-number-of-rows", "grid: {columns: 2, rows: 2}\nterrain: |\n  . .", "grid: {columns: 2, rows: 2}\nterrain: |\n  . .\n  . .",
          "A picture has one line for every row of hexes; with a line too few, hexes have no terrain."),
    _name("MAP002", "picture-row-of-wrong-length", "grid: {columns: 3, rows: 1}\nterrain: |\n  . .", "grid: {columns: 3, rows: 1}\nterrain: |\n  . . .",
          "A line of a picture has one character for every column; with one too few, everything to the right is shifted."),
    _name("MAP003", "character-not-in-the-legend", "legend: {\".\": clear}\nterrain: |\n  . x", "legend: {\".\": clear, x: wood}\nterrain: |\n  . x",
          "Every character of a picture must mean something."),
    _name("MAP004", "unreadable-hexside", "sides: [0305/NNE]", "sides: [0305/NE]",
          "Hexside terrain is written as a hex and a direction; directed terrain (slope, redoubt) from its inner or higher hex."),
    _name("MAP005", "unreadable-chain-of-hexes", "hexes: 0101-0103", "hexes: 0101..0103",
          "A road is a chain of adjacent hexes; a gap would break it for movement."),
    _name("MAP007", "numbering-does-not-suit-the-map", "numbering: {digits: 1, leading_zeros: false}", "numbering: {digits: 2}",
          "Every hex needs a number of its own."),
    _name("MAP008", "way-does-not-leave-the-map", "ways:\n  - {kind: road, hexes: 0303..0305, from: N}", "ways:\n  - {kind: road, hexes: 0301..0305, from: N}",
          "`from` and `to` say in which direction a way leaves the map, so its end must lie at that edge."),
    _name("MAP009", "region-without-hexes", "regions:\n  - {id: hill}", "regions:\n  - {id: hill, hexes: [0305]}",
          "An empty region can hold no setup and no victory condition."),
    _name("MAP040", "map-does-not-fit-the-paper", "map: {paper: a4}", "map: {paper: a4, hex: fit}",
          "The designer asks for the print map on a certain paper, and the map is larger than it. The message names the hex size that would fit."),
    CodeDoc("MAP041", "no-room-for-furniture", Severity.INFO,
            "A sheet that the map fills has no room for all tracks, boxes and texts beside it. The least important are left out first; players find them in the aids.",
            "map: {paper: a4}", "map: {paper: a4, leave_out: [boxes, scenarios]}"),
    _name("MAP042", "setup-of-an-unknown-scenario", "map: {setup: [historcal]}", "map: {setup: [historical]}",
          "The print map shows the setup areas of the scenarios that are named here, so each must exist."),
    _name("GEN001", "value-out-of-kind", "id,strength\n1-9,many", "id,strength\n1-9,5",
          "Fields of the series have a kind and, where the rules give one, a range."),
    _name("GEN003", "file-outside-the-project", "map: ../other/map.yaml", "map: map.yaml",
          "A project is a folder that can be copied and shared; it reads nothing outside itself."),
    _name("GEN004", "unreadable-facing", "setup:\n  - {unit: 1-9, hex: 0305, facing: NNE}", "setup:\n  - {unit: 1-9, hex: 0305, facing: NE}",
          "A unit faces one of six corners or hexsides, named by compass points that depend on the grid's orientation."),
    _name("GEN006", "placement-without-piece", "setup:\n  - {hex: 0305}", "setup:\n  - {unit: 1-9, hex: 0305}",
          "A placement says which unit or leader it places."),
    _name("GEN007", "placement-without-place", "setup:\n  - {unit: 1-9}", "setup:\n  - {unit: 1-9, hex: 0305}",
          "A piece starts in exactly one place: hexes, an area, or a box."),
    _name("GEN008", "wrong-number-of-hexes", "setup:\n  - {unit: tercio, hex: 0305}", "setup:\n  - {unit: tercio, hexes: [0305, 0405]}",
          "A counter of two hexes needs both of them, the left half first."),
    _name("GEN009", "unreadable-unused-list", "unused: all", "unused: rest",
          "Pieces left out of a scenario are listed, or `rest` stands for all that it does not name."),
    _name("GEN010", "condition-about-nothing", "when: {holds: {side: british}}", "when: {holds: {side: british, hexes: [0305]}}",
          "A condition must name what it counts, otherwise no program can evaluate it."),
    _name("GEN011", "no-battle-here", "jdg check scenarios/", "jdg check scenarios/rolica-1808",
          "A battle project is a folder with battle.yaml at its top."),
    CodeDoc("GEN012", "rules-not-checked", Severity.INFO,
            "When the map or an order of battle cannot be read, every rule that speaks of it would fail for that one reason. The rest is checked; the rules wait.",
            "oob: oob.csv   # the file has an unclosed quote", "oob: oob.csv   # the file can be read"),
    _name("GEN013", "counters-do-not-fit-the-paper", "paper: [a4]\ngrid: {columns: 20, rows: 12}", "paper: [a3]\norientation: across\ngrid: {columns: 20, rows: 12}",
          "Marks, titles and counters must lie where the printer prints: a sheet that is larger would lose its edge without a word."),
    _name("GEN014", "unknown-theme-key", "theme:\n  map: {terrain: {wood: {fil: \"#405030\"}}}", "theme:\n  map: {terrain: {wood: {fill: \"#405030\"}}}",
          "A misspelt key would leave the map or the counters as they were, without a word."),
    _name("GEN015", "theme-value-out-of-kind", "theme:\n  map: {grid: {style: hexagons}}", "theme:\n  map: {grid: {style: hexes}}",
          "Colours, widths, fonts and patterns each have their own form; a value of another kind cannot be drawn. Colours need quotes: `#` begins a comment."),
    _name("GEN040", "kept-module-not-whole", "module: kept   # module/index.json was deleted", "module: kept   # beside the folder module/",
          "A project that keeps a module writes it again file by file; without one of them the build would be a module with a hole."),
)  # fmt: skip

for _doc in DOCS:
    register(_doc)
