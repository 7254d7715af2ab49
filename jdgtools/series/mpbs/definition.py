"""What a battle of the Musket & Pike Battle Series may say: kinds, ratings, wings, orders, settings."""

from __future__ import annotations

from jdgtools.model.definition import FieldDef, RoleDef, SeriesDef
from jdgtools.series.mpbs.markers import BOXES, MARKERS
from jdgtools.series.mpbs.options import OPTIONS
from jdgtools.series.mpbs.states import STATE_AXES
from jdgtools.series.mpbs.terrain import TERRAINS
from jdgtools.series.mpbs.turn import DICE, PHASES
from jdgtools.series.mpbs.units import UNIT_FIELDS, UNIT_TYPES
from jdgtools.series.mpbs.values import VALUE_NAMES
from jdgtools.series.strings import say

_RATING = FieldDef(
    "rating",
    say("leadership rating", "valeur de commandement", "współczynnik dowodzenia"),
    low=-2,
    high=0,
    abbreviation="Ldr",
    abbreviations=say("Ldr", "Cdt", "Dow"),
    description=say("−2 is elite, 0 is average.", "−2 : élite, 0 : moyen.", "−2 to elita, 0 to przeciętny."),
    rules=("MP-2.1.3-a",),
)
_NAMED = FieldDef(
    "named",
    say("named leader", "chef nommé", "dowódca imienny"),
    "bool",
    default=True,
    rules=("MP-15-c", "MP-5.3.4-e"),
)
_MOVEMENT = FieldDef(
    "movement",
    say("movement allowance", "potentiel de mouvement", "limit punktów ruchu"),
    low=0,
    high=20,
    default=8,
    abbreviation="MA",
    abbreviations=say("MA", "PM", "PR"),
    measures="movement",
    rules=("MP-5.1.2-f", "MP-5.2.2-e"),
)

ROLES = (
    RoleDef(
        "army_commander",
        say("army commander", "commandant d'armée", "głównodowodzący"),
        fields=(
            _RATING,
            _NAMED,
            _MOVEMENT,
            FieldDef(
                "influences",
                say(
                    "wings he may influence",
                    "ailes qu'il peut influencer",
                    "skrzydła, na które może wpływać",
                ),
                "text",
                lists=True,
                default="",
                description=say(
                    "Ids separated by commas; all if empty.",
                    "Ids séparés par des virgules ; toutes si vide.",
                    "Id oddzielone przecinkami; puste = wszystkie.",
                ),
                rules=("MP-5.3.5-c",),
            ),
        ),
        symbol="general",
        needed_by="side",
        rules=("MP-5.1.1-a", "MP-5.1.1-b"),
    ),
    RoleDef(
        "wing_commander",
        say("wing commander", "commandant d'aile", "dowódca skrzydła"),
        fields=(
            _RATING,
            _NAMED,
            _MOVEMENT,
            FieldDef(
                "senior",
                say(
                    "succeeds the army commander",
                    "succède au commandant d'armée",
                    "następca głównodowodzącego",
                ),
                "bool",
                default=False,
                rules=("MP-5.3.5-a",),
            ),
            FieldDef(
                "replacement",
                say(
                    "named replacement (leader id)",
                    "remplaçant nommé (id du chef)",
                    "imienny zastępca (id dowódcy)",
                ),
                "text",
                default="",
                rules=("MP-5.3.3-b", "MP-5.3.5-b"),
            ),
        ),
        back="finished",
        symbol="general",
        needed_by="command",
        rules=("MP-5.2.1-a", "MP-2.3-j"),
    ),
    RoleDef(
        "replacement_wc",
        say("replacement wing commander", "commandant d'aile de remplacement", "zastępczy dowódca skrzydła"),
        fields=(
            FieldDef(
                "rating",
                _RATING.name,
                low=-2,
                high=0,
                default=0,
                abbreviation="Ldr",
                abbreviations=say("Ldr", "Cdt", "Dow"),
                rules=("MP-5.3.4-e",),
            ),
            FieldDef("named", _NAMED.name, "bool", default=False, rules=("MP-5.3.4-e",)),
            _MOVEMENT,
        ),
        back="finished",
        symbol="general",
        rules=("MP-5.3.3-b", "MP-5.3.4-e"),
    ),
    RoleDef(
        "sovereign",
        say("sovereign present", "souverain présent", "obecny władca"),
        fields=(_NAMED, _MOVEMENT),
        symbol="general",
        leads=False,
        rules=("MP-5-a", "MP-15-a"),
    ),
)

