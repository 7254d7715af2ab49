"""What a Jours de Gloire battle may say: arms, units, ratings, command, states."""

from __future__ import annotations

from jdgtools.model.definition import FieldDef, RoleDef, SeriesDef, UnitTypeDef
from jdgtools.series.jdg.markers import BOXES, MARKERS, STATE_AXES
from jdgtools.series.jdg.options import OPTIONS
from jdgtools.series.jdg.terrain import TERRAINS
from jdgtools.series.jdg.turn import DICE, PHASES
from jdgtools.series.jdg.values import VALUE_NAMES
from jdgtools.series.strings import say

_ARTILLERY = ("artillery",)
_TYPE_RULES = ("JDG-0.3-c",)

UNIT_TYPES = (
    UnitTypeDef(
        "line_infantry",
        say("line infantry", "infanterie de ligne", "piechota liniowa"),
        "infantry",
        "infantry",
        "line_infantry",
        rules=_TYPE_RULES,
    ),
    UnitTypeDef(
        "light_infantry",
        say("light infantry", "infanterie légère", "piechota lekka"),
        "infantry",
        "infantry",
        "light_infantry",
        rules=_TYPE_RULES,
    ),
    UnitTypeDef(
        "grenadiers",
        say("grenadiers", "grenadiers", "grenadierzy"),
        "infantry",
        "infantry",
        "grenadiers",
        rules=_TYPE_RULES,
    ),
    UnitTypeDef(
        "guard_infantry",
        say("guard infantry", "infanterie de la garde", "piechota gwardii"),
        "infantry",
        "infantry",
        "guard",
        rules=_TYPE_RULES,
    ),
    UnitTypeDef(
        "militia", say("militia", "milice", "milicja"), "infantry", "infantry", "militia", rules=_TYPE_RULES
    ),
    UnitTypeDef(
        "light_cavalry",
        say("light cavalry", "cavalerie légère", "lekka kawaleria"),
        "cavalry",
        "cavalry",
        "light_cavalry",
        attributes={"heavy": False},
        rules=("JDG-0.3-c", "JDG-8.7.3-d"),
    ),
    UnitTypeDef(
        "dragoons",
        say("dragoons", "dragons", "dragoni"),
        "cavalry",
        "cavalry",
        "dragoons",
        attributes={"heavy": False},
        rules=("JDG-0.3-c", "JDG-8.7.3-d"),
    ),
    UnitTypeDef(
        "lancers",
        say("lancers", "lanciers", "ułani"),
        "cavalry",
        "cavalry",
        "lancers",
        attributes={"heavy": False},
        rules=("JDG-0.3-c", "JDG-8.7.3-d"),
    ),
    UnitTypeDef(
        "heavy_cavalry",
        say("heavy cavalry", "cavalerie lourde", "ciężka kawaleria"),
        "cavalry",
        "cavalry",
        "heavy_cavalry",
        attributes={"heavy": True},
        rules=("JDG-0.3-c", "JDG-8.7.3-d", "JDG-8.8.2-a"),
    ),
    UnitTypeDef(
        "foot_artillery",
        say("foot artillery", "artillerie à pied", "artyleria piesza"),
        "artillery",
        "foot_artillery",
        "foot_artillery",
        attributes={"artillery_kind": "foot"},
        rules=("JDG-0.3-c", "JDG-5.1.1-d"),
    ),
    UnitTypeDef(
        "horse_artillery",
        say("horse artillery", "artillerie à cheval", "artyleria konna"),
        "artillery",
        "horse_artillery",
        "horse_artillery",
        attributes={"artillery_kind": "horse"},
        rules=("JDG-0.3-c", "JDG-5.1.1-d"),
    ),
)

