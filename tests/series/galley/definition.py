"""What a battle of the series may say."""

from jdgtools.model.definition import (
    BoxDef,
    DieDef,
    FieldDef,
    MarkerDef,
    OptionDef,
    PhaseDef,
    RoleDef,
    SeriesDef,
    StateAxis,
    StateValue,
    TerrainDef,
    UnitTypeDef,
)
from jdgtools.model.text import Text


def say(en: str, it: str) -> Text:
    """In both languages."""
    return Text.of({"en": en, "it": it})


DEFINITION = SeriesDef(
    id="oars",
    title=say("Oars", "Remi"),
    rulebook="Oars 1",
    statement_prefix="OA-",
    languages=("en", "it"),
    facing="hexside",
    scales=("ship", "squadron"),
    command_name=say("squadron", "squadra"),
    command_heading=say("Squadrons", "Squadre"),
    arms=(("rowed", say("rowed", "a remi")), ("sailed", say("sailed", "a vela"))),
    movement_classes=("oar", "sail"),
    unit_types=(
        UnitTypeDef("galley", say("galley", "galea"), "rowed", "oar", "line_infantry"),
        UnitTypeDef("lantern", say("lantern galley", "lanterna"), "rowed", "oar", "grenadiers"),
        UnitTypeDef("fusta", say("fusta", "fusta"), "rowed", "oar", "militia"),
        UnitTypeDef(
            "galleass",
            say("galleass", "galeazza"),
            "rowed",
            "oar",
            "foot_artillery",
            attributes={"heavy": True},
        ),
        UnitTypeDef("nave", say("round ship", "nave"), "sailed", "sail", "light_cavalry", footprints=(1, 2)),
    ),
    unit_fields=(
        FieldDef(
            "crew",
            say("crew", "ciurma"),
            low=1,
            high=12,
            two_sided=True,
            abbreviation="C",
            measures="strength",
            rules=("OA-1-a",),
        ),
        FieldDef("guns", say("guns", "cannoni"), low=0, high=9, abbreviation="G"),
        FieldDef("speed", say("speed", "voga"), low=1, high=9, abbreviation="S", measures="movement"),
        FieldDef("heavy", say("heavy", "pesante"), "bool"),
    ),
    command_fields=(FieldDef("pennant", say("pennant", "stendardo"), "choice", choices=("lion", "cross")),),
    roles=(
        RoleDef(
            "capitano",
            say("captain", "capitano"),
            (FieldDef("fame", say("fame", "fama"), low=0, high=5, abbreviation="F"),),
            symbol="commander",
            waits_in="harbour",
        ),
    ),
    state_axes=(
        StateAxis(
            "hull",
            say("hull", "scafo"),
            (
                StateValue("sound", say("sound", "sana")),
                StateValue("holed", say("holed", "forata"), face="back"),
                StateValue("ablaze", say("ablaze", "in fiamme"), marker="fire", faceless=True, setup=False),
            ),
            rules=("OA-2-a",),
        ),
        StateAxis("fatigue", say("fatigue", "fatica"), count_high=3, marker="fatigue"),
    ),
    markers=(
        MarkerDef("fire", say("fire", "fuoco"), say("Fire", "Fuoco"), symbol="rout", count=4),
        MarkerDef("fatigue", say("fatigue", "fatica"), say("Tired", "Stanca"), numbers=(1, 2, 3), count=6),
    ),
    terrains=(
        TerrainDef("open", say("open water", "mare"), "hex", glyph=".", clear=True),
        TerrainDef("shoal", say("shoal", "secca"), "hex", glyph="s", style="marsh"),
        TerrainDef("rock", say("rock", "scoglio"), "hex", glyph="r", impassable=True),
        TerrainDef("port", say("port", "porto"), "hex", glyph="p", building=True),
        TerrainDef("boom", say("boom", "catena"), "hexside", impassable=True),
        TerrainDef("lane", say("lane", "rotta"), "path", style="trail"),
        TerrainDef("gap", say("gap", "varco"), "crossing"),
    ),
    options=(
        OptionDef(
            "current", True, say("the current costs a point", "la corrente costa un punto"), rules=("OA-3-c",)
        ),
    ),
    boxes=(BoxDef("harbour", say("harbour", "porto"), per="side", holds=("unit", "leader")),),
    phases=(
        PhaseDef("row", say("Row", "Voga"), (say("Move every ship.", "Muovere ogni nave."),)),
        PhaseDef(
            "board", say("Board", "Abbordaggio"), (say("Adjacent ships board.", "Le navi vicine abbordano."),)
        ),
    ),
    dice=(DieDef("d6", say("die", "dado"), 1, 1, 6),),
    counter_back=say("holed", "forata"),
    side_fields=(FieldDef("wind", say("wind", "vento"), "choice", choices=("fair", "foul")),),
    value_names=(
        ("lion", say("lion", "leone")),
        ("cross", say("cross", "croce")),
        ("fair", say("fair", "buono")),
        ("foul", say("foul", "contrario")),
    ),
    stack_limit=1,
    hex_metres=(50, 400),
    range_charts=("OARS-GUN",),
    exempt_from=("GEN048",),
)
