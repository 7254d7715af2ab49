"""Options of Jours de Gloire: rulings on the sequence of play, orders and commanders."""

from __future__ import annotations

from jdgtools.model.definition import OptionDef
from jdgtools.series.strings import say

OPTIONS = (
    OptionDef(
        "am_activates_all_groups",
        True,
        say(
            "any marker of a formation activates all its tactical groups",
            "tout marqueur d'une formation active tous ses groupes tactiques",
            "każdy znacznik formacji aktywuje wszystkie jej grupy taktyczne",
        ),
        entry="AMB-01",
        rules=("JDG-2.3.1-g",),
    ),
    OptionDef(
        "cam_public",
        True,
        say(
            "combined markers are announced before orders are given",
            "les marqueurs combinés sont annoncés avant les ordres",
            "znaczniki kombinowane ogłasza się przed wydaniem rozkazów",
        ),
        entry="AMB-04",
        rules=("JDG-2.1.2-b", "JDG-1-b", "JDG-1-g"),
    ),
    OptionDef(
        "draw_when_single",
        False,
        say(
            "a single marker in the cup is drawn",
            "un marqueur seul dans le gobelet est tiré",
            "jedyny znacznik w kubku jest losowany",
        ),
        entry="AMB-06",
        rules=("JDG-2.2-d",),
    ),
    OptionDef(
        "leader_check_before_actions",
        True,
        say(
            "leader initiative is checked before any action of the group",
            "l'initiative du chef est testée avant toute action du groupe",
            "inicjatywę dowódcy sprawdza się przed jakimkolwiek działaniem grupy",
        ),
        entry="AMB-07",
        rules=("JDG-2.4.3-d",),
    ),
    OptionDef(
        "leader_check_per_group",
        True,
        say(
            "each tactical group checks leader initiative by itself",
            "chaque groupe tactique teste l'initiative du chef séparément",
            "każda grupa taktyczna osobno sprawdza inicjatywę dowódcy",
        ),
        entry="AMB-08",
        rules=("JDG-2.4.2-a", "JDG-2.4.2-b"),
    ),
    OptionDef(
        "renfort_outside_groups",
        True,
        say(
            "units marked Reinforcement belong to no tactical group",
            "les unités marquées Renfort n'appartiennent à aucun groupe tactique",
            "jednostki ze znacznikiem Posiłki nie należą do grup taktycznych",
        ),
        entry="AMB-09",
        rules=("JDG-5.2.1-e", "JDG-2.3.1-b"),
    ),
    OptionDef(
        "cinc_terrain_column",
        "cavalry",
        say(
            "terrain costs that a commander-in-chief pays",
            "coûts de terrain payés par un commandant en chef",
            "koszty terenu, które płaci głównodowodzący",
        ),
        values=("cavalry", "infantry"),
        entry="AMB-10",
        rules=("JDG-2.5.1-h",),
    ),
    OptionDef(
        "cinc_reset_phase",
        "F",
        say(
            "phase in which moved commanders are turned back",
            "phase où les commandants qui ont bougé sont retournés",
            "faza, w której odwraca się głównodowodzących po ruchu",
        ),
        values=("A", "F"),
        entry="AMB-11",
        rules=("JDG-2.5.1-j",),
    ),
    OptionDef(
        "cinc_eliminated_if_no_hex",
        True,
        say(
            "a commander who must be displaced and has no hex is eliminated",
            "un commandant à déplacer qui n'a pas d'hex est éliminé",
            "głównodowodzący bez heksu na przesunięcie zostaje wyeliminowany",
        ),
        entry="AMB-12",
        rules=("JDG-2.5.2-a", "JDG-2.5.2-b", "JDG-2.5.2-g"),
    ),
    OptionDef(
        "cinc_survives_unit_elimination",
        True,
        say(
            "a commander survives the elimination of the unit he is stacked with",
            "un commandant survit à l'élimination de l'unité empilée avec lui",
            "głównodowodzący przeżywa wyeliminowanie jednostki, z którą stoi",
        ),
        entry="AMB-13",
        rules=("JDG-2.5.2-d",),
    ),
    OptionDef(
        "range_measured_at_event",
        True,
        say(
            "command range is measured at the moment of the order or roll",
            "le rayon de commandement se mesure au moment de l'ordre ou du jet",
            "zasięg dowodzenia mierzy się w chwili rozkazu lub rzutu",
        ),
        entry="AMB-14",
        rules=("JDG-2.3.2-e", "JDG-2.4.3-e"),
    ),
    OptionDef(
        "cinc_scope",
        "army",
        say(
            "formations to which a commander-in-chief may give orders",
            "formations auxquelles un commandant en chef peut donner des ordres",
            "formacje, którym głównodowodzący może wydawać rozkazy",
        ),
        values=("army", "assigned"),
        entry="AMB-15",
        rules=("JDG-2.5.2-h", "JDG-2.5.2-i", "JDG-2.3.2-b"),
    ),
    OptionDef(
        "choice_allows_cam",
        False,
        say(
            "a combined marker may be chosen with strategic initiative",
            "un marqueur combiné peut être choisi avec l'initiative stratégique",
            "z inicjatywą strategiczną można wybrać znacznik kombinowany",
        ),
        entry="AMB-16",
        rules=("JDG-3-e",),
    ),
    OptionDef(
        "choice_allows_reinforcement",
        True,
        say(
            "the marker of an arriving formation may be chosen with strategic initiative",
            "le marqueur d'une formation attendue peut être choisi avec l'initiative stratégique",
            "z inicjatywą strategiczną można wybrać znacznik wchodzącej formacji",
        ),
        entry="AMB-16",
        rules=("JDG-3-e",),
    ),
    OptionDef(
        "combat_order",
        "active_player",
        say(
            "order of shocks and charges within an activation",
            "ordre des chocs et des charges dans une activation",
            "kolejność starć i szarż w aktywacji",
        ),
        values=("active_player", "shock_first", "charge_first"),
        entry="AMB-97",
        rules=("JDG-1-o",),
    ),
    OptionDef(
        "order_markers_limited",
        False,
        say(
            "the number of order markers is limited to those printed",
            "le nombre de marqueurs d'ordre est limité à ceux imprimés",
            "liczba znaczników rozkazów jest ograniczona do wydrukowanych",
        ),
        entry="AMB-99",
        rules=("JDG-2.3.2-d",),
    ),
    OptionDef(
        "cinc_move_segment",
        "movement",
        say(
            "part of an activation in which a commander-in-chief moves",
            "moment de l'activation où un commandant en chef se déplace",
            "część aktywacji, w której rusza się głównodowodzący",
        ),
        values=("movement", "any"),
        entry="AMB-106",
        rules=("JDG-2.5.1-g",),
    ),
)
