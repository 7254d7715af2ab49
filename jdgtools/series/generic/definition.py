"""What a battle may say when its rules are not known: plain units, plain terrain, two sides of a counter."""

from __future__ import annotations

from jdgtools.model.definition import (
    FieldDef,
    PhaseDef,
    RoleDef,
    SeriesDef,
    StateAxis,
    StateValue,
    TerrainDef,
    UnitTypeDef,
)
from jdgtools.series.strings import say

_TYPES = (
    ("counter", say("counter", "pion", "żeton"), "line_infantry"),
    ("infantry", say("infantry", "infanterie", "piechota"), "line_infantry"),
    ("cavalry", say("cavalry", "cavalerie", "kawaleria"), "light_cavalry"),
    ("artillery", say("artillery", "artillerie", "artyleria"), "foot_artillery"),
)

DEFINITION = SeriesDef(
    id="generic",
    title=say("Battle", "Bataille", "Bitwa"),
    rulebook="no rules",
    statement_prefix="GEN-",
    languages=("en", "fr", "pl"),
    facing="hexside",
    scales=(),
    command_name=say("formation", "formation", "formacja"),
    command_heading=say("Formations", "Formations", "Formacje"),
    arms=tuple((id_, name) for id_, name, _ in _TYPES),
    movement_classes=("any",),
    unit_types=tuple(UnitTypeDef(id_, name, id_, "any", symbol) for id_, name, symbol in _TYPES),
    unit_fields=(
        FieldDef(
            "strength", say("strength", "force", "siła"), low=0, high=9999, two_sided=True,
            abbreviation="S", measures="strength",
        ),
        FieldDef(
            "quality", say("quality", "qualité", "jakość"), low=-99, high=999, two_sided=True,
            abbreviation="Q",
        ),
        FieldDef(
            "range", say("range", "portée", "zasięg"), low=0, high=999, two_sided=True, abbreviation="R",
            unit="hexes",
        ),
        FieldDef(
            "movement", say("movement", "mouvement", "ruch"), low=0, high=999, two_sided=True,
            abbreviation="M", measures="movement",
        ),
        FieldDef("art_back", say("picture of the reverse", "image du verso", "rysunek rewersu"), type="text"),
    ),
    command_fields=(),
    roles=(
        RoleDef(
            "leader",
            say("leader", "chef", "dowódca"),
            (FieldDef("rating", say("rating", "valeur", "ocena"), low=-99, high=999),),
            symbol="commander",
        ),
    ),
    state_axes=(
        StateAxis(
            "side_up",
            say("side up", "face visible", "strona"),
            (
                StateValue("front", say("front", "recto", "awers")),
                StateValue("back", say("reverse", "verso", "rewers"), face="back"),
            ),
        ),
    ),
    markers=(),
    terrains=(
        TerrainDef("clear", say("clear", "terrain clair", "teren otwarty"), "hex", glyph=".", clear=True),
        TerrainDef(
            "rough", say("rough", "terrain accidenté", "teren trudny"), "hex", glyph="r", style="rough"
        ),
        TerrainDef("wood", say("wood", "bois", "las"), "hex", glyph="w", style="wood"),
        TerrainDef("marsh", say("marsh", "marais", "bagno"), "hex", glyph="m", style="marsh"),
        TerrainDef(
            "town", say("town", "ville", "miasto"), "hex", glyph="t", style="town", building=True
        ),
        TerrainDef(
            "water", say("water", "eau", "woda"), "hex", glyph="~", style="water", water=True
        ),
        TerrainDef(
            "impassable", say("impassable", "infranchissable", "nie do przebycia"), "hex", glyph="x",
            style="impassable", impassable=True,
        ),
        TerrainDef("river", say("river", "rivière", "rzeka"), "hexside", style="river", water=True),
        TerrainDef("slope", say("slope", "pente", "stok"), "hexside", directed=True, style="slope", rise=1),
        TerrainDef("road", say("road", "route", "droga"), "path", style="road"),
        TerrainDef("trail", say("trail", "chemin", "ścieżka"), "path", style="trail"),
        TerrainDef("bridge", say("bridge", "pont", "most"), "crossing", style="bridge"),
    ),
    options=(),
    boxes=(),
    phases=(PhaseDef("turn", say("Turn", "Tour", "Etap")),),
    dice=(),
    facing_needed=False,
    exempt_from=("GEN092", "GEN163"),
)  # fmt: skip
