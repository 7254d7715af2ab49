"""What a battle of Au fil de l'épée may say: types, ratings, leaders, settings."""

from __future__ import annotations

from jdgtools.model.definition import FieldDef, RoleDef, SeriesDef
from jdgtools.series.afe.battles import BATTLES
from jdgtools.series.afe.markers import BOXES, MARKERS
from jdgtools.series.afe.options import OPTIONS
from jdgtools.series.afe.states import STATE_AXES
from jdgtools.series.afe.terrain import TERRAINS
from jdgtools.series.afe.turn import DICE, PHASES
from jdgtools.series.afe.units import UNIT_FIELDS, UNIT_TYPES
from jdgtools.series.afe.values import VALUE_NAMES
from jdgtools.series.strings import say

_LEADER_FIELDS = (
    FieldDef(
        "bonus",
        say("bonus", "bonus", "bonus", "bonusz"),
        low=0,
        high=9,
        two_sided=True,
        abbreviation="Bon",
        abbreviations=say("Bon", "Bon", "Bon", "Bón"),
        rules=("AFE-1-d", "AFE-2.1-h"),
    ),
    FieldDef(
        "rating",
        say("command rating", "valeur de commandement", "wartość dowodzenia", "hadvezéri érték"),
        low=0,
        high=9,
        two_sided=True,
        abbreviation="Cmd",
        abbreviations=say("Cmd", "Cmd", "Dow", "Hv"),
        description=say(
            "The lowest acts first.",
            "Le plus bas agit d'abord.",
            "Najniższa działa pierwsza.",
            "A legkisebb kezd.",
        ),
        rules=("AFE-1-d", "AFE-2.1-i", "AFE-6.C-a"),
    ),
    FieldDef(
        "range",
        say("command range", "rayon de commandement", "zasięg dowodzenia", "parancsnoki hatósugár"),
        low=0,
        high=40,
        two_sided=True,
        abbreviation="Rng",
        abbreviations=say("Rng", "Ray", "Zas", "Hat"),
        unit="hexes",
        rules=("AFE-1-d", "AFE-2.1-i", "AFE-7.2-a"),
    ),
    FieldDef(
        "mp",
        say("movement allowance", "potentiel de mouvement", "punkty ruchu", "mozgási pont"),
        low=0,
        high=20,
        two_sided=True,
        abbreviation="MP",
        abbreviations=say("MP", "PM", "PR", "MP"),
        measures="movement",
        rules=("AFE-1-d", "AFE-2.1-i"),
    ),
)
_WOUNDED = (("wounded", ("range", "mp")),)

ROLES = (
    RoleDef(
        "commander_in_chief",
        say("commander in chief", "commandant en chef", "wódz naczelny", "fővezér"),
        fields=_LEADER_FIELDS,
        back="replacement",
        extra=_WOUNDED,
        symbol="banner_lord",
        needed_by="side",
        rules=("AFE-1-c", "AFE-1-f", "AFE-7.6-c", "AFE-7.6-i", "AFE-7.5.2-b"),
    ),
    RoleDef(
        "banner_lord",
        say("banner lord", "seigneur banneret", "pan chorągwi", "zászlósúr"),
        fields=_LEADER_FIELDS,
        back="replacement",
        extra=_WOUNDED,
        symbol="banner_lord",
        needed_by="command",
        rules=("AFE-1-a", "AFE-1-b", "AFE-2.1-k", "AFE-7.6-c", "AFE-7.5.2-b"),
    ),
    RoleDef(
        "reserve_leader",
        say("replacement leader", "chef de remplacement", "zastępca dowódcy", "helyettesítő parancsnok"),
        fields=_LEADER_FIELDS,
        extra=_WOUNDED,
        symbol="banner_lord",
        needed_by="side",
        waits_in="reserve_leaders",
        rules=("AFE-7.6-d", "AFE-7.6-g"),
    ),
    RoleDef(
        "sovereign",
        say(
            "person without a banner",
            "personnage sans bannière",
            "osoba bez chorągwi",
            "zászló nélküli személy",
        ),
        fields=tuple(f for f in _LEADER_FIELDS if f.id == "mp"),
        symbol="banner_lord",
        leads=False,
        rules=("AFE-1-g", "AFE-5.1-e"),
    ),
)

