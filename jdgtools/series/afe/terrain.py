"""Terrain of Au fil de l'épée: hexes, hexsides and roads."""

from __future__ import annotations

from jdgtools.model.definition import TerrainDef
from jdgtools.series.strings import say

_COST = ("AFE-8.1-b",)
_NM = ("AFE-8.1-i",)
_BARRED = ("AFE-9.1-k",)

HEXES = (
    TerrainDef(
        "clear",
        say("clear", "terrain clair", "teren czysty", "nyílt terep"),
        "hex",
        glyph=".",
        clear=True,
        rules=_COST,
    ),
    TerrainDef(
        "rough",
        say(
            "rough: vineyard, orchard, stones",
            "terrain accidenté : vigne, verger, pierres",
            "teren nierówny: winnica, sad, kamienie",
            "nehéz terep: szőlő, gyümölcsös, kövek",
        ),
        "hex",
        glyph="r",
        rules=_COST,
    ),
    TerrainDef(
        "soft",
        say("soft ground", "terrain meuble", "grząski grunt", "puha talaj"),
        "hex",
        glyph=",",
        rules=_COST,
    ),
    TerrainDef(
        "light_wood",
        say("light wood", "bois clair", "rzadki las", "ritkás erdő"),
        "hex",
        glyph="w",
        rules=("AFE-8.1-b", "AFE-9.2-c"),
    ),
    TerrainDef(
        "wood", say("wood", "bois", "las", "erdő"), "hex", glyph="W", rules=("AFE-8.1-i", "AFE-9.2-c")
    ),
    TerrainDef("marsh", say("marsh", "marais", "bagno", "mocsár"), "hex", glyph="m", rules=_NM),
    TerrainDef(
        "village",
        say("village", "village", "wieś", "falu"),
        "hex",
        glyph="V",
        building=True,
        rules=("AFE-8.1-b", "AFE-9.2-c"),
    ),
    TerrainDef(
        "town",
        say("town", "ville", "miasto", "város"),
        "hex",
        glyph="T",
        building=True,
        rules=("AFE-8.1-b", "AFE-9.2-c"),
    ),
    TerrainDef(
        "castle",
        say("castle", "château", "zamek", "vár"),
        "hex",
        glyph="C",
        building=True,
        rules=("AFE-8.1-i", "AFE-9.2-c"),
    ),
    TerrainDef(
        "laager",
        say("wagon fort", "camp de chariots", "tabor wozów", "szekérvár"),
        "hex",
        glyph="l",
        rules=_NM,
    ),
    TerrainDef(
        "bridge", say("bridge", "pont", "most", "híd"), "hex", glyph="=", rules=("AFE-8.1-b", "AFE-10.5-g")
    ),
    TerrainDef(
        "water",
        say("water", "eau", "woda", "víz"),
        "hex",
        glyph="~",
        impassable=True,
        water=True,
        rules=_NM,
    ),
)

HEXSIDES = (
    TerrainDef(
        "slope", say("slope", "pente", "stok", "lejtő"), "hexside", directed=True, rise=1, rules=_COST
    ),
    TerrainDef(
        "slope_steep",
        say("steep slope", "pente abrupte", "stromy stok", "meredek lejtő"),
        "hexside",
        directed=True,
        rise=2,
        rules=("AFE-8.1-b", "AFE-10.5-g"),
    ),
    TerrainDef("cliff", say("cliff", "falaise", "urwisko", "szikla"), "hexside", impassable=True, rules=_NM),
    TerrainDef("stream", say("stream", "ruisseau", "strumień", "patak"), "hexside", water=True, rules=_COST),
    TerrainDef(
        "river",
        say("river", "rivière", "rzeka", "folyó"),
        "hexside",
        water=True,
        impassable=True,
        rules=("AFE-8.1-i", "AFE-9.1-k"),
    ),
    TerrainDef(
        "hedge",
        say("hedge, fence", "haie, clôture", "żywopłot, płot", "sövény, kerítés"),
        "hexside",
        rules=_COST,
    ),
    TerrainDef(
        "ditch",
        say("ditch, palisade", "fossé, palissade", "rów, palisada", "árok, cölöpsor"),
        "hexside",
        rules=_NM,
    ),
    TerrainDef(
        "stakes", say("stakes", "pieux", "zaostrzone pale", "karók"), "hexside", directed=True, rules=_COST
    ),
    TerrainDef(
        "wall",
        say("wall", "rempart", "mur", "várfal"),
        "hexside",
        impassable=True,
        style="town_wall",
        rules=_BARRED,
    ),
    TerrainDef(
        "gate",
        say("closed gate", "porte fermée", "zamknięta brama", "zárt kapu"),
        "hexside",
        rules=_BARRED,
    ),
    TerrainDef(
        "gate_open",
        say("open gate", "porte ouverte", "otwarta brama", "nyitott kapu"),
        "hexside",
        rules=_COST,
    ),
    TerrainDef(
        "impassable",
        say(
            "impassable hexside",
            "côté d'hex infranchissable",
            "niedostępna krawędź heksu",
            "járhatatlan hatszögoldal",
        ),
        "hexside",
        impassable=True,
        rules=("AFE-8.1-i", "AFE-11.2-g", "AFE-12.3-c"),
    ),
)

WAYS = (
    TerrainDef("road", say("road", "route", "droga", "út"), "path", rules=_COST),
    TerrainDef("ford", say("ford", "gué", "bród", "gázló"), "crossing", water=True, rules=_COST),
    TerrainDef(
        "bridge_side",
        say("bridge over a river", "pont sur une rivière", "most na rzece", "híd a folyón"),
        "crossing",
        rules=_COST,
    ),
)

TERRAINS = HEXES + HEXSIDES + WAYS