UNIT_FIELDS = (
    FieldDef(
        "strength",
        say("strength points", "points de force", "punkty siły"),
        low=1,
        high=20,
        two_sided=True,
        abbreviation="SP",
        abbreviations=say("SP", "PF", "PS"),
        measures="strength",
        description=say(
            "Men and guns; of artillery the fire strength.",
            "Hommes et canons ; pour l'artillerie, la puissance de feu.",
            "Ludzie i działa; u artylerii siła ognia.",
        ),
        rules=("JDG-0.3-f",),
    ),
    FieldDef(
        "cohesion",
        say("cohesion rating", "cohésion", "współczynnik zwartości"),
        low=0,
        high=9,
        two_sided=True,
        abbreviation="Coh",
        abbreviations=say("Coh", "Coh", "Zw"),
        description=say(
            "Highest roll that passes a cohesion check.",
            "Résultat le plus haut qui réussit un test de cohésion.",
            "Najwyższy wynik, który zdaje próbę zwartości.",
        ),
        rules=("JDG-0.3-g", "JDG-0.4.1-a"),
    ),
    FieldDef(
        "shock",
        say("shock rating", "valeur de choc", "współczynnik starcia"),
        low=0,
        high=9,
        two_sided=True,
        arms=("infantry", "cavalry"),
        abbreviation="Sh",
        abbreviations=say("Sh", "Choc", "St"),
        description=say(
            "Highest roll that passes a shock check.",
            "Résultat le plus haut qui réussit un test de choc.",
            "Najwyższy wynik, który zdaje próbę starcia.",
        ),
        rules=("JDG-0.3-h", "JDG-0.4.2-a", "JDG-8.9-d"),
    ),
    FieldDef(
        "movement",
        say("movement allowance", "potentiel de mouvement", "współczynnik ruchu"),
        low=1,
        high=20,
        two_sided=True,
        abbreviation="MA",
        abbreviations=say("MA", "PM", "PR"),
        measures="movement",
        description=say("Movement points.", "Points de mouvement.", "Punkty ruchu."),
        rules=("JDG-0.3-i", "JDG-10.4-d"),
    ),
    FieldDef(
        "heavy",
        say("heavy cavalry", "cavalerie lourde", "ciężka kawaleria"),
        "bool",
        arms=("cavalry",),
        rules=("JDG-8.7.3-d", "JDG-8.8.2-a", "JDG-9.4-c"),
    ),
    FieldDef(
        "artillery_kind",
        say("kind of artillery", "sorte d'artillerie", "rodzaj artylerii"),
        "choice",
        choices=("foot", "horse"),
        arms=_ARTILLERY,
        rules=("JDG-5.1.1-d",),
    ),
    FieldDef(
        "effective_range",
        say("effective range", "portée efficace", "zasięg ognia skutecznego"),
        low=1,
        high=20,
        arms=_ARTILLERY,
        abbreviation="Eff",
        abbreviations=say("Eff", "Eff", "Skut"),
        rules=("JDG-7.3-f", "JDG-7.3-h"),
    ),
    FieldDef(
        "maximum_range",
        say("maximum range", "portée maximale", "zasięg maksymalny"),
        low=1,
        high=20,
        arms=_ARTILLERY,
        abbreviation="Max",
        rules=("JDG-7.3-f", "JDG-7.3-h"),
    ),
    FieldDef("corps", say("corps", "corps", "korpus"), "text", rules=("JDG-0.3-b",)),
)