SCENARIO_FIELDS = (
    FieldDef(
        "remonte_markers",
        say(
            "number of Mounted markers",
            "nombre de marqueurs Remonte",
            "liczba znaczników Konno",
            "Lóra szállt jelölők száma",
        ),
        low=0,
        high=40,
        rules=("AFE-8.4-b",),
    ),
    FieldDef(
        "demonte_markers",
        say(
            "number of Dismounted markers",
            "nombre de marqueurs Démonte",
            "liczba znaczników Pieszo",
            "Lóról szállt jelölők száma",
        ),
        low=0,
        high=40,
        rules=("AFE-8.4-b",),
    ),
    FieldDef(
        "stack_types",
        say(
            "types that may stack",
            "types pouvant s'empiler",
            "typy, które mogą tworzyć stosy",
            "halmozható típusok",
        ),
        "text",
        lists=True,
        default="",
        description=say(
            "Codes of types, separated by commas.",
            "Codes des types, séparés par des virgules.",
            "Kody typów oddzielone przecinkami.",
            "Típuskódok, vesszővel elválasztva.",
        ),
        rules=("AFE-5.2.2-a",),
    ),
    FieldDef(
        "stack_maximum",
        say(
            "units in such a stack",
            "unités dans une telle pile",
            "jednostki w takim stosie",
            "egységek egy ilyen gúlában",
        ),
        low=1,
        high=6,
        default=1,
        only_with="stack_types",
        rules=("AFE-5.2.2-a",),
    ),
    FieldDef(
        "stack_same_type",
        say("only of one type", "d'un seul type", "tylko jednego typu", "csak azonos típusú"),
        "bool",
        default=True,
        only_with="stack_types",
        rules=("AFE-5.2.2-a", "AFE-5.2.2-c"),
    ),
    FieldDef(
        "stack_same_banner",
        say("only of one banner", "d'une seule bannière", "tylko jednej chorągwi", "csak azonos zászlójú"),
        "bool",
        default=True,
        only_with="stack_types",
        rules=("AFE-5.2.2-a", "AFE-5.2.2-c"),
    ),
    FieldDef(
        "missile_units",
        say(
            "light units that may fire",
            "unités légères pouvant tirer",
            "lekkie jednostki, które mogą strzelać",
            "lövésre képes könnyű egységek",
        ),
        "text",
        lists=True,
        default="",
        description=say(
            "Ids separated by commas.",
            "Ids séparés par des virgules.",
            "Id oddzielone przecinkami.",
            "Azonosítók, vesszővel elválasztva.",
        ),
        rules=("AFE-2.2-d", "AFE-2.2-e"),
    ),
    FieldDef(
        "no_quarter",
        say("no quarter (captured leaders die)", "sans quartier", "bez pardonu", "nincs kegyelem"),
        "bool",
        default=False,
        description=say(
            "House rule: a result of capture is read as death.",
            "Règle maison : une capture se lit comme une mort.",
            "Zasada własna: wynik pojmania czyta się jako śmierć.",
            "Saját szabály: a fogságba esés halálnak számít.",
        ),
        rules=("AFE-7.5-a",),
    ),
)

DEFINITION = SeriesDef(
    id="afe",
    title=say("Au fil de l'épée", "Au fil de l'épée", "Au fil de l'épée", "Au fil de l'épée"),
    rulebook="Au fil de l'épée",
    statement_prefix="AFE-",
    languages=("en", "fr", "pl", "hu"),
    facing="hexside",
    scales=(),
    command_name=say("banner", "bannière", "chorągiew", "zászló"),
    command_heading=say("Banners", "Bannières", "Chorągwie", "Zászlók"),
    arms=(
        ("infantry", say("infantry", "infanterie", "piechota", "gyalogság")),
        ("cavalry", say("cavalry", "cavalerie", "kawaleria", "lovasság")),
        ("artillery", say("artillery", "artillerie", "artyleria", "tüzérség")),
    ),
    movement_classes=("foot", "mounted", "artillery"),
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
    scenario_fields=SCENARIO_FIELDS,
    side_fields=(
        FieldDef(
            "role",
            say("role of the side", "rôle du camp", "rola strony", "a fél szerepe"),
            "choice",
            choices=("attacker", "defender"),
            rules=("AFE-6-c", "AFE-6-d"),
        ),
    ),
    turn_flags=(("rain", say("rain", "pluie", "deszcz", "eső")),),
    battles=BATTLES,
    value_names=VALUE_NAMES,
    blazons=True,
    counter_back=say("fatigued", "fatigué", "zmęczony", "fáradt"),
    no_effects=("reciprocal", "not_reciprocal", "no_forced_march", "forced_march", "free_withdrawal"),
    stack_limit=6,
    rout_edges=("N", "E", "S", "W"),
    hex_metres=(120, 300),
    range_charts=("TBL-FIRE",),
    exempt_from=(
        "GEN078",
        "GEN079",
        "GEN080",
        "GEN081",
        "GEN082",
        "GEN083",
        "GEN088",
        "GEN089",
        "GEN092",
        "GEN108",
    ),
)
