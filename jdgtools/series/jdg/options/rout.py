"""Options of Jours de Gloire: rulings on disorder, rout, rally, night and victory."""

from __future__ import annotations

from jdgtools.model.definition import OptionDef
from jdgtools.series.strings import say

OPTIONS = (
    OptionDef(
        "artillery_direct_rout",
        "routed",
        say(
            "direct rout result of fire on ordered artillery",
            "déroute directe par le tir d'une artillerie en ordre",
            "bezpośrednia ucieczka uporządkowanej artylerii po ogniu",
        ),
        values=("routed", "eliminated"),
        entry="AMB-80",
        rules=("JDG-10.1-d",),
    ),
    OptionDef(
        "routed_check",
        "rout_move_only",
        say(
            "cohesion check of a unit that is already routed",
            "test de cohésion d'une unité déjà en déroute",
            "próba zwartości jednostki już uciekającej",
        ),
        values=("rout_move_only", "move_and_check"),
        entry="AMB-81",
        rules=("JDG-10.2-e", "JDG-10.2-r", "JDG-10.2-t"),
    ),
    OptionDef(
        "first_hex_rule",
        "not_adjacent_to_attacker",
        say(
            "first hex of a fall-back or retreat",
            "premier hex d'un recul ou d'une retraite",
            "pierwszy heks wycofania lub odwrotu",
        ),
        values=("not_adjacent_to_attacker", "farther"),
        entry="AMB-82",
        rules=("JDG-10.3.1-b",),
    ),
    OptionDef(
        "fall_back_when_routed",
        "retreat",
        say(
            "fall-back result of a routed unit",
            "recul d'une unité en déroute",
            "wycofanie jednostki uciekającej",
        ),
        values=("retreat", "one_hex"),
        entry="AMB-83",
        rules=("JDG-10-b", "JDG-10.2-h"),
        ignored_by_queries=True,
    ),
    OptionDef(
        "rout_column",
        "perpendicular",
        say(
            "columns along which rout moves are measured",
            "colonnes selon lesquelles se mesure le mouvement de déroute",
            "kolumny, według których mierzy się ruch w ucieczce",
        ),
        values=("perpendicular", "map"),
        entry="AMB-84",
        rules=("JDG-10.4-e", "JDG-10.4-n", "JDG-10.4-o"),
    ),
    OptionDef(
        "rout_zoc_to_zoc",
        "forbidden",
        say(
            "rout move from a zone of control to another of the same unit",
            "déroute d'une zone de contrôle à une autre de la même unité",
            "ucieczka ze strefy kontroli do strefy kontroli tej samej jednostki",
        ),
        values=("forbidden", "allowed"),
        entry="AMB-85",
        rules=("JDG-10.4-j", "JDG-10.4-EX1", "JDG-10.3.5-a"),
    ),
    OptionDef(
        "rout_pays_zoc",
        True,
        say(
            "rout moves pay the costs of zones of control",
            "les mouvements de déroute paient les coûts des zones de contrôle",
            "ruch w ucieczce płaci koszty stref kontroli",
        ),
        entry="AMB-86",
        rules=("JDG-10.4-g", "JDG-10.4-d"),
    ),
    OptionDef(
        "rout_chain_limit",
        1,
        say(
            "rout moves of one unit for one event",
            "mouvements de déroute d'une unité par événement",
            "liczba ruchów w ucieczce jednostki na jedno zdarzenie",
        ),
        entry="AMB-87",
        rules=("JDG-10.5-d", "JDG-10.5-f"),
    ),
    OptionDef(
        "rally_after_forced_rout",
        True,
        say(
            "a unit that made a forced rout move may rally",
            "une unité qui a subi une déroute forcée peut se rallier",
            "jednostka po wymuszonym ruchu w ucieczce może się zbierać",
        ),
        entry="AMB-88",
        rules=("JDG-10.2-t", "JDG-11.1-b"),
    ),
    OptionDef(
        "night_plus_two_on_rally",
        False,
        say(
            "the night modifier of cohesion checks applies to rally",
            "le modificateur de nuit des tests de cohésion vaut pour le ralliement",
            "nocny modyfikator próby zwartości dotyczy porządkowania",
        ),
        entry="AMB-89",
        rules=("JDG-11.1-e", "JDG-12.1-f", "JDG-12.1-h"),
    ),
    OptionDef(
        "artillery_only_demoralised",
        False,
        say(
            "a formation of artillery only may be demoralised",
            "une formation d'artillerie seule peut être démoralisée",
            "formacja złożona z samej artylerii może być zdemoralizowana",
        ),
        entry="AMB-91",
        rules=("JDG-11.2-b",),
    ),
    OptionDef(
        "demoralised_am",
        "owner_choice",
        say(
            "marker that a demoralised formation keeps",
            "marqueur conservé par une formation démoralisée",
            "znacznik, który zachowuje zdemoralizowana formacja",
        ),
        values=("owner_choice", "higher", "lower"),
        entry="AMB-92",
        rules=("JDG-11.2-d", "JDG-11.2-g", "JDG-5.2.1-b"),
    ),
    OptionDef(
        "night_rally_routed",
        -3,
        say(
            "rally modifier of routed units at night",
            "modificateur de ralliement des unités en déroute la nuit",
            "modyfikator zbierania się jednostek uciekających w nocy",
        ),
        entry="AMB-93",
        rules=("JDG-12.1-h",),
    ),
    OptionDef(
        "night_auto_rally",
        "own_activation",
        say(
            "time of the automatic rally at night",
            "moment du ralliement automatique de nuit",
            "chwila automatycznego porządkowania w nocy",
        ),
        values=("own_activation", "end_of_turn"),
        entry="AMB-94",
        rules=("JDG-12.1-g", "JDG-5.1.1-i"),
    ),
    OptionDef(
        "night_fog",
        "night",
        say(
            "rules in force when a turn has both night and fog",
            "règles en vigueur quand un tour a nuit et brouillard",
            "reguły etapu, w którym jest i noc, i mgła",
        ),
        values=("night", "fog", "added"),
        entry="AMB-95",
        rules=("JDG-12.1-b", "JDG-12.2-b"),
    ),
    OptionDef(
        "tie",
        "draw",
        say("equal victory points", "égalité de points de victoire", "równa liczba punktów zwycięstwa"),
        values=("draw", "first_side", "second_side"),
        entry="AMB-96",
        rules=("JDG-13.1-a", "JDG-13.2-a"),
    ),
    OptionDef(
        "rout_exit_counts_as_eliminated",
        True,
        say(
            "units that rout off the map count as eliminated",
            "les unités qui quittent la carte en déroute comptent comme éliminées",
            "jednostki, które uciekły z mapy, liczą się jako wyeliminowane",
        ),
        entry="AMB-108",
        rules=("JDG-10.4-p", "JDG-13.2-a"),
    ),
    OptionDef(
        "night_contact",
        "adjacent",
        say(
            "contact that disordered units avoid at night",
            "contact que les unités désorganisées évitent la nuit",
            "kontakt, którego zmieszane jednostki unikają w nocy",
        ),
        values=("adjacent", "zoc"),
        entry="AMB-109",
        rules=("JDG-12.1-c",),
    ),
    OptionDef(
        "rally_blockers",
        "all_units",
        say(
            "adjacent enemy units that prevent rally",
            "unités ennemies adjacentes qui empêchent le ralliement",
            "sąsiednie jednostki wroga, które uniemożliwiają porządkowanie",
        ),
        values=("all_units", "not_routed"),
        entry="AMB-110",
        rules=("JDG-11.1-c",),
    ),
    OptionDef(
        "rout_order",
        "nearest_edge_first",
        say(
            "order of rout moves in phase E",
            "ordre des mouvements de déroute en phase E",
            "kolejność ruchów w ucieczce w fazie E",
        ),
        values=("nearest_edge_first", "owner_choice"),
        entry="AMB-111",
        rules=("JDG-10.4-d", "JDG-10.2-h"),
    ),
)
