"""Options of Jours de Gloire: rulings on movement, squares, stacking and reinforcements."""

from __future__ import annotations

from jdgtools.model.definition import OptionDef
from jdgtools.series.strings import say

OPTIONS = (
    OptionDef(
        "halve_visible_side",
        True,
        say(
            "reduced movement halves the allowance of the visible side",
            "le mouvement réduit divise le potentiel de la face visible",
            "ruch ograniczony to połowa współczynnika widocznej strony",
        ),
        entry="AMB-17",
        rules=("JDG-4.1.2-a", "JDG-10.1-a"),
    ),
    OptionDef(
        "halve_once",
        True,
        say(
            "an allowance is halved once at most",
            "un potentiel n'est divisé par deux qu'une fois",
            "współczynnik ruchu dzieli się na pół najwyżej raz",
        ),
        entry="AMB-18",
        rules=("JDG-4.1.2-a", "JDG-4.4.2-a", "JDG-9.1-f"),
    ),
    OptionDef(
        "forced_march_counts_cinc",
        False,
        say(
            "enemy commanders count for the distance of a forced march",
            "les commandants ennemis comptent pour la distance d'une marche forcée",
            "wrodzy głównodowodzący liczą się do odległości marszu forsownego",
        ),
        entry="AMB-19",
        rules=("JDG-4.1.3-c",),
    ),
    OptionDef(
        "forced_march_stack",
        True,
        say(
            "a stack may make a forced march together",
            "une pile peut faire une marche forcée ensemble",
            "stos może wspólnie wykonać marsz forsowny",
        ),
        entry="AMB-20",
        rules=("JDG-4.1.3-f", "JDG-4.1.3-g", "JDG-4.4.1-c"),
    ),
    OptionDef(
        "square_leave_together",
        True,
        say(
            "all units of a hex leave their square together",
            "toutes les unités d'un hex quittent le carré ensemble",
            "wszystkie jednostki heksu razem opuszczają czworobok",
        ),
        entry="AMB-21",
        rules=("JDG-4.2-j", "JDG-4.2-p"),
    ),
    OptionDef(
        "artillery_disorder_breaks_square",
        False,
        say(
            "disordered artillery breaks the square of its hex",
            "une artillerie désorganisée rompt le carré de son hex",
            "zmieszana artyleria rozbija czworobok swojego heksu",
        ),
        entry="AMB-22",
        rules=("JDG-4.2-m", "JDG-4.2-o", "JDG-5.1.1-k"),
    ),
    OptionDef(
        "square_max_units",
        "stack",
        say(
            "units of a hex that may form square together",
            "unités d'un hex qui peuvent former le carré ensemble",
            "jednostki heksu, które mogą razem utworzyć czworobok",
        ),
        values=("stack", "two"),
        entry="AMB-23",
        rules=("JDG-4.2-f",),
    ),
    OptionDef(
        "six_front_fire",
        "adjacent_only",
        say(
            "fire of artillery that has six front hexes",
            "tir de l'artillerie qui a six hexes de front",
            "ogień artylerii, która ma sześć heksów czołowych",
        ),
        values=("adjacent_only", "all_round", "cone"),
        entry="AMB-24",
        rules=("JDG-7.2-c", "JDG-6.1.1-f", "JDG-6.1.1-g"),
    ),
    OptionDef(
        "fired_artillery_may_form_square",
        "orders_only",
        say(
            "whether artillery that has fired may form square",
            "formation en carré d'une artillerie qui a tiré",
            "tworzenie czworoboku przez artylerię, która strzelała",
        ),
        values=("orders_only", "always", "never"),
        entry="AMB-25",
        rules=("JDG-4.2-d", "JDG-4.4.2-d"),
    ),
    OptionDef(
        "attack_after_leaving_square",
        True,
        say(
            "a unit that left its square may attack in the same activation",
            "une unité sortie du carré peut attaquer dans la même activation",
            "jednostka po wyjściu z czworoboku może atakować w tej samej aktywacji",
        ),
        entry="AMB-26",
        rules=("JDG-4.2-j", "JDG-4.2-k"),
    ),
    OptionDef(
        "z_means",
        "prohibited",
        say(
            "meaning of Z in the terrain effects chart",
            "sens du Z dans la table des effets du terrain",
            "znaczenie litery Z w tabeli wpływu terenu",
        ),
        values=("prohibited", "disorder"),
        entry="AMB-27",
        rules=("JDG-4.3.1-f",),
    ),
    OptionDef(
        "z_lifted_next_to_enemy",
        True,
        say(
            "a road lifts Z next to an enemy unit as well",
            "une route lève le Z même à côté d'un ennemi",
            "droga znosi Z także obok wroga",
        ),
        entry="AMB-28",
        rules=("JDG-4.3.1-c", "JDG-4.3.1-f"),
    ),
    OptionDef(
        "mixed_stack_moves",
        True,
        say(
            "a stack of several types may move together",
            "une pile de plusieurs types peut se déplacer ensemble",
            "stos złożony z różnych rodzajów może ruszać się razem",
        ),
        entry="AMB-29",
        rules=("JDG-4.4.1-c", "JDG-4.4.1-d"),
    ),
    OptionDef(
        "stack_cav_with_artillery",
        1,
        say(
            "cavalry units that may share a hex with artillery",
            "unités de cavalerie pouvant partager un hex avec l'artillerie",
            "jednostki kawalerii, które mogą stać na heksie z artylerią",
        ),
        entry="AMB-30",
        rules=("JDG-5.1.1-c", "JDG-5.1.1-e", "JDG-5.1.1-h"),
    ),
    OptionDef(
        "stack_three_inf_plus_artillery",
        True,
        say(
            "three small infantry units may share a hex with artillery",
            "trois petites unités d'infanterie peuvent partager un hex avec l'artillerie",
            "trzy małe jednostki piechoty mogą stać na heksie z artylerią",
        ),
        entry="AMB-30",
        rules=("JDG-5.1.1-c", "JDG-5.1.1-e", "JDG-5.1.1-h"),
    ),
    OptionDef(
        "six_sp_counts_artillery",
        False,
        say(
            "artillery counts towards the limit of six strength points",
            "l'artillerie compte dans la limite de six points de force",
            "artyleria wlicza się do limitu sześciu punktów siły",
        ),
        entry="AMB-31",
        rules=("JDG-5.1.1-h",),
    ),
    OptionDef(
        "routed_mix_types",
        False,
        say(
            "routed infantry and routed cavalry may share a hex",
            "infanterie et cavalerie en déroute peuvent partager un hex",
            "uciekająca piechota i uciekająca kawaleria mogą stać na jednym heksie",
        ),
        entry="AMB-32",
        rules=("JDG-5.1.1-g", "JDG-5.1.1-l"),
    ),
    OptionDef(
        "artillery_top",
        "first",
        say(
            "which of two artillery units lies on top",
            "laquelle de deux unités d'artillerie est au-dessus",
            "która z dwóch jednostek artylerii leży na wierzchu",
        ),
        values=("first", "owner_choice"),
        entry="AMB-34",
        rules=("JDG-5.1.2-c", "JDG-5.1.2-b"),
    ),
    OptionDef(
        "shock_check_unit",
        "top_ordered",
        say(
            "unit of a stack that takes the shock check",
            "unité d'une pile qui passe le test de choc",
            "jednostka stosu, która wykonuje próbę starcia",
        ),
        values=("top_ordered", "top"),
        entry="AMB-35",
        rules=("JDG-5.1.3-d", "JDG-5.1.3-h"),
    ),
    OptionDef(
        "renfort_stops_at_five",
        True,
        say(
            "reinforcements on forced march stop within five hexes of an enemy",
            "les renforts en marche forcée s'arrêtent à cinq hexes d'un ennemi",
            "posiłki w marszu forsownym zatrzymują się pięć heksów od wroga",
        ),
        entry="AMB-36",
        rules=("JDG-5.2.1-f", "JDG-4.1.3-c"),
        ignored_by_queries=True,
    ),
    OptionDef(
        "renfort_loss_immediate",
        True,
        say(
            "a unit that loses Reinforcement is Without Orders at once",
            "une unité qui perd Renfort est aussitôt Sans ordres",
            "jednostka, która traci Posiłki, od razu jest Bez Rozkazów",
        ),
        entry="AMB-37",
        rules=("JDG-5.2.1-h", "JDG-5.2.1-k"),
    ),
    OptionDef(
        "single_am_retry",
        True,
        say(
            "the only marker of an arriving formation is tried again each turn",
            "le seul marqueur d'une formation attendue est remis chaque tour",
            "jedyny znacznik wchodzącej formacji wraca do kubka w każdym etapie",
        ),
        entry="AMB-38",
        rules=("JDG-5.2.1-c",),
    ),
    OptionDef(
        "entry_blocked",
        "delay",
        say(
            "reinforcements whose entry hex is held by the enemy",
            "renforts dont l'hex d'entrée est tenu par l'ennemi",
            "posiłki, których heks wejścia zajmuje wróg",
        ),
        values=("delay", "other_hex"),
        entry="AMB-39",
        rules=("JDG-5.2.2-c", "JDG-5.2.3-a"),
    ),
    OptionDef(
        "entry_multiplier_counts_units",
        True,
        say(
            "single units entering one by one count for the entry cost",
            "les unités entrant une à une comptent pour le coût d'entrée",
            "jednostki wchodzące pojedynczo liczą się do kosztu wejścia",
        ),
        entry="AMB-40",
        rules=("JDG-5.2.2-b",),
    ),
    OptionDef(
        "entry_exclusion_scope",
        "hex",
        say(
            "how long enemy units keep away from entry hexes",
            "durée pendant laquelle l'ennemi évite les hexes d'entrée",
            "jak długo wróg omija heksy wejścia",
        ),
        values=("hex", "side"),
        entry="AMB-41",
        rules=("JDG-5.2.3-a", "JDG-5.2.1-l"),
    ),
    OptionDef(
        "entry_exclusion_zoc",
        False,
        say(
            "zones of control next to entry hexes are limited",
            "les zones de contrôle près des hexes d'entrée sont limitées",
            "strefy kontroli przy heksach wejścia są ograniczone",
        ),
        entry="AMB-42",
        rules=("JDG-5.2.3-a",),
    ),
    OptionDef(
        "facing_free_after_leaving_zoc",
        True,
        say(
            "a unit that leaves an enemy zone of control faces freely",
            "une unité qui quitte une zone de contrôle ennemie s'oriente librement",
            "jednostka opuszczająca wrogą strefę kontroli ustawia się dowolnie",
        ),
        entry="AMB-48",
        rules=("JDG-6.1.2-a", "JDG-6.2.2-i"),
    ),
    OptionDef(
        "stack_facing_on_entry",
        "owner_choice",
        say(
            "facing of a stack after a unit with another facing has joined it",
            "orientation d'une pile rejointe par une unité orientée autrement",
            "ustawienie stosu po dołączeniu jednostki ustawionej inaczej",
        ),
        values=("owner_choice", "of_hex", "of_mover"),
        entry="AMB-112",
        rules=("JDG-6.1.1-b", "JDG-5.1.2-e"),
    ),
)
