"""Terrain of the Musket & Pike Battle Series: hexes, hexsides and ways."""

from __future__ import annotations

from jdgtools.model.definition import TerrainDef
from jdgtools.series.strings import say

_COST = ("MP-7.1.1-a",)
_OBSTACLE = ("MP-7.1.1-a", "MP-10.9.3A-b")
_BUILT = ("MP-7.1.1-a", "MP-9.4.5-a")

HEXES = (
    TerrainDef(
        "clear", say("clear", "terrain clair", "teren czysty"), "hex", glyph=".", clear=True, rules=_COST
    ),
    TerrainDef(
        "rough",
        say("rough, heath", "terrain accidenté, lande", "teren nierówny, wrzosowisko"),
        "hex",
        glyph="r",
        rules=_COST,
    ),
    TerrainDef(
        "orchard",
        say("orchard, open wood", "verger, bois clair", "sad, rzadki las"),
        "hex",
        glyph="o",
        rules=_COST,
    ),
    TerrainDef("woods", say("woods", "bois", "las"), "hex", glyph="W", rules=_COST),
    TerrainDef("marsh", say("marsh", "marais", "bagno"), "hex", glyph="m", rules=_COST),
    TerrainDef("village", say("village", "village", "wieś"), "hex", glyph="V", building=True, rules=_BUILT),
    TerrainDef("town", say("town", "ville", "miasto"), "hex", glyph="T", building=True, rules=_BUILT),
    TerrainDef("castle", say("castle", "château", "zamek"), "hex", glyph="C", building=True, rules=_BUILT),
    TerrainDef("bridge", say("bridge", "pont", "most"), "hex", glyph="=", rules=("MP-7.3.5-b", "MP-7.3.5-c")),
    TerrainDef(
        "impassable",
        say("impassable hex", "hex infranchissable", "heks niedostępny"),
        "hex",
        glyph="#",
        impassable=True,
        rules=("MP-10.3.2-b", "MP-11.1.2-e"),
    ),
    TerrainDef(
        "water",
        say("water", "eau", "woda"),
        "hex",
        glyph="~",
        impassable=True,
        water=True,
        rules=("MP-10.3.2-b", "MP-11.1.2-e"),
    ),
)

HEXSIDES = (
    TerrainDef("stream", say("stream", "ruisseau", "strumień"), "hexside", water=True, rules=_OBSTACLE),
    TerrainDef(
        "river", say("river", "rivière", "rzeka"), "hexside", water=True, impassable=True, rules=_COST
    ),
    TerrainDef("hedge", say("hedge", "haie", "żywopłot"), "hexside", rules=_OBSTACLE),
    TerrainDef("berm", say("berm", "levée de terre", "wał ziemny"), "hexside", rules=_OBSTACLE),
    TerrainDef(
        "elevated_road",
        say("elevated road", "route surélevée", "droga na nasypie"),
        "hexside",
        rules=_OBSTACLE,
    ),
    TerrainDef("abatis", say("abatis", "abattis", "zasieki"), "hexside", rules=_OBSTACLE),
    TerrainDef("entrenchment", say("entrenchment", "retranchement", "okopy"), "hexside", rules=_OBSTACLE),
    TerrainDef(
        "fortified_line",
        say("fortified line", "ligne fortifiée", "linia umocnień"),
        "hexside",
        rules=_OBSTACLE,
    ),
    TerrainDef("redoubt", say("redoubt", "redoute", "reduta"), "hexside", rules=_OBSTACLE),
    TerrainDef(
        "slope_gentle",
        say("gentle slope", "pente douce", "łagodne zbocze"),
        "hexside",
        directed=True,
        rise=1,
        rules=("MP-7.3.1-f", "MP-10.9.3B-a", "MP-10.9.3B-b"),
    ),
    TerrainDef(
        "slope_steep",
        say("steep slope", "pente abrupte", "strome zbocze"),
        "hexside",
        directed=True,
        rise=2,
        rules=("MP-10.9.3B-a", "MP-10.9.3B-c"),
    ),
)

WAYS = (
    TerrainDef("road", say("road", "route", "droga"), "path", rules=_COST),
    TerrainDef("ford", say("ford", "gué", "bród"), "crossing", water=True, rules=_COST),
)

TERRAINS = HEXES + HEXSIDES + WAYS
