"""Options of the Musket & Pike Battle Series: rulings on fire, close combat, morale and victory."""

from __future__ import annotations

from jdgtools.model.definition import OptionDef
from jdgtools.series.strings import say

OPTIONS = (
    OptionDef(
        "reaction_fire_limit_roll",
        5,
        say(
            "lowest roll that exhausts reaction fire under the optional rule",
            "plus petit jet qui épuise le tir de réaction (règle optionnelle)",
            "najniższy rzut, który wyczerpuje ostrzał w reakcji (reguła opcjonalna)",
        ),
        values=(5, 6),
        entry="AMB-31",
        rules=("MP-9.4.1a-a",),
    ),
    OptionDef(
        "threshold_mc_per_sp",
        False,
        say(
            "each strength point lost beyond the threshold adds to the morale check",
            "chaque point perdu au-delà du seuil s'ajoute au test de moral",
            "każdy punkt siły stracony powyżej progu dolicza się do testu morale",
        ),
        entry="AMB-34",
        rules=("MP-10.6.5-b",),
    ),
    OptionDef(
        "two_hex_losses_added",
        True,
        say(
            "losses by the fire of both halves are added before the morale check",
            "les pertes dues aux deux moitiés s'ajoutent avant le test de moral",
            "straty od ognia obu połówek sumuje się przed testem morale",
        ),
        entry="AMB-35",
        rules=("MP-10.1.4-b", "MP-10.6.2-b"),
    ),
    OptionDef(
        "grazing_beyond_target",
        True,
        say(
            "grazing fire goes on beyond its target",
            "le tir rasant continue au-delà de sa cible",
            "ogień bezpośredni biegnie dalej za cel",
        ),
        entry="AMB-36",
        rules=("MP-10.8.3-a",),
    ),
    OptionDef(
        "vp_single_gun_disabled",
        10,
        say(
            "victory points for a disabled single gun of 4 pounds or more",
            "points de victoire pour un canon simple de 4 livres ou plus hors service",
            "punkty za zniszczone pojedyncze działo 4-funtowe lub cięższe",
        ),
        values=(5, 10),
        entry="AMB-38",
        rules=("MP-15-d",),
    ),
    OptionDef(
        "ratio_exact",
        False,
        say(
            "strength ratios are compared exactly",
            "les rapports de force se comparent exactement",
            "stosunki sił porównuje się dokładnie",
        ),
        entry="AMB-39",
        rules=("MP-11.3.4-a",),
    ),
    OptionDef(
        "close_combat_morale",
        "current",
        say(
            "morale that counts in close combat",
            "moral qui compte en combat rapproché",
            "morale liczone w walce wręcz",
        ),
        values=("current", "printed"),
        entry="AMB-40",
        rules=("MP-11.3.3-a",),
    ),
    OptionDef(
        "formation_hits_in_rout",
        False,
        say(
            "routing units take formation hits",
            "les unités en fuite subissent des pertes de formation",
            "jednostki w ucieczce tracą formację",
        ),
        entry="AMB-43",
        rules=("MP-11.4.10-a",),
    ),
    OptionDef(
        "loser_reacts_to_advance",
        False,
        say(
            "units that fought a combat may react to the advance after it",
            "les unités du combat peuvent réagir à l'avance qui suit",
            "jednostki z walki mogą reagować na pościg po niej",
        ),
        entry="AMB-44",
        rules=("MP-11.4.9-a",),
    ),
    OptionDef(
        "pursuit_captures_guns",
        True,
        say(
            "pursuit captures the enemy guns that it rides over",
            "la poursuite prend les canons ennemis qu'elle traverse",
            "pościg zdobywa działa wroga, przez które przejeżdża",
        ),
        entry="AMB-45",
        rules=("MP-11.7.2-d",),
    ),
    OptionDef(
        "pursuit_takes_leader",
        True,
        say(
            "a leader goes with pursuing cavalry that leaves its light infantry",
            "le chef suit la cavalerie qui poursuit sans son infanterie légère",
            "dowódca idzie z kawalerią, która w pościgu zostawia lekką piechotę",
        ),
        entry="AMB-46",
        rules=("MP-11.7.3-a",),
    ),
    OptionDef(
        "artillery_checks_any_fire",
        True,
        say(
            "artillery takes morale checks from any fire",
            "l'artillerie teste son moral pour tout tir",
            "artyleria testuje morale po każdym ostrzale",
        ),
        entry="AMB-53",
        rules=("MP-10.8.7-a",),
    ),
    OptionDef(
        "momentum_last_two_hexes",
        True,
        say(
            "momentum needs two clear hexes at the very end of the move",
            "l'élan exige deux hexes clairs à la toute fin du mouvement",
            "impet wymaga dwóch czystych heksów na samym końcu ruchu",
        ),
        entry="AMB-54",
        rules=("MP-11.3.6-b",),
    ),
    OptionDef(
        "flank_bonus_limit",
        3,
        say(
            "largest modifier for attacks on flanks and rear",
            "plus grand modificateur d'attaque de flanc et d'arrière",
            "największy modyfikator za atak na boki i tył",
        ),
        values=(1, 2, 3),
        entry="AMB-55",
        rules=("MP-11.3.7-a",),
    ),
    OptionDef(
        "open_order_sidestep",
        True,
        say(
            "cavalry in Open Order may sidestep artillery fire",
            "la cavalerie en ordre ouvert peut esquiver le tir d'artillerie",
            "kawaleria w formacji luźnej może uniknąć ostrzału artylerii",
        ),
        entry="AMB-59",
        rules=("MP-10.8.6-a",),
    ),
    OptionDef(
        "ooc_may_attack",
        True,
        say(
            "out-of-command units may start close combat",
            "les unités hors de commandement peuvent attaquer",
            "jednostki niedowodzone mogą rozpocząć walkę wręcz",
        ),
        entry="AMB-63",
        rules=("MP-5.4.3-a",),
    ),
    OptionDef(
        "mixed_stack_losses",
        "cavalry",
        say(
            "which unit of a stack of cavalry and light infantry takes losses",
            "quelle unité d'une pile de cavalerie et d'infanterie légère subit les pertes",
            "która jednostka stosu kawalerii i lekkiej piechoty ponosi straty",
        ),
        values=("cavalry", "owner_choice"),
        entry="AMB-65",
        rules=("MP-8.2.1-d",),
    ),
    OptionDef(
        "leader_dies_with_unit",
        True,
        say(
            "a leader with an eliminated unit is eliminated without a roll",
            "un chef avec une unité éliminée est éliminé sans jet",
            "dowódca z wyeliminowaną jednostką ginie bez rzutu",
        ),
        entry="AMB-66",
        rules=("MP-5.3.1-b",),
    ),
    OptionDef(
        "small_strength",
        "current",
        say(
            "strength that counts where the rules name one or two points",
            "force qui compte quand les règles parlent d'un ou deux points",
            "siła, którą się liczy, gdy reguły mówią o jednym lub dwóch punktach",
        ),
        values=("current", "printed"),
        entry="AMB-72",
        rules=("MP-8.2.1-a", "MP-11.6-a"),
    ),
    OptionDef(
        "artillery_reacts_to_fire_at_others",
        False,
        say(
            "artillery reacts to fire at another unit within its grazing range",
            "l'artillerie réagit au tir sur une autre unité dans sa portée rasante",
            "artyleria reaguje na ogień do innej jednostki w zasięgu ognia bezpośredniego",
        ),
        entry="AMB-78",
        rules=("MP-9.1.2-a", "MP-9.4.3-a", "MP-9.1.3-f"),
    ),
    OptionDef(
        "advancing_fire_replies",
        1,
        say(
            "times that the target of Advancing Fire replies: to the fire, or to the entry as well",
            "réponses de la cible d'un tir en avançant : au tir, ou aussi à l'entrée",
            "ile razy cel ognia w ataku odpowiada: na ogień albo także na wejście",
        ),
        values=(1, 2),
        entry="AMB-79",
        rules=("MP-10.3.2-a", "MP-10.3.2-c"),
    ),
    OptionDef(
        "units_block_grazing_sight",
        False,
        say(
            "units block the sight of artillery within its grazing range",
            "les unités bloquent la vue de l'artillerie dans sa portée rasante",
            "jednostki zasłaniają widok artylerii w zasięgu ognia bezpośredniego",
        ),
        entry="AMB-80",
        rules=("MP-10.8.3-j", "MP-10.9.1-a"),
    ),
    OptionDef(
        "active_units_form_hedgehog",
        False,
        say(
            "active units may form hedgehog in reaction to an advance",
            "les unités actives peuvent former le hérisson en réaction à une avance",
            "jednostki aktywne mogą utworzyć jeża w reakcji na pościg",
        ),
        entry="AMB-81",
        rules=("MP-9.1.1-d", "MP-11.2-g"),
    ),
    OptionDef(
        "reply_to_fire_from_below",
        "gun",
        say(
            "unit hit by the reply to Retreating Fire from beneath a gun",
            "unité frappée par la réponse au tir en reculant de dessous un canon",
            "jednostka trafiana odpowiedzią na ogień w odwrocie spod działa",
        ),
        values=("gun", "infantry"),
        entry="AMB-82",
        rules=("MP-8.3.1-b", "MP-10.3.5-c"),
    ),
)