ROLES = (
    RoleDef(
        "commander_in_chief",
        say("commander-in-chief", "commandant en chef", "głównodowodzący"),
        fields=(
            FieldDef(
                "drm",
                say("die-roll modifier", "modificateur au dé", "modyfikator do rzutu kostką"),
                low=-5,
                high=5,
                abbreviation="DRM",
                abbreviations=say("DRM", "MD", "MRK"),
                rules=("JDG-2.5.1-c", "JDG-2.4.3-e", "JDG-3-a"),
            ),
            FieldDef(
                "capacity",
                say("command capacity", "capacité de commandement", "zdolność wydawania rozkazów"),
                low=0,
                high=12,
                abbreviation="Cap",
                abbreviations=say("Cap", "Cap", "Zd"),
                description=say("Orders per turn.", "Ordres par tour.", "Rozkazy na etap."),
                rules=("JDG-2.5.1-d", "JDG-2.3.2-b"),
            ),
            FieldDef(
                "range",
                say("command range", "rayon de commandement", "zasięg dowodzenia"),
                low=0,
                high=60,
                abbreviation="Rng",
                abbreviations=say("Rng", "Ray", "Zas"),
                description=say("Hexes.", "Hexes.", "Heksy."),
                rules=("JDG-2.5.1-e", "JDG-2.5.1-f"),
            ),
            FieldDef(
                "movement",
                say("movement allowance", "potentiel de mouvement", "współczynnik ruchu"),
                low=0,
                high=20,
                default=7,
                abbreviation="MA",
                abbreviations=say("MA", "PM", "PR"),
                measures="movement",
                rules=("JDG-2.5.1-h",),
            ),
            FieldDef(
                "strategic",
                say(
                    "counts for strategic initiative",
                    "compte pour l'initiative stratégique",
                    "liczy się do inicjatywy strategicznej",
                ),
                "bool",
                default=False,
                rules=("JDG-3-b",),
            ),
        ),
        back="moved",
        symbol="commander",
        rules=("JDG-2.5.1-a", "JDG-2.5.1-b", "JDG-2.5.1-j"),
    ),
)

ACTIVATION_FIELDS = (
    FieldDef(
        "rating",
        say("leader initiative rating", "valeur d'initiative du chef", "współczynnik inicjatywy"),
        low=0,
        high=9,
        abbreviation="Init",
        rules=("JDG-2.1-a", "JDG-2.4.3-b", "JDG-2.4.3-f"),
    ),
    FieldDef(
        "entry",
        say("put into the cup", "mise dans le gobelet", "wkładanie do kubka"),
        "choice",
        choices=("optional", "compulsory"),
        rules=("JDG-2.1.2-b", "JDG-2.1.2-c"),
    ),
    FieldDef(
        "reinforcements",
        say("brings reinforcements", "amène des renforts", "wprowadza posiłki"),
        "bool",
        rules=("JDG-2.1.2-d",),
    ),
)

DEFINITION = SeriesDef(
    id="jdg",
    title=say("Jours de Gloire", "Jours de Gloire", "Jours de Gloire"),
    rulebook="Jours de Gloire 1813",
    statement_prefix="JDG-",
    languages=("en", "fr", "pl"),
    facing="corner",
    scales=("regiment", "brigade"),
    command_name=say("formation", "formation", "formacja"),
    arms=(
        ("infantry", say("infantry", "infanterie", "piechota")),
        ("cavalry", say("cavalry", "cavalerie", "kawaleria")),
        ("artillery", say("artillery", "artillerie", "artyleria")),
    ),
    movement_classes=("infantry", "cavalry", "foot_artillery", "horse_artillery", "commander"),
    unit_types=UNIT_TYPES,
    unit_fields=UNIT_FIELDS,
    command_fields=(),
    roles=ROLES,
    state_axes=STATE_AXES,
    markers=MARKERS,
    terrains=TERRAINS,
    options=OPTIONS,
    boxes=BOXES,
    phases=PHASES,
    dice=DICE,
    activation_codes=(
        ("O", say("activation marker", "marqueur d'activation", "znacznik aktywacji")),
        (
            "C",
            say(
                "combined activation marker",
                "marqueur d'activation combiné",
                "kombinowany znacznik aktywacji",
            ),
        ),
    ),
    activation_fields=ACTIVATION_FIELDS,
    turn_flags=(("night", say("night", "nuit", "noc")), ("fog", say("fog", "brouillard", "mgła"))),
    value_names=VALUE_NAMES,
    counter_back=say("disordered", "désorganisée", "zmieszana"),
)
