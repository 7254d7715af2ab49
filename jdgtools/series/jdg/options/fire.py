"""Options of Jours de Gloire: rulings on facing, zones of control and artillery fire."""

from __future__ import annotations

from jdgtools.model.definition import OptionDef
from jdgtools.series.strings import say

OPTIONS = (
    OptionDef(
        "six_front_drm",
        "outside_front_only",
        say(
            "when an attack out of a hex with six fronts is modified",
            "quand une attaque hors d'un hex à six fronts est modifiée",
            "kiedy modyfikuje się atak z heksu o sześciu frontach",
        ),
        values=("outside_front_only", "always"),
        entry="AMB-43",
        rules=("JDG-6.1.2-e",),
    ),
    OptionDef(
        "six_front_obligation",
        "after_turn",
        say(
            "front on which enemies must be attacked after turning the counter",
            "front dont les ennemis doivent être attaqués après rotation du pion",
            "front, na którym trzeba atakować wrogów po obrocie żetonu",
        ),
        values=("after_turn", "before_turn"),
        entry="AMB-44",
        rules=("JDG-6.1.2-g", "JDG-8.2-e"),
    ),
    OptionDef(
        "zoc_through_road_gap",
        True,
        say(
            "a road through an impassable hexside restores the zone of control",
            "une route à travers un côté infranchissable rétablit la zone de contrôle",
            "droga przez niedostępną krawędź przywraca strefę kontroli",
        ),
        entry="AMB-45",
        rules=("JDG-6.2.1-d",),
    ),
    OptionDef(
        "zoc_to_front_zoc",
        "first_hex_any_enemy",
        say(
            "enemy front hexes closed to a unit that leaves a zone of control",
            "hexes de front ennemis fermés à une unité qui quitte une zone de contrôle",
            "heksy czołowe wroga zamknięte dla jednostki opuszczającej strefę kontroli",
        ),
        values=("first_hex_any_enemy", "same_unit", "whole_move"),
        entry="AMB-46",
        rules=("JDG-6.2.2-k",),
    ),
    OptionDef(
        "artillery_enters_zoc_with_stack",
        False,
        say(
            "artillery may enter an enemy zone of control in a stack",
            "l'artillerie peut entrer dans une zone de contrôle ennemie avec une pile",
            "artyleria może wejść w stosie do wrogiej strefy kontroli",
        ),
        entry="AMB-49",
        rules=("JDG-6.2.2-g",),
    ),
    OptionDef(
        "cb_combined",
        True,
        say(
            "counter-battery fire may be combined",
            "le tir de contre-batterie peut être combiné",
            "ogień kontrbateryjny można łączyć",
        ),
        entry="AMB-50",
        rules=("JDG-7.1-d", "JDG-7.1-k"),
    ),
    OptionDef(
        "cb_of_cb",
        False,
        say(
            "counter-battery fire may be answered",
            "on peut répondre à un tir de contre-batterie",
            "na ogień kontrbateryjny można odpowiedzieć",
        ),
        entry="AMB-50",
        rules=("JDG-7.1-d", "JDG-7.1-k"),
    ),
    OptionDef(
        "dense_target",
        "data",
        say("what makes a target dense", "ce qui rend une cible dense", "kiedy cel jest zagęszczony"),
        values=("data", "stack_two", "stack_three"),
        entry="AMB-51",
        rules=("JDG-7.1-h",),
    ),
    OptionDef(
        "adjacent_fire",
        "target_choice",
        say(
            "artillery with an adjacent enemy: bound in its target, or bound to fire",
            "artillerie avec un ennemi adjacent : cible imposée ou tir imposé",
            "artyleria z sąsiednim wrogiem: narzucony cel czy obowiązek ognia",
        ),
        values=("target_choice", "compulsory"),
        entry="AMB-52",
        rules=("JDG-7.2-f",),
    ),
    OptionDef(
        "artillery_turn_limit",
        1,
        say(
            "corners that artillery may turn in its fire segment",
            "sommets dont l'artillerie peut pivoter dans son segment de tir",
            "liczba wierzchołków obrotu artylerii w segmencie ognia",
        ),
        entry="AMB-53",
        rules=("JDG-7.2-d", "JDG-4.4.2-d"),
    ),
    OptionDef(
        "los_town_castle_block",
        True,
        say(
            "town and castle block the line of sight like a village",
            "ville et château bloquent la ligne de vue comme un village",
            "miasto i zamek zasłaniają linię widoczności jak wieś",
        ),
        entry="AMB-54",
        rules=("JDG-7.4.1-a", "JDG-7.4.1-b"),
    ),
    OptionDef(
        "los_half",
        "ignored",
        say(
            "an obstacle exactly halfway between two levels",
            "obstacle exactement à mi-chemin entre deux niveaux",
            "przeszkoda dokładnie w połowie drogi między poziomami",
        ),
        values=("ignored", "blocks_low", "blocks_high"),
        entry="AMB-55",
        rules=("JDG-7.4.3-b", "JDG-7.4.3-c"),
    ),
    OptionDef(
        "adjacent_obligation_on_counter_battery",
        False,
        say(
            "the obligation to fire at adjacent enemies binds counter-battery fire",
            "l'obligation de tirer sur l'ennemi adjacent lie la contre-batterie",
            "obowiązek ognia do sąsiadów dotyczy ognia kontrbateryjnego",
        ),
        entry="AMB-104",
        rules=("JDG-7.2-i",),
    ),
    OptionDef(
        "los_through_corner",
        "both",
        say(
            "a line of sight exactly through a corner: what blocks it there",
            "ligne de vue passant exactement par un sommet : ce qui la bloque",
            "linia widoczności dokładnie przez wierzchołek: co ją zasłania",
        ),
        values=("both", "either"),
        entry="AMB-113",
        rules=("JDG-7.4.1-b", "JDG-7.4.1-c"),
    ),
)
