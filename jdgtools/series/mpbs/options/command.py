"""Options of the Musket & Pike Battle Series: rulings on the sequence, orders, leaders and movement."""

from __future__ import annotations

from jdgtools.model.definition import OptionDef
from jdgtools.series.strings import say

OPTIONS = (
    OptionDef(
        "preempting_wing_preemptable",
        False,
        say(
            "the first activation of a preempting wing may be preempted",
            "la première activation d'une aile préemptrice peut être devancée",
            "pierwszą aktywację skrzydła uprzedzającego można uprzedzić",
        ),
        entry="AMB-02",
        rules=("MP-4.4.4-d",),
    ),
    OptionDef(
        "alternation_after_preemption",
        "opponent_of_last",
        say(
            "who activates next after a preemption",
            "qui active ensuite après une préemption",
            "kto aktywuje następny po przechwyceniu aktywacji",
        ),
        values=("opponent_of_last", "as_before"),
        entry="AMB-03",
        rules=("MP-4.2.1-e",),
    ),
    OptionDef(
        "ac_helps_used_unit",
        False,
        say(
            "the army commander may rally or reform a unit that has acted",
            "le commandant d'armée peut rallier ou reformer une unité ayant agi",
            "głównodowodzący może zreorganizować jednostkę, która już działała",
        ),
        entry="AMB-05",
        rules=("MP-5.1.2-h", "MP-5.1.2-i"),
    ),
    OptionDef(
        "wing_without_commander_counts",
        False,
        say(
            "wings without a commander count for initiative",
            "les ailes sans commandant comptent pour l'initiative",
            "skrzydła bez dowódcy liczą się do inicjatywy",
        ),
        entry="AMB-06",
        rules=("MP-4.1.1-e",),
    ),
    OptionDef(
        "leaving_field_check",
        "marker_removal",
        say(
            "when it is checked whether a side has left the field",
            "quand on vérifie si un camp a quitté le champ de bataille",
            "kiedy sprawdza się, czy strona opuściła pole walki",
        ),
        values=("marker_removal", "at_once"),
        entry="AMB-07",
        rules=("MP-4.1.1-f", "MP-4.6-a"),
    ),
    OptionDef(
        "no_continue_removed",
        "marker_removal",
        say(
            "when No Continue markers are removed",
            "quand les marqueurs de non-continuation sont retirés",
            "kiedy usuwa się znaczniki braku kontynuacji",
        ),
        values=("marker_removal", "never"),
        entry="AMB-08",
        rules=("MP-4.4.2-c",),
    ),
    OptionDef(
        "stray_commander",
        "eliminated",
        say(
            "a wing commander who is not with a unit of his wing",
            "un commandant d'aile sans unité de son aile",
            "dowódca skrzydła, który nie stoi z jednostką swojego skrzydła",
        ),
        values=("eliminated", "replacement_roll"),
        entry="AMB-09",
        rules=("MP-5.2.1-b",),
    ),
    OptionDef(
        "command_gap_limit",
        "far_unit",
        say(
            "unit whose kind limits a gap of the command line",
            "unité dont le type limite un intervalle de la ligne de commandement",
            "jednostka, której rodzaj ogranicza odstęp linii dowodzenia",
        ),
        values=("far_unit", "near_unit", "smaller"),
        entry="AMB-11",
        rules=("MP-5.4.2-b", "MP-5.4.2-c"),
    ),
    OptionDef(
        "order_charge_needs_los",
        False,
        say(
            "the duty of the Charge order needs a line of sight",
            "l'obligation de l'ordre de charge exige une ligne de vue",
            "obowiązek rozkazu ataku wymaga linii widoczności",
        ),
        entry="AMB-12",
        rules=("MP-5.6-a", "MP-5.6.1-a"),
    ),
    OptionDef(
        "rally_distance",
        "nearest",
        say(
            "enemies to which a unit under Rally may not come closer",
            "ennemis dont une unité en ralliement ne peut s'approcher",
            "wrogowie, do których jednostka w zbiórce nie może się zbliżyć",
        ),
        values=("nearest", "any"),
        entry="AMB-14",
        rules=("MP-5.6.4-a",),
    ),
    OptionDef(
        "rally_to_charge",
        False,
        say(
            "an order may change from Rally to Charge",
            "un ordre peut passer de Ralliement à Charge",
            "rozkaz może się zmienić ze zbiórki na atak",
        ),
        rules=("MP-5.7.2-c",),
    ),
    OptionDef(
        "column_may_hedgehog",
        False,
        say(
            "a column may form hedgehog in reaction",
            "une colonne peut former le hérisson en réaction",
            "kolumna może w reakcji utworzyć jeża",
        ),
        entry="AMB-16",
        rules=("MP-6.3.2-g", "MP-6.3.4-i"),
    ),
    OptionDef(
        "infantry_leaves_column",
        "formation_normal",
        say(
            "formation of infantry that leaves Column",
            "formation de l'infanterie qui quitte la colonne",
            "formacja piechoty wychodzącej z kolumny",
        ),
        values=("formation_normal", "formation_broken"),
        entry="AMB-17",
        rules=("MP-6.3.4-f",),
    ),
    OptionDef(
        "open_order_keeps_movement",
        True,
        say(
            "Open Order keeps the full movement allowance",
            "l'ordre ouvert garde tout le potentiel de mouvement",
            "formacja luźna zachowuje pełny limit ruchu",
        ),
        entry="AMB-18",
        rules=("MP-6.3.3-f",),
        ignored_by_queries=True,
    ),
    OptionDef(
        "two_hex_cc_over_bridge",
        False,
        say(
            "two-hex units may start close combat across a bridge",
            "les unités de deux hexes peuvent attaquer par un pont",
            "jednostki dwuheksowe mogą atakować przez most",
        ),
        entry="AMB-20",
        rules=("MP-7.3.5-e", "MP-7.3.5-f"),
    ),
    OptionDef(
        "limbering_marks_fired",
        True,
        say(
            "limbering or unlimbering turns the gun to its Fired side",
            "atteler ou dételer retourne le canon sur sa face « a tiré »",
            "zaprzodkowanie lub odprzodkowanie odwraca działo na stronę „Fired”",
        ),
        entry="AMB-21",
        rules=("MP-7.3.3-a",),
    ),
    OptionDef(
        "artillery_on_mixed_stack",
        False,
        say(
            "artillery may stack with cavalry and light infantry together",
            "l'artillerie peut s'empiler avec cavalerie et infanterie légère réunies",
            "artyleria może stać z kawalerią i lekką piechotą naraz",
        ),
        entry="AMB-23",
        rules=("MP-8.1.1-b", "MP-8.1.1-c"),
    ),
    OptionDef(
        "artillery_restacks_in_reaction",
        True,
        say(
            "artillery may change the stack order in reaction by giving up its fire",
            "l'artillerie peut changer l'ordre de la pile en réaction en renonçant au tir",
            "artyleria może w reakcji zmienić kolejność stosu kosztem ognia",
        ),
        entry="AMB-24",
        rules=("MP-8.3.2-b",),
    ),
    OptionDef(
        "absorption_same_wing",
        False,
        say(
            "absorbing cavalry must be of the same wing",
            "la cavalerie qui absorbe doit être de la même aile",
            "wchłaniana kawaleria musi być z tego samego skrzydła",
        ),
        entry="AMB-25",
        rules=("MP-8.4-a",),
    ),
    OptionDef(
        "commander_helps_units",
        1,
        say(
            "units that a wing commander helps to reform or rally in an activation",
            "unités qu'un commandant d'aile aide à se reformer ou rallier par activation",
            "jednostki, którym dowódca skrzydła pomaga w aktywacji",
        ),
        values=(1, 2, 3),
        entry="AMB-49",
        rules=("MP-5.2.2-e",),
    ),
    OptionDef(
        "two_hex_countermarch",
        True,
        say(
            "two-hex units may countermarch",
            "les unités de deux hexes peuvent faire une contremarche",
            "jednostki dwuheksowe mogą wykonać kontrmarsz",
        ),
        entry="AMB-75",
        rules=("MP-6.2.1-a", "MP-6.2.2-a"),
    ),
    OptionDef(
        "lone_gun_binds_charge",
        False,
        say(
            "a lone gun binds adjacent units under Charge",
            "un canon seul fixe les unités adjacentes en charge",
            "samotne działo wiąże sąsiednie jednostki pod rozkazem ataku",
        ),
        entry="AMB-71",
        rules=("MP-5.6.1-e",),
    ),
    OptionDef(
        "interception_through_friendly_guns",
        True,
        say(
            "cavalry may intercept through friendly artillery",
            "la cavalerie peut intercepter à travers l'artillerie amie",
            "kawaleria może przechwytywać przez własną artylerię",
        ),
        entry="AMB-30",
        rules=("MP-9.3.7-a",),
    ),
)
