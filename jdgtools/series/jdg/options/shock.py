"""Options of Jours de Gloire: rulings on shock, charge and pursuit."""

from __future__ import annotations

from jdgtools.model.definition import OptionDef
from jdgtools.series.strings import say

OPTIONS = (
    OptionDef(
        "shock_obligation_at_resolution",
        True,
        say(
            "the obligation to attack is tested when the combat is resolved",
            "l'obligation d'attaquer se vérifie à la résolution du combat",
            "obowiązek ataku sprawdza się przy rozstrzyganiu walki",
        ),
        entry="AMB-57",
        rules=("JDG-8.2-e", "JDG-8.3.2-e"),
    ),
    OptionDef(
        "attacked_once_counts_fire",
        False,
        say(
            "fire counts as the one attack on a unit",
            "le tir compte comme l'attaque unique contre une unité",
            "ogień liczy się jako jedyny atak na jednostkę",
        ),
        entry="AMB-58",
        rules=("JDG-8.2-h",),
    ),
    OptionDef(
        "reaction_rest_must_attack",
        True,
        say(
            "the rest of a stack must attack after reaction fire",
            "le reste d'une pile doit attaquer après un tir de réaction",
            "reszta stosu musi atakować po reakcji ogniem",
        ),
        entry="AMB-59",
        rules=("JDG-8.3.3-g", "JDG-5.1.3-d"),
    ),
    OptionDef(
        "combined_continue",
        True,
        say(
            "attackers go on when one of them fails its shock check",
            "les attaquants continuent si l'un d'eux rate son test de choc",
            "atakujący kontynuują, gdy jeden z nich nie zda próby starcia",
        ),
        entry="AMB-60",
        rules=("JDG-8.4.1-c",),
    ),
    OptionDef(
        "ratio_clamp",
        True,
        say(
            "ratios beyond the table use its last line",
            "les rapports hors table utilisent sa dernière ligne",
            "stosunki sił spoza tabeli używają jej skrajnego wiersza",
        ),
        entry="AMB-61",
        rules=("JDG-8.6.1-c",),
    ),
    OptionDef(
        "cohesion_diff_visible_side",
        True,
        say(
            "the difference in cohesion uses the visible side",
            "la différence de cohésion utilise la face visible",
            "różnica zwartości używa widocznej strony żetonu",
        ),
        entry="AMB-62",
        rules=("JDG-8.6.2-a",),
    ),
    OptionDef(
        "advance_single_stack",
        "best_unit",
        say(
            "what advances when one stack attacked",
            "ce qui avance quand une seule pile a attaqué",
            "kto awansuje, gdy atakował jeden stos",
        ),
        values=("best_unit", "stack"),
        entry="AMB-63",
        rules=("JDG-8.7.1-b",),
    ),
    OptionDef(
        "advance_after_withdrawal",
        "optional",
        say(
            "advance into a hex left by withdrawal before shock",
            "avance dans un hex quitté par retrait avant choc",
            "awans na heks opuszczony przez wycofanie przed starciem",
        ),
        values=("optional", "compulsory"),
        entry="AMB-64",
        rules=("JDG-8.7.1-a", "JDG-8.8.1-o"),
    ),
    OptionDef(
        "reactions_in_followup",
        True,
        say(
            "reactions are allowed before breakthrough combats and counter-attacks",
            "les réactions sont permises avant les combats de percée et contre-attaques",
            "reakcje są dozwolone przed walką po przełamaniu i kontratakiem",
        ),
        entry="AMB-65",
        rules=("JDG-8.7.2-g", "JDG-8.3.3-a"),
    ),
    OptionDef(
        "withdraw_two_final_distance",
        3,
        say(
            "distance at which a withdrawal of two hexes ends",
            "distance finale d'un retrait de deux hexes",
            "odległość końcowa wycofania o dwa heksy",
        ),
        entry="AMB-66",
        rules=("JDG-8.8.1-c",),
    ),
    OptionDef(
        "withdraw_drm",
        (1, -2),
        say(
            "modifiers of the check for a withdrawal of one and of two hexes",
            "modificateurs du test pour un retrait d'un et de deux hexes",
            "modyfikatory próby przy wycofaniu o jeden i o dwa heksy",
        ),
        entry="AMB-68",
        rules=("JDG-8.8.1-d", "JDG-8.8.1-f"),
    ),
    OptionDef(
        "withdraw_routed",
        "retreat_instead",
        say(
            "a unit that is routed while it withdraws before shock",
            "unité mise en déroute pendant son retrait avant choc",
            "jednostka zmuszona do ucieczki podczas wycofania przed starciem",
        ),
        values=("retreat_instead", "withdraw_then_retreat", "eliminated"),
        entry="AMB-69",
        rules=("JDG-8.8.1-i", "JDG-10.2-h"),
        ignored_by_queries=True,
    ),
    OptionDef(
        "artillery_withdraws",
        False,
        say(
            "artillery stacked with cavalry withdraws with it",
            "l'artillerie empilée avec la cavalerie se retire avec elle",
            "artyleria w stosie z kawalerią wycofuje się razem z nią",
        ),
        entry="AMB-70",
        rules=("JDG-8.8.1-a", "JDG-8.9-h"),
    ),
    OptionDef(
        "artillery_loss_own_rule",
        True,
        say(
            "artillery of the losing side follows its own rule, not the table",
            "l'artillerie du camp battu suit sa propre règle, non la table",
            "artyleria przegranej strony stosuje własną regułę, nie tabelę",
        ),
        entry="AMB-71",
        rules=("JDG-8.9-g", "JDG-8.5-b"),
    ),
    OptionDef(
        "charge_target_binding",
        True,
        say(
            "the declared target of a charge is binding",
            "la cible déclarée d'une charge est obligatoire",
            "zadeklarowany cel szarży jest wiążący",
        ),
        entry="AMB-72",
        rules=("JDG-9.1-a", "JDG-9.2-a"),
    ),
    OptionDef(
        "charge_facing_free",
        True,
        say(
            "cavalry may turn freely during its charge move",
            "la cavalerie pivote librement pendant son mouvement de charge",
            "kawaleria obraca się dowolnie podczas ruchu do szarży",
        ),
        entry="AMB-73",
        rules=("JDG-9.1-g", "JDG-6.1.2-a"),
    ),
    OptionDef(
        "cavalry_shock_drm",
        "data",
        say(
            "when a shock by cavalry alone is modified",
            "quand un choc de cavalerie seule est modifié",
            "kiedy modyfikuje się starcie samej kawalerii",
        ),
        values=("data", "always", "blocked_terrain"),
        entry="AMB-74",
        rules=("JDG-9.1-EX1",),
    ),
    OptionDef(
        "defender_pursuit",
        "either",
        say(
            "conditions under which attacked cavalry may pursue",
            "conditions de poursuite pour une cavalerie attaquée",
            "warunki pościgu zaatakowanej kawalerii",
        ),
        values=("either", "both"),
        entry="AMB-76",
        rules=("JDG-9.5.1-b", "JDG-9.5.1-c"),
    ),
    OptionDef(
        "pursuit_stop_choice",
        True,
        say(
            "pursuing cavalry may stop when a new enemy appears",
            "une cavalerie en poursuite peut s'arrêter devant un nouvel ennemi",
            "kawaleria w pościgu może się zatrzymać przed nowym wrogiem",
        ),
        entry="AMB-77",
        rules=("JDG-9.5.2-r", "JDG-9.5.2-s"),
    ),
    OptionDef(
        "pursuit_mp_limit",
        "none",
        say(
            "limit of movement points of a pursuit",
            "limite de points de mouvement d'une poursuite",
            "limit punktów ruchu w pościgu",
        ),
        values=("none", "allowance"),
        entry="AMB-78",
        rules=("JDG-9.5.2-b",),
        ignored_by_queries=True,
    ),
    OptionDef(
        "end_check",
        "once",
        say(
            "cohesion checks at the end of a charge",
            "tests de cohésion à la fin d'une charge",
            "próby zwartości na koniec szarży",
        ),
        values=("once", "each"),
        entry="AMB-79",
        rules=("JDG-9.2-e", "JDG-9.5.2-t"),
    ),
    OptionDef(
        "square_roll",
        "one_per_hex",
        say(
            "rolls of infantry that forms square against a charge",
            "jets de l'infanterie qui forme le carré contre une charge",
            "rzuty piechoty tworzącej czworobok przeciw szarży",
        ),
        values=("one_per_hex", "one_per_unit"),
        entry="AMB-101",
        rules=("JDG-9.3.1-d", "JDG-9.3.1-e"),
    ),
    OptionDef(
        "square_attempt_per_hex",
        True,
        say(
            "each hex in front of a charge attempts its own square",
            "chaque hex devant une charge tente son propre carré",
            "każdy heks przed szarżą sam próbuje utworzyć czworobok",
        ),
        entry="AMB-102",
        rules=("JDG-9.3.1-a", "JDG-9.2-a"),
    ),
    OptionDef(
        "shock_loss",
        "hex_left",
        say("what losing a shock means", "ce que signifie perdre un choc", "co znaczy przegrać starcie"),
        values=("hex_left", "level_lost"),
        entry="AMB-103",
        rules=("JDG-8.9-e", "JDG-8.9-g"),
    ),
    OptionDef(
        "withdraw_per_unit",
        True,
        say(
            "each cavalry unit of a stack decides on its withdrawal",
            "chaque unité de cavalerie d'une pile décide de son retrait",
            "każda jednostka kawalerii stosu sama decyduje o wycofaniu",
        ),
        entry="AMB-105",
        rules=("JDG-8.8.1-a", "JDG-8.8.1-j"),
    ),
    OptionDef(
        "withdraw_check_882",
        "none",
        say(
            "cohesion check of light cavalry that withdraws before heavy cavalry",
            "obligation de tester la cavalerie légère qui se replie devant la lourde",
            "próba zwartości lekkiej kawalerii wycofującej się przed ciężką",
        ),
        values=("none", "before_withdrawal"),
        entry="AMB-114",
        rules=("JDG-8.8.2-c",),
    ),
)
