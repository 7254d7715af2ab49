"""Documents of the codes that the audit of a series gives (`jdg check --series ID`)."""

from __future__ import annotations

from jdgtools.diagnostics.catalogue import document
from jdgtools.diagnostics.diagnostic import Severity

document(
    "SER001",
    "unusable-series-part",
    "A part of the series cannot be imported or read, or does not hold what it must: battles of the series "
    "cannot be read at all. The message names the part and the reason, the place is the line of the package.",
    "# movement.py\nRULLES = WallMovement()",
    "# movement.py\nRULES = WallMovement()",
)
document(
    "SER002",
    "unknown-terrain-style",
    "No drawing has the name of the style, so maps show the terrain as something unknown, in a colour of its "
    "own. The styles are listed in `jdgtools/render/map/palette.py`.",
    'TerrainDef("bog", say("bog", "Moor"), "hex", style="march")',
    'TerrainDef("bog", say("bog", "Moor"), "hex", style="marsh")',
    Severity.WARNING,
)
document(
    "SER003",
    "terrain-without-drawing",
    "Terrain that names no style is drawn by what it is (clear, water, a building, impassable). Of terrain "
    "that is none of these nothing is known, and it is dotted in a colour of its own. That may be what you "
    "want.",
    'TerrainDef("thorns", say("thorns", "Dornen"), "hex")',
    'TerrainDef("thorns", say("thorns", "Dornen"), "hex", style="brush")',
    Severity.INFO,
)
document(
    "SER004",
    "unknown-symbol",
    "No drawing has the name of the symbol, so counters show a question mark. The symbols are listed in "
    "`jdgtools.render.symbols` and `jdgtools.render.counters.signs`.",
    'UnitTypeDef("levy", say("levy", "Aufgebot"), "foot", "walk", "millitia")',
    'UnitTypeDef("levy", say("levy", "Aufgebot"), "foot", "walk", "militia")',
    Severity.WARNING,
)
document(
    "SER005",
    "unknown-movement-class",
    "A unit type moves by a class that the definition or the movement rules do not have: its steps have no "
    "cost, and every question about them fails.",
    'UnitTypeDef("riders", say("riders", "Reiter"), "horse", "rides", "light_cavalry")',
    'UnitTypeDef("riders", say("riders", "Reiter"), "horse", "ride", "light_cavalry")',
)
document(
    "SER006",
    "unknown-marker-of-series",
    "A state is shown by a marker that is not in the inventory: nothing shows the state on the table, and "
    "the module has no piece for it.",
    'StateValue("fled", say("fled", "geflohen"), marker="flight")',
    'StateValue("fled", say("fled", "geflohen"), marker="fled")',
)
document(
    "SER007",
    "unknown-word-of-series",
    "One part of the series names an arm, a rating, a state, an option, a chart or a general check that no "
    "part defines. What was meant to depend on it does not.",
    'FieldDef("pace", say("pace", "Tempo"), arms=("horses",))',
    'FieldDef("pace", say("pace", "Tempo"), arms=("horse",))',
)
document(
    "SER008",
    "word-defined-twice",
    "Two entries of a kind have one id, or `statements.txt` lists a statement twice. Whoever names it gets "
    "one of them, and the other is never seen.",
    'TerrainDef("bog", …), TerrainDef("bog", …)',
    'TerrainDef("bog", …), TerrainDef("deep_bog", …)',
)
document(
    "SER009",
    "missing-translation-of-series",
    "A text lacks one of the `languages` of the series, so players of that language read it in another one. "
    "The texts of the definition, the charts and the module are compared.",
    'PhaseDef("march", Text.of({"en": "March"}))',
    'PhaseDef("march", Text.of({"en": "March", "de": "Marsch"}))',
    Severity.WARNING,
)
document(
    "SER010",
    "unlisted-statement",
    "A definition, a chart or a check cites a statement of the rules that `statements.txt` does not list: "
    "either the id is misspelt, and sends the reader to the wrong rule, or the list is incomplete.",
    'rules=("SW-1-aa",)',
    'rules=("SW-1-a",)',
)
document(
    "SER011",
    "code-of-check-taken",
    "The code of a check is that of another check, or begins with the three letters that belong to another "
    "series. A code keeps its meaning for ever: `jdg explain` and the entries of `accepts:` rely on it.",
    '@check("JDG001", name="warband-too-small", …)',
    '@check("WAL001", name="warband-too-small", …)',
)
document(
    "SER012",
    "missing-chart-cell",
    "A hook reads a cell that the chart does not have, for terrain or classes that the definition allows. "
    "The first battle that holds them cannot be checked. The message says what the hook was asked.",
    'terrain.charts.get("TBL-MOVE").value("thorns", "swim")',
    'terrain.charts.get("TBL-MOVE").value("thorns", "walk")',
)
document(
    "SER013",
    "hook-that-raises",
    "A hook raises an exception on the battle that the series ships to start from, or on a small battle of "
    "all words of the series. Wrong input has been reported already and is None in the model: a hook keeps "
    "quiet about it.",
    "cost = COSTS[terrain.map.terrain[target]]",
    "cost = COSTS.get(terrain.map.terrain[target])",
)
document(
    "SER014",
    "contradictory-hook",
    "The answers of a hook cannot all be right: a cost below zero or no whole number, or `all_pairs` sees "
    "what `sight` does not.",
    "return StepCost(-1)",
    "return StepCost(None)",
)
document(
    "SER015",
    "value-that-its-field-does-not-allow",
    "A record of the definition, of the module or of a check holds a value that its field does not allow: a "
    "word that is not one of the choices, one text where a tuple of texts belongs, a lowest value above the "
    "highest, a glyph of two characters, an id that is not the name of the entry point. Python accepts it, "
    "and what reads the record later goes wrong or says nothing.",
    'StateValue("wavering", say("wavering", "wankend"), face="rear")',
    'StateValue("wavering", say("wavering", "wankend"), face="back")',
)
document(
    "SER016",
    "battle-to-start-from-of-another-series",
    "The battle in the folder `template` is one of another series, so `jdg new` would not start a battle of "
    "this one.",
    "# template/battle.yaml\nseries: jdg",
    "# template/battle.yaml\nseries: wall",
)
document(
    "SER017",
    "starter-that-writes-faulty-battles",
    "A battle that `jdg new --size` writes from the `starter` of the series does not check: it names a "
    "terrain, a type or a field that the series does not have. Whoever begins with that battle has the fault "
    "in the first minute.",
    '# starter.py\nSTARTER = Starter(trees="thorn", …)',
    '# starter.py\nSTARTER = Starter(trees="thorns", …)',
)
document(
    "SER018",
    "check-that-is-not-listed",
    "A function of the series is made a check by `@check(…)` and does not stand in `CHECKS`: nobody runs it, "
    "and a battle with the fault that it would find checks well.",
    "CHECKS = (too_small,)  # and not `on_rock`",
    "CHECKS = (too_small, on_rock)",
    Severity.WARNING,
)