SCENARIO_FIELDS = (
    FieldDef(
        "game",
        say("game of the series", "jeu de la série", "gra serii"),
        "choice",
        choices=("tacw", "sfo", "ulb", "gag", "ngbg", "own"),
        description=say(
            "The title whose rules hold; `own`: none of them.",
            "Le titre dont les règles valent ; `own` : aucun d'eux.",
            "Tytuł, którego zasady obowiązują; `own`: żaden z nich.",
        ),
        rules=("MP-1-b", "MP-7.3.3-f"),
    ),
    FieldDef(
        "salvo",
        say("who may use Salvo Fire", "qui peut tirer en salve", "kto może strzelać salwą"),
        "choice",
        choices=("nobody", "listed", "everybody"),
        description=say(
            "`listed`: heavy infantry marked salvo_capable.",
            "`listed` : l'infanterie lourde marquée salvo_capable.",
            "`listed`: ciężka piechota oznaczona salvo_capable.",
        ),
        rules=("MP-10.4-g",),
    ),
    FieldDef(
        "limbering",
        say("artillery may be limbered", "l'artillerie peut être attelée", "artylerię można zaprzodkować"),
        "bool",
        rules=("MP-7.3.3-a", "MP-7.3.3-f"),
    ),
    FieldDef(
        "baggage_mobile",
        say("baggage may move", "les bagages peuvent bouger", "tabor może się ruszać"),
        "bool",
        rules=("MP-7.2.1-b", "MP-14.1-d"),
    ),
    FieldDef(
        "reaction_fire_exhaustion",
        say(
            "optional rule 9.4.1a: reaction fire may be exhausted",
            "règle optionnelle 9.4.1a : le tir de réaction peut s'épuiser",
            "reguła opcjonalna 9.4.1a: ostrzał w reakcji może się wyczerpać",
        ),
        "bool",
        rules=("MP-9.4.1a-a",),
    ),
    FieldDef(
        "free_orders",
        say(
            "players choose their first orders secretly",
            "les joueurs choisissent en secret leurs premiers ordres",
            "gracze potajemnie wybierają pierwsze rozkazy",
        ),
        "bool",
        default=False,
        rules=("MP-5.5.3-a",),
    ),
    FieldDef(
        "minimum_move",
        say(
            "every unit may always move one hex",
            "toute unité peut toujours avancer d'un hex",
            "każda jednostka może zawsze ruszyć się o heks",
        ),
        "bool",
        default=False,
        rules=("MP-7.1.1-e",),
    ),
    FieldDef(
        "cavalry_momentum",
        say(
            "momentum modifier of cavalry",
            "modificateur d'élan de la cavalerie",
            "modyfikator impetu kawalerii",
        ),
        low=0,
        high=4,
        default=2,
        rules=("MP-11.3.6-b",),
    ),
)

DEFINITION = SeriesDef(
    id="mpbs",
    title=say("Musket & Pike Battle Series", "Musket & Pike Battle Series", "Musket & Pike Battle Series"),
    rulebook="Musket & Pike Battle Series 5.0",
    statement_prefix="MP-",
    languages=("en", "fr", "pl"),
    facing="corner",
    scales=(),
    command_name=say("wing", "aile", "skrzydło"),
    command_heading=say("Wings", "Ailes", "Skrzydła"),
    arms=(
        ("heavy_infantry", say("heavy infantry", "infanterie lourde", "ciężka piechota")),
        ("light_infantry", say("light infantry", "infanterie légère", "lekka piechota")),
        ("cavalry", say("cavalry", "cavalerie", "kawaleria")),
        ("dismounted_cavalry", say("dismounted cavalry", "cavalerie démontée", "spieszona kawaleria")),
        ("artillery", say("artillery", "artillerie", "artyleria")),
        ("baggage", say("baggage", "bagages", "tabor")),
    ),
    movement_classes=("heavy_infantry", "light_infantry", "cavalry", "guns"),
    unit_types=UNIT_TYPES,
    unit_fields=UNIT_FIELDS,
    command_fields=(
        FieldDef(
            "type",
            say("type of wing", "type d'aile", "typ skrzydła"),
            "choice",
            choices=("infantry", "cavalry"),
            rules=("MP-2.3-i",),
        ),
    ),
    roles=ROLES,
    state_axes=STATE_AXES,
    markers=MARKERS,
    terrains=TERRAINS,
    options=OPTIONS,
    boxes=BOXES,
    phases=PHASES,
    dice=DICE,
    scenario_fields=SCENARIO_FIELDS,
    orders=(
        ("charge", say("Charge", "Charge", "Atak!")),
        ("make_ready", say("Make Ready", "Se préparer", "W gotowości!")),
        ("receive_charge", say("Receive Charge", "Recevoir la charge", "Obrona!")),
        ("rally", say("Rally", "Ralliement", "Zbiórka!")),
    ),
    value_names=VALUE_NAMES,
    counter_back=say("Formation Shaken", "formation ébranlée", "formacja rozproszona"),
    no_effects=("no_forced_march", "forced_march"),
    stack_limit=4,
    victory_levels=True,
    hex_metres=(75, 150),
    range_charts=("T-ART", "T-FIRE"),
    exempt_from=(
        "MAP077",
        "GEN078",
        "GEN079",
        "GEN080",
        "GEN081",
        "GEN082",
        "GEN083",
        "GEN088",
        "GEN090",
        "GEN092",
        "GEN095",
        "GEN108",
        "GEN116",
        "GEN173",
        "GEN219",
        "GEN223",
        "GEN224",
        "GEN226",
    ),
)
