"""Terrain of Jours de Gloire: hexes, hexsides, ways and crossings."""

from __future__ import annotations

from jdgtools.model.definition import TerrainDef
from jdgtools.series.strings import say

HEXES = (
    TerrainDef(
        "clear",
        say("clear", "terrain clair", "teren czysty"),
        "hex",
        glyph=".",
        clear=True,
        rules=("JDG-4.2-a",),
    ),
    TerrainDef(
        "clear_ploughed",
        say("ploughed field", "champ labouré", "pole orne"),
        "hex",
        glyph=",",
        clear=True,
        rules=("JDG-4.2-a",),
    ),
    TerrainDef("vineyard", say("vineyard", "vigne", "winnica"), "hex", glyph="v", rules=("JDG-0.2-a",)),
    TerrainDef(
        "orchard", say("orchard, olive grove", "verger, oliveraie", "sad, gaj oliwny"), "hex", glyph="o"
    ),
    TerrainDef("brush", say("brush", "broussailles", "zarośla"), "hex", glyph="b", rules=("JDG-0.2-a",)),
    TerrainDef("light_wood", say("light wood", "bois clair", "rzadki las"), "hex", glyph="w"),
    TerrainDef("wood", say("wood", "bois", "las"), "hex", glyph="W", rules=("JDG-7.4.1-b",)),
    TerrainDef("marsh", say("marsh", "marais", "bagno"), "hex", glyph="m", rules=("JDG-0.2-a",)),
    TerrainDef("garden", say("garden", "jardin", "ogród"), "hex", glyph="g", rules=("JDG-7.4.1-b",)),
    TerrainDef(
        "palm_grove", say("palm grove", "palmeraie", "gaj palmowy"), "hex", glyph="p", rules=("JDG-7.4.1-b",)
    ),
    TerrainDef(
        "village",
        say("village", "village", "wieś"),
        "hex",
        glyph="V",
        building=True,
        rules=("JDG-6.1.1-f", "JDG-7.4.1-b", "JDG-10.4-k"),
    ),
    TerrainDef(
        "town",
        say("town", "ville", "miasto"),
        "hex",
        glyph="T",
        building=True,
        rules=("JDG-6.1.1-f", "JDG-10.4-k"),
    ),
    TerrainDef(
        "castle",
        say("castle", "château", "zamek"),
        "hex",
        directed=True,
        glyph="C",
        building=True,
        rules=("JDG-6.1.1-f", "JDG-6.2.1-f", "JDG-10.3.4-c", "JDG-10.4-k"),
    ),
    TerrainDef(
        "farm", say("farm", "ferme", "gospodarstwo"), "hex", glyph="f", building=True, rules=("JDG-0.2-a",)
    ),
    TerrainDef(
        "impassable",
        say("impassable hex", "hex infranchissable", "heks niedostępny"),
        "hex",
        glyph="#",
        impassable=True,
        rules=("JDG-4.3.2-a", "JDG-4.3.2-b"),
    ),
    TerrainDef(
        "water",
        say("water", "eau", "woda"),
        "hex",
        glyph="~",
        impassable=True,
        water=True,
        rules=("JDG-4.3.2-a", "JDG-4.3.2-b"),
    ),
)

HEXSIDES = (
    TerrainDef("stream", say("stream", "ruisseau", "strumień"), "hexside", water=True, rules=("JDG-4.3-b",)),
    TerrainDef(
        "river",
        say("river", "rivière", "rzeka"),
        "hexside",
        water=True,
        rules=("JDG-6.2.1-e", "JDG-10.3.4-a"),
    ),
    TerrainDef(
        "river_uncrossable",
        say("uncrossable river", "rivière infranchissable", "nieprzekraczalna rzeka"),
        "hexside",
        water=True,
        impassable=True,
        rules=("JDG-4.3.2-a", "JDG-6.2.1-e", "JDG-10.3.4-a"),
    ),
    TerrainDef("ravine", say("ravine", "ravin", "wąwóz"), "hexside", rules=("JDG-4.3-b",)),
    TerrainDef(
        "slope",
        say("slope", "pente", "stok"),
        "hexside",
        directed=True,
        rise=1,
        rules=("JDG-4.3.1-e", "JDG-4.3.1-f", "JDG-9.1-l"),
    ),
    TerrainDef(
        "steep_slope",
        say("steep slope", "pente abrupte", "stromy stok"),
        "hexside",
        directed=True,
        rise=2,
        rules=("JDG-4.3.1-d", "JDG-7.4.1-c", "JDG-7.4.4-b", "JDG-9.1-l", "JDG-10.3.4-b"),
    ),
    TerrainDef(
        "ridge",
        say("ridge", "crête", "grzbiet"),
        "hexside",
        rules=("JDG-7.4.1-c", "JDG-7.4.4-b", "JDG-9.1-l"),
    ),
    TerrainDef(
        "cliff", say("cliff", "falaise", "urwisko"), "hexside", impassable=True, rules=("JDG-4.3.2-a",)
    ),
    TerrainDef("wall", say("wall", "mur", "mur"), "hexside", directed=True, rules=("JDG-6.2.1-f",)),
    TerrainDef(
        "hedge", say("hedge, fence", "haie, clôture", "żywopłot, płot"), "hexside", rules=("JDG-4.3-b",)
    ),
    TerrainDef(
        "redoubt",
        say("redoubt", "redoute", "reduta"),
        "hexside",
        directed=True,
        rules=("JDG-6.2.1-f", "JDG-7.4.1-c", "JDG-7.4.1-d", "JDG-9.1-l"),
    ),
    TerrainDef(
        "fortification",
        say("fortification", "fortification", "fortyfikacja"),
        "hexside",
        directed=True,
        rules=("JDG-6.2.1-f", "JDG-7.4.1-c", "JDG-7.4.1-d", "JDG-9.1-l"),
    ),
    TerrainDef("defile", say("defile", "défilé", "ciaśnina"), "hexside", rules=("JDG-4.3-b",)),
    TerrainDef(
        "impassable",
        say("impassable hexside", "côté d'hex infranchissable", "niedostępna krawędź heksu"),
        "hexside",
        impassable=True,
        rules=("JDG-4.3.2-a", "JDG-6.2.1-d"),
    ),
)

WAYS = (
    TerrainDef(
        "road",
        say("road", "route", "droga"),
        "path",
        rules=("JDG-4.3.1-a", "JDG-4.3.1-b", "JDG-4.3.1-c", "JDG-4.3.2-b"),
    ),
    TerrainDef(
        "trail",
        say("trail", "chemin", "szlak"),
        "path",
        rules=("JDG-4.3.1-a", "JDG-4.3.1-b", "JDG-4.3.1-c", "JDG-4.3.2-b"),
    ),
    TerrainDef(
        "bridge",
        say("bridge", "pont", "most"),
        "crossing",
        rules=("JDG-4.3.2-b", "JDG-6.2.1-e", "JDG-9.1-l", "JDG-10.3.4-b", "JDG-10.4-h"),
    ),
    TerrainDef(
        "ford",
        say("ford", "gué", "bród"),
        "crossing",
        rules=("JDG-6.2.1-e", "JDG-10.3.4-b", "JDG-10.4-h"),
    ),
)

TERRAINS = HEXES + HEXSIDES + WAYS
